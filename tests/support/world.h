/* The core in a simulated world: clients with connections, a store in memory, and a clock that the
 * test advances. */
#ifndef TESTS_SUPPORT_WORLD_H
#define TESTS_SUPPORT_WORLD_H

#include <stdbool.h>

#include "base/buffer.h"
#include "memory_store.h"
#include "server/core/core.h"

typedef struct World {
    Core *core;
    MemoryStore *memory;
    ServerLimits limits;
    int64_t now_ms;
    int64_t wall_error_ms; /* of the wall clock */
    uint64_t chance;
    struct Peer *peers;
    bool store_is_held; /* the store answers only in world_commit */
} World;

/* The other end of a connection. */
typedef struct Peer {
    struct Peer *next;
    World *world;
    Client *client; /* NULL: closed by the server */
    Buffer sending; /* unread by the server */
    Buffer received;
    size_t taken; /* bytes of `received` read by the test */
    size_t room;  /* bytes it still accepts; SIZE_MAX: no limit */
    size_t received_total;
    char line[2048];
} Peer;

/* Creates a world with the default limits, but without rate limits. */
World *world_create(void);
/* Creates one whose store is shared with another server (memory_store_share). */
World *world_create_shared(void);
World *world_create_with(const ServerLimits *limits, MemoryStore *memory);
void world_free(World *world); /* frees the store too */
uint64_t world_random(World *world);

/* Kills the server and restarts it on the same store. `survivors` of the pending requests are run.
 * All peers lose their connections. */
void world_crash(World *world, size_t survivors);

/* Connects a peer from an address; NULL: loopback. */
Peer *world_connect(World *world, const char *address);
/* Likewise, and discards the greeting. */
Peer *world_connect_quietly(World *world, const char *address);
/* Returns the value of a field of =GAME, as peer_field does, as a new client is told it. */
const char *world_shown(World *world, const char *id, const char *key);
/* Sends bytes without adding a line end. */
void peer_send(Peer *peer, const char *bytes, size_t length);
/* Sends a line. */
void peer_say(Peer *peer, const char *format, ...) PRINTF_LIKE(2, 3);
/* Closes the connection at once. */
void peer_close(Peer *peer);
/* Ends the peer's input. */
void peer_end_input(Peer *peer);
void peer_free(Peer *peer);

/* Returns the next line from the server without its end, or "". */
const char *peer_line(Peer *peer);
/* Reads all lines and returns the last one, or "". */
const char *peer_last(Peer *peer);
/* Discards the received lines. */
void peer_discard(Peer *peer);

/* Runs the core and all connections as far as possible at this time. */
void world_settle(World *world);
/* Runs at most `most` requests in one transaction. */
void world_commit(World *world, size_t most);
/* Advances the clock. */
void world_advance(World *world, int64_t ms);

/* Fail unless the next line begins with the text, or unless there is no further line. */
#define expect(peer, text) expect_at(peer, text, __FILE__, __LINE__)
#define expect_none(peer)  expect_none_at(peer, __FILE__, __LINE__)
void expect_at(Peer *peer, const char *text, const char *file, int line);
void expect_none_at(Peer *peer, const char *file, int line);

/* Returns the value of a field of the last line, or "". */
const char *peer_field(const Peer *peer, const char *key);

#endif
