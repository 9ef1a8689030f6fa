/* The puzzle of a session: its state and the defender. Private to the session. */
#ifndef PLAY_PUZZLE_SESSION_H
#define PLAY_PUZZLE_SESSION_H

#include "engine/solver.h"
#include "play/puzzles/puzzle.h"

typedef struct PuzzleSession {
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

PuzzleSession *puzzle_session_create(int number, Error *error);
void puzzle_session_free(PuzzleSession *puzzle); /* NULL is allowed */

/* Called when the session was created. */
void puzzle_session_start(Session *session);
/* Called when the session's position has changed. */
void puzzle_session_update(Session *session);
/* Plays the defender's move, or fails the puzzle if the person's move has missed the win. Repeated
 * calls have no effect. */
void puzzle_session_defend(Session *session, Color color);
/* Saves that the puzzle was solved, if that is not saved yet. */
void puzzle_session_save(Session *session);

#endif
