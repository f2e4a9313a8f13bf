#include "motions.h"

#include <string.h>
#include <time.h>
#include <wayland-client.h>

static struct wl_touch *touch;

static void down(void *data, struct wl_touch *object, uint32_t serial, uint32_t time, struct wl_surface *surface, int32_t id,
                 wl_fixed_t x, wl_fixed_t y) {
  (void)data, (void)object, (void)serial, (void)time, (void)surface, (void)id, (void)x, (void)y;
}

static void up(void *data, struct wl_touch *object, uint32_t serial, uint32_t time, int32_t id) {
  (void)data, (void)object, (void)serial, (void)time, (void)id;
}

static void motion(void *data, struct wl_touch *object, uint32_t time, int32_t id, wl_fixed_t x, wl_fixed_t y) {
  (void)data, (void)object, (void)time, (void)id, (void)x, (void)y;
}

static void nothing(void *data, struct wl_touch *object) { (void)data, (void)object; }

static const struct wl_touch_listener touch_listener = {
    .down = down, .up = up, .motion = motion, .frame = nothing, .cancel = nothing};

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
  (void)data, (void)version;
  if (strcmp(interface, wl_seat_interface.name) != 0) return;
  struct wl_seat *seat = wl_registry_bind(registry, name, &wl_seat_interface, 5);
  touch = wl_seat_get_touch(seat);
  wl_touch_add_listener(touch, &touch_listener, NULL);
}

static void global_gone(void *data, struct wl_registry *registry, uint32_t name) { (void)data, (void)registry, (void)name; }

static const struct wl_registry_listener registry_listener = {.global = global, .global_remove = global_gone};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

double motions_handle_in_c(int rounds, int count, double *dispatch) {
  struct wl_display *display = wl_display_connect_to_fd(motions_connect());
  if (!display) return -1;
  wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
  for (int trip = 0; trip < 2; trip++) {
    if (wl_display_roundtrip(display) < 0) return -1;
  }
  double whole = 0;
  *dispatch = 0;
  for (int round = 0; round < rounds; round++) {
    motions_send(count);
    double start = now();
    while (wl_display_prepare_read(display) != 0) wl_display_dispatch_pending(display);
    if (wl_display_read_events(display) < 0) return -1;
    double middle = now();
    if (wl_display_dispatch_pending(display) != count) return -1;
    double end = now();
    whole += end - start;
    *dispatch += end - middle;
  }
  wl_display_disconnect(display);
  return whole;
}
