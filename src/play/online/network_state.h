/*
 * The state of a network game and the functions of network.c that the other files of a session
 * call. Private to the session and its parts.
 */
#ifndef PLAY_ONLINE_NETWORK_STATE_H
#define PLAY_ONLINE_NETWORK_STATE_H

#include <sys/queue.h>

#include "net/connection.h"
#include "play/online/network_open.h"
#include "play/online/seats.h"
#include "play/session_state.h"

/* A request to the server that has not been answered. */
typedef struct SentRequest {
    TAILQ_ENTRY(SentRequest) entry;
    unsigned request_id;
    Verb verb;
    int64_t sent_ms;                /* when it was made, by the monotonic clock */
    Seat seat;                      /* of MUTE and UNMUTE; SEAT_ANY: everybody */
    DrawAction action;              /* of REMATCH */
    char text[LINE_CLIENT_MAX + 1]; /* of SAY */
} SentRequest;

typedef struct NetworkOpening NetworkOpening;

struct Network {
    Connection *connection;
    NetworkOptions options;  /* with the id and key in force, and the server reached last first */
    NetworkOpening *opening; /* NULL once open */
    Session *session;        /* NULL before session_create */
    SavedSeatFile *file;     /* of the key; NULL if it is not saved */
    Error notice;            /* from before session_create, to be posted there */

    Seat seat;
    bool taken[COLOR_COUNT], present[COLOR_COUNT];
    char name[COLOR_COUNT][NAME_MAX_BYTES + 1]; /* as the server knows them */
    bool kept;                                  /* see NetworkView */
    uint32_t claim_minutes;                     /* see NetworkView */
    int64_t away_since_ms;   /* if the opponent is away and to move: since when that counts */
    Seat rematch_by;         /* the side that offers a rematch, or SEAT_NONE */
    bool rematch_declined;   /* by the opponent */
    GameId rematch_id;       /* of the rematch that was made, or "" */
    bool muted[MUTED_COUNT]; /* each side, and spectators */
    uv_timer_t *timer;       /* reports when NetworkView changes by itself */

    bool online;
    bool read_only;                        /* the server's disk is full */
    bool was_online;                       /* last state reported to the user ... */
    char lost_server[SERVER_ADDRESS_SIZE]; /* ... if offline: the server that was lost */
    bool talk_unconfirmed;                 /* talk was pending when the connection was lost */
    bool game_lost;                        /* see NetworkView */
    bool unreachable;                      /* see NetworkView */
    int reloads; /* number of times the game was reread because the server's differed */

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

/* Returns the server that was reached last. */
const ServerAddress *network_server(const Network *network);

/* Posts SESSION_NETWORK, now and when the passing of time changes the view. */
void network_changed(Network *network);

/* Sends a request of the user. The reply goes to network_on_reply. */
void network_send(Network *network, const Request *request);

/* Adds a line and posts SESSION_TALK. */
void network_add_talk(Network *network, const TalkLine *line);

/* Takes over the players and seats from a =GAME of the server. */
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
