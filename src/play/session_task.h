/*
 * What the person has to do in a session that is more than a game: solve a puzzle, win an
 * ending, or better a move. The opponent is a defender. Private to the session, its players and the
 * tasks.
 */
#ifndef PLAY_SESSION_TASK_H
#define PLAY_SESSION_TASK_H

#include <stdbool.h>

#include "base/error.h"

struct Session;
typedef struct SessionTask SessionTask;

/* A type of task. */
typedef struct SessionTaskOps {
    const char *names;                       /* "puzzles" */
    const char *analysis_refusal;            /* why it is not analysed before it is solved */
    const char *draw_refusal;                /* the answer to the offer of a draw */
    void (*start)(struct Session *session);  /* the session was created */
    void (*update)(struct Session *session); /* the position has changed */
    void (*defend)(struct Session *session); /* it is the defender's turn; may be repeated */
    bool (*hint)(struct Session *session, Error *error);
    void (*save)(struct Session *session); /* saves the progress that is not saved yet */
    void (*free)(SessionTask *task);
} SessionTaskOps;

/* The first member of the struct of each type. */
struct SessionTask {
    const SessionTaskOps *ops;
    bool solved; /* the position may be analysed */
    bool busy;   /* it judges a move: the session is not idle */
};

#endif
