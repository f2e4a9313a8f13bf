// framebuffer mode WIDTH HEIGHT BITS [grey] [double]: gives /dev/fb0 another mode, with memory for two pictures if `double`.
// framebuffer shot NAME: writes what /dev/fb0 shows to /out/NAME, as a portable pixmap; for framebuffers that no screen shows.
#include <fcntl.h>
#include <linux/fb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

static int fail(const char *what) {
  perror(what);
  return 1;
}

static int set_mode(int fd, int count, char **words) {
  struct fb_var_screeninfo mode;
  if (count < 3 || ioctl(fd, FBIOGET_VSCREENINFO, &mode) < 0) return fail("framebuffer");
  mode.xres = mode.xres_virtual = (unsigned)atoi(words[0]);
  mode.yres = mode.yres_virtual = (unsigned)atoi(words[1]);
  mode.bits_per_pixel = (unsigned)atoi(words[2]);
  mode.xoffset = mode.yoffset = mode.grayscale = 0;
  for (int i = 3; i < count; i++) {
    if (!strcmp(words[i], "grey")) mode.grayscale = 1;
    if (!strcmp(words[i], "double")) mode.yres_virtual *= 2;
  }
  mode.activate = FB_ACTIVATE_NOW | FB_ACTIVATE_FORCE;
  return ioctl(fd, FBIOPUT_VSCREENINFO, &mode) < 0 ? fail("FBIOPUT_VSCREENINFO") : 0;
}

// The eight bits of a colour, from as many as the pixel has.
static unsigned char level(unsigned pixel, struct fb_bitfield field) {
  unsigned most = (1u << field.length) - 1;
  return (unsigned char)(((pixel >> field.offset & most) * 255 + most / 2) / most);
}

static int shoot(int fd, const char *name) {
  struct fb_var_screeninfo mode;
  struct fb_fix_screeninfo fixed;
  static unsigned short red[256], green[256], blue[256];
  struct fb_cmap palette = {.len = 256, .red = red, .green = green, .blue = blue};
  if (ioctl(fd, FBIOGET_VSCREENINFO, &mode) < 0 || ioctl(fd, FBIOGET_FSCREENINFO, &fixed) < 0) return fail("framebuffer");
  if (fixed.visual == FB_VISUAL_PSEUDOCOLOR && ioctl(fd, FBIOGETCMAP, &palette) < 0) return fail("FBIOGETCMAP");
  const unsigned char *memory = mmap(NULL, fixed.smem_len, PROT_READ, MAP_SHARED, fd, 0);
  char path[256];
  snprintf(path, sizeof path, "/out/%s", name);
  FILE *file = memory == MAP_FAILED ? NULL : fopen(path, "wb");
  if (!file) return fail(path);
  fprintf(file, "P6\n%u %u\n255\n", mode.xres, mode.yres);
  for (unsigned y = 0; y < mode.yres; y++) {
    const unsigned char *row = memory + (size_t)(y + mode.yoffset) * fixed.line_length;
    for (unsigned x = 0; x < mode.xres; x++) {
      unsigned pixel = 0;
      memcpy(&pixel, row + (size_t)x * mode.bits_per_pixel / 8, mode.bits_per_pixel / 8);
      unsigned char colour[3] = {level(pixel, mode.red), level(pixel, mode.green), level(pixel, mode.blue)};
      if (mode.grayscale) memset(colour, (int)pixel, 3);
      else if (fixed.visual == FB_VISUAL_PSEUDOCOLOR) {
        colour[0] = (unsigned char)(red[pixel] >> 8);
        colour[1] = (unsigned char)(green[pixel] >> 8);
        colour[2] = (unsigned char)(blue[pixel] >> 8);
      }
      fwrite(colour, 1, 3, file);
    }
  }
  return fclose(file) == 0 ? 0 : fail(path);
}

int main(int count, char **words) {
  int fd = open("/dev/fb0", O_RDWR | O_CLOEXEC);
  if (fd < 0) return fail("/dev/fb0");
  if (count > 1 && !strcmp(words[1], "mode")) return set_mode(fd, count - 2, words + 2);
  if (count > 2 && !strcmp(words[1], "shot")) return shoot(fd, words[2]);
  fprintf(stderr, "framebuffer mode WIDTH HEIGHT BITS [grey] [double] | framebuffer shot NAME\n");
  return 2;
}
