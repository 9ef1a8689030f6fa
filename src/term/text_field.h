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

/* Sets a text that the first typed or pasted input replaces, unless another key moves or edits
 * first. */
void text_field_suggest(TextField *field, const char *text);

/* Handles a key that types, edits or moves. Returns false for any other key. */
bool text_field_key(TextField *field, Key key);

/* Inserts pasted text at the cursor. Line ends at both ends are removed; others become blanks. */
void text_field_insert(TextField *field, const char *text);

/* Draws the field, and the terminal's cursor in it if `with_cursor`. */
void text_field_draw(TextField *field, int y, int x, int width, UiRole role, bool with_cursor);

/* Puts the cursor on the character at a column, from 0, of the field as drawn last. */
void text_field_click(TextField *field, int column);

#endif
