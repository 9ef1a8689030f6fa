/* Sentences and columns of a list of games. */
#ifndef COLLECTION_GAME_WORDS_H
#define COLLECTION_GAME_WORDS_H

#include <stdbool.h>
#include <time.h>

#include "collection/game_info.h"

enum { GAME_WORDS_SIZE = 320 };

/* Each writes at most GAME_WORDS_SIZE bytes and returns `text`. */

/* "You are White against Computer, level 3", "Ada - Bo (megapawn)", or "Computer, level 3" where
 * there is little room. An unusual variant is in parentheses. */
char *game_words_players(const GameInfo *info, bool wide, char text[GAME_WORDS_SIZE]);

/* "won", "lost", "draw"; without a user "White won"; "move 12" if it goes on. */
char *game_words_result(const GameInfo *info, char text[GAME_WORDS_SIZE]);

/* How it ended, or where it stands, in one sentence: "Black resigned, White won." */
char *game_words_how(const GameInfo *info, char text[GAME_WORDS_SIZE]);

/* "yesterday 18:04", or "Sun" where there is little room. */
char *game_words_when(time_t played, time_t now, bool wide, char text[GAME_WORDS_SIZE]);

/* All words that a search finds, in lower case. */
char *game_words_searched(const GameInfo *info);

#endif
