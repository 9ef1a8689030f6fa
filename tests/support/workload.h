/* A workload for the store: batches of requests of several random games, with every kind of
 * request. */
#ifndef TESTS_SUPPORT_WORKLOAD_H
#define TESTS_SUPPORT_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "rules/record.h"
#include "server/store/store.h"

/* The last one is the rematch of the first. */
enum { WORKLOAD_GAMES = 7, WORKLOAD_BATCH_MAX = 32 };

typedef struct WorkloadBatch {
    StoreRequest requests[WORKLOAD_BATCH_MAX];
    size_t count;
} WorkloadBatch;

typedef struct Workload {
    WorkloadBatch *batches; /* owned */
    size_t count;
} Workload;

/* Creates a workload with at most `turns` moves in each game. */
Workload workload_create(size_t turns);
void workload_free(Workload *workload);

/* Returns the id of the game 0..WORKLOAD_GAMES - 1. */
uint64_t workload_id(size_t game);

/* ---- single requests ---- */

/* Creates a game from the start position. The id determines the creator's key. */
StoreRequest request_create(uint64_t id, int64_t base_ms);
StoreRequest request_seat(uint64_t id, Color color, unsigned char key, const char *name);
StoreRequest request_move(uint64_t id, uint32_t ply, const char *path);
StoreRequest request_end(uint64_t id, Outcome outcome, Color by, uint32_t ply);
StoreRequest request_draw(uint64_t id, StoreOffer state, uint32_t ply);
StoreRequest request_rematch(uint64_t id, StoreOffer state, Color by);
StoreRequest request_of(StoreKind kind, uint64_t id); /* without a role; everything else 0 */

#endif
