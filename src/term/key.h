/*
 * One key: a character, or one of the keys that have a name only. Terminal-independent; input.h
 * reads keys from the terminal.
 */
#ifndef TERM_KEY_H
#define TERM_KEY_H

#include <stdbool.h>
#include <stdint.h>

/* A Unicode character (Enter, Tab, Esc and Ctrl-A to Ctrl-Z are the control characters that they
 * send), or one of the codes below. */
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
    K_F1, /* to K_F1 + 11 */
    K_LAST = K_F1 + 11
};

enum { KEY_NAME_SIZE = 16 };

/* Reads a key's name: one character ("u", "?", "é"), "Ctrl-L", "Up", "PageDown", "KP7", "F1", ...
 * in either case but for the single characters. */
bool key_parse(const char *name, Key *key);

/* Writes the name that key_parse reads; returns it. */
const char *key_write_name(Key key, char name[KEY_NAME_SIZE]);

/* Whether the key is a character that can stand in a text. */
bool key_is_text(Key key);

enum { KEY_TEXT_SIZE = 5 };
/* Writes a character as UTF-8 with a final NUL; returns its length, 0 if it is none. */
int key_to_utf8(Key key, char text[KEY_TEXT_SIZE]);

#endif
