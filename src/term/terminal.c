#include <config.h>

#include "term/terminal.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "base/memory.h"
#include "base/text.h"
#include "term/capability.h"
#include "term/cells.h"
#include "term/direct_color.h"
#include "term/emulator.h"
#include "term/style.h"

enum { CRASH_BYTES_MAX = 1024 };

/* ---- the locale, which decides how characters are encoded ---- */

static const char fallback[] = "C.UTF-8";

/* Returns the variable that names the encoding and its value, or NULL if none does. */
static const char *find_variable(const char **value) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        *value = getenv(names[i]);
        if (*value != NULL && **value != '\0')
            return names[i];
    }
    return NULL;
}

/* Returns whether the name of a locale ends in UTF-8, as in "de_DE.utf8" or "de_DE.UTF-8@euro". */
static bool names_utf8(const char *name) {
    const char *codeset = strchr(name, '.');
    size_t length = codeset != NULL ? strcspn(codeset, "@") : 0;
    return length > 0 &&
           (text_matches(codeset, length, ".UTF-8") || text_matches(codeset, length, ".UTF8"));
}

static bool locale_is_utf8(void) {
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

void locale_start(void) {
    const char *name;
    if (setlocale(LC_CTYPE, "") == NULL && find_variable(&name) != NULL && names_utf8(name))
        setlocale(LC_CTYPE, fallback);
}

void locale_write_reason(char *text, size_t size) {
    const char *name, *reason = NULL;
    char locale[EXCERPT_SIZE];
    if (find_variable(&name) == NULL)
        reason = "no locale is set";
    else
        reason = setlocale(LC_CTYPE, "") != NULL ? "no UTF-8 in locale " : "missing locale ";
    snprintf(text, size, "Plain characters (%s%s): try LC_ALL=%s congo.", reason,
             name != NULL && *name != '\0' ? text_excerpt(name, strlen(name), locale) : "",
             fallback);
}

/* ---- restoring the terminal when a signal ends the program ----
 * The bytes and modes are prepared beforehand because a signal handler may call little more than
 * write(). */

/* The signals that end a program, except those that the event loop handles. */
static const int fatal_signals[] = {SIGSEGV, SIGABRT, SIGBUS,  SIGFPE,    SIGILL,
                                    SIGQUIT, SIGTRAP, SIGSYS,  SIGXCPU,   SIGPIPE,
                                    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF};

enum { FATAL_SIGNAL_COUNT = sizeof fatal_signals / sizeof fatal_signals[0], STACK_SIZE = 65536 };

static struct {
    bool armed;
    char bytes[CRASH_BYTES_MAX]; /* see prepare_restore_bytes */
    size_t size;
    struct termios modes;
    struct sigaction saved_actions[FATAL_SIGNAL_COUNT];
    void *stack; /* for the handlers, which also run after the main thread's stack overflows */
    stack_t saved_stack;
} crash;

static void restore_terminal(void) {
    size_t done = 0;
    while (done < crash.size) {
        ssize_t count = write(STDOUT_FILENO, crash.bytes + done, crash.size - done);
        if (count > 0)
            done += (size_t)count;
        else if (count == 0 || errno != EINTR)
            break;
    }
    tcsetattr(STDOUT_FILENO, TCSANOW, &crash.modes);
}

/* SA_RESETHAND has restored the default action, so the raised signal ends the program when this
 * returns. */
static void on_fatal_signal(int number) {
    restore_terminal();
    raise(number);
}

/* Removes the handlers if they are installed. */
static void crash_disarm(void) {
    if (!crash.armed)
        return;
    for (int i = 0; i < FATAL_SIGNAL_COUNT; i++)
        sigaction(fatal_signals[i], &crash.saved_actions[i], NULL);
    if (crash.stack != NULL) {
        sigaltstack(&crash.saved_stack, NULL);
        free(crash.stack);
        crash.stack = NULL;
    }
    crash.armed = false;
}

/* Installs handlers for the signals that end a program, except HUP, INT, TERM and ignored ones. A
 * handler writes the bytes to standard output, sets the modes and raises the signal again. */
static void crash_arm(const struct termios *modes) {
    crash_disarm();
    crash.modes = *modes;
    crash.stack = malloc(STACK_SIZE);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_fatal_signal;
    action.sa_flags = (int)SA_RESETHAND;
    if (crash.stack != NULL) {
        stack_t stack = {.ss_sp = crash.stack, .ss_size = STACK_SIZE, .ss_flags = 0};
        sigaltstack(&stack, &crash.saved_stack);
        action.sa_flags |= SA_ONSTACK;
    }
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGTTOU); /* for tcsetattr in the background */
    for (int i = 0; i < FATAL_SIGNAL_COUNT; i++) {
        sigaction(fatal_signals[i], NULL, &crash.saved_actions[i]);
        if (crash.saved_actions[i].sa_handler != SIG_IGN)
            sigaction(fatal_signals[i], &action, NULL);
    }
    crash.armed = true;
}

/* ---- the terminal ---- */

enum { PALETTE_SIZE = 256, ESCAPE_DELAY_MS = 25, PAIR_SLOTS = 16384, PAIRS_MAX = PAIR_SLOTS / 2 };

/* A pair of colours that curses knows; pair 0 is a free slot. */
typedef struct PairSlot {
    int foreground, background;
    short pair;
} PairSlot;

static struct {
    SCREEN *screen; /* NULL while closed */
    FILE *input;
    struct termios modes; /* at terminal_open */
    TerminalCapabilities capabilities;
    bool direct_color;
    const char *color_reason;  /* see terminal_color_reason */
    bool reports_mouse;        /* else curses reads the mouse */
    bool limited;              /* by terminal_limit_size */
    PairSlot slot[PAIR_SLOTS]; /* a hash table with linear probing */
    short pairs_made;
    int cursor_y, cursor_x;
} terminal;

/* ---- capabilities ---- */

static const char *terminal_type(void) {
    const char *name = getenv("TERM");
    return name != NULL ? name : "";
}

static bool is_linux_console(void) {
    return strncmp(terminal_type(), "linux", strlen("linux")) == 0;
}

/* Nothing tells whether GNU screen runs in tmux or around it: it limits what is shown either way.
 */
static bool is_gnu_screen(void) {
    return getenv("STY") != NULL;
}

/* Curses encodes characters by the locale, so UTF-8 needs a locale with that encoding. */
static bool detect_utf8(Charset requested) {
    locale_start();
    if (requested == CHARSET_UTF8 && !locale_is_utf8())
        setlocale(LC_CTYPE, fallback);
    return requested != CHARSET_ASCII && locale_is_utf8();
}

/* Returns what is asked for, AUTO replaced by what the environment says if it says something.
 * NO_COLOR does not overrule an explicit setting (no-color.org). */
static ColorDepth choose_colors(ColorDepth requested) {
    const char *no_color = getenv("NO_COLOR"), *kind = getenv("COLORTERM");
    if (requested != COLORS_AUTO)
        return requested;
    if (no_color != NULL && *no_color != '\0')
        return COLORS_MONO;
    bool direct = kind != NULL && (strcmp(kind, "truecolor") == 0 || strcmp(kind, "24bit") == 0);
    return direct ? COLORS_RGB : COLORS_AUTO;
}

/* Returns why the terminal does not show 24-bit colours, or NULL if nothing is known against it.
 * GNU screen passes on the COLORTERM of the terminal around it. */
static const char *reason_against_direct_color(bool explicit) {
    if (is_linux_console())
        return "No 24-bit colours: the Linux console does not have them.";
    if (!explicit && is_gnu_screen())
        return "No 24-bit colours: GNU screen may lack them; --colors=rgb uses them.";
    return NULL;
}

static int detect_colors(ColorDepth requested) {
    if (requested == COLORS_MONO || !has_colors())
        return 0;
    start_color();
    use_default_colors();
    terminal.direct_color = COLORS > PALETTE_SIZE && direct_color_is_on();
    if (requested == COLORS_RGB && !terminal.direct_color && terminal.color_reason == NULL)
        terminal.color_reason = "No 24-bit colours: this system's terminal library lacks them.";
    if (COLORS >= PALETTE_SIZE && COLOR_PAIRS >= PALETTE_SIZE && requested != COLORS_8)
        return terminal.direct_color && requested != COLORS_256 ? TERMINAL_RGB : 256;
    return COLORS >= 8 && COLOR_PAIRS >= 64 ? 8 : 0;
}

/* Clicks, and movements with a button held, in the SGR format. */
static const char mouse_on[] = "\033[?1000h\033[?1002h\033[?1006h",
                  mouse_off[] = "\033[?1006l\033[?1002l\033[?1000l";

static void set_mouse_reports(bool on) {
    if (!terminal.reports_mouse)
        return;
    fputs(on ? mouse_on : mouse_off, stdout);
    fflush(stdout);
}

/* On the Linux console, curses reads the mouse from gpm. */
static bool enable_mouse(bool requested) {
    char prefix[CRASH_BYTES_MAX];
    if (!requested)
        return false;
    terminal.reports_mouse =
        !is_linux_console() && capability_append("kmous", prefix, 0, sizeof prefix) > 0;
    if (terminal.reports_mouse)
        return true;
    mouseinterval(0); /* do not wait for a double click */
    return mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL) != 0;
}

bool terminal_reports_mouse(void) {
    return terminal.reports_mouse;
}

const TerminalCapabilities *terminal_capabilities(void) {
    return &terminal.capabilities;
}

const char *terminal_color_reason(void) {
    return terminal.color_reason;
}

void terminal_set_cell_height(int height) {
    terminal.capabilities.cell_height = height;
}

/* A terminal with direct colours takes the numbers below 8 as named colours. */
static int curses_color(int color) {
    if (terminal.capabilities.colors == 256 && terminal.direct_color)
        color = (int)palette_rgb(color);
    return terminal.capabilities.colors > 8 && terminal.direct_color && color < 8 ? 8 : color;
}

static PairSlot *find_slot(int foreground, int background) {
    unsigned hash = (unsigned)foreground * 0x9e3779b1U ^ (unsigned)background * 0x85ebca6bU;
    for (unsigned i = hash >> 8;; i++) {
        PairSlot *slot = &terminal.slot[i % PAIR_SLOTS];
        if (slot->pair == 0 || (slot->foreground == foreground && slot->background == background))
            return slot;
    }
}

short terminal_pair(int foreground, int background) {
    if (terminal.capabilities.colors == 0)
        return 0;
    PairSlot *slot = find_slot(foreground, background);
    if (slot->pair == 0 && terminal.pairs_made + 1 < COLOR_PAIRS &&
        terminal.pairs_made < PAIRS_MAX &&
        init_extended_pair(terminal.pairs_made + 1, curses_color(foreground),
                           curses_color(background)) == OK)
        *slot = (PairSlot){foreground, background, ++terminal.pairs_made};
    return slot->pair;
}

/* ---- opening and closing ---- */

static FILE *open_input(void) {
    char name[256];
    int file = -1;
    if (ttyname_r(STDIN_FILENO, name, sizeof name) == 0)
        file = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        file = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        file = dup(STDIN_FILENO);
    if (file < 0)
        return NULL;
    FILE *input = fdopen(file, "r");
    if (input == NULL)
        close(file);
    return input;
}

/* Prepares what leave_screen writes, for a signal handler, which may not call curses. */
static void prepare_restore_bytes(void) {
    static const char *const names[] = {"BD", "rmacs", "sgr0", "op", "rmkx", "cnorm", "rmcup"};
    crash.size = terminal.capabilities.mouse ? sizeof mouse_off - 1 : 0;
    memcpy(crash.bytes, mouse_off, crash.size);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        crash.size = capability_append(names[i], crash.bytes, crash.size, CRASH_BYTES_MAX);
}

/* Opens curses with a description of the terminal instead of the system's, which only newterm
 * reads.
 */
static SCREEN *open_described(const char *description) {
    static const char variable[] = "TERMINFO";
    const char *value = getenv(variable);
    char *saved = value != NULL ? memory_strdup(value) : NULL;
    setenv(variable, description, 1);
    SCREEN *screen = newterm(NULL, stdout, terminal.input);
    if (saved != NULL)
        setenv(variable, saved, 1);
    else
        unsetenv(variable);
    free(saved);
    return screen;
}

static bool open_screen(ColorDepth colors, Error *error) {
    if (tcgetattr(STDIN_FILENO, &terminal.modes) != 0)
        return error_set(error, ERROR_IO,
                         "standard input is not a terminal; the full screen needs one");
    if (!isatty(STDOUT_FILENO))
        return error_set(error, ERROR_IO,
                         "standard output is not a terminal; the full screen needs one");
    terminal.input = open_input();
    if (terminal.input == NULL)
        return error_set(error, ERROR_IO, "the terminal cannot be opened for reading");
    char *description = NULL;
    if (colors == COLORS_RGB && terminal.color_reason == NULL)
        description = direct_color_describe();
    if (description != NULL)
        terminal.screen = open_described(description);
    free(description);
    if (terminal.screen == NULL)
        terminal.screen = newterm(NULL, stdout, terminal.input);
    if (terminal.screen != NULL)
        return true;
    fclose(terminal.input);
    terminal.input = NULL;
    return error_set(error, ERROR_UNSUPPORTED, "the terminal \"%s\" cannot be used",
                     terminal_type());
}

/* Makes the terminal put marks around pasted text. Curses does not support this. */
static void set_bracketed_paste(bool on) {
    char text[CRASH_BYTES_MAX];
    size_t length = capability_append(on ? "BE" : "BD", text, 0, sizeof text);
    fwrite(text, 1, length, stdout);
    fflush(stdout);
}

bool terminal_open(const TerminalOptions *options, Error *error) {
    enum { FIRST_OCTANT = 0x1cd00 };
    if (!capability_probe(error))
        return false;
    ColorDepth colors = choose_colors(options->colors);
    EmulatorInTmux emulator;
    if (emulator_ask_tmux(&emulator))
        terminal.capabilities.tmux_cell_height = emulator.cell_height;
    /* tmux would make the same colour of two that are alike; from a palette it takes exact ones. */
    bool only_palette =
        colors == COLORS_RGB && options->colors == COLORS_AUTO && emulator.lacks_rgb;
    if (colors == COLORS_RGB)
        terminal.color_reason = reason_against_direct_color(options->colors == COLORS_RGB);
    terminal.capabilities.utf8 = detect_utf8(options->charset);
    if (!open_screen(colors, error))
        return false;
    terminal.capabilities.mouse = enable_mouse(options->mouse);
    prepare_restore_bytes();
    crash_arm(&terminal.modes);
    cbreak();
    noecho();
    nonl();
    intrflush(stdscr, FALSE);
    nodelay(stdscr, TRUE);
    keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_DELAY_MS);
    terminal.capabilities.rich = terminal.capabilities.utf8 && !is_linux_console();
    terminal.capabilities.cell_height = EMULATOR_QUADRANTS;
    terminal.capabilities.cell_height_max =
        wcwidth(FIRST_OCTANT) == 1 ? EMULATOR_OCTANTS : EMULATOR_SEXTANTS;
    terminal.capabilities.colors = detect_colors(only_palette ? COLORS_256 : colors);
    set_bracketed_paste(true);
    set_mouse_reports(true);
    return true;
}

/* endwin restores the modes that newterm found, which may differ from the first ones after a stop.
 */
static void leave_screen(void) {
    set_bracketed_paste(false);
    set_mouse_reports(false);
    if (!isendwin())
        endwin();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &terminal.modes);
    crash_disarm();
}

void terminal_close(void) {
    if (terminal.screen == NULL)
        return;
    leave_screen();
    delscreen(terminal.screen);
    fclose(terminal.input);
    memset(&terminal, 0, sizeof terminal);
}

void terminal_suspend(void) {
    if (terminal.screen != NULL)
        leave_screen();
}

void terminal_resume(void) {
    if (terminal.screen == NULL)
        return;
    crash_arm(&terminal.modes);
    reset_prog_mode();
    set_bracketed_paste(true);
    set_mouse_reports(true);
    terminal_resize(); /* the size may have changed meanwhile */
    terminal_redraw();
}

void terminal_resize(void) {
    struct winsize size;
    if (terminal.screen == NULL || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return;
    int rows = size.ws_row;
    int columns = size.ws_col;
    if (rows == 0 || columns == 0)
        return;
    if (!terminal.limited && is_term_resized(rows, columns))
        resize_term(rows, columns);
    terminal_redraw(); /* the terminal has moved lines */
}

bool terminal_limit_size(int columns, int lines, Error *error) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0)
        size = (struct winsize){.ws_row = (unsigned short)LINES, .ws_col = (unsigned short)COLS};
    if (lines > size.ws_row || columns > size.ws_col)
        return error_set(error, ERROR_STATE,
                         "expected a terminal of at least %d columns and %d lines, found %d "
                         "columns and %d lines",
                         columns, lines, size.ws_col, size.ws_row);
    terminal.limited = true;
    resize_term(lines, columns);
    terminal_redraw();
    return true;
}

int terminal_input(void) {
    return fileno(terminal.input);
}

bool terminal_is_disconnected(void) {
    struct pollfd input = {.fd = terminal_input(), .events = POLLIN};
    int unread = 0;
    if (ioctl(input.fd, FIONREAD, &unread) == 0 && unread > 0)
        return false;
    return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
}

/* ---- output ---- */

void terminal_place_cursor(int y, int x) {
    terminal.cursor_y = y;
    terminal.cursor_x = x;
}

void terminal_flush(void) {
    cells_uncover();
    move(terminal.cursor_y, terminal.cursor_x);
    wnoutrefresh(stdscr);
    doupdate();
}

/* A serial line counts what waits in its queue; a pseudo-terminal only says when it is full. */
bool terminal_is_busy(void) {
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    int unsent = 0;
    if (ioctl(output.fd, TIOCOUTQ, &unsent) == 0 && unsent > 0)
        return true;
    return poll(&output, 1, 0) == 0;
}

void terminal_redraw(void) {
    clearok(curscr, TRUE);
}

void terminal_bell(void) {
    beep();
}

/* Terminals without OSC 52 may show the bytes as text. */
static bool has_clipboard(const char *name) {
    static const char *const unsupported[] = {"linux", "vt", "ansi", "cons", "sun", "wsvt", "dumb"};
    for (size_t i = 0; i < sizeof unsupported / sizeof unsupported[0]; i++)
        if (strncmp(name, unsupported[i], strlen(unsupported[i])) == 0)
            return false;
    return true;
}

static void put_base64(const unsigned char *bytes, size_t size) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t count = size - i < 3 ? size - i : 3;
        unsigned group = 0;
        for (size_t j = 0; j < 3; j++)
            group = group << 8 | (j < count ? bytes[i + j] : 0U);
        for (size_t j = 0; j < 4; j++)
            putchar(j <= count ? digit[group >> (18 - 6 * j) & 63] : '=');
    }
}

bool terminal_copy(const char *text) {
    size_t length = strlen(text);
    if (terminal.screen == NULL || length > CLIPBOARD_MAX || !has_clipboard(terminal_type()))
        return false;
    bool wrapped = is_gnu_screen();
    fputs(wrapped ? "\033P\033]52;c;" : "\033]52;c;", stdout);
    put_base64((const unsigned char *)text, length);
    fputs(wrapped ? "\a\033\\" : "\a", stdout);
    return fflush(stdout) == 0;
}
