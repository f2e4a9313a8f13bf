#include "CEaselLinuxShims.h"
#include "threads.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fb.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/// Owned by its maker and by its thread; whoever is last frees it.
struct easel_refresh {
  pthread_mutex_t lock;
  pthread_cond_t change;
  int fd, channel;
  int wanted, done, error;
  double shortest, longest;
  bool has_thread, is_stopping, is_ending;
};

static void free_refresh(easel_refresh *it) {
  if (it->fd >= 0) close(it->fd);
  if (it->channel >= 0) close(it->channel);
  pthread_cond_destroy(&it->change);
  pthread_mutex_destroy(&it->lock);
  free(it);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void tell(easel_refresh *it) {
  uint64_t one = 1;
  // Full it cannot be.
  if (write(it->channel, &one, sizeof one) < 0) return;
}

/// One wait, without the lock; its seconds, or a negated errno.
static double wait_for_refresh(int fd) {
  uint32_t display = 0;
  double start = now();
  while (ioctl(fd, FBIO_WAITFORVSYNC, &display) < 0) {
    if (errno != EINTR) return -errno;
  }
  return now() - start;
}

static void *run(void *argument) {
  easel_refresh *it = argument;
  pthread_mutex_lock(&it->lock);
  while (!it->is_stopping && !it->error) {
    if (!it->wanted) {
      pthread_cond_wait(&it->change, &it->lock);
      continue;
    }
    pthread_mutex_unlock(&it->lock);
    double seconds = wait_for_refresh(it->fd);
    pthread_mutex_lock(&it->lock);
    it->wanted--;
    if (seconds < 0) {
      it->error = (int)seconds;
    } else {
      if (!it->done || seconds < it->shortest) it->shortest = seconds;
      if (!it->done || seconds > it->longest) it->longest = seconds;
      it->done++;
    }
    if (!it->wanted || it->error) tell(it);
  }
  it->has_thread = false;
  bool is_last = it->is_ending;
  pthread_mutex_unlock(&it->lock);
  if (is_last) free_refresh(it);
  return NULL;
}

easel_refresh *easel_refresh_start(int fd) {
  easel_refresh *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  pthread_mutex_init(&it->lock, NULL);
  pthread_cond_init(&it->change, NULL);
  it->fd = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  it->channel = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  it->has_thread = true;
  if (it->fd >= 0 && it->channel >= 0 && easel_start_thread(run, it) == 0) return it;
  free_refresh(it);
  return NULL;
}

int easel_refresh_channel(const easel_refresh *it) { return it->channel; }

void easel_refresh_want(easel_refresh *it, int count) {
  pthread_mutex_lock(&it->lock);
  it->wanted += count;
  pthread_cond_signal(&it->change);
  pthread_mutex_unlock(&it->lock);
}

int easel_refresh_take(easel_refresh *it, double *shortest, double *longest) {
  uint64_t count;
  pthread_mutex_lock(&it->lock);
  if (read(it->channel, &count, sizeof count) < 0) count = 0;
  int result = it->error ? it->error : it->done;
  *shortest = it->shortest;
  *longest = it->longest;
  it->done = 0;
  pthread_mutex_unlock(&it->lock);
  return result;
}

void easel_refresh_stop(easel_refresh *it) {
  pthread_mutex_lock(&it->lock);
  it->is_stopping = true;
  pthread_cond_signal(&it->change);
  pthread_mutex_unlock(&it->lock);
}

void easel_refresh_end(easel_refresh *it) {
  pthread_mutex_lock(&it->lock);
  it->is_stopping = it->is_ending = true;
  pthread_cond_signal(&it->change);
  bool is_last = !it->has_thread;
  pthread_mutex_unlock(&it->lock);
  if (is_last) free_refresh(it);
}
