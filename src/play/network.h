/*
 * Games on a server. A game is opened first: the server is reached, the game made, joined or
 * watched there, and read as a whole. What comes of it is the setup of a session, which is then
 * played like any other (session.h): moves are submitted in the same way, the other side's come by
 * themselves, and lost connections are made again by themselves.
 *
 * A move of one's own is on the board at once, and counts when the server has it on its disk:
 * until then network_view says that it is under way, and it is sent again after a lost connection.
 * If the server refuses it, it is taken back, with a sentence (SESSION_NOTICE). The server keeps
 * the clocks and says how the game ends; a network game has no undo, no redo and no autosave: its
 * key, kept in the state folder (seats.h), is what it is resumed with.
 *
 * Advice is allowed in network games. Analysis is not for a player while the game goes on: it would
 * be the engine that plays; whoever only watches may analyse.
 */
#ifndef PLAY_NETWORK_H
#define PLAY_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/error.h"
#include "config/settings.h"
#include "net/field.h"
#include "net/server_address.h"
#include "play/session.h"

/* What a person is told before what a server says when it refuses. */
#define SERVER_ERROR_PREFIX "Server response error: "

/* ---- opening ---- */

typedef enum NetworkAction { NETWORK_CREATE, NETWORK_JOIN, NETWORK_WATCH } NetworkAction;

typedef struct NetworkOptions {
    ServerAddress address;
    NetworkAction action;
    GameId id;                       /* of the game to join or watch */
    char game[FEN_INPUT_SIZE];       /* to create: "standard" or a FEN, ... */
    char variant[VARIANT_NAME_SIZE]; /* ... of a variant built into the server ... */
    bool is_private;                 /* ... that no list shows ... */
    GameClock clock;                 /* ... with these clocks; 0 seconds: none */
    Seat seat;    /* to take: SEAT_WHITE or SEAT_BLACK, when joining also SEAT_ANY */
    bool has_key; /* else a key that is kept for the game is used, or a new one made */
    SeatKey key;  /* of that seat */
    PlayerSetting player[COLOR_COUNT]; /* who plays here, should it be that side */
    char name[NAME_MAX_BYTES + 1];     /* of the player here; "": none */
} NetworkOptions;

/* The server that settings (host, port) name. */
bool network_address_from_settings(const Settings *settings, ServerAddress *address, Error *error);
/* "localhost:7153", for a person. */
void network_address_text(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]);
/* Reads an id as a person types it. */
bool network_parse_id(const char *text, GameId *id, Error *error);

/* What settings (place=network, host, port, game, white or black, watch, name, key-file, private,
 * clock) ask for. */
bool network_options_from_settings(const Settings *settings, NetworkOptions *options, Error *error);

typedef struct Network Network;

/* The setup, to be given to session_create or to network_discard_setup; NULL when it failed: then
 * the error's sentence says why, with SERVER_ERROR_PREFIX if the server said it. */
typedef void NetworkOpenListener(void *context, SessionSetup *setup, const Error *error);

/* Begins to open a game. `opened` is called once, from the loop, and never before this returns. One
 * failed attempt to reach the server is a failure. The settings give what a setup has besides. */
Network *network_open(uv_loop_t *loop, const Settings *settings, const NetworkOptions *options,
                      NetworkOpenListener *opened, void *context);
/* Gives it up before `opened` is called, which it then is not. */
void network_cancel(Network *network);
/* Frees a setup that no session is made of. */
void network_discard_setup(SessionSetup *setup);

/* ---- a session that is a network game ---- */

typedef struct NetworkView {
    GameId id;
    char server[SERVER_ADDRESS_SIZE]; /* "localhost:7153" */
    Seat seat;                        /* one's own; SEAT_NONE: the game is only watched */
    bool taken[COLOR_COUNT];          /* somebody has that seat, ... */
    bool present[COLOR_COUNT];        /* ... and is connected, as far as is known */
    bool online;                      /* there is a connection; ... */
    int retry_s; /* ... else whole seconds to the next attempt; 0: it is being made */
    bool
        game_lost; /* the server has the game no more, or cannot be talked to: nothing more comes */
    bool waiting;  /* a move, or something else of one's own, is not acknowledged yet */
    size_t talk_count; /* lines of talk so far: see network_talk */
} NetworkView;

/* How the game stands with the server; false when the session is none. What changes it is told as
 * SESSION_NETWORK, and new talk as SESSION_TALK. */
bool network_view(const Session *session, NetworkView *view);

typedef struct TalkLine {
    Seat seat;                     /* the speaker's; SEAT_NONE: a spectator */
    bool mine;                     /* said here */
    char name[NAME_MAX_BYTES + 1]; /* "": none */
    char text[LINE_CLIENT_MAX + 1];
} TalkLine;

enum { TALK_KEPT = 100 };
/* A line of talk by its number, from 0; NULL: there is none, or it is not among the newest
 * TALK_KEPT any more. */
const TalkLine *network_talk(const Session *session, size_t number);

/* Says a line to everybody in the game; it is in the talk when the server has it. */
bool network_say(Session *session, const char *text, Error *error);
/* Ends the game without a result, as long as not both sides have moved. */
bool network_abort(Session *session, Error *error);
/* Tries at once to reach the server, if it is being waited for. */
void network_retry_now(Session *session);

#endif
