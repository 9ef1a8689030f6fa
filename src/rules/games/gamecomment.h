/*
 * Comments in a file of games: their escapes, and the times of a move as commands. gamefile.h
 * describes the form.
 */
#ifndef RULES_GAMES_GAMECOMMENT_H
#define RULES_GAMES_GAMECOMMENT_H

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

/* In milliseconds; -1: unknown. */
typedef struct MoveTimes {
    int64_t used;  /* [%emt ...] */
    int64_t clock; /* [%clk ...] */
} MoveTimes;

/*
 * Appends the text between two braces to `text`, on a new line if `text` is not empty, and moves
 * the times into *times. If `times` is NULL, they stay in the text.
 */
void gamecomment_read(const char *raw, size_t length, Buffer *text, MoveTimes *times);

/* Appends a comment between ';' and the end of the line, which has neither escapes nor times. */
void gamecomment_read_line(const char *raw, size_t length, Buffer *text);

/* Appends a comment in braces, as one line. `text` may be NULL. Appends nothing if there is neither
 * text nor time. */
void gamecomment_write(const char *text, const MoveTimes *times, Buffer *raw);

/* Returns the length of the escape or UTF-8 character at the start of a written comment, which a
 * line break must not split. */
size_t gamecomment_unit_length(const char *raw);

#endif
