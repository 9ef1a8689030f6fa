/*
 * The terminal: opening and leaving curses, what it can do, and putting it back whatever happens.
 * Everything here belongs to one thread.
 */
#ifndef TERM_TERMINAL_H
#define TERM_TERMINAL_H

#include <stdbool.h>

#include "base/display.h"
#include "base/error.h"

typedef struct TerminalOptions {
    Charset charset;
    ColorDepth colors;
    bool mouse;
} TerminalOptions;

/* What the terminal can do, after the settings' wishes and NO_COLOR. */
typedef struct TerminalCapabilities {
    int colors; /* 0 (mono), 8 or 256 */
    bool utf8;  /* characters beyond ASCII may be written */
    bool rich;  /* ... also eighth blocks and emoji, which the Linux console's font lacks */
    bool mouse;
} TerminalCapabilities;

enum { CLIPBOARD_MAX = 65536 }; /* bytes that terminal_copy takes */

/*
 * Takes the terminal over: newterm, keys at once and without echo (Ctrl-C, Ctrl-Z and Ctrl-\ are
 * still signals), getch that does not wait, keypad, mouse. Sets the locale's LC_CTYPE. Installs
 * handlers for SEGV, ABRT, BUS, FPE, ILL and QUIT that put the terminal back and re-raise. HUP,
 * INT, TERM, TSTP, CONT and WINCH belong to the event loop, which calls the functions below.
 */
bool terminal_open(const TerminalOptions *options, Error *error);
/* Puts the terminal back as it was. Safe to call twice. */
void terminal_close(void);
/* Around a stop: as it was before, and taken over again with everything redrawn. */
void terminal_suspend(void);
void terminal_resume(void);
/* After a change of size: curses learns it; lines and columns are current afterwards. */
void terminal_resize(void);

/* Uses so much of the terminal from now on, its top left, whatever becomes of its size; false with
 * an error when it is smaller. */
bool terminal_limit_size(int columns, int lines, Error *error);

/* Where keys come from, for the loop to watch: an open file of its own, so that a loop that makes
 * it non-blocking changes neither the output nor the shell's standard input. */
int terminal_input(void);
/* Returns whether all input was read and no more can come. */
bool terminal_is_disconnected(void);

/* All zero while no terminal is open. */
const TerminalCapabilities *terminal_capabilities(void);

/* The curses pair number of two colours of the 256-colour palette (in 8 colours: 0 to 7). 0, the
 * terminal's own colours, in mono and when there are no pairs left. */
short terminal_pair(int foreground, int background);

/* Where the cursor stands after the next flushes. */
void terminal_place_cursor(int y, int x);
/* One pass of output: what was drawn since the last goes to the terminal, the cursor to its place.
 */
void terminal_flush(void);
/* Draws the whole screen anew at the next flush (Ctrl-L). */
void terminal_redraw(void);
/* Text to the clipboard by OSC 52 (base64). False when nothing was sent: the terminal is of a kind
 * that has no clipboard, or the text is longer than CLIPBOARD_MAX. */
bool terminal_copy(const char *text);
void terminal_bell(void);

#endif
