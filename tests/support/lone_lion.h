/* Lion and one piece against the bare lion in variant congo: a table of all positions under perfect
 * play, and games of the engine from won ones. */
#ifndef TESTS_SUPPORT_LONE_LION_H
#define TESTS_SUPPORT_LONE_LION_H

#include "engine/engine.h"
#include "rules/record.h"

enum {
    LONE_MOVES_MAX = 60 /* of the winner, after which a game is not won */
};

typedef struct LoneTable LoneTable;

/* Creates the whole table, some MiB. Released with free(). */
LoneTable *lone_table_create(void);

typedef struct LoneCount {
    int positions;
    int won;     /* by the side with the piece */
    int longest; /* win, in plies */
    double mean; /* plies of a win */
} LoneCount;

/* Counts the positions with a type of piece. */
LoneCount lone_count(const LoneTable *table, PieceType type);

/* Returns a random position that the side with the piece wins, with either colour and turn. */
Position lone_choose(const LoneTable *table, PieceType type, uint64_t *state);

/*
 * Plays out a position with `nodes` per move: `attack` has the piece, `defence` the bare lion; if
 * it is NULL, the bare lion plays the moves that lose last. Returns the attacker's moves until its
 * win, or 0 if it takes more than LONE_MOVES_MAX. Exits if an engine fails.
 */
int lone_play(LoneTable *table, const Position *position, Engine *attack, Engine *defence,
              uint64_t nodes);

#endif
