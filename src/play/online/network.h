/*
 * A session that is a game on a server (network_open.h opens one). It is played like any other
 * session (session.h): moves are submitted in the same way, the opponent's moves arrive as events,
 * and a lost connection is restored automatically.
 *
 * A local move is shown at once, and is confirmed when the server has stored it; until then
 * network_view reports it as pending, and it is sent again after a reconnect, also by the program
 * that resumes the game if this one is left before. A move that the server rejects is taken back
 * with a SESSION_NOTICE. The server keeps the clocks and decides how the game ends. A network game
 * has no undo or redo; it is resumed with its saved key (seats.h), and a player's program keeps it
 * when it is over (autosave.h).
 *
 * Advice is allowed in network games. Analysis is not allowed to a player before the game is over:
 * the engine would be playing.
 */
#ifndef PLAY_ONLINE_NETWORK_H
#define PLAY_ONLINE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "net/identity.h"
#include "net/line.h"
#include "net/protocol.h"
#include "net/servers.h"
#include "play/online/network_options.h"
#include "play/online/seats.h"
#include "play/session.h"

typedef struct Network Network;

/* Begins every error that came from a server. */
#define SERVER_ERROR_PREFIX "Server response error: "

/* Begins the notice that the connection is lost, which NetworkView says, too. */
#define NETWORK_RECONNECTING "Reconnecting: "

/* "ID-INVITATION": the game and the key that keeps its seat, in one word. */
enum { INVITATION_SIZE = GAME_ID_LENGTH + 1 + SEAT_KEY_LENGTH + 1 };

typedef struct NetworkView {
    GameId id;
    char server[SERVER_ADDRESS_SIZE]; /* the one that was reached last: "localhost:7153" */
    char
        tried[SERVER_ADDRESS_SIZE]; /* if offline: the other one that is tried now or next, or "" */
    bool encrypted;
    bool created;              /* here, and not joined or watched */
    Seat seat;                 /* of the player here; SEAT_NONE: a spectator */
    bool taken[COLOR_COUNT];   /* the seat has a player ... */
    bool present[COLOR_COUNT]; /* ... whether its player is connected, as far as known */
    bool online;
    int retry_s;      /* if offline: whole seconds to the next attempt; 0 while connecting */
    bool key_saved;   /* the seat can be resumed: see seats.h */
    bool game_lost;   /* final: the server has lost the game ... */
    bool unreachable; /* ... or is incompatible or not trusted any more: the seat can be resumed */
    bool waiting;     /* a move or another request has not been acknowledged ... */
    bool delayed;     /* ... for more than a second; reported when that begins */
    bool unconfirmed; /* a move that was made here is not known to be on the server ... */
    bool unsaved;     /* ... and the file of the seat could not be written, which would keep it */
    const char *undecided; /* what the player here asked for, such as "resignation", if that is not
                              acknowledged: it is lost with the program; or NULL */
    bool read_only;        /* the server's disk is full: it accepts no changes for now */
    bool kept;             /* a free seat is kept for whoever was invited */
    char invitation[INVITATION_SIZE]; /* to that seat, if made here; "" if nobody is awaited */
    bool can_rematch; /* the game is over, and a player here may offer or accept another one */
    RematchState rematch;
    GameId rematch_id; /* REMATCH_MADE: network_rematch_options opens it */
    bool can_mute;     /* the server can */
    bool muted[COLOR_COUNT], spectators_muted;
    int claim_minutes; /* a player away for this long in their turn loses if the opponent claims
                          the game; 0: never */
    int claim_s;       /* seconds until the player here may do so, 0: now; -1: the opponent is here
                          or not to move. Reaching 0 is reported */
    size_t talk_count; /* lines of talk so far: see network_talk */
} NetworkView;

/* Returns the servers of a network game, the one that was reached last first, or NULL for other
 * sessions. */
const ServerList *network_servers(const Session *session);

/* Gets the state of a network game; returns false for other sessions. Changes are reported as
 * SESSION_NETWORK. */
bool network_view(const Session *session, NetworkView *view);

typedef struct TalkLine {
    Seat seat;                     /* the speaker's; SEAT_NONE: a spectator */
    bool mine;                     /* said here */
    char name[NAME_MAX_BYTES + 1]; /* or "" */
    char text[LINE_CLIENT_MAX + 1];
} TalkLine;

/* Returns whether the speaker has a name; a server calls the others "spectator". */
bool talk_line_has_name(const TalkLine *line);

enum { TALK_KEPT = 100 };

/* Returns a line of talk by its number, from 0, or NULL if there is none or it is older than the
 * last TALK_KEPT. New lines are reported as SESSION_TALK. */
const TalkLine *network_talk(const Session *session, size_t number);

/* Says a line to everybody in the game. It appears in the talk when the server has accepted it. */
bool network_say(Session *session, const char *text, Error *error);

/* Ends the talk of a player, of spectators (SEAT_NONE) or of everybody (SEAT_ANY) in this program,
 * or allows it again. */
bool network_mute(Session *session, Seat speaker, bool mute, Error *error);

/* Offers a rematch, or accepts the opponent's offer: see NetworkView. */
bool network_rematch(Session *session, Error *error);

/* Declines the opponent's offer, or withdraws the player's own. */
bool network_decline_rematch(Session *session, Error *error);

/* Gets the options to open the rematch that was made: with the same key and the same kind of
 * player, or as a spectator. The caller clears the key. Returns false if there is none. */
bool network_rematch_options(const Session *session, NetworkOptions *options);

/* Claims the game against an opponent who has been away for too long. */
bool network_claim(Session *session, Error *error);

/* Ends the game without a result; possible until both sides have moved. */
bool network_abort(Session *session, Error *error);

/* If offline: tries to connect at once. */
void network_retry_now(Session *session);

#endif
