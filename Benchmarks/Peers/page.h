/* What the programs of this folder share: where fingers are. The work is that of C/client.c: each finger draws a black line of its
 * own, 3 wide and with round ends, on a white page of 1000 x 700; lines stay, and only what has changed is shown anew. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

enum { page_width = 1000, page_height = 700, line_width = 3, most_fingers = 16 };

struct finger { bool is_down; int64_t id; double x, y; };
struct box { int x, y, width, height; };

static struct finger fingers[most_fingers];

/* The finger of an id, or with `is_new` a free one; NULL if there is none. */
static inline struct finger *finger_with(int64_t id, bool is_new) {
	for (int index = 0; index < most_fingers; index++) {
		struct finger *finger = &fingers[index];
		if (is_new ? !finger->is_down : finger->is_down && finger->id == id) return finger;
	}
	return 0;
}

/* The pixels that a line may touch, inside a page of a size. */
static inline struct box box_of_line(double x0, double y0, double x1, double y1, int width, int height) {
	const int margin = line_width;
	int left = fmax(0, floor(fmin(x0, x1)) - margin), top = fmax(0, floor(fmin(y0, y1)) - margin);
	int right = fmin(width, ceil(fmax(x0, x1)) + margin), bottom = fmin(height, ceil(fmax(y0, y1)) + margin);
	return (struct box){ left, top, right > left ? right - left : 0, bottom > top ? bottom - top : 0 };
}
