/* Games of the engine from solved endings: every move is compared with the tables. */
#ifndef TESTS_SUPPORT_ENDING_GAMES_H
#define TESTS_SUPPORT_ENDING_GAMES_H

#include "endings/endings.h"
#include "engine/engine.h"
#include "rules/record.h"

/* Opens the tables of a variant in the folder $CONGO_ENDINGS, or NULL if it has none of `men` men.
 */
Endings *ending_tables(const Variant *variant, int men);

/* Returns a random position of a class of `men` men, with either colour and side to move, in which
 * the game is not over and no lion can be captured at once. Each class is equally probable. */
Position ending_random(const Variant *variant, int men, uint64_t *random);

/* Half points that a side of a game has. */
enum { ENDING_LOST_POINTS = 0, ENDING_DRAWN_POINTS = 1, ENDING_WON_POINTS = 2 };

typedef struct EndingPlayer {
    Engine *engine; /* NULL: plays perfectly by the tables, at random among the best moves */
    SearchLimits limits;
} EndingPlayer;

typedef struct EndingGame {
    int points;            /* that White has made */
    int plies;             /* of the game */
    int sure[COLOR_COUNT]; /* most points that a side was sure of before one of its moves */
} EndingGame;

/* Plays from the record's current ply to the end. Fails the program if an engine does. */
EndingGame ending_play(const Endings *endings, Record *record,
                       const EndingPlayer players[COLOR_COUNT], uint64_t *random);

/* Returns the engine's report on the record's current position. */
SearchInfo ending_search(Engine *engine, const Record *record, SearchLimits limits);

#endif
