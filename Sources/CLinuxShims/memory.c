#include "CEaselLinuxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif

_Static_assert(EASEL_SEAL_SEAL == F_SEAL_SEAL && EASEL_SEAL_SHRINK == F_SEAL_SHRINK && EASEL_SEAL_GROW == F_SEAL_GROW &&
                   EASEL_SEAL_WRITE == F_SEAL_WRITE && EASEL_SEAL_FUTURE_WRITE == F_SEAL_FUTURE_WRITE,
               "the kernel's own bits");

int easel_memfd_create(const char *name) {
  int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
  // Kernels before 6.3 do not know the flag that forbids execution (WSB-1).
  if (fd < 0 && errno == EINVAL) fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  return fd < 0 ? -errno : fd;
}

int easel_fallocate(int fd, int64_t size) { return fallocate(fd, 0, 0, size) < 0 ? -errno : 0; }

int easel_memfd_seal(int fd) {
  return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0 ? -errno : 0;
}

int easel_memfd_seals(int fd) {
  int seals = fcntl(fd, F_GET_SEALS);
  return seals < 0 ? -errno : seals;
}
