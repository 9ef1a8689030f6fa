/*
 * The inside of a network game: network.c (questions, talk), network_wish.c (what is asked for),
 * network_open.c (how it begins), network_game.c (what the server tells of it) and network_play.c
 * (what is told to the server).
 * The files of a session include it too.
 */
#ifndef PLAY_NETWORK_PARTS_H
#define PLAY_NETWORK_PARTS_H

#include "net/connection.h"
#include "play/network.h"
#include "play/seats.h"
#include "play/session_parts.h"

/* Something asked of the server that has no answer yet. */
typedef struct Asked {
    struct Asked *next;
    unsigned ticket;
    Verb verb;
    char text[LINE_CLIENT_MAX + 1]; /* of SAY */
} Asked;

typedef struct Opening Opening;

struct Network {
    Connection *connection;
    NetworkWish wish; /* with the id and the key in force */
    Opening *opening; /* NULL: it is open */
    Session *session; /* NULL: not yet */
    SeatFile *file;   /* of the key; NULL: none is kept */
    Error trouble;    /* from before there was a session */

    Seat seat;
    bool taken[COLOR_COUNT], present[COLOR_COUNT];
    char name[COLOR_COUNT][NAME_MAX_BYTES + 1]; /* as the server has them */
    bool online;
    bool was_online;      /* what has been told */
    bool unheard;         /* talk was under way when the connection was lost */
    uint64_t retry_at_ms; /* of the loop's time: the next attempt */
    bool gone;            /* the server has the game no more */
    int repairs;          /* how often the game was read anew, because the server's was another */

    size_t confirmed;             /* plies that the server has acknowledged or told */
    bool has_clocks;              /* below are the clocks ... */
    size_t clocks_ply;            /* ... at that ply */
    int64_t left_ms[COLOR_COUNT]; /* of the game's state, told before its moves */

    Asked *asked; /* in the order of the answers */
    TalkLine *talk[TALK_KEPT];
    size_t talk_count;
};

/* --- network_wish.c --- */

/* NEW or JOIN, with the wish's key. */
void network_wish_request(const NetworkWish *wish, Request *request);

/* --- network_open.c --- */

/* What the server's =GAME tells of the players. */
void network_take_players(Network *network, const Fields *field);

/* --- network.c --- */

/* All but the session. NULL is allowed. */
void network_free(Network *network);
void network_add_talk(Network *network, const TalkLine *line);
/* The name to be shown for a side. */
void network_name(const Network *network, Color color, SessionPlayer *player);

/* --- network_game.c --- */

/* The session is there: from now on it follows the server's game. */
void network_begin(Session *session);
/* The session ends. */
void network_end(Session *session);
void network_hear(Network *network, const News *news);
/* Takes back the moves that the server does not have; false: it has all. */
bool network_cut_unconfirmed(Session *session);

/* --- network_play.c --- */

/* The answer to what was asked. */
void network_answered(Network *network, const News *news);
/* Whether the player here may do something now. */
bool network_may_play(const Session *session, Error *error);
/* The player here has made the session's last move. */
void network_played(Session *session);
bool network_resign(Session *session, Error *error);
/* The player here offers, accepts or declines a draw. */
bool network_draw(Session *session, DrawAction action, Error *error);
bool network_is_waiting(const Network *network);

#endif
