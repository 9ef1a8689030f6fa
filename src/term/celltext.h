/* UTF-8 text in terminal cells. */
#ifndef TERM_CELLTEXT_H
#define TERM_CELLTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum { CELLTEXT_CHARS_MAX = 4 }; /* a base and the marks that combine with it */

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

/* Returns the columns that a text takes. */
int celltext_width(const char *text, bool utf8);

/* Returns the bytes of the first line when a text is wrapped to a width of at least 1; a word that
 * is too long is cut. Sets *rest to the next line, or to NULL after the last one. */
size_t celltext_break(const char *text, int width, bool utf8, const char **rest);

#endif
