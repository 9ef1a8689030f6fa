/* The terminal is as it was, however the program ends. A child runs on a pseudo-terminal of its
 * own; the parent reads what it wrote and looks at the modes. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <curses.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "term/capability.h"
#include "term/draw.h"
#include "term/terminal.h"

enum { OUTPUT_SIZE = 1 << 16 };

static struct {
    int master, slave;
    char output[OUTPUT_SIZE];
    size_t length;
    int status; /* of waitpid */
} run;

static const char alternate_screen[] = "\033[?1049h", usual_screen[] = "\033[?1049l";

/* --- the child --- */

static void open_or_exit(const char *term) {
    static const PaletteColor palette[COLOR_UI_COUNT] = {
        [COLOR_SCREEN] = {234, 0}, [COLOR_TEXT] = {252, 7}};
    Error error;
    setenv("TERM", term, 1);
    setenv("LC_ALL", "C", 1);
    if (!terminal_open(&(TerminalOptions){.mouse = true}, &error))
        _exit(99);
    draw_set_palette(palette);
    draw_clear();
    draw_text(1, 1, 20, ROLE_NORMAL, "on the screen");
    terminal_flush();
}

static void become_child(void (*body)(int argument), int argument) {
    setsid();
    ioctl(run.slave, TIOCSCTTY, 0);
    for (int i = 0; i < 3; i++)
        dup2(run.slave, i);
    body(argument);
    _exit(0);
}

/* --- the parent --- */

static void read_what_there_is(int timeout) {
    struct pollfd file = {.fd = run.master, .events = POLLIN};
    while (run.length < OUTPUT_SIZE - 1 && poll(&file, 1, timeout) > 0 && (file.revents & POLLIN)) {
        ssize_t count = read(run.master, run.output + run.length, OUTPUT_SIZE - 1 - run.length);
        if (count <= 0)
            break;
        run.length += (size_t)count;
    }
    run.output[run.length] = '\0';
}

/* What the child wrote last may still be on its way. */
static void read_rest(void) {
    static const char mark[] = "(the end)"; /* comes behind it */
    size_t size = strlen(mark);
    assert_int_equal(write(run.slave, mark, size), size);
    for (int tries = 0; run.length < size || strcmp(run.output + run.length - size, mark) != 0;
         tries++) {
        assert_true(tries < 6000);
        read_what_there_is(10);
    }
    run.output[run.length -= size] = '\0';
}

/* Runs a body as a child to its end; false if there is no such terminal. */
static bool run_child(void (*body)(int argument), int argument) {
    struct winsize size = {.ws_row = 24, .ws_col = 80};
    setenv("TERM", "xterm-256color", 1);
    if (!capability_probe(NULL))
        return false;
    run.length = 0;
    run.master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(run.master >= 0);
    assert_int_equal(grantpt(run.master), 0);
    assert_int_equal(unlockpt(run.master), 0);
    run.slave = open(ptsname(run.master), O_RDWR | O_NOCTTY);
    assert_true(run.slave >= 0);
    assert_int_equal(ioctl(run.slave, TIOCSWINSZ, &size), 0);
    pid_t child = fork();
    if (child == 0)
        become_child(body, argument);
    while (waitpid(child, &run.status, WNOHANG) == 0)
        read_what_there_is(10);
    read_rest();
    return true;
}

static void end_run(void) {
    close(run.master);
    close(run.slave);
}

/* Where the last occurrence of a text begins in the output; NULL: nowhere. */
static const char *last_place(const char *text) {
    const char *found = NULL;
    for (const char *at = run.output; (at = strstr(at, text)) != NULL; at++)
        found = at;
    return found;
}

/* The alternate screen, the mouse and the keypad are off, and the attributes as usual. */
static void expect_left(void) {
    static const struct {
        const char *on, *off;
    } modes[] = {{alternate_screen, usual_screen}, {"\033[?1h\033=", "\033[?1l\033>"}};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_non_null(last_place(modes[i].on));
        assert_non_null(last_place(modes[i].off));
        assert_true(last_place(modes[i].off) > last_place(modes[i].on));
    }
    const char *on = last_place("1000h"), *off = last_place("1000l");
    assert_true(on == NULL || (off != NULL && off > on));
}

static void expect_modes(const struct termios *before) {
    struct termios after;
    assert_int_equal(tcgetattr(run.slave, &after), 0);
    assert_int_equal(after.c_iflag, before->c_iflag);
    assert_int_equal(after.c_oflag, before->c_oflag);
    assert_int_equal(after.c_lflag, before->c_lflag);
    assert_int_equal(after.c_cflag, before->c_cflag);
    assert_memory_equal(after.c_cc, before->c_cc, sizeof after.c_cc);
}

/* What a new pseudo-terminal has. */
static struct termios usual_modes(void) {
    struct termios modes;
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_int_equal(grantpt(master), 0);
    assert_int_equal(unlockpt(master), 0);
    int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_int_equal(tcgetattr(slave, &modes), 0);
    close(slave);
    close(master);
    return modes;
}

/* --- tests --- */

/* Whoever runs the tests may ignore the signal, as a shell does for what it starts in the
 * background. */
static void die_of(int number) {
    signal(number, SIG_DFL);
    open_or_exit("xterm-256color");
    raise(number);
}

static void test_deadly_signals(void **state) {
    (void)state;
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,    SIGILL,
                                  SIGQUIT, SIGTRAP, SIGSYS,  SIGXCPU,   SIGPIPE,
                                  SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};
    struct termios before = usual_modes();
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        if (!run_child(die_of, signals[i]))
            skip();
        assert_true(WIFSIGNALED(run.status));
        assert_int_equal(WTERMSIG(run.status), signals[i]);
        expect_left();
        expect_modes(&before);
        end_run();
    }
}

/* The handler has a stack of its own. */
static int overflow(int depth) {
    volatile char room[4096];
    memset((char *)room, depth, sizeof room);
    return depth < 0 ? 0 : overflow(depth + 1) + room[17];
}

static void overflow_stack(int unused) {
    (void)unused;
    open_or_exit("xterm-256color");
    _exit(overflow(1) == 7 ? 1 : 2);
}

static void test_a_stack_overflow(void **state) {
    (void)state;
    struct termios before = usual_modes();
    if (!run_child(overflow_stack, 0))
        skip();
    assert_true(WIFSIGNALED(run.status));
    expect_left();
    expect_modes(&before);
    end_run();
}

static void close_twice(int unused) {
    (void)unused;
    open_or_exit("xterm-256color");
    terminal_close();
    terminal_close();
}

static void test_closing(void **state) {
    (void)state;
    struct termios before = usual_modes();
    if (!run_child(close_twice, 0))
        skip();
    assert_true(WIFEXITED(run.status) && WEXITSTATUS(run.status) == 0);
    expect_left();
    expect_modes(&before);
    end_run();
}

static void suspend_and_go(int go) {
    open_or_exit("xterm-256color");
    terminal_suspend();
    if (!go)
        return;
    static const char mark[] = "(stopped)";
    if (write(STDOUT_FILENO, mark, strlen(mark)) < 0)
        _exit(98);
    terminal_resume();
    terminal_flush();
    terminal_close();
}

static void test_suspending(void **state) {
    (void)state;
    struct termios before = usual_modes();
    if (!run_child(suspend_and_go, 0))
        skip();
    expect_left();
    expect_modes(&before);
    end_run();
}

/* After a stop the whole screen is drawn again. */
static void test_resuming(void **state) {
    (void)state;
    struct termios before = usual_modes();
    if (!run_child(suspend_and_go, 1))
        skip();
    const char *stopped = strstr(run.output, "(stopped)");
    assert_non_null(stopped);
    assert_non_null(strstr(stopped, alternate_screen));
    assert_non_null(strstr(stopped, "on the screen"));
    expect_left();
    expect_modes(&before);
    end_run();
}

static void copy_text(int unused) {
    (void)unused;
    open_or_exit("xterm-256color");
    bool sent = terminal_copy("gmelecz");
    char *long_text = calloc(1, CLIPBOARD_MAX + 2);
    memset(long_text, 'x', CLIPBOARD_MAX + 1);
    bool too_long = terminal_copy(long_text);
    free(long_text);
    terminal_close();
    _exit(sent && !too_long ? 0 : 1);
}

static void test_clipboard(void **state) {
    (void)state;
    if (!run_child(copy_text, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    assert_non_null(strstr(run.output, "\033]52;c;Z21lbGVjeg==\a"));
    end_run();
}

static void copy_where_there_is_none(int unused) {
    (void)unused;
    open_or_exit("vt100");
    bool sent = terminal_copy("gmelecz");
    terminal_close();
    _exit(sent ? 1 : 0);
}

static void test_no_clipboard(void **state) {
    (void)state;
    if (!run_child(copy_where_there_is_none, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    assert_null(strstr(run.output, "]52;"));
    end_run();
}

static void change_size(int unused) {
    (void)unused;
    struct winsize size = {.ws_row = 40, .ws_col = 100};
    open_or_exit("xterm-256color");
    signal(SIGWINCH, SIG_IGN); /* the loop's, not curses' */
    ioctl(STDOUT_FILENO, TIOCSWINSZ, &size);
    terminal_resize();
    bool larger = draw_lines() == 40 && draw_columns() == 100;
    size = (struct winsize){.ws_row = 1, .ws_col = 1};
    ioctl(STDOUT_FILENO, TIOCSWINSZ, &size);
    terminal_resize();
    terminal_flush();
    bool smallest = draw_lines() == 1 && draw_columns() == 1;
    bool quiet = getch() == ERR;
    terminal_close();
    _exit((larger ? 0 : 1) | (smallest ? 0 : 2) | (quiet ? 0 : 4));
}

static void test_resizing(void **state) {
    (void)state;
    if (!run_child(change_size, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    end_run();
}

/* What the loop does to its input's file reaches neither the shell's input nor the output. */
static void make_input_nonblocking(int unused) {
    (void)unused;
    open_or_exit("xterm-256color");
    fcntl(terminal_input(), F_SETFL, fcntl(terminal_input(), F_GETFL) | O_NONBLOCK);
    bool apart = !(fcntl(STDIN_FILENO, F_GETFL) & O_NONBLOCK) &&
                 !(fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK);
    terminal_close();
    _exit(apart ? 0 : 1);
}

static void test_input_is_a_file_of_its_own(void **state) {
    (void)state;
    if (!run_child(make_input_nonblocking, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    end_run();
}

/* --- terminals that will not do --- */

static void expect_refused(const char *term, const char *says) {
    Error error = {.text = ""};
    if (term == NULL)
        unsetenv("TERM");
    else
        setenv("TERM", term, 1);
    assert_false(terminal_open(&(TerminalOptions){.mouse = true}, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, says));
}

static void test_terminals_that_will_not_do(void **state) {
    (void)state;
    expect_refused(NULL, "TERM is not set");
    expect_refused("", "TERM is not set");
    expect_refused("no-such-terminal", "TERM is \"no-such-terminal\"");
    expect_refused("dumb", "TERM is \"dumb\"");
    assert_int_equal(terminal_capabilities()->colors, 0);
    terminal_close();
}

static void tell_abilities(int argument) {
    const TerminalOptions options = {.colors = (ColorDepth)(argument & 3), .mouse = true};
    if (argument & 4)
        setenv("NO_COLOR", "1", 1);
    setenv("TERM", argument & 8 ? "vt100" : "xterm-256color", 1);
    if (!terminal_open(&options, NULL))
        _exit(99);
    int colors = terminal_capabilities()->colors;
    terminal_close();
    _exit(colors == 256 ? 3 : colors == 8 ? 2 : colors == 0 ? 1 : 0);
}

static void test_colors(void **state) {
    (void)state;
    enum { NO_COLOR = 4, VT100 = 8, MONO = 1, EIGHT = 2, MANY = 3 };
    static const struct {
        int argument, colors;
    } cases[] = {{COLORS_AUTO, MANY},
                 {COLORS_MONO, MONO},
                 {COLORS_8, EIGHT},
                 {COLORS_256, MANY},
                 {COLORS_AUTO | NO_COLOR, MONO},
                 {COLORS_256 | NO_COLOR, MANY},
                 {COLORS_AUTO | VT100, MONO},
                 {COLORS_256 | VT100, MONO}};
    unsetenv("NO_COLOR");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!run_child(tell_abilities, cases[i].argument))
            skip();
        assert_int_equal(WEXITSTATUS(run.status), cases[i].colors);
        end_run();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deadly_signals),
        cmocka_unit_test(test_a_stack_overflow),
        cmocka_unit_test(test_closing),
        cmocka_unit_test(test_suspending),
        cmocka_unit_test(test_resuming),
        cmocka_unit_test(test_clipboard),
        cmocka_unit_test(test_no_clipboard),
        cmocka_unit_test(test_resizing),
        cmocka_unit_test(test_input_is_a_file_of_its_own),
        cmocka_unit_test(test_terminals_that_will_not_do),
        cmocka_unit_test(test_colors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
