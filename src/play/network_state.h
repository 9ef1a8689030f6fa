/*
 * The state of a network game and the functions of network.c that the other files of a session
 * call. Private to the session and its parts.
 */
#ifndef PLAY_NETWORK_STATE_H
#define PLAY_NETWORK_STATE_H

#include <sys/queue.h>

#include "net/connection.h"
#include "play/network_open.h"
#include "play/saved_seats.h"
#include "play/session_state.h"

/* A request to the server that has not been answered. */
typedef struct SentRequest {
    TAILQ_ENTRY(SentRequest) entry;
    unsigned request_id;
    Verb verb;
    char text[LINE_CLIENT_MAX + 1]; /* of SAY */
} SentRequest;

typedef struct NetworkOpening NetworkOpening;

struct Network {
    Connection *connection;
    NetworkOptions options;  /* with the id and key in force */
    NetworkOpening *opening; /* NULL once open */
    Session *session;        /* NULL before session_create */
    SavedSeatFile *file;     /* of the key; NULL if it is not saved */
    Error notice;            /* from before session_create, to be posted there */

    Seat seat;
    bool taken[COLOR_COUNT], present[COLOR_COUNT];
    char name[COLOR_COUNT][NAME_MAX_BYTES + 1]; /* as the server knows them */
    bool online;
    bool was_online;       /* last state reported to the user */
    bool talk_unconfirmed; /* talk was pending when the connection was lost */
    bool game_lost;        /* see NetworkView */
    int reloads;           /* number of times the game was reread because the server's differed */

    size_t confirmed;             /* plies that the server has acknowledged or sent */
    bool has_clocks;              /* the game's state had clocks, ahead of its moves ... */
    size_t clocks_ply;            /* ... for this ply ... */
    int64_t left_ms[COLOR_COUNT]; /* ... with these times */

    TAILQ_HEAD(, SentRequest) sent; /* in the order of the replies */
    TalkLine *talk[TALK_KEPT];
    size_t talk_count;
};

/* Frees everything but the session. NULL is allowed. */
void network_free(Network *network);

/* Adds a line and posts SESSION_TALK. */
void network_add_talk(Network *network, const TalkLine *line);

/* Takes over the players from a =GAME of the server. */
void network_set_players(Network *network, const Fields *fields);

/* Handles the reply to a request of network.c, or its loss. */
void network_on_reply(Network *network, const LinkEvent *event);

/* Returns whether this program may play: it has a seat, and the game is not lost. */
bool network_check_can_play(const Session *session, Error *error);

/* Sends the session's last move, which was made here. */
void network_send_move(Session *session);
bool network_resign(Session *session, Error *error);
/* Offers, accepts or declines a draw for the player here. */
bool network_draw(Session *session, DrawAction action, Error *error);

/* Returns whether a request has not been answered. */
bool network_is_waiting(const Network *network);

#endif
