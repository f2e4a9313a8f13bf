#include "CEaselLinuxShims.h"

#include <errno.h>
#include <sys/mman.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

int easel_memfd_create(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  // Kernels before 6.3 do not know the flag that forbids execution (WSB-1).
  if (fd < 0 && errno == EINVAL) fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return fd < 0 ? -errno : fd;
}
