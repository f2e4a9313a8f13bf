#include <pixman.h>

/* Tells the processor that memory will be read and written soon; Swift has no word for it. */
static inline void easel_prefetch(const void *address) { __builtin_prefetch(address, 1); }
