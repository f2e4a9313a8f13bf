/* The work in GTK 4 with its renderer for cairo: a picture behind a drawing area, which is redrawn whole, since a part cannot be. */
#include <stdlib.h>

#include <gtk/gtk.h>

#include "page.h"

static cairo_surface_t *page;
static cairo_t *cairo;

static void resize(GtkDrawingArea *area, int width, int height, void *unused) {
	(void)area, (void)unused;
	if (page) cairo_surface_destroy(page), cairo_destroy(cairo);
	page = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
	cairo = cairo_create(page);
	cairo_set_source_rgb(cairo, 1, 1, 1);
	cairo_paint(cairo);
	cairo_set_source_rgb(cairo, 0, 0, 0);
	cairo_set_line_width(cairo, line_width);
	cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
}

static void draw(GtkDrawingArea *area, cairo_t *target, int width, int height, void *unused) {
	(void)area, (void)width, (void)height, (void)unused;
	cairo_set_source_surface(target, page, 0, 0);
	cairo_paint(target);
}

static gboolean handle(GtkEventControllerLegacy *controller, GdkEvent *event, GtkWidget *area) {
	(void)controller;
	GdkEventType type = gdk_event_get_event_type(event);
	if (type < GDK_TOUCH_BEGIN || type > GDK_TOUCH_CANCEL) return FALSE;
	int64_t id = (intptr_t)gdk_event_get_event_sequence(event);
	struct finger *finger = finger_with(id, type == GDK_TOUCH_BEGIN);
	if (!finger || !cairo) return FALSE;
	double x, y;
	if (type >= GDK_TOUCH_END || !gdk_event_get_position(event, &x, &y)) {
		finger->is_down = false;
		return TRUE;
	}
	if (type == GDK_TOUCH_BEGIN) *finger = (struct finger){ true, id, x, y };
	cairo_move_to(cairo, finger->x, finger->y);
	cairo_line_to(cairo, x, y);
	cairo_stroke(cairo);
	finger->x = x, finger->y = y;
	gtk_widget_queue_draw(area);
	return TRUE;
}

static void activate(GtkApplication *application, void *unused) {
	(void)unused;
	GtkWidget *window = gtk_application_window_new(application), *area = gtk_drawing_area_new();
	gtk_window_set_default_size(GTK_WINDOW(window), page_width, page_height);
	// Without a title bar of its own the page begins at the window's corner.
	gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
	g_signal_connect(area, "resize", G_CALLBACK(resize), NULL);
	gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, NULL, NULL);
	GtkEventController *controller = gtk_event_controller_legacy_new();
	g_signal_connect(controller, "event", G_CALLBACK(handle), area);
	gtk_widget_add_controller(area, controller);
	gtk_window_set_child(GTK_WINDOW(window), area);
	gtk_window_present(GTK_WINDOW(window));
}

int main(int count, char **arguments) {
	setenv("GSK_RENDERER", "cairo", 1);
	setenv("GTK_A11Y", "none", 1);
	setenv("GSETTINGS_BACKEND", "memory", 1);
	GtkApplication *application = gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE);
	g_signal_connect(application, "activate", G_CALLBACK(activate), NULL);
	return g_application_run(G_APPLICATION(application), count, arguments);
}
