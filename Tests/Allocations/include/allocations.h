/// How often the calling thread has allocated memory so far, or -1 under a sanitizer, which has an allocator of its own.
long allocations_of_this_thread(void);
