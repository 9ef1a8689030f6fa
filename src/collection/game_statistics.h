/* The user's results in the games of a collection that are over. */
#ifndef COLLECTION_GAME_STATISTICS_H
#define COLLECTION_GAME_STATISTICS_H

#include <stdbool.h>
#include <time.h>

#include "collection/collection.h"
#include "collection/game_index.h"
#include "collection/game_tree.h"

/* Sentences and columns of a list of games. */

enum { GAME_WORDS_SIZE = 320 };

/* Returns the name of a player, or what is known of a player without one: "White", "White
 * (online)". */
const char *game_words_player(const GameInfo *info, Color color);

/* Each writes at most GAME_WORDS_SIZE bytes and returns `text`. */

/* "You are White against Computer, level 3", "Ada - Bo (megapawn)", or "Computer, level 3" where
 * there is little room. An unusual variant is in parentheses. */
char *game_words_players(const GameInfo *info, bool wide, char text[GAME_WORDS_SIZE]);

/* "won", "lost", "draw"; without a user "White won"; "move 12" if it is unfinished. */
char *game_words_result(const GameInfo *info, char text[GAME_WORDS_SIZE]);

/* How it ended, or where it stands, in one sentence: "Black resigned, White won." */
char *game_words_how(const GameInfo *info, char text[GAME_WORDS_SIZE]);

/* "yesterday 18:04", or "Sun" where there is little room. */
char *game_words_when(time_t played, time_t now, bool wide, char text[GAME_WORDS_SIZE]);

/* All words that a search finds, in lower case. */
char *game_words_searched(const GameInfo *info);

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
    GameTreeCount two_people; /* games between two people at this terminal */
    int puzzles_solved, puzzle_count;
    int next_level; /* suggested, because the last three games at the level below it were won; or 0
                     */
} GameStatistics;

/* Counts games with a result. All but `two_people` is about those with exactly one user. */
void game_statistics_count(const Collection *collection, GameStatistics *statistics);

void game_statistics_free(GameStatistics *statistics);

/* Returns how much of the points a row has, in percent, or -1 without games. */
int game_results_percent(const GameResults *results);

#endif
