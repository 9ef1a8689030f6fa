/* The guided tour: Congo for a beginner, lesson by lesson. */
#ifndef TUI_LEARN_TOUR_H
#define TUI_LEARN_TOUR_H

#include "rules/move.h"
#include "rules/position.h"
#include "rules/record.h"
#include "tui/feature.h"

/* ---- the lessons, as data; the learner plays White ---- */

enum { LESSON_MISTAKES = 2 };

/*
 * A list of moves consists of words separated by blanks. A word is a move in coordinate form
 * ("b1d3f5"), or a prefix of moves and a '*' ("b1*"; "*" for all moves). Texts name keys by their
 * actions, such as "{undo}": see action_expand_keys().
 */
typedef struct LessonMistake {
    const char *moves; /* or NULL */
    const char *explanation;
} LessonMistake;

/* One step: a text, and perhaps a task, with the moves that solve it. */
typedef struct LessonStep {
    const char *ranks; /* of the FEN; NULL: the position after the first solution of the previous
                          step, and its reply */
    const char *text;
    const char *task;  /* a short sentence; NULL: the learner only reads */
    const char *moves; /* solutions, except those that are mistakes */
    const char *reply; /* of Black, in coordinate form, or NULL */
    const char *after; /* text after the task is solved */
    LessonMistake mistake[LESSON_MISTAKES];
    bool hide_piece; /* the learner must find the piece: the cursor does not start on it */
    const char *default_rejection; /* for any other move; NULL: lesson_rejection() writes one */
} LessonStep;

typedef struct Lesson {
    const char *name; /* in the file that saves the learner's place */
    const char *title;
    const char *reminder; /* how the piece moves, after an illegal move; or "" */
    const LessonStep *steps;
    int count;
} Lesson;

/* Returns a lesson by its index, or NULL past the last. */
const Lesson *lesson_at(int index);

/* Returns whether a list of moves contains a move. */
bool lesson_matches(const char *moves, Move move);

/* Returns the first legal move that solves the step, or MOVE_NONE if the step has no task. */
Move lesson_move(const LessonStep *step, const Position *position);

/* Returns whether a move solves the step. */
bool lesson_accepts(const LessonStep *step, Move move);

/* Writes why a move does not solve the step. `position` is the one before the move. */
void lesson_rejection(const LessonStep *step, const Position *position, Move move, char *text,
                      size_t size);

/* Returns a record whose current position is that of a step, owned by the caller; NULL with an
 * error if the data of the lesson are wrong. */
Record *lesson_record(const Lesson *lesson, int step, Error *error);

/* ---- the tour ---- */

/* Begins the tour where it was left. During the tour, shows its lessons to choose from. */
void tour_open(App *app);

extern const Feature tour_feature;

#endif
