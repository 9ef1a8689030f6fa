/* The core in a simulated world: clients with wires, a store in memory, a clock that the test
 * turns. */
#ifndef TESTS_SERVER_WORLD_H
#define TESTS_SERVER_WORLD_H

#include <stdbool.h>

#include "base/buffer.h"
#include "memory_store.h"
#include "server/core/core.h"

typedef struct World {
    Core *core;
    MemoryStore *memory;
    ServerLimits limits;
    int64_t now_ms;
    uint64_t chance;
    struct Peer *peers;
    bool holds_store; /* the store answers only when world_commit is called */
} World;

/* The other end of a connection. */
typedef struct Peer {
    struct Peer *next;
    World *world;
    Client *client; /* NULL: closed by the server */
    Buffer sending; /* what the server does not read yet */
    Buffer received;
    size_t taken; /* of what was received */
    size_t room;  /* bytes it takes before it stops reading; SIZE_MAX: any */
    size_t received_total;
    char line[2048];
} Peer;

/* The usual limits; commands and new games are not limited unless the test says so. */
World *world_create(void);
World *world_create_with(const ServerLimits *limits, MemoryStore *memory);
void world_free(World *world); /* frees the store too */
uint64_t world_random(World *world);

/* The server ends without a word and begins again with what is stored; all peers are cut off.
 * `survivors` of the requests on their way are carried out. */
void world_crash(World *world, size_t survivors);

/* NULL is a loopback address. */
Peer *world_connect(World *world, const char *address);
/* Sends bytes; no line end is added. */
void peer_send(Peer *peer, const char *bytes, size_t length);
/* Sends a line. */
void peer_say(Peer *peer, const char *format, ...) PRINTF_LIKE(2, 3);
/* The peer closes, at once. */
void peer_close(Peer *peer);
/* The peer has nothing more to say. */
void peer_end(Peer *peer);
void peer_free(Peer *peer);

/* The next line from the server, without its end; "" when there is none yet. */
const char *peer_line(Peer *peer);
/* The same, without looking at what was received before the last line. */
const char *peer_last(Peer *peer);
/* Drops what was received. */
void peer_forget(Peer *peer);

/* Lets the core and all wires do what they can at this time. */
void world_settle(World *world);
/* Requests are answered in one transaction. */
void world_commit(World *world, size_t most);
void world_pass(World *world, int64_t ms);

/* The next line must begin so, or be so. */
#define expect(peer, text) expect_at(peer, text, __FILE__, __LINE__)
#define expect_none(peer)  expect_none_at(peer, __FILE__, __LINE__)
void expect_at(Peer *peer, const char *text, const char *file, int line);
void expect_none_at(Peer *peer, const char *file, int line);

/* The value of a field of the line that was read last ("" if it is not there). */
const char *peer_field(const Peer *peer, const char *key);

#endif
