/*
 * The order in which a node's moves are tried: the move the table remembers, then what wins
 * material (captures, promotions, men saved from the river), killers, and the rest by history.
 */
#ifndef ENGINE_PICKER_H
#define ENGINE_PICKER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/score.h"
#include "rules/movegen.h"

enum { KILLER_COUNT = 2 };

/* How well quiet moves have done in the search so far, by colour, kind and target square. */
typedef struct History {
    int16_t worth[COLOR_COUNT][KIND_COUNT][SQUARE_SPAN];
} History;

/* A quiet move refuted the position (or was tried before the one that did) in a search of that
 * depth. */
void history_reward(History *history, Color side, Move move, int depth);
void history_punish(History *history, Color side, Move move, int depth);
/* Halves what earlier searches taught. */
void history_fade(History *history);

typedef enum PickerMoves { PICK_ALL, PICK_CAPTURES } PickerMoves;

/* Keeps its position and hints by pointer. */
typedef struct Picker {
    const Position *position;
    const History *history;
    const Move *killers; /* KILLER_COUNT; NULL: none */
    Move first;          /* MOVE_NONE: none */
    PickerMoves moves;
    enum { STAGE_LIST, STAGE_FIRST, STAGE_SORT, STAGE_REST } stage;
    Bitboard endangered;
    MoveList list;
    int64_t *order; /* a heap of scores and indices, the best on top */
    size_t left;    /* in the heap */
    int64_t inline_order[MOVELIST_INLINE];
} Picker;

/* `first` comes first, if it is among the moves. */
void picker_begin(Picker *picker, const Position *position, PickerMoves moves, Move first,
                  const Move *killers, const History *history);
/* The next move; MOVE_NONE when there is none left. */
Move picker_next(Picker *picker);
void picker_end(Picker *picker);

/* Whether the move takes nothing and promotes nothing. */
bool move_is_quiet(const Position *position, Move move);

#endif
