/* Pending calls of the store. */
#ifndef SERVER_CORE_PENDING_H
#define SERVER_CORE_PENDING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "net/identity.h"
#include "net/protocol.h"
#include "rules/fen.h"
#include "rules/move.h"
#include "rules/position.h"
#include "server/core/core.h"
#include "server/store/store.h"

typedef struct CachedGame CachedGame;

/* A call of the store: the request, with its completion, and what the core needs after it. */
typedef struct PendingCall {
    StoreRequest request; /* first */
    LIST_ENTRY(PendingCall) entry;
    Client *client;   /* NULL if gone, or for an internal call */
    CachedGame *game; /* NULL if the call needs no game, or creates it */
    Verb verb;
    char tag[TAG_MAX + 1];
    Seat seat;
    SeatKey key;
    Move move;          /* of a MOVE, ... */
    Position after;     /* ... the position after it, */
    char fen[FEN_SIZE]; /* ... as text, */
    int64_t arrived_ms; /* ... and when it arrived */
    uint32_t ply;
    DrawAction action;
    bool run_again;    /* the client's command, after the completion */
    CoreJobDone *done; /* of a job of the administrator */
    void *done_context;
} PendingCall;

typedef struct PendingCalls {
    LIST_HEAD(PendingCallList, PendingCall) all;
    struct PendingCallList unused; /* ended; kept for the next calls, without keys */
    uint64_t waiting;              /* pending calls except jobs of the administrator */
} PendingCalls;

/* Called with the result of a call. */
typedef void CompletionHandler(Core *core, PendingCall *pending, StoreCompletion *completion);

/* Begins a call for a client's command and a game; each may be NULL. The caller fills in the other
 * members and submits the call. */
PendingCall *pending_begin(Core *core, StoreKind kind, Client *client, const Request *command,
                           CachedGame *game);
void pending_submit(Core *core, PendingCall *pending);

/* Ends the call. Resumes its client and the clients that wait for its game. */
void pending_complete(Core *core, StoreCompletion *completion);

/* Frees all calls, after the store is closed. Jobs of the administrator complete with
 * STORE_REJECTED. */
void pending_free(Core *core);

/* Returns whether the store accepts changes. If not, rejects the client's command. */
bool pending_check_writable(Core *core, Client *client, const char *tag);

#endif
