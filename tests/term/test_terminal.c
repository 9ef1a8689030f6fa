/* The terminal is restored however the program ends. A child runs on a pseudo-terminal; the parent
 * reads its output and the terminal's modes. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <curses.h>
#include <fcntl.h>
#include <locale.h>
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

static const char alternate_screen[] = "\033[?1049h", main_screen[] = "\033[?1049l";

/* ---- the child ---- */

static void open_or_exit(const char *term) {
    static const PaletteColor palette[COLOR_UI_COUNT] = {
        [COLOR_SCREEN] = {234, 0, 0x1c1c1c}, [COLOR_TEXT] = {252, 7, 0xd0d0d0}};
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

/* ---- the parent ---- */

static void read_available(int timeout) {
    struct pollfd file = {.fd = run.master, .events = POLLIN};
    size_t length = run.length; /* whose bounds the compiler can follow */
    while (length < OUTPUT_SIZE - 1 && poll(&file, 1, timeout) > 0 && (file.revents & POLLIN)) {
        ssize_t count = read(run.master, run.output + length, OUTPUT_SIZE - 1 - length);
        if (count <= 0)
            break;
        length += (size_t)count;
    }
    run.length = length;
    run.output[length] = '\0';
}

/* The child's last output may arrive late, so the parent waits for a mark written after it. */
static void read_rest(void) {
    static const char mark[] = "(the end)";
    size_t size = strlen(mark);
    assert_int_equal(write(run.slave, mark, size), size);
    for (int tries = 0; run.length < size || strcmp(run.output + run.length - size, mark) != 0;
         tries++) {
        assert_true(tries < 6000);
        read_available(10);
    }
    run.output[run.length -= size] = '\0';
}

/* Runs a child to its end. Returns false if terminfo does not know xterm. */
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
        read_available(10);
    read_rest();
    return true;
}

static void end_run(void) {
    close(run.master);
    close(run.slave);
}

/* Returns the last occurrence of a text in the output, or NULL. */
static const char *last_occurrence(const char *text) {
    const char *found = NULL;
    for (const char *at = run.output; (at = strstr(at, text)) != NULL; at++)
        found = at;
    return found;
}

/* The alternate screen, the mouse and the keypad are off. */
static void expect_restored(void) {
    static const struct {
        const char *on, *off;
    } modes[] = {{alternate_screen, main_screen}, {"\033[?1h\033=", "\033[?1l\033>"}};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        assert_non_null(last_occurrence(modes[i].on));
        assert_non_null(last_occurrence(modes[i].off));
        assert_true(last_occurrence(modes[i].off) > last_occurrence(modes[i].on));
    }
    const char *on = last_occurrence("1000h"), *off = last_occurrence("1000l");
    assert_true(on == NULL || (off != NULL && off > on));
}

static void expect_same_modes(const struct termios *before) {
    struct termios after;
    assert_int_equal(tcgetattr(run.slave, &after), 0);
    assert_int_equal(after.c_iflag, before->c_iflag);
    assert_int_equal(after.c_oflag, before->c_oflag);
    assert_int_equal(after.c_lflag, before->c_lflag);
    assert_int_equal(after.c_cflag, before->c_cflag);
    assert_memory_equal(after.c_cc, before->c_cc, sizeof after.c_cc);
}

/* Returns the modes of a new pseudo-terminal. */
static struct termios initial_modes(void) {
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

/* ---- tests ---- */

/* The caller of the tests may ignore the signal, as a shell does for jobs in the background. */
static void raise_signal(int number) {
    signal(number, SIG_DFL);
    open_or_exit("xterm-256color");
    raise(number);
}

static void a_fatal_signal_restores_the_terminal(void **state) {
    (void)state;
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,    SIGILL,
                                  SIGQUIT, SIGTRAP, SIGSYS,  SIGXCPU,   SIGPIPE,
                                  SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};
    struct termios before = initial_modes();
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        if (!run_child(raise_signal, signals[i]))
            skip();
        assert_true(WIFSIGNALED(run.status));
        assert_int_equal(WTERMSIG(run.status), signals[i]);
        expect_restored();
        expect_same_modes(&before);
        end_run();
    }
}

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

static void a_stack_overflow_restores_the_terminal(void **state) {
    (void)state;
    struct termios before = initial_modes();
    if (!run_child(overflow_stack, 0))
        skip();
    assert_true(WIFSIGNALED(run.status));
    expect_restored();
    expect_same_modes(&before);
    end_run();
}

static void close_twice(int unused) {
    (void)unused;
    open_or_exit("xterm-256color");
    terminal_close();
    terminal_close();
}

static void closing_restores_the_terminal(void **state) {
    (void)state;
    struct termios before = initial_modes();
    if (!run_child(close_twice, 0))
        skip();
    assert_true(WIFEXITED(run.status) && WEXITSTATUS(run.status) == 0);
    expect_restored();
    expect_same_modes(&before);
    end_run();
}

static void suspend_and_resume(int resume) {
    open_or_exit("xterm-256color");
    terminal_suspend();
    if (!resume)
        return;
    static const char mark[] = "(stopped)";
    if (write(STDOUT_FILENO, mark, strlen(mark)) < 0)
        _exit(98);
    terminal_resume();
    terminal_flush();
    terminal_close();
}

static void suspending_restores_the_terminal(void **state) {
    (void)state;
    struct termios before = initial_modes();
    if (!run_child(suspend_and_resume, 0))
        skip();
    expect_restored();
    expect_same_modes(&before);
    end_run();
}

static void resuming_redraws_the_screen(void **state) {
    (void)state;
    struct termios before = initial_modes();
    if (!run_child(suspend_and_resume, 1))
        skip();
    const char *stopped = strstr(run.output, "(stopped)");
    assert_non_null(stopped);
    assert_non_null(strstr(stopped, alternate_screen));
    assert_non_null(strstr(stopped, "on the screen"));
    expect_restored();
    expect_same_modes(&before);
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

static void a_text_is_copied_to_the_clipboard(void **state) {
    (void)state;
    if (!run_child(copy_text, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    assert_non_null(strstr(run.output, "\033]52;c;Z21lbGVjeg==\a"));
    end_run();
}

static void copy_without_clipboard(int unused) {
    (void)unused;
    open_or_exit("vt100");
    bool sent = terminal_copy("gmelecz");
    terminal_close();
    _exit(sent ? 1 : 0);
}

static void a_terminal_without_a_clipboard_gets_nothing(void **state) {
    (void)state;
    if (!run_child(copy_without_clipboard, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    assert_null(strstr(run.output, "]52;"));
    end_run();
}

static void change_size(int unused) {
    (void)unused;
    struct winsize size = {.ws_row = 40, .ws_col = 100};
    open_or_exit("xterm-256color");
    signal(SIGWINCH, SIG_IGN); /* as in the program, where it belongs to the event loop */
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

static void a_new_size_is_adopted(void **state) {
    (void)state;
    if (!run_child(change_size, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    end_run();
}

static void make_input_nonblocking(int unused) {
    (void)unused;
    open_or_exit("xterm-256color");
    fcntl(terminal_input(), F_SETFL, fcntl(terminal_input(), F_GETFL) | O_NONBLOCK);
    bool apart = !(fcntl(STDIN_FILENO, F_GETFL) & O_NONBLOCK) &&
                 !(fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK);
    terminal_close();
    _exit(apart ? 0 : 1);
}

static void the_input_has_its_own_open_file(void **state) {
    (void)state;
    if (!run_child(make_input_nonblocking, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    end_run();
}

/* ---- refused terminals ---- */

static void expect_rejected(const char *term, const char *says) {
    Error error = {.text = ""};
    if (term == NULL)
        unsetenv("TERM");
    else
        setenv("TERM", term, 1);
    assert_false(terminal_open(&(TerminalOptions){.mouse = true}, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, says));
}

static void unusable_terminals_are_refused(void **state) {
    (void)state;
    expect_rejected(NULL, "TERM is not set");
    expect_rejected("", "TERM is not set");
    expect_rejected("no-such-terminal", "TERM=no-such-terminal");
    expect_rejected("dumb", "TERM=dumb");
    assert_int_equal(terminal_capabilities()->colors, 0);
    terminal_close();
}

/* ---- colours ---- */

static const struct {
    const char *term, *kind, *no_color; /* TERM, COLORTERM and NO_COLOR; NULL: not set */
    ColorDepth asked;
    int colors;
} color_cases[] = {
    {"xterm-256color", NULL, NULL, COLORS_AUTO, 256},
    {"xterm-256color", NULL, NULL, COLORS_MONO, 0},
    {"xterm-256color", NULL, NULL, COLORS_8, 8},
    {"xterm-256color", NULL, NULL, COLORS_256, 256},
    {"xterm-256color", NULL, NULL, COLORS_RGB, TERMINAL_RGB},
    {"xterm-256color", NULL, "1", COLORS_AUTO, 0},
    {"xterm-256color", NULL, "1", COLORS_256, 256},
    {"xterm-256color", NULL, "1", COLORS_RGB, TERMINAL_RGB},
    {"vt100", NULL, NULL, COLORS_AUTO, 0},
    {"vt100", NULL, NULL, COLORS_256, 0},
    {"vt100", NULL, NULL, COLORS_RGB, TERMINAL_RGB},
    {"xterm-256color", "truecolor", NULL, COLORS_AUTO, TERMINAL_RGB},
    {"tmux-256color", "24bit", NULL, COLORS_AUTO, TERMINAL_RGB},
    {"screen-256color", "truecolor", NULL, COLORS_AUTO, TERMINAL_RGB},
    {"xterm", "truecolor", NULL, COLORS_AUTO, TERMINAL_RGB},
    {"xterm-256color", "yes", NULL, COLORS_AUTO, 256},
    {"xterm-256color", "truecolor", "1", COLORS_AUTO, 0},
    {"xterm-256color", "truecolor", NULL, COLORS_MONO, 0},
    {"xterm-256color", "truecolor", NULL, COLORS_8, 8},
    {"xterm-256color", "truecolor", NULL, COLORS_256, 256},
};

static void set_variable(const char *name, const char *value) {
    if (value != NULL)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static void expect_colors(int number) {
    const TerminalOptions options = {.colors = color_cases[number].asked, .mouse = true};
    set_variable("TERM", color_cases[number].term);
    set_variable("COLORTERM", color_cases[number].kind);
    set_variable("NO_COLOR", color_cases[number].no_color);
    if (!terminal_open(&options, NULL))
        _exit(99);
    bool as_expected = terminal_capabilities()->colors == color_cases[number].colors &&
                       terminal_color_reason() == NULL;
    terminal_close();
    _exit(as_expected ? 0 : 1);
}

static void colors_follow_options_and_terminal(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof color_cases / sizeof color_cases[0]; i++) {
        if (!run_child(expect_colors, (int)i))
            skip();
        if (WEXITSTATUS(run.status) != 0)
            fail_msg("case %zu: exit status %d", i, WEXITSTATUS(run.status));
        end_run();
    }
}

/* Draws in 24-bit colours, before and after a stop, with TERMINFO set or not. */
static void draw_direct(int has_terminfo) {
    static const char folder[] = "/nowhere";
    set_variable("TERMINFO", has_terminfo ? folder : NULL);
    setenv("COLORTERM", "truecolor", 1);
    open_or_exit("xterm-256color");
    const char *terminfo = getenv("TERMINFO");
    bool unchanged =
        has_terminfo ? terminfo != NULL && strcmp(terminfo, folder) == 0 : terminfo == NULL;
    terminal_suspend();
    terminal_resume();
    draw_text(2, 1, 20, ROLE_NORMAL, "after a stop");
    terminal_flush();
    terminal_close();
    _exit(unchanged && strcmp(getenv("TERM"), "xterm-256color") == 0 ? 0 : 1);
}

static void direct_colors_leave_the_environment_alone(void **state) {
    (void)state;
    static const char text[] = "\033[38;2;208;208;208m", ground[] = "\033[48;2;28;28;28m";
    struct termios before = initial_modes();
    for (int has_terminfo = 0; has_terminfo < 2; has_terminfo++) {
        if (!run_child(draw_direct, has_terminfo))
            skip();
        assert_int_equal(WEXITSTATUS(run.status), 0);
        assert_non_null(strstr(run.output, text));
        assert_non_null(strstr(run.output, ground));
        assert_true(last_occurrence(text) > last_occurrence(alternate_screen));
        assert_null(strstr(run.output, "8;5;"));
        expect_restored();
        expect_same_modes(&before);
        end_run();
    }
}

/* Opens a terminal that cannot have 24-bit colours, or may lack them, and says why. */
static void expect_no_direct_color(ColorDepth asked, const char *says) {
    if (!terminal_open(&(TerminalOptions){.colors = asked}, NULL))
        _exit(99);
    const char *reason = terminal_color_reason();
    bool said = terminal_capabilities()->colors != TERMINAL_RGB && reason != NULL &&
                strstr(reason, says) != NULL;
    terminal_close();
    if (!said || terminal_color_reason() != NULL)
        _exit(1);
}

static void lack_direct_color(int unused) {
    (void)unused;
    setenv("TERM", "linux", 1);
    expect_no_direct_color(COLORS_RGB, "Linux console");
    setenv("COLORTERM", "truecolor", 1);
    expect_no_direct_color(COLORS_AUTO, "Linux console");
    setenv("TERM", "screen-256color", 1);
    setenv("STY", "1.screen", 1);
    unsetenv("TMUX");
    expect_no_direct_color(COLORS_AUTO, "GNU screen");
    setenv("TMUX", "/tmp/none,1,0", 1);
    expect_no_direct_color(COLORS_AUTO, "GNU screen");
}

static void missing_direct_colors_have_a_reason(void **state) {
    (void)state;
    if (!run_child(lack_direct_color, 0))
        skip();
    assert_int_equal(WEXITSTATUS(run.status), 0);
    end_run();
}

/* A decimal comma would break the numbers of the files that are written. */
static void the_locale_decides_about_characters_alone(void **state) {
    (void)state;
    setenv("LC_ALL", "C.UTF-8", 1);
    locale_start();
    assert_string_equal(setlocale(LC_NUMERIC, NULL), "C");
    assert_string_equal(setlocale(LC_MESSAGES, NULL), "C");
    assert_string_equal(setlocale(LC_TIME, NULL), "C");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fatal_signal_restores_the_terminal),
        cmocka_unit_test(a_stack_overflow_restores_the_terminal),
        cmocka_unit_test(closing_restores_the_terminal),
        cmocka_unit_test(suspending_restores_the_terminal),
        cmocka_unit_test(resuming_redraws_the_screen),
        cmocka_unit_test(a_text_is_copied_to_the_clipboard),
        cmocka_unit_test(a_terminal_without_a_clipboard_gets_nothing),
        cmocka_unit_test(a_new_size_is_adopted),
        cmocka_unit_test(the_input_has_its_own_open_file),
        cmocka_unit_test(unusable_terminals_are_refused),
        cmocka_unit_test(colors_follow_options_and_terminal),
        cmocka_unit_test(direct_colors_leave_the_environment_alone),
        cmocka_unit_test(missing_direct_colors_have_a_reason),
        cmocka_unit_test(the_locale_decides_about_characters_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
