#include "cairo-paint.h"

#include <cairo/cairo.h>

rival *rival_begin(unsigned char *pixels, int width, int height, int stride) {
  cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_RGB24, width, height, stride);
  cairo_t *context = cairo_create(surface);
  cairo_surface_destroy(surface);
  if (cairo_status(context) == CAIRO_STATUS_SUCCESS) return (rival *)context;
  cairo_destroy(context);
  return 0;
}

void rival_end(rival *paint) {
  cairo_surface_flush(cairo_get_target((cairo_t *)paint));
  cairo_destroy((cairo_t *)paint);
}

void rival_color(rival *paint, double red, double green, double blue, double alpha) {
  cairo_set_source_rgba((cairo_t *)paint, red, green, blue, alpha);
}

void rival_stroke(rival *paint, const double *points, int count, double width, int style, const double *dashes,
                        int dash_count) {
  cairo_t *context = (cairo_t *)paint;
  cairo_set_line_width(context, width);
  cairo_set_line_cap(context, style == 0 ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join(context, style == 0 ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_MITER);
  cairo_set_dash(context, dashes, dash_count, 0);
  cairo_move_to(context, points[0], points[1]);
  for (int index = 1; index < count; index++) cairo_line_to(context, points[2 * index], points[2 * index + 1]);
  cairo_stroke(context);
}

void rival_curves(rival *paint, const double *points, int count) {
  cairo_t *context = (cairo_t *)paint;
  cairo_move_to(context, points[0], points[1]);
  for (int index = 1; index + 2 < count; index += 3) {
    const double *curve = points + 2 * index;
    cairo_curve_to(context, curve[0], curve[1], curve[2], curve[3], curve[4], curve[5]);
  }
  cairo_close_path(context);
  cairo_fill(context);
}

void rival_rect(rival *paint, double x, double y, double width, double height) {
  cairo_rectangle((cairo_t *)paint, x, y, width, height);
  cairo_fill((cairo_t *)paint);
}

void rival_image(rival *paint, unsigned char *pixels, int width, int height, int stride, int has_alpha, const double *rect,
                 double opacity) {
  cairo_t *context = (cairo_t *)paint;
  cairo_format_t format = has_alpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24;
  cairo_surface_t *surface = cairo_image_surface_create_for_data(pixels, format, width, height, stride);
  cairo_save(context);
  cairo_rectangle(context, rect[0], rect[1], rect[2], rect[3]);
  cairo_clip(context);
  cairo_translate(context, rect[0], rect[1]);
  cairo_scale(context, rect[2] / width, rect[3] / height);
  cairo_set_source_surface(context, surface, 0, 0);
  cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD);
  cairo_paint_with_alpha(context, opacity);
  cairo_restore(context);
  cairo_surface_destroy(surface);
}

void rival_text(rival *paint, const char *text, const char *family, double size, double x, double y) {
  cairo_t *context = (cairo_t *)paint;
  cairo_select_font_face(context, family, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, size);
  cairo_move_to(context, x, y);
  cairo_show_text(context, text);
}

void rival_gradient(rival *paint, const double *ends, int is_radial, const double *colors, int count) {
  cairo_t *context = (cairo_t *)paint;
  cairo_pattern_t *pattern = is_radial ? cairo_pattern_create_radial(ends[0], ends[1], 0, ends[0], ends[1], ends[2])
                                       : cairo_pattern_create_linear(ends[0], ends[1], ends[2], ends[3]);
  for (int index = 0; index < count; index++) {
    const double *color = colors + 4 * index;
    cairo_pattern_add_color_stop_rgba(pattern, index / (double)(count - 1), color[0], color[1], color[2], color[3]);
  }
  cairo_set_source(context, pattern);
  cairo_paint(context);
  cairo_pattern_destroy(pattern);
}
