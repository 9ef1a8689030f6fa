/* A pseudo-terminal of any type and size in place of standard input and output. The bytes written
 * to it are counted. */
#ifndef TESTS_SUPPORT_FAKE_TERMINAL_H
#define TESTS_SUPPORT_FAKE_TERMINAL_H

#include <stddef.h>

#include "base/display.h"

/* Opens the pseudo-terminal and calls terminal_open. `locale` is the value of LC_ALL. Fails the
 * test on error. */
void fake_terminal_open(const char *term, const char *locale, int lines, int columns,
                        ColorDepth colors);
void fake_terminal_close(void);

/* Calls terminal_flush and returns the number of bytes written. */
size_t fake_terminal_flush(void);

/* Returns a line of the screen without trailing blanks, valid until the next call. */
const char *fake_terminal_line(int y);

#endif
