/* What is noted on the moves of a record, for a reader: glyphs, comments and variations, their own
 * moves and those of a review's line in the reader's notation. */
#ifndef REVIEW_REVIEW_NOTES_H
#define REVIEW_REVIEW_NOTES_H

#include "base/buffer.h"
#include "rules/notation.h"
#include "rules/record.h"

/* Appends the comment at ply 0..count, if there is one. Other people's words stay as they are. */
void review_notes_comment(const Record *record, size_t ply, NotationStyle style, Buffer *text);

/* Appends all notes as lines: what the glyphs say, the comment, and each variation. Appends nothing
 * if nothing is noted. */
void review_notes_write(const Record *record, size_t ply, NotationStyle style, Buffer *text);

#endif
