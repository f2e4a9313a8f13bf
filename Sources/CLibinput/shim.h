// libinput and libudev as a table of their functions, filled by `dlopen` when the bare screen is used: libinput brings GLib and five
// more libraries with it, which nobody who runs under a compositor should load. Tests fill the table with functions of their own.
#pragma once
#include <dlfcn.h>
#include <libinput.h>
#include <libudev.h>
#include <stddef.h>

// The functions that are used, without their prefix; one a line, in the order of the library's header.
#define EASEL_LIBINPUT_FUNCTIONS(F) \
  F(get_fd) \
  F(dispatch) \
  F(get_event) \
  F(suspend) \
  F(resume) \
  F(unref) \
  F(udev_create_context) \
  F(udev_assign_seat) \
  F(path_create_context) \
  F(path_add_device) \
  F(set_user_data) \
  F(log_set_priority) \
  F(log_set_handler) \
  F(event_destroy) \
  F(event_get_type) \
  F(event_get_device) \
  F(event_get_touch_event) \
  F(event_touch_get_time_usec) \
  F(event_touch_get_seat_slot) \
  F(event_touch_get_x_transformed) \
  F(event_touch_get_y_transformed) \
  F(device_ref) \
  F(device_unref) \
  F(device_get_name) \
  F(device_get_sysname) \
  F(device_has_capability)

#define EASEL_UDEV_FUNCTIONS(F) \
  F(new) \
  F(unref)

#define EASEL_FIELD(name) __typeof__(&libinput_##name) name;
struct easel_libinput {
  EASEL_LIBINPUT_FUNCTIONS(EASEL_FIELD)
};
#undef EASEL_FIELD

#define EASEL_FIELD(name) __typeof__(&udev_##name) name;
struct easel_udev {
  EASEL_UDEV_FUNCTIONS(EASEL_FIELD)
};
#undef EASEL_FIELD

// Fills both tables; answers NULL, or the name of what is missing. The libraries stay loaded.
static inline const char *easel_libinput_load(struct easel_libinput *input, struct easel_udev *udev) {
  void *inputs = dlopen("libinput.so.10", RTLD_NOW | RTLD_LOCAL);
  if (!inputs) return "libinput.so.10";
  void *udevs = dlopen("libudev.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!udevs) return "libudev.so.1";
#define EASEL_FIND(name) \
  if (!(input->name = (__typeof__(input->name))dlsym(inputs, "libinput_" #name))) return "libinput_" #name;
  EASEL_LIBINPUT_FUNCTIONS(EASEL_FIND)
#undef EASEL_FIND
#define EASEL_FIND(name) \
  if (!(udev->name = (__typeof__(udev->name))dlsym(udevs, "udev_" #name))) return "udev_" #name;
  EASEL_UDEV_FUNCTIONS(EASEL_FIND)
#undef EASEL_FIND
  return NULL;
}
