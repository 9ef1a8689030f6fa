/* A server in memory with one game. It knows no rules: it accepts any move of the side to move, and
 * follows congo-protocol(7) for plies, seats and events. Its clients are wires of bytes. */
#ifndef TESTS_SUPPORT_FAKE_SERVER_H
#define TESTS_SUPPORT_FAKE_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "net/identity.h"
#include "net/line.h"
#include "net/protocol.h"
#include "rules/coordinate.h"

#define FAKE_ID "7Q2KM4XDT1"

enum { FAKE_WIRES_MAX = 4096, FAKE_PLIES = 8 };

typedef struct FakeWire {
    bool open;
    bool listens;
    Seat seat; /* or SEAT_NONE */
    LineReader reader;
    char line[LINE_CLIENT_MAX + LINE_END_SIZE];
    Buffer output; /* to the client */
} FakeWire;

typedef struct FakeServer {
    char moves[FAKE_PLIES][COORDINATE_SIZE];
    uint32_t count; /* the game ends after FAKE_PLIES */
    SeatKey key[2]; /* "" if the seat is free */
    FakeWire *wires[FAKE_WIRES_MAX];
    size_t wire_count;
    unsigned busy;   /* number of MOVEs to refuse with BUSY */
    unsigned late;   /* number of JOINs to refuse so */
    unsigned dups;   /* repeated MOVEs */
    unsigned says;   /* received SAYs */
    bool other_game; /* the hashes belong to another game */
} FakeServer;

FakeServer *fake_create(void);
void fake_free(FakeServer *server);

FakeWire *fake_connect(FakeServer *server);
void fake_disconnect(FakeServer *server, FakeWire *wire);
void fake_receive(FakeServer *server, FakeWire *wire, const char *bytes, size_t length);

/* The move that the tests play at a ply. */
void fake_move(uint32_t ply, char move[COORDINATE_SIZE]);

#endif
