#include <config.h>

#include "term/text_field.h"

#include <stdio.h>
#include <string.h>

enum {
    CTRL_A = 1,
    CTRL_B = 2,
    CTRL_D = 4,
    CTRL_E = 5,
    CTRL_F = 6,
    CTRL_K = 11,
    CTRL_U = 21,
    CTRL_W = 23
};

static bool is_continuation(char byte) {
    return ((unsigned char)byte & 0xc0) == 0x80;
}

static size_t previous_character(const TextField *field, size_t at) {
    if (at > 0)
        at--;
    while (at > 0 && is_continuation(field->text[at]))
        at--;
    return at;
}

static size_t next_character(const TextField *field, size_t at) {
    if (field->text[at] != '\0')
        at++;
    while (is_continuation(field->text[at]))
        at++;
    return at;
}

static size_t previous_word(const TextField *field, size_t at) {
    while (at > 0 && field->text[at - 1] == ' ')
        at--;
    while (at > 0 && field->text[at - 1] != ' ')
        at--;
    return at;
}

/* Returns the columns of the bytes [from, to). */
static int columns_between(const TextField *field, size_t from, size_t to) {
    char part[TEXT_FIELD_SIZE];
    memcpy(part, field->text + from, to - from);
    part[to - from] = '\0';
    return draw_width(part);
}

/* Removes the bytes [from, to) and leaves the cursor at `from`. */
static void erase(TextField *field, size_t from, size_t to) {
    memmove(field->text + from, field->text + to, strlen(field->text + to) + 1);
    field->cursor = from;
}

/* Inserts nothing if there is no room for all bytes. */
static void insert(TextField *field, const char *text, size_t length) {
    size_t rest = strlen(field->text + field->cursor) + 1;
    if (field->cursor + rest + length > sizeof field->text)
        return;
    memmove(field->text + field->cursor + length, field->text + field->cursor, rest);
    memcpy(field->text + field->cursor, text, length);
    field->cursor += length;
}

void text_field_set(TextField *field, const char *text) {
    snprintf(field->text, sizeof field->text, "%s", text);
    field->cursor = strlen(field->text);
    field->first = 0;
    field->suggested = false;
}

void text_field_suggest(TextField *field, const char *text) {
    text_field_set(field, text);
    field->suggested = true;
}

static void drop_suggestion(TextField *field) {
    if (field->suggested)
        text_field_set(field, "");
}

static bool move_key(TextField *field, Key key) {
    switch (key) {
    case K_LEFT:
    case CTRL_B:
        field->cursor = previous_character(field, field->cursor);
        return true;
    case K_RIGHT:
    case CTRL_F:
        field->cursor = next_character(field, field->cursor);
        return true;
    case K_HOME:
    case CTRL_A:
        field->cursor = 0;
        return true;
    case K_END:
    case CTRL_E:
        field->cursor = strlen(field->text);
        return true;
    default:
        return false;
    }
}

static bool erase_key(TextField *field, Key key) {
    switch (key) {
    case K_BACKSPACE:
        erase(field, previous_character(field, field->cursor), field->cursor);
        return true;
    case K_DELETE:
    case CTRL_D:
        erase(field, field->cursor, next_character(field, field->cursor));
        return true;
    case CTRL_K:
        field->text[field->cursor] = '\0';
        return true;
    case CTRL_U:
        erase(field, 0, field->cursor);
        return true;
    case CTRL_W:
        erase(field, previous_word(field, field->cursor), field->cursor);
        return true;
    default:
        return false;
    }
}

bool text_field_key(TextField *field, Key key) {
    char text[KEY_TEXT_SIZE];
    int length = key_to_utf8(key, text);
    if (length > 0) {
        drop_suggestion(field);
        insert(field, text, (size_t)length);
        return true;
    }
    bool edited = move_key(field, key) || erase_key(field, key);
    if (edited)
        field->suggested = false;
    return edited;
}

void text_field_insert(TextField *field, const char *text) {
    size_t end = strlen(text);
    drop_suggestion(field);
    while (*text == '\n' || *text == '\r') {
        text++;
        end--;
    }
    while (end > 0 && (text[end - 1] == '\n' || text[end - 1] == '\r'))
        end--;
    for (size_t i = 0, length; i < end; i += length) {
        bool control = (unsigned char)text[i] < ' ' || text[i] == 127;
        length = 1; /* insert a whole character or nothing */
        while (!control && i + length < end && is_continuation(text[i + length]))
            length++;
        insert(field, control ? " " : &text[i], length);
    }
}

/* Scrolls the cursor into sight. It needs a column of its own after the last character. */
static void scroll(TextField *field, int width) {
    if (field->cursor < field->first)
        field->first = field->cursor;
    if (field->first > strlen(field->text))
        field->first = 0;
    while (field->first < field->cursor &&
           columns_between(field, field->first, field->cursor) >= width)
        field->first = next_character(field, field->first);
}

void text_field_draw(TextField *field, int y, int x, int width, UiRole role, bool with_cursor) {
    scroll(field, width);
    draw_fill((Rect){.y = y, .x = x, .height = 1, .width = width}, role);
    draw_clipped(y, x, width, role, field->text + field->first);
    if (with_cursor)
        draw_place_cursor(y, x + columns_between(field, field->first, field->cursor));
}

void text_field_click(TextField *field, int column) {
    size_t at = field->first;
    while (field->text[at] != '\0' &&
           columns_between(field, field->first, next_character(field, at)) <= column)
        at = next_character(field, at);
    field->cursor = at;
    field->suggested = false;
}
