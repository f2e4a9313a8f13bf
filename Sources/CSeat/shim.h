// libseat as a table of its functions, filled by `dlopen` when the bare screen is used. Tests fill it with functions of their own.
#pragma once
#include <dlfcn.h>
#include <libseat.h>
#include <stddef.h>

#define EASEL_SEAT_FUNCTIONS(F) \
  F(open_seat) \
  F(close_seat) \
  F(disable_seat) \
  F(open_device) \
  F(close_device) \
  F(seat_name) \
  F(switch_session) \
  F(get_fd) \
  F(dispatch) \
  F(set_log_level)

#define EASEL_FIELD(name) __typeof__(&libseat_##name) name;
struct easel_seat {
  EASEL_SEAT_FUNCTIONS(EASEL_FIELD)
};
#undef EASEL_FIELD

// Fills the table; answers NULL, or the name of what is missing. The library stays loaded.
static inline const char *easel_seat_load(struct easel_seat *seat) {
  void *library = dlopen("libseat.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "libseat.so.1";
#define EASEL_FIND(name) \
  if (!(seat->name = (__typeof__(seat->name))dlsym(library, "libseat_" #name))) return "libseat_" #name;
  EASEL_SEAT_FUNCTIONS(EASEL_FIND)
#undef EASEL_FIND
  return NULL;
}
