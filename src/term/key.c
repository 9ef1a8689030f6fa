#include <config.h>

#include "term/key.h"

#include <stddef.h>
#include <stdio.h>

#include "base/text.h"

static const struct {
    const char *name;
    Key key;
} named_keys[] = {
    {"Tab", K_TAB},
    {"Enter", K_ENTER},
    {"Esc", K_ESCAPE},
    {"Space", ' '},
    {"Up", K_UP},
    {"Down", K_DOWN},
    {"Left", K_LEFT},
    {"Right", K_RIGHT},
    {"Home", K_HOME},
    {"End", K_END},
    {"PageUp", K_PAGE_UP},
    {"PageDown", K_PAGE_DOWN},
    {"Insert", K_INSERT},
    {"Delete", K_DELETE},
    {"Backspace", K_BACKSPACE},
    {"Shift-Tab", K_SHIFT_TAB},
    {"KP7", K_PAD_7},
    {"KP9", K_PAD_9},
    {"KP5", K_PAD_5},
    {"KP1", K_PAD_1},
    {"KP3", K_PAD_3},
};
enum { NAMED_KEY_COUNT = sizeof named_keys / sizeof named_keys[0] };

/* Returns the character if the text is a single one, or else K_NONE. */
static Key parse_character(const char *text) {
    unsigned code;
    size_t length = *text != '\0' ? text_decode_utf8(text, UTF8_MAX, &code) : 0;
    bool whole = length > 0 && text[length] == '\0';
    return whole && code > ' ' && !text_is_control(code) ? (Key)code : K_NONE;
}

static bool parse_control_key(const char *name, Key *key) {
    if (!text_equal_ignore_case_n(name, "Ctrl-", 5) || name[5] == '\0' || name[6] != '\0')
        return false;
    int letter = name[5] & ~0x20;
    if (letter < 'A' || letter > 'Z')
        return false;
    *key = letter - 'A' + 1;
    return true;
}

static bool parse_function_key(const char *name, Key *key) {
    char text[KEY_NAME_SIZE];
    for (Key i = K_F1; i <= K_F12; i++)
        if (text_equal_ignore_case(name, key_write_name(i, text))) {
            *key = i;
            return true;
        }
    return false;
}

bool key_parse(const char *name, Key *key) {
    Key character = parse_character(name);
    if (character != K_NONE) {
        *key = character;
        return true;
    }
    for (size_t i = 0; i < NAMED_KEY_COUNT; i++)
        if (text_equal_ignore_case(name, named_keys[i].name)) {
            *key = named_keys[i].key;
            return true;
        }
    return parse_control_key(name, key) || parse_function_key(name, key);
}

const char *key_write_name(Key key, char name[KEY_NAME_SIZE]) {
    for (size_t i = 0; i < NAMED_KEY_COUNT; i++)
        if (named_keys[i].key == key) {
            snprintf(name, KEY_NAME_SIZE, "%s", named_keys[i].name);
            return name;
        }
    if (key >= K_F1 && key <= K_F12)
        snprintf(name, KEY_NAME_SIZE, "F%d", (int)(key - K_F1 + 1));
    else if (key >= 1 && key <= 26)
        snprintf(name, KEY_NAME_SIZE, "Ctrl-%c", (int)('A' + key - 1));
    else if (key_to_utf8(key, name) == 0)
        snprintf(name, KEY_NAME_SIZE, "?");
    return name;
}

bool key_is_text(Key key) {
    return (key >= ' ' && key < 127) || (key >= 0xa0 && key < 0x110000);
}

int key_to_utf8(Key key, char text[KEY_TEXT_SIZE]) {
    int length = 0;
    if (!key_is_text(key)) {
        text[0] = '\0';
        return 0;
    }
    if (key < 0x80) {
        text[length++] = (char)key;
    } else if (key < 0x800) {
        text[length++] = (char)(0xc0 | key >> 6);
    } else if (key < 0x10000) {
        text[length++] = (char)(0xe0 | key >> 12);
        text[length++] = (char)(0x80 | (key >> 6 & 0x3f));
    } else {
        text[length++] = (char)(0xf0 | key >> 18);
        text[length++] = (char)(0x80 | (key >> 12 & 0x3f));
        text[length++] = (char)(0x80 | (key >> 6 & 0x3f));
    }
    if (key >= 0x80)
        text[length++] = (char)(0x80 | (key & 0x3f));
    text[length] = '\0';
    return length;
}
