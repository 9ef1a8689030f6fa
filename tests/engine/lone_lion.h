/*
 * Lion and one piece against the bare lion (variant congo): how every position ends when both play
 * perfectly, and games of the engine from the won ones.
 */
#ifndef TESTS_ENGINE_LONE_LION_H
#define TESTS_ENGINE_LONE_LION_H

#include "engine/engine.h"
#include "rules/record.h"

enum {
    LONE_MOVES_MAX = 60 /* of the winner's own, to win in */
};

/* All positions of all kinds of pieces. */
typedef struct LoneTable LoneTable;

/* The whole table, some megabytes; free() it. */
LoneTable *lone_table_create(void);

typedef struct LoneCount {
    int positions;
    int won;     /* by the side with the piece */
    int longest; /* such win, in plies */
    double mean; /* plies */
} LoneCount;

/* Of the positions with that kind of piece. */
LoneCount lone_count(const LoneTable *table, PieceType kind);

/* A random position that the side with the piece wins; either colour may have it, either may be to
 * move. */
Position lone_choose(const LoneTable *table, PieceType kind, uint64_t *state);

/*
 * Plays the position, `attack` for the side with the piece with so many nodes a move. `defence`
 * plays the other side in the same way; NULL: the moves that lose last. Returns the number of moves
 * of the side with the piece after which it has won; 0: it has not within LONE_MOVES_MAX. Ends the
 * program when an engine refuses.
 */
int lone_play(LoneTable *table, const Position *position, Engine *attack, Engine *defence,
              uint64_t nodes);

#endif
