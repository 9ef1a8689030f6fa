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
    size_t ply;                    /* of the move in the game, from 1 */
    char player[PLAYER_NAME_SIZE]; /* the player's name: "You", "Ada" or "White" */
    Move played, best;
    ReviewLine line; /* the expected moves from `best` on */
    ReviewMark mark;
    char cause[REVIEW_CAUSE_SIZE]; /* what `played` does, without a subject; "" if unknown */
} Mistake;

typedef struct MistakeView {
    TaskView task;
    const Mistake *mistake;
    Color side;                    /* the person's */
    char cause[REVIEW_CAUSE_SIZE]; /* in TASK_FAILED: what the person's move does; or "" */
} MistakeView;

/* Gets the state of an exercise; returns false for other sessions. */
bool mistake_view(const Session *session, MistakeView *view);

/* "a blunder". */
const char *mistake_kind(const Mistake *mistake);

/* ---- the list ---- */

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
    bool one_sided;
} MistakeList;

/* Returns the ply of the next mistake or blunder after `ply` of the sides whose flag is set for
 * which the review has a better move, or 0. */
size_t mistake_next(const Record *record, const Review *review, const bool sides[COLOR_COUNT],
                    size_t ply);

/* Lists these moves: if one flag is set, as those of "you". Copies the record and the review.
 * Returns NULL with an error, ERROR_STATE, if there is none. */
MistakeList *mistake_list_create(const Record *record, const Review *review,
                                 const bool sides[COLOR_COUNT], Error *error);

void mistake_list_free(MistakeList *list); /* NULL is allowed */

/* Gets the setup of a session for an item, which becomes the one that is shown. */
bool mistake_list_setup(MistakeList *list, size_t index, const Settings *settings,
                        SessionSetup *setup, Error *error);

/* Notes that the item is solved, unless its move was shown. Called after every SESSION_TASK. */
void mistake_list_note(MistakeList *list, const TaskView *view);

size_t mistake_list_solved(const MistakeList *list);

#endif
