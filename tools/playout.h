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

/* How a game went. */
typedef struct Playout {
    const char *variant; /* its name */
    Result result;
    int plies;      /* searched */
    size_t samples; /* positions written */
    uint64_t nodes;
} Playout;

/* Searches the last of the positions with so many nodes; false when it has no move, or the search
 * could not be begun. */
bool playout_search(Engine *engine, const Position *positions, size_t count, uint64_t nodes,
                    SearchInfo *info);

/*
 * Plays a game from a random opening, `nodes` a move, and appends some of its quiet positions to
 * `text` (see sample.h). The game depends on nothing but the seed, its number and the nodes. A
 * decided score decides it, and so does a great advantage that lasts; one of PLAYOUT_PLIES_MAX
 * plies is a draw. False, and nothing is appended, when `halt` was set meanwhile or a search could
 * not be begun.
 */
bool playout_play(Engine *engine, uint64_t nodes, uint64_t seed, uint32_t game,
                  const atomic_bool *stop, Playout *playout, Buffer *text);

#endif
