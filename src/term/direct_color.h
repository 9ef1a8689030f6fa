/*
 * Direct colours: 24 bits instead of indices of a palette. Few systems describe a terminal with
 * them, so the program adds them to the description of the user's terminal.
 */
#ifndef TERM_DIRECT_COLOR_H
#define TERM_DIRECT_COLOR_H

#include <stdbool.h>

/*
 * Returns the description of the terminal in TERM with direct colours instead of its own, for the
 * environment variable TERMINFO (terminfo(5)). The caller frees it. Returns NULL if the terminal is
 * unknown, or has direct colours without it. Call it only while no terminal is open.
 */
char *direct_color_describe(void);

/* Returns whether colours are given as 0xrrggbb instead of as indices of a palette. Needs an open
 * terminal. */
bool direct_color_is_on(void);

#endif
