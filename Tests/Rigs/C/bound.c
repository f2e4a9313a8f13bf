/* bound FD COMMAND...: becomes COMMAND, and kills it when the other end of the inherited pipe FD is closed.
 *
 * A test that crashes or is killed thus leaves no compositor behind, whatever it had started. A parent-death signal would not
 * do: it comes when the thread that started us ends, and threads of a pool do.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void watch(int life, int process) {
	struct pollfd events[2] = { { .fd = life, .events = POLLIN }, { .fd = process, .events = POLLIN } };
	while (poll(events, 2, -1) < 0) continue;
	if (events[0].revents && !events[1].revents) syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0);
}

int main(int count, char **arguments) {
	if (count < 3) return fprintf(stderr, "usage: bound FD COMMAND...\n"), 127;
	int life = atoi(arguments[1]), process = syscall(SYS_pidfd_open, getpid(), 0);
	if (process < 0) return perror("pidfd_open"), 127;
	pid_t child = fork();
	if (child == 0) { /* a grandchild watches, so that COMMAND has no child that it does not know */
		if (fork() == 0) {
			for (int fd = 0; fd < 3; fd++) close(fd);
			setsid();
			watch(life, process);
		}
		_exit(0);
	}
	waitpid(child, NULL, 0);
	/* The thread that started us may block signals, as threads of a pool do; COMMAND shall not. */
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	close(life);
	close(process);
	execvp(arguments[2], arguments + 2);
	perror(arguments[2]);
	return 127;
}
