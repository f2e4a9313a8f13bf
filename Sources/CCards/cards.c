#include "CEaselCards.h"

#include <libdrm/drm.h>
#include <libdrm/drm_mode.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

_Static_assert(sizeof(struct drm_mode_modeinfo) == EASEL_CARD_MODE_SIZE, "a mode as the kernel tells it");

static int call(int fd, unsigned long request, void *argument) {
  int result;
  do {
    result = ioctl(fd, request, argument);
  } while (result < 0 && (errno == EINTR || errno == EAGAIN));
  return result < 0 ? -errno : result;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

int easel_card_has_dumb_buffers(int fd) {
  struct drm_get_cap capability = {.capability = DRM_CAP_DUMB_BUFFER};
  int result = call(fd, DRM_IOCTL_GET_CAP, &capability);
  return result < 0 ? result : capability.value != 0;
}

int easel_card_preferred_depth(int fd) {
  struct drm_get_cap capability = {.capability = DRM_CAP_DUMB_PREFERRED_DEPTH};
  int result = call(fd, DRM_IOCTL_GET_CAP, &capability);
  return result < 0 ? result : (int)capability.value;
}

int easel_card_resources(int fd, struct easel_card_resources *out) {
  memset(out, 0, sizeof *out);
  struct drm_mode_card_res count = {0};
  int result = call(fd, DRM_IOCTL_MODE_GETRESOURCES, &count);
  if (result < 0) return result;
  // Lists may grow between two calls; the kernel then fills nothing, so there is room for more than it named.
  uint32_t connectors[EASEL_CARD_MOST], crtcs[EASEL_CARD_MOST];
  struct drm_mode_card_res lists = {
      .count_connectors = EASEL_CARD_MOST, .connector_id_ptr = (uintptr_t)connectors,
      .count_crtcs = EASEL_CARD_MOST, .crtc_id_ptr = (uintptr_t)crtcs};
  if (count.count_connectors > EASEL_CARD_MOST || count.count_crtcs > EASEL_CARD_MOST) return -E2BIG;
  result = call(fd, DRM_IOCTL_MODE_GETRESOURCES, &lists);
  if (result < 0) return result;
  out->connector_count = least(lists.count_connectors, EASEL_CARD_MOST);
  out->crtc_count = least(lists.count_crtcs, EASEL_CARD_MOST);
  memcpy(out->connectors, connectors, out->connector_count * sizeof *connectors);
  memcpy(out->crtcs, crtcs, out->crtc_count * sizeof *crtcs);
  return 0;
}

// What a connector's property means to us; values are the kernel's names.
static void read_property(int fd, uint32_t id, uint64_t value, struct easel_card_connector *out) {
  struct drm_mode_get_property property = {.prop_id = id};
  if (call(fd, DRM_IOCTL_MODE_GETPROPERTY, &property) < 0) return;
  if (!strcmp(property.name, "non-desktop")) out->is_non_desktop = value != 0;
  if (strcmp(property.name, "panel orientation")) return;
  struct drm_mode_property_enum names[8];
  struct drm_mode_get_property values = {
      .prop_id = id, .count_enum_blobs = 8, .enum_blob_ptr = (uintptr_t)names};
  if (call(fd, DRM_IOCTL_MODE_GETPROPERTY, &values) < 0) return;
  for (uint32_t i = 0; i < least(values.count_enum_blobs, 8); i++) {
    if (names[i].value != value) continue;
    if (!strcmp(names[i].name, "Upside Down")) out->orientation = 180;
    if (!strcmp(names[i].name, "Right Side Up")) out->orientation = 90;
    if (!strcmp(names[i].name, "Left Side Up")) out->orientation = 270;
  }
}

int easel_card_connector(int fd, uint32_t id, struct easel_card_connector *out) {
  memset(out, 0, sizeof *out);
  struct drm_mode_get_connector count = {.connector_id = id};
  // Asked without room for modes the kernel probes the connector.
  int result = call(fd, DRM_IOCTL_MODE_GETCONNECTOR, &count);
  if (result < 0) return result;
  if (count.count_modes > 1024 || count.count_props > 1024 || count.count_encoders > 1024) return -E2BIG;
  uint32_t room = count.count_modes + 8, properties = count.count_props + 8, encoders = count.count_encoders + 8;
  struct drm_mode_modeinfo *modes = calloc(room, sizeof *modes);
  uint32_t *ids = calloc(properties + encoders, sizeof *ids);
  uint64_t *values = calloc(properties, sizeof *values);
  result = -ENOMEM;
  if (modes && ids && values) {
    struct drm_mode_get_connector lists = {
        .connector_id = id,
        .count_modes = room, .modes_ptr = (uintptr_t)modes,
        .count_props = properties, .props_ptr = (uintptr_t)ids, .prop_values_ptr = (uintptr_t)values,
        .count_encoders = encoders, .encoders_ptr = (uintptr_t)(ids + properties)};
    result = call(fd, DRM_IOCTL_MODE_GETCONNECTOR, &lists);
    if (result >= 0) {
      out->id = id;
      out->type = lists.connector_type;
      out->type_index = lists.connector_type_id;
      out->connection = lists.connection;
      out->encoder = lists.encoder_id;
      out->width_mm = lists.mm_width;
      out->height_mm = lists.mm_height;
      out->mode_count = least(least(lists.count_modes, room), EASEL_CARD_MODES);
      for (uint32_t i = 0; i < out->mode_count; i++) memcpy(out->modes[i].raw, &modes[i], sizeof modes[i]);
      out->encoder_count = least(least(lists.count_encoders, encoders), EASEL_CARD_MOST);
      memcpy(out->encoders, ids + properties, out->encoder_count * sizeof *ids);
      for (uint32_t i = 0; i < least(lists.count_props, properties); i++) read_property(fd, ids[i], values[i], out);
      result = 0;
    }
  }
  free(modes);
  free(ids);
  free(values);
  return result;
}

void easel_card_mode_describe(const struct easel_card_mode *mode, struct easel_card_mode_info *out) {
  struct drm_mode_modeinfo raw;
  memcpy(&raw, mode->raw, sizeof raw);
  uint64_t dots = (uint64_t)raw.htotal * raw.vtotal;
  out->width = raw.hdisplay;
  out->height = raw.vdisplay;
  out->is_preferred = (raw.type & DRM_MODE_TYPE_PREFERRED) != 0;
  out->refresh = dots ? (double)raw.clock * 1000 / (double)dots : 0;
  if (raw.flags & DRM_MODE_FLAG_INTERLACE) out->refresh *= 2;
  if (raw.flags & DRM_MODE_FLAG_DBLSCAN) out->refresh /= 2;
  if (raw.vscan > 1) out->refresh /= raw.vscan;
}

int easel_card_encoder(int fd, uint32_t id, uint32_t *crtc, uint32_t *possible_crtcs) {
  struct drm_mode_get_encoder encoder = {.encoder_id = id};
  int result = call(fd, DRM_IOCTL_MODE_GETENCODER, &encoder);
  *crtc = encoder.crtc_id;
  *possible_crtcs = encoder.possible_crtcs;
  return result;
}

int easel_card_get_crtc(int fd, uint32_t id, struct easel_card_crtc *out) {
  struct drm_mode_crtc crtc = {.crtc_id = id};
  int result = call(fd, DRM_IOCTL_MODE_GETCRTC, &crtc);
  if (result < 0) return result;
  *out = (struct easel_card_crtc){.framebuffer = crtc.fb_id, .x = crtc.x, .y = crtc.y, .has_mode = crtc.mode_valid != 0};
  memcpy(out->mode.raw, &crtc.mode, sizeof crtc.mode);
  return 0;
}

int easel_card_set_crtc(int fd, uint32_t id, uint32_t connector, const struct easel_card_crtc *state) {
  struct drm_mode_crtc crtc = {
      .crtc_id = id, .fb_id = state->framebuffer, .x = state->x, .y = state->y, .mode_valid = state->has_mode != 0,
      .count_connectors = state->has_mode ? 1 : 0, .set_connectors_ptr = (uintptr_t)&connector};
  memcpy(&crtc.mode, state->mode.raw, sizeof crtc.mode);
  return call(fd, DRM_IOCTL_MODE_SETCRTC, &crtc);
}

int easel_card_hide_cursor(int fd, uint32_t crtc) {
  struct drm_mode_cursor cursor = {.flags = DRM_MODE_CURSOR_BO, .crtc_id = crtc};
  return call(fd, DRM_IOCTL_MODE_CURSOR, &cursor);
}

int easel_card_make_buffer(int fd, uint32_t width, uint32_t height, uint32_t bits, struct easel_card_buffer *out) {
  memset(out, 0, sizeof *out);
  struct drm_mode_create_dumb dumb = {.width = width, .height = height, .bpp = bits};
  int result = call(fd, DRM_IOCTL_MODE_CREATE_DUMB, &dumb);
  if (result < 0) return result;
  out->handle = dumb.handle;
  out->pitch = dumb.pitch;
  out->size = dumb.size;
  struct drm_mode_fb_cmd framebuffer = {
      .width = width, .height = height, .pitch = dumb.pitch, .bpp = bits, .depth = bits == 32 ? 24 : bits,
      .handle = dumb.handle};
  result = call(fd, DRM_IOCTL_MODE_ADDFB, &framebuffer);
  out->framebuffer = framebuffer.fb_id;
  struct drm_mode_map_dumb map = {.handle = dumb.handle};
  if (result >= 0) result = call(fd, DRM_IOCTL_MODE_MAP_DUMB, &map);
  if (result >= 0) {
    out->memory = mmap(NULL, dumb.size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)map.offset);
    if (out->memory == MAP_FAILED) {
      out->memory = NULL;
      result = -errno;
    }
  }
  if (result < 0) easel_card_end_buffer(fd, out);
  return result < 0 ? result : 0;
}

void easel_card_end_buffer(int fd, struct easel_card_buffer *buffer) {
  if (buffer->memory) munmap(buffer->memory, buffer->size);
  if (buffer->framebuffer) call(fd, DRM_IOCTL_MODE_RMFB, &buffer->framebuffer);
  struct drm_mode_destroy_dumb dumb = {.handle = buffer->handle};
  if (buffer->handle) call(fd, DRM_IOCTL_MODE_DESTROY_DUMB, &dumb);
  memset(buffer, 0, sizeof *buffer);
}

int easel_card_flip(int fd, uint32_t crtc, uint32_t framebuffer) {
  struct drm_mode_crtc_page_flip flip = {
      .crtc_id = crtc, .fb_id = framebuffer, .flags = DRM_MODE_PAGE_FLIP_EVENT, .user_data = crtc};
  return call(fd, DRM_IOCTL_MODE_PAGE_FLIP, &flip);
}

int easel_card_dirty(int fd, uint32_t framebuffer, const struct easel_card_clip *clips, uint32_t count) {
  struct drm_clip_rect rects[EASEL_CARD_CLIPS];
  if (count > EASEL_CARD_CLIPS) return -EINVAL;
  for (uint32_t i = 0; i < count; i++)
    rects[i] = (struct drm_clip_rect){.x1 = clips[i].x1, .y1 = clips[i].y1, .x2 = clips[i].x2, .y2 = clips[i].y2};
  struct drm_mode_fb_dirty_cmd dirty = {.fb_id = framebuffer, .num_clips = count, .clips_ptr = (uintptr_t)rects};
  return call(fd, DRM_IOCTL_MODE_DIRTYFB, &dirty);
}

int easel_card_set_master(int fd) { return call(fd, DRM_IOCTL_SET_MASTER, NULL); }

int easel_card_drop_master(int fd) { return call(fd, DRM_IOCTL_DROP_MASTER, NULL); }

int easel_card_read_flips(int fd, uint32_t crtc) {
  // Each event begins with its type and length; read(2) gives whole ones only.
  char bytes[1024];
  ssize_t count = read(fd, bytes, sizeof bytes);
  if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -errno;
  int found = 0;
  for (ssize_t at = 0; at + (ssize_t)sizeof(struct drm_event) <= count;) {
    struct drm_event event;
    memcpy(&event, bytes + at, sizeof event);
    if (event.length < sizeof event || at + event.length > count) break;
    if (event.type == DRM_EVENT_FLIP_COMPLETE && event.length >= sizeof(struct drm_event_vblank)) {
      struct drm_event_vblank flip;
      memcpy(&flip, bytes + at, sizeof flip);
      if (flip.user_data == crtc) found++;
    }
    at += event.length;
  }
  return found;
}
