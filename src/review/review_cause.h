/* Finds the cause of a loss: what was wrong with a move. */
#ifndef REVIEW_REVIEW_CAUSE_H
#define REVIEW_REVIEW_CAUSE_H

#include "review/review.h"

/* Returns the cause of the loss of ply 1..count, whose positions are known. Without the best line
 * or the reply, the rest decides. */
ReviewCause review_cause_find(const Review *review, const Record *record, size_t ply);

#endif
