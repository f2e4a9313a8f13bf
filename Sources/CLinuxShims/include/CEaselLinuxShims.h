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

/// Brings what is written to a file to the disk: fdatasync(2) on a thread that is there only while there is something to do.
typedef struct easel_synchronizer easel_synchronizer;
/// Takes a copy of the descriptor; NULL if there is none left, or no memory. Two calls of fdatasync are so many ns apart.
easel_synchronizer *easel_synchronizer_create(int fd, int64_t pause);
/// Has what is written by now brought to the disk, at once or, soon after the last time, when the pause is over; 0 or a negated
/// errno if no thread could be started, and then it is done with the next call.
int easel_synchronizer_want(easel_synchronizer *it);
/// Does at once what waits for a pause to be over, and returns when it is done.
void easel_synchronizer_now(easel_synchronizer *it);
/// How often the file was brought to the disk.
unsigned long easel_synchronizer_count(easel_synchronizer *it);
/// Ends it; what waits is done at once, by the thread.
void easel_synchronizer_end(easel_synchronizer *it);

/// Where a colour's bits lie in a pixel of a framebuffer.
struct easel_bit_field {
  uint32_t offset;
  uint32_t length;
  uint32_t is_reversed;
};
/// How a framebuffer's pixel values become colours.
enum { EASEL_FB_COLOURS = 0, EASEL_FB_PALETTE = 1, EASEL_FB_FIXED_PALETTE = 2, EASEL_FB_OTHER = 3 };
/// What the kernel says of a framebuffer (linux/fb.h); sizes in pixels, lengths in bytes, the pixel clock in picoseconds.
struct easel_fb {
  char driver[17];
  uint64_t memory_length;
  uint32_t line_length;
  uint32_t is_packed;
  uint32_t visual;
  uint32_t width, height, virtual_width, virtual_height, x_offset, y_offset;
  /// Rows by which the visible part can be moved, 0 if it cannot.
  uint32_t pan_step;
  uint32_t bits_per_pixel, grayscale;
  struct easel_bit_field red, green, blue;
  int32_t width_mm, height_mm;
  uint32_t pixel_clock;
  uint64_t total_width, total_height;
};
int easel_fb_describe(int fd, struct easel_fb *out);
int easel_fb_blank(int fd, int is_blank);
/// The colours of 256 pixel values, 16 bits each.
struct easel_fb_palette {
  uint16_t red[256], green[256], blue[256];
};
int easel_fb_get_palette(int fd, struct easel_fb_palette *colours);
int easel_fb_set_palette(int fd, struct easel_fb_palette *colours);
/// Shows the memory from another row on.
int easel_fb_pan(int fd, uint32_t y_offset);

/// Waits for a framebuffer's refreshes on a thread of its own, since the call does not return before.
typedef struct easel_refresh easel_refresh;
/// Takes a copy of the descriptor; NULL without memory, descriptors or threads.
easel_refresh *easel_refresh_start(int fd);
/// Becomes readable when all that was wanted is over.
int easel_refresh_channel(const easel_refresh *it);
/// Waits for so many refreshes, one after the other, beside those that are wanted already.
void easel_refresh_want(easel_refresh *it, int count);
/// What came of it since the last time: how many refreshes, and the seconds of the shortest and the longest wait; once the driver
/// refuses, a negated errno for good.
int easel_refresh_take(easel_refresh *it, double *shortest, double *longest);
/// The thread goes as soon as a wait that is going on is over; the channel stays.
void easel_refresh_stop(easel_refresh *it);
/// Stops it and lets the channel go.
void easel_refresh_end(easel_refresh *it);

/// What a virtual terminal was like before it was taken over (FVT-3); a struct termios lies in `settings`.
struct easel_terminal {
  int keyboard;
  int mode;
  int has_settings;
  unsigned char settings[64];
};
/// A virtual terminal's number, or -ENOTTY for any other file.
int easel_terminal_number(int fd);
/// The number of the controlling terminal, if that is a virtual one.
int easel_terminal_controlling(void);
/// The number of the terminal that is seen.
int easel_terminal_active(int fd);
/// Asks for another terminal to be seen.
int easel_terminal_switch(int fd, int number);
/// What to restore later; leftovers of a crash are replaced by what is usual.
int easel_terminal_read(int fd, struct easel_terminal *out);
/// Takes the terminal over: the kernel asks by these signals before it is left, nothing typed reaches it, nothing of it is shown.
int easel_terminal_take(int fd, int release_signal, int acquire_signal);
/// Keyboard off, graphics mode.
int easel_terminal_mute(int fd);
/// Answers the kernel: the terminal may be left, or it was come back to.
int easel_terminal_answer(int fd, int is_release);
/// Puts everything back; may be called in a signal handler.
int easel_terminal_restore(int fd, const struct easel_terminal *before);
/// Makes a terminal usable whatever happened to it: text, Unicode keyboard, automatic switching, a cursor (FRE-4).
int easel_terminal_rescue(int fd);

/// What the guard says, each a byte.
enum {
  EASEL_GUARD_READY = 'y',
  EASEL_GUARD_FAILED = 'n',
  EASEL_GUARD_RELEASE = 'r',
  EASEL_GUARD_RELEASED = 'd',
  EASEL_GUARD_ACQUIRED = 'a',
};
/// Forks the guard, which takes the terminal over; the channel to it, or a negated errno. Before threads are made.
int easel_guard_start(int terminal, int *process);
/// The guard's next word, 0 if there is none, or a negated errno if it is gone.
int easel_guard_hear(int channel);
/// Nothing is shown any more: the terminal may be left.
void easel_guard_released(int channel);
/// The guard gives the terminal back; waits until it has.
void easel_guard_end(int channel, int process);

/// From now on a crash of this process gives the terminal back before anything else; to be called before it is taken over.
void easel_crash_watch(int fd);
void easel_crash_end_watch(void);

/// The range of an axis of an input device (EVIOCGABS).
struct easel_axis {
  int32_t minimum, maximum;
  /// Units a millimetre, 0 if unknown.
  int32_t resolution;
};
int easel_input_axis(int fd, uint32_t code, struct easel_axis *axis);
/// Takes an input device's events from everybody else, or gives them back (EVIOCGRAB).
int easel_input_grab(int fd, int grabs);
/// Opens an input device once more, to hear its keys and buttons alone; a descriptor or a negated errno.
int easel_input_watch(const char *node);
/// Whether the device of a descriptor of `easel_input_watch` is being pulled out, by what it has reported last; reads what waits.
///
/// The kernel lets go of all that a device holds before it takes it away, and marks that report by the value 1 (`SYN_REPORT`).
int easel_input_is_going(int fd);
/// Whether the device of a descriptor is gone.
int easel_input_is_gone(int fd);
