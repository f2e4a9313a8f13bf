// TurboJPEG as a table of its functions, filled by `dlopen` when a JPEG file is read: two hundred kilobytes resident that most
// programs never need.
#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <turbojpeg.h>

#define EASEL_JPEG_FUNCTIONS(F) \
  F(InitDecompress) \
  F(DecompressHeader3) \
  F(Decompress2) \
  F(GetErrorStr2) \
  F(GetErrorCode) \
  F(Destroy)

#define EASEL_FIELD(name) __typeof__(&tj##name) name;
struct easel_jpeg {
  EASEL_JPEG_FUNCTIONS(EASEL_FIELD)
};
#undef EASEL_FIELD

// Fills the table; answers NULL, or the name of what is missing. The library stays loaded.
static inline const char *easel_jpeg_load(struct easel_jpeg *jpeg) {
  void *library = dlopen("libturbojpeg.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return "libturbojpeg.so.0";
#define EASEL_FIND(name) \
  if (!(jpeg->name = (__typeof__(jpeg->name))dlsym(library, "tj" #name))) return "tj" #name;
  EASEL_JPEG_FUNCTIONS(EASEL_FIND)
#undef EASEL_FIND
  return NULL;
}
