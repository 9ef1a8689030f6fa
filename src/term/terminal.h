/*
 * The terminal and its locale: taking it over through curses, its capabilities, and restoring it in
 * every case. Call everything from one thread.
 */
#ifndef TERM_TERMINAL_H
#define TERM_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/display.h"
#include "base/error.h"

/* ---- the locale, which decides how characters are encoded ---- */

/* Takes the encoding from the environment, and nothing else: numbers and words stay English. Where
 * a locale with UTF-8 is not installed, C.UTF-8 replaces it if the system has that. */
void locale_start(void);

/* Writes why the locale is not one of UTF-8, and what to do, as a sentence. */
void locale_write_reason(char *text, size_t size);

/* ---- the terminal ---- */

typedef struct TerminalOptions {
    Charset charset;
    ColorDepth colors;
    bool mouse;
} TerminalOptions;

enum { TERMINAL_RGB = 1 << 24 };

/* Features of the terminal that the options, NO_COLOR and the locale allow. */
typedef struct TerminalCapabilities {
    int colors; /* 0, 8, 256 or TERMINAL_RGB */
    bool utf8;  /* characters beyond ASCII */
    bool rich;  /* with UTF-8: eighth blocks and emoji, which the Linux console's font lacks */
    bool mouse;
    int cell_height;      /* of the finest blocks: 2 for quadrants, 3 with sextants,
                             4 with octants; 0 while closed */
    int cell_height_max;  /* of those that the C library knows, so that curses can draw them */
    int tmux_cell_height; /* of the terminal in which tmux runs, or 0 */
} TerminalCapabilities;

enum { CLIPBOARD_MAX = 65536 }; /* bytes of terminal_copy */

/*
 * Takes the terminal over: keys arrive at once and without echo, and reads do not block. Ctrl-C,
 * Ctrl-Z and Ctrl-\ still send signals. Sets LC_CTYPE. Signals that would end the program restore
 * the terminal first, except HUP, INT and TERM, which belong to the event loop, as do TSTP, CONT
 * and WINCH: it calls the functions below.
 */
bool terminal_open(const TerminalOptions *options, Error *error);

/* Restores the terminal. Safe to call twice. */
void terminal_close(void);

/* Restore the terminal before the process stops; take it over again and redraw everything when it
 * continues. */
void terminal_suspend(void);

void terminal_resume(void);

/* Adopts a new size of the terminal. */
void terminal_resize(void);

/* Uses only this many columns and lines from now on, from the top left. Fails if the terminal is
 * smaller. */
bool terminal_limit_size(int columns, int lines, Error *error);

/* Returns the file descriptor of the input, for the event loop to watch. It is opened separately,
 * so making it non-blocking affects neither the output nor the shell. */
int terminal_input(void);

/* Returns whether the terminal has hung up and all its input was read. */
bool terminal_is_disconnected(void);

/* Returns whether the terminal reports the mouse in bytes that input_read decodes. Otherwise curses
 * reads the mouse if there is one. */
bool terminal_reports_mouse(void);

/* Returns zeros while no terminal is open. */
const TerminalCapabilities *terminal_capabilities(void);

/* Sets the cell height of an open terminal, which emulator.h finds out. */
void terminal_set_cell_height(int height);

/* Returns why there are no 24-bit colours although the options or COLORTERM ask for them, as a
 * sentence, or NULL. */
const char *terminal_color_reason(void);

/* Returns the curses pair of two colours, indices into the palette of 256 or 8, or 0xrrggbb with
 * TERMINAL_RGB. Returns 0, the terminal's own colours, in monochrome or when no pair is left. */
short terminal_pair(int foreground, int background);

/* Sets the position of the cursor after each flush. */
void terminal_place_cursor(int y, int x);

/* Sends what was drawn since the last flush. */
void terminal_flush(void);

/* Returns whether the terminal has not yet taken what was sent: more would only queue up. */
bool terminal_is_busy(void);

/* Redraws the whole screen at the next flush. */
void terminal_redraw(void);

/* Copies text to the clipboard by OSC 52. Returns false if the terminal has no clipboard or the
 * text is longer than CLIPBOARD_MAX. */
bool terminal_copy(const char *text);

void terminal_bell(void);

#endif
