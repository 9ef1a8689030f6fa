/*
 * Comments in a file of games: their escapes, and the commands in them for the times of a move and
 * the score after it. gamefile.h describes the form.
 */
#ifndef RULES_GAMES_GAMECOMMENT_H
#define RULES_GAMES_GAMECOMMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "rules/record.h"

/* What the commands of a comment say. */
typedef struct GameCommands {
    int64_t used;      /* [%emt ...], milliseconds; -1: unknown */
    int64_t clock;     /* [%clk ...], milliseconds; -1: unknown */
    RecordScore score; /* [%eval ...] */
} GameCommands;

/*
 * Appends the text between two braces to `text`, on a new line if `text` is not empty, and moves
 * the commands into *commands. Unless the comment is timed, as after a move, times stay in the
 * text, as malformed commands do.
 */
void gamecomment_read(const char *raw, size_t length, bool timed, Buffer *text,
                      GameCommands *commands);

/* Appends a comment between ';' and the end of the line, which has neither escapes nor times. */
void gamecomment_read_line(const char *raw, size_t length, Buffer *text);

/* Appends a comment in braces, as one line. `text` may be NULL. Appends nothing if there is neither
 * text nor a command. */
void gamecomment_write(const char *text, const GameCommands *commands, Buffer *raw);

/* Returns the length of the escape or UTF-8 character at the start of a written comment, which a
 * line break must not split. */
size_t gamecomment_unit_length(const char *raw);

#endif
