/* Restores the terminal when a signal ends the program, with bytes and modes prepared beforehand:
 * signal handlers may call little else than write(). */
#ifndef TERM_CRASH_H
#define TERM_CRASH_H

#include <stddef.h>
#include <termios.h>

enum { CRASH_BYTES_MAX = 1024 };

/* Installs handlers for the signals that end a program, except HUP, INT, TERM and ignored ones. A
 * handler writes the bytes (a copy of at most CRASH_BYTES_MAX) to standard output, sets the modes
 * and raises the signal again. */
void crash_arm(const char *bytes, size_t size, const struct termios *modes);

/* Removes the handlers if they are installed. */
void crash_disarm(void);

#endif
