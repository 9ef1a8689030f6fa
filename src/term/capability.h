/* Capabilities from terminfo. They have a file of their own because <term.h> defines common words
 * as macros. */
#ifndef TERM_CAPABILITY_H
#define TERM_CAPABILITY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Returns whether terminfo knows the terminal in TERM and the terminal can place a cursor. Call it
 * only while no terminal is open. */
bool capability_probe(Error *error);

/* Appends a capability such as "rmcup", without its padding or a NUL, to the `length` bytes in a
 * buffer of `size` bytes. Returns the new length, or the old one if the capability is missing or
 * does not fit. Needs an open terminal. */
size_t capability_append(const char *name, char *text, size_t length, size_t size);

#endif
