/* A terminal for tests: a pseudo-terminal of any kind and size in place of standard input and
 * output, whose other end is read and counted. */
#ifndef TESTS_BOARD_FAKE_TERMINAL_H
#define TESTS_BOARD_FAKE_TERMINAL_H

#include <stddef.h>

#include "base/display.h"

/* Opens it and takes it over with terminal_open. `locale` is for LC_ALL. Ends the test on failure.
 */
void fake_terminal_open(const char *term, const char *locale, int lines, int columns,
                        ColorDepth colors);
void fake_terminal_close(void);

/* What a key press makes the terminal get: terminal_flush, and how many bytes that wrote. */
size_t fake_terminal_flush(void);

/* A line of what curses has on its screen, as UTF-8 without trailing blanks. */
const char *fake_terminal_line(int y);

#endif
