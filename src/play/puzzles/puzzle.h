/*
 * Puzzles: positions in which the side to move wins within 2, 3 or 4 of its moves, with a unique
 * first move. A session with a puzzle's setup is played like any other (session.h): the person
 * plays the side to move, and a defender answers at once with the longest resistance. After a move
 * that misses the win the defender does not answer; session_undo takes the move back.
 *
 * The set is part of the program (puzzles.txt, made by tools/puzzles). The file `puzzles` in the
 * state folder lists the solved ones, one position a line. Positions remain valid when a new set
 * changes the numbers; those that are not in the set are kept.
 */
#ifndef PLAY_PUZZLES_PUZZLE_H
#define PLAY_PUZZLES_PUZZLE_H

#include "base/error.h"
#include "config/settings.h"
#include "engine/solver.h"
#include "play/session.h"

/* ---- the set ---- */

enum {
    PUZZLES_MAX = 4000,
    PUZZLE_MOVES_MIN = 2,
    PUZZLE_MOVES_MAX = 4,
    PUZZLE_GRADE_MAX = 5 /* hard; 1: easy */
};

typedef struct Puzzle {
    const char *fen;  /* of the variant congo */
    const char *move; /* the first move that wins in time, in coordinate form */
    int moves;        /* number of the winner's moves, at most */
    int grade;        /* 1..PUZZLE_GRADE_MAX */
} Puzzle;

/* Puzzles are numbered from 1, easier ones first. */
int puzzle_count(void);

const Puzzle *puzzle_get(int number); /* NULL if there is none */

/* ---- progress ---- */

typedef struct PuzzleProgress {
    bool done[PUZZLES_MAX + 1]; /* by number */
    int solved;                 /* number of solved puzzles ... */
    int count;                  /* ... and of all */
} PuzzleProgress;

/* Reads the progress from the state folder. On failure returns false with an error, and *progress
 * has the readable lines. The next write keeps a damaged file as `puzzles.broken`. */
bool puzzle_progress_read(PuzzleProgress *progress, Error *error);

/* Adds a puzzle durably, without losing what other programs have added. */
bool puzzle_progress_add(int number, Error *error);

/* Returns the next unsolved puzzle after a number, cyclically, or the next one if all are solved.
 * With `moves` > 0 only puzzles of that length count. Returns 0 if there is none. */
int puzzle_next(const PuzzleProgress *progress, int after, int moves);

/* ---- a session that is a puzzle ---- */

/* Gets the setup of a puzzle by its number or, for PUZZLE_NEXT, of the first unsolved one. Fails
 * with ERROR_RANGE if there is none. */
bool puzzle_setup(const Settings *settings, int number, SessionSetup *setup, Error *error);

typedef struct PuzzleView {
    TaskView task;
    int number;
    const Puzzle *puzzle;
    Color side;        /* the person's */
    int moves_left;    /* moves in which the win must come; 0 if solved */
    bool done;         /* solved now or earlier */
    int solved, count; /* solved puzzles, and all */
} PuzzleView;

/* Gets the state of a puzzle; returns false for other sessions. */
bool puzzle_view(const Session *session, PuzzleView *view);

#endif
