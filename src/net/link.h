/*
 * A link to a server: the client's side of the protocol, without a socket. Bytes and time go in,
 * bytes and news come out. It keeps up the conversation across lost connections, so that its user
 * sees one server that never goes away: requests are sent again until they are answered, a seat is
 * taken again with its key, and of a game that is followed every ply is told exactly once, in
 * order. net/connection.h puts a socket under it.
 *
 * Times are milliseconds of a clock that only goes forward.
 */
#ifndef NET_LINK_H
#define NET_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/message.h"
#include "net/request.h"

typedef struct Link Link;

typedef enum LinkEventKind {
    LINK_EVENT_ONLINE,  /* the server was greeted; message: its +HELLO */
    LINK_EVENT_OFFLINE, /* no connection; sentence: why; wait_ms: to the next attempt */
    LINK_EVENT_FAILED,  /* the server cannot be talked to; sentence: why; nothing more is tried */

    LINK_EVENT_DATA,         /* a line of the reply to `ticket` */
    LINK_EVENT_RESTARTED,    /* the lines of that reply so far do not count: it begins anew */
    LINK_EVENT_REPLY,        /* its final line, a success or a MESSAGE_REFUSED */
    LINK_EVENT_DEFERRED,     /* refused for now, and will be sent again by itself after wait_ms;
                         message: the     MESSAGE_REFUSED; ticket 0: what it takes to follow a game */
    LINK_EVENT_REQUEST_LOST, /* the connection was lost before the answer came, and the request (SAY
                     or PING) is not sent again, because that might do it twice */

    LINK_EVENT_GAME, /* how a followed game stands: DATA_GAME; the moves up to its ply follow */
    LINK_EVENT_MOVE, /* the next ply of a followed game, also one's own: EVENT_MOVE; fen, hash and
                  clocks are there for moves seen as they were played, ms for others */
    LINK_EVENT_END,  /* a followed game is over: EVENT_END; told once, after the last move */
    LINK_EVENT_SEAT, /* a seat was taken ("+JOIN"), or refused (MESSAGE_REFUSED): then the game is
                        only watched */
    LINK_EVENT_REPLACED, /* somebody with the same key has the seat now: EVENT_REPLACED; it is only
                      watched */
    LINK_EVENT_UNSUBSCRIBED, /* the game cannot be followed any longer; message: the
                        MESSAGE_REFUSED, or sentence: why */
    LINK_EVENT_OTHER         /* any other event */
} LinkEventKind;

/* All pointers last until the call returns. */
typedef struct LinkEvent {
    LinkEventKind kind;
    unsigned request_id;    /* of the request it is about; 0: none */
    GameId id;              /* of the game it is about; "": none */
    const Message *message; /* NULL: none */
    const char *sentence;   /* NULL: none */
    int64_t wait_ms;
} LinkEvent;

/* Called while bytes or time are put in, never from within a request. It may make requests and
 * follow, but not free the link. */
typedef void LinkListener(void *context, const LinkEvent *event);

typedef struct LinkOptions {
    char program[PROGRAM_MAX + 1]; /* name and version told to the server; "": none */
    uint64_t seed;                 /* any number: attempts of many links are spread by it */
} LinkOptions;

enum {
    LINK_RETRY_MIN_MS = 500,   /* to the first new attempt; then twice as long each time ... */
    LINK_RETRY_MAX_MS = 30000, /* ... up to this, all with a quarter more or less */
    LINK_CONNECT_TIMEOUT_MS = 15000, /* a server has to be reached and to greet */
    LINK_PING_AFTER_MS = 20000,      /* then it is asked whether it is there ... */
    LINK_DEAD_AFTER_MS = 30000       /* ... and then taken for dead */
};

/* A link that wants a connection at once. */
Link *link_create(const LinkOptions *options, LinkListener *listener, void *context,
                  int64_t now_ms);
void link_free(Link *link); /* NULL is allowed; nothing is told */

/* ---- for the user ---- */

bool link_is_online(const Link *link);

/*
 * Sends a request (its tag does not matter) and returns its ticket, never 0. Offline it waits. One
 * that changes a game says with its ply, or its key, what it is about, and is sent again after a
 * lost connection until it is answered, and also after a refusal with retry=later.
 */
unsigned link_request(Link *link, const Request *request);

/* A game to be followed from a ply on. */
typedef struct Subscription {
    GameId id;
    Seat seat;                     /* to be taken, SEAT_ANY: whichever; SEAT_NONE: to be watched */
    SeatKey key;                   /* of the seat: seat_key_make makes a new one */
    char name[NAME_MAX_BYTES + 1]; /* of the player; "": none, or what it was */
    uint32_t known_plies;          /* the plies that are known */
    bool has_hash;                 /* whether `hash` is set */
    uint64_t hash; /* FEN hash of the position after them: another one at the server is news */
} Subscription;

void link_subscribe(Link *link, const Subscription *subscription);

/* Attempts now, if it waits for the next one. */
void link_retry_now(Link *link, int64_t now_ms);

/* ---- for the transport ---- */

/* Whether there should be a connection. When that becomes false the transport closes the one there
 * is, and calls nothing for it any more. */
bool link_wants_connection(const Link *link);
void link_connected(Link *link, int64_t now_ms);
/* No connection came about, or it was lost. */
void link_lost(Link *link, const char *why, int64_t now_ms);
void link_receive(Link *link, const char *bytes, size_t length, int64_t now_ms);

/* What is to be sent, until it is taken. */
const char *link_output(const Link *link, size_t *length);
void link_take_output(Link *link, size_t length);

/* When link_tick is wanted; INT64_MAX: never. It changes with every call. */
int64_t link_deadline(const Link *link);
void link_tick(Link *link, int64_t now_ms);

#endif
