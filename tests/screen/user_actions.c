#include <config.h>

#include "user_actions.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/compiler.h"

/* --- random numbers ----------------------------------------------------------------------------
 */

/* xorshift64* by Vigna. */
static uint32_t random_u32(uint64_t *seed) {
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (uint32_t)(*seed * 0x2545f4914f6cdd1dULL >> 32);
}

static int random_below(uint64_t *seed, int limit) {
    return (int)(random_u32(seed) % (uint32_t)limit);
}

#define CHOOSE(seed, list) (list)[random_below(seed, (int)(sizeof(list) / sizeof(list)[0]))]

static void add(UserAction *action, const char *bytes, size_t length) {
    if (action->length + length > sizeof action->bytes)
        return;
    memcpy(action->bytes + action->length, bytes, length);
    action->length += length;
}

static void add_text(UserAction *action, const char *text) {
    add(action, text, strlen(text));
}

static void add_format(UserAction *action, const char *format, ...) PRINTF_LIKE(2, 3);

static void add_format(UserAction *action, const char *format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add_text(action, text);
}

/* ---- keys ---- */

static void press_letter(uint64_t *seed, UserAction *action) {
    static const char keys[] = "hjkl79135 urac p.[]{}()VVMnowfgt+-=0A<>ALy:mRDTPi?s";
    add(action, &keys[random_below(seed, (int)sizeof keys - 1)], 1);
}

static void press_quit(uint64_t *seed, UserAction *action) {
    (void)seed;
    add_text(action, "q");
}

/* Keys of dialogs and fields, such as Enter and Esc. */
static void press_editing(uint64_t *seed, UserAction *action) {
    static const char *const keys[] = {"\r", "\r",     "\n",   "\033", "\t",   "\t",   "\177", "\b",
                                       " ",  "\033[Z", "\025", "\013", "\027", "\001", "\005"};
    add_text(action, CHOOSE(seed, keys));
}

/* Cursor and function keys as several terminals send them. */
static void press_function(uint64_t *seed, UserAction *action) {
    static const char *const keys[] = {
        "\033OA",  "\033OB",  "\033OC",  "\033OD",  "\033[A",    "\033[B",    "\033[C",
        "\033[D",  "\033OH",  "\033OF",  "\033[H",  "\033[F",    "\033[1~",   "\033[4~",
        "\033[5~", "\033[6~", "\033[2~", "\033[3~", "\033OP",    "\033[11~",  "\033[24~",
        "\033OM",  "\033Ow",  "\033Oy",  "\033Oq",  "\033[1;5A", "\033[1;2P", "\033[15;5~"};
    add_text(action, CHOOSE(seed, keys));
}

static void press_redraw(uint64_t *seed, UserAction *action) {
    (void)seed;
    add_text(action, "\014");
}

/* Plays a move, usually a legal one, so that the game continues. */
static void play_move(uint64_t *seed, UserAction *action) {
    for (int tabs = 1 + random_below(seed, 8); tabs > 0; tabs--)
        add_text(action, "\t");
    add_text(action, "\r");
    for (int tabs = 1 + random_below(seed, 4); tabs > 0; tabs--)
        add_text(action, "\t");
    add_text(action, "\r");
}

/* ---- texts ---- */

static const char *const fens[] = {
    "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
    "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/b/-1",
    "3l3/2p4/1m5/2PEz2/1p3p1/2M4/3L3/w/-1",
    "2el3/7/7/7/7/3Z3/2L4/w/-1",
    "3l3/7/7/7/7/7/3L3/w/-1",
    "2l4/1p1p1p1/2M4/1p1p1p1/7/PPP4/3L3/w/-1",
    "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w",
    "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1/////",
    "xxxxxxx/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
    "7/7/7/7/7/7/7/w/-1",
    "gmelecz/9999999/7/7/7/PPPPPPP/GMELECZ/w/99999999999999999999",
    "lllllll/lllllll/lllllll/lllllll/LLLLLLL/LLLLLLL/LLLLLLL/b/48",
    "g/m/e/l/e/c/z/w/-",
};

static const char *const words[] = {
    "d2d3",
    "Z-F3",
    "e2e3",
    "P-DD3",
    "a2-c4-c6x",
    "M:B2",
    "go 3",
    "go 0",
    "go 999999",
    "go -1",
    "theme light",
    "theme no",
    "glyphs animals",
    "glyphs drawn",
    "glyphs x",
    "zoom 2x1",
    "zoom 14x7",
    "zoom 99",
    "help monkey",
    "tour",
    "puzzle 7",
    "train Lz_l",
    "help nothing",
    "new 7/7",
    "open damaged.congo",
    "open folder",
    "open pipe",
    "open missing",
    "open several.congo",
    "save game2.congo",
    "save folder",
    "save",
    "undo",
    "redo",
    "flip",
    "pause",
    "step",
    "cancel",
    "analysis",
    "advice",
    "start",
    "end",
    "resign",
    "random_u32",
    "%s%n%d",
    "\xf0\x9f\xa6\x81\xf0\x9f\xa6\x93",
    "\xc3\xa9\xcc\x81\xcc\x81",
    "redraw",
    "fen",
    "",
    "command",
};

static void add_square(uint64_t *seed, UserAction *action) {
    add_format(action, "%c%d", 'a' + random_below(seed, 7), 1 + random_below(seed, 7));
}

static void type_command(uint64_t *seed, UserAction *action) {
    add_text(action, ":");
    switch (random_below(seed, 4)) {
    case 0:
        add_square(seed, action);
        add_square(seed, action);
        break;
    case 1:
        add_format(action, "new %s", CHOOSE(seed, fens));
        break;
    default:
        add_text(action, CHOOSE(seed, words));
    }
    add_text(action, random_below(seed, 8) == 0 ? "" : "\r");
}

static void type_words(uint64_t *seed, UserAction *action) {
    add_text(action, CHOOSE(seed, words));
}

/* Starts a new game between two random players. */
static void begin_game(uint64_t *seed, UserAction *action) {
    add_text(action, "\033");
    add_text(action, "n");
    for (int keys = random_below(seed, 12); keys > 0; keys--)
        add_text(action, random_below(seed, 2) ? "\t" : "\033OC");
    add_text(action, "\r");
}

/* ---- pasting ---- */

/* Any bytes except those that the terminal takes as a signal or as flow control. */
static char any_byte(uint64_t *seed) {
    char byte;
    do
        byte = (char)random_below(seed, 256);
    while (byte == 3 || byte == 28 || byte == 19 || byte == 26 || byte == '/' || byte == '~' ||
           byte == '.');
    return byte;
}

static void add_garbage(uint64_t *seed, UserAction *action, int count) {
    while (count-- > 0) {
        char byte = any_byte(seed);
        add(action, &byte, 1);
    }
}

/* Characters of two to four bytes and combining characters; some of the wide ones are the
 * board's animals. */
static void add_characters(uint64_t *seed, UserAction *action, int count) {
    static const char *const characters[] = {"\xc3\xa9",
                                             "\xcc\x81",
                                             "\xe2\x80\xa6",
                                             "\xe4\xb8\xad",
                                             "\xf0\x9f\xa6\x81",
                                             "\xef\xbf\xbd",
                                             "a",
                                             "\n",
                                             "\t"};
    while (count-- > 0)
        add_text(action, CHOOSE(seed, characters));
}

static void add_pasted(uint64_t *seed, UserAction *action) {
    switch (random_below(seed, 6)) {
    case 0:
    case 1:
        add_text(action, CHOOSE(seed, fens));
        break;
    case 2:
        add_text(action, CHOOSE(seed, words));
        break;
    case 3:
        add_garbage(seed, action, random_below(seed, 200));
        break;
    case 4:
        add_characters(seed, action, random_below(seed, 3000));
        break;
    default:
        add_format(action, "\n\n %s \r\n", CHOOSE(seed, fens));
    }
}

static void paste(uint64_t *seed, UserAction *action) {
    add_text(action, "\033[200~");
    add_pasted(seed, action);
    add_text(action, "\033[201~");
    if (random_below(seed, 3) == 0)
        add_text(action, "\r");
}

/* Pastes as a terminal does that does not mark pasted text. */
static void paste_unmarked(uint64_t *seed, UserAction *action) {
    add_text(action, CHOOSE(seed, fens));
}

/* Sends only one of the marks, or a truncated one. */
static void paste_broken(uint64_t *seed, UserAction *action) {
    static const char *const halves[] = {"\033[200~",         "\033[201~", "\033[200",
                                         "\033[20",           "01~",       "\033[200~\033[200~",
                                         "\033[201~\033[201~"};
    add_text(action, CHOOSE(seed, halves));
    if (random_below(seed, 2))
        add_text(action, CHOOSE(seed, fens));
}

/* ---- mouse ---- */

static void click(uint64_t *seed, UserAction *action) {
    int x = 1 + random_below(seed, 90), y = 1 + random_below(seed, 30);
    add_format(action, "\033[<0;%d;%dM", x, y);
    if (random_below(seed, 4) > 0)
        add_format(action, "\033[<0;%d;%dm", x, y);
}

static void click_old_form(uint64_t *seed, UserAction *action) {
    add_format(action, "\033[M %c%c", 33 + random_below(seed, 90), 33 + random_below(seed, 30));
    add_format(action, "\033[M#%c%c", 33 + random_below(seed, 90), 33 + random_below(seed, 30));
}

static void drag(uint64_t *seed, UserAction *action) {
    click(seed, action);
    for (int count = 1 + random_below(seed, 3); count > 0; count--)
        add_format(action, "\033[<32;%d;%dM", 1 + random_below(seed, 90),
                   1 + random_below(seed, 30));
    if (random_below(seed, 4) > 0)
        add_format(action, "\033[<0;%d;%dm", 1 + random_below(seed, 90),
                   1 + random_below(seed, 30));
}

static void click_right(uint64_t *seed, UserAction *action) {
    add_format(action, "\033[<2;%d;%dM", 1 + random_below(seed, 90), 1 + random_below(seed, 30));
}

/* Edits a position: keys of the editor, cursor keys, clicks and drags. */
static void set_up(uint64_t *seed, UserAction *action) {
    static const char keys[] = "LZEGCMPSlzegcmpsQqTtxxbdvvooururiwnAf 42865\t\r";
    add_text(action, "S");
    for (int count = 1 + random_below(seed, 25); count > 0; count--)
        add(action, &keys[random_below(seed, (int)sizeof keys - 1)], 1);
    if (random_below(seed, 3) == 0)
        drag(seed, action);
    if (random_below(seed, 3) == 0)
        click_right(seed, action);
    if (random_below(seed, 2) == 0)
        add_text(action, "\033");
}

static void turn_wheel(uint64_t *seed, UserAction *action) {
    for (int count = 1 + random_below(seed, 6); count > 0; count--)
        add_format(action, "\033[<%d;%d;%dM", 64 + random_below(seed, 2),
                   1 + random_below(seed, 90), 1 + random_below(seed, 30));
}

static void break_mouse(uint64_t *seed, UserAction *action) {
    static const char *const events[] = {"\033[<0;0;0M",
                                         "\033[<0;99999;99999M",
                                         "\033[<0;-1;-5M",
                                         "\033[<;;M",
                                         "\033[<999999999999;1;1M",
                                         "\033[<0;1",
                                         "\033[M\x7f\x7f\x7f",
                                         "\033[M !",
                                         "\033[<0;1;1;1;1;1M",
                                         "\033[<35;10;10M",
                                         "\033[<2;10;10M",
                                         "\033[<0M"};
    add_text(action, CHOOSE(seed, events));
}

/* ---- bytes without a meaning ---- */

static void send_garbage(uint64_t *seed, UserAction *action) {
    add_garbage(seed, action, 1 + random_below(seed, 40));
}

static void send_escapes(uint64_t *seed, UserAction *action) {
    static const char *const answers[] = {"\033[?1;2c",
                                          "\033[24;80R",
                                          "\033]11;rgb:0/0/0\007",
                                          "\033P1$r0m\033\\",
                                          "\033[I",
                                          "\033[O",
                                          "\033\033\033",
                                          "\033[",
                                          "\033O",
                                          "\033[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1"};
    add_text(action, CHOOSE(seed, answers));
}

/* ---- what is not typed ---- */

static void resize(uint64_t *seed, UserAction *action) {
    static const int sizes[][2] = {{80, 24},   {24, 10}, {46, 19}, {120, 40}, {200, 60},
                                   {480, 150}, {1, 1},   {23, 9},  {80, 2},   {3, 60}};
    action->kind = USER_ACTION_RESIZE;
    action->makes_signal = true;
    const int *size = CHOOSE(seed, sizes);
    action->columns = random_below(seed, 2) ? size[0] : 1 + random_below(seed, 200);
    action->lines = random_below(seed, 2) ? size[1] : 1 + random_below(seed, 60);
}

static void restore_size(uint64_t *seed, UserAction *action) {
    (void)seed;
    action->kind = USER_ACTION_RESIZE;
    action->makes_signal = true;
    action->columns = 80;
    action->lines = 24;
}

static void signal_program(uint64_t *seed, UserAction *action) {
    static const int signals[] = {SIGTSTP, SIGTSTP, SIGCONT, SIGSTOP, SIGWINCH};
    action->kind = USER_ACTION_SIGNAL;
    action->makes_signal = true;
    action->signal = CHOOSE(seed, signals);
}

static void press_suspend(uint64_t *seed, UserAction *action) {
    (void)seed;
    add_text(action, "\032");
    action->makes_signal = true;
}

static void rest(uint64_t *seed, UserAction *action) {
    action->kind = USER_ACTION_WAIT;
    action->milliseconds = 1 + random_below(seed, 40);
}

/* ---- choosing ---- */

static const struct {
    const char *name;
    int weight;
    void (*fill)(uint64_t *seed, UserAction *action);
} actions[] = {
    {"letter", 30, press_letter},
    {"editing key", 16, press_editing},
    {"function key", 10, press_function},
    {"move", 25, play_move},
    {"command", 12, type_command},
    {"words", 3, type_words},
    {"new game", 2, begin_game},
    {"quit", 1, press_quit},
    {"redraw", 1, press_redraw},
    {"paste", 4, paste},
    {"unmarked paste", 1, paste_unmarked},
    {"broken paste", 1, paste_broken},
    {"click", 8, click},
    {"click in the old form", 2, click_old_form},
    {"drag", 4, drag},
    {"right click", 2, click_right},
    {"set-up", 5, set_up},
    {"wheel", 4, turn_wheel},
    {"broken mouse", 2, break_mouse},
    {"garbage", 2, send_garbage},
    {"escapes", 3, send_escapes},
    {"resize", 4, resize},
    {"80x24", 5, restore_size},
    {"signal", 1, signal_program},
    {"Ctrl-Z", 1, press_suspend},
    {"rest", 12, rest},
};
enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

void user_action_choose(uint64_t *seed, UserAction *action) {
    int all = 0;
    for (int i = 0; i < ACTION_COUNT; i++)
        all += actions[i].weight;
    int number = 0;
    for (int left = random_below(seed, all); left >= actions[number].weight; number++)
        left -= actions[number].weight;
    action->name = actions[number].name;
    action->kind = USER_ACTION_TYPE;
    action->length = 0;
    action->makes_signal = false;
    actions[number].fill(seed, action);
}
