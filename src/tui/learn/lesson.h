/* The guided tour's lessons, as data. */
#ifndef TUI_LEARN_LESSON_H
#define TUI_LEARN_LESSON_H

#include "rules/move.h"
#include "rules/position.h"
#include "rules/record.h"

enum { LESSON_MISTAKES = 2 };

/*
 * Moves are a list of words with a blank between two: coordinate forms ("b1d3f5"), or their
 * beginnings with a '*' for the rest ("b1*"; "*": every move).
 */
typedef struct LessonMistake {
    const char *moves;       /* NULL: none */
    const char *explanation; /* not: a sentence or two */
} LessonMistake;

/* In all texts "{undo}" stands for a key: see keymap_expand. */

/* One task: a text, a move to make, what comes of it. White is the learner. */
typedef struct LessonStep {
    const char *ranks; /* of a FEN; NULL: the board as the step before left it, by its first move
                          and the reply */
    const char *text;
    const char *task;  /* a short sentence; NULL: there is nothing to do but to read */
    const char *moves; /* those that are right, unless they are among the slips */
    const char *reply; /* Black's, in coordinate form; NULL: none */
    const char *after; /* what is to be said when it is done */
    LessonMistake mistake[LESSON_MISTAKES];
    bool hide_piece; /* which piece it is, is to be found: the cursor begins elsewhere */
    const char *default_refusal; /* about any other move; NULL: lesson_refusal finds words */
} LessonStep;

typedef struct Lesson {
    const char *name; /* under which the place in the tour is remembered */
    const char *title;
    const char *reminder; /* of how the piece goes, for a move that is not legal; "": none */
    const LessonStep *steps;
    int count;
} Lesson;

/* NULL past the last. */
const Lesson *lesson_at(int index);

/* Whether a list of moves has that one. */
bool lesson_matches(const char *moves, Move move);
/* The first legal move in the position that is right for the step; MOVE_NONE: it asks for none. */
Move lesson_move(const LessonStep *step, const Position *position);
/* Whether the move is right for the step. */
bool lesson_accepts(const LessonStep *step, Move move);
/* Why a move that is not right is not, in a sentence of at most `size` bytes. `position` is the one
 * before the move. */
void lesson_refusal(const LessonStep *step, const Position *position, Move move, char *text,
                    size_t size);
/* The board as a step finds it; NULL with an error when the data are wrong. The caller frees it. */
Record *lesson_record(const Lesson *lesson, int step, Error *error);

#endif
