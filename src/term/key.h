/* Keys and their names, independent of the terminal. input.h reads them. */
#ifndef TERM_KEY_H
#define TERM_KEY_H

#include <stdbool.h>
#include <stdint.h>

/* A Unicode character or one of the codes below. Enter, Tab, Esc and Ctrl-A to Ctrl-Z are control
 * characters. */
typedef int32_t Key;

enum {
    K_NONE = 0,
    K_TAB = '\t',
    K_ENTER = '\n',
    K_ESCAPE = 27,
    K_UP = 0x200000, /* beyond every character */
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_HOME,
    K_END,
    K_PAGE_UP,
    K_PAGE_DOWN,
    K_INSERT,
    K_DELETE,
    K_BACKSPACE,
    K_SHIFT_TAB,
    K_PAD_7,
    K_PAD_9,
    K_PAD_5,
    K_PAD_1,
    K_PAD_3,
    K_F1,
    K_F12 = K_F1 + 11
};

enum { KEY_NAME_SIZE = 16 };

/* Parses a key's name: a character ("u", "?", "é"), "Ctrl-L", "Up", "PageDown", "KP7", "F1" and so
 * on. Case matters only for a character. Returns false and leaves *key alone if it is unknown. */
bool key_parse(const char *name, Key *key);

/* Writes the name that key_parse accepts and returns it. */
const char *key_write_name(Key key, char name[KEY_NAME_SIZE]);

/* Returns whether the key is a printable character. */
bool key_is_text(Key key);

enum { KEY_TEXT_SIZE = 5 };
/* Writes a printable character as UTF-8 and returns its length; writes "" and returns 0 for any
 * other key. */
int key_to_utf8(Key key, char text[KEY_TEXT_SIZE]);

#endif
