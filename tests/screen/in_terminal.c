/* Runs a program in an unwatched terminal:
 *
 *     in_terminal COLUMNSxLINES PROGRAM ARGUMENT...
 *
 * Standard error stays where it is, and the exit status is the program's. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "in_terminal: %s: %s\n", what, strerror(errno));
    exit(99);
}

static int open_terminal(const char *text) {
    struct winsize size = {0};
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        fail("no terminal");
    if (sscanf(text, "%hux%hu", &size.ws_col, &size.ws_row) != 2)
        fail(text);
    ioctl(terminal, TIOCSWINSZ, &size);
    return terminal;
}

/* Runs the program in a session of its own with the terminal. */
static _Noreturn void run(const char *name, char **arguments) {
    setsid();
    int terminal = open(name, O_RDWR);
    if (terminal < 0 || dup2(terminal, STDIN_FILENO) < 0 || dup2(terminal, STDOUT_FILENO) < 0)
        fail(name);
    close(terminal);
    signal(SIGTTOU, SIG_DFL);
    execvp(arguments[0], arguments);
    fail(arguments[0]);
}

int main(int count, char **arguments) {
    char bytes[4096];
    int status;
    if (count < 3) {
        fputs("usage: in_terminal COLUMNSxLINES PROGRAM ARGUMENT...\n", stderr);
        return 99;
    }
    int terminal = open_terminal(arguments[1]);
    /* Keeps the terminal open until the program has opened it. */
    int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
    pid_t program = fork();
    if (slave < 0 || program < 0)
        fail("no program");
    if (program == 0)
        run(ptsname(terminal), arguments + 2);
    close(slave);
    while (read(terminal, bytes, sizeof bytes) > 0 || errno == EINTR)
        continue;
    if (waitpid(program, &status, 0) != program)
        fail("no end");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
