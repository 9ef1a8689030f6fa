/*
 * Reports of the mouse, which the terminal sends between keys. They are decoded here because curses
 * merges reports that arrive together: it loses a button's press when its release follows at once.
 */
#ifndef TERM_MOUSE_H
#define TERM_MOUSE_H

#include "term/layer.h"

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

#endif
