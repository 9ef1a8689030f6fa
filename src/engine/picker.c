#include <config.h>

#include "engine/picker.h"

#include <stdlib.h>
#include <string.h>

#include "engine/evaluate.h"
#include "rules/memory.h"

enum {
    HISTORY_MAX = 1 << 14,
    HISTORY_STEP_MAX = 1200,
    ORDER_GAIN = 1 << 24, /* above every killer and quiet move */
    ORDER_KILLER = 1 << 20
};

/* A place in the heap: the score above, and below it the index, so that of equal moves the one that
 * was generated first comes first. */
#define ORDER_INDEX_BITS 32

/* ---- history ------------------------------------------------------------ */

static int16_t *history_cell(History *history, Color side, Move move) {
    return &history->worth[side][move_kind(move)][move_to(move)];
}

/* Moves towards the limit by a share of what is left, so that the newest games count most. */
static void history_add(History *history, Color side, Move move, int step) {
    int16_t *cell = history_cell(history, side, move);
    *cell = (int16_t)(*cell + step - *cell * abs(step) / HISTORY_MAX);
}

static int history_step(int depth) {
    int step = 16 * depth * depth;
    return step < HISTORY_STEP_MAX ? step : HISTORY_STEP_MAX;
}

void history_reward(History *history, Color side, Move move, int depth) {
    history_add(history, side, move, history_step(depth));
}

void history_punish(History *history, Color side, Move move, int depth) {
    history_add(history, side, move, -history_step(depth));
}

void history_fade(History *history) {
    for (int color = 0; color < COLOR_COUNT; color++) {
        for (int kind = 0; kind < KIND_COUNT; kind++) {
            for (int square = 0; square < SQUARE_SPAN; square++)
                history->worth[color][kind][square] /= 2;
        }
    }
}

/* ---- scores ------------------------------------------------------------- */

static bool move_promotes(const Position *position, Move move) {
    Bitboard last = position_side(position) == WHITE ? ROW_MASK(0) : ROW_MASK(BOARD_RANKS - 1);
    return move_kind(move) == PAWN && bitboard_has(last, move_to(move));
}

static Score captured_value(const Position *position, Move move) {
    Score value = 0;
    Bitboard captured = position_captured(position, move);
    while (captured) {
        Kind kind = position_kind_at(position, bitboard_pop(&captured));
        value += kind == LION ? SCORE_WIN : evaluate_kind(position, kind);
    }
    return value;
}

bool move_is_quiet(const Position *position, Move move) {
    return position_captured(position, move) == 0 && !move_promotes(position, move);
}

/* Whether the move takes a man out of the river that would drown there with this turn. */
static bool move_rescues(const Picker *picker, Move move) {
    return bitboard_has(picker->endangered, move_from(move)) &&
           !bitboard_has(variant_deep(picker->position->variant), move_to(move));
}

static Score move_gain(const Picker *picker, Move move) {
    const Position *position = picker->position;
    Score gain = captured_value(position, move);
    if (move_promotes(position, move))
        gain += evaluate_kind(position, SUPERPAWN) - evaluate_kind(position, PAWN);
    if (move_rescues(picker, move))
        gain += evaluate_kind(position, move_kind(move));
    return gain;
}

static int64_t order_score(const Picker *picker, Move move) {
    const Position *position = picker->position;
    Score gain = move_gain(picker, move);
    if (gain > 0) /* the most valuable first, taken by the least valuable */
        return ORDER_GAIN + (int64_t)gain * 16 - evaluate_kind(position, move_kind(move));
    for (int i = 0; picker->killers && i < KILLER_COUNT; i++) {
        if (move_equal(move, picker->killers[i]))
            return ORDER_KILLER - i;
    }
    return picker->history->worth[position->side][move_kind(move)][move_to(move)];
}

/* ---- the heap ----------------------------------------------------------- */

static void heap_sink(int64_t *heap, size_t count, size_t place) {
    int64_t value = heap[place];
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= count)
            break;
        if (child + 1 < count && heap[child + 1] > heap[child])
            child++;
        if (heap[child] <= value)
            break;
        heap[place] = heap[child];
        place = child;
    }
    heap[place] = value;
}

static void heap_build(int64_t *heap, size_t count) {
    for (size_t i = count / 2; i-- > 0;)
        heap_sink(heap, count, i);
}

static int64_t heap_pop(int64_t *heap, size_t *count) {
    int64_t top = heap[0];
    heap[0] = heap[--*count];
    if (*count > 0)
        heap_sink(heap, *count, 0);
    return top;
}

/* ---- picking ------------------------------------------------------------ */

void picker_begin(Picker *picker, const Position *position, PickerMoves moves, Move first,
                  const Move *killers, const History *history) {
    picker->position = position;
    picker->history = history;
    picker->killers = killers;
    picker->first = first;
    picker->moves = moves;
    picker->stage = STAGE_LIST;
    picker->order = picker->inline_order;
    movelist_init(&picker->list);
}

void picker_end(Picker *picker) {
    if (picker->order != picker->inline_order)
        free(picker->order);
    movelist_free(&picker->list);
}

static void picker_list(Picker *picker) {
    if (picker->moves == PICK_ALL)
        movegen_distinct(picker->position, &picker->list);
    else
        movegen_captures(picker->position, &picker->list);
    picker->stage = STAGE_FIRST;
}

static void picker_sort(Picker *picker) {
    picker->left = picker->list.count;
    if (picker->left > MOVELIST_INLINE)
        picker->order = memory_resize(NULL, picker->left, sizeof *picker->order);
    picker->endangered = position_endangered(picker->position);
    for (size_t i = 0; i < picker->left; i++) {
        int64_t score = order_score(picker, picker->list.moves[i]);
        picker->order[i] = score * (INT64_C(1) << ORDER_INDEX_BITS) + (UINT32_MAX - (int64_t)i);
    }
    heap_build(picker->order, picker->left);
    picker->stage = STAGE_REST;
}

static Move picker_pop(Picker *picker) {
    int64_t top = heap_pop(picker->order, &picker->left);
    return picker->list.moves[UINT32_MAX - (uint32_t)((uint64_t)top & UINT32_MAX)];
}

Move picker_next(Picker *picker) {
    if (picker->stage == STAGE_LIST)
        picker_list(picker);
    if (picker->stage == STAGE_FIRST) {
        /* Often the remembered move is the only one that is needed, so the others are not looked
         * at before. */
        picker->stage = STAGE_SORT;
        if (!move_is_none(picker->first) && movelist_has(&picker->list, picker->first))
            return picker->first;
        picker->first = MOVE_NONE;
    }
    if (picker->stage == STAGE_SORT)
        picker_sort(picker);
    while (picker->left > 0) {
        Move move = picker_pop(picker);
        if (!move_equal(move, picker->first))
            return move;
    }
    return MOVE_NONE;
}
