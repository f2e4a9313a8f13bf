/* weston-input.so: a module for Weston 10 that gives its seat a touchscreen, a mouse and a keyboard, all played by a script.
 *
 * Commands come as lines on the inherited descriptor EASEL_RIG_FD, and each is answered by one line, "ok ..." or
 * "error ...". The first line we send is "ready". When the other end is closed, Weston ends: nothing outlives its test.
 *
 *   down ID X Y, move ID X Y, up ID, frame, cancel      touches; X and Y in the compositor's points
 *   pointer X Y, button CODE 0|1, axis 0|1 VALUE, key CODE 0|1
 *   touchscreen 0|1      unplug it, plug it in; the latter is answered once a client listens to it
 *   window               answered once a window shows something: "ok WIDTH HEIGHT" in points
 *   shot FILE            writes the screen as PPM; answered when it is written
 *
 * EASEL_RIG_DEVICES names what the seat has from the start, by default "touch pointer keyboard".
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libweston/libweston.h>
#include <pixman.h>
#include <wayland-server-protocol.h>
#include <weston.h>

/* libweston-10 exports what a backend needs, but Debian ships no header that declares it. */
struct weston_point2d_device_normalized;
void weston_seat_init(struct weston_seat *, struct weston_compositor *, const char *name);
int weston_seat_init_pointer(struct weston_seat *);
int weston_seat_init_keyboard(struct weston_seat *, struct xkb_keymap *);
int weston_seat_init_touch(struct weston_seat *);
void weston_seat_release_touch(struct weston_seat *);
struct weston_touch_device *weston_touch_create_touch_device(
	struct weston_touch *, const char *path, void *data, const struct weston_touch_device_ops *);
void weston_touch_device_destroy(struct weston_touch_device *);
void notify_touch_normalized(struct weston_touch_device *, const struct timespec *, int id, double x, double y,
	const struct weston_point2d_device_normalized *, int type);
void notify_touch_frame(struct weston_touch_device *);
void notify_touch_cancel(struct weston_touch_device *);
void notify_motion_absolute(struct weston_seat *, const struct timespec *, double x, double y);
void notify_button(struct weston_seat *, const struct timespec *, int32_t button, enum wl_pointer_button_state);
void notify_axis(struct weston_seat *, const struct timespec *, struct weston_pointer_axis_event *);
void notify_pointer_frame(struct weston_seat *);
void notify_key(struct weston_seat *, const struct timespec *, uint32_t key, enum wl_keyboard_key_state,
	enum weston_key_state_update);
void weston_output_damage(struct weston_output *);

enum { smallest_window = 100 }; /* anything narrower is a cursor */

static struct {
	struct weston_compositor *compositor;
	struct weston_seat own_seat, *seat;
	struct weston_touch_device *touchscreen;
	int fd;
	struct wl_event_source *source;
	char input[1 << 16];
	size_t length;
	bool is_busy; /* the last command is not answered yet: the next ones wait */
	bool awaits_window;
	struct weston_surface *window;
	struct wl_listener surface_created, window_painted;
	char shot_path[512];
	struct wl_listener shot_frame;
	struct wl_event_source *listening; /* a timer: libweston tells nobody when a client takes the touchscreen */
} rig;

static void read_commands(void);

static void answer(const char *format, ...) {
	char line[256];
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(line, sizeof line - 1, format, arguments);
	va_end(arguments);
	line[length++] = '\n';
	if (write(rig.fd, line, length) != length) weston_log("weston-input: answer: %s\n", strerror(errno));
}

static void answer_late(const char *line) {
	rig.is_busy = false;
	answer("%s", line);
	read_commands();
}

/* ---- windows ---- */

static struct weston_output *output(void) {
	struct weston_output *first;
	return wl_list_empty(&rig.compositor->output_list)
		? NULL : wl_container_of(rig.compositor->output_list.next, first, link);
}

struct watched {
	struct wl_listener committed, destroyed;
};

/* A new window gets touches only once it was in a picture: before, Weston does not find it under a finger. */
static void window_painted(struct wl_listener *listener, void *data) {
	(void)data;
	char line[64];
	wl_list_remove(&listener->link);
	if (!rig.window) {
		rig.awaits_window = true;
		return;
	}
	snprintf(line, sizeof line, "ok %d %d", rig.window->width, rig.window->height);
	answer_late(line);
}

static void answer_window(void) {
	rig.awaits_window = false;
	rig.window_painted.notify = window_painted;
	wl_signal_add(&output()->frame_signal, &rig.window_painted);
	weston_output_damage(output());
}

static void surface_committed(struct wl_listener *listener, void *data) {
	(void)listener;
	struct weston_surface *surface = data;
	if (!surface->buffer_ref.buffer || surface->width < smallest_window) return;
	rig.window = surface;
	if (rig.awaits_window && output()) answer_window();
}

static void surface_destroyed(struct wl_listener *listener, void *data) {
	struct watched *watched = wl_container_of(listener, watched, destroyed);
	if (rig.window == data) rig.window = NULL;
	wl_list_remove(&watched->committed.link);
	wl_list_remove(&watched->destroyed.link);
	free(watched);
}

static void surface_created(struct wl_listener *listener, void *data) {
	(void)listener;
	struct weston_surface *surface = data;
	struct watched *watched = calloc(1, sizeof *watched);
	watched->committed.notify = surface_committed;
	watched->destroyed.notify = surface_destroyed;
	wl_signal_add(&surface->commit_signal, &watched->committed);
	wl_signal_add(&surface->destroy_signal, &watched->destroyed);
}

/* ---- the screen ---- */

static bool write_ppm(const char *path, const uint32_t *pixels, int width, int height) {
	FILE *file = fopen(path, "wb");
	if (!file) return false;
	fprintf(file, "P6\n%d %d\n255\n", width, height);
	for (int i = 0; i < width * height; i++) {
		unsigned char rgb[3] = { pixels[i] >> 16, pixels[i] >> 8, pixels[i] };
		fwrite(rgb, 1, 3, file);
	}
	return fclose(file) == 0;
}

static void shot_ready(struct wl_listener *listener, void *data) {
	(void)data;
	struct weston_output *screen = output();
	int width = screen->current_mode->width, height = screen->current_mode->height;
	uint32_t *pixels = malloc((size_t)width * height * 4);
	wl_list_remove(&listener->link);
	screen->disable_planes--;
	bool done = pixels
		&& rig.compositor->renderer->read_pixels(screen, PIXMAN_x8r8g8b8, pixels, 0, 0, width, height) == 0
		&& write_ppm(rig.shot_path, pixels, width, height);
	free(pixels);
	answer_late(done ? "ok" : "error the picture could not be written");
}

static void shoot(const char *path) {
	snprintf(rig.shot_path, sizeof rig.shot_path, "%s", path);
	rig.is_busy = true;
	rig.shot_frame.notify = shot_ready;
	wl_signal_add(&output()->frame_signal, &rig.shot_frame);
	output()->disable_planes++;
	weston_output_damage(output());
}

/* ---- devices ---- */

static void plug_touchscreen(bool in) {
	if (in && !rig.touchscreen) {
		weston_seat_init_touch(rig.seat);
		rig.touchscreen = weston_touch_create_touch_device(weston_seat_get_touch(rig.seat), "/easel/touch", NULL, NULL);
	} else if (!in && rig.touchscreen) {
		weston_touch_device_destroy(rig.touchscreen);
		weston_seat_release_touch(rig.seat);
		rig.touchscreen = NULL;
	}
}

static int look_for_listeners(void *data) {
	(void)data;
	struct weston_touch *touch = weston_seat_get_touch(rig.seat);
	if (touch && wl_list_empty(&touch->resource_list) && wl_list_empty(&touch->focus_resource_list))
		return wl_event_source_timer_update(rig.listening, 2);
	answer_late("ok");
	return 0;
}

/* Weston 10 has no grab that forwards a cancel, so the client would never see one: we send it ourselves and forget the fingers. */
static void cancel_touches(void) {
	struct weston_touch *touch = weston_seat_get_touch(rig.seat);
	struct wl_resource *resource;
	notify_touch_cancel(rig.touchscreen);
	wl_resource_for_each(resource, &touch->focus_resource_list) wl_touch_send_cancel(resource);
	weston_touch_set_focus(touch, NULL);
	touch->num_tp = 0;
}

/* ---- commands ---- */

static const char *touch_command(const char *word, const char *rest, const struct timespec *now) {
	int id;
	double x, y;
	if (!rig.touchscreen) return "there is no touchscreen";
	if (!strcmp(word, "frame")) notify_touch_frame(rig.touchscreen);
	else if (!strcmp(word, "cancel")) cancel_touches();
	else if (!strcmp(word, "up") && sscanf(rest, "%d", &id) == 1)
		notify_touch_normalized(rig.touchscreen, now, id, 0, 0, NULL, WL_TOUCH_UP);
	else if (sscanf(rest, "%d %lf %lf", &id, &x, &y) == 3)
		notify_touch_normalized(
			rig.touchscreen, now, id, x, y, NULL, strcmp(word, "down") ? WL_TOUCH_MOTION : WL_TOUCH_DOWN);
	else return "wrong arguments";
	return NULL;
}

static const char *pointer_command(const char *word, const char *rest, const struct timespec *now) {
	int code, state;
	double x, y;
	if (!weston_seat_get_pointer(rig.seat)) return "there is no pointer";
	if (!strcmp(word, "pointer") && sscanf(rest, "%lf %lf", &x, &y) == 2) notify_motion_absolute(rig.seat, now, x, y);
	else if (!strcmp(word, "button") && sscanf(rest, "%i %d", &code, &state) == 2)
		notify_button(rig.seat, now, code, state);
	else if (!strcmp(word, "axis") && sscanf(rest, "%d %lf", &code, &x) == 2) {
		struct weston_pointer_axis_event event = { .axis = code, .value = x };
		notify_axis(rig.seat, now, &event);
	} else return "wrong arguments";
	notify_pointer_frame(rig.seat);
	return NULL;
}

static bool is_one_of(const char *word, const char *words) {
	size_t length = strlen(word);
	for (const char *p = words; (p = strstr(p, word)); p += length)
		if ((p == words || p[-1] == ' ') && (p[length] == ' ' || !p[length])) return true;
	return false;
}

static const char *command(const char *word, const char *rest) {
	int number, state;
	char path[512];
	struct timespec now;
	weston_compositor_get_time(&now);
	if (is_one_of(word, "down move up frame cancel")) return touch_command(word, rest, &now);
	if (is_one_of(word, "pointer button axis")) return pointer_command(word, rest, &now);
	if (!strcmp(word, "key") && sscanf(rest, "%d %d", &number, &state) == 2 && weston_seat_get_keyboard(rig.seat))
		notify_key(rig.seat, &now, number, state, STATE_UPDATE_AUTOMATIC);
	else if (!strcmp(word, "touchscreen") && sscanf(rest, "%d", &number) == 1) {
		plug_touchscreen(number);
		rig.is_busy = number;
		if (number) wl_event_source_timer_update(rig.listening, 1);
	}
	else if (!strcmp(word, "window")) rig.is_busy = rig.awaits_window = true;
	else if (!strcmp(word, "shot") && sscanf(rest, "%511s", path) == 1 && output()) shoot(path);
	else return "no such command, or wrong arguments";
	return NULL;
}

static void run_line(const char *line) {
	char word[32];
	int length;
	if (sscanf(line, "%31s%n", word, &length) != 1) return;
	const char *problem = command(word, line + length);
	if (problem) answer("error %s: %s", line, problem);
	else if (rig.awaits_window && rig.window && output()) answer_window();
	else if (!rig.is_busy) answer("ok");
}

static void read_commands(void) {
	char *end;
	while (!rig.is_busy && (end = memchr(rig.input, '\n', rig.length))) {
		*end = 0;
		run_line(rig.input);
		rig.length -= end + 1 - rig.input;
		memmove(rig.input, end + 1, rig.length);
	}
}

static int readable(int fd, uint32_t mask, void *data) {
	(void)mask, (void)data;
	ssize_t count = read(fd, rig.input + rig.length, sizeof rig.input - rig.length);
	if (count > 0) {
		rig.length += count;
		read_commands();
	} else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
		wl_event_source_remove(rig.source);
		weston_compositor_exit(rig.compositor);
	}
	return 0;
}

static bool make_seat(const char *devices) {
	if (wl_list_empty(&rig.compositor->seat_list)) {
		weston_seat_init(&rig.own_seat, rig.compositor, "seat0");
		rig.seat = &rig.own_seat;
	} else {
		rig.seat = wl_container_of(rig.compositor->seat_list.next, rig.seat, link);
	}
	if (is_one_of("pointer", devices)) weston_seat_init_pointer(rig.seat);
	if (is_one_of("keyboard", devices) && weston_seat_init_keyboard(rig.seat, NULL) < 0) return false;
	if (is_one_of("touch", devices)) plug_touchscreen(true);
	return true;
}

WL_EXPORT int wet_module_init(struct weston_compositor *compositor, int *argc, char *argv[]) {
	(void)argc, (void)argv;
	const char *fd = getenv("EASEL_RIG_FD"), *devices = getenv("EASEL_RIG_DEVICES");
	rig.compositor = compositor;
	if (!fd || !make_seat(devices ? devices : "touch pointer keyboard")) return -1;
	rig.fd = atoi(fd);
	fcntl(rig.fd, F_SETFD, FD_CLOEXEC);
	rig.surface_created.notify = surface_created;
	wl_signal_add(&compositor->create_surface_signal, &rig.surface_created);
	struct wl_event_loop *loop = wl_display_get_event_loop(compositor->wl_display);
	rig.source = wl_event_loop_add_fd(loop, rig.fd, WL_EVENT_READABLE, readable, NULL);
	rig.listening = wl_event_loop_add_timer(loop, look_for_listeners, NULL);
	answer("ready");
	return 0;
}
