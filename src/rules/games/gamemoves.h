/* Reads words as the moves of a game: reports how a word deviates from the notation, and settles
 * ambiguous ones by the words that follow. For gamereader.c only. */
#ifndef RULES_GAMES_GAMEMOVES_H
#define RULES_GAMES_GAMEMOVES_H

#include "rules/games/gamescan.h"

/* Checks a number, or dots, before the next move of the record. */
void gamemoves_check_number(GameFaults *faults, const Record *record, GameToken number);

/*
 * Finds the move that a word means at the end of the record; the reader is behind the word. Returns
 * false if reading cannot go on. A word that stays ambiguous is an error, but its first move is
 * taken if the words that follow were tried, so that they are checked too.
 */
bool gamemoves_read(GameFaults *faults, Record *record, GameToken word, Move *move);

#endif
