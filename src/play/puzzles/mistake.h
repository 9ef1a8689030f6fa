/*
 * One's own mistakes as exercises: the person gets the position before a bad move of a reviewed
 * game and finds a better one. A session with the setup of a mistake is played like any other
 * (session.h), for one move. The move is right if a review of it gives it no mark from
 * REVIEW_INACCURACY on; until that is known the session is not idle.
 */
#ifndef PLAY_PUZZLES_MISTAKE_H
#define PLAY_PUZZLES_MISTAKE_H

#include "play/session.h"
#include "review/review_words.h"

/* A move of a reviewed game, with what the review found. */
typedef struct Mistake {
    size_t ply; /* of the move in the game, from 1 */
    Move played, best;
    ReviewLine line; /* the expected moves from `best` on */
    ReviewMark mark;
    char cause[REVIEW_CAUSE_SIZE]; /* what `played` does, without a subject; "" if unknown */
} Mistake;

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

/* The mistakes of a reviewed game, as exercises one after the other. */

typedef struct MistakeItem {
    size_t ply; /* of the bad move */
    bool solved;
} MistakeItem;

typedef struct MistakeList {
    Record *record; /* of the game */
    Review *review;
    MistakeItem *items;
    size_t count;
    size_t at; /* index of the item that is shown */
} MistakeList;

/* Lists the mistakes and blunders of the sides whose flag is set. Copies the record and the review.
 * The list may be empty. */
MistakeList *mistake_list_create(const Record *record, const Review *review,
                                 const bool sides[COLOR_COUNT]);

void mistake_list_free(MistakeList *list); /* NULL is allowed */

/* Gets the setup of a session for an item, which becomes the one that is shown. */
bool mistake_list_setup(MistakeList *list, size_t index, const Settings *settings,
                        SessionSetup *setup, Error *error);

/* Notes that the item is solved, unless its move was shown. Called after every SESSION_TASK. */
void mistake_list_note(MistakeList *list, const MistakeView *view);

size_t mistake_list_solved(const MistakeList *list);

#endif
