/* An editable line of UTF-8 text. It scrolls if it is longer than the field is wide. */
#ifndef TERM_TEXT_FIELD_H
#define TERM_TEXT_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "term/draw.h"
#include "term/key.h"

enum { TEXT_FIELD_SIZE = 4096 };

typedef struct TextField {
    char text[TEXT_FIELD_SIZE];
    size_t cursor;  /* byte offset */
    size_t first;   /* byte offset of the leftmost character in sight */
    bool suggested; /* the first input replaces the text */
} TextField;

/* Sets the text and puts the cursor at its end. */
void text_field_set(TextField *field, const char *text);

/* Sets a text that typing or pasting replaces, unless another key has edited it before. */
void text_field_suggest(TextField *field, const char *text);

/* Handles a key that is a character, or edits or moves. Returns whether it did. */
bool text_field_key(TextField *field, Key key);

/* Inserts pasted text at the cursor. Line ends become blanks, and are removed at both ends. */
void text_field_insert(TextField *field, const char *text);

/* Draws the field, and puts the terminal's cursor into it on request. */
void text_field_draw(TextField *field, int y, int x, int width, UiRole role, bool with_cursor);

/* Puts the cursor on the character at a column, from 0, of the field as drawn last. */
void text_field_click(TextField *field, int column);

#endif
