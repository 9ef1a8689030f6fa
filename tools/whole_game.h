/* Whole games of the engine against itself, from the start of a variant. */
#ifndef TOOLS_WHOLE_GAME_H
#define TOOLS_WHOLE_GAME_H

#include <stdatomic.h>
#include <stdint.h>

#include "engine/engine.h"
#include "rules/record.h"
#include "tools/playout.h"

enum { WHOLE_GAME_CHOICE_PLIES = 10, WHOLE_GAME_PLIES_MAX = 300 };

/* What the games of a variant share. Threads may play at the same time, each with its own engine.
 */
typedef struct WholeGames WholeGames;

/* The variant is borrowed. Each move after the choices is searched with half to one and a half
 * times `nodes`. */
WholeGames *whole_games_create(const Variant *variant, uint64_t nodes, uint64_t seed);
void whole_games_free(WholeGames *games); /* NULL is allowed */

/*
 * Plays a game, which depends on its number and the arguments of whole_games_create only. Each of
 * the first WHOLE_GAME_CHOICE_PLIES moves is drawn from the best ones by their scores; every other
 * one is the best that the search finds. After WHOLE_GAME_PLIES_MAX plies the game is drawn by
 * agreement. Returns the record, owned by the caller, or NULL if `stop` was set or a search could
 * not be started.
 */
Record *whole_games_play(WholeGames *games, Engine *engine, uint32_t number,
                         const atomic_bool *stop, Playout *playout);

#endif
