/* kwin-rig: a touchscreen, a mouse and a keyboard for KWin, played by a script, and KWin's screen.
 *
 * Reads commands from standard input and answers each by a line, as weston-input.c does, with its words down, move, up, frame,
 * cancel, pointer, button, axis, key and shot, and besides
 *
 *   scale NUMBER, transform 0-7      the output's, while it runs
 *
 * KWin's seat has touch only as long as we live. At the end of input we end.
 */
#include "kwin-rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake-input-client-protocol.h"

enum { fake_input_version = 4 };

static struct wl_display *display;
static struct org_kde_kwin_fake_input *input;

static void global(void *data, struct wl_registry *registry, uint32_t name, const char *interface, uint32_t version) {
	(void)data;
	if (!strcmp(interface, org_kde_kwin_fake_input_interface.name) && version >= fake_input_version)
		input = wl_registry_bind(registry, name, &org_kde_kwin_fake_input_interface, fake_input_version);
	else
		output_global(registry, name, interface);
}

static void global_removed(void *data, struct wl_registry *registry, uint32_t name) {
	(void)data, (void)registry, (void)name;
}

static const struct wl_registry_listener registry_listener = { global, global_removed };

static bool touch_command(const char *word, const char *rest) {
	unsigned id;
	double x, y;
	int count = sscanf(rest, "%u %lf %lf", &id, &x, &y);
	if (!strcmp(word, "frame")) org_kde_kwin_fake_input_touch_frame(input);
	else if (!strcmp(word, "cancel")) org_kde_kwin_fake_input_touch_cancel(input);
	else if (!strcmp(word, "up") && count >= 1) org_kde_kwin_fake_input_touch_up(input, id);
	else if (!strcmp(word, "down") && count == 3)
		org_kde_kwin_fake_input_touch_down(input, id, wl_fixed_from_double(x), wl_fixed_from_double(y));
	else if (!strcmp(word, "move") && count == 3)
		org_kde_kwin_fake_input_touch_motion(input, id, wl_fixed_from_double(x), wl_fixed_from_double(y));
	else return false;
	return true;
}

static bool other_command(const char *word, const char *rest) {
	int code, state;
	double x, y;
	if (!strcmp(word, "pointer") && sscanf(rest, "%lf %lf", &x, &y) == 2)
		org_kde_kwin_fake_input_pointer_motion_absolute(input, wl_fixed_from_double(x), wl_fixed_from_double(y));
	else if (!strcmp(word, "button") && sscanf(rest, "%i %d", &code, &state) == 2)
		org_kde_kwin_fake_input_button(input, code, state);
	else if (!strcmp(word, "axis") && sscanf(rest, "%d %lf", &code, &x) == 2)
		org_kde_kwin_fake_input_axis(input, code, wl_fixed_from_double(x));
	else if (!strcmp(word, "key") && sscanf(rest, "%d %d", &code, &state) == 2)
		org_kde_kwin_fake_input_keyboard_key(input, code, state);
	else return false;
	return true;
}

/* NULL or what is wrong with the line. */
static const char *run_line(const char *line) {
	char word[32], path[512];
	int length, number;
	double scale;
	if (sscanf(line, "%31s%n", word, &length) != 1) return "nothing to do";
	const char *rest = line + length;
	if (!strcmp(word, "scale") && sscanf(rest, "%lf", &scale) == 1) return output_configure(display, scale, -1);
	if (!strcmp(word, "transform") && sscanf(rest, "%d", &number) == 1) return output_configure(display, 0, number);
	if (!strcmp(word, "shot") && sscanf(rest, "%511s", path) == 1) return shot_write(path);
	if (!touch_command(word, rest) && !other_command(word, rest)) return "no such command, or wrong arguments";
	return wl_display_roundtrip(display) < 0 ? "KWin has gone" : NULL;
}

int main(void) {
	char *line = NULL;
	size_t capacity = 0;
	setlinebuf(stdout);
	display = wl_display_connect(NULL);
	if (!display) return puts("error no connection to KWin"), 1;
	wl_registry_add_listener(wl_display_get_registry(display), &registry_listener, NULL);
	wl_display_roundtrip(display);
	if (!input) return puts("error KWin offers no fake input"), 1;
	org_kde_kwin_fake_input_authenticate(input, "easel tests", "to touch without a finger");
	wl_display_roundtrip(display);
	puts("ready");
	while (getline(&line, &capacity, stdin) > 0) {
		const char *problem = run_line(line);
		line[strcspn(line, "\n")] = 0;
		if (problem) printf("error %s: %s\n", line, problem);
		else puts("ok");
	}
	return 0;
}
