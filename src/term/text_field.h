/* A line of text that a person edits. UTF-8; a line that is longer than the field scrolls. */
#ifndef TERM_TEXT_FIELD_H
#define TERM_TEXT_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "term/draw.h"
#include "term/key.h"

enum { TEXT_FIELD_SIZE = 4096 };

typedef struct TextField {
    char text[TEXT_FIELD_SIZE];
    size_t cursor;  /* byte before which the next character goes */
    size_t first;   /* byte shown leftmost */
    bool suggested; /* what is typed or pasted first takes the text's place */
} TextField;

/* Sets the text, with the cursor at its end. */
void text_field_set(TextField *field, const char *text);

/* Sets a text to be taken as it is, edited, or typed over: what is typed first takes its place. */
void text_field_suggest(TextField *field, const char *text);

/* Whether the key meant something to the field: a character, or one that edits or moves. */
bool text_field_key(TextField *field, Key key);

/* Inserts a pasted text at the cursor: line ends within it become blanks, those around it go. */
void text_field_insert(TextField *field, const char *text);

/* Draws the field and, if told so, puts the hardware cursor on its place in it. */
void text_field_draw(TextField *field, int y, int x, int width, UiRole role, bool with_cursor);

/* Puts the cursor on the character at a column (from 0) of the field drawn last. */
void text_field_click(TextField *field, int column);

#endif
