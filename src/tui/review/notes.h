/* What other people have noted on a game's moves: comments and variations of its file. */
#ifndef TUI_REVIEW_NOTES_H
#define TUI_REVIEW_NOTES_H

#include <stdbool.h>

#include "base/buffer.h"
#include "rules/record.h"

/* Returns whether there is a note on any move, or before the first one. */
bool notes_exist(const Record *record);

/* Appends the comment on the position at a ply, without the line that a review has written. */
void notes_add_comment(const Record *record, size_t ply, Buffer *text);

/* Returns the variations of the move before the position at a ply, or "". */
const char *notes_variations(const Record *record, size_t ply);

#endif
