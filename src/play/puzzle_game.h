/*
 * The puzzle of a session: what the person's moves are worth, and the defender's. A part of the
 * session like those of session_parts.h; nobody else includes it.
 */
#ifndef PLAY_PUZZLE_GAME_H
#define PLAY_PUZZLE_GAME_H

#include "engine/solve.h"
#include "play/puzzle.h"

typedef struct PuzzleGame {
    int number;
    const Puzzle *puzzle;
    Color side; /* the person's */
    Solver *solver;
    PuzzleProgress progress;
    PuzzleState state;
    size_t ply;      /* the state is that of this position, ... */
    Move answer;     /* ... as are the slip's answer */
    PuzzleHint hint; /* ... and the hint */
    Move hint_move;
    bool helped;
    bool to_note; /* it was solved, and that is still to be written down */
} PuzzleGame;

/* For a session that is not told about yet. NULL with an error. */
PuzzleGame *puzzlegame_create(int number, Error *error);
void puzzlegame_free(PuzzleGame *game); /* NULL is allowed */

/* The session has been made. */
void puzzlegame_begin(Session *session);
/* The session's position has changed. */
void puzzlegame_follow(Session *session);
/* It is the defender's turn: plays its move, or leaves the person's unanswered if that has let the
 * win slip. Asked again: nothing happens then. */
void puzzlegame_answer(Session *session);
/* Writes down that the puzzle is solved, if it is. */
void puzzlegame_settle(Session *session);

#endif
