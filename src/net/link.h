/*
 * A link to a server: the client's side of the protocol without a socket (net/connection.h adds
 * one). Bytes and times go in, bytes and events come out. A link hides lost connections: requests
 * are repeated until they are answered, a seat is taken again with its key, and every ply of a
 * subscribed game is reported exactly once and in order.
 *
 * Times are milliseconds of a monotonic clock.
 */
#ifndef NET_LINK_H
#define NET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "net/protocol.h"

typedef struct Link Link;

typedef enum LinkEventKind {
    LINK_EVENT_ONLINE,  /* message: the server's +HELLO */
    LINK_EVENT_OFFLINE, /* sentence: why; wait_ms: time to the next attempt; tries_another */
    LINK_EVENT_FAILED,  /* sentence: why there will be no further attempt */

    LINK_EVENT_DATA,         /* a line of data in the reply to a request */
    LINK_EVENT_RESTARTED,    /* the reply begins again: discard its lines so far */
    LINK_EVENT_REPLY,        /* the final line of the reply: success or MESSAGE_REJECTED */
    LINK_EVENT_DEFERRED,     /* message: a MESSAGE_REJECTED with retry=later; the request, or with
                                request_id 0 one of the link's own, is repeated after wait_ms. One
                                that is repeated after LINK_RETRY_MIN_MS is not reported */
    LINK_EVENT_REQUEST_LOST, /* no reply: the connection was lost, and the request (SAY, PING) is
                                not repeated because the server may have acted on it; or the link is
                                about to report LINK_EVENT_FAILED */

    LINK_EVENT_GAME,     /* state of a subscribed game: DATA_GAME; moves up to its ply follow */
    LINK_EVENT_MOVE,     /* next ply of a subscribed game: EVENT_MOVE; fen, hash and clocks are set
                            for live moves, ms for earlier ones */
    LINK_EVENT_END,      /* a subscribed game is over: EVENT_END, once, after the last move */
    LINK_EVENT_SEAT,     /* a seat was taken: +JOIN; or refused: MESSAGE_REJECTED, only watched */
    LINK_EVENT_REPLACED, /* another client took the seat with the same key; only watched now */
    LINK_EVENT_UNSUBSCRIBED, /* the subscription ended; message: MESSAGE_REJECTED, or sentence */
    LINK_EVENT_LISTED,       /* after link_follow_lists, and again after lost connections: all games
                                were reported as EVENT_LISTs after an EVENT_RELIST; or message: a
                                MESSAGE_REJECTED */
    LINK_EVENT_OTHER         /* any other event of the server */
} LinkEventKind;

/* Pointers are valid during the call. */
typedef struct LinkEvent {
    LinkEventKind kind;
    unsigned request_id;    /* or 0 */
    GameId id;              /* of the game, or "" */
    const Message *message; /* or NULL */
    const char *sentence;   /* or NULL */
    int64_t wait_ms;
    bool tries_another; /* at once another server: not all have been tried in a row */
} LinkEvent;

/* Called from the transport functions, never from link_request or link_subscribe. It may call these
 * but not link_free. */
typedef void LinkListener(void *context, const LinkEvent *event);

typedef struct LinkOptions {
    char program[PROGRAM_MAX + 1]; /* name and version for the server, or "" */
    uint64_t seed;                 /* for the jitter of attempts */
    unsigned servers;              /* number of servers that the transport tries in turn; 0: one */
} LinkOptions;

enum {
    LINK_RETRY_MIN_MS = 500,         /* backoff of attempts: doubled each time ... */
    LINK_RETRY_MAX_MS = 30000,       /* ... up to this, with a jitter of a quarter */
    LINK_SPREAD_MS = 500,            /* wait at most before another server is tried */
    LINK_CONNECT_TIMEOUT_MS = 15000, /* for connecting, and for the server's greeting ... */
    LINK_CONNECT_EACH_MS = 5000,     /* ... if there are several servers */
    LINK_PING_AFTER_MS = 20000,      /* without an answer before a PING */
    LINK_DEAD_AFTER_MS = 30000       /* ... before the connection is dropped; events do not count */
};

/* The new link wants a connection at once. */
Link *link_create(const LinkOptions *options, LinkListener *listener, void *context,
                  int64_t now_ms);

void link_free(Link *link); /* NULL is allowed */

/* ---- for the user ---- */

bool link_is_online(const Link *link);

/* Features of a server, as the words of features= in +HELLO name them. */
#define FEATURE_REMATCH "rematch"

#define FEATURE_CLAIM "claim"

#define FEATURE_INVITE "invite"

#define FEATURE_PER_MOVE "permove"

#define FEATURE_MUTE "mute"

#define FEATURE_SUBSCRIBE "subscribe"

/* Returns whether the server offers something. Before the first greeting the answer is no; while
 * offline, it is that of the last connection. */
bool link_has_feature(const Link *link, const char *feature);

/*
 * Sends a request, or queues it while offline; its tag is ignored. Returns its id, never 0. The
 * link may repeat it after a lost connection or an error with retry=later, so a request that
 * changes a game must name its ply or key.
 */
unsigned link_request(Link *link, const Request *request);

/* A game to follow from a ply on. */
typedef struct Subscription {
    GameId id;
    Seat seat;                     /* to take, SEAT_ANY for either; SEAT_NONE: to watch */
    SeatKey key;                   /* of the seat */
    char name[NAME_MAX_BYTES + 1]; /* of the player; "" keeps the server's */
    uint32_t known_plies;
    bool has_hash; /* `hash` is valid */
    uint64_t hash; /* of the position after known_plies; a mismatch ends the subscription */
} Subscription;

enum { MUTED_COUNT = SEAT_NONE + 1 }; /* whose talk can be muted: each side's, and spectators' */

/* Follows a game. The players that the user has muted in it are muted again after a reconnect. */
void link_subscribe(Link *link, const Subscription *subscription);

/* Follows the lists of open and of live games: reports each game as an EVENT_LIST
 * (LINK_EVENT_OTHER) and later changes as the server's events. Only for a server with
 * FEATURE_SUBSCRIBE. */
void link_follow_lists(Link *link);

/* Leaves a server that lacks a game it should have, if there are others to try: its requests are
 * repeated there. Returns false after all servers in a row were left or are of no use. */
bool link_leave_server(Link *link, const char *why);

/* Ends the wait for the next attempt. */
void link_retry_now(Link *link, int64_t now_ms);

/* ---- for the transport ---- */

/* Returns whether there should be a connection. When this becomes false, the transport closes the
 * connection and makes no more calls for it. */
bool link_wants_connection(const Link *link);

void link_connected(Link *link, int64_t now_ms);

/* The attempt failed, or the connection was lost. */
void link_lost(Link *link, const char *why, int64_t now_ms);

/* As link_lost, but a further attempt would be wrong. The link fails if that is so of all servers
 * in a row. */
void link_failed(Link *link, const char *why, int64_t now_ms);

/* There must be no attempt with any server. */
void link_refused(Link *link, const char *why, int64_t now_ms);

void link_receive(Link *link, const char *bytes, size_t length, int64_t now_ms);

/* Returns the bytes to send; link_take_output removes those that were sent. */
const char *link_output(const Link *link, size_t *length);

void link_take_output(Link *link, size_t length);

/* Returns the time that connecting may take, and the server's greeting. */
int64_t link_connect_timeout_ms(const Link *link);

/* Returns when to call link_tick, INT64_MAX for never. Any call of a function may change it. */
int64_t link_deadline(const Link *link);

void link_tick(Link *link, int64_t now_ms);

#endif
