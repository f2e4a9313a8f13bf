// KMS, the kernel's door to a card's screens (drm/drm_mode.h). The dozen calls that we need are wrapped here in place of libdrm, which
// would be loaded by every program that may never see a bare screen. They are apart from other shims because the kernel's headers
// come with libdrm's package, which a build without bare screens does not want.
// Every call answers with its result or with a negated errno.
#pragma once
#include <stdint.h>

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
  uint32_t is_non_desktop, orientation;
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
/// Reads the flips that are done; how many of them are this CRTC's.
int easel_card_read_flips(int fd, uint32_t crtc);
