/*
 * The inside of a network game: network.c (questions, talk), network_wish.c (what is asked for),
 * network_open.c (how it begins), network_game.c (what the server tells of it) and network_play.c
 * (what is told to the server).
 * The files of a session include it too.
 */
#ifndef PLAY_NETWORK_STATE_H
#define PLAY_NETWORK_STATE_H

#include "net/connection.h"
#include "play/network.h"
#include "play/saved_seats.h"
#include "play/session_state.h"

/* Something asked of the server that has no answer yet. */
typedef struct SentRequest {
    struct SentRequest *next;
    unsigned request_id;
    Verb verb;
    char text[LINE_CLIENT_MAX + 1]; /* of SAY */
} SentRequest;

typedef struct NetworkOpening NetworkOpening;

struct Network {
    Connection *connection;
    NetworkOptions options;  /* with the id and the key in force */
    NetworkOpening *opening; /* NULL: it is open */
    Session *session;        /* NULL: not yet */
    SavedSeatFile *file;     /* of the key; NULL: none is kept */
    Error notice;            /* from before there was a session */

    Seat seat;
    bool taken[COLOR_COUNT], present[COLOR_COUNT];
    char name[COLOR_COUNT][NAME_MAX_BYTES + 1]; /* as the server has them */
    bool online;
    bool was_online;       /* what has been told */
    bool talk_unconfirmed; /* talk was under way when the connection was lost */
    uint64_t retry_at_ms;  /* of the loop's time: the next attempt */
    bool game_lost;        /* the server has the game no more */
    int reloads;           /* how often the game was read anew, because the server's was another */

    size_t confirmed;             /* plies that the server has acknowledged or told */
    bool has_clocks;              /* below are the clocks ... */
    size_t clocks_ply;            /* ... at that ply */
    int64_t left_ms[COLOR_COUNT]; /* of the game's state, told before its moves */

    SentRequest *sent; /* in the order of the answers */
    TalkLine *talk[TALK_KEPT];
    size_t talk_count;
};

/* --- network_wish.c --- */

/* NEW or JOIN, with the wish's key. */
void network_options_request(const NetworkOptions *options, Request *request);

/* --- network_open.c --- */

/* What the server's =GAME tells of the players. */
void network_set_players(Network *network, const Fields *field);

/* --- network.c --- */

/* All but the session. NULL is allowed. */
void network_free(Network *network);
void network_add_talk(Network *network, const TalkLine *line);
/* The name to be shown for a side. */
void network_player_name(const Network *network, Color color, SessionPlayer *player);

/* --- network_game.c --- */

/* The session is there: from now on it follows the server's game. */
void network_attach_session(Session *session);
/* The session ends. */
void network_detach_session(Session *session);
void network_on_event(Network *network, const LinkEvent *event);
/* Takes back the moves that the server does not have; false: it has all. */
bool network_cut_unconfirmed(Session *session);

/* --- network_play.c --- */

/* The answer to what was asked. */
void network_on_answer(Network *network, const LinkEvent *event);
/* Whether the player here may do something now. */
bool network_check_can_play(const Session *session, Error *error);
/* The player here has made the session's last move. */
void network_send_move(Session *session);
bool network_resign(Session *session, Error *error);
/* The player here offers, accepts or declines a draw. */
bool network_draw(Session *session, DrawAction action, Error *error);
bool network_is_waiting(const Network *network);

#endif
