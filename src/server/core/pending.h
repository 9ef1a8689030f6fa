/* Calls of the store that are pending: what the core has to remember until they complete. */
#ifndef SERVER_CORE_PENDING_H
#define SERVER_CORE_PENDING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "net/identity.h"
#include "net/request.h"
#include "rules/move.h"
#include "server/core/core.h"
#include "server/store/store.h"

typedef struct CachedGame CachedGame;

typedef struct PendingCall {
    Client *client;   /* NULL: gone, or the server's own call */
    CachedGame *game; /* NULL: none yet */
    SLIST_ENTRY(PendingCall) free_entry;
    StoreHeader *header;       /* of a CREATE; owned */
    uint32_t slot, generation; /* make up the id of the request; the slot's uses are counted */
    StoreKind kind;
    Verb verb;
    char tag[TAG_MAX + 1];
    Seat seat;
    SeatKey key;
    KeyHash hash;
    char name[NAME_MAX_BYTES + 1];
    Move move;
    uint32_t ply, ms;
    DrawAction action;
    StoreDraw draw;
    StoreEnd end;
    CoreJobDone *done; /* of a job of the administrator */
    void *done_context;
} PendingCall;

typedef struct PendingCalls {
    PendingCall **blocks; /* owned; calls do not move */
    uint32_t block_count;
    uint32_t used; /* slots */
    SLIST_HEAD(FreePendingCalls, PendingCall) free;
    uint64_t waiting; /* calls pending, but for jobs of the administrator */
} PendingCalls;

/* Called with the result of a call. */
typedef void CompletionHandler(Core *core, PendingCall *pending, StoreCompletion *completion);

/* Begins a call for a client's request (both may be NULL) and a game (may be NULL). The caller
 * fills in the rest and submits it. */
PendingCall *pending_begin(Core *core, StoreKind kind, Client *client, const Request *request,
                           CachedGame *game);
void pending_submit(Core *core, PendingCall *pending, StoreRequest *request);

/* Ends the call, and resumes the client and those that wait for the game. */
void pending_complete(Core *core, StoreCompletion *completion);

/* Frees all calls. Jobs of the administrator are told STORE_REFUSED. */
void pending_free(Core *core);

/* Returns whether the store takes changes. Else refuses. */
bool pending_check_writable(Core *core, Client *client, const char *tag);

#endif
