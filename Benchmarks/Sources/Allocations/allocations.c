// Takes the place of the C library's allocator, counts, and hands on to it.
#include "allocations.h"

#include <errno.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static long count;

long benchmark_allocations(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }

static void note(void) { __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED); }

void *malloc(size_t size) { return note(), __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return note(), __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { return note(), __libc_realloc(old, size); }
void *memalign(size_t alignment, size_t size) { return note(), __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return note(), __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
	note();
	*result = __libc_memalign(alignment, size);
	return *result ? 0 : ENOMEM;
}
