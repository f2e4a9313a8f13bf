// Makes input devices through /dev/uinput and plays a script on them: input-devices KIND..., orders on standard input.
//
// Kinds: touch, pen, keyboard, mouse; crowd, a touchscreen for 100 fingers; odd, one of two by two places that begin at 5.
// Positions are in the device's units, 0 to 4095. Orders, one a line:
//   down SLOT X Y | move SLOT X Y | up SLOT | frame          several, then one frame
//   use KIND                                                 the touchscreen that these go to from now on
//   penin [eraser] | pen X Y PRESSURE [TILTX TILTY] | pendown | penup | penout
//   key CODE 0|1|2 | rel DX DY | button CODE 0|1 | wheel CLICKS
//   sleep MILLISECONDS | say TEXT | unplug KIND | plug KIND
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { most = 4095, kinds = 6 };
static const char *const names[kinds] = {"touch", "pen", "keyboard", "mouse", "crowd", "odd"};
static int devices[kinds] = {-1, -1, -1, -1, -1, -1};

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int kind_of(const char *name) {
  for (int kind = 0; kind < kinds; kind++)
    if (!strcmp(name, names[kind])) return kind;
  fprintf(stderr, "there is no device %s\n", name);
  exit(2);
}

static void emit(int kind, int type, int code, int value) {
  struct input_event event = {.type = type, .code = code, .value = value};
  if (write(devices[kind], &event, sizeof event) != sizeof event) fail(names[kind]);
}

static void report(int kind) { emit(kind, EV_SYN, SYN_REPORT, 0); }

static void set(int fd, unsigned long request, int code) {
  if (ioctl(fd, request, code) < 0) fail("UI_SET");
}

static void axis(int fd, int code, int minimum, int maximum, int resolution) {
  struct uinput_abs_setup setup = {
      .code = code, .absinfo = {.minimum = minimum, .maximum = maximum, .resolution = resolution}};
  set(fd, UI_SET_ABSBIT, code);
  if (ioctl(fd, UI_ABS_SETUP, &setup) < 0) fail("UI_ABS_SETUP");
}

static void keys(int fd, const int *codes, int count) {
  set(fd, UI_SET_EVBIT, EV_KEY);
  for (int i = 0; i < count; i++) set(fd, UI_SET_KEYBIT, codes[i]);
}

static void describe_screen(int fd, int first, int last, int slots) {
  keys(fd, (int[]){BTN_TOUCH}, 1);
  set(fd, UI_SET_EVBIT, EV_ABS);
  set(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  axis(fd, ABS_X, first, last, 12);
  axis(fd, ABS_Y, first, last, 16);
  axis(fd, ABS_MT_SLOT, 0, slots - 1, 0);
  axis(fd, ABS_MT_TRACKING_ID, 0, 65535, 0);
  axis(fd, ABS_MT_POSITION_X, first, last, 12);
  axis(fd, ABS_MT_POSITION_Y, first, last, 16);
}

static void describe_touch(int fd) { describe_screen(fd, 0, most, 10); }
static void describe_crowd(int fd) { describe_screen(fd, 0, most, 100); }
static void describe_odd(int fd) { describe_screen(fd, 5, 6, 2); }

// libinput insists on a resolution, BTN_TOOL_PEN and BTN_STYLUS.
static void describe_pen(int fd) {
  keys(fd, (int[]){BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOUCH, BTN_STYLUS, BTN_STYLUS2}, 5);
  set(fd, UI_SET_EVBIT, EV_ABS);
  set(fd, UI_SET_PROPBIT, INPUT_PROP_DIRECT);
  axis(fd, ABS_X, 0, most, 12);
  axis(fd, ABS_Y, 0, most, 16);
  axis(fd, ABS_PRESSURE, 0, 2047, 0);
  axis(fd, ABS_DISTANCE, 0, 63, 0);
  axis(fd, ABS_TILT_X, -64, 63, 57);
  axis(fd, ABS_TILT_Y, -64, 63, 57);
}

static void describe_keyboard(int fd) {
  set(fd, UI_SET_EVBIT, EV_KEY);
  set(fd, UI_SET_EVBIT, EV_REP);
  for (int code = KEY_ESC; code <= KEY_MICMUTE; code++) set(fd, UI_SET_KEYBIT, code);
}

static void describe_mouse(int fd) {
  keys(fd, (int[]){BTN_LEFT, BTN_RIGHT, BTN_MIDDLE}, 3);
  set(fd, UI_SET_EVBIT, EV_REL);
  int axes[] = {REL_X, REL_Y, REL_WHEEL, REL_WHEEL_HI_RES};
  for (int i = 0; i < 4; i++) set(fd, UI_SET_RELBIT, axes[i]);
}

static void make(int kind) {
  static void (*const describe[kinds])(int) = {describe_touch,    describe_pen,   describe_keyboard,
                                                  describe_mouse,    describe_crowd, describe_odd};
  int fd = open("/dev/uinput", O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) fail("/dev/uinput");
  describe[kind](fd);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1234, .product = 0x5670 + kind, .version = 1}};
  snprintf(setup.name, sizeof setup.name, "Test %s", names[kind]);
  if (ioctl(fd, UI_DEV_SETUP, &setup) < 0 || ioctl(fd, UI_DEV_CREATE) < 0) fail("UI_DEV_CREATE");
  devices[kind] = fd;
}

static int screen, fingers, first = -1, identifier = 1;

static void finger(const char *verb, int slot, int x, int y) {
  emit(screen, EV_ABS, ABS_MT_SLOT, slot);
  if (!strcmp(verb, "up")) {
    emit(screen, EV_ABS, ABS_MT_TRACKING_ID, -1);
    if (slot == first) first = -1;
    if (!--fingers) emit(screen, EV_KEY, BTN_TOUCH, 0);
    return;
  }
  if (!strcmp(verb, "down")) {
    emit(screen, EV_ABS, ABS_MT_TRACKING_ID, identifier++ & 65535);
    if (!fingers++) {
      first = slot;
      emit(screen, EV_KEY, BTN_TOUCH, 1);
    }
  }
  emit(screen, EV_ABS, ABS_MT_POSITION_X, x);
  emit(screen, EV_ABS, ABS_MT_POSITION_Y, y);
  if (slot != first) return;
  // The single-touch axes follow the first finger.
  emit(screen, EV_ABS, ABS_X, x);
  emit(screen, EV_ABS, ABS_Y, y);
}

static void pen(const char *verb, const char *rest, const int *n, int count) {
  static int tool = BTN_TOOL_PEN;
  if (!strcmp(verb, "penin")) {
    tool = strstr(rest, "eraser") ? BTN_TOOL_RUBBER : BTN_TOOL_PEN;
    emit(1, EV_KEY, tool, 1);
    emit(1, EV_ABS, ABS_DISTANCE, 20);
  } else if (!strcmp(verb, "penout")) {
    emit(1, EV_KEY, tool, 0);
  } else if (!strcmp(verb, "pen")) {
    emit(1, EV_ABS, ABS_X, n[0]);
    emit(1, EV_ABS, ABS_Y, n[1]);
    if (count > 2) {
      emit(1, EV_ABS, ABS_PRESSURE, n[2]);
      emit(1, EV_ABS, ABS_DISTANCE, n[2] ? 0 : 20);
    }
    if (count > 4) {
      emit(1, EV_ABS, ABS_TILT_X, n[3]);
      emit(1, EV_ABS, ABS_TILT_Y, n[4]);
    }
  } else {
    int is_down = !strcmp(verb, "pendown");
    emit(1, EV_KEY, BTN_TOUCH, is_down);
    emit(1, EV_ABS, ABS_PRESSURE, is_down ? 700 : 0);
    emit(1, EV_ABS, ABS_DISTANCE, is_down ? 0 : 20);
  }
  report(1);
}

static int named(const char *rest) {
  char name[16] = "";
  sscanf(rest, "%15s", name);
  return kind_of(name);
}

static void use(int kind) {
  screen = kind;
  fingers = 0;
  first = -1;
}

static void unplug(int kind) {
  if (kind == screen) use(kind);
  ioctl(devices[kind], UI_DEV_DESTROY);
  close(devices[kind]);
  devices[kind] = -1;
}

static void play(const char *verb, const char *rest) {
  int n[5] = {0};
  int count = sscanf(rest, "%d %d %d %d %d", n, n + 1, n + 2, n + 3, n + 4);
  if (!strcmp(verb, "down") || !strcmp(verb, "move") || !strcmp(verb, "up")) finger(verb, n[0], n[1], n[2]);
  else if (!strcmp(verb, "frame")) report(screen);
  else if (!strncmp(verb, "pen", 3)) pen(verb, rest, n, count);
  else if (!strcmp(verb, "key")) emit(2, EV_KEY, n[0], n[1]), report(2);
  else if (!strcmp(verb, "rel")) emit(3, EV_REL, REL_X, n[0]), emit(3, EV_REL, REL_Y, n[1]), report(3);
  else if (!strcmp(verb, "button")) emit(3, EV_KEY, n[0], n[1]), report(3);
  else if (!strcmp(verb, "wheel"))
    emit(3, EV_REL, REL_WHEEL_HI_RES, n[0] * 120), emit(3, EV_REL, REL_WHEEL, n[0]), report(3);
  else if (!strcmp(verb, "sleep")) usleep((unsigned)n[0] * 1000);
  else if (!strcmp(verb, "say")) printf("%s", rest + (*rest == ' ')), fflush(stdout);
  else if (!strcmp(verb, "unplug")) unplug(named(rest));
  else if (!strcmp(verb, "plug")) make(named(rest));
  else if (!strcmp(verb, "use")) use(named(rest));
  else fprintf(stderr, "unknown order: %s%s", verb, rest), exit(2);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) make(kind_of(argv[i]));
  char line[256], verb[16];
  while (fgets(line, sizeof line, stdin)) {
    const char *start = line + strspn(line, " \t");
    if (sscanf(start, "%15s", verb) == 1 && verb[0] != '#') play(verb, start + strlen(verb));
  }
  return 0;
}
