// hang-up TERMINAL: hangs a terminal up, as a login prompt does when it takes one that others still have open.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  signal(SIGHUP, SIG_IGN);
  if (argc != 2 || setsid() < 0) {
    fprintf(stderr, "hang-up TERMINAL, by a process that leads no group\n");
    return 2;
  }
  int fd = open(argv[1], O_RDWR | O_NONBLOCK);
  if (fd < 0 || ioctl(fd, TIOCSCTTY, 1) < 0 || vhangup() < 0) {
    perror("hang-up");
    return 1;
  }
  return 0;
}
