/* One game of the engine against itself, or of two engines. */
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

/* Returns the state of the random numbers of a game. */
uint64_t playout_random(uint64_t seed, uint32_t game);

/* Finds a random opening that is not decided already by a short search, a part of `nodes`. Returns
 * false if `stop` was set or a search could not be started. */
bool playout_find_opening(Engine *engine, uint64_t nodes, uint64_t *random, const atomic_bool *stop,
                          Position *position);

/*
 * Plays a game from an opening with `nodes` per move and appends its quiet positions to `samples`
 * (see sample.h), unless that is NULL. The engines, by color, may be the same; they are cleared
 * before. The game depends on the opening, the engines and the nodes only. It ends with a decided
 * score or a lasting large advantage; after PLAYOUT_PLIES_MAX plies it is a draw. Returns false and
 * appends nothing if `stop` was set or a search could not be started.
 */
bool playout_play(Engine *const engines[COLOR_COUNT], const Position *opening, uint64_t nodes,
                  const atomic_bool *stop, Playout *playout, Buffer *samples);

#endif
