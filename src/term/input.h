/* Input from the terminal, read through curses: keys, the mouse and pasted text. */
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

/* Register the paste marks with an open terminal, and release the pasted text. */
void input_open(void);
void input_close(void);

/* Reads the next event. Returns false, without waiting, if there is none. */
bool input_read(InputEvent *input);

/* Returns whether a paste has begun and not ended. All input belongs to its text until it ends. */
bool input_is_pasting(void);
/* Ends a paste whose end mark does not arrive. Sets INPUT_PASTE, or INPUT_OTHER without a paste. */
void input_end_paste(InputEvent *input);

#endif
