/* Saves the games of a match as they end. */
#ifndef MATCH_MATCH_SAVE_H
#define MATCH_MATCH_SAVE_H

#include "match/match_game.h"

/* Opens a file to append games. Returns -1 with an error on failure. */
int match_save_open(const char *path, Error *error);

/* Sets the tags of a finished game. `pair` counts from 1, `number` is 1 or 2 in the pair, and
 * `white` is the engine with White, 0 or 1. */
void match_save_tags(Record *game, const MatchSetup *setup, const MatchGameResult *result, int pair,
                     int number, int white);

/* Writes a game at once, so that an interrupted match leaves whole games. */
bool match_save_game(int file, const char *path, const Record *game, Error *error);

#endif
