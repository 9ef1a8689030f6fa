/*
 * Comments of a game file, what stands between the braces: the text with its escapes, and the times
 * of the move as commands. gamefile.h describes the form.
 */
#ifndef RULES_GAMECOMMENT_H
#define RULES_GAMECOMMENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* Times are in milliseconds; -1: not known. */
typedef struct MoveTimes {
    int64_t used;  /* [%emt ...] */
    int64_t clock; /* [%clk ...] */
} MoveTimes;

/*
 * Adds what stands between two braces to *text, in a line of its own if there is text already.
 * Times are taken out into *times; if that is NULL, they are text like any other.
 */
void gamecomment_read(const char *raw, size_t length, Buffer *text, MoveTimes *times);

/* The same for a comment to the end of a line (';'), which has no escapes and no times. */
void gamecomment_read_line(const char *raw, size_t length, Buffer *text);

/* Puts a comment together with its braces, in one line. `text` may be NULL. Nothing is added if
 * there is nothing to say. */
void gamecomment_write(const char *text, const MoveTimes *times, Buffer *raw);

/* The bytes at the front of a written comment that a line break must not part: an escape, a
 * character, or 1. */
size_t gamecomment_unit_length(const char *raw);

#endif
