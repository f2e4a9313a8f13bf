/* Scale and transform of KWin's output by its own protocol for display settings. */
#include "kwin-rig.h"

#include <string.h>

#include "kde-output-device-v2-client-protocol.h"
#include "kde-output-management-v2-client-protocol.h"

/* Version 1 of both is enough; a device tells nothing that we need, but each of its events must have a handler. */
static struct kde_output_device_v2 *device;
static struct kde_output_management_v2 *management;

static void ignore_geometry(void *data, struct kde_output_device_v2 *d, int32_t x, int32_t y, int32_t width, int32_t height,
	int32_t subpixel, const char *make, const char *model, int32_t transform) {
	(void)data, (void)d, (void)x, (void)y, (void)width, (void)height, (void)subpixel, (void)make, (void)model, (void)transform;
}
static void ignore_mode(void *data, struct kde_output_device_v2 *d, struct kde_output_device_mode_v2 *mode) {
	(void)data, (void)d, (void)mode;
}
static void ignore_done(void *data, struct kde_output_device_v2 *d) { (void)data, (void)d; }
static void ignore_text(void *data, struct kde_output_device_v2 *d, const char *text) { (void)data, (void)d, (void)text; }
static void ignore_number(void *data, struct kde_output_device_v2 *d, int32_t number) { (void)data, (void)d, (void)number; }
static void ignore_flags(void *data, struct kde_output_device_v2 *d, uint32_t flags) { (void)data, (void)d, (void)flags; }

static const struct kde_output_device_v2_listener device_listener = {
	.geometry = ignore_geometry,
	.current_mode = ignore_mode,
	.mode = ignore_mode,
	.done = ignore_done,
	.scale = ignore_number,
	.edid = ignore_text,
	.enabled = ignore_number,
	.uuid = ignore_text,
	.serial_number = ignore_text,
	.eisa_id = ignore_text,
	.capabilities = ignore_flags,
	.overscan = ignore_flags,
	.vrr_policy = ignore_flags,
	.rgb_range = ignore_flags,
};

void output_global(struct wl_registry *registry, uint32_t name, const char *interface) {
	if (!device && !strcmp(interface, kde_output_device_v2_interface.name)) {
		device = wl_registry_bind(registry, name, &kde_output_device_v2_interface, 1);
		kde_output_device_v2_add_listener(device, &device_listener, NULL);
	} else if (!strcmp(interface, kde_output_management_v2_interface.name)) {
		management = wl_registry_bind(registry, name, &kde_output_management_v2_interface, 1);
	}
}

static void applied(void *data, struct kde_output_configuration_v2 *configuration) {
	(void)configuration;
	*(int *)data = 1;
}
static void failed(void *data, struct kde_output_configuration_v2 *configuration) {
	(void)configuration;
	*(int *)data = -1;
}
static const struct kde_output_configuration_v2_listener configuration_listener = { applied, failed };

const char *output_configure(struct wl_display *display, double scale, int transform) {
	int result = 0;
	if (!device || !management) return "KWin offers no display settings";
	struct kde_output_configuration_v2 *configuration = kde_output_management_v2_create_configuration(management);
	kde_output_configuration_v2_add_listener(configuration, &configuration_listener, &result);
	if (scale > 0) kde_output_configuration_v2_scale(configuration, device, wl_fixed_from_double(scale));
	if (transform >= 0) kde_output_configuration_v2_transform(configuration, device, transform);
	kde_output_configuration_v2_apply(configuration);
	while (!result)
		if (wl_display_dispatch(display) < 0) return "KWin has gone";
	kde_output_configuration_v2_destroy(configuration);
	return result > 0 ? NULL : "KWin refuses";
}
