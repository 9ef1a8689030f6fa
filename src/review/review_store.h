/*
 * A review in a record, which files of games keep. The scores stand with their positions. A move
 * with a mark has it as a glyph, and a line of its comment that begins with the mark's word; one
 * that was not good also has the best line as the first of its variations. The line "Mistake: MOVE
 * CAUSE. BEST was better." also keeps the cause, which cannot be found again: the line of the reply
 * is not kept.
 */
#ifndef REVIEW_REVIEW_STORE_H
#define REVIEW_REVIEW_STORE_H

#include "base/buffer.h"
#include "review/review.h"

/* Writes what is final into a record with the same moves. What an earlier review has written about
 * these moves is replaced; marks, variations and comments of others stay. */
void review_store(const Review *review, Record *record);

/* Returns the review that stands in a record, as far as its scores are known; its pass is
 * REVIEW_DONE if all are. */
Review *review_from_record(const Record *record);

/* Returns the line of the comment at ply 0..count that a review has written, without its end, and
 * its length, or NULL: others also begin lines with "Mistake:", but go on in another way. */
const char *review_stored_line(const Record *record, size_t ply, size_t *length);

/* Appends what others have written about ply 0..count, as review_notes_write() does: the comment
 * and the variations without those of a review. */
void review_write_other_notes(const Record *record, size_t ply, NotationStyle style, Buffer *text);

#endif
