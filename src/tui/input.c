#include <config.h>

#include "tui/input.h"

#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"
#include "tui/terminal.h"

enum {
    PASTE_BEGIN = KEY_MAX + 1, /* codes of our own for the marks around a pasted text */
    PASTE_END,
    PASTE_MAX = 64 * 1024, /* bytes that are kept of one */
    SEQUENCE_MAX = 32      /* characters of an escape sequence that nobody knows */
};

static struct {
    char *text; /* NULL: nothing is being pasted */
    size_t length;
    char *done; /* the text handed out last */
} paste;

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

void input_open(void) {
    define_key("\033[200~", PASTE_BEGIN);
    define_key("\033[201~", PASTE_END);
}

void input_close(void) {
    free(paste.text);
    free(paste.done);
    memset(&paste, 0, sizeof paste);
}

static Key from_function(wint_t code) {
    for (size_t i = 0; i < sizeof function_keys / sizeof function_keys[0]; i++)
        if ((wint_t)function_keys[i].code == code)
            return function_keys[i].key;
    if (code >= KEY_F(1) && code <= KEY_F(12))
        return K_F1 + (Key)(code - KEY_F(1));
    return K_NONE;
}

static Key from_character(wint_t character) {
    if (character == '\r')
        return K_ENTER;
    if (character == 127 || character == '\b')
        return K_BACKSPACE;
    return (Key)character;
}

static bool read_mouse(Input *input) {
    MEVENT event;
    if (getmouse(&event) != OK)
        return false;
    input->mouse.y = event.y;
    input->mouse.x = event.x;
    if (event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
        input->mouse.kind = MOUSE_CLICK;
    else if (event.bstate & BUTTON4_PRESSED)
        input->mouse.kind = MOUSE_WHEEL_UP;
    else if (event.bstate & BUTTON5_PRESSED)
        input->mouse.kind = MOUSE_WHEEL_DOWN;
    else
        return false;
    input->kind = INPUT_MOUSE;
    return true;
}

/*
 * A key that the terminal description does not have arrives as Esc and characters, which would be
 * taken for actions. A hand cannot type Esc and the rest within one reading: they are swallowed
 * together.
 */
static bool swallow_sequence(void) {
    wint_t character;
    if (get_wch(&character) != OK)
        return false;
    if (character != '[' && character != 'O') {
        unget_wch((wchar_t)character);
        return false;
    }
    for (int i = 0; i < SEQUENCE_MAX && get_wch(&character) == OK; i++)
        if (character >= 0x40 && character < 0x7f)
            break;
    return true;
}

/* --- pasting --- */

static void paste_begin(void) {
    if (paste.text == NULL)
        paste.text = memory_allocate(PASTE_MAX + KEY_TEXT_SIZE);
    paste.length = 0;
}

static void paste_add(wint_t character) {
    char text[KEY_TEXT_SIZE];
    int length = key_text((Key)character, text);
    if (length == 0) { /* line ends and the like; what reads the text knows what they are worth */
        text[0] = character == '\t' ? ' ' : '\n';
        length = 1;
    }
    if (paste.length + (size_t)length <= PASTE_MAX) {
        memcpy(paste.text + paste.length, text, (size_t)length);
        paste.length += (size_t)length;
    }
}

static void paste_end(Input *input) {
    paste.text[paste.length] = '\0';
    free(paste.done);
    paste.done = paste.text;
    paste.text = NULL;
    input->kind = INPUT_PASTE;
    input->paste = paste.done;
}

/* --- reading --- */

static void read_function(Input *input, wint_t code) {
    if (code == PASTE_BEGIN) {
        paste_begin();
    } else if (code == PASTE_END && paste.text != NULL) {
        paste_end(input);
    } else if (code == KEY_RESIZE) {
        input->kind = INPUT_RESIZE;
    } else if (code == KEY_MOUSE) {
        read_mouse(input);
    } else {
        input->key = from_function(code);
        input->kind = input->key != K_NONE ? INPUT_KEY : INPUT_OTHER;
    }
}

bool input_read(Input *input) {
    wint_t code;
    int kind = get_wch(&code);
    if (kind == ERR)
        return false;
    *input = (Input){.kind = INPUT_OTHER};
    if (kind == KEY_CODE_YES) {
        read_function(input, code);
    } else if (paste.text != NULL) {
        paste_add(code);
    } else if (code != K_ESCAPE || !swallow_sequence()) {
        input->kind = INPUT_KEY;
        input->key = from_character(code);
    }
    return true;
}
