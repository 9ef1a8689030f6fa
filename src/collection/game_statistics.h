/* The user's results in the games of a collection that are over. */
#ifndef COLLECTION_GAME_STATISTICS_H
#define COLLECTION_GAME_STATISTICS_H

#include "collection/collection.h"

typedef struct GameResults {
    char *label; /* "Computer, level 3", "White", "megapawn" */
    size_t won, drawn, lost;
} GameResults;

typedef struct GameResultsTable {
    GameResults *rows; /* those with most games first; levels and colours in their order */
    size_t count;
} GameResultsTable;

typedef struct GameStatistics {
    GameResults all;
    GameResultsTable by_opponent, by_level, by_color, by_variant;
    int puzzles_solved, puzzle_count;
    int next_level; /* suggested, because the last three games at the level below it were won; or 0
                     */
} GameStatistics;

/* Counts games with exactly one user and a result. */
void game_statistics_count(const Collection *collection, GameStatistics *statistics);
void game_statistics_free(GameStatistics *statistics);

/* Returns how much of the points a row has, in percent, or -1 without games. */
int game_results_percent(const GameResults *results);

#endif
