/*
 * The order in which a node's moves are tried: the move the table remembers, captures and
 * promotions that lose nothing, the killers and the answer to the last move, the other quiet moves
 * by history, and the captures that lose material. Moves are generated as late as possible, since
 * most nodes need few of them.
 */
#ifndef ENGINE_PICKER_H
#define ENGINE_PICKER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/history.h"
#include "engine/score.h"
#include "rules/movegen.h"

enum { KILLER_COUNT = 2, REFUTATION_COUNT = KILLER_COUNT + 1, BAD_CAPTURES_MAX = 64 };

typedef enum PickerMoves {
    PICK_ALL,
    PICK_GOOD /* only captures and promotions that bring at least `least` by exchange */
} PickerMoves;

typedef enum PickerStage {
    STAGE_TT_MOVE,
    STAGE_GENERATE_CAPTURES,
    STAGE_CAPTURES,
    STAGE_REFUTATIONS,
    STAGE_GENERATE_QUIETS,
    STAGE_QUIETS,
    STAGE_BAD_CAPTURES,
    STAGE_END
} PickerStage;

/* Keeps its position, history and trail by pointer. */
typedef struct Picker {
    const Position *position;
    const History *history;
    const PriorMove *prior;             /* the last entry; the earlier ones stand before it */
    Move first;                         /* MOVE_NONE: none */
    Move refutations[REFUTATION_COUNT]; /* MOVE_NONE: none */
    PickerMoves moves;
    PickerStage stage;
    Score least;
    int next; /* refutation, or bad capture */
    int bad_count;
    bool quiets_wanted;
    Bitboard endangered;
    MoveList list;
    int64_t *order; /* scores and indices, of a long list as a heap with the best on top */
    size_t left;    /* in the order */
    int score;      /* of the last move that was taken from there */
    Move bad[BAD_CAPTURES_MAX];
    int64_t inline_order[MOVELIST_INLINE];
} Picker;

/* `first` comes first, if it is legal, and with PICK_GOOD, whatever it brings. `killers` are
 * KILLER_COUNT moves, NULL: none. */
void picker_init(Picker *picker, const Position *position, PickerMoves moves, Move first,
                 const Move *killers, const History *history, const PriorMove *prior);
/* The next move; MOVE_NONE when there is none left. */
Move picker_next(Picker *picker);
/* What history says of the move that picker_next has just given. */
int picker_history_score(const Picker *picker, Move move);
/* No more quiet moves are wanted. */
void picker_skip_quiets(Picker *picker);
void picker_free(Picker *picker);

/* The most valuable man that a capture takes; PIECE_NONE for a promotion. */
PieceType see_victim(const Position *position, Move move);

#endif
