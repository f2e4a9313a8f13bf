// console-modes TERMINAL: prints a virtual terminal's keyboard, console and switching modes by their names.
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(int argc, char **argv) {
  int fd = open(argc > 1 ? argv[1] : "/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK), keyboard, mode;
  struct vt_mode vt;
  if (fd < 0 || ioctl(fd, KDGKBMODE, &keyboard) < 0 || ioctl(fd, KDGETMODE, &mode) < 0 || ioctl(fd, VT_GETMODE, &vt) < 0) {
    perror("console-modes");
    return 1;
  }
  printf("%s %s %s\n", keyboard == K_OFF ? "muted" : "keyboard", mode == KD_GRAPHICS ? "graphics" : "text",
         vt.mode == VT_PROCESS ? "asked" : "automatic");
  return 0;
}
