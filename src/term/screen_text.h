/* What is on the screen, as text: for scripts and for tests. */
#ifndef TERM_SCREEN_TEXT_H
#define TERM_SCREEN_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* The lines of the screen as it was drawn last, in the locale's encoding, without trailing blanks,
 * each with its line end. The caller frees it. */
char *screen_text_read(void);

/* One of these lines, from 0, without its end. The caller frees it. */
char *screen_text_line(int y);

/* How the cells of the screen look: a character for each, in lines likewise, and below them what
 * the characters stand for ("a: 230 on 22, bold"). The caller frees it. */
char *screen_text_colors(void);

/* Both texts side by side, line by line, with a mark between lines that differ. */
void screen_text_compare(FILE *out, const char *expected, const char *found);

#endif
