/*
 * Sidelines: what could have been played instead of a move, as the text of PGN's variations,
 * "(2. C4 P:C4) (2. D3 {quiet} (2. E4))". They are never played, so that their words may be in any
 * notation.
 *
 * A tidy sideline is one line of valid UTF-8: one blank between its elements, none after '(' and
 * before ')', and the line breaks of its comments are blanks. Comments keep the escapes of
 * gamefile.h.
 */
#ifndef RULES_SIDELINE_H
#define RULES_SIDELINE_H

#include <stddef.h>

#include "base/buffer.h"

enum { SIDELINE_WORD_MAX = 60 }; /* bytes of a word outside comments */

typedef struct SidelineFault {
    size_t offset;        /* in the text */
    const char *sentence; /* static */
} SidelineFault;

/*
 * Reads the sideline at the start of a text, a '('. Appends it to *tidy, if that is not NULL, after
 * a blank if something is there. Returns its length in the text, or 0 and sets *fault, which may be
 * NULL; *tidy is undefined then.
 */
size_t sideline_read(const char *text, size_t length, Buffer *tidy, SidelineFault *fault);

/* Returns a text of nothing but sidelines as tidy ones, which the caller owns, or NULL. */
char *sideline_tidy(const char *text);

/* Appends tidy sidelines for a reader, each as a line "Instead: 2. D3 {quiet} (2. E4)", with
 * neither escapes nor commands such as "[%clk 0:01:00]" in the comments. */
void sideline_write_plain(const char *tidy, Buffer *text);

#endif
