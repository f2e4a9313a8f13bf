/* A Wayland display on a thread of this process that has one touch device and sends movements when it is told to. */

/* Starts it with a first client, whose end of the socket is returned, or -1. */
int motions_start(void);

/* A further client's end of a socket, or -1. */
int motions_connect(void);

/* Has every client that has asked for the touch device sent `count` movements of finger 1; returns once they are in the sockets. */
void motions_send(int count);

/* Sends and handles movements in plain C, with a listener that does nothing, `rounds` times `count` of them. Returns the thread's
   processor time for reading and handling in nanoseconds, and in *dispatch that of wl_display_dispatch_pending alone; -1 if the
   display cannot be used. */
double motions_handle_in_c(int rounds, int count, double *dispatch);
