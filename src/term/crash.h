/*
 * When the program dies of a signal, the terminal is put back with bytes and modes that were made
 * ready before: nothing else may be called then.
 */
#ifndef TERM_CRASH_H
#define TERM_CRASH_H

#include <stddef.h>
#include <termios.h>

enum { CRASH_BYTES_MAX = 1024 };

/* Installs handlers for the signals that end a program, but HUP, INT and TERM and those that are
 * ignored: each writes the bytes (at most CRASH_BYTES_MAX, copied) to standard output, sets the
 * modes, and lets the signal do its work. */
void crash_arm(const char *bytes, size_t size, const struct termios *modes);

/* Takes the handlers away. Safe to call without crash_arm. */
void crash_disarm(void);

#endif
