#include "CEaselLinuxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

static void *synchronize(void *argument) {
  int fd = (int)(intptr_t)argument;
  while (fdatasync(fd) < 0 && errno == EINTR) {
  }
  close(fd);
  return NULL;
}

int easel_synchronize_later(int fd) {
  int copy = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return -errno;
  // Signals belong to the loop's thread; one that arrived here would be taken from it.
  sigset_t all, before;
  sigfillset(&all);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN < 65536 ? 65536 : PTHREAD_STACK_MIN);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, synchronize, (void *)(intptr_t)copy);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (error) close(copy);
  return -error;
}
