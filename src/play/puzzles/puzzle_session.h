/* The puzzle of a session: its state and the defender. Private to the session. */
#ifndef PLAY_PUZZLE_SESSION_H
#define PLAY_PUZZLE_SESSION_H

#include "engine/solver.h"
#include "play/puzzles/puzzle.h"
#include "play/session_task.h"

typedef struct PuzzleSession {
    SessionTask task;
    int number;
    const Puzzle *puzzle;
    Color side; /* the person's */
    Solver *solver;
    PuzzleProgress progress;
    PuzzleState state;
    size_t ply;      /* the members below apply at this ply */
    Move refutation; /* see PuzzleView */
    PuzzleHint hint;
    Move hint_move;
    bool used_hint;
    bool unsaved; /* the solution is not in the progress file yet */
} PuzzleSession;

/* Creates the task of a session that is a puzzle. */
SessionTask *puzzle_session_create(int number, Error *error);

#endif
