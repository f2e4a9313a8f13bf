/// How often memory has been allocated in this process so far.
long benchmark_allocations(void);
