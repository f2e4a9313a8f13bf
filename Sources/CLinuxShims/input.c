#include "CEaselLinuxShims.h"

#include <errno.h>
#include <linux/input.h>
#include <sys/ioctl.h>

int easel_input_axis(int fd, uint32_t code, struct easel_axis *axis) {
  struct input_absinfo info;
  if (code > ABS_MAX) return -EINVAL;
  if (ioctl(fd, EVIOCGABS(code), &info) < 0) return -errno;
  *axis = (struct easel_axis){info.minimum, info.maximum, info.resolution};
  return 0;
}

int easel_input_grab(int fd, int grabs) { return ioctl(fd, EVIOCGRAB, grabs ? (void *)1 : (void *)0) < 0 ? -errno : 0; }
