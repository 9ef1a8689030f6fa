#include <config.h>

#include "workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rules/coordinate.h"
#include "rules/fen.h"

StoreRequest request_of(StoreKind kind, uint64_t id) {
    return (StoreRequest){.kind = kind, .id = id, .role = ROLE_NONE};
}

StoreRequest request_create(uint64_t id, int64_t base_ms) {
    StoreRequest request = request_of(STORE_CREATE, id);
    StoreHeader *header = &request.create;
    Position start;
    *header = (StoreHeader){.id = id, .created_ms = 1700000000000, .base_ms = base_ms};
    snprintf(header->variant, sizeof header->variant, "congo");
    position_start(&start, variant_find(header->variant));
    fen_write(&start, header->start);
    header->increment_ms = base_ms ? 2000 : 0;
    header->hidden = id % 2 != 0;
    header->has_creator = true;
    memset(&header->creator, (int)(id & 0xff), sizeof header->creator);
    return request;
}

StoreRequest request_seat(uint64_t id, Color color, unsigned char key, const char *name) {
    StoreRequest request = request_of(STORE_SEAT, id);
    request.role = color == WHITE ? ROLE_WHITE : ROLE_BLACK;
    request.seat.color = color;
    memset(&request.seat.hash, key, sizeof request.seat.hash);
    snprintf(request.seat.name, sizeof request.seat.name, "%s", name);
    return request;
}

StoreRequest request_move(uint64_t id, uint32_t ply, const char *path) {
    StoreRequest request = request_of(STORE_MOVE, id);
    request.move.ply = ply;
    request.move.move.ms = 100 + ply;
    snprintf(request.move.move.path, sizeof request.move.move.path, "%s", path);
    return request;
}

StoreRequest request_end(uint64_t id, Outcome outcome, Color by, uint32_t ply) {
    StoreRequest request = request_of(STORE_END, id);
    request.end = (StoreEnd){outcome, by, ply, 77};
    return request;
}

StoreRequest request_draw(uint64_t id, StoreOffer state, uint32_t ply) {
    StoreRequest request = request_of(STORE_DRAW, id);
    request.draw = (StoreDraw){state, BLACK, ply, state == STORE_OFFER_DECLINED ? ply : 0};
    return request;
}

StoreRequest request_rematch(uint64_t id, StoreOffer state, Color by) {
    StoreRequest request = request_of(STORE_REMATCH, id);
    request.rematch = (StoreRematch){state, by};
    return request;
}

/* ---- the workload ---- */

enum {
    UNSTARTED = WORKLOAD_GAMES - 2, /* is deleted */
    REMATCH = WORKLOAD_GAMES - 1
};

/* Ids are spread like those of a server. */
uint64_t workload_id(size_t game) {
    return ((game + 1) * 0x9e3779b97f4a7) & ((UINT64_C(1) << 50) - 1);
}

typedef struct Generator {
    Workload workload;
    Record *games[WORKLOAD_GAMES]; /* NULL before they begin */
    bool resigned[WORKLOAD_GAMES];
    int64_t service_ms;
    unsigned chance;
} Generator;

static size_t chance(Generator *generator, size_t below) {
    generator->chance = generator->chance * 1103515245U + 12345U;
    return (generator->chance >> 8) % below;
}

static WorkloadBatch *new_batch(Generator *generator) {
    Workload *workload = &generator->workload;
    workload->batches =
        memory_resize(workload->batches, workload->count + 1, sizeof *workload->batches);
    WorkloadBatch *batch = &workload->batches[workload->count++];
    batch->count = 0;
    return batch;
}

static void add(Generator *generator, StoreRequest request) {
    WorkloadBatch *batch = &generator->workload.batches[generator->workload.count - 1];
    batch->requests[batch->count++] = request;
}

static void begin_record(Generator *generator, size_t game) {
    Position start;
    position_start(&start, variant_find("congo"));
    generator->games[game] = record_create(&start);
}

static void begin_games(Generator *generator) {
    for (size_t game = 0; game < REMATCH; game++) {
        StoreRequest create = request_create(workload_id(game), game % 2 ? 300000 : 0);
        create.create.claim_minutes = game % 3 ? 0 : 5;
        create.create.per_move = game == 3;
        create.create.kept = game == 2;
        if (create.create.kept)
            memset(&create.create.invite, 77, sizeof create.create.invite);
        begin_record(generator, game);
        new_batch(generator);
        add(generator, create);
        add(generator, request_seat(workload_id(game), WHITE, (unsigned char)(game * 2), "Ada"));
        add(generator,
            request_seat(workload_id(game), BLACK, (unsigned char)(game * 2 + 1), "B\303\266"));
        add(generator, request_of(STORE_LOAD, workload_id(game)));
    }
}

/* Creates the rematch of a game, with a key of its own for each side. */
static StoreRequest request_rematch_game(size_t of, size_t game) {
    StoreRequest create = request_create(workload_id(game), of % 2 ? 300000 : 0);
    StoreHeader *header = &create.create;
    header->rematch_of = workload_id(of);
    header->has_creator = false;
    for (int color = WHITE; color <= BLACK; color++) {
        header->seat[color].taken = true;
        memset(&header->seat[color].hash, (int)(of * 2 + !color), sizeof header->seat[color].hash);
        snprintf(header->seat[color].name, sizeof header->seat[color].name, "%s",
                 color == WHITE ? "B\303\266" : "Ada");
    }
    return create;
}

/* Offers a rematch of the first game, withdraws it, declines the next offer and creates the game;
 * the second attempt finds the first one, and later offers are refused. */
static void play_rematch(Generator *generator) {
    uint64_t id = workload_id(0);
    add(generator, request_rematch(id, STORE_OFFER_OPEN, WHITE));
    add(generator, request_rematch(id, STORE_OFFER_WITHDRAWN, WHITE));
    new_batch(generator);
    add(generator, request_rematch(id, STORE_OFFER_OPEN, BLACK));
    add(generator, request_rematch(id, STORE_OFFER_DECLINED, BLACK));
    new_batch(generator);
    add(generator, request_rematch_game(0, REMATCH));
    add(generator, request_rematch_game(0, REMATCH + 1));
    add(generator, request_rematch(id, STORE_OFFER_OPEN, BLACK));
    add(generator, request_rematch(workload_id(1), STORE_OFFER_OPEN, BLACK));
    add(generator, request_of(STORE_LOAD, id));
    begin_record(generator, REMATCH);
    new_batch(generator);
}

/* Plays a random move. */
static void take_turn(Generator *generator, size_t game) {
    Record *record = generator->games[game];
    uint32_t ply = (uint32_t)record->count;
    Color mover = position_side(record_position(record));
    char path[COORDINATE_SIZE];
    MoveList moves;
    movelist_init(&moves);
    record_moves(record, &moves);
    Move move = moves.moves[chance(generator, moves.count)];
    movelist_free(&moves);
    coordinate_write(move, path);
    record_play(record, move, -1, -1, NULL);
    StoreRequest request = request_move(workload_id(game), ply, path);
    generator->service_ms += 250;
    request.move.move.at_ms = game == 4 ? -1 : generator->service_ms;
    Outcome outcome = record_outcome(record);
    if (outcome.reason != REASON_NONE)
        request.move.end = (StoreEnd){outcome, mover, ply + 1, 0};
    add(generator, request);
}

/* Adds another random event; some are refused. */
static void add_event(Generator *generator, size_t game) {
    StoreRequest clock = {.kind = STORE_CLOCK, .service_ms = generator->service_ms};
    uint64_t id = workload_id(game);
    uint32_t ply = (uint32_t)generator->games[game]->count;
    switch (chance(generator, 12)) {
    case 0:
        add(generator, request_draw(id, STORE_OFFER_OPEN, ply));
        break;
    case 1:
        add(generator, request_draw(id, STORE_OFFER_DECLINED, ply));
        break;
    case 2:
        add(generator, request_seat(id, WHITE, (unsigned char)(game * 2), "Ada the second"));
        break;
    case 3:
        add(generator, request_seat(id, WHITE, 99, "a stranger"));
        break;
    case 4:
        add(generator, request_move(id, ply + 3, "a2a3"));
        break;
    case 5:
        add(generator, request_of(STORE_LOAD, id));
        break;
    case 6:
        add(generator, request_create(id, 0));
        break;
    case 7:
        add(generator, request_of(STORE_PROBE, 0));
        break;
    case 8:
        add(generator, clock);
        break;
    default:
        break;
    }
}

/* Game 0 is resigned in the middle and has a rematch; another is never started and is deleted. */
static void play_round(Generator *generator, size_t round, size_t turns) {
    for (size_t game = 0; game < WORKLOAD_GAMES; game++) {
        if (game == UNSTARTED || !generator->games[game] ||
            record_is_over(generator->games[game]) || generator->resigned[game])
            continue;
        if (chance(generator, 3) == 0)
            new_batch(generator);
        add_event(generator, game);
        take_turn(generator, game);
    }
    if (round == turns / 2 && !record_is_over(generator->games[0])) {
        Outcome lost = {RESULT_BLACK, REASON_RESIGNED};
        add(generator,
            request_end(workload_id(0), lost, WHITE, (uint32_t)generator->games[0]->count));
        generator->resigned[0] = true;
        play_rematch(generator);
    }
    if (round == turns / 3)
        add(generator, request_of(STORE_DELETE, workload_id(UNSTARTED)));
}

Workload workload_create(size_t turns) {
    Generator generator = {.chance = 7};
    begin_games(&generator);
    for (size_t round = 0; round < turns; round++) {
        new_batch(&generator);
        play_round(&generator, round, turns);
    }
    for (size_t game = 0; game < WORKLOAD_GAMES; game++)
        record_free(generator.games[game]);
    return generator.workload;
}

void workload_free(Workload *workload) {
    free(workload->batches);
}
