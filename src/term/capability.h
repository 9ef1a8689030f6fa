/* What terminfo says about the terminal. The only file besides terminal.h that sees curses. */
#ifndef TERM_CAPABILITY_H
#define TERM_CAPABILITY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Whether terminfo knows the terminal of TERM and it can place a cursor. Before the terminal is
 * opened only. */
bool capability_probe(Error *error);

/* Appends a capability such as "rmcup", without its padding, to text[0..size), which holds `length`
 * bytes and no final NUL. Returns the new length, the old one if the terminal has no such
 * capability or it does not fit. While a terminal is open. */
size_t capability_append(const char *name, char *text, size_t length, size_t size);

/* Whether colours are given as 0xrrggbb instead of by their place in a palette. While a terminal is
 * open. */
bool capability_direct_color(void);

#endif
