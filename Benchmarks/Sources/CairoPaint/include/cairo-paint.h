/* The same shapes as `paint` paints, by cairo into memory. Colours are straight, from 0 to 1; points are pairs of numbers. */

typedef struct rival rival;

/* Starts to paint into 32-bit pixels 0xXXRRGGBB that stay the caller's; NULL if cairo cannot. */
rival *rival_begin(unsigned char *pixels, int width, int height, int stride);

/* Finishes all that was painted and frees it. */
void rival_end(rival *paint);

/* The colour of what follows. */
void rival_color(rival *paint, double red, double green, double blue, double alpha);

/* A line through points; cap and join are 0 for round, 1 for butt and miter. */
void rival_stroke(rival *paint, const double *points, int count, double width, int style, const double *dashes,
                        int dash_count);

/* The inside of a closed path of cubic curves: a start, then three points a curve. */
void rival_curves(rival *paint, const double *points, int count);

/* A rectangle's inside. */
void rival_rect(rival *paint, double x, double y, double width, double height);

/* A picture of 32-bit pixels, premultiplied, stretched to a rectangle (x, y, width, height). */
void rival_image(rival *paint, unsigned char *pixels, int width, int height, int stride, int has_alpha, const double *rect,
                 double opacity);

/* A line of text in a family, with the left end of its baseline at a point: glyphs as cairo keeps them from the last time. */
void rival_text(rival *paint, const char *text, const char *family, double size, double x, double y);

/* A gradient over everything: from one point to another (x, y, x, y), or from a point to a circle around it (x, y, radius). Colours
   are four numbers each, at even distances. */
void rival_gradient(rival *paint, const double *ends, int is_radial, const double *colors, int count);
