/* What tables of endings hold, counted. */
#ifndef ENDINGS_ENDING_STATS_H
#define ENDINGS_ENDING_STATS_H

#include <stdint.h>

#include "endings/endings.h"
#include "rules/fen.h"

/* The positions of a class with one side to move: all placements, without symmetry. */
typedef struct EndingStats {
    EndingClass class;
    Color side;
    uint64_t positions;
    uint64_t wins, draws, losses; /* for the side to move */
    int longest;      /* plies of the longest win or loss, which is longer; 0: all are draws */
    Position example; /* a position of that length; in a class of draws, any */
} EndingStats;

/* Called by one thread at a time. */
typedef void EndingStatsFunction(void *context, const EndingStats *stats);

/*
 * Counts all classes with this number of men, and calls `on_stats` for each and each side to move,
 * White first, in the order of ending_class_list. `threads`: 1 to PARALLEL_THREADS_MAX. Returns
 * false with an error if a table is missing or damaged, or memory runs out.
 */
bool ending_stats_count(const Endings *endings, const Variant *variant, int men, int threads,
                        EndingStatsFunction *on_stats, void *context, Error *error);

/* Writes "Lp_l w n=3267 win=3267 draw=0 loss=0 max=21 FEN". Returns `text`. */
enum { ENDING_STATS_SIZE = ENDING_CLASS_NAME_SIZE + FEN_SIZE + 128 };
const char *ending_stats_write(const EndingStats *stats, char text[ENDING_STATS_SIZE]);

#endif
