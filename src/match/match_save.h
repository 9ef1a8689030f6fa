/* The games of a match, written to a file as they end. */
#ifndef MATCH_MATCH_SAVE_H
#define MATCH_MATCH_SAVE_H

#include "match/match_game.h"

/* Opens a file to write games after those in it; -1 with an error. */
int match_save_open(const char *path, Error *error);

/* Sets the tags of a game that has ended: game 1 or 2 of a pair, which is numbered from 1. */
void match_save_tags(Record *game, const MatchSetup *setup, const MatchGameResult *result, int pair,
                     int number, int white);

/* Writes the game with one write, so that an interrupted match leaves whole games. */
bool match_save_game(int file, const char *path, const Record *game, Error *error);

#endif
