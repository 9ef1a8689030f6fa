#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "world.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { CHUNK_SIZE = 1400 }; /* bytes transferred at a time */

static const int64_t unix_start_ms = INT64_C(1800000000000);

/* ---- random numbers ---- */

uint64_t world_random(World *world) {
    uint64_t z = world->chance += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static void fill_random(void *context, void *bytes, size_t size) {
    unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)world_random(context);
}

/* ---- the world ---- */

static void start_core(World *world) {
    CoreOptions setup = {.limits = world->limits,
                         .store = memory_store_interface(world->memory),
                         .version = "0",
                         .random = fill_random,
                         .random_context = world,
                         .now_ms = world->now_ms,
                         .unix_ms = unix_start_ms + world->now_ms + world->wall_error_ms};
    world->core = core_create(&setup);
}

World *world_create_with(const ServerLimits *limits, MemoryStore *memory) {
    World *world = memory_allocate(sizeof *world);
    world->memory = memory ? memory : memory_store_create();
    world->limits = *limits;
    world->now_ms = 1000000;
    start_core(world);
    world_settle(world);
    return world;
}

static World *create_without_rate_limits(MemoryStore *memory) {
    ServerSettings settings;
    server_settings_default(&settings);
    settings.limits.commands_per_s = 0;
    settings.limits.games_per_minute = 0;
    settings.limits.talk_per_minute = settings.limits.heard_per_s = 0;
    return world_create_with(&settings.limits, memory);
}

World *world_create(void) {
    return create_without_rate_limits(NULL);
}

World *world_create_shared(void) {
    MemoryStore *memory = memory_store_create();
    memory_store_share(memory);
    return create_without_rate_limits(memory);
}

static void disconnect(Peer *peer) {
    if (peer->client)
        client_close(peer->world->core, peer->client);
    peer->client = NULL;
}

void world_free(World *world) {
    while (world->peers)
        peer_free(world->peers);
    memory_store_commit(world->memory, SIZE_MAX);
    StoreCompletion completion;
    while (store_take(memory_store_interface(world->memory), &completion))
        core_complete(world->core, &completion);
    core_free(world->core);
    memory_store_free(world->memory);
    free(world);
}

void world_crash(World *world, size_t survivors) {
    memory_store_crash(world->memory, survivors);
    for (Peer *peer = world->peers; peer; peer = peer->next) {
        disconnect(peer);
        buffer_clear(&peer->sending);
    }
    store_close(memory_store_interface(world->memory)); /* requests that the closing submitted */
    if (memory_store_interface(world->memory)->is_shared)
        memory_store_register_again(world->memory);
    core_free(world->core);
    world->now_ms += 1000;
    start_core(world);
    world_settle(world);
}

/* ---- connections ---- */

/* Transfers as much output as the peer has room for. */
static bool transfer_output(Peer *peer) {
    size_t length;
    const char *bytes = client_output(peer->client, &length);
    if (length > CHUNK_SIZE)
        length = CHUNK_SIZE;
    if (length > peer->room)
        length = peer->room;
    if (!bytes || length == 0)
        return false;
    buffer_add(&peer->received, bytes, length);
    peer->received_total += length;
    if (peer->room != SIZE_MAX)
        peer->room -= length;
    client_sent(peer->world->core, peer->client, length);
    return true;
}

static bool transfer_input(Peer *peer) {
    if (peer->sending.length == 0 || client_action(peer->client) != CLIENT_READ)
        return false;
    size_t length = peer->sending.length < CHUNK_SIZE ? peer->sending.length : CHUNK_SIZE;
    client_receive(peer->world->core, peer->client, peer->sending.bytes, length);
    memmove(peer->sending.bytes, peer->sending.bytes + length, peer->sending.length - length);
    peer->sending.length -= length;
    return true;
}

static bool transfer(Peer *peer) {
    if (!peer->client)
        return false;
    bool progress = transfer_output(peer);
    progress = transfer_input(peer) || progress;
    if (client_action(peer->client) == CLIENT_CLOSE) {
        while (transfer_output(peer))
            ;
        disconnect(peer);
        progress = true;
    }
    return progress;
}

void world_commit(World *world, size_t most) {
    memory_store_commit(world->memory, most);
    StoreCompletion completion;
    while (store_take(memory_store_interface(world->memory), &completion))
        core_complete(world->core, &completion);
}

void world_settle(World *world) {
    core_set_time(world->core, world->now_ms, unix_start_ms + world->now_ms + world->wall_error_ms);
    if (memory_store_interface(world->memory)->is_shared)
        memory_store_set_time(world->memory, world->now_ms);
    bool progress = true;
    while (progress) {
        progress = false;
        core_tick(world->core);
        if (!world->store_is_held && (memory_store_waiting(world->memory) > 0 ||
                                      memory_store_has_completions(world->memory))) {
            world_commit(world, SIZE_MAX);
            progress = true;
        }
        if (core_has_deferred(world->core)) {
            core_run_deferred(world->core);
            progress = true;
        }
        while (core_next_changed(world->core))
            ;
        for (Peer *peer = world->peers; peer; peer = peer->next)
            progress = transfer(peer) || progress;
    }
}

void world_advance(World *world, int64_t ms) {
    int64_t end = world->now_ms + ms;
    world_settle(world);
    while (core_next_deadline(world->core) <= end) {
        if (core_next_deadline(world->core) > world->now_ms)
            world->now_ms = core_next_deadline(world->core);
        else
            world->now_ms++; /* the test holds the store */
        world_settle(world);
    }
    world->now_ms = end;
    world_settle(world);
}

/* ---- peers ---- */

static Address read_address(const char *text) {
    Address address = {{0}};
    if (!text)
        address.bytes[15] = 1;
    else if (strchr(text, ':'))
        inet_pton(AF_INET6, text, address.bytes);
    else {
        address.bytes[10] = address.bytes[11] = 0xff;
        inet_pton(AF_INET, text, address.bytes + 12);
    }
    return address;
}

Peer *world_connect(World *world, const char *address) {
    Peer *peer = memory_allocate(sizeof *peer);
    Address from = read_address(address);
    const char *rejection;
    peer->world = world;
    peer->room = SIZE_MAX;
    peer->client = client_open(world->core, &from, peer, &rejection);
    if (!peer->client)
        buffer_add_string(&peer->received, rejection);
    peer->next = world->peers;
    world->peers = peer;
    world_settle(world);
    return peer;
}

Peer *world_connect_quietly(World *world, const char *address) {
    Peer *peer = world_connect(world, address);
    peer_discard(peer);
    return peer;
}

const char *world_shown(World *world, const char *id, const char *key) {
    Peer *peer = world_connect_quietly(world, NULL);
    peer_say(peer, "GET %s", id);
    expect(peer, "=GAME ");
    const char *value = peer_field(peer, key);
    peer_free(peer);
    return value;
}

void peer_free(Peer *peer) {
    Peer **link = &peer->world->peers;
    while (*link != peer)
        link = &(*link)->next;
    *link = peer->next;
    disconnect(peer);
    buffer_free(&peer->sending);
    buffer_free(&peer->received);
    free(peer);
}

void peer_close(Peer *peer) {
    disconnect(peer);
    world_settle(peer->world);
}

void peer_end_input(Peer *peer) {
    world_settle(peer->world);
    if (peer->client)
        client_end_input(peer->world->core, peer->client);
    world_settle(peer->world);
}

void peer_send(Peer *peer, const char *bytes, size_t length) {
    buffer_add(&peer->sending, bytes, length);
    world_settle(peer->world);
}

void peer_say(Peer *peer, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    peer_send(peer, line, strlen(line));
}

const char *peer_line(Peer *peer) {
    const char *from = peer->received.bytes ? peer->received.bytes + peer->taken : "";
    const char *end = memchr(from, '\n', peer->received.length - peer->taken);
    peer->line[0] = '\0';
    if (!end)
        return peer->line;
    size_t length = (size_t)(end - from);
    peer->taken += length + 1;
    assert_true(length < sizeof peer->line);
    memcpy(peer->line, from, length);
    peer->line[length] = '\0';
    return peer->line;
}

const char *peer_last(Peer *peer) {
    char last[sizeof peer->line] = "";
    while (*peer_line(peer))
        memcpy(last, peer->line, sizeof last);
    memcpy(peer->line, last, sizeof last);
    return peer->line;
}

void peer_discard(Peer *peer) {
    peer_last(peer);
    peer->received.length -= peer->taken; /* a line that was begun stays */
    if (peer->taken > 0)
        memmove(peer->received.bytes, peer->received.bytes + peer->taken,
                peer->received.length + 1);
    peer->taken = 0;
}

void expect_at(Peer *peer, const char *text, const char *file, int line) {
    const char *found = peer_line(peer);
    if (strncmp(found, text, strlen(text)) != 0) {
        print_error("expected \"%s\"\n   found \"%s\"\n", text, found);
        _fail(file, line);
    }
}

void expect_none_at(Peer *peer, const char *file, int line) {
    const char *found = peer_line(peer);
    if (*found) {
        print_error("expected nothing, found \"%s\"\n", found);
        _fail(file, line);
    }
}

const char *peer_field(const Peer *peer, const char *key) {
    static char value[512];
    char pattern[64];
    snprintf(pattern, sizeof pattern, " %s=", key);
    const char *found = strstr(peer->line, pattern);
    size_t length = 0;
    if (found) {
        found += strlen(pattern);
        length = strcspn(found, " ");
    }
    memcpy(value, found ? found : "", length);
    value[length] = '\0';
    return value;
}
