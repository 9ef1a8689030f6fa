/* Stored games played again, move by move, under all the rules: what congod --check does, and how a
 * game becomes a game file. */
#ifndef SERVER_STORE_GAME_REPLAY_H
#define SERVER_STORE_GAME_REPLAY_H

#include <stdbool.h>

#include "base/error.h"
#include "rules/record.h"
#include "server/store/store.h"

/*
 * The game as a record, with names, times and its end; the caller frees it. NULL with a sentence
 * when it is no game: an unknown variant, a position that no game starts from, a move that is not
 * legal or comes after the end, an end that the moves contradict or do not have.
 */
Record *game_replay_record(const StoreGame *game, Error *error);

/* Whether game_replay_record would succeed. */
bool game_replay_check(const StoreGame *game, Error *error);

#endif
