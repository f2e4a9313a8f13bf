// The guard: a process of a few lines that holds the terminal for ours and gives it back when ours is gone, however it went (FRE-3).
//
// It is also whom the kernel asks for the terminal: it passes the question on, and answers by itself where no answer comes. It is
// forked and never executes anything, so each program on the toolkit has it.
#include "CEaselLinuxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { release_signal = SIGUSR1, acquire_signal = SIGUSR2, patience = 3000 };

static void tell(int channel, char word) {
  // Nobody may be reading; the guard must not wait for him.
  while (send(channel, &word, 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 && errno == EINTR) {
  }
}

static int make_signals(void) {
  sigset_t heard;
  sigfillset(&heard);
  sigprocmask(SIG_SETMASK, &heard, NULL);
  sigemptyset(&heard);
  sigaddset(&heard, release_signal);
  sigaddset(&heard, acquire_signal);
  return signalfd(-1, &heard, SFD_CLOEXEC | SFD_NONBLOCK);
}

// Keeps the terminal until the channel ends, or the terminal is hung up because somebody else takes it (FVT-8).
static void hold(int terminal, int channel, int signals) {
  struct pollfd all[] = {{.fd = channel, .events = POLLIN}, {.fd = signals, .events = POLLIN}, {.fd = terminal}};
  int is_asked = 0;
  for (;;) {
    int count = poll(all, 3, is_asked ? patience : -1);
    if (count < 0 && errno != EINTR) return;
    if (count > 0 && all[2].revents) return;
    if (count == 0 && is_asked) {
      easel_terminal_answer(terminal, 1);
      is_asked = 0;
    }
    if (count > 0 && all[1].revents) {
      int number = easel_signalfd_read(signals);
      if (number == release_signal) {
        is_asked = 1;
        tell(channel, EASEL_GUARD_RELEASE);
      } else if (number == acquire_signal) {
        easel_terminal_answer(terminal, 0);
        easel_terminal_mute(terminal);
        tell(channel, EASEL_GUARD_ACQUIRED);
      }
    }
    if (count > 0 && all[0].revents) {
      char word;
      ssize_t length = recv(channel, &word, 1, MSG_DONTWAIT);
      if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) return;
      if (length == 1 && word == EASEL_GUARD_RELEASED && is_asked) {
        easel_terminal_answer(terminal, 1);
        is_asked = 0;
      }
    }
  }
}

// A descriptor that was hung up can do nothing any more; the terminal can, by a new one.
static void give_back(int terminal, const struct easel_terminal *before) {
  if (easel_terminal_restore(terminal, before) != -EIO) return;
  char path[32];
  snprintf(path, sizeof path, "/dev/tty%d", easel_terminal_number(terminal));
  int again = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (again < 0) return;
  easel_terminal_restore(again, before);
  close(again);
}

static void guard(int terminal, int channel) {
  int null = open("/dev/null", O_RDWR);
  int last = terminal > channel ? terminal : channel;
  for (int fd = 0; fd < 3; fd++) dup2(null, fd);
  for (int fd = 3; fd < last; fd++)
    if (fd != terminal && fd != channel) close(fd);
  close_range((unsigned)last + 1, ~0U, 0);
  // Rights over a terminal go with it as controlling terminal, but for root, who is safer in a session of his own.
  if (geteuid() == 0) setsid();
  prctl(PR_SET_NAME, "easel-guard");
  int signals = make_signals();
  struct easel_terminal before;
  int result = signals < 0 ? -errno : easel_terminal_read(terminal, &before);
  // The kernel lets anybody take a terminal that another program holds, and that one would not hear of it.
  if (!result && flock(terminal, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK) result = -EBUSY;
  if (!result) {
    result = easel_terminal_take(terminal, release_signal, acquire_signal);
    if (result) easel_terminal_restore(terminal, &before);
  }
  char answer[2] = {result ? EASEL_GUARD_FAILED : EASEL_GUARD_READY, (char)-result};
  if (send(channel, answer, sizeof answer, MSG_NOSIGNAL) < 0 && !result) easel_terminal_restore(terminal, &before);
  if (result) _exit(1);
  hold(terminal, channel, signals);
  give_back(terminal, &before);
  _exit(0);
}

int easel_guard_start(int terminal, int *process) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) return -errno;
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (child == 0) guard(terminal, pair[1]);
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(pair[1]);
  if (child < 0) {
    close(pair[0]);
    return -error;
  }
  char answer[2] = {EASEL_GUARD_FAILED, (char)EIO};
  ssize_t length;
  do {
    length = recv(pair[0], answer, sizeof answer, MSG_WAITALL);
  } while (length < 0 && errno == EINTR);
  if (answer[0] != EASEL_GUARD_READY) {
    close(pair[0]);
    waitpid(child, NULL, 0);
    return -(answer[1] ? answer[1] : EIO);
  }
  fcntl(pair[0], F_SETFL, O_NONBLOCK);
  *process = child;
  return pair[0];
}

int easel_guard_hear(int channel) {
  char word;
  ssize_t length = recv(channel, &word, 1, MSG_DONTWAIT);
  if (length == 1) return word;
  return length < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -EPIPE;
}

void easel_guard_released(int channel) { tell(channel, EASEL_GUARD_RELEASED); }

void easel_guard_end(int channel, int process) {
  close(channel);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
  }
}
