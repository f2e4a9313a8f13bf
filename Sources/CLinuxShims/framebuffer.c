#include "CEaselLinuxShims.h"

#include <errno.h>
#include <linux/fb.h>
#include <string.h>
#include <sys/ioctl.h>

static struct easel_bit_field field(struct fb_bitfield bits) {
  return (struct easel_bit_field){.offset = bits.offset, .length = bits.length, .is_reversed = bits.msb_right != 0};
}

int easel_fb_describe(int fd, struct easel_fb *out) {
  struct fb_fix_screeninfo fixed;
  struct fb_var_screeninfo variable;
  if (ioctl(fd, FBIOGET_FSCREENINFO, &fixed) < 0 || ioctl(fd, FBIOGET_VSCREENINFO, &variable) < 0) return -errno;
  memset(out, 0, sizeof *out);
  memcpy(out->driver, fixed.id, sizeof fixed.id);
  out->memory_length = fixed.smem_len;
  out->line_length = fixed.line_length;
  out->is_packed = fixed.type == FB_TYPE_PACKED_PIXELS;
  out->visual = fixed.visual == FB_VISUAL_TRUECOLOR || fixed.visual == FB_VISUAL_DIRECTCOLOR ? EASEL_FB_COLOURS
                : fixed.visual == FB_VISUAL_PSEUDOCOLOR                                      ? EASEL_FB_PALETTE
                : fixed.visual == FB_VISUAL_STATIC_PSEUDOCOLOR                               ? EASEL_FB_FIXED_PALETTE
                                                                                             : EASEL_FB_OTHER;
  out->width = variable.xres;
  out->height = variable.yres;
  out->virtual_width = variable.xres_virtual;
  out->virtual_height = variable.yres_virtual;
  out->x_offset = variable.xoffset;
  out->y_offset = variable.yoffset;
  out->pan_step = fixed.ypanstep;
  out->bits_per_pixel = variable.bits_per_pixel;
  out->grayscale = variable.grayscale;
  out->red = field(variable.red);
  out->green = field(variable.green);
  out->blue = field(variable.blue);
  out->width_mm = (int32_t)variable.width;
  out->height_mm = (int32_t)variable.height;
  out->pixel_clock = variable.pixclock;
  out->total_width = (uint64_t)variable.xres + variable.left_margin + variable.right_margin + variable.hsync_len;
  out->total_height = (uint64_t)variable.yres + variable.upper_margin + variable.lower_margin + variable.vsync_len;
  return 0;
}

int easel_fb_blank(int fd, int is_blank) {
  return ioctl(fd, FBIOBLANK, is_blank ? FB_BLANK_POWERDOWN : FB_BLANK_UNBLANK) < 0 ? -errno : 0;
}

static struct fb_cmap palette(struct easel_fb_palette *colours) {
  return (struct fb_cmap){.start = 0, .len = 256, .red = colours->red, .green = colours->green, .blue = colours->blue};
}

int easel_fb_get_palette(int fd, struct easel_fb_palette *colours) {
  struct fb_cmap map = palette(colours);
  return ioctl(fd, FBIOGETCMAP, &map) < 0 ? -errno : 0;
}

int easel_fb_set_palette(int fd, struct easel_fb_palette *colours) {
  struct fb_cmap map = palette(colours);
  return ioctl(fd, FBIOPUTCMAP, &map) < 0 ? -errno : 0;
}

int easel_fb_pan(int fd, uint32_t y_offset) {
  struct fb_var_screeninfo variable;
  if (ioctl(fd, FBIOGET_VSCREENINFO, &variable) < 0) return -errno;
  variable.yoffset = y_offset;
  return ioctl(fd, FBIOPAN_DISPLAY, &variable) < 0 ? -errno : 0;
}
