/*
 * The server's core: congod without sockets, disk or clock. Its input is the bytes of clients, the
 * time and the completions of the store; its output is bytes for clients and requests to the store.
 * It is deterministic.
 *
 * After each event the owner calls core_set_time() and the function for the event
 * (client_receive(), core_complete(), core_tick(), ...). Then it takes clients from
 * core_next_changed() until that returns NULL. For each of them it sends the output and reads,
 * pauses or closes as client_action() says.
 */
#ifndef SERVER_CORE_CORE_H
#define SERVER_CORE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config/server_settings.h"
#include "server/core/client.h"
#include "server/store/store.h"

typedef struct CoreOptions {
    ServerLimits limits;
    Store *store;        /* borrowed */
    const char *version; /* of the program; borrowed */
    /* Fills in unpredictable bytes; NULL: the system's. Simulations supply a repeatable sequence.
     */
    void (*random)(void *context, void *bytes, size_t size);
    void *random_context;
    /* Called with the address of a client that breaks a limit as only an attacker does, and what
     * it does; may be NULL. */
    void (*on_abuse)(void *context, const Address *address, const char *what);
    void *abuse_context;
    int64_t now_ms, unix_ms; /* see core_set_time */
} CoreOptions;

/* Creates a core and loads the games whose clocks run. The caller frees it with core_free(). */
Core *core_create(const CoreOptions *options);

/* Frees a core without clients, whose store is closed. */
void core_free(Core *core);

/* Changes the limits. */
void core_configure(Core *core, const ServerLimits *limits);

/* Sets the texts of the greeting, which are borrowed; "": none. */
void core_set_greeting(Core *core, const char *message, const char *contact);

/* Sets the time in milliseconds, on a monotonic clock and since 1970. The former stands still while
 * the owner cannot serve clients, so that nobody loses on time meanwhile. With a shared store it is
 * the service time, and 0 until that is known; until then there are no clients. */
void core_set_time(Core *core, int64_t now_ms, int64_t unix_ms);

enum { CORE_WATCH_MS = 500 };

/* Called at least every CORE_WATCH_MS with a monotonic time that never stands still, after
 * core_set_time(). Asks the database whether it answers. After limits.outage seconds without an
 * answer, all clients are told and newcomers refused; after limits.outage_bye, all are sent away.
 */
void core_watch(Core *core, int64_t monotonic_ms);

/* Returns false from the one to the first answer. */
bool core_database_answers(const Core *core);

/* Returns whether the clock of any game runs. */
bool core_has_running_clocks(const Core *core);

/* Returns when core_tick() is due on the monotonic clock; INT64_MAX: never. */
int64_t core_next_deadline(const Core *core);
void core_tick(Core *core);

/* Work that exceeds a client's fair share is deferred. While there is any, the owner runs a round
 * of it, about half a millisecond, every few milliseconds. */
bool core_has_deferred(const Core *core);
void core_run_deferred(Core *core);

/* Returns the next client whose output or action may have changed, or NULL. */
Client *core_next_changed(Core *core);

/* ---- the store ---- */

/* Processes a completion of the store and frees what it owns. */
void core_complete(Core *core, StoreCompletion *completion);

/* Returns why the store has failed, or NULL; the text is the core's. After a failure nothing is
 * acknowledged and the program has to end. */
const char *core_failure(const Core *core);

/* Returns whether the store's disk is full. */
bool core_is_readonly(const Core *core);

/* Called with the borrowed result of a job, or with STORE_REJECTED if the core is freed earlier.
 * Until then the path is borrowed. */
typedef void CoreJobDone(void *context, const StoreCompletion *completion);
void core_backup(Core *core, const char *path, bool replaces, CoreJobDone *done, void *context);
void core_check(Core *core, CoreJobDone *done, void *context);

/* Hides a game, or lists it again. */
void core_hide(Core *core, uint64_t id, bool hidden, CoreJobDone *done, void *context);

/* ---- shutting down ---- */

/* Runs no more commands. Disconnects all clients once the store has completed all calls except jobs
 * of the administrator. */
void core_drain(Core *core);

/* Returns whether a drained core has no client left. */
bool core_is_drained(const Core *core);

/* Closes all clients at once. */
void core_close_all(Core *core);

/* ---- counters ---- */

typedef struct CoreStats {
    uint64_t clients, subscribers;                   /* now */
    uint64_t games_in_memory, games_stored;          /* now */
    uint64_t connections, rejected, slow, timed_out; /* these and all below: since the start */
    uint64_t commands, command_errors, games_created, moves, events;
    uint64_t public_created, public_moves; /* of games that are not private */
    uint64_t conflicts;                    /* unexpected results of the store: 0 */
    uint64_t overtaken; /* changes of games that other servers had changed in the meantime */
    uint64_t waiting;   /* pending calls of the store, now */
    int64_t uptime_ms;
    bool readonly, outage;
} CoreStats;
void core_stats(const Core *core, CoreStats *stats);

#endif
