#include <config.h>

#include "pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

typedef struct Report {
    enum { BEGUN, STOPPED, ENDED } what;
    int value; /* process, signal, status */
    bool modes_kept;
} Report;

/* ---- the leader ---- */

static void send_report(int file, Report report) {
    if (write(file, &report, sizeof report) != sizeof report)
        _exit(3);
}

static bool same_modes(const struct termios *before) {
    struct termios now;
    return tcgetattr(STDIN_FILENO, &now) == 0 && now.c_iflag == before->c_iflag &&
           now.c_oflag == before->c_oflag && now.c_cflag == before->c_cflag &&
           now.c_lflag == before->c_lflag && memcmp(now.c_cc, before->c_cc, sizeof now.c_cc) == 0;
}

static _Noreturn void run_program(char *const arguments[], char *const environment[],
                                  const char *folder, const char *error_file) {
    int errors = open(error_file, O_WRONLY | O_CREAT | O_APPEND, 0600);
    setpgid(0, 0);
    tcsetpgrp(STDIN_FILENO, getpgrp());
    signal(SIGTTOU, SIG_DFL);
    if (errors < 0 || dup2(errors, STDERR_FILENO) < 0 || chdir(folder) != 0)
        _exit(126);
    execve(arguments[0], arguments, environment);
    _exit(127);
}

/* Reports on the program until it ends. */
static _Noreturn void report_on_program(pid_t program, int reports, const struct termios *before) {
    int status;
    send_report(reports, (Report){BEGUN, program, true});
    while (waitpid(program, &status, WUNTRACED) == program && WIFSTOPPED(status)) {
        tcsetpgrp(STDIN_FILENO, getpgrp());
        /* SIGSTOP cannot be handled. */
        bool kept = WSTOPSIG(status) == SIGSTOP || same_modes(before);
        send_report(reports, (Report){STOPPED, WSTOPSIG(status), kept});
        tcsetpgrp(STDIN_FILENO, program);
        kill(-program, SIGCONT);
    }
    tcsetpgrp(STDIN_FILENO, getpgrp());
    send_report(reports, (Report){ENDED, status, same_modes(before)});
    _exit(0);
}

static _Noreturn void run_leader(const char *name, int reports, char *const arguments[],
                                 char *const environment[], const char *folder,
                                 const char *error_file) {
    struct termios before;
    setsid();
    int terminal = open(name, O_RDWR); /* the first one opened becomes the session's own */
    signal(SIGTTOU, SIG_IGN);
    if (terminal < 0 || dup2(terminal, STDIN_FILENO) < 0 || dup2(terminal, STDOUT_FILENO) < 0 ||
        tcgetattr(terminal, &before) != 0)
        _exit(2);
    close(terminal);
    pid_t program = fork();
    if (program < 0)
        _exit(2);
    if (program == 0)
        run_program(arguments, environment, folder, error_file);
    setpgid(program, program); /* parent and child both do it, as either may run first */
    report_on_program(program, reports, &before);
}

/* ---- starting ---- */

static int open_terminal(void) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0 ||
        fcntl(terminal, F_SETFL, O_NONBLOCK) != 0)
        return -1;
    return terminal;
}

bool pty_start(Pty *pty, char *const arguments[], char *const environment[], const char *folder,
               const char *error_file, int columns, int lines) {
    int ends[2];
    memset(pty, 0, sizeof *pty);
    pty->terminal = open_terminal();
    if (pty->terminal < 0 || pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    const char *name = ptsname(pty->terminal);
    pty_resize(pty, columns, lines);
    pty->leader = fork();
    if (pty->leader == 0) {
        close(pty->terminal); /* only the test holds it: its death sends SIGHUP to the program */
        close(ends[0]);
        run_leader(name, ends[1], arguments, environment, folder, error_file);
    }
    close(ends[1]);
    pty->reports = ends[0];
    while (pty->leader > 0 && pty->program == 0 && !pty->ended)
        pty_wait(pty, 1);
    return pty->leader > 0 && pty->program > 0;
}

/* ---- reading ---- */

static void on_report(Pty *pty, const Report *report) {
    if (report->what == BEGUN)
        pty->program = report->value;
    pty->stops += report->what == STOPPED;
    pty->bad_modes += !report->modes_kept;
    if (report->what == ENDED) {
        pty->ended = true;
        pty->status = report->value;
    }
}

static void read_reports(Pty *pty) {
    Report report;
    ssize_t count = read(pty->reports, &report, sizeof report);
    if (count == (ssize_t)sizeof report)
        on_report(pty, &report);
    else if (count == 0)
        pty->ended = true; /* together with its leader */
}

/* All terminal types tried here clear by homing and erasing, with one of two sequences. */
static void match_clear(Pty *pty, char byte) {
    static const char clear[] = "\033[H\033[J";
    if (byte == '2' && pty->matched == 5)
        return;
    if (byte == 'H' && pty->matched == 5)
        pty->matched = 3; /* home twice */
    else if (byte == clear[pty->matched])
        pty->matched++;
    else
        pty->matched = byte == clear[0];
    if (clear[pty->matched] == '\0') {
        pty->clears++;
        pty->matched = 0;
    }
}

static void read_output(Pty *pty) {
    char bytes[4096];
    ssize_t count = read(pty->terminal, bytes, sizeof bytes);
    for (ssize_t i = 0; i < count; i++) {
        match_clear(pty, bytes[i]);
        pty->tail[pty->written++ % PTY_TAIL_SIZE] = bytes[i];
    }
}

/* Waits for output or a report, and on request until input can be written. */
static bool wait_once(Pty *pty, bool to_type, int milliseconds) {
    struct pollfd files[] = {
        {.fd = pty->reports, .events = POLLIN},
        {.fd = pty->terminal, .events = (short)(to_type ? POLLIN | POLLOUT : POLLIN)}};
    if (poll(files, 2, milliseconds) <= 0)
        return false;
    if (files[0].revents)
        read_reports(pty);
    if (files[1].revents & (POLLIN | POLLHUP))
        read_output(pty);
    return files[1].revents & POLLOUT;
}

static long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000L + now.tv_nsec / 1000000;
}

/* Waits once, a tenth of a second at most, and takes that from what is left, but no more: a machine
 * that stood still costs nothing. */
static void wait_part(Pty *pty, long *left_ms) {
    enum { PART_MS = 100 };
    long begun = now_ms();
    wait_once(pty, false, *left_ms < PART_MS ? (int)*left_ms : PART_MS);
    long spent = now_ms() - begun;
    *left_ms -= spent < PART_MS ? spent : PART_MS;
}

void pty_wait(Pty *pty, int milliseconds) {
    for (long left = milliseconds; left > 0 && !pty->ended;)
        wait_part(pty, &left);
}

void pty_forget(Pty *pty) {
    pty->written = 0;
}

static bool has_text(const Pty *pty, const char *text) {
    size_t length = strlen(text);
    size_t begin = pty->written < PTY_TAIL_SIZE ? 0 : pty->written - PTY_TAIL_SIZE;
    for (size_t at = begin; at + length <= pty->written; at++) {
        size_t same = 0;
        while (same < length && pty->tail[(at + same) % PTY_TAIL_SIZE] == text[same])
            same++;
        if (same == length)
            return true;
    }
    return false;
}

bool pty_wait_text(Pty *pty, const char *text, int milliseconds) {
    bool found = has_text(pty, text);
    for (long left = milliseconds; left > 0 && !pty->ended && !found;) {
        wait_part(pty, &left);
        found = has_text(pty, text);
    }
    return found;
}

bool pty_wait_clear(Pty *pty, size_t before, int milliseconds) {
    for (long left = milliseconds; left > 0 && !pty->ended && pty->clears <= before;)
        wait_part(pty, &left);
    return pty->ended || pty->clears > before;
}

/* ---- typing ---- */

bool pty_type(Pty *pty, const char *bytes, size_t length, int timeout_s) {
    long end = now_ms() + timeout_s * 1000L;
    while (length > 0 && !pty->ended && now_ms() < end) {
        if (!wait_once(pty, true, 100))
            continue;
        ssize_t count = write(pty->terminal, bytes, length);
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return length == 0 || pty->ended;
}

void pty_resize(Pty *pty, int columns, int lines) {
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    ioctl(pty->terminal, TIOCSWINSZ, &size);
}

void pty_signal(Pty *pty, int number) {
    if (!pty->ended && pty->program > 0)
        kill(pty->program, number);
}

void pty_close(Pty *pty) {
    if (pty->leader == 0)
        return;
    if (!pty->ended && pty->program > 0)
        kill(-pty->program, SIGKILL);
    close(pty->terminal);
    if (pty->leader > 0)
        waitpid(pty->leader, NULL, 0);
    close(pty->reports);
    memset(pty, 0, sizeof *pty);
}

void pty_print_end(const Pty *pty) {
    if (!pty->ended)
        fprintf(stderr, "the program has not ended; its process is %ld\n", (long)pty->program);
    else if (WIFSIGNALED(pty->status))
        fprintf(stderr, "the program was killed by signal %d (%s)\n", WTERMSIG(pty->status),
                strsignal(WTERMSIG(pty->status)));
    else
        fprintf(stderr, "the program ended with status %d\n", WEXITSTATUS(pty->status));
}

void pty_print_tail(const Pty *pty, size_t bytes) {
    size_t count = pty->written < PTY_TAIL_SIZE ? pty->written : PTY_TAIL_SIZE;
    count = count < bytes ? count : bytes;
    for (size_t i = pty->written - count; i < pty->written; i++) {
        unsigned char byte = (unsigned char)pty->tail[i % PTY_TAIL_SIZE];
        if (byte < ' ' || byte == 127)
            fprintf(stderr, byte == 27 ? "\\e" : "\\x%02x", byte);
        else
            fputc(byte, stderr);
    }
    fputc('\n', stderr);
}
