#include <config.h>

#include "engine/picker.h"

#include <stdlib.h>

#include "base/memory.h"
#include "engine/evaluate.h"
#include "engine/see.h"

/* ---- moves -------------------------------------------------------------- */

PieceType see_victim(const Position *position, Move move) {
    Bitboard captured = position_captured(position, move);
    PieceType victim = PIECE_NONE;
    Score value = -1;
    while (captured) {
        PieceType type = position_piece_at(position, bitboard_pop(&captured));
        if (type == LION)
            return LION;
        if (evaluate_piece(position, type) > value) {
            value = evaluate_piece(position, type);
            victim = type;
        }
    }
    return victim;
}

/* ---- scores ------------------------------------------------------------- */

/* A place in the heap: the score above, and below it the index, so that of equal moves the one that
 * was generated first comes first. */
#define ORDER_INDEX_BITS 32

static int64_t capture_score(const Picker *picker, Move move) {
    const Position *position = picker->position;
    return (int64_t)see_gain(position, move) * 16 - evaluate_piece(position, move_piece(move)) / 4 +
           history_capture_score(picker->history, position_side(position), move,
                                 see_victim(position, move));
}

static int quiet_history_score(const Picker *picker, Move move) {
    return history_quiet_score(picker->history, position_side(picker->position), move,
                               picker->prior);
}

/* A man that stays in the river is lost, so the moves that take one out come first. */
static int64_t quiet_score(const Picker *picker, Move move) {
    int64_t score = quiet_history_score(picker, move);
    if (UNLIKELY(picker->endangered != 0))
        score += (int64_t)see_gain(picker->position, move) * 64;
    return score;
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

/* Orders the moves of the list. */
static void picker_sort(Picker *picker, int64_t (*score)(const Picker *, Move)) {
    picker->left = picker->list.count;
    if (picker->left > MOVELIST_INLINE) {
        int64_t *grown = picker->order == picker->inline_order ? NULL : picker->order;
        picker->order = memory_resize(grown, picker->left, sizeof *picker->order);
    }
    for (size_t i = 0; i < picker->left; i++)
        picker->order[i] = score(picker, picker->list.moves[i]) * (INT64_C(1) << ORDER_INDEX_BITS) +
                           (UINT32_MAX - (int64_t)i);
    if (picker->left > MOVELIST_INLINE)
        heap_build(picker->order, picker->left);
}

static uint32_t order_index(int64_t entry) {
    return UINT32_MAX - (uint32_t)((uint64_t)entry & UINT32_MAX);
}

/* Takes the highest entry out of an order that stands as its moves do. For some tens of moves this
 * is quicker than a heap. */
static int64_t order_select(int64_t *order, size_t count) {
    int64_t top = INT64_MIN;
    for (size_t i = 0; i < count; i++)
        top = order[i] > top ? order[i] : top;
    order[order_index(top)] = INT64_MIN;
    return top;
}

static Move picker_pop(Picker *picker) {
    int64_t top;
    if (picker->list.count > MOVELIST_INLINE) {
        top = heap_pop(picker->order, &picker->left);
    } else {
        top = order_select(picker->order, picker->list.count);
        picker->left--;
    }
    picker->score = (int)(top >> ORDER_INDEX_BITS);
    return picker->list.moves[order_index(top)];
}

/* ---- picking ------------------------------------------------------------ */

void picker_init(Picker *picker, const Position *position, PickerMoves moves, Move first,
                 const Move *killers, const History *history, const PriorMove *prior) {
    picker->position = position;
    picker->history = history;
    picker->prior = prior;
    picker->first = first;
    picker->moves = moves;
    picker->stage = STAGE_TT_MOVE;
    picker->least = 0;
    picker->bad_count = 0;
    picker->quiets_wanted = true;
    picker->order = picker->inline_order;
    picker->left = 0;
    for (int i = 0; i < KILLER_COUNT; i++)
        picker->refutations[i] = killers ? killers[i] : MOVE_NONE;
    picker->refutations[KILLER_COUNT] =
        killers ? history_countermove(history, color_other(position_side(position)), prior->move)
                : MOVE_NONE;
    movelist_init(&picker->list);
}

void picker_free(Picker *picker) {
    if (picker->order != picker->inline_order)
        free(picker->order);
    movelist_free(&picker->list);
}

void picker_skip_quiets(Picker *picker) {
    picker->quiets_wanted = false;
}

static bool is_refutation(const Picker *picker, Move move, int count) {
    for (int i = 0; i < count; i++) {
        if (move_equal(move, picker->refutations[i]))
            return true;
    }
    return false;
}

/* Each stage gives its next move, or MOVE_NONE when it is over. */

static Move pick_tt_move(Picker *picker) {
    picker->stage = STAGE_GENERATE_CAPTURES;
    if (move_is_none(picker->first) || !move_is_legal(picker->position, picker->first)) {
        picker->first = MOVE_NONE;
        return MOVE_NONE;
    }
    return picker->first;
}

static Move pick_generate_captures(Picker *picker) {
    movegen_captures(picker->position, &picker->list);
    picker_sort(picker, capture_score);
    picker->stage = STAGE_CAPTURES;
    return MOVE_NONE;
}

static Move pick_capture(Picker *picker) {
    while (picker->left > 0) {
        Move move = picker_pop(picker);
        if (move_equal(move, picker->first))
            continue;
        if (picker->bad_count == BAD_CAPTURES_MAX || see_ge(picker->position, move, picker->least))
            return move;
        if (picker->moves == PICK_ALL)
            picker->bad[picker->bad_count++] = move;
    }
    picker->stage = picker->moves == PICK_ALL ? STAGE_REFUTATIONS : STAGE_END;
    picker->next = 0;
    return MOVE_NONE;
}

static Move pick_refutation(Picker *picker) {
    while (picker->quiets_wanted && picker->next < REFUTATION_COUNT) {
        int index = picker->next++;
        Move move = picker->refutations[index];
        if (!move_is_none(move) && !move_equal(move, picker->first) &&
            !is_refutation(picker, move, index) && move_is_legal(picker->position, move) &&
            move_is_quiet(picker->position, move))
            return move;
    }
    picker->stage = STAGE_GENERATE_QUIETS;
    return MOVE_NONE;
}

static Move pick_generate_quiets(Picker *picker) {
    picker->stage = STAGE_QUIETS;
    if (!picker->quiets_wanted)
        return MOVE_NONE;
    picker->list.count = 0;
    movegen_quiets(picker->position, &picker->list);
    picker->endangered = position_endangered(picker->position);
    picker_sort(picker, quiet_score);
    return MOVE_NONE;
}

static Move pick_quiet(Picker *picker) {
    while (picker->quiets_wanted && picker->left > 0) {
        Move move = picker_pop(picker);
        if (!move_equal(move, picker->first) && !is_refutation(picker, move, REFUTATION_COUNT))
            return move;
    }
    picker->stage = STAGE_BAD_CAPTURES;
    picker->next = 0;
    return MOVE_NONE;
}

static Move pick_bad_capture(Picker *picker) {
    if (picker->next < picker->bad_count)
        return picker->bad[picker->next++];
    picker->stage = STAGE_END;
    return MOVE_NONE;
}

int picker_history_score(const Picker *picker, Move move) {
    const Position *position = picker->position;
    if (picker->stage == STAGE_QUIETS && picker->endangered == 0)
        return picker->score;
    if (move_is_quiet(position, move))
        return quiet_history_score(picker, move);
    return history_capture_score(picker->history, position_side(position), move,
                                 see_victim(position, move));
}

Move picker_next(Picker *picker) {
    static Move (*const stages[])(Picker *) = {
        [STAGE_TT_MOVE] = pick_tt_move,
        [STAGE_GENERATE_CAPTURES] = pick_generate_captures,
        [STAGE_CAPTURES] = pick_capture,
        [STAGE_REFUTATIONS] = pick_refutation,
        [STAGE_GENERATE_QUIETS] = pick_generate_quiets,
        [STAGE_QUIETS] = pick_quiet,
        [STAGE_BAD_CAPTURES] = pick_bad_capture,
    };
    while (picker->stage != STAGE_END) {
        Move move = stages[picker->stage](picker);
        if (!move_is_none(move))
            return move;
    }
    return MOVE_NONE;
}
