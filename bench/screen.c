/*
 * The speed and the output of the screen, measured from outside: the game runs on a
 * pseudo-terminal, and libvterm interprets its output. Measured at 80x24 and at 300x90:
 *
 * - the time from a key to the screen, also while the engine thinks on all cores;
 * - the bytes written for a move of the cursor;
 * - the bytes and the processor time of an idle screen, and of a move that slides to its square.
 *
 * A second program, such as a build of an older tree, is measured in turn with the first one, so
 * that a busy machine slows both alike; its figures stand beside. Only the first one is judged.
 *
 * Usage: screen [PROGRAM [PROGRAM_BEFORE]] (default: src/congo)
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
    PROGRAMS_MAX = 2,
    COLUMNS_MAX = 300,
    PRESSES = 300, /* whose times are taken */
    MOVES = 37,    /* of the cursor whose bytes are counted */
    SLIDES = 30,
    SLIDE_MS = 120,
    IDLE_MS = 3000,
    WAIT_MS = 10000, /* for the program to start, or a key to show */
    QUIET_MS = 40,   /* after this time without a byte the answer to a key is complete */
    SLIDE_QUIET_MS = 250,
    BETWEEN_MS = 23 /* presses are not in phase with the program's timers */
};

typedef struct Screen {
    const char *program;
    int lines, columns;
    int terminal; /* master side */
    pid_t child;
    clockid_t processor_time;
    VTerm *vterm;
    VTermScreen *cells;
    char state[32];
} Screen;

static double clock_ms(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double now_ms(void) {
    return clock_ms(CLOCK_MONOTONIC);
}

static void fail(const char *what) {
    fprintf(stderr, "screen: %s\n", what);
    exit(1);
}

/* ---- a program on a terminal ---- */

static void run_program(const char *program, const char *state) {
    setenv("TERM", "xterm-256color", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("XDG_STATE_HOME", state, 1);
    setenv("XDG_CONFIG_HOME", state, 1);
    setenv("XDG_CONFIG_DIRS", state, 1);
    setenv("COLORTERM", "truecolor", 1); /* 24-bit colours take the most bytes */
    unsetenv("NO_COLOR");
    execl(program, program, "--white=hi/negamax", "--black=hi/negamax", "--threads=0",
          "--animations=on", (char *)NULL);
    fprintf(stderr, "%s: %s\n", program, strerror(errno));
    _exit(127);
}

static void screen_open(Screen *screen, const char *program, int lines, int columns) {
    struct winsize size = {.ws_row = (unsigned short)lines, .ws_col = (unsigned short)columns};
    *screen = (Screen){
        .program = program, .lines = lines, .columns = columns, .state = "/tmp/congo-bench-XXXXXX"};
    if (!mkdtemp(screen->state))
        fail("no temporary folder");
    screen->child = forkpty(&screen->terminal, NULL, NULL, &size);
    if (screen->child < 0)
        fail("no pseudo-terminal");
    if (screen->child == 0)
        run_program(program, screen->state);
    if (clock_getcpuclockid(screen->child, &screen->processor_time) != 0)
        fail("the processor time of the program is unknown");
    screen->vterm = vterm_new(lines, columns);
    vterm_set_utf8(screen->vterm, 1);
    screen->cells = vterm_obtain_screen(screen->vterm);
    vterm_screen_enable_altscreen(screen->cells, 1);
    vterm_screen_reset(screen->cells, 1);
}

static void screen_close(Screen *screen) {
    char command[sizeof screen->state + 16];
    kill(screen->child, SIGKILL);
    waitpid(screen->child, NULL, 0);
    vterm_free(screen->vterm);
    close(screen->terminal);
    snprintf(command, sizeof command, "rm -rf %s", screen->state);
    if (system(command) != 0) /* NOLINT(cert-env33-c): a command of our own */
        fail("a temporary folder stays");
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

static size_t screen_settle(Screen *screen, int quiet_ms) {
    size_t bytes = 0, more;
    while ((more = screen_read(screen, quiet_ms)) > 0)
        bytes += more;
    return bytes;
}

static bool screen_shows(Screen *screen, const char *text) {
    static char line[COLUMNS_MAX * 6 + 1];
    for (int row = 0; row < screen->lines; row++) {
        VTermRect rect = {row, row + 1, 0, screen->columns};
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

static void screen_press(Screen *screen, const char *keys) {
    if (write(screen->terminal, keys, strlen(keys)) != (ssize_t)strlen(keys))
        fail("the key could not be pressed");
}

/* ---- figures ---- */

typedef struct Figure {
    const char *name, *unit;
    double limit;               /* the first program's value must be less, or 0 if it is 0 */
    double value[PROGRAMS_MAX]; /* of each program */
} Figure;

static bool figure_print(const Figure *figure, int programs) {
    bool good = figure->limit > 0 ? figure->value[0] < figure->limit : figure->value[0] == 0;
    printf("  %-34s %9.2f", figure->name, figure->value[0]);
    if (programs > 1)
        printf("  before %9.2f  ratio %5.2f", figure->value[1],
               figure->value[1] > 0 ? figure->value[0] / figure->value[1] : 0.0);
    printf("  %-6s  (%s %.0f)  %s\n", figure->unit, figure->limit > 0 ? "under" : "exactly",
           figure->limit, good ? "pass" : "FAIL");
    fflush(stdout);
    return good;
}

static int compare_double(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/* ---- measurements ---- */

static const char *key_of_press(int press) {
    static const char *const keys[] = {"l", "h", "j", "k", "l", "h", "k", "j"};
    return keys[press % 8];
}

/* Returns the milliseconds from the key to the cursor on its new square. */
static double time_press(Screen *screen, const char *key) {
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

static bool measure_latency(Screen *screens, int programs, const char *when, double median,
                            double p99) {
    static double times[PROGRAMS_MAX][PRESSES];
    char names[2][64];
    snprintf(names[0], sizeof names[0], "key to screen%s, median", when);
    snprintf(names[1], sizeof names[1], "key to screen%s, p99", when);
    Figure figures[2] = {{names[0], "ms", median, {0}}, {names[1], "ms", p99, {0}}};
    for (int press = 0; press < PRESSES; press++)
        for (int i = 0; i < programs; i++) {
            double pause_end = now_ms() + BETWEEN_MS;
            while (now_ms() < pause_end)
                for (int j = 0; j < programs; j++)
                    screen_read(&screens[j], 1);
            times[i][press] = time_press(&screens[i], key_of_press(press));
        }
    for (int i = 0; i < programs; i++) {
        qsort(times[i], PRESSES, sizeof times[i][0], compare_double);
        figures[0].value[i] = times[i][PRESSES / 2];
        figures[1].value[i] = times[i][PRESSES * 99 / 100];
    }
    bool good = figure_print(&figures[0], programs);
    return figure_print(&figures[1], programs) && good;
}

static bool measure_bytes(Screen *screens, int programs, double limit) {
    Figure figure = {"bytes for a move of the cursor", "bytes", limit, {0}};
    for (int i = 0; i < programs; i++) {
        size_t bytes = 0;
        for (int press = 0; press < MOVES; press++) {
            screen_press(&screens[i], key_of_press(press));
            bytes += screen_settle(&screens[i], QUIET_MS);
        }
        figure.value[i] = (double)bytes / MOVES;
    }
    return figure_print(&figure, programs);
}

/* Processor time is counted in whole ticks of a hundredth of a millisecond. */
static bool measure_idle(Screen *screens, int programs) {
    Figure bytes = {"idle: output in 3 s", "bytes", 0, {0}};
    Figure time = {"idle: processor time in 3 s", "ms", 0, {0}};
    for (int i = 0; i < programs; i++) {
        double before = clock_ms(screens[i].processor_time), end = now_ms() + IDLE_MS;
        while (now_ms() < end)
            bytes.value[i] += (double)screen_read(&screens[i], 100);
        double used = clock_ms(screens[i].processor_time) - before;
        time.value[i] = (double)(int64_t)(used * 100) / 100;
    }
    bool good = figure_print(&bytes, programs);
    return figure_print(&time, programs) && good;
}

/* A move is taken back, which is shown at once, and made again, which slides. */
static bool measure_slide(Screen *screens, int programs, double bytes_limit, double share_limit) {
    Figure bytes = {"a slide: output", "bytes", bytes_limit, {0}};
    Figure share = {"a slide: share of a core", "%", share_limit, {0}};
    for (int i = 0; i < programs; i++) {
        screen_press(&screens[i], "\r");
        screen_settle(&screens[i], QUIET_MS);
        screen_press(&screens[i], "k\r");
        screen_settle(&screens[i], SLIDE_QUIET_MS);
        double used = 0;
        for (int slide = 0; slide < SLIDES; slide++) {
            screen_press(&screens[i], "u");
            screen_settle(&screens[i], SLIDE_QUIET_MS);
            double before = clock_ms(screens[i].processor_time);
            screen_press(&screens[i], "r");
            bytes.value[i] += (double)screen_settle(&screens[i], SLIDE_QUIET_MS) / SLIDES;
            used += clock_ms(screens[i].processor_time) - before;
        }
        share.value[i] = used / SLIDES / SLIDE_MS * 100;
    }
    bool good = figure_print(&bytes, programs);
    return figure_print(&share, programs) && good;
}

/* ---- sizes ---- */

typedef struct Size {
    int lines, columns;
    double median_ms, key_bytes, slide_bytes, slide_share;
} Size;

static bool measure_size(const Size *size, char *const *names, int programs) {
    Screen screens[PROGRAMS_MAX];
    printf("%dx%d\n", size->columns, size->lines);
    for (int i = 0; i < programs; i++) {
        screen_open(&screens[i], names[i], size->lines, size->columns);
        screen_wait(&screens[i], "Pawn d2");
        screen_settle(&screens[i], SLIDE_QUIET_MS);
    }
    bool good = measure_latency(screens, programs, "", size->median_ms, 20);
    good = measure_bytes(screens, programs, size->key_bytes) && good;
    good = measure_idle(screens, programs) && good;
    good = measure_slide(screens, programs, size->slide_bytes, size->slide_share) && good;
    if (programs == 1) { /* two engines would compete */
        screen_press(&screens[0], "A");
        screen_wait(&screens[0], "Analysis");
        good = measure_latency(screens, 1, ", engine on all cores", 20, 20) && good;
    }
    for (int i = 0; i < programs; i++)
        screen_close(&screens[i]);
    return good;
}

int main(int count, char **arguments) {
    static const Size sizes[] = {{24, 80, 1, 1100, 20000, 3}, {90, 300, 2, 2800, 100000, 10}};
    static char default_program[] = "src/congo";
    char *names[PROGRAMS_MAX] = {default_program, NULL};
    int programs = 1;
    if (count > 1)
        names[0] = arguments[1];
    if (count > 2)
        names[programs++] = arguments[2];
    bool good = true;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        good = measure_size(&sizes[i], names, programs) && good;
    return good ? 0 : 1;
}
