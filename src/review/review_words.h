/* The words of a review: marks, causes, and sentences about moves and the game. The functions
 * return the length of the text. */
#ifndef REVIEW_REVIEW_WORDS_H
#define REVIEW_REVIEW_WORDS_H

#include "review/review.h"

enum { REVIEW_CAUSE_SIZE = 256, REVIEW_SENTENCE_SIZE = 512 };

/* "", "!", "?!", "?", "??". */
const char *review_words_sign(ReviewMark mark);
/* "", "Only move", "Inaccuracy", "Mistake", "Blunder". */
const char *review_words_mark(ReviewMark mark);

/* Writes what a move does, without a subject and in Congo notation, as files keep it: "leaves the
 * giraffe in the river (c4)", "misses the monkey's capture of three pieces", "loses the zebra on d4
 * after E-D3 P:D4"; "" if the cause is not known. */
size_t review_words_cause(const Review *review, const Record *record, size_t ply,
                          char text[REVIEW_CAUSE_SIZE]);

/* Writes such a cause, or the sentence of a review, with its moves in a notation. `played` is the
 * move that it is about. */
size_t review_words_in_style(const char *sentence, const Position *before, Move played,
                             NotationStyle style, char text[REVIEW_SENTENCE_SIZE]);

/* Writes about the move at a ply: "Blunder: Z-F3 leaves the giraffe in the river (c4). G-C5 was
 * better."; "Only move: everything but Z-F3 is much worse."; "" for a move without a mark. */
size_t review_words_move(const Review *review, const Record *record, size_t ply,
                         NotationStyle style, char text[REVIEW_SENTENCE_SIZE]);

/* Writes about a side: "White: accuracy 87 %, 1 blunder, 2 mistakes, no inaccuracies". */
size_t review_words_side(const Review *review, Color side, char text[REVIEW_SENTENCE_SIZE]);

/* Writes where a won game turned: "The game turned when White played 23. Z-F3, a blunder."; "" if
 * no move turned it. */
size_t review_words_turning_point(const Review *review, const Record *record, NotationStyle style,
                                  char text[REVIEW_SENTENCE_SIZE]);

/* Writes how far a review is: "First look: 34 of 81 positions", "Closer look: 12 of 81 positions,
 * about 20 seconds left", "Reviewed". */
size_t review_words_progress(const Review *review, char text[REVIEW_SENTENCE_SIZE]);

#endif
