/* My games: one list of all games on this machine, unfinished and over, and the user's results; and
 * reading games on another thread. */
#ifndef TUI_GAMES_GAMES_SCREEN_H
#define TUI_GAMES_GAMES_SCREEN_H

#include "collection/collection.h"
#include "collection/game_tree.h"
#include "tui/feature.h"

/* ---- reading the games of this machine, or of a file, on another thread ----
 * The screens of this folder ask for it. The handler gets the result on the loop's thread. */

/* What was read. A handler sets to NULL what it takes over. */
typedef struct GamesRead {
    Collection *collection; /* NULL if a file was read, or with an error */
    GameTree *tree;         /* NULL unless it was asked for, or with an error */
    size_t damaged;         /* games of a file that were left out */
    Error error;            /* ERROR_NONE, or why there is nothing */
} GamesRead;

typedef void GamesReadHandler(App *app, void *context, GamesRead *read);

typedef struct GamesRequest {
    const char *path; /* of a file to read instead of the games of this machine; or NULL */
    bool tree;        /* of what was played */
    GamesReadHandler *handler;
    void *context; /* also names the request: one for each */
} GamesRequest;

/* Starts to read. */
void games_reader_start(App *app, const GamesRequest *request);

/* Forgets the request with that context, if its result is still to come; all of them for NULL. */
void games_reader_stop(App *app, const void *context);

/* Returns whether the request still runs, after a moment in which it may well have ended; then
 * *done and *total say how much was read. */
bool games_reader_progress(const App *app, const void *context, size_t *done, size_t *total);

/* ---- the list ---- */

/* Opens the list over the board, whose game continues. */
void games_screen_open(App *app);

extern const Feature games_feature;

#endif
