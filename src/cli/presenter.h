/*
 * Presenters: two ways to print a game, as the original manual shows it or in plain sentences. A
 * presenter separates its blocks with output_blank_line() and ends every line.
 */
#ifndef CLI_PRESENTER_H
#define CLI_PRESENTER_H

#include "cli/output.h"
#include "cli/transition.h"
#include "play/network.h"
#include "play/session.h"

typedef struct Presenter {
    const char *prompt;
    bool waiting_dots; /* prints a dot a second while a network opponent thinks */
    void (*banner)(Output *out);
    /* Introduces a network game. */
    void (*network)(Output *out, const NetworkView *view);
    /* At the start of a game, and after moves were taken back. */
    void (*board_and_players)(Output *out, const Session *session);
    void (*board)(Output *out, const Session *session);
    void (*players)(Output *out, const Session *session);
    void (*moves)(Output *out, const Position *position, const BoardStepList *steps);
    /* The moves up to the current ply, of which there is at least one. */
    void (*history)(Output *out, const Record *record);
    void (*transition)(Output *out, const Transition *transition);
    /* The position after a transition, and how the game stands there. */
    void (*after_transition)(Output *out, const Session *session, const Position *position,
                             Outcome outcome);
    void (*advice)(Output *out, const Position *position, Move move);
    /* Follows a sentence that names the move in notation. */
    void (*named_move)(Output *out, const Position *position, Move move);
    void (*analysis_line)(Output *out, const Record *record, const SearchSnapshot *search,
                          int line);
    void (*outcome)(Output *out, Outcome outcome);
    /* Reports an illegal move; the error says why. */
    void (*wrong_move)(Output *out, const Error *error);
    /* Prints a sentence about anything else. */
    void (*say)(Output *out, const char *sentence);
} Presenter;

extern const Presenter presenter_manual;
/* For screen readers: nothing is drawn. */
extern const Presenter presenter_plain;

#endif
