/* The screen as text, for scripts and tests. Returned texts are owned by the caller. */
#ifndef TERM_SCREEN_TEXT_H
#define TERM_SCREEN_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the lines as drawn, in the locale's encoding, without trailing blanks. Each ends with a
 * line feed. */
char *screen_text_read(void);

/* Returns a line, counted from 0, without its line feed. */
char *screen_text_line(int y);

/* Returns lines with a letter for the style of each cell, followed by the meaning of the letters
 * ("a: 230 on 22, bold"). */
char *screen_text_colors(void);

/* Prints two texts side by side, with a mark between lines that differ. */
void screen_text_compare(FILE *out, const char *expected, const char *found);

#endif
