/* UTF-8 text in terminal cells. */
#ifndef TERM_CELLTEXT_H
#define TERM_CELLTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum { CELLTEXT_CHARS_MAX = 4 }; /* a base character and its combining marks */

typedef struct TextCell {
    wchar_t chars[CELLTEXT_CHARS_MAX + 1]; /* NUL-terminated */
    int width;                             /* columns, 1 or 2 */
} TextCell;

/*
 * Reads the next cell of a text and advances *text. Returns false at the end. Control characters,
 * malformed bytes and characters that the locale cannot show become '?'. Without `utf8`, characters
 * beyond ASCII become the nearest ASCII character or '?'.
 */
bool celltext_next(const char **text, bool utf8, TextCell *cell);

/* Returns the width of a text in columns. */
int celltext_width(const char *text, bool utf8);

/* Returns the number of bytes in the first line of a text wrapped to `width` columns, at least 1. A
 * word that is too long is cut. Sets *rest to the next line, or to NULL after the last one. */
size_t celltext_break(const char *text, int width, bool utf8, const char **rest);

#endif
