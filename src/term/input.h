/* What comes from the terminal, read through curses: keys, the mouse, pasted text. */
#ifndef TERM_INPUT_H
#define TERM_INPUT_H

#include <stdbool.h>

#include "term/key.h"
#include "term/layer.h"

typedef enum InputType { INPUT_KEY, INPUT_MOUSE, INPUT_PASTE, INPUT_RESIZE, INPUT_OTHER } InputType;

typedef struct InputEvent {
    InputType kind;
    Key key;           /* INPUT_KEY */
    MouseEvent mouse;  /* INPUT_MOUSE */
    const char *paste; /* INPUT_PASTE: UTF-8, valid until the next input_read */
} InputEvent;

/* Once after terminal_open, and never while it is closed. */
void input_open(void);
void input_close(void);

/* The next event that is there; false, without waiting, when there is none. */
bool input_read(InputEvent *input);

/* Whether the mark that begins a pasted text has come, but not yet that which ends it: until then
 * every key is part of the text. */
bool input_is_pasting(void);
/* Takes what has come for the whole text, when the end does not come. */
void input_end_paste(InputEvent *input);

#endif
