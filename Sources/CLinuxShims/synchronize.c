#include "CEaselLinuxShims.h"
#include "threads.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/// Owned by its maker and, while there is one, by its thread; whoever is last frees it.
struct easel_synchronizer {
  pthread_mutex_t lock;
  pthread_cond_t ends;
  int fd;
  int64_t pause;
  bool is_wanted, has_thread, is_ending;
  unsigned long count;
};

static void free_synchronizer(easel_synchronizer *it) {
  close(it->fd);
  pthread_cond_destroy(&it->ends);
  pthread_mutex_destroy(&it->lock);
  free(it);
}

easel_synchronizer *easel_synchronizer_create(int fd, int64_t pause) {
  easel_synchronizer *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  it->pause = pause;
  pthread_mutex_init(&it->lock, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&it->ends, &attributes);
  pthread_condattr_destroy(&attributes);
  if (it->fd >= 0) return it;
  free_synchronizer(it);
  return NULL;
}

static struct timespec later(int64_t nanoseconds) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  nanoseconds += time.tv_nsec;
  time.tv_sec += nanoseconds / 1000000000;
  time.tv_nsec = nanoseconds % 1000000000;
  return time;
}

static void *synchronize(void *argument) {
  easel_synchronizer *it = argument;
  pthread_mutex_lock(&it->lock);
  while (it->is_wanted) {
    it->is_wanted = false;
    it->count++;
    pthread_mutex_unlock(&it->lock);
    while (fdatasync(it->fd) < 0 && errno == EINTR) {
    }
    pthread_mutex_lock(&it->lock);
    struct timespec end = later(it->pause);
    while (!it->is_ending && pthread_cond_timedwait(&it->ends, &it->lock, &end) == 0) {
    }
  }
  it->has_thread = false;
  bool is_last = it->is_ending;
  pthread_mutex_unlock(&it->lock);
  if (is_last) free_synchronizer(it);
  return NULL;
}

int easel_synchronizer_want(easel_synchronizer *it) {
  int error = 0;
  pthread_mutex_lock(&it->lock);
  it->is_wanted = true;
  if (!it->has_thread) {
    error = easel_start_thread(synchronize, it);
    it->has_thread = !error;
  }
  pthread_mutex_unlock(&it->lock);
  return -error;
}

void easel_synchronizer_now(easel_synchronizer *it) {
  pthread_mutex_lock(&it->lock);
  bool is_wanted = it->is_wanted;
  it->is_wanted = false;
  it->count += is_wanted;
  pthread_mutex_unlock(&it->lock);
  while (is_wanted && fdatasync(it->fd) < 0 && errno == EINTR) {
  }
}

unsigned long easel_synchronizer_count(easel_synchronizer *it) {
  pthread_mutex_lock(&it->lock);
  unsigned long count = it->count;
  pthread_mutex_unlock(&it->lock);
  return count;
}

void easel_synchronizer_end(easel_synchronizer *it) {
  pthread_mutex_lock(&it->lock);
  it->is_ending = true;
  bool is_last = !it->has_thread;
  pthread_cond_signal(&it->ends);
  pthread_mutex_unlock(&it->lock);
  if (is_last) free_synchronizer(it);
}
