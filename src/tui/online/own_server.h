/*
 * The user's own server: congod as a child process, to invite somebody to a game. Its games are in
 * a folder of the state folder. It ends with this program, however that ends: it watches a pipe. If
 * it ends unexpectedly, it is started again, a few times.
 */
#ifndef TUI_ONLINE_OWN_SERVER_H
#define TUI_ONLINE_OWN_SERVER_H

#include "tui/feature.h"

extern const Feature own_server_feature;

/* Whom the server accepts connections from, and where. */
typedef struct OwnServerPlace {
    bool others; /* also other computers */
    int port;    /* 0: the usual port or another one that is free */
} OwnServerPlace;

/* Called from the loop, once, when the server accepts connections, or with an error. */
typedef void OwnServerListener(void *context, const Error *error);

/* Starts the server; one that runs elsewhere is moved. Its games stay. Fails at once with
 * ERROR_RANGE if the port is in use. Otherwise `ready` is called, never before this returns. */
bool own_server_start(App *app, const OwnServerPlace *place, OwnServerListener *ready,
                      void *context, Error *error);
/* Undoes a start that is not ready, without a call of `ready`: a server that was moved goes back
 * for the game on the board, and another one ends. */
void own_server_cancel(App *app);
/* Ends the server. Its child process may take a moment. */
void own_server_stop(App *app);

/* Returns whether the server runs, and gets its place. */
bool own_server_is_running(const App *app, OwnServerPlace *place);
/* Returns whether the game of a session, or NULL, is on the server that runs or starts again. */
bool own_server_hosts(const App *app, const Session *session);
/* Gets the place of the server that runs or ran last. Returns false if there was none, or if it
 * never was the only one of the list. */
bool own_server_was_at(const App *app, const ServerList *servers, OwnServerPlace *place);
/* Gets the address at which this computer reaches the server. */
ServerAddress own_server_address(const OwnServerPlace *place);

#endif
