/// Starts a thread that nobody waits for, with all signals blocked; 0 or an error number.
int easel_start_thread(void *(*run)(void *), void *argument);
