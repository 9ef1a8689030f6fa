/* Pending calls of the store, with the data that their completion needs. */
#ifndef SERVER_CORE_PENDING_H
#define SERVER_CORE_PENDING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "net/identity.h"
#include "net/protocol.h"
#include "rules/move.h"
#include "server/core/core.h"
#include "server/store/store.h"

typedef struct CachedGame CachedGame;

typedef struct PendingCall {
    Client *client;   /* NULL if gone, or for an internal call */
    CachedGame *game; /* NULL if the call needs no game, or creates it */
    SLIST_ENTRY(PendingCall) free_entry;
    StoreHeader *header;       /* of a CREATE; owned */
    StoreTalk *talk;           /* of a TELL; owned */
    uint32_t slot, generation; /* the id of the request; each use of a slot has a new generation */
    StoreKind kind;
    Verb verb;
    char tag[TAG_MAX + 1];
    Seat seat;
    SeatKey key;
    KeyHash hash;
    char name[NAME_MAX_BYTES + 1];
    Move move;
    uint32_t ply, ms;
    int64_t arrived_ms; /* of a move */
    DrawAction action;
    StoreDraw draw;
    StoreRematch rematch;
    StoreEnd end;
    bool run_again;    /* the client's command, after the completion */
    CoreJobDone *done; /* of a job of the administrator */
    void *done_context;
} PendingCall;

typedef struct PendingCalls {
    PendingCall **blocks; /* owned; calls do not move */
    uint32_t block_count;
    uint32_t used; /* slots in use or free */
    SLIST_HEAD(FreePendingCalls, PendingCall) free;
    uint64_t waiting; /* pending calls except jobs of the administrator */
} PendingCalls;

/* Called with the result of a call. */
typedef void CompletionHandler(Core *core, PendingCall *pending, StoreCompletion *completion);

/* Begins a call for a client's request and a game; each may be NULL. The caller fills in the other
 * members and submits the call. */
PendingCall *pending_begin(Core *core, StoreKind kind, Client *client, const Request *request,
                           CachedGame *game);
void pending_submit(Core *core, PendingCall *pending, StoreRequest *request);

/* Ends the call. Resumes its client and the clients that wait for its game. */
void pending_complete(Core *core, StoreCompletion *completion);

/* Frees all calls. Jobs of the administrator complete with STORE_REJECTED. */
void pending_free(Core *core);

/* Returns whether the store accepts changes. If not, rejects the client's command. */
bool pending_check_writable(Core *core, Client *client, const char *tag);

#endif
