#include <config.h>

#include "engine/picker.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/evaluate.h"
#include "engine/see.h"

/* ---- scores ---- */

/* An entry of the order is a score above an inverted index: equal scores keep the order of
 * generation. */
enum { ORDER_INDEX_BITS = 32 };

static int64_t capture_score(const Picker *picker, Move move) {
    const Position *position = picker->position;
    return (int64_t)see_gain(position, move) * 16 - evaluate_piece(position, move_piece(move)) / 4 +
           history_capture_score(picker->history, position_side(position), move,
                                 see_victim(position, move));
}

static int quiet_history_score(const Picker *picker, Move move) {
    return history_quiet_score(picker->history, position_side(picker->position), move, picker->ss);
}

/* A piece that stays in the river drowns, so moves that rescue one come first. */
static int64_t quiet_score(const Picker *picker, Move move) {
    int64_t score = quiet_history_score(picker, move);
    if (UNLIKELY(picker->endangered != 0))
        score += (int64_t)see_gain(picker->position, move) * 64;
    return score;
}

/* ---- order ---- */

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

/* Takes the highest entry of a short list, for which selection is faster than a heap. The entries
 * stay in the order of the moves. */
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

/* ---- picking ---- */

void picker_init(Picker *picker, const Position *position, PickerMoves moves, Move tt_move,
                 const History *history, const SearchStack *ss) {
    picker->position = position;
    picker->history = history;
    picker->ss = ss;
    picker->tt_move = tt_move;
    picker->moves = moves;
    picker->stage = STAGE_TT_MOVE;
    picker->bad_count = 0;
    picker->quiets_wanted = true;
    picker->order = picker->inline_order;
    picker->left = 0;
    for (int i = 0; i < REFUTATION_COUNT; i++)
        picker->refutations[i] = MOVE_NONE;
    if (moves == PICK_ALL) {
        const Color enemy = color_other(position_side(position));
        memcpy(picker->refutations, ss->killers, sizeof ss->killers);
        picker->refutations[KILLER_COUNT] =
            history_countermove(history, enemy, ss[-1].current_move);
    }
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

/* The functions of the stages return MOVE_NONE at the stage's end. */

static Move pick_tt_move(Picker *picker) {
    picker->stage = STAGE_GENERATE_CAPTURES;
    if (move_is_none(picker->tt_move) || !move_is_legal(picker->position, picker->tt_move)) {
        picker->tt_move = MOVE_NONE;
        return MOVE_NONE;
    }
    return picker->tt_move;
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
        if (move_equal(move, picker->tt_move))
            continue;
        if (picker->bad_count == BAD_CAPTURES_MAX || see_ge(picker->position, move, 0))
            return move;
        if (picker->moves != PICK_CAPTURES)
            picker->bad[picker->bad_count++] = move;
    }
    picker->stage = picker->moves == PICK_CAPTURES ? STAGE_END : STAGE_REFUTATIONS;
    picker->next = 0;
    return MOVE_NONE;
}

static Move pick_refutation(Picker *picker) {
    while (picker->quiets_wanted && picker->next < REFUTATION_COUNT) {
        int index = picker->next++;
        Move move = picker->refutations[index];
        if (!move_is_none(move) && !move_equal(move, picker->tt_move) &&
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
        if (!move_equal(move, picker->tt_move) && !is_refutation(picker, move, REFUTATION_COUNT))
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
