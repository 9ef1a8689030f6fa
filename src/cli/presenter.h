/*
 * How the line interface speaks: everything that it prints of a game goes through one of these, so
 * that another voice can tell the same in other words. A voice sets its blocks apart with
 * output_blank_line, and ends every line.
 */
#ifndef CLI_PRESENTER_H
#define CLI_PRESENTER_H

#include "cli/output.h"
#include "cli/transition.h"
#include "play/network.h"
#include "play/session.h"

typedef struct Presenter {
    const char *prompt;
    bool waiting_dots; /* one a second while an opponent in the network thinks */
    void (*banner)(Output *out);
    /* A network game begins. */
    void (*network)(Output *out, const NetworkView *view);
    /* The game at its beginning, and where it has been taken back to. */
    void (*game)(Output *out, const Session *session);
    void (*board)(Output *out, const Position *position);
    void (*players)(Output *out, const Session *session);
    void (*moves)(Output *out, const Position *position, const BoardStepList *steps);
    /* The turns played, up to the current ply; there is one at least. */
    void (*history)(Output *out, const Record *record);
    void (*transition)(Output *out, const Transition *transition);
    /* What is told when a transition has led to the position. */
    void (*warnings)(Output *out, const Session *session, const Position *position);
    void (*advice)(Output *out, const Position *position, Move move);
    /* Follows a sentence that has named the move in notation. */
    void (*named_move)(Output *out, const Position *position, Move move);
    /* One of the lines that an analysis has found. */
    void (*line)(Output *out, const Record *record, const SearchSnapshot *thought, int line);
    void (*over)(Output *out, Outcome outcome);
    /* The move entered cannot be made; the error says why. */
    void (*wrong_move)(Output *out, const Error *error);
    /* One sentence about anything else. */
    void (*say)(Output *out, const char *sentence);
} Presenter;

/* The one of the user's manual. */
extern const Presenter presenter_manual;
/* Sentences for those who listen: nothing is drawn, and nothing has to be counted off. */
extern const Presenter presenter_plain;

#endif
