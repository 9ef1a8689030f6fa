/*
 * Latency and output size of the screen, measured from outside: the game runs on a pseudo-terminal
 * of 80x24, and libvterm interprets its output.
 *
 * - A key press is on the screen in under 20 ms (99th percentile) while the engine thinks on all
 *   cores.
 * - A move of the cursor writes under 200 bytes.
 *
 * Usage: screen [PROGRAM] (default: src/congo)
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <vterm.h>

enum {
    LINES = 24,
    COLUMNS = 80,
    PRESSES = 500,
    WAIT_MS = 10000, /* for the program to start, or a key to show */
    QUIET_MS = 40,   /* after this time without a byte the answer to a key is complete */
    BETWEEN_MS = 23, /* presses are not in phase with the program's timers */
    LATENCY_LIMIT_MS = 20,
    BYTES_LIMIT = 200
};

typedef struct Screen {
    int terminal; /* master side */
    pid_t child;
    VTerm *vterm;
    VTermScreen *cells;
} Screen;

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void fail(const char *what) {
    fprintf(stderr, "screen: %s\n", what);
    exit(1);
}

static void run_program(const char *program, const char *state) {
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("XDG_STATE_HOME", state, 1);
    setenv("XDG_CONFIG_HOME", state, 1);
    setenv("XDG_CONFIG_DIRS", state, 1);
    unsetenv("NO_COLOR");
    execl(program, program, "--white=hi/negamax", "--black=hi/negamax", "--threads=0",
          (char *)NULL);
    fprintf(stderr, "%s: %s\n", program, strerror(errno));
    _exit(127);
}

static void screen_open(Screen *screen, const char *program, const char *state) {
    struct winsize size = {.ws_row = LINES, .ws_col = COLUMNS};
    screen->child = forkpty(&screen->terminal, NULL, NULL, &size);
    if (screen->child < 0)
        fail("no pseudo-terminal");
    if (screen->child == 0)
        run_program(program, state);
    screen->vterm = vterm_new(LINES, COLUMNS);
    vterm_set_utf8(screen->vterm, 1);
    screen->cells = vterm_obtain_screen(screen->vterm);
    vterm_screen_enable_altscreen(screen->cells, 1);
    vterm_screen_reset(screen->cells, 1);
}

static void screen_close(Screen *screen) {
    kill(screen->child, SIGKILL);
    waitpid(screen->child, NULL, 0);
    vterm_free(screen->vterm);
    close(screen->terminal);
}

/* Feeds libvterm the output of a time span. Returns the number of bytes. */
static size_t screen_read(Screen *screen, int timeout_ms) {
    char bytes[65536];
    struct pollfd wait = {.fd = screen->terminal, .events = POLLIN};
    if (poll(&wait, 1, timeout_ms) <= 0)
        return 0;
    ssize_t count = read(screen->terminal, bytes, sizeof bytes);
    if (count <= 0)
        fail("the program ended");
    vterm_input_write(screen->vterm, bytes, (size_t)count);
    return (size_t)count;
}

static size_t screen_settle(Screen *screen) {
    size_t bytes = 0, more;
    while ((more = screen_read(screen, QUIET_MS)) > 0)
        bytes += more;
    return bytes;
}

static bool screen_shows(Screen *screen, const char *text) {
    static char line[COLUMNS * 6 + 1];
    for (int row = 0; row < LINES; row++) {
        VTermRect rect = {row, row + 1, 0, COLUMNS};
        size_t length = vterm_screen_get_text(screen->cells, line, sizeof line - 1, rect);
        line[length] = '\0';
        if (strstr(line, text))
            return true;
    }
    return false;
}

static void screen_wait(Screen *screen, const char *text) {
    double end = now_ms() + WAIT_MS;
    while (!screen_shows(screen, text)) {
        if (now_ms() > end)
            fail("the program does not show what was expected");
        screen_read(screen, 50);
    }
}

static VTermPos screen_cursor(Screen *screen) {
    VTermPos position;
    vterm_state_get_cursorpos(vterm_obtain_state(screen->vterm), &position);
    return position;
}

static void screen_press(Screen *screen, char key) {
    if (write(screen->terminal, &key, 1) != 1)
        fail("the key could not be pressed");
}

/* Moves back and forth along a rank, then along a file. */
static char key_of_press(int press) {
    return "lhjklhkj"[press % 8];
}

/* Returns the milliseconds from the key to the cursor on its new square. */
static double time_press(Screen *screen, char key) {
    VTermPos before = screen_cursor(screen);
    double start = now_ms();
    screen_press(screen, key);
    for (;;) {
        if (screen_read(screen, WAIT_MS) == 0)
            fail("a key was not answered");
        double shown = now_ms();
        /* The answer may come in pieces; the last one counts. */
        while (screen_read(screen, 0) > 0)
            shown = now_ms();
        VTermPos after = screen_cursor(screen);
        if (after.row != before.row || after.col != before.col)
            return shown - start;
    }
}

static int compare_double(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static bool report(const char *what, const char *unit, double *times, double limit, bool worst) {
    qsort(times, PRESSES, sizeof times[0], compare_double);
    double median = times[PRESSES / 2], p99 = times[PRESSES * 99 / 100];
    double most = times[PRESSES - 1], judged = worst ? most : p99;
    printf("%-44s median %7.2f  p99 %7.2f  max %7.2f %s  (%s under %.0f)  %s\n", what, median, p99,
           most, unit, worst ? "max" : "p99", limit, judged < limit ? "pass" : "FAIL");
    return judged < limit;
}

static bool measure_bytes(Screen *screen) {
    static double bytes[PRESSES];
    for (int press = 0; press < PRESSES; press++) {
        screen_press(screen, key_of_press(press));
        bytes[press] = (double)screen_settle(screen);
    }
    return report("bytes written for a move of the cursor", "bytes", bytes, BYTES_LIMIT, true);
}

static bool measure_latency(Screen *screen, const char *what) {
    static double latency[PRESSES];
    for (int press = 0; press < PRESSES; press++) {
        double pause_end = now_ms() + BETWEEN_MS;
        while (now_ms() < pause_end)
            screen_read(screen, 1);
        latency[press] = time_press(screen, key_of_press(press));
    }
    return report(what, "ms", latency, LATENCY_LIMIT_MS, false);
}

int main(int count, char **arguments) {
    char state[] = "/tmp/congo-bench-XXXXXX";
    Screen screen;
    if (!mkdtemp(state))
        fail("no temporary folder");
    screen_open(&screen, count > 1 ? arguments[1] : "src/congo", state);
    screen_wait(&screen, "to move");
    screen_settle(&screen);
    bool good = measure_bytes(&screen);
    good = measure_latency(&screen, "key to screen, nobody thinks") && good;
    screen_press(&screen, 'A');
    screen_wait(&screen, "Analysis");
    good = measure_latency(&screen, "key to screen, the engine thinks on all cores") && good;
    screen_close(&screen);
    char command[sizeof state + 16];
    snprintf(command, sizeof command, "rm -rf %s", state);
    int removed = system(command); /* NOLINT(cert-env33-c): a command of our own */
    return removed == 0 && good ? 0 : 1;
}
