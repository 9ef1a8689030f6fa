/* Restores the terminal when a signal ends the program. The bytes and modes are prepared beforehand
 * because a signal handler may call little more than write(). */
#ifndef TERM_CRASH_H
#define TERM_CRASH_H

#include <stddef.h>
#include <termios.h>

enum { CRASH_BYTES_MAX = 1024 };

/* Installs handlers for the signals that end a program, except HUP, INT, TERM and ignored ones. A
 * handler writes the bytes to standard output, sets the modes and raises the signal again. Copies
 * at most CRASH_BYTES_MAX bytes. */
void crash_arm(const char *bytes, size_t size, const struct termios *modes);

/* Removes the handlers if they are installed. */
void crash_disarm(void);

#endif
