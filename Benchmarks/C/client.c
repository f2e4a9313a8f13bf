/* client: what a careful program in C without a toolkit costs. Each finger draws a line of its own, as in `easel`; strokes are
 * kept, only what changed is painted, and each touch frame is committed at once.
 *
 * The strokes lie in one picture; a commit copies the damaged box from there into a free buffer, together with what that buffer
 * has missed since it was last shown.
 */
#define _GNU_SOURCE
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cairo.h>
#include <wayland-client.h>

#include "xdg-shell-client-protocol.h"

enum { buffer_count = 3, most_fingers = 16, line_width = 3 };

struct box { int left, top, right, bottom; };
struct buffer { struct wl_buffer *wl; uint8_t *pixels; bool is_held; struct box missed; };
struct stroke { float *points; int count, capacity; };

static struct wl_compositor *compositor;
static struct wl_shm *shm;
static struct xdg_wm_base *shell;
static struct wl_surface *surface;
static int width = 1000, height = 700, stride;
static bool is_configured, is_running = true;
static struct buffer buffers[buffer_count];
static cairo_surface_t *page;
static cairo_t *cairo;
static struct box damage;
static struct stroke *strokes;
static int stroke_count, stroke_capacity;
static struct { bool down; int id, stroke; double x, y; } fingers[most_fingers];

static bool is_empty(struct box box) { return box.left >= box.right || box.top >= box.bottom; }

static void add_box(struct box *sum, struct box box) {
	if (is_empty(box)) return;
	if (is_empty(*sum)) *sum = box;
	if (box.left < sum->left) sum->left = box.left;
	if (box.top < sum->top) sum->top = box.top;
	if (box.right > sum->right) sum->right = box.right;
	if (box.bottom > sum->bottom) sum->bottom = box.bottom;
}

/* ---- buffers ---- */

static void buffer_released(void *data, struct wl_buffer *wl) {
	(void)wl;
	((struct buffer *)data)->is_held = false;
}
static const struct wl_buffer_listener buffer_listener = { buffer_released };

static void make_page(void) {
	cairo_destroy(cairo);
	cairo_surface_destroy(page);
	page = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	cairo = cairo_create(page);
	cairo_set_source_rgb(cairo, 1, 1, 1);
	cairo_paint(cairo);
	cairo_set_source_rgb(cairo, 0, 0, 0);
	cairo_set_line_width(cairo, line_width);
	cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
	cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
	damage = (struct box){ 0, 0, width, height };
}

static void make_buffers(void) {
	if (page && cairo_image_surface_get_width(page) == width && cairo_image_surface_get_height(page) == height) return;
	stride = width * 4;
	size_t length = (size_t)stride * height;
	int fd = memfd_create("client", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, buffer_count * length)) exit(1);
	uint8_t *memory = mmap(NULL, buffer_count * length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	struct wl_shm_pool *pool = wl_shm_create_pool(shm, fd, buffer_count * length);
	for (int i = 0; i < buffer_count; i++) {
		if (buffers[i].wl) wl_buffer_destroy(buffers[i].wl);
		buffers[i] = (struct buffer){
			wl_shm_pool_create_buffer(pool, i * length, width, height, stride, WL_SHM_FORMAT_XRGB8888),
			memory + i * length, false, { 0, 0, width, height } };
		wl_buffer_add_listener(buffers[i].wl, &buffer_listener, &buffers[i]);
	}
	wl_shm_pool_destroy(pool);
	close(fd);
	make_page();
}

static void commit(void) {
	struct buffer *buffer = NULL;
	if (!is_configured || is_empty(damage)) return;
	for (int i = 0; i < buffer_count && !buffer; i++)
		if (!buffers[i].is_held) buffer = &buffers[i];
	if (!buffer) return;
	for (int i = 0; i < buffer_count; i++) add_box(&buffers[i].missed, damage);
	struct box box = buffer->missed;
	cairo_surface_flush(page);
	const uint8_t *source = cairo_image_surface_get_data(page);
	for (int y = box.top; y < box.bottom; y++) {
		size_t offset = (size_t)y * stride + box.left * 4;
		memcpy(buffer->pixels + offset, source + offset, (box.right - box.left) * 4);
	}
	buffer->missed = (struct box){ 0, 0, 0, 0 };
	buffer->is_held = true;
	wl_surface_attach(surface, buffer->wl, 0, 0);
	wl_surface_damage_buffer(surface, damage.left, damage.top, damage.right - damage.left, damage.bottom - damage.top);
	wl_surface_commit(surface);
	damage = (struct box){ 0, 0, 0, 0 };
}

/* ---- strokes ---- */

static void add_point(int index, double x, double y) {
	struct stroke *stroke = &strokes[index];
	if (stroke->count == stroke->capacity) {
		stroke->capacity = stroke->capacity ? 2 * stroke->capacity : 32;
		stroke->points = realloc(stroke->points, stroke->capacity * 2 * sizeof *stroke->points);
	}
	stroke->points[2 * stroke->count] = x;
	stroke->points[2 * stroke->count++ + 1] = y;
}

static void paint_line(double x0, double y0, double x1, double y1) {
	const int margin = line_width;
	cairo_move_to(cairo, x0, y0);
	cairo_line_to(cairo, x1, y1);
	cairo_stroke(cairo);
	struct box box = { fmax(0, fmin(x0, x1) - margin), fmax(0, fmin(y0, y1) - margin),
		fmin(width, fmax(x0, x1) + margin + 1), fmin(height, fmax(y0, y1) + margin + 1) };
	add_box(&damage, box);
}

static int finger_with(int id) {
	for (int i = 0; i < most_fingers; i++)
		if (fingers[i].down && fingers[i].id == id) return i;
	return -1;
}

static void touch_down(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, struct wl_surface *on, int32_t id,
	wl_fixed_t x, wl_fixed_t y) {
	(void)data, (void)touch, (void)serial, (void)time, (void)on;
	int free_finger = 0;
	while (free_finger < most_fingers && fingers[free_finger].down) free_finger++;
	if (free_finger == most_fingers) return;
	if (stroke_count == stroke_capacity) {
		stroke_capacity += 256;
		strokes = realloc(strokes, stroke_capacity * sizeof *strokes);
	}
	strokes[stroke_count] = (struct stroke){ NULL, 0, 0 };
	fingers[free_finger].down = true;
	fingers[free_finger].id = id;
	fingers[free_finger].stroke = stroke_count;
	fingers[free_finger].x = wl_fixed_to_double(x);
	fingers[free_finger].y = wl_fixed_to_double(y);
	add_point(stroke_count++, fingers[free_finger].x, fingers[free_finger].y);
	paint_line(fingers[free_finger].x, fingers[free_finger].y, fingers[free_finger].x, fingers[free_finger].y);
}

static void touch_motion(void *data, struct wl_touch *touch, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
	(void)data, (void)touch, (void)time;
	int finger = finger_with(id);
	if (finger < 0) return;
	double new_x = wl_fixed_to_double(x), new_y = wl_fixed_to_double(y);
	add_point(fingers[finger].stroke, new_x, new_y);
	paint_line(fingers[finger].x, fingers[finger].y, new_x, new_y);
	fingers[finger].x = new_x;
	fingers[finger].y = new_y;
}

static void touch_up(void *data, struct wl_touch *touch, uint32_t serial, uint32_t time, int32_t id) {
	(void)data, (void)touch, (void)serial, (void)time;
	int finger = finger_with(id);
	if (finger >= 0) fingers[finger].down = false;
}

static void touch_frame(void *data, struct wl_touch *touch) { (void)data, (void)touch, commit(); }
static void touch_cancel(void *data, struct wl_touch *touch) { (void)data, (void)touch, memset(fingers, 0, sizeof fingers); }
static void touch_shape(void *data, struct wl_touch *touch, int32_t id, wl_fixed_t major, wl_fixed_t minor) {
	(void)data, (void)touch, (void)id, (void)major, (void)minor;
}
static void touch_orientation(void *data, struct wl_touch *touch, int32_t id, wl_fixed_t angle) {
	(void)data, (void)touch, (void)id, (void)angle;
}
static const struct wl_touch_listener touch_listener = {
	touch_down, touch_up, touch_motion, touch_frame, touch_cancel, touch_shape, touch_orientation };

/* ---- the display ---- */

static void seat_capabilities(void *data, struct wl_seat *seat, uint32_t capabilities) {
	static struct wl_touch *touch;
	(void)data;
	if (!(capabilities & WL_SEAT_CAPABILITY_TOUCH) || touch) return;
	touch = wl_seat_get_touch(seat);
	wl_touch_add_listener(touch, &touch_listener, NULL);
}
static void seat_name(void *data, struct wl_seat *seat, const char *name) { (void)data, (void)seat, (void)name; }
static const struct wl_seat_listener seat_listener = { seat_capabilities, seat_name };

static void shell_ping(void *data, struct xdg_wm_base *base, uint32_t serial) { (void)data, xdg_wm_base_pong(base, serial); }
static const struct xdg_wm_base_listener shell_listener = { shell_ping };

static void surface_configured(void *data, struct xdg_surface *xdg, uint32_t serial) {
	(void)data;
	xdg_surface_ack_configure(xdg, serial);
	make_buffers();
	is_configured = true;
	commit();
}
static const struct xdg_surface_listener surface_listener = { surface_configured };

static void window_configured(void *data, struct xdg_toplevel *window, int32_t w, int32_t h, struct wl_array *states) {
	(void)data, (void)window, (void)states;
	if (w > 0 && h > 0) width = w, height = h;
}
static void window_closed(void *data, struct xdg_toplevel *window) { (void)data, (void)window, is_running = false; }
static const struct xdg_toplevel_listener window_listener = { .configure = window_configured, .close = window_closed };

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
	(void)data;
	if (!strcmp(interface, "wl_compositor")) compositor = wl_registry_bind(registry, name, &wl_compositor_interface, 4);
	else if (!strcmp(interface, "wl_shm")) shm = wl_registry_bind(registry, name, &wl_shm_interface, 1);
	else if (!strcmp(interface, "xdg_wm_base")) {
		shell = wl_registry_bind(registry, name, &xdg_wm_base_interface, 1);
		xdg_wm_base_add_listener(shell, &shell_listener, NULL);
	} else if (!strcmp(interface, "wl_seat")) {
		struct wl_seat *seat = wl_registry_bind(registry, name, &wl_seat_interface, version < 5 ? version : 5);
		wl_seat_add_listener(seat, &seat_listener, NULL);
	}
}
static void global_removed(void *data, struct wl_registry *registry, uint32_t name) { (void)data, (void)registry, (void)name; }
static const struct wl_registry_listener registry_listener = { global, global_removed };

int main(void) {
	struct wl_display *display = wl_display_connect(NULL);
	if (!display) return 69;
	wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
	wl_display_roundtrip(display);
	surface = wl_compositor_create_surface(compositor);
	struct xdg_surface *xdg = xdg_wm_base_get_xdg_surface(shell, surface);
	struct xdg_toplevel *window = xdg_surface_get_toplevel(xdg);
	xdg_surface_add_listener(xdg, &surface_listener, NULL);
	xdg_toplevel_add_listener(window, &window_listener, NULL);
	xdg_toplevel_set_title(window, "client");
	wl_surface_commit(surface);
	while (is_running && wl_display_dispatch(display) >= 0) commit();
	return 0;
}
