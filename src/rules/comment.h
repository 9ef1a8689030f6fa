/*
 * The text of comments and variations in a file of games, which gamefile.h describes: escapes, the
 * commands for the times of a move and the score after it, and what may stand in a row of
 * variations.
 */
#ifndef RULES_COMMENT_H
#define RULES_COMMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "rules/notation.h"
#include "rules/record.h"

/* ---- comments ---- */

/* The values of the commands of a comment. */
typedef struct CommentCommands {
    int64_t used;      /* [%emt ...], milliseconds; -1: unknown */
    int64_t clock;     /* [%clk ...], milliseconds; -1: unknown */
    RecordScore score; /* [%eval ...] */
} CommentCommands;

/*
 * Appends the text between two braces to `text`, on a new line if `text` is not empty, and moves
 * the commands into *commands. Unless the comment is timed, as after a move, times stay in the
 * text, as malformed commands do.
 */
void comment_read(const char *raw, size_t length, bool timed, Buffer *text,
                  CommentCommands *commands);

/* Appends a comment between ';' and the end of the line, which has neither escapes nor times. */
void comment_read_line(const char *raw, size_t length, Buffer *text);

/* Appends a comment in braces, as one line. `text` may be NULL. Appends nothing if there is neither
 * text nor a command. */
void comment_write(const char *text, const CommentCommands *commands, Buffer *raw);

/* Returns the length of the escape or UTF-8 character at the start of a written comment, which a
 * line break must not split. */
size_t comment_unit_length(const char *raw);

/* ---- variations ----
 * A variation is what could have been played instead of a move, as PGN writes it,
 * "(2. C4 P:C4) (2. D3 {quiet} (2. E4))". It is never played, so its words may be in any notation.
 *
 * A tidy variation is one line of valid UTF-8: one blank between its elements, none after '(' and
 * before ')', and the line breaks of its comments are blanks. Comments keep their escapes. */

enum { VARIATION_WORD_MAX = 60 }; /* bytes of a word outside comments */

typedef struct VariationFault {
    size_t offset;        /* in the text */
    const char *sentence; /* static */
} VariationFault;

/*
 * Reads the variation at the start of a text, a '('. Appends it to *tidy, if that is not NULL,
 * after a blank if something is there. Returns its length in the text, or 0 and sets *fault, which
 * may be NULL; *tidy is undefined then.
 */
size_t variation_read(const char *text, size_t length, Buffer *tidy, VariationFault *fault);

/* Returns a text of nothing but variations as tidy ones, which the caller owns, or NULL. */
char *variation_tidy(const char *text);

/* Writes a move that stands as `word` in a variation. Returns its length, or 0 to keep the word. */
typedef size_t VariationMoveWriter(const void *context, const Position *position, Move move,
                                   const char *word, char text[NOTATION_SIZE]);

/* Appends tidy variations of the move made at `before`, whose moves are written by `write`, with
 * their numbers and marks. What follows a move that is not legal stays as it is. */
void variation_translate(const char *tidy, const Position *before, VariationMoveWriter *write,
                         const void *context, Buffer *text);

/* The same with all moves in a notation. */
void variation_in_style(const char *tidy, const Position *before, NotationStyle style,
                        Buffer *text);

/* Appends them for a reader, each as a line "Instead: 2. D3 {quiet} (2. E4)", with neither escapes
 * nor commands such as "[%clk 0:01:00]" in the comments. */
void variation_write_plain(const char *tidy, const Position *before, NotationStyle style,
                           Buffer *text);

#endif
