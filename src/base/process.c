#include <config.h>

#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/monotonic.h"
#include "base/number.h"

extern char **environ; /* NOLINT(readability-redundant-declaration): not in every C library */

enum {
    LINE_SIZE_MAX = 1 << 16,
    POLL_MS = 50,    /* between checks of the interrupt flag, which wakes nobody */
    EXIT_POLL_MS = 5 /* between checks for the end of the process */
};

/* ---- starting ---- */

/* Opens a pipe that no other child inherits: process_start holds a lock. */
static bool open_pipe(int ends[2]) {
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* Resets the signals that this program handles or ignores. */
static void restore_signals(posix_spawnattr_t *attributes) {
    sigset_t none, all;
    sigemptyset(&none);
    sigemptyset(&all);
    sigaddset(&all, SIGPIPE);
    sigaddset(&all, SIGINT);
    sigaddset(&all, SIGTERM);
    sigaddset(&all, SIGHUP);
    sigaddset(&all, SIGXFSZ);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                             POSIX_SPAWN_SETPGROUP);
}

/* Returns whether the command is a path with arguments, without the syntax of a shell. */
static bool is_simple_command(const char *command) {
    size_t length = strcspn(command, " \t");
    return strcspn(command, "/") < length && strcspn(command, "='\"\\$") >= length &&
           !strpbrk(command, ";&|<>(){}`\n");
}

/* Returns 0 or an error number. */
static int spawn(pid_t *pid, const char *command, int input, int output) {
    char shell[] = "sh", flag[] = "-c";
    char *const arguments[] = {shell, flag, (char *)command, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0)
        return failure;
    failure = posix_spawnattr_init(&attributes);
    if (failure == 0) {
        restore_signals(&attributes);
        failure = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
        if (failure == 0)
            failure = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
        if (failure == 0)
            failure = posix_spawn(pid, "/bin/sh", &actions, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

static bool start_locked(Process *process, const char *command, Error *error) {
    int input[2], output[2];
    if (!open_pipe(input))
        return error_set(error, ERROR_IO, "cannot create a pipe: %s", strerror(errno));
    if (!open_pipe(output)) {
        close(input[0]);
        close(input[1]);
        return error_set(error, ERROR_IO, "cannot create a pipe: %s", strerror(errno));
    }
    Buffer text = {0};
    if (is_simple_command(command)) /* a shell in between would hide how the command ended */
        buffer_add_string(&text, "exec ");
    buffer_add_string(&text, command);
    int failure = spawn(&process->pid, text.bytes, input[0], output[1]);
    buffer_free(&text);
    close(input[0]);
    close(output[1]);
    process->input_fd = input[1];
    process->output_fd = output[0];
    fcntl(process->input_fd, F_SETFL, O_NONBLOCK);
    if (failure == 0)
        return true;
    close(process->input_fd);
    close(process->output_fd);
    *process = (Process){0};
    return error_set(error, ERROR_IO, "\"%s\" cannot be started: %s", command, strerror(failure));
}

bool process_start(Process *process, const char *command, Error *error) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    *process = (Process){.lines.limit = LINE_SIZE_MAX};
    pthread_mutex_lock(&lock);
    bool started = start_locked(process, command, error);
    pthread_mutex_unlock(&lock);
    return started;
}

/* ---- reading and writing ---- */

/* Waits for a file. Returns PROCESS_LINE if it is ready before the deadline. */
static ProcessRead wait_ready(int file, short event, int64_t deadline_us) {
    while (!atomic_load(interrupt_flag())) {
        struct pollfd ready = {.fd = file, .events = event};
        int64_t left_us = deadline_us - monotonic_us();
        int count =
            poll(&ready, 1, left_us > 0 ? (int)min_i64((left_us + 999) / 1000, POLL_MS) : 0);
        if (count > 0)
            return PROCESS_LINE;
        if (count < 0 && errno != EINTR && errno != EAGAIN)
            return PROCESS_CLOSED;
        if (left_us <= 0)
            return PROCESS_TIMEOUT;
    }
    return PROCESS_INTERRUPTED;
}

bool process_write(Process *process, const char *text, size_t length, int64_t deadline_us) {
    while (length > 0) {
        ssize_t written = write(process->input_fd, text, length);
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        } else if (written < 0 && errno != EINTR && errno != EAGAIN) {
            return false;
        } else if (wait_ready(process->input_fd, POLLOUT, deadline_us) != PROCESS_LINE) {
            return false;
        }
    }
    return true;
}

ProcessRead process_read(Process *process, int64_t deadline_us, const char **line) {
    for (;;) {
        size_t length;
        if (monotonic_us() > deadline_us)
            return PROCESS_TIMEOUT; /* even with lines left: it may never stop printing */
        if ((*line = line_buffer_next(&process->lines, &length)))
            return PROCESS_LINE;
        ProcessRead ready = wait_ready(process->output_fd, POLLIN, deadline_us);
        if (ready != PROCESS_LINE)
            return ready;
        ssize_t count = line_buffer_read(&process->lines, process->output_fd);
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
            return PROCESS_CLOSED;
    }
}

/* ---- ending ---- */

/* Checks without reaping the process, so that its id cannot be reused. */
static bool has_ended(pid_t pid) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

static void describe_exit(int status, bool killed, char exit_text[PROCESS_EXIT_TEXT_SIZE]) {
    exit_text[0] = '\0';
    if (killed)
        return;
    if (WIFSIGNALED(status))
        snprintf(exit_text, PROCESS_EXIT_TEXT_SIZE, "was killed by signal %d", WTERMSIG(status));
    else if (WIFEXITED(status))
        snprintf(exit_text, PROCESS_EXIT_TEXT_SIZE, "ended with status %d", WEXITSTATUS(status));
}

void process_end(Process *process, int64_t grace_us, char exit_text[PROCESS_EXIT_TEXT_SIZE]) {
    if (process->pid <= 0)
        return;
    close(process->input_fd);
    int64_t deadline_us = monotonic_us() + grace_us;
    bool ended;
    while (!(ended = has_ended(process->pid)) && monotonic_us() < deadline_us)
        poll(NULL, 0, EXIT_POLL_MS);
    kill(-process->pid, SIGKILL);
    int status = 0;
    while (waitpid(process->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close(process->output_fd);
    line_buffer_free(&process->lines);
    *process = (Process){0};
    if (exit_text)
        describe_exit(status, !ended, exit_text);
}
