/* The parts of kwin-rig, which speaks weston-input's language to a running KWin. */
#include <stdbool.h>
#include <stdint.h>
#include <wayland-client.h>

/* kwin-output.c: binds what it needs of a global. */
void output_global(struct wl_registry *, uint32_t name, const char *interface);
/* Applies a scale (0: leave it) or a transform (-1: leave it) to the only output and waits for KWin's word; NULL or what is wrong. */
const char *output_configure(struct wl_display *, double scale, int transform);

/* kwin-shot.c: asks KWin over the session bus for the screen and writes it as PPM; NULL or what is wrong. */
const char *shot_write(const char *path);
