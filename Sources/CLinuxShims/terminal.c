#include "CEaselLinuxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

_Static_assert(sizeof(struct termios) <= sizeof(((struct easel_terminal *)0)->settings), "room for a terminal's settings");

int easel_terminal_number(int fd) {
  struct stat status;
  if (fstat(fd, &status) < 0) return -errno;
  // Virtual terminals are character devices 4:1 to 4:63; beyond those come serial lines.
  int is_virtual = S_ISCHR(status.st_mode) && major(status.st_rdev) == 4 && minor(status.st_rdev) >= 1 && minor(status.st_rdev) <= 63;
  return is_virtual ? (int)minor(status.st_rdev) : -ENOTTY;
}

int easel_terminal_active(int fd) {
  struct vt_stat state;
  return ioctl(fd, VT_GETSTATE, &state) < 0 ? -errno : state.v_active;
}

int easel_terminal_switch(int fd, int number) { return ioctl(fd, VT_ACTIVATE, number) < 0 ? -errno : 0; }

int easel_terminal_read(int fd, struct easel_terminal *out) {
  memset(out, 0, sizeof *out);
  struct vt_mode vt;
  struct termios settings;
  if (ioctl(fd, KDGKBMODE, &out->keyboard) < 0 || ioctl(fd, KDGETMODE, &out->mode) < 0 || ioctl(fd, VT_GETMODE, &vt) < 0 ||
      tcgetattr(fd, &settings) < 0)
    return -errno;
  memcpy(out->settings, &settings, sizeof settings);
  out->has_settings = 1;
  // What a crash has left behind is not to be kept (FVT-3).
  if (out->keyboard == K_OFF) out->keyboard = K_UNICODE;
  out->mode = KD_TEXT;
  return 0;
}

int easel_terminal_take(int fd, int release_signal, int acquire_signal) {
  struct vt_mode vt = {.mode = VT_PROCESS, .relsig = (short)release_signal, .acqsig = (short)acquire_signal};
  if (ioctl(fd, VT_SETMODE, &vt) < 0) return -errno;
  return easel_terminal_mute(fd);
}

int easel_terminal_mute(int fd) {
  if (ioctl(fd, KDSKBMODE, K_OFF) < 0 || ioctl(fd, KDSETMODE, KD_GRAPHICS) < 0) return -errno;
  return 0;
}

int easel_terminal_answer(int fd, int is_release) {
  return ioctl(fd, VT_RELDISP, is_release ? 1 : VT_ACKACQ) < 0 ? -errno : 0;
}

// Only ioctls, so that a signal handler may call it.
int easel_terminal_restore(int fd, const struct easel_terminal *before) {
  struct vt_mode automatic = {.mode = VT_AUTO};
  int result = ioctl(fd, KDSETMODE, before->mode) < 0 ? -errno : 0;
  if (ioctl(fd, KDSKBMODE, before->keyboard) < 0 && !result) result = -errno;
  if (ioctl(fd, VT_SETMODE, &automatic) < 0 && !result) result = -errno;
  // What was typed meanwhile must not appear at a prompt (FVT-9).
  ioctl(fd, TCFLSH, TCIFLUSH);
  if (before->has_settings) {
    struct termios settings;
    memcpy(&settings, before->settings, sizeof settings);
    tcsetattr(fd, TCSANOW, &settings);
  }
  return result;
}

int easel_terminal_rescue(int fd) {
  static const char show[] = "\033[?25h\033[0m";
  struct easel_terminal plain = {.keyboard = K_UNICODE, .mode = KD_TEXT};
  // A mode of somebody who is dead is answered for him, or the next switch waits.
  ioctl(fd, VT_RELDISP, 1);
  int result = easel_terminal_restore(fd, &plain);
  ssize_t written = write(fd, show, sizeof show - 1);
  return result ? result : written < 0 ? -errno : 0;
}

int easel_terminal_controlling(void) {
  int fd = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return -errno;
  unsigned int device;
  int result = ioctl(fd, TIOCGDEV, &device) < 0 ? -errno : 0;
  close(fd);
  if (result) return result;
  return major(device) == 4 && minor(device) >= 1 && minor(device) <= 63 ? (int)minor(device) : -ENOTTY;
}
