/* The words of a review: marks, causes, and sentences about moves and the game. */
#ifndef REVIEW_REVIEW_WORDS_H
#define REVIEW_REVIEW_WORDS_H

#include "review/review.h"

enum { REVIEW_CAUSE_SIZE = 96, REVIEW_SENTENCE_SIZE = 400 };

/* "", "!", "?!", "?", "??". */
const char *review_words_sign(ReviewMark mark);
/* "", "only move", "inaccuracy", "mistake", "blunder". */
const char *review_words_mark(ReviewMark mark);

/* Writes what a move does, without a subject: "leaves the giraffe on c4 in the river", "misses the
 * monkey's capture of three pieces", "lets White win in 4 moves"; "" if the cause is not known.
 * Returns the length. */
size_t review_words_cause(const Review *review, const Record *record, size_t ply,
                          char text[REVIEW_CAUSE_SIZE]);

/* Writes about the move at a ply: "Blunder: Z-F3 leaves the giraffe on c4 in the river. G-C5 was
 * better."; "Only move: every other one loses much." for '!'; "" for a move without a mark. Returns
 * the length. */
size_t review_words_move(const Review *review, const Record *record, size_t ply,
                         char text[REVIEW_SENTENCE_SIZE]);

/* Writes about a side: "White: accuracy 87 %, 1 blunder, 2 mistakes, no inaccuracies". Returns the
 * length. */
size_t review_words_side(const Review *review, Color side, char text[REVIEW_SENTENCE_SIZE]);

/* Writes where a won game turned: "The game turned with White's 23. Z-F3 (a blunder)."; "" if there
 * is no such move. Returns the length. */
size_t review_words_turning_point(const Review *review, const Record *record,
                                  char text[REVIEW_SENTENCE_SIZE]);

/* Writes how far a review is: "First look: 34 of 81 positions", "Closer look: 12 of 81 positions,
 * about 20 seconds left", "Reviewed". Returns the length. */
size_t review_words_progress(const Review *review, char text[REVIEW_SENTENCE_SIZE]);

#endif
