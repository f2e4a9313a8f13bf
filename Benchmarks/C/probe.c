/* probe.so: a module for Weston 10 that measures a client from the compositor's side: nothing of the client has to be touched,
 * whatever it is written in. It plays fingers on the touchscreen of weston-input.so and watches commits and the client's CPU clock.
 *
 * Commands come by lines on the inherited descriptor EASEL_MODULE_FD; each is answered by "ok RESULTS" or "error WHY".
 *   forget                    the next window is the measured one
 *   first                     waits for its first commit: "ok PID TIME CPU" (CLOCK_MONOTONIC and CPU clock, ns)
 *   cpu                       "ok CPU COMMITS" so far
 *   draw FINGERS FRAMES HZ    wandering fingers, lifted every 50 points; HZ 0 is as fast as the client reads.
 *                             "ok MOTIONS COMMITS WALL CPU", until 200 ms of quiet after the last
 *   latency FRAMES HZ         one finger in rows: from before each motion is sent to the first commit whose buffer is dark
 *                             under the finger; "ok COUNT P50 P90 P99 MAX MISSED" in ns
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include <linux/sockios.h>

#include <libweston/libweston.h>
#include <wayland-server-protocol.h>
#include <weston.h>

/* exported by libweston-10, declared in no header that Debian ships */
struct weston_point2d_device_normalized;
void notify_touch_normalized(struct weston_touch_device *, const struct timespec *, int id, double x, double y,
	const struct weston_point2d_device_normalized *, int type);
void notify_touch_frame(struct weston_touch_device *);

enum {
	smallest_window = 300,
	most_fingers = 16,
	most_points = 200000,
	points_of_a_stroke = 50,
	socket_room = 32768,  /* a flood fills the client's socket no further */
	dark = 3 * 140,       /* the sum of a pixel's channels */
	patience_s = 30,
};
typedef int64_t ns;
static const ns millisecond = 1000000;

static struct weston_compositor *compositor;
static int control, timer;
static bool awaits_first;

static struct {
	struct wl_client *wl;
	struct wl_listener gone;
	struct weston_surface *surface;
	pid_t pid;
	clockid_t clock;
	ns first_time, first_cpu;
	long commits;
} client;

static enum { idle, drawing, settling } state;
static struct {
	bool is_latency;
	int fingers, hz;
	long frame, frames, motions, commits_before;
	ns start, end, cpu_before, quiet_since, quiet_cpu;
} job;
static struct finger { double x, y, direction; bool down; int points; } fingers[most_fingers];
static struct point { int x, y; ns sent, latency; } points[most_points];
static long point_count, first_pending;
static uint32_t seed;

static ns read_clock(clockid_t clock) {
	struct timespec time;
	return clock_gettime(clock, &time) ? 0 : time.tv_sec * 1000 * millisecond + time.tv_nsec;
}
static ns now(void) { return read_clock(CLOCK_MONOTONIC); }

/* The same fingers for every client. */
static double random_unit(void) { return (double)((seed = seed * 1664525u + 1013904223u) >> 8) / (1 << 24); }

static void answer(const char *format, ...) {
	char line[256];
	va_list arguments;
	va_start(arguments, format);
	int length = vsnprintf(line, sizeof line - 1, format, arguments);
	va_end(arguments);
	line[length++] = '\n';
	if (write(control, line, length) != length) weston_log("probe: answer: %s\n", strerror(errno));
}

static void tick_every(ns period) {
	struct timespec time = { period / (1000 * millisecond), period % (1000 * millisecond) };
	timerfd_settime(timer, 0, &(struct itimerspec){ time, time }, NULL);
}

/* ---- the client ---- */

static void client_gone(struct wl_listener *listener, void *data) {
	(void)listener, (void)data;
	client.wl = NULL;
	client.surface = NULL;
	if (state == idle) return;
	state = idle;
	tick_every(0);
	answer("error the client has gone");
}

static void forget_client(void) {
	if (client.wl) wl_list_remove(&client.gone.link);
	memset(&client, 0, sizeof client);
}

static void answer_first(void) {
	awaits_first = false;
	answer("ok %d %ld %ld", client.pid, client.first_time, client.first_cpu);
}

static void meet_client(struct wl_client *wl, ns time) {
	client.wl = wl;
	wl_client_get_credentials(wl, &client.pid, NULL, NULL);
	clock_getcpuclockid(client.pid, &client.clock);
	client.first_time = time;
	client.first_cpu = read_clock(client.clock);
	client.gone.notify = client_gone;
	wl_client_add_destroy_listener(wl, &client.gone);
	if (awaits_first) answer_first();
}

static bool is_inked(struct wl_shm_buffer *buffer, int x, int y) {
	if (x < 0 || y < 0 || x >= wl_shm_buffer_get_width(buffer) || y >= wl_shm_buffer_get_height(buffer)) return false;
	const uint8_t *pixel = (const uint8_t *)wl_shm_buffer_get_data(buffer) + y * wl_shm_buffer_get_stride(buffer) + 4 * x;
	return pixel[0] + pixel[1] + pixel[2] < dark;
}

/* Which of the motions that wait for their ink have it in this buffer. */
static void look_for_ink(struct weston_surface *surface, ns time) {
	struct wl_shm_buffer *buffer = wl_shm_buffer_get(surface->buffer_ref.buffer->resource);
	if (!buffer) return;
	wl_shm_buffer_begin_access(buffer);
	for (long i = first_pending; i < point_count; i++)
		if (!points[i].latency && is_inked(buffer, points[i].x, points[i].y)) points[i].latency = time - points[i].sent;
	while (first_pending < point_count
		&& (points[first_pending].latency || time - points[first_pending].sent > 1000 * millisecond))
		first_pending++;
	wl_shm_buffer_end_access(buffer);
}

static void committed(struct wl_listener *listener, void *data) {
	(void)listener;
	struct weston_surface *surface = data;
	ns time = now();
	if (!surface->resource || !surface->buffer_ref.buffer || surface->width < smallest_window) return;
	struct wl_client *wl = wl_resource_get_client(surface->resource);
	if (!client.pid) meet_client(wl, time);
	if (wl != client.wl) return;
	client.surface = surface;
	client.commits++;
	if (job.is_latency && state != idle) look_for_ink(surface, time);
}

struct watched { struct wl_listener committed, destroyed; };

static void surface_destroyed(struct wl_listener *listener, void *data) {
	struct watched *watched = wl_container_of(listener, watched, destroyed);
	if (client.surface == data) client.surface = NULL;
	wl_list_remove(&watched->committed.link);
	wl_list_remove(&watched->destroyed.link);
	free(watched);
}

static void surface_created(struct wl_listener *listener, void *data) {
	(void)listener;
	struct weston_surface *surface = data;
	struct watched *watched = calloc(1, sizeof *watched);
	watched->committed.notify = committed;
	watched->destroyed.notify = surface_destroyed;
	wl_signal_add(&surface->commit_signal, &watched->committed);
	wl_signal_add(&surface->destroy_signal, &watched->destroyed);
}
static struct wl_listener surface_listener = { .notify = surface_created };

/* ---- fingers ---- */

static struct weston_touch_device *touchscreen(void) {
	struct weston_touch_device *device;
	struct weston_seat *seat = wl_container_of(compositor->seat_list.next, seat, link);
	struct weston_touch *touch = wl_list_empty(&compositor->seat_list) ? NULL : weston_seat_get_touch(seat);
	return touch && !wl_list_empty(&touch->device_list) ? wl_container_of(touch->device_list.next, device, link) : NULL;
}

static void send_touch(int id, int type) {
	struct finger *finger = &fingers[id];
	struct timespec time;
	if (job.is_latency && type != WL_TOUCH_UP && point_count < most_points)
		points[point_count++] = (struct point){ finger->x, finger->y, now(), 0 };
	clock_gettime(CLOCK_MONOTONIC, &time);
	notify_touch_normalized(touchscreen(), &time, id, floor(finger->x) + 0.5, floor(finger->y) + 0.5, NULL, type);
	finger->down = type != WL_TOUCH_UP;
	if (type == WL_TOUCH_MOTION) job.motions++;
}

static void lift_all(void) {
	for (int i = 0; i < most_fingers; i++)
		if (fingers[i].down) send_touch(i, WL_TOUCH_UP);
	notify_touch_frame(touchscreen());
}

static void wander(int id) {
	struct finger *finger = &fingers[id];
	double width = client.surface ? client.surface->width : 1000, height = client.surface ? client.surface->height : 700;
	if (finger->down && finger->points >= points_of_a_stroke) send_touch(id, WL_TOUCH_UP);
	if (!finger->down) {
		*finger = (struct finger){
			width * (0.1 + 0.8 * random_unit()), height * (0.15 + 0.7 * random_unit()), 6.28 * random_unit(), false, 1 };
		send_touch(id, WL_TOUCH_DOWN);
		return;
	}
	finger->direction += random_unit() - 0.5;
	double x = finger->x + 6 * cos(finger->direction), y = finger->y + 6 * sin(finger->direction);
	if (x < width * 0.08 || x > width * 0.92 || y < height * 0.14 || y > height * 0.9) {
		finger->direction += M_PI;
		x = finger->x + 6 * cos(finger->direction);
		y = finger->y + 6 * sin(finger->direction);
	}
	finger->x = x;
	finger->y = y;
	finger->points++;
	send_touch(id, WL_TOUCH_MOTION);
}

/* Rows of 100 points 8 pixels apart, so that no point lies on ink of another. */
static void follow_row(void) {
	long column = job.frame % 100, row = job.frame / 100 % 22;
	if (column == 0 && fingers[0].down) send_touch(0, WL_TOUCH_UP);
	fingers[0].x = 100 + column * 8;
	fingers[0].y = 130 + row * 25;
	send_touch(0, fingers[0].down ? WL_TOUCH_MOTION : WL_TOUCH_DOWN);
}

static void send_frame(void) {
	if (job.is_latency) follow_row();
	else for (int i = 0; i < job.fingers; i++) wander(i);
	notify_touch_frame(touchscreen());
	job.frame++;
}

/* ---- jobs ---- */

static int unread(void) {
	int bytes = 0;
	if (client.wl) ioctl(wl_client_get_fd(client.wl), SIOCOUTQ, &bytes);
	return bytes;
}

static int compare(const void *a, const void *b) {
	ns x = *(const ns *)a, y = *(const ns *)b;
	return (x > y) - (x < y);
}

static void answer_latency(void) {
	ns *sorted = malloc(sizeof *sorted * (point_count + 1));
	long count = 0;
	for (long i = 0; i < point_count; i++)
		if (points[i].latency) sorted[count++] = points[i].latency;
	qsort(sorted, count, sizeof *sorted, compare);
	if (count == 0) answer("error no ink appeared under the finger");
	else answer("ok %ld %ld %ld %ld %ld %ld", count, sorted[(count - 1) / 2], sorted[(count - 1) * 9 / 10],
		sorted[(count - 1) * 99 / 100], sorted[count - 1], point_count - count);
	free(sorted);
}

static void finish(ns cpu) {
	state = idle;
	tick_every(0);
	if (job.is_latency) answer_latency();
	else answer("ok %ld %ld %ld %ld", job.motions, client.commits - job.commits_before, job.end - job.start, cpu - job.cpu_before);
}

/* Until the client has read all and used less than 1 % of a core for 200 ms. */
static void settle(void) {
	ns time = now(), cpu = read_clock(client.clock), elapsed = time - job.quiet_since;
	if (time - job.end > patience_s * 1000 * millisecond) {
		finish(cpu);
	} else if (unread() > 0) {
		job.quiet_since = time;
		job.quiet_cpu = cpu;
	} else if (elapsed >= 200 * millisecond) {
		if (cpu - job.quiet_cpu < elapsed / 100) return finish(job.quiet_cpu);
		job.quiet_since = time;
		job.quiet_cpu = cpu;
	}
}

static void draw(uint64_t ticks) {
	if (job.hz) {
		for (uint64_t i = 0; i < ticks && i < 20 && job.frame < job.frames; i++) send_frame();
	} else {
		for (int i = 0; i < 400 && job.frame < job.frames && unread() < socket_room; i++) {
			send_frame();
			if (i % 4 == 3) wl_display_flush_clients(compositor->wl_display);
		}
	}
	wl_display_flush_clients(compositor->wl_display);
	if (job.frame < job.frames) return;
	job.end = job.quiet_since = now();
	lift_all();
	wl_display_flush_clients(compositor->wl_display);
	job.quiet_cpu = read_clock(client.clock);
	state = settling;
	tick_every(50 * millisecond);
}

static int ticked(int fd, uint32_t mask, void *data) {
	(void)mask, (void)data;
	uint64_t ticks;
	if (read(fd, &ticks, sizeof ticks) != sizeof ticks) return 0;
	if (state == drawing) draw(ticks);
	else if (state == settling) settle();
	return 0;
}

static void start_job(bool is_latency, int finger_count, long frames, int hz) {
	memset(fingers, 0, sizeof fingers);
	memset(&job, 0, sizeof job);
	point_count = first_pending = 0;
	seed = 1;
	job.is_latency = is_latency;
	job.fingers = finger_count;
	job.frames = frames;
	job.hz = hz;
	job.commits_before = client.commits;
	job.cpu_before = read_clock(client.clock);
	job.start = now();
	state = drawing;
	tick_every(hz ? 1000 * millisecond / hz : millisecond / 10);
}

static void run_line(const char *line) {
	char word[32] = "";
	int length = 0, finger_count, hz;
	long frames;
	sscanf(line, "%31s%n", word, &length);
	const char *rest = line + length;
	if (state != idle) answer("error busy");
	else if (!strcmp(word, "forget")) forget_client(), answer("ok");
	else if (!strcmp(word, "first")) { if (client.pid) answer_first(); else awaits_first = true; }
	else if (!client.wl || !touchscreen()) answer("error there is no client");
	else if (!strcmp(word, "cpu")) answer("ok %ld %ld", read_clock(client.clock), client.commits);
	else if (!strcmp(word, "draw") && sscanf(rest, "%d %ld %d", &finger_count, &frames, &hz) == 3 && finger_count > 0
		&& finger_count <= most_fingers) start_job(false, finger_count, frames, hz);
	else if (!strcmp(word, "latency") && sscanf(rest, "%ld %d", &frames, &hz) == 2 && hz > 0) start_job(true, 1, frames, hz);
	else answer("error no such command: %s", line);
}

static int readable(int fd, uint32_t mask, void *data) {
	(void)mask, (void)data;
	static char buffer[4096];
	static size_t length;
	ssize_t count = read(fd, buffer + length, sizeof buffer - 1 - length);
	if (count <= 0) {
		weston_compositor_exit(compositor);
		return 0;
	}
	length += count;
	for (char *end; (end = memchr(buffer, '\n', length));) {
		*end = 0;
		run_line(buffer);
		length -= end + 1 - buffer;
		memmove(buffer, end + 1, length);
	}
	return 0;
}

WL_EXPORT int wet_module_init(struct weston_compositor *ec, int *argc, char *argv[]) {
	(void)argc, (void)argv;
	const char *fd = getenv("EASEL_MODULE_FD");
	if (!fd) return -1;
	compositor = ec;
	control = atoi(fd);
	fcntl(control, F_SETFD, FD_CLOEXEC);
	timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	struct wl_event_loop *loop = wl_display_get_event_loop(ec->wl_display);
	wl_event_loop_add_fd(loop, timer, WL_EVENT_READABLE, ticked, NULL);
	wl_event_loop_add_fd(loop, control, WL_EVENT_READABLE, readable, NULL);
	wl_signal_add(&ec->create_surface_signal, &surface_listener);
	/* Headless Weston repaints in the last repaint_msec of a period of its own; 7, the default, makes 39 frames a second, 16 makes 58. */
	ec->repaint_msec = 16;
	answer("ready");
	return 0;
}
