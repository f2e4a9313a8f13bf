// Gives the terminal back from inside a crash (FRE-2), so that what the crash has to say can be read.
#include "CEaselLinuxShims.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { fatal_count = sizeof fatal / sizeof *fatal };
static struct sigaction found[fatal_count];
static struct easel_terminal before;
static volatile sig_atomic_t terminal = -1;
static void *stack;

static void crash(int number, siginfo_t *info, void *context) {
  (void)context;
  if (terminal >= 0) easel_terminal_restore(terminal, &before);
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &found[i], NULL);
  // A faulting instruction faults again when this returns, and then meets who was there before us; a signal that was sent does not.
  if (info->si_code <= 0) {
    signal(number, SIG_DFL);
    raise(number);
  }
}

void easel_crash_watch(int fd) {
  if (easel_terminal_read(fd, &before) < 0) return;
  terminal = fd;
  // A stack that has overflown cannot hold the handler; Swift's backtracer may have given this thread another one already.
  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    size_t size = 65536;
    if ((stack = malloc(size))) sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = size}, NULL);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = crash;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &action, &found[i]);
}

void easel_crash_end_watch(void) {
  if (terminal < 0) return;
  terminal = -1;
  for (int i = 0; i < fatal_count; i++) sigaction(fatal[i], &found[i], NULL);
}
