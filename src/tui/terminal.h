/*
 * The terminal: opening and leaving curses, what it can do, and putting it back whatever happens.
 * This is the only header that includes curses.
 */
#ifndef TUI_TERMINAL_H
#define TUI_TERMINAL_H

#define NCURSES_WIDECHAR 1
#include <curses.h>

#include <stdbool.h>

#include "config/settings.h"
#include "rules/error.h"

/* What the terminal can do, after the settings' wishes and NO_COLOR. */
typedef struct TerminalAbilities {
    int colors;  /* 0 (mono), 8 or 256 */
    bool utf8;   /* characters beyond ASCII may be written */
    bool mouse;
} TerminalAbilities;

/* Whether standard input and output are a terminal that can place a cursor; otherwise the line interface
 * is what runs. */
bool terminal_can_place_cursor(void);

/*
 * Takes the terminal over (newterm, raw-ish mode, keypad, mouse) and installs handlers for SEGV,
 * ABRT, BUS, FPE, ILL and QUIT that put it back and re-raise. HUP, INT, TERM, TSTP, CONT and WINCH belong to the
 * event loop, which calls the functions below.
 */
bool terminal_open(const Settings *settings, Error *error);
/* Puts the terminal back as it was. Safe to call twice. */
void terminal_close(void);
/* Around a stop: as it was before, and taken over again with everything redrawn. */
void terminal_suspend(void);
void terminal_resume(void);
/* After a change of size: curses learns it; lines and columns are current afterwards. */
void terminal_resize(void);

const TerminalAbilities *terminal_abilities(void);

/* One pass of output: what was drawn since the last goes to the terminal, the cursor to its place. */
void terminal_flush(void);
/* Draws the whole screen anew at the next flush (Ctrl-L). */
void terminal_redraw(void);
/* Text to the clipboard by OSC 52 (base64). Not more than 64 KiB. */
void terminal_clipboard(const char *text);
void terminal_bell(void);

#endif
