/*
 * Steps and transitions, of which a printed game consists, and presenters: two ways to print it, as
 * the original manual shows it or in plain sentences. A presenter separates its blocks with
 * output_blank_line() and ends every line.
 */
#ifndef CLI_PRESENTER_H
#define CLI_PRESENTER_H

#include "cli/output.h"
#include "play/online/network.h"
#include "play/session.h"
#include "rules/bitboard.h"
#include "rules/position.h"

/* ---- steps and transitions ----
 * Steps on the board are plain moves, single jumps, and the stop of a monkey's capture. A turn, or
 * a part of one, makes a transition. */

typedef struct BoardStep {
    Square from, to;
} BoardStep;

enum { STEPS_MAX = PIECES_MAX * SQUARE_COUNT };

/* Sorted by origin, then by target. */
typedef struct BoardStepList {
    int count;
    BoardStep step[STEPS_MAX];
} BoardStepList;

/* Lists the legal steps of the side to move; none when the game is over. */
void transition_list_steps(const Session *session, BoardStepList *list);

/* Returns the targets of the legal steps from a square. */
Bitboard transition_targets(const Session *session, Square from);

/* A turn, or a part of one, that starts from a position, which may be within a monkey's capture. */
typedef struct Transition {
    const Position *before;
    Move move;          /* legal in `before`; only the jumps made so far if the turn is open */
    bool open;          /* the turn is not over */
    bool stopped_early; /* the turn is over, although the monkey could have jumped on */
    Bitboard drowned;   /* at the end of the turn; empty if it is open */
} Transition;

/* Returns the transition of a move, without its first `skipped_jumps` jumps, which are made on
 * `before`. The transition borrows `before`. */
Transition transition_make(Position *before, Move move, int skipped_jumps, bool open);

/* Returns the name of the piece that drowned on a square, as in "zebra". */
const char *transition_drowned_name(const Transition *transition, Square square);

/* ---- presenters ---- */

typedef struct Presenter {
    const char *prompt;
    bool draws;        /* prints boards instead of sentences */
    bool waiting_dots; /* prints a dot a second while a network opponent thinks */
    void (*banner)(Output *out);
    /* Introduces a network game. */
    void (*network)(Output *out, const NetworkView *view);
    /* Used at the start of a game and after undo. */
    void (*board_and_players)(Output *out, const Session *session);
    void (*board)(Output *out, const Session *session);
    /* Shows a position that is no game's, which may be illegal. */
    void (*position)(Output *out, const Position *position);
    void (*players)(Output *out, const Session *session);
    void (*moves)(Output *out, const Position *position, const BoardStepList *steps);
    /* Lists the moves up to the current ply, with their notes. There is at least one. */
    void (*history)(Output *out, const Record *record);
    /* Prints the notes on ply 0..count, of which there is at least one. */
    void (*notes)(Output *out, const Record *record, size_t ply);
    void (*transition)(Output *out, const Transition *transition);
    /* Describes position number `ply`, to which a transition led. If it is the current one, the
     * turn may be open. */
    void (*after_transition)(Output *out, const Session *session, size_t ply);
    /* Prints the advised move; with `whole` also the score and the expected moves. */
    void (*advice)(Output *out, const Session *session, bool whole);
    /* Describes a move that the sentence before named in notation. */
    void (*named_move)(Output *out, const Position *position, Move move);
    void (*analysis_line)(Output *out, const Record *record, const SearchSnapshot *search,
                          int line);
    /* Prints a move of a solved ending, number `number` of the list, and its value. The line can be
     * typed to make the move. */
    void (*ending_move)(Output *out, const Position *position, size_t number,
                        const EndingChoice *choice);
    void (*outcome)(Output *out, Outcome outcome);
    /* Reports an illegal move; the error says why. */
    void (*wrong_move)(Output *out, const Error *error);
    /* Lists with titles, such as those of help, games and moves. */
    void (*list_title)(Output *out, const char *title);
    void (*list_entry)(Output *out, const char *name, const char *sentence);
    /* Prints any other sentence. */
    void (*say)(Output *out, const char *sentence);
} Presenter;

extern const Presenter presenter_manual;

/* For screen readers: nothing is drawn. */
extern const Presenter presenter_plain;

#endif
