#define _GNU_SOURCE
#include "motions.h"

#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-server.h>

enum { MOST_TOUCHES = 8 };

static struct wl_display *display;
static struct wl_resource *touches[MOST_TOUCHES];
static int touch_count;
static int orders[2], answers[2];

/* What is offered but never used answers no request. */
static const struct wl_interface xdg_wm_base = {"xdg_wm_base", 1, 0, NULL, 0, NULL};

static void bind_unused(struct wl_client *client, void *interface, uint32_t version, uint32_t id) {
  wl_resource_create(client, interface, (int)version, id);
}

static void release(struct wl_client *client, struct wl_resource *resource) {
  (void)client;
  wl_resource_destroy(resource);
}

static void forget_touch(struct wl_resource *touch) {
  for (int index = 0; index < touch_count; index++) {
    if (touches[index] == touch) touches[index--] = touches[--touch_count];
  }
}

static const struct wl_touch_interface touch_requests = {.release = release};

static void get_touch(struct wl_client *client, struct wl_resource *seat, uint32_t id) {
  struct wl_resource *touch = wl_resource_create(client, &wl_touch_interface, wl_resource_get_version(seat), id);
  wl_resource_set_implementation(touch, &touch_requests, NULL, forget_touch);
  if (touch_count < MOST_TOUCHES) touches[touch_count++] = touch;
}

static void get_none(struct wl_client *client, struct wl_resource *seat, uint32_t id) {
  (void)client, (void)seat, (void)id;
}

static const struct wl_seat_interface seat_requests = {
    .get_pointer = get_none, .get_keyboard = get_none, .get_touch = get_touch, .release = release};

static void bind_seat(struct wl_client *client, void *data, uint32_t version, uint32_t id) {
  (void)data;
  struct wl_resource *seat = wl_resource_create(client, &wl_seat_interface, (int)version, id);
  wl_resource_set_implementation(seat, &seat_requests, NULL, NULL);
  wl_seat_send_capabilities(seat, WL_SEAT_CAPABILITY_TOUCH);
}

/* An order is a number of movements; 0 asks for a new client. */
static int take_order(int descriptor, uint32_t mask, void *data) {
  (void)mask, (void)data;
  int order, answer = 0;
  if (read(descriptor, &order, sizeof order) != sizeof order) return 0;
  if (order == 0) {
    int ends[2];
    answer = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 && wl_client_create(display, ends[0])) answer = ends[1];
  }
  for (int touch = 0; touch < touch_count; touch++) {
    for (int index = 0; index < order; index++)
      wl_touch_send_motion(touches[touch], (uint32_t)index, 1, wl_fixed_from_int(100 + index % 64), wl_fixed_from_int(100));
  }
  wl_display_flush_clients(display);
  return write(answers[1], &answer, sizeof answer) == sizeof answer ? 0 : -1;
}

/* That a client has left is no news. */
static void say_nothing(const char *format, va_list arguments) { (void)format, (void)arguments; }

static void *serve(void *unused) {
  wl_display_run(display);
  return unused;
}

static int give_order(int order) {
  int answer = -1;
  if (write(orders[1], &order, sizeof order) != sizeof order) return -1;
  return read(answers[0], &answer, sizeof answer) == sizeof answer ? answer : -1;
}

int motions_start(void) {
  wl_log_set_handler_server(say_nothing);
  display = wl_display_create();
  if (!display || pipe(orders) != 0 || pipe(answers) != 0) return -1;
  wl_display_init_shm(display);
  wl_global_create(display, &wl_compositor_interface, 4, (void *)&wl_compositor_interface, bind_unused);
  wl_global_create(display, &xdg_wm_base, 1, (void *)&xdg_wm_base, bind_unused);
  wl_global_create(display, &wl_seat_interface, 5, NULL, bind_seat);
  wl_event_loop_add_fd(wl_display_get_event_loop(display), orders[0], WL_EVENT_READABLE, take_order, NULL);
  pthread_t thread;
  if (pthread_create(&thread, NULL, serve, NULL) != 0) return -1;
  pthread_detach(thread);
  return motions_connect();
}

int motions_connect(void) { return give_order(0); }

void motions_send(int count) { give_order(count); }
