// Doors to what Swift cannot import from the C library: calls and numbers behind _GNU_SOURCE, macros with casts.
#pragma once
#include <stdint.h>

/// memfd_create(2) with close-on-exec and sealing allowed; the descriptor or a negated errno.
int easel_memfd_create(const char *name);
