/* The work in SDL 2: into the window's surface, with a line rasterizer of our own since SDL has none for thick lines. */
#include <stdlib.h>

#include <SDL.h>

#include "page.h"

enum { most_boxes = 64 };

static SDL_Window *window;
static SDL_Rect boxes[most_boxes];
static int box_count;

static void show(void) {
	if (box_count) SDL_UpdateWindowSurfaceRects(window, boxes, box_count);
	box_count = 0;
}

/* Darkens each pixel by how far the line covers it: its centre's distance from the segment. */
static void draw_line(double x0, double y0, double x1, double y1) {
	SDL_Surface *surface = SDL_GetWindowSurface(window);
	struct box box = box_of_line(x0, y0, x1, y1, surface->w, surface->h);
	double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy;
	for (int y = box.y; y < box.y + box.height; y++) {
		uint32_t *row = (uint32_t *)((uint8_t *)surface->pixels + (size_t)y * surface->pitch);
		for (int x = box.x; x < box.x + box.width; x++) {
			double px = x + 0.5 - x0, py = y + 0.5 - y0;
			double along = length > 0 ? fmax(0, fmin(1, (px * dx + py * dy) / length)) : 0;
			double cover = line_width / 2.0 + 0.5 - hypot(px - along * dx, py - along * dy);
			if (cover <= 0) continue;
			uint32_t grey = (row[x] & 0xff) * (1 - fmin(1, cover));
			row[x] = 0xff000000 | grey << 16 | grey << 8 | grey;
		}
	}
	if (box_count == most_boxes) show();
	if (box.width && box.height) boxes[box_count++] = (SDL_Rect){ box.x, box.y, box.width, box.height };
}

static void clear(void) {
	SDL_Surface *surface = SDL_GetWindowSurface(window);
	SDL_FillRect(surface, NULL, 0xffffffff);
	SDL_UpdateWindowSurface(window);
}

static void handle_finger(const SDL_TouchFingerEvent *event) {
	SDL_Surface *surface = SDL_GetWindowSurface(window);
	double x = event->x * surface->w, y = event->y * surface->h;
	struct finger *finger = finger_with(event->fingerId, event->type == SDL_FINGERDOWN);
	if (!finger) return;
	if (event->type == SDL_FINGERUP) {
		finger->is_down = false;
		return;
	}
	if (event->type == SDL_FINGERDOWN) *finger = (struct finger){ true, event->fingerId, x, y };
	draw_line(finger->x, finger->y, x, y);
	finger->x = x, finger->y = y;
}

/* False once the window is to close. */
static bool handle(const SDL_Event *event) {
	switch (event->type) {
	case SDL_QUIT: return false;
	case SDL_WINDOWEVENT:
		if (event->window.event == SDL_WINDOWEVENT_SIZE_CHANGED || event->window.event == SDL_WINDOWEVENT_EXPOSED) clear();
		break;
	case SDL_FINGERDOWN:
	case SDL_FINGERMOTION:
	case SDL_FINGERUP: handle_finger(&event->tfinger);
	}
	return true;
}

int main(int count, char **arguments) {
	(void)count, (void)arguments;
	setenv("SDL_VIDEODRIVER", "wayland", 1);
	SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
	if (SDL_Init(SDL_INIT_VIDEO) != 0) return 69;
	window = SDL_CreateWindow("sdl2", 0, 0, page_width, page_height, SDL_WINDOW_RESIZABLE);
	if (!window) return 69;
	clear();
	SDL_Event event;
	while (SDL_WaitEvent(&event)) {
		do {
			if (!handle(&event)) return 0;
		} while (SDL_PollEvent(&event));
		show();
	}
	return 70;
}
