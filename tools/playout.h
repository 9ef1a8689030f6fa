/* One game of the engine against itself. */
#ifndef TOOLS_PLAYOUT_H
#define TOOLS_PLAYOUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "engine/engine.h"

enum { PLAYOUT_PLIES_MAX = 300 };

typedef struct Playout {
    const char *variant; /* name */
    Result result;
    int plies;      /* searched */
    size_t samples; /* positions written */
    uint64_t nodes;
} Playout;

/* Searches the last of the positions. Returns false if it has no move or the search could not be
 * started. */
bool playout_search(Engine *engine, const Position *positions, size_t count, uint64_t nodes,
                    SearchInfo *info);

/*
 * Plays a game from a random opening with `nodes` per move and appends its quiet positions to
 * `samples` (see sample.h). The game depends on the seed, its number and the nodes only. It ends
 * with a decided score or a lasting large advantage; after PLAYOUT_PLIES_MAX plies it is a draw.
 * Returns false and appends nothing if `stop` was set or a search could not be started.
 */
bool playout_play(Engine *engine, uint64_t nodes, uint64_t seed, uint32_t game,
                  const atomic_bool *stop, Playout *playout, Buffer *samples);

#endif
