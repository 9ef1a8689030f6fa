/*
 * The server's core: all that congod does, without sockets, disk or clock. Bytes from clients,
 * completions of the store and the time go in; bytes for clients and requests to the store come
 * out. It is deterministic: the same input gives the same output.
 *
 * A caller does, whenever something happened:
 *     core_set_time, then client_receive, core_complete, core_tick ..., and at last
 *     while ((client = core_next_changed(core))) write client_output, read or not, close.
 */
#ifndef SERVER_CORE_CORE_H
#define SERVER_CORE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/server_settings.h"
#include "server/core/address.h"
#include "server/store/store.h"

typedef struct Core Core;
typedef struct Client Client;

typedef struct CoreOptions {
    ServerLimits limits;
    Store *store;        /* borrowed */
    const char *version; /* of the program; borrowed */
    /* Bytes nobody can foretell; NULL: the system's. For simulations, whose chance must repeat. */
    void (*random)(void *context, void *bytes, size_t size);
    void *random_context;
    int64_t now_ms, unix_ms; /* see core_set_time */
} CoreOptions;

/* Asks the store for what it has to go on with: call core_complete for it soon. */
Core *core_create(const CoreOptions *options);
/* All clients have been closed. The store is not. */
void core_free(Core *core);
/* Other limits, from now on. */
void core_configure(Core *core, const ServerLimits *limits);

/* The time in milliseconds: on a clock that only goes forward, and since 1970. */
void core_set_time(Core *core, int64_t now_ms, int64_t unix_ms);
/* When core_tick has something to do, on the first clock; INT64_MAX: never. */
int64_t core_next_deadline(const Core *core);
void core_tick(Core *core);

/* What clients want beyond their share of the server, many commands at once or the rest of a long
 * reply, is put off and done in rounds of half a millisecond, a few clients in each. While there is
 * something put off, a round is to be called now and then, so that most of the time is left to
 * everybody else. */
bool core_has_deferred(const Core *core);
void core_run_deferred(Core *core);

/* ---- clients ---- */

/* What a caller is to do with a connection. */
typedef enum ClientAction {
    CLIENT_READ,  /* read when there is something */
    CLIENT_PAUSE, /* do not read now */
    CLIENT_CLOSE  /* close it, output or not, and call client_close */
} ClientAction;

/* A new connection; `link` is the caller's. NULL when there are too many: then *refusal (static)
 * is to be written before it is closed. */
Client *client_open(Core *core, const Address *address, void *link, const char **refusal);
void client_receive(Core *core, Client *client, const char *bytes, size_t length);
/* The client will send no more. What it sent is answered, and then it is closed. */
void client_end_input(Core *core, Client *client);
/* The connection is gone, and with this the client. */
void client_close(Core *core, Client *client);

/* The bytes that wait to be sent, valid until the next call; NULL when there are none. */
const char *client_output(const Client *client, size_t *length);
/* So many were sent; long replies go on. */
void client_sent(Core *core, Client *client, size_t length);
ClientAction client_action(const Client *client);
void *client_user_data(const Client *client);

/* The clients whose output or wish may have changed, each once; NULL: no more. */
Client *core_next_changed(Core *core);

/* ---- the store ---- */

/* Takes over what the completion owns. */
void core_complete(Core *core, StoreCompletion *completion);
/* The store has failed: nothing is acknowledged any more, and the program has to end. The sentence
 * is the core's; NULL: it has not. */
const char *core_failure(const Core *core);
/* Whether the store has no room. */
bool core_is_readonly(const Core *core);

/* A backup or a check is carried out; `done` is called from core_complete with what came of it (the
 * completion is the core's), or from core_free with STORE_REFUSED. Draining does not wait for it.
 */
typedef void CoreJobDone(void *context, const StoreCompletion *completion);
void core_backup(Core *core, const char *path, CoreJobDone *done, void *context);
void core_check(Core *core, CoreJobDone *done, void *context);

/* ---- the end ---- */

/* No command is begun any more; when the store has answered all, everybody is told goodbye. */
void core_drain(Core *core);
/* Every client is to be closed now, goodbye or not. */
void core_close_all(Core *core);
/* All goodbyes were sent: no client is left. */
bool core_is_drained(const Core *core);

/* ---- figures ---- */

typedef struct CoreStats {
    uint64_t clients, subscribers;                  /* now */
    uint64_t games_in_memory, games_stored;         /* now */
    uint64_t connections, refused, slow, timed_out; /* since the start, and so on */
    uint64_t commands, command_errors, games_created, moves, events;
    uint64_t public_created, public_moves; /* those of games that are not private */
    uint64_t conflicts;                    /* answers of the store that nobody expected: 0 */
    uint64_t waiting;                      /* requests to the store on their way, now */
    int64_t uptime_ms;
    bool readonly;
} CoreStats;
void core_stats(const Core *core, CoreStats *stats);

#endif
