/*
 * Puzzles: positions in which the side to move wins within 2, 3 or 4 of its moves, with a unique
 * first move. A session with a puzzle's setup is played like any other (session.h): the person
 * plays the side to move, and a defender answers at once with the longest resistance. After a move
 * that misses the win the defender does not answer; session_undo takes the move back.
 *
 * The set is part of the program (puzzles.txt, made by tools/puzzles). The file `puzzles` in the
 * state folder lists the solved ones.
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

/* Returns the next unsolved puzzle after a number, cyclically, or the next one if all are solved.
 * With `moves` > 0 only puzzles of that length count. Returns 0 if there is none. */
int puzzle_next(const PuzzleProgress *progress, int after, int moves);

/* ---- a session that is a puzzle ---- */

/* Gets the setup of a puzzle by its number or, for PUZZLE_NEXT, of the first unsolved one. Fails
 * with ERROR_RANGE if there is none. session_setup_from_settings calls this if settings->puzzle is
 * not 0. */
bool puzzle_setup(const Settings *settings, int number, SessionSetup *setup, Error *error);

typedef enum PuzzleState {
    PUZZLE_TO_MOVE,   /* the person is to move and can win in `moves_left` moves */
    PUZZLE_DEFENDING, /* the person has moved; the loop's next round decides the state */
    PUZZLE_FAILED,    /* the person has missed the win: session_undo */
    PUZZLE_GIVEN_UP,  /* the person has resigned: session_undo */
    PUZZLE_SOLVED
} PuzzleState;

typedef enum PuzzleHint { PUZZLE_HINT_NONE, PUZZLE_HINT_PIECE, PUZZLE_HINT_MOVE } PuzzleHint;

typedef struct PuzzleView {
    int number;
    const Puzzle *puzzle;
    Color side; /* the person's */
    PuzzleState state;
    int moves_left;    /* moves in which the win must come; 0 if solved */
    Move refutation;   /* in PUZZLE_FAILED: the defender's saving reply; else MOVE_NONE */
    PuzzleHint hint;   /* for the position on the board */
    Move hint_move;    /* `hint` says whether to show its piece or all of it */
    bool used_hint;    /* a move was shown: solving does not count */
    bool done;         /* solved now or earlier */
    int solved, count; /* solved puzzles, and all */
} PuzzleView;

/* Gets the state of a puzzle; returns false for other sessions. Changes are reported as
 * SESSION_TASK. */
bool puzzle_view(const Session *session, PuzzleView *view);

enum { PUZZLE_SENTENCE_SIZE = 256 };

/* Describes the state in one or two sentences for the player. Returns `text`. */
char *puzzle_sentence(const PuzzleView *view, const Session *session,
                      char text[PUZZLE_SENTENCE_SIZE]);

/* The puzzle of a session: its state and the defender. Private to the session. */

/* Creates the task of a session that is a puzzle. */
SessionTask *puzzle_session_create(int number, Error *error);

/*
 * The file of solved puzzles in the state folder, one position a line. Positions remain valid when
 * a new set changes the numbers; those that are not in the set are kept. puzzle.h reads the file.
 */

/* Adds a puzzle durably, without losing what other programs have added. */
bool puzzle_progress_add(int number, Error *error);

#endif
