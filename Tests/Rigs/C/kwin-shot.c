/* KWin's screen by org.kde.KWin.ScreenShot2: KWin writes raw rows into a pipe of ours and answers with their shape. */
#define _GNU_SOURCE
#include "kwin-rig.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <dbus/dbus.h>

enum { timeout_ms = 20000, qimage_rgb32 = 4, qimage_argb32_premultiplied = 6 };

/* The pipe is emptied beside the call, since its answer comes only after the last row. */
struct reader {
	int fd;
	unsigned char *bytes;
	size_t length, capacity;
};

static void *read_all(void *data) {
	struct reader *reader = data;
	for (;;) {
		if (reader->length == reader->capacity) {
			reader->capacity = reader->capacity ? 2 * reader->capacity : 1 << 20;
			reader->bytes = realloc(reader->bytes, reader->capacity);
			if (!reader->bytes) abort();
		}
		ssize_t count = read(reader->fd, reader->bytes + reader->length, reader->capacity - reader->length);
		if (count <= 0) return NULL;
		reader->length += count;
	}
}

static void append_options(DBusMessageIter *arguments) {
	DBusMessageIter dictionary, entry, variant;
	const char *key = "native-resolution";
	dbus_bool_t yes = TRUE;
	dbus_message_iter_open_container(arguments, DBUS_TYPE_ARRAY, "{sv}", &dictionary);
	dbus_message_iter_open_container(&dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
	dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
	dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "b", &variant);
	dbus_message_iter_append_basic(&variant, DBUS_TYPE_BOOLEAN, &yes);
	dbus_message_iter_close_container(&entry, &variant);
	dbus_message_iter_close_container(&dictionary, &entry);
	dbus_message_iter_close_container(arguments, &dictionary);
}

static DBusMessage *ask(DBusConnection *bus, int fd) {
	DBusMessageIter arguments;
	DBusError error = DBUS_ERROR_INIT;
	DBusMessage *call = dbus_message_new_method_call(
		"org.kde.KWin", "/org/kde/KWin/ScreenShot2", "org.kde.KWin.ScreenShot2", "CaptureWorkspace");
	dbus_message_iter_init_append(call, &arguments);
	append_options(&arguments);
	dbus_message_iter_append_basic(&arguments, DBUS_TYPE_UNIX_FD, &fd);
	close(fd); /* the message has its own */
	DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, call, timeout_ms, &error);
	dbus_message_unref(call);
	if (!reply) fprintf(stderr, "kwin-rig: %s\n", error.message);
	dbus_error_free(&error);
	return reply;
}

/* One unsigned number of the answer's a{sv}, or 0. */
static uint32_t number(DBusMessage *reply, const char *wanted) {
	DBusMessageIter arguments, dictionary, entry, variant;
	dbus_message_iter_init(reply, &arguments);
	if (dbus_message_iter_get_arg_type(&arguments) != DBUS_TYPE_ARRAY) return 0;
	dbus_message_iter_recurse(&arguments, &dictionary);
	for (; dbus_message_iter_get_arg_type(&dictionary) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&dictionary)) {
		const char *key;
		uint32_t value;
		dbus_message_iter_recurse(&dictionary, &entry);
		dbus_message_iter_get_basic(&entry, &key);
		dbus_message_iter_next(&entry);
		dbus_message_iter_recurse(&entry, &variant);
		if (strcmp(key, wanted) || dbus_message_iter_get_arg_type(&variant) != DBUS_TYPE_UINT32) continue;
		dbus_message_iter_get_basic(&variant, &value);
		return value;
	}
	return 0;
}

static const char *write_ppm(const char *path, const struct reader *picture, DBusMessage *shape) {
	uint32_t width = number(shape, "width"), height = number(shape, "height"), stride = number(shape, "stride"),
		format = number(shape, "format");
	if (!width || !height || stride < width * 4 || picture->length < (size_t)stride * height) return "the picture is too short";
	bool is_bgr = format >= qimage_rgb32 && format <= qimage_argb32_premultiplied; /* else RGBX in memory */
	FILE *file = fopen(path, "wb");
	if (!file) return "the file cannot be written";
	fprintf(file, "P6\n%u %u\n255\n", width, height);
	for (uint32_t y = 0; y < height; y++)
		for (uint32_t x = 0; x < width; x++) {
			const unsigned char *pixel = picture->bytes + (size_t)y * stride + x * 4;
			unsigned char rgb[3] = { pixel[is_bgr ? 2 : 0], pixel[1], pixel[is_bgr ? 0 : 2] };
			fwrite(rgb, 1, 3, file);
		}
	return fclose(file) ? "the file cannot be written" : NULL;
}

const char *shot_write(const char *path) {
	static DBusConnection *bus;
	int ends[2];
	pthread_t thread;
	if (!bus) bus = dbus_bus_get(DBUS_BUS_SESSION, NULL);
	if (!bus || pipe2(ends, O_CLOEXEC)) return "there is no session bus";
	struct reader reader = { .fd = ends[0] };
	pthread_create(&thread, NULL, read_all, &reader);
	DBusMessage *reply = ask(bus, ends[1]);
	pthread_join(thread, NULL);
	close(ends[0]);
	const char *problem = reply ? write_ppm(path, &reader, reply) : "KWin makes no picture";
	if (reply) dbus_message_unref(reply);
	free(reader.bytes);
	return problem;
}
