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
  uint32_t pan_step;
  uint32_t width, height, virtual_width, virtual_height, x_offset, y_offset;
  uint32_t bits_per_pixel, grayscale;
  struct easel_bit_field red, green, blue;
  int32_t width_mm, height_mm;
  uint32_t pixel_clock;
  uint64_t total_width, total_height;
};
int easel_fb_describe(int fd, struct easel_fb *out);
/// Shows the framebuffer's memory from another place on.
int easel_fb_pan(int fd, uint32_t x, uint32_t y);
int easel_fb_wait_for_vertical_sync(int fd);
int easel_fb_blank(int fd, int is_blank);
/// The colours of 256 pixel values, 16 bits each.
struct easel_fb_palette {
  uint16_t red[256], green[256], blue[256];
};
int easel_fb_get_palette(int fd, struct easel_fb_palette *colours);
int easel_fb_set_palette(int fd, struct easel_fb_palette *colours);

// KMS, the kernel's door to a card's screens (drm/drm_mode.h). The dozen calls that we need are wrapped here in place of libdrm, which
// would be loaded by every program that may never see a bare screen.
enum { EASEL_CARD_MOST = 64, EASEL_CARD_MODES = 128, EASEL_CARD_MODE_SIZE = 68, EASEL_CARD_CLIPS = 16 };
/// Whether a card has buffers that a processor can write; 1, 0 or a negated errno.
int easel_card_has_dumb_buffers(int fd);
/// The depth that the driver prefers, 0 if it does not say.
int easel_card_preferred_depth(int fd);
/// A card's connectors and CRTCs.
struct easel_card_resources {
  uint32_t connector_count, crtc_count;
  uint32_t connectors[EASEL_CARD_MOST], crtcs[EASEL_CARD_MOST];
};
int easel_card_resources(int fd, struct easel_card_resources *out);
/// A mode as the kernel tells it and takes it back.
struct easel_card_mode {
  uint8_t raw[EASEL_CARD_MODE_SIZE];
};
/// What a mode means; the refresh in pictures a second.
struct easel_card_mode_info {
  uint32_t width, height, is_preferred;
  double refresh;
};
void easel_card_mode_describe(const struct easel_card_mode *mode, struct easel_card_mode_info *out);
/// A connector; `connection` is 1 connected, 2 not, 3 unknown; `orientation` is what the panel's hint asks for, in clockwise degrees.
struct easel_card_connector {
  uint32_t id, type, type_index, connection, encoder, width_mm, height_mm;
  uint32_t is_non_desktop, has_bad_link, orientation;
  uint32_t mode_count, encoder_count;
  struct easel_card_mode modes[EASEL_CARD_MODES];
  uint32_t encoders[EASEL_CARD_MOST];
};
int easel_card_connector(int fd, uint32_t id, struct easel_card_connector *out);
int easel_card_encoder(int fd, uint32_t id, uint32_t *crtc, uint32_t *possible_crtcs);
/// What a CRTC shows.
struct easel_card_crtc {
  uint32_t framebuffer, x, y, has_mode;
  struct easel_card_mode mode;
};
int easel_card_get_crtc(int fd, uint32_t id, struct easel_card_crtc *out);
int easel_card_set_crtc(int fd, uint32_t id, uint32_t connector, const struct easel_card_crtc *state);
int easel_card_hide_cursor(int fd, uint32_t crtc);
/// A buffer that a processor writes and a CRTC shows.
struct easel_card_buffer {
  uint32_t handle, framebuffer, pitch;
  uint64_t size;
  void *memory;
};
int easel_card_make_buffer(int fd, uint32_t width, uint32_t height, uint32_t bits, struct easel_card_buffer *out);
void easel_card_end_buffer(int fd, struct easel_card_buffer *buffer);
/// Shows another buffer from the next refresh on; an event tells when.
int easel_card_flip(int fd, uint32_t crtc, uint32_t framebuffer);
/// A rectangle from (x1, y1) to before (x2, y2).
struct easel_card_clip {
  uint16_t x1, y1, x2, y2;
};
/// Says what was written into a buffer that is shown; at most EASEL_CARD_CLIPS rectangles.
int easel_card_dirty(int fd, uint32_t framebuffer, const struct easel_card_clip *clips, uint32_t count);
int easel_card_set_master(int fd);
int easel_card_drop_master(int fd);
/// Reads the flips that are done; how many, and their CRTCs.
int easel_card_read_flips(int fd, uint32_t *crtcs, int most);
