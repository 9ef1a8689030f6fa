/*
 * A session that is a game on a server (network_open.h opens one). It is played like any other
 * session (session.h): moves are submitted in the same way, the opponent's moves arrive as events,
 * and a lost connection is restored automatically.
 *
 * A local move is shown at once, and is confirmed when the server has stored it; until then
 * network_view reports it as pending, and it is sent again after a reconnect. A move that the
 * server rejects is taken back with a SESSION_NOTICE. The server keeps the clocks and decides how
 * the game ends. A network game has no undo or redo; it is resumed with its saved key
 * (saved_seats.h), and a player's program keeps it when it is over (autosave.h).
 *
 * Advice is allowed in network games. Analysis is not allowed to a player before the game is over:
 * the engine would be playing.
 */
#ifndef PLAY_NETWORK_H
#define PLAY_NETWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "net/field.h"
#include "net/server_address.h"
#include "play/session.h"

typedef struct Network Network;

typedef struct NetworkView {
    GameId id;
    char server[SERVER_ADDRESS_SIZE]; /* "localhost:7153" */
    Seat seat;                        /* of the player here; SEAT_NONE: a spectator */
    bool taken[COLOR_COUNT];          /* the seat has a player ... */
    bool present[COLOR_COUNT];        /* ... who is connected, as far as known */
    bool online;
    int retry_s;       /* if offline: whole seconds to the next attempt; 0 while connecting */
    bool key_saved;    /* the seat can be resumed: see saved_seats.h */
    bool game_lost;    /* final: the server has lost the game or is incompatible */
    bool waiting;      /* a move or another request has not been acknowledged */
    size_t talk_count; /* lines of talk so far: see network_talk */
} NetworkView;

/* Gets the state of a network game; returns false for other sessions. Changes are reported as
 * SESSION_NETWORK. */
bool network_view(const Session *session, NetworkView *view);

typedef struct TalkLine {
    Seat seat;                     /* the speaker's; SEAT_NONE: a spectator */
    bool mine;                     /* said here */
    char name[NAME_MAX_BYTES + 1]; /* or "" */
    char text[LINE_CLIENT_MAX + 1];
} TalkLine;

enum { TALK_KEPT = 100 };

/* Returns a line of talk by its number, from 0, or NULL if there is none or it is older than the
 * last TALK_KEPT. New lines are reported as SESSION_TALK. */
const TalkLine *network_talk(const Session *session, size_t number);

/* Says a line to everybody in the game. It appears in the talk when the server has accepted it. */
bool network_say(Session *session, const char *text, Error *error);

/* Ends the game without a result; possible until both sides have moved. */
bool network_abort(Session *session, Error *error);

/* If offline: tries to connect at once. */
void network_retry_now(Session *session);

#endif
