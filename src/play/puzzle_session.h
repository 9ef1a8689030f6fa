/*
 * The puzzle of a session: what the person's moves are worth, and the defender's. A part of the
 * session like those of session_parts.h; nobody else includes it.
 */
#ifndef PLAY_PUZZLE_SESSION_H
#define PLAY_PUZZLE_SESSION_H

#include "engine/solver.h"
#include "play/puzzle.h"

typedef struct PuzzleSession {
    int number;
    const Puzzle *puzzle;
    Color side; /* the person's */
    Solver *solver;
    PuzzleProgress progress;
    PuzzleState state;
    size_t ply;      /* the state is that of this position, ... */
    Move refutation; /* ... as are the slip's answer */
    PuzzleHint hint; /* ... and the hint */
    Move hint_move;
    bool used_hint;
    bool unsaved; /* it was solved, and that is still to be written down */
} PuzzleSession;

/* For a session that is not told about yet. NULL with an error. */
PuzzleSession *puzzle_session_create(int number, Error *error);
void puzzle_session_free(PuzzleSession *game); /* NULL is allowed */

/* The session has been made. */
void puzzle_session_start(Session *session);
/* The session's position has changed. */
void puzzle_session_update(Session *session);
/* It is the defender's turn: plays its move, or leaves the person's unanswered if that has let the
 * win slip. Asked again: nothing happens then. */
void puzzle_session_defend(Session *session, Color color);
/* Writes down that the puzzle is solved, if it is. */
void puzzle_session_save(Session *session);

#endif
