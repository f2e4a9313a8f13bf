// Doors to what Swift cannot import from the C library: calls and numbers behind _GNU_SOURCE, macros with casts.
// Every call answers with its result or with a negated errno.
#pragma once
#include <stdint.h>

/// memfd_create(2) with close-on-exec and sealing allowed.
int easel_memfd_create(const char *name);
/// fallocate(2) of `size` bytes from the start.
int easel_fallocate(int fd, int64_t size);
/// Forbids a memory file to shrink, to grow and to be sealed any further; not to be written (WSB-3).
int easel_memfd_seal(int fd);
/// The bits that `easel_memfd_seals` answers with.
enum { EASEL_SEAL_SEAL = 1, EASEL_SEAL_SHRINK = 2, EASEL_SEAL_GROW = 4, EASEL_SEAL_WRITE = 8, EASEL_SEAL_FUTURE_WRITE = 16 };
/// The seals of a memory file.
int easel_memfd_seals(int fd);

enum { EASEL_READABLE = 1, EASEL_WRITABLE = 2, EASEL_HANGUP = 4, EASEL_EDGE = 8 };
/// One descriptor that epoll found ready.
struct easel_ready {
  uint64_t token;
  uint32_t readiness;
};
int easel_epoll_create(void);
/// Watches a descriptor for EASEL_READABLE, EASEL_WRITABLE; with EASEL_EDGE only changes are told.
int easel_epoll_add(int epoll, int fd, uint32_t interest, uint64_t token);
int easel_epoll_change(int epoll, int fd, uint32_t interest, uint64_t token);
int easel_epoll_remove(int epoll, int fd);
/// Waits for at most `count` ready descriptors, for ever if `timeout` is -1.
int easel_epoll_wait(int epoll, struct easel_ready *ready, int count, int timeout);

/// A timer on the monotonic clock.
int easel_timerfd_create(void);
/// Fires once at a time in nanoseconds; 0 disarms. Whatever the timer had to tell is forgotten.
int easel_timerfd_arm(int fd, int64_t nanoseconds);
/// An eventfd that does not block.
int easel_eventfd_create(void);
/// A signalfd for the signals whose bits (1 << (number - 1)) are set; `fd` is -1 or an earlier one to change.
int easel_signalfd(int fd, uint64_t signals);
/// The number of a signal that has come, or -EAGAIN.
int easel_signalfd_read(int fd);

/// libdispatch's door for run loops: a descriptor that becomes readable when the main queue has work, and its drain.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

/// fdatasync(2) of a copy of the descriptor on a thread that ends with it; 0 or a negated errno if it could not be started.
int easel_synchronize_later(int fd);
