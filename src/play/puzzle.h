/*
 * Puzzles: positions in which the side to move wins within 2, 3 or 4 moves of its own, and only if
 * it begins with one certain move. A session made of a puzzle's setup is played like any other
 * (session.h): the person has the side to move, a defender the other one, which answers at once
 * with what holds out the longest. A move after which the win does not come in time any more is not
 * answered: session_undo takes it back, to try again.
 *
 * The set is in the program (puzzle_set.c, made by tools/puzzles). Which were solved is remembered
 * in the file `puzzles` of the state folder.
 */
#ifndef PLAY_PUZZLE_H
#define PLAY_PUZZLE_H

#include "config/settings.h"
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
    int moves;        /* the winner's own, with which the win comes at the latest */
    int grade;        /* 1..PUZZLE_GRADE_MAX */
} Puzzle;

/* They are numbered from 1, the easier ones first. */
int puzzle_count(void);
const Puzzle *puzzle_get(int number); /* NULL: there is none of that number */

/* ---- what was solved ---- */

typedef struct PuzzleProgress {
    bool done[PUZZLES_MAX + 1]; /* by number */
    int solved;                 /* how many, ... */
    int count;                  /* ... of how many */
} PuzzleProgress;

/* What the state folder tells. False when the file cannot be read, or is damaged, with a sentence
 * to tell; *progress is then what could be read of it. A damaged file is kept beside the new one,
 * as `puzzles.broken`. */
bool puzzle_progress_read(PuzzleProgress *progress, Error *error);

/* The next number after that one (0: from the first on), round and round, that is not solved, or,
 * when all are, just the next; only puzzles of so many moves, 0: of any. 0: there is none. */
int puzzle_next(const PuzzleProgress *progress, int after, int moves);

/* ---- a session that is a puzzle ---- */

/*
 * The setup of a puzzle by its number, or, with PUZZLE_NEXT, of the first that is not solved.
 * ERROR_RANGE when there is none. session_setup_from_settings does the same when settings->puzzle
 * says so: set that to 0 for any other game.
 */
bool puzzle_setup(const Settings *settings, int number, SessionSetup *setup, Error *error);

typedef enum PuzzleState {
    PUZZLE_TO_MOVE,   /* the person is to move and can win in `left` moves */
    PUZZLE_DEFENDING, /* the person has moved; what comes of it is told on the loop's next round */
    PUZZLE_FAILED,    /* the person has let the win slip: session_undo */
    PUZZLE_GIVEN_UP,  /* the person has resigned: session_undo */
    PUZZLE_SOLVED
} PuzzleState;

typedef enum PuzzleHint { PUZZLE_HINT_NONE, PUZZLE_HINT_PIECE, PUZZLE_HINT_MOVE } PuzzleHint;

typedef struct PuzzleView {
    int number;
    const Puzzle *puzzle;
    Color side; /* the person's */
    PuzzleState state;
    int moves_left;    /* moves in which the win must come; 0 when it has */
    Move refutation;   /* slipped: the move that shows it; MOVE_NONE otherwise */
    PuzzleHint hint;   /* given for the position on the board */
    Move hint_move;    /* its piece (move_from) or all of it may be shown, as `hint` says */
    bool used_hint;    /* a move was shown: solving it now is not remembered */
    bool done;         /* solved now or earlier */
    int solved, count; /* of all puzzles, so many are */
} PuzzleView;

/* How the puzzle stands; false when the session is none. What changes it is told as SESSION_PUZZLE.
 */
bool puzzle_view(const Session *session, PuzzleView *view);

enum { PUZZLE_SENTENCE_SIZE = 256 };

/* The same as a sentence or two for the player: "White to move wins in 3." Returns text. */
char *puzzle_sentence(const PuzzleView *view, const Session *session,
                      char text[PUZZLE_SENTENCE_SIZE]);

/* A hint for the position on the board: first which piece is to move, asked again the move itself.
 * It is then in the view. ERROR_STATE when it is not the person's turn, or no puzzle. */
bool puzzle_hint(Session *session, Error *error);

#endif
