/* UTF-8 text in terminal cells. */
#ifndef TERM_CELLTEXT_H
#define TERM_CELLTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum { CELLTEXT_CHARS_MAX = 4 }; /* characters of one cell: a base and marks that combine with it */

/* What stands in one place: a character with what combines with it. */
typedef struct TextCell {
    wchar_t chars[CELLTEXT_CHARS_MAX + 1]; /* ends with a NUL */
    int width;                             /* columns, 1 or 2 */
} TextCell;

/*
 * Takes the next cell off a text and moves *text past it; false at the end. Without `utf8`
 * characters beyond ASCII are replaced by the nearest ASCII one or '?', and so are in any case
 * control characters, bytes that are not UTF-8, and what the locale cannot show.
 */
bool celltext_next(const char **text, bool utf8, TextCell *cell);

/* Columns that a text needs. */
int celltext_width(const char *text, bool utf8);

/*
 * Bytes of the text's first line when it is broken between words to fit in a width of at least 1 (a
 * word that is too long is cut). *rest receives where the next line begins; NULL: there is none.
 */
size_t celltext_break(const char *text, int width, bool utf8, const char **rest);

#endif
