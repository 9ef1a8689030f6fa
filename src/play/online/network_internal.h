/* A network game, for network.c, which plays it, and network_open.c. */
#ifndef PLAY_ONLINE_NETWORK_INTERNAL_H
#define PLAY_ONLINE_NETWORK_INTERNAL_H

#include <sys/queue.h>

#include "net/connection.h"
#include "net/link.h"
#include "play/online/network.h"
#include "play/session_internal.h"

/* A request to the server that has not been answered. */
typedef struct SentRequest {
    TAILQ_ENTRY(SentRequest) entry;
    unsigned request_id;
    Verb verb;
    int64_t sent_ms;                /* when it was made, by the monotonic clock */
    Seat seat;                      /* of MUTE and UNMUTE; SEAT_ANY: everybody */
    DrawAction action;              /* of REMATCH and DRAW */
    char text[LINE_CLIENT_MAX + 1]; /* of SAY */
} SentRequest;

typedef struct NetworkOpening NetworkOpening;

struct Network {
    SessionNetwork base;
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
    size_t draw_declined;    /* by the opponent: at this ply + 1, or 0 */
    GameId rematch_id;       /* of the rematch that was made, or "" */
    bool muted[MUTED_COUNT]; /* each side, and spectators */
    uv_timer_t *timer;       /* reports when NetworkView changes by itself */

    bool online;
    bool read_only;                        /* the server's disk is full */
    bool unsaved;                          /* the file of the seat could not be written */
    bool was_online;                       /* last state reported to the user ... */
    char lost_server[SERVER_ADDRESS_SIZE]; /* ... if offline: the server that was lost */
    const char *lost_decision;             /* was pending when the connection ended, or NULL */
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

/* To be set when a network game is created. */
extern const SessionNetworkOps network_ops;

/* Frees everything but the session. */
void network_free(SessionNetwork *base);

/* Returns the server that was reached last. */
const ServerAddress *network_server(const Network *network);

/* Takes over the players and seats from a =GAME of the server. */
void network_set_players(Network *network, const Fields *fields);

/* Saves the key of the seat with what its file has besides. The game can go on after a failure. */
bool network_save_seat(Network *network, Error *error);

/* Handles an event of the link after the game was opened. */
void network_on_event(Network *network, const LinkEvent *event);

#endif
