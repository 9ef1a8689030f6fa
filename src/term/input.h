/* Input from the terminal, read through curses: keys, the mouse and pasted text. */
#ifndef TERM_INPUT_H
#define TERM_INPUT_H

#include <stdbool.h>

#include "term/key.h"

typedef enum MouseEventType {
    MOUSE_CLICK, /* the button is pressed */
    MOUSE_RIGHT_CLICK,
    MOUSE_DRAG,    /* the mouse has moved with the button held */
    MOUSE_RELEASE, /* the button is released */
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN
} MouseEventType;

typedef struct MouseEvent {
    MouseEventType kind;
    int y, x; /* cell of the screen */
} MouseEvent;

/* ---- reports of the mouse ----
 * The terminal sends them between keys. They are decoded here because curses merges reports that
 * arrive together: it loses a button's press when its release follows at once. */

typedef enum MouseFormat {
    MOUSE_SGR, /* after ESC [ <, numbers: button ; column ; line, then M or m */
    MOUSE_X10  /* after ESC [ M, three bytes: button, column and line, each plus 32 */
} MouseFormat;

/* A report that is being read. Nothing is being read if it is zeroed. */
typedef struct MouseReport {
    bool begun;
    MouseFormat format;
    int field;     /* index of the number being read */
    int number[3]; /* button, column, line; the places count from 1 */
} MouseReport;

typedef enum MouseDecoding {
    MOUSE_MORE,    /* more bytes follow */
    MOUSE_EVENT,   /* the event is complete */
    MOUSE_IGNORED, /* the report is complete, and about nothing that is used */
    MOUSE_BROKEN   /* the byte does not belong to a report */
} MouseDecoding;

/* Begins a report, after its first bytes. */
void mouse_begin(MouseReport *report, MouseFormat format);

/* Decodes the next byte of a report. */
MouseDecoding mouse_decode(MouseReport *report, int byte, MouseEvent *event);

/* ---- all input ---- */

typedef enum InputType {
    INPUT_KEY,
    INPUT_MOUSE,
    INPUT_PASTE,
    INPUT_EMULATOR, /* the terminal's capabilities have changed */
    INPUT_OTHER
} InputType;

typedef struct InputEvent {
    InputType kind;
    Key key;           /* INPUT_KEY */
    MouseEvent mouse;  /* INPUT_MOUSE */
    const char *paste; /* INPUT_PASTE: UTF-8, valid until the next input_read */
} InputEvent;

/* Teaches curses the keys, paste marks and reports that terminfo lacks. Needs an open terminal. */
void input_open(void);

/* Frees the pasted text and forgets what is incomplete. */
void input_close(void);

/* Finds out how fine the blocks are that the terminal draws, where it shows drawn pieces at all.
 * Waits at most 100 ms for its reply, which input_read takes, as a later one. */
void input_ask_emulator(void);

/* Reads the next event. Returns false, without waiting, if there is none. */
bool input_read(InputEvent *input);

/* Returns whether a paste has begun and not ended. All input belongs to its text until it ends. */
bool input_is_pasting(void);

/* Ends a paste whose end mark does not arrive. Sets INPUT_PASTE, or INPUT_OTHER without a paste. */
void input_end_paste(InputEvent *input);

#endif
