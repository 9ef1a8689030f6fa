#include <config.h>

#include "term/input.h"

#include <curses.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "term/emulator.h"
#include "term/terminal.h"

/* ---- reports of the mouse ---- */

enum {
    BUTTONS = 3, /* the button's number; in X10, 3 means that one is released */
    RIGHT_BUTTON = 2,
    MOTION = 32,      /* moved with the button held */
    WHEEL = 64,       /* 0 up, 1 down */
    X10_BASE = 32,    /* added to each byte */
    NUMBER_MAX = 9999 /* larger than any terminal */
};

void mouse_begin(MouseReport *report, MouseFormat format) {
    *report = (MouseReport){.begun = true, .format = format};
}

static MouseDecoding finish(MouseReport *report, bool released, MouseEvent *event) {
    int button = report->number[0];
    report->begun = false;
    event->x = report->number[1] - 1;
    event->y = report->number[2] - 1;
    if (event->x < 0 || event->y < 0)
        return MOUSE_IGNORED;
    if ((button & WHEEL) != 0 && (button & BUTTONS) <= 1 && !released)
        event->kind = (button & BUTTONS) == 0 ? MOUSE_WHEEL_UP : MOUSE_WHEEL_DOWN;
    else if ((button & (WHEEL | MOTION | BUTTONS)) == RIGHT_BUTTON && !released)
        event->kind = MOUSE_RIGHT_CLICK;
    else if ((button & (WHEEL | BUTTONS)) != 0)
        return MOUSE_IGNORED;
    else if ((button & MOTION) != 0)
        event->kind = MOUSE_DRAG;
    else
        event->kind = released ? MOUSE_RELEASE : MOUSE_CLICK;
    return MOUSE_EVENT;
}

static MouseDecoding decode_sgr(MouseReport *report, int byte, MouseEvent *event) {
    int *number = &report->number[report->field];
    if (byte >= '0' && byte <= '9' && *number <= NUMBER_MAX / 10) {
        *number = *number * 10 + byte - '0';
        return MOUSE_MORE;
    }
    if (byte == ';' && report->field < 2) {
        report->field++;
        return MOUSE_MORE;
    }
    if ((byte == 'M' || byte == 'm') && report->field == 2)
        return finish(report, byte == 'm', event);
    report->begun = false;
    return MOUSE_BROKEN;
}

static MouseDecoding decode_x10(MouseReport *report, int byte, MouseEvent *event) {
    if (byte < X10_BASE) {
        report->begun = false;
        return MOUSE_BROKEN;
    }
    report->number[report->field++] = byte - X10_BASE;
    if (report->field <= 2)
        return MOUSE_MORE;
    bool released = (report->number[0] & (WHEEL | MOTION | BUTTONS)) == BUTTONS;
    if (released) /* it does not say which one */
        report->number[0] = 0;
    return finish(report, released, event);
}

MouseDecoding mouse_decode(MouseReport *report, int byte, MouseEvent *event) {
    return report->format == MOUSE_SGR ? decode_sgr(report, byte, event)
                                       : decode_x10(report, byte, event);
}

/* ---- keys and characters ---- */

enum {
    PASTE_BEGIN = KEY_MAX + 1, /* codes for the marks around pasted text */
    PASTE_END,
    REPORT_SGR, /* codes for the beginnings of the mouse's reports */
    REPORT_X10,
    REPLY_BEGIN,              /* code for the beginning of the emulator's reply */
    PASTE_MAX = 64 * 1024,    /* bytes; the rest is dropped */
    ESCAPE_SEQUENCE_MAX = 32, /* bytes */
    X10_MOUSE_BYTES = 3,      /* after ESC [ M */
    REPLY_MS = 100
};

static struct {
    char *text; /* NULL unless a paste has begun */
    size_t length;
    char *event_text; /* the text of the last event */
} paste;

static mbstate_t decoder_state; /* of an incomplete character */

static MouseReport report; /* of the mouse, while it is incomplete */

static EmulatorReply reply; /* while it is incomplete */

static const struct {
    int code;
    Key key;
} function_keys[] = {
    {KEY_UP, K_UP},
    {KEY_DOWN, K_DOWN},
    {KEY_LEFT, K_LEFT},
    {KEY_RIGHT, K_RIGHT},
    {KEY_HOME, K_HOME},
    {KEY_END, K_END},
    {KEY_PPAGE, K_PAGE_UP},
    {KEY_NPAGE, K_PAGE_DOWN},
    {KEY_IC, K_INSERT},
    {KEY_DC, K_DELETE},
    {KEY_BACKSPACE, K_BACKSPACE},
    {KEY_BTAB, K_SHIFT_TAB},
    {KEY_ENTER, K_ENTER},
    {KEY_A1, K_PAD_7},
    {KEY_A3, K_PAD_9},
    {KEY_B2, K_PAD_5},
    {KEY_C1, K_PAD_1},
    {KEY_C3, K_PAD_3},
};

/* The normal form (Esc [) and the application form (Esc O) of the cursor keys: terminfo lists one
 * of them, and a terminal sends the other if something has changed its mode. */
static const struct {
    const char *bytes;
    int code;
} cursor_keys[] = {
    {"\033[A", KEY_UP},     {"\033OA", KEY_UP},     {"\033[B", KEY_DOWN},  {"\033OB", KEY_DOWN},
    {"\033[C", KEY_RIGHT},  {"\033OC", KEY_RIGHT},  {"\033[D", KEY_LEFT},  {"\033OD", KEY_LEFT},
    {"\033[H", KEY_HOME},   {"\033OH", KEY_HOME},   {"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME},
    {"\033[F", KEY_END},    {"\033OF", KEY_END},    {"\033[4~", KEY_END},  {"\033[8~", KEY_END},
    {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE}, {"\033[2~", KEY_IC},   {"\033[3~", KEY_DC},
    {"\033[Z", KEY_BTAB},   {"\033OM", KEY_ENTER},
};

void input_open(void) {
    define_key("\033[200~", PASTE_BEGIN);
    define_key("\033[201~", PASTE_END);
    define_key(emulator_reply_start, REPLY_BEGIN);
    for (size_t i = 0; i < sizeof cursor_keys / sizeof cursor_keys[0]; i++)
        define_key(cursor_keys[i].bytes, cursor_keys[i].code);
    if (!terminal_reports_mouse())
        return;
    define_key(NULL, KEY_MOUSE); /* curses would decode the reports */
    define_key("\033[<", REPORT_SGR);
    define_key("\033[M", REPORT_X10);
}

void input_close(void) {
    free(paste.text);
    free(paste.event_text);
    memset(&paste, 0, sizeof paste);
    memset(&report, 0, sizeof report);
    memset(&reply, 0, sizeof reply);
}

static Key key_from_curses(int code) {
    for (size_t i = 0; i < sizeof function_keys / sizeof function_keys[0]; i++)
        if (function_keys[i].code == code)
            return function_keys[i].key;
    if (code >= KEY_F(1) && code <= KEY_F(12))
        return K_F1 + (Key)(code - KEY_F(1));
    return K_NONE;
}

/*
 * Adds a byte and returns the character it completes, or else WEOF. Replaces get_wch, which merges
 * everything after a malformed byte into one character and loses a character whose bytes arrive in
 * two reads.
 */
static wint_t decode_byte(int code) {
    char byte = (char)code;
    wchar_t character;
    bool begun = !mbsinit(&decoder_state);
    size_t size = mbrtowc(&character, &byte, 1, &decoder_state);
    if (size == (size_t)-1 && begun) { /* the byte may begin another character */
        memset(&decoder_state, 0, sizeof decoder_state);
        size = mbrtowc(&character, &byte, 1, &decoder_state);
    }
    if (size == (size_t)-1)
        memset(&decoder_state, 0, sizeof decoder_state);
    return size == (size_t)-1 || size == (size_t)-2 ? WEOF : (wint_t)character;
}

/* Reads an event of the mouse that curses has decoded. */
static void read_mouse(InputEvent *input) {
    MEVENT event;
    if (getmouse(&event) != OK)
        return;
    input->mouse.y = event.y;
    input->mouse.x = event.x;
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
        input->mouse.kind = MOUSE_CLICK;
    else if (event.bstate & BUTTON4_PRESSED)
        input->mouse.kind = MOUSE_WHEEL_UP;
    else if (event.bstate & BUTTON5_PRESSED)
        input->mouse.kind = MOUSE_WHEEL_DOWN;
    else
        return;
    input->kind = INPUT_MOUSE;
}

/* Drops a string of the terminal, after ESC P. Returns false if there is none: Alt and P. */
static bool discard_string(void) {
    int code = getch(), before = 0;
    if (code == ERR)
        return false;
    for (; code != ERR && code != '\a' && !(before == K_ESCAPE && code == '\\'); code = getch())
        before = code;
    return true;
}

/*
 * Drops the rest of an escape sequence. A key that terminfo does not list arrives as Esc and
 * characters, which would run actions. Nobody types Esc and these characters within one read.
 * Returns false after a lone Esc.
 */
static bool discard_escape_sequence(void) {
    int code = getch();
    if (code == 'P' && discard_string())
        return true;
    if (code != '[' && code != 'O') {
        if (code != ERR)
            ungetch(code);
        return false;
    }
    int left = ESCAPE_SEQUENCE_MAX;
    while (left > 0 && (code = getch()) != ERR && code < KEY_MIN && (code < 0x40 || code > 0x7e))
        left--;
    if (code >= KEY_MIN)
        ungetch(code);
    if (code == 'M' && left == ESCAPE_SEQUENCE_MAX) /* the mouse */
        for (int i = 0; i < X10_MOUSE_BYTES; i++)
            getch();
    return true;
}

/* ---- pasting ---- */

static void paste_add(wint_t character) {
    char text[KEY_TEXT_SIZE];
    int length = key_to_utf8((Key)character, text);
    if (length == 0) { /* a control character */
        text[0] = character == '\t' ? ' ' : '\n';
        length = 1;
    }
    if (paste.length + (size_t)length <= PASTE_MAX) {
        memcpy(paste.text + paste.length, text, (size_t)length);
        paste.length += (size_t)length;
    }
}

/* Removes an end mark that arrived too slowly for curses to recognize it. Returns whether it did.
 */
static bool paste_strip_end_mark(void) {
    static const char mark[] = "\n[201~"; /* Esc is kept as a line end */
    size_t size = sizeof mark - 1;
    if (paste.length < size || memcmp(paste.text + paste.length - size, mark, size) != 0)
        return false;
    paste.length -= size;
    return true;
}

static void paste_end(InputEvent *input) {
    paste.text[paste.length] = '\0';
    free(paste.event_text);
    paste.event_text = paste.text;
    paste.text = NULL;
    input->kind = INPUT_PASTE;
    input->paste = paste.event_text;
}

bool input_is_pasting(void) {
    return paste.text != NULL;
}

void input_end_paste(InputEvent *input) {
    *input = (InputEvent){.kind = INPUT_OTHER};
    if (paste.text != NULL)
        paste_end(input);
}

/* ---- reading ---- */

static void read_curses_key(InputEvent *input, int code) {
    if (code == PASTE_BEGIN) {
        if (paste.text == NULL)
            paste.text = memory_allocate(PASTE_MAX + KEY_TEXT_SIZE);
        paste.length = 0;
    } else if (code == PASTE_END && paste.text != NULL) {
        paste_end(input);
    } else if (code == KEY_MOUSE) {
        read_mouse(input);
    } else if ((code == REPORT_SGR || code == REPORT_X10) && paste.text == NULL) {
        mouse_begin(&report, code == REPORT_SGR ? MOUSE_SGR : MOUSE_X10);
    } else if (code == REPLY_BEGIN && paste.text == NULL) {
        emulator_reply_begin(&reply);
    } else {
        input->key = key_from_curses(code);
        input->kind = input->key != K_NONE ? INPUT_KEY : INPUT_OTHER;
    }
}

static void read_character(InputEvent *input, wint_t character) {
    if (character == WEOF)
        return;
    if (paste.text != NULL) {
        paste_add(character);
        if (character == '~' && paste_strip_end_mark())
            paste_end(input);
    } else if (character != K_ESCAPE || !discard_escape_sequence()) {
        input->kind = INPUT_KEY;
        input->key = character == '\r'                       ? K_ENTER
                     : character == 127 || character == '\b' ? K_BACKSPACE
                                                             : (Key)character;
    }
}

/* Returns false if the code does not belong to the report of the mouse. */
static bool read_report(InputEvent *input, int code) {
    if (code >= KEY_MIN) {
        report.begun = false;
        return false;
    }
    MouseDecoding decoding = mouse_decode(&report, code, &input->mouse);
    if (decoding == MOUSE_EVENT)
        input->kind = INPUT_MOUSE;
    return decoding != MOUSE_BROKEN;
}

/* Returns false if the code does not belong to the emulator's reply. */
static bool read_reply(InputEvent *input, int code) {
    if (code >= KEY_MIN) {
        reply.begun = false;
        return false;
    }
    ReplyDecoding decoding = emulator_reply_decode(&reply, code, monotonic_ms());
    if (decoding != REPLY_ENDED)
        return decoding != REPLY_BROKEN;
    terminal_set_cell_height(emulator_cell_height(reply.name));
    input->kind = INPUT_EMULATOR;
    return true;
}

void input_ask_emulator(void) {
    const TerminalCapabilities *capabilities = terminal_capabilities();
    int here = emulator_cell_height_here();
    if (capabilities->colors < 256 || !capabilities->rich)
        return;
    if (capabilities->tmux_cell_height > 0) {
        terminal_set_cell_height(capabilities->tmux_cell_height);
        return;
    }
    fputs(emulator_query, stdout);
    fflush(stdout);
    if (here > 0)
        terminal_set_cell_height(here);
    else
        poll(&(struct pollfd){.fd = terminal_input(), .events = POLLIN}, 1, REPLY_MS);
}

bool input_read(InputEvent *input) {
    int code = getch();
    if (code == ERR) {
        emulator_reply_pause(&reply, monotonic_ms());
        return false;
    }
    *input = (InputEvent){.kind = INPUT_OTHER};
    if ((report.begun && read_report(input, code)) || (reply.begun && read_reply(input, code)))
        return true;
    if (code >= KEY_MIN)
        read_curses_key(input, code);
    else
        read_character(input, decode_byte(code));
    return true;
}
