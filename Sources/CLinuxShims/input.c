#include "CEaselLinuxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <unistd.h>

int easel_input_axis(int fd, uint32_t code, struct easel_axis *axis) {
  struct input_absinfo info;
  if (code > ABS_MAX) return -EINVAL;
  if (ioctl(fd, EVIOCGABS(code), &info) < 0) return -errno;
  *axis = (struct easel_axis){info.minimum, info.maximum, info.resolution};
  return 0;
}

int easel_input_grab(int fd, int grabs) { return ioctl(fd, EVIOCGRAB, grabs ? (void *)1 : (void *)0) < 0 ? -errno : 0; }

int easel_input_watch(const char *node) {
  int fd = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return -errno;
  // Of keys alone: movement would fill the little room that the kernel has for each reader.
  uint8_t types[(EV_CNT + 7) / 8] = {[EV_KEY / 8] = 1 << EV_KEY % 8};
  struct input_mask mask = {.type = EV_SYN, .codes_size = sizeof types, .codes_ptr = (uintptr_t)types};
  (void)ioctl(fd, EVIOCSMASK, &mask);
  return fd;
}

int easel_input_is_going(int fd) {
  struct input_event events[64];
  int is_going = 0;
  for (;;) {
    ssize_t length = read(fd, events, sizeof events);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) return is_going || errno == ENODEV;
    size_t count = (size_t)length / sizeof *events;
    if (count == 0) return is_going;
    for (size_t i = 0; i < count; i++)
      if (events[i].type == EV_SYN && events[i].code == SYN_REPORT) is_going = events[i].value == 1;
  }
}

int easel_input_is_gone(int fd) {
  int version;
  return ioctl(fd, EVIOCGVERSION, &version) < 0 && errno == ENODEV;
}
