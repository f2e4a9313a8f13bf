// libinput and libudev as a table of their functions, filled by `dlopen` when the bare screen is used: libinput brings GLib and five
// more libraries with it, which nobody who runs under a compositor should load. Tests fill the table with functions of their own.
#pragma once
#include <dlfcn.h>
#include <libinput.h>
#include <libudev.h>
#include <stddef.h>

// The functions that are used, without their prefix; one a line, in the order of the library's header.
#define EASEL_LIBINPUT_FUNCTIONS(F) \
  F(event_destroy) \
  F(event_get_type) \
  F(event_get_device) \
  F(event_get_pointer_event) \
  F(event_get_keyboard_event) \
  F(event_get_touch_event) \
  F(event_get_gesture_event) \
  F(event_get_tablet_tool_event) \
  F(event_get_tablet_pad_event) \
  F(event_keyboard_get_time_usec) \
  F(event_keyboard_get_key) \
  F(event_keyboard_get_key_state) \
  F(event_pointer_get_time_usec) \
  F(event_pointer_get_dx) \
  F(event_pointer_get_dy) \
  F(event_pointer_get_absolute_x_transformed) \
  F(event_pointer_get_absolute_y_transformed) \
  F(event_pointer_get_button) \
  F(event_pointer_get_button_state) \
  F(event_pointer_has_axis) \
  F(event_pointer_get_scroll_value) \
  F(event_pointer_get_scroll_value_v120) \
  F(event_touch_get_time_usec) \
  F(event_touch_get_seat_slot) \
  F(event_touch_get_x_transformed) \
  F(event_touch_get_y_transformed) \
  F(event_gesture_get_time_usec) \
  F(event_gesture_get_finger_count) \
  F(event_gesture_get_cancelled) \
  F(event_gesture_get_dx) \
  F(event_gesture_get_dy) \
  F(event_gesture_get_scale) \
  F(event_gesture_get_angle_delta) \
  F(event_tablet_tool_get_pressure) \
  F(event_tablet_tool_get_distance) \
  F(event_tablet_tool_get_tilt_x) \
  F(event_tablet_tool_get_tilt_y) \
  F(event_tablet_tool_get_rotation) \
  F(event_tablet_tool_get_wheel_delta) \
  F(event_tablet_tool_get_wheel_delta_discrete) \
  F(event_tablet_tool_get_dx) \
  F(event_tablet_tool_get_dy) \
  F(event_tablet_tool_get_x_transformed) \
  F(event_tablet_tool_get_y_transformed) \
  F(event_tablet_tool_get_tool) \
  F(event_tablet_tool_get_proximity_state) \
  F(event_tablet_tool_get_tip_state) \
  F(event_tablet_tool_get_button) \
  F(event_tablet_tool_get_button_state) \
  F(event_tablet_tool_get_time_usec) \
  F(tablet_tool_get_type) \
  F(tablet_tool_ref) \
  F(tablet_tool_unref) \
  F(tablet_tool_has_pressure) \
  F(tablet_tool_has_distance) \
  F(tablet_tool_has_tilt) \
  F(tablet_tool_has_rotation) \
  F(tablet_tool_has_wheel) \
  F(tablet_tool_is_unique) \
  F(tablet_tool_get_serial) \
  F(event_tablet_pad_get_ring_position) \
  F(event_tablet_pad_get_ring_number) \
  F(event_tablet_pad_get_ring_source) \
  F(event_tablet_pad_get_strip_position) \
  F(event_tablet_pad_get_strip_number) \
  F(event_tablet_pad_get_strip_source) \
  F(event_tablet_pad_get_button_number) \
  F(event_tablet_pad_get_button_state) \
  F(event_tablet_pad_get_time_usec) \
  F(udev_create_context) \
  F(udev_assign_seat) \
  F(path_create_context) \
  F(path_add_device) \
  F(get_fd) \
  F(dispatch) \
  F(get_event) \
  F(resume) \
  F(suspend) \
  F(unref) \
  F(log_set_priority) \
  F(log_set_handler) \
  F(device_ref) \
  F(device_unref) \
  F(device_get_sysname) \
  F(device_get_name) \
  F(device_get_id_product) \
  F(device_get_id_vendor) \
  F(device_get_udev_device) \
  F(device_led_update) \
  F(device_has_capability) \
  F(device_get_size) \
  F(device_keyboard_has_key) \
  F(device_touch_get_touch_count) \
  F(device_config_tap_get_finger_count) \
  F(device_config_tap_set_enabled) \
  F(device_config_calibration_has_matrix) \
  F(device_config_calibration_set_matrix) \
  F(device_config_calibration_get_matrix) \
  F(device_config_calibration_get_default_matrix) \
  F(device_config_scroll_has_natural_scroll) \
  F(device_config_scroll_set_natural_scroll_enabled)

#define EASEL_UDEV_FUNCTIONS(F) \
  F(new) \
  F(unref) \
  F(device_unref) \
  F(device_get_devnode) \
  F(device_get_property_value) \
  F(device_get_action) \
  F(monitor_new_from_netlink) \
  F(monitor_unref) \
  F(monitor_filter_add_match_subsystem_devtype) \
  F(monitor_enable_receiving) \
  F(monitor_get_fd) \
  F(monitor_receive_device)

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

// Fills the table of libudev alone; answers NULL, or the name of what is missing. The library stays loaded.
static inline const char *easel_udev_load(struct easel_udev *udev) {
  void *library = dlopen("libudev.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "libudev.so.1";
#define EASEL_FIND(name) \
  if (!(udev->name = (__typeof__(udev->name))dlsym(library, "udev_" #name))) return "udev_" #name;
  EASEL_UDEV_FUNCTIONS(EASEL_FIND)
#undef EASEL_FIND
  return NULL;
}

// Fills both tables, in the same way.
static inline const char *easel_libinput_load(struct easel_libinput *input, struct easel_udev *udev) {
  void *library = dlopen("libinput.so.10", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "libinput.so.10";
#define EASEL_FIND(name) \
  if (!(input->name = (__typeof__(input->name))dlsym(library, "libinput_" #name))) return "libinput_" #name;
  EASEL_LIBINPUT_FUNCTIONS(EASEL_FIND)
#undef EASEL_FIND
  return easel_udev_load(udev);
}
