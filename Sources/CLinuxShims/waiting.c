#include "CEaselLinuxShims.h"

#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int easel_epoll_create(void) {
  int fd = epoll_create1(EPOLL_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

static int control(int epoll, int operation, int fd, uint32_t interest, uint64_t token) {
  struct epoll_event event = {.data.u64 = token};
  if (interest & EASEL_READABLE) event.events |= EPOLLIN;
  if (interest & EASEL_WRITABLE) event.events |= EPOLLOUT;
  if (interest & EASEL_EDGE) event.events |= EPOLLET;
  return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

int easel_epoll_add(int epoll, int fd, uint32_t interest, uint64_t token) {
  return control(epoll, EPOLL_CTL_ADD, fd, interest, token);
}

int easel_epoll_change(int epoll, int fd, uint32_t interest, uint64_t token) {
  return control(epoll, EPOLL_CTL_MOD, fd, interest, token);
}

int easel_epoll_remove(int epoll, int fd) { return control(epoll, EPOLL_CTL_DEL, fd, 0, 0); }

int easel_epoll_wait(int epoll, struct easel_ready *ready, int count, int timeout) {
  enum { most = 32 };
  struct epoll_event events[most];
  int found = epoll_wait(epoll, events, count < most ? count : most, timeout);
  if (found < 0) return -errno;
  for (int i = 0; i < found; i++) {
    uint32_t readiness = 0;
    if (events[i].events & EPOLLIN) readiness |= EASEL_READABLE;
    if (events[i].events & EPOLLOUT) readiness |= EASEL_WRITABLE;
    if (events[i].events & (EPOLLHUP | EPOLLERR)) readiness |= EASEL_HANGUP;
    ready[i] = (struct easel_ready){.token = events[i].data.u64, .readiness = readiness};
  }
  return found;
}

int easel_timerfd_create(void) {
  int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int easel_timerfd_arm(int fd, int64_t nanoseconds) {
  struct itimerspec when = {.it_value = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000}};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, NULL) < 0 ? -errno : 0;
}

int easel_eventfd_create(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int easel_signalfd(int fd, uint64_t signals) {
  sigset_t set;
  sigemptyset(&set);
  for (int number = 1; number <= 64; number++)
    if (signals & (1ULL << (number - 1))) sigaddset(&set, number);
  int result = signalfd(fd, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  return result < 0 ? -errno : result;
}

int easel_signalfd_read(int fd) {
  struct signalfd_siginfo info;
  ssize_t count = read(fd, &info, sizeof info);
  if (count < 0) return -errno;
  return count == sizeof info ? (int)info.ssi_signo : -EAGAIN;
}
