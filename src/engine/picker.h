/*
 * Staged move picking: the table's move, winning captures and promotions, killers and the
 * countermove, the other quiet moves by history, losing captures. Each stage is generated as late
 * as possible, since most nodes need few moves.
 */
#ifndef ENGINE_PICKER_H
#define ENGINE_PICKER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/search.h"
#include "rules/movegen.h"

enum { REFUTATION_COUNT = KILLER_COUNT + 1, BAD_CAPTURES_MAX = 64 };

typedef enum PickerMoves {
    PICK_ALL,
    PICK_EVASIONS, /* all, but killers and the countermove are not preferred */
    PICK_CAPTURES  /* only captures and promotions that lose no exchange */
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

typedef struct Picker {
    const Position *position; /* borrowed, like the next two */
    const History *history;
    const SearchStack *ss;
    Move tt_move;                       /* MOVE_NONE: none */
    Move refutations[REFUTATION_COUNT]; /* killers and the countermove; MOVE_NONE: none */
    PickerMoves moves;
    PickerStage stage;
    int next; /* refutation or bad capture */
    int bad_count;
    bool quiets_wanted;
    Bitboard endangered;
    MoveList list;
    int64_t *order; /* scores and indices of the list's moves; a heap if the list is long */
    size_t left;    /* moves left in the order */
    int score;      /* of the move last taken from the order */
    Move bad[BAD_CAPTURES_MAX];
    int64_t inline_order[MOVELIST_INLINE];
} Picker;

/* Starts picking the moves of the node at `ss`. `tt_move` comes first if it is legal, even if
 * it loses an exchange. */
void picker_init(Picker *picker, const Position *position, PickerMoves moves, Move tt_move,
                 const History *history, const SearchStack *ss);
void picker_free(Picker *picker);

/* Returns the next move, or MOVE_NONE at the end. */
Move picker_next(Picker *picker);

/* Returns the history score of the move that picker_next has just returned. */
int picker_history_score(const Picker *picker, Move move);

/* Skips the quiet moves that are left. */
void picker_skip_quiets(Picker *picker);

#endif
