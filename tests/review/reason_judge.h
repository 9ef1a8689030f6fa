/*
 * Judges the reasons of a review by the slow rules of tests/rules/reference.h and by proofs. It
 * shares the values of pieces with the review, and nothing else.
 */
#ifndef TESTS_REVIEW_REASON_JUDGE_H
#define TESTS_REVIEW_REASON_JUDGE_H

#include "review/review.h"

typedef enum ReasonVerdict {
    REASON_HOLDS,
    REASON_FALSE,
    REASON_UNPROVED /* a win in more moves than can be searched */
} ReasonVerdict;

/* Judges the cause of the move at ply 1..count, which has one. The game must not begin in the
 * middle of a monkey's capture. */
ReasonVerdict reason_judge(const Review *review, const Record *record, size_t ply);

/* Returns a name of the kind for a table: "threat overlooked". */
const char *reason_name(ReviewCauseKind kind);

#endif
