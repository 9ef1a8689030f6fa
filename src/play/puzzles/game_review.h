/* The review of the game on the board: starting and stopping it, and keeping what it finds with the
 * game. The interfaces only show it. */
#ifndef PLAY_PUZZLES_GAME_REVIEW_H
#define PLAY_PUZZLES_GAME_REVIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "play/session.h"
#include "review/review.h"

typedef struct GameReviewListener {
    Session *(*game)(void *context);                   /* returns the game on the board, or NULL */
    void (*progress)(void *context);                   /* more is known, or all */
    void (*failed)(void *context, const Error *error); /* the review has ended early */
    void *context;
} GameReviewListener;

/* Starts as {.listener = ...}. Private but for `review` and `running`. */
typedef struct GameReview {
    GameReviewListener listener;
    Review *review; /* the review so far, or NULL */
    bool running;
    Reviewer *reviewer; /* NULL before the first review */
    /* The game that this is about. */
    Session *session; /* NULL: none */
    size_t count;
    uint64_t moves; /* a hash */
} GameReview;

/* Returns whether a review is stored with the moves of a game. */
bool game_review_is_stored(const Record *record);

/* Begins with what is stored if the game on the board, or its moves, are others than before. */
void game_review_sync(GameReview *review);

/* Forgets the game, and stops its review. */
void game_review_forget(GameReview *review);

/* Returns whether a game may be reviewed now. A game of two computers must be paused before. */
bool game_review_check(const Session *session, Error *error);

/* Starts the review of the game on the board, or continues it unless `again` is set. */
bool game_review_start(GameReview *review, uv_loop_t *loop, const Settings *settings, bool again,
                       Error *error);

/* Stops a running review and keeps what it has found. Returns false if none runs. */
bool game_review_stop(GameReview *review);

/* Releases everything; the loop must run afterwards. */
void game_review_close(GameReview *review);

#endif
