/*
 * A server with one game that knows no rules: it takes any move of the side whose turn it is, and
 * does with plies, seats and events what congo-protocol(7) says. It lives in memory; its clients
 * are wires with bytes at both ends.
 */
#ifndef TESTS_NET_FAKE_SERVER_H
#define TESTS_NET_FAKE_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "net/identity.h"
#include "net/line.h"
#include "net/request.h"
#include "rules/coordinate.h"

#define FAKE_ID "7Q2KM4XDT1"

enum { FAKE_WIRES_MAX = 4096, FAKE_PLIES = 8 };

typedef struct FakeWire {
    bool open;
    bool listens;
    Seat seat; /* SEAT_NONE: it has none */
    LineReader reader;
    char line[LINE_CLIENT_MAX + LINE_END_SIZE];
    Buffer output; /* to the client */
} FakeWire;

typedef struct FakeServer {
    char moves[FAKE_PLIES][COORDINATE_SIZE];
    uint32_t count; /* the game is over with FAKE_PLIES */
    SeatKey key[2]; /* "": the seat is free */
    FakeWire *wires[FAKE_WIRES_MAX];
    size_t wire_count;
    unsigned busy;   /* that many MOVEs are refused with BUSY */
    unsigned dups;   /* MOVEs that came again */
    unsigned says;   /* SAYs that came */
    bool other_game; /* the hashes are those of another game */
} FakeServer;

FakeServer *fake_create(void);
void fake_free(FakeServer *server);

FakeWire *fake_connect(FakeServer *server);
void fake_disconnect(FakeServer *server, FakeWire *wire);
void fake_receive(FakeServer *server, FakeWire *wire, const char *bytes, size_t length);

/* The move of a ply that the tests play, and the hash that the server tells after so many plies. */
void fake_move(uint32_t ply, char move[COORDINATE_SIZE]);
uint64_t fake_hash(const FakeServer *server, uint32_t count);

#endif
