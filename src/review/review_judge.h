/* Judges moves by the scores of their positions. */
#ifndef REVIEW_REVIEW_JUDGE_H
#define REVIEW_REVIEW_JUDGE_H

#include "review/review.h"

/* Returns the winning chance of a side by a score from White's view. */
double review_chance(Score score, Color side);

/* Returns the winning chance that the mover of ply 1..count lost, by the scores of its positions,
 * which are known; negative if it gained. */
double review_loss(const Review *review, const Record *record, size_t ply);

/* Returns the mark of a loss. */
ReviewMark review_mark(double lost);

/* Returns whether a loss is so close to the threshold of a mark that a longer search may change the
 * mark. A blunder, which is the gravest thing to say, needs more certainty. */
bool review_mark_is_close(double lost);

/* Sets the move of ply 1..count from its positions. Its mark stays REVIEW_ONLY if it was and the
 * move is good. */
void review_judge_move(Review *review, const Record *record, size_t ply);

/* Sets the accuracy of the sides, the numbers of their marks, and the turning point. */
void review_judge_game(Review *review, const Record *record);

/* Returns whether the move at ply 1..count can be an only move: other moves are legal, it does not
 * capture the lion, and does not capture where the opponent has just captured. */
bool review_can_be_only(const Record *record, size_t ply);

/* Returns whether two legal moves lead to the same position. */
bool review_same_move(const Position *position, Move a, Move b);

#endif
