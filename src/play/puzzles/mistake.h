/*
 * One's own mistakes as exercises: the person gets the position before a bad move of a reviewed
 * game and finds a better one. A session with the setup of a mistake is played like any other
 * (session.h), for one move. The move is right if a review of it gives it no mark from
 * REVIEW_INACCURACY on; until that is known the session is not idle.
 */
#ifndef PLAY_PUZZLES_MISTAKE_H
#define PLAY_PUZZLES_MISTAKE_H

#include "play/session.h"
#include "play/session_task.h"
#include "review/review_words.h"

/* A move of a reviewed game, with what the review found. */
typedef struct Mistake {
    size_t ply; /* of the move in the game, from 1 */
    Move played, best;
    ReviewLine line; /* the expected moves from `best` on */
    ReviewMark mark;
    char cause[REVIEW_CAUSE_SIZE]; /* what `played` does, without a subject; "" if unknown */
} Mistake;

/* Gets the setup of a session for the mistake at a ply of a reviewed game, which
 * review_next_mistake has found. */
bool mistake_setup(const Settings *settings, const Record *record, const Review *review, size_t ply,
                   SessionSetup *setup, Error *error);

/* Creates the task of a session, which takes over the mistake. */
SessionTask *mistake_task_create(Mistake *mistake);

typedef enum MistakeState {
    MISTAKE_TO_MOVE,
    MISTAKE_JUDGING,  /* the person has moved; the engine looks at it */
    MISTAKE_WRONG,    /* the move loses too much: session_undo */
    MISTAKE_UNJUDGED, /* the engine failed: session_undo */
    MISTAKE_GIVEN_UP, /* the person has resigned: session_undo */
    MISTAKE_SOLVED
} MistakeState;

typedef enum MistakeHint { MISTAKE_HINT_NONE, MISTAKE_HINT_PIECE, MISTAKE_HINT_MOVE } MistakeHint;

typedef struct MistakeView {
    const Mistake *mistake;
    Color side; /* the person's */
    MistakeState state;
    char cause[REVIEW_CAUSE_SIZE]; /* in MISTAKE_WRONG: what the person's move does; or "" */
    Move reply;                    /* in MISTAKE_WRONG: the best one to it, or MOVE_NONE */
    MistakeHint hint;
    bool helped; /* the move was shown: solving does not count */
} MistakeView;

/* Gets the state of an exercise; returns false for other sessions. Changes are reported as
 * SESSION_TASK. */
bool mistake_view(const Session *session, MistakeView *view);

/* "a blunder". */
const char *mistake_kind(const Mistake *mistake);

enum { MISTAKE_SENTENCE_SIZE = 320 };

/* Describes the state in one or two sentences for the player. Returns `text`. */
char *mistake_sentence(const MistakeView *view, const Session *session,
                       char text[MISTAKE_SENTENCE_SIZE]);

#endif
