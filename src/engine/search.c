/* The root of the search: its moves, their order, and one iteration over them. */
#include <config.h>

#include "engine/node.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine/evaluate.h"
#include "engine/pruning.h"

enum {
    ASPIRATION_DEPTH = 4, /* below it scores jump too much for a narrow window */
    ASPIRATION_STEP = 30,
    ASPIRATION_MAX = 1000, /* half a window wider than this is opened */
    REDUCTION_MOVES = 3,   /* moves before those that are searched less deep at first */
    REDUCTION_DEPTH = 4,
    STOP_CHECK_MOVES = 256
};

/* ---- the moves ---------------------------------------------------------- */

static bool lion_is_captured(const Position *child) {
    return position_pieces(child, position_side(child), LION) == 0;
}

/* A first glance, so that even a search that is stopped at once does not throw a lion away. */
static Score root_estimate(const Position *child) {
    if (lion_is_captured(child))
        return score_win_at(1);
    if (position_can_capture_lion(child))
        return 1 - SCORE_WIN_LEAST; /* lost, unless the game is drawn before */
    return -evaluate_position(child);
}

Score rootmove_score(const RootMove *move) {
    return move->score == -SCORE_INFINITE ? move->previous : move->score;
}

static Score misjudged(Score score, Score error) {
    if (score_is_decided(score))
        return score;
    return score + error < SCORE_WIN_LEAST ? score + error : SCORE_WIN_LEAST - 1;
}

void rootmove_misjudge(RootMove *move, Misjudgement misjudgement) {
    move->misjudgement = misjudgement;
    move->score = misjudged(move->score, misjudgement.error);
}

Score rootmove_true_score(const RootMove *move) {
    Score score = rootmove_score(move);
    return score_is_decided(score) ? score : score - move->misjudgement.error;
}

void rootmove_move_up(RootMove *moves, size_t from, size_t to) {
    RootMove raised = moves[from];
    memmove(&moves[to + 1], &moves[to], (from - to) * sizeof *moves);
    moves[to] = raised;
}

/* Better first. Moves that were not searched, or not found to be better, stay as earlier iterations
 * have left them. Insertion does that, and one iteration changes little. */
static void rootmoves_sort(RootMove *moves, size_t count) {
    for (size_t i = 1; i < count; i++) {
        size_t place = i;
        while (place > 0 && moves[i].score > moves[place - 1].score)
            place--;
        if (place < i)
            rootmove_move_up(moves, i, place);
    }
}

static void movelist_copy(MoveList *list, const Move *moves, size_t count) {
    movelist_reserve(list, count);
    memcpy(list->moves, moves, count * sizeof *moves);
    list->count = count;
}

/* A move and what a first glance says of it. */
typedef struct RootEstimate {
    Move move;
    Score score;
    size_t number; /* in the order of generation */
} RootEstimate;

static int root_estimate_compare(const void *a, const void *b) {
    const RootEstimate *one = a;
    const RootEstimate *other = b;
    if (one->score != other->score)
        return one->score > other->score ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

/* The moves that repetition allows. There can be tens of thousands: a search that is to end already
 * looks at a part of them only. */
static size_t root_estimate_moves(Search *search, const MoveList *list, RootEstimate *estimates) {
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        Position child;
        if (i % STOP_CHECK_MOVES == STOP_CHECK_MOVES - 1 && count > 0 && search_stopped(search))
            break;
        if (!node_enter(search, &search->root, 0, list->moves[i], &child))
            continue;
        node_leave(search);
        estimates[count] = (RootEstimate){list->moves[i], root_estimate(&child), count};
        count++;
    }
    qsort(estimates, count, sizeof *estimates, root_estimate_compare);
    return count;
}

static void search_list_moves(Search *search) {
    MoveList list;
    movelist_init(&list);
    if (search->searchmoves)
        movelist_copy(&list, search->searchmoves, search->searchmove_count);
    else
        movegen_distinct(&search->root, &list);
    RootEstimate *estimates = memory_resize(NULL, list.count + 1, sizeof *estimates);
    free(search->moves);
    search->moves = memory_resize(NULL, list.count + 1, sizeof *search->moves);
    search->move_count = root_estimate_moves(search, &list, estimates);
    for (size_t i = 0; i < search->move_count; i++)
        search->moves[i] = (RootMove){
            .move = estimates[i].move,
            .score = estimates[i].score,
            .pv = {.length = 1, .moves = {estimates[i].move}},
        };
    free(estimates);
    movelist_free(&list);
}

/* ---- the life of a search ------------------------------------------------ */

/* Before the root no moves are known. */
static void search_reset(Search *search) {
    for (int ply = 0; ply < PLY_MAX + 3; ply++) {
        SearchStack *ss = &search->stack[ply];
        for (int i = 0; i < KILLER_COUNT; i++)
            ss->killers[i] = MOVE_NONE;
        ss->excluded = MOVE_NONE;
        ss->eval = SCORE_NONE;
    }
    for (int i = 0; i < CONTINUATION_PLIES; i++)
        search->prior_moves[i] = (PriorMove){
            .move = MOVE_NONE,
            .continuation = history_continuation(&search->history, WHITE, MOVE_NONE),
        };
    search->null_move_min_ply = 0;
    search->seldepth = 0;
    search->tick_at = 0;
    atomic_store_explicit(&search->nodes, 0, memory_order_relaxed);
}

void search_begin(Search *search, const Position *root, const uint64_t *keys, size_t key_count) {
    keyhistory_begin(&search->key_history, keys, key_count, PLY_MAX + 2);
    search->root = *root;
    search->tt_wins_unsafe =
        root->variant->repetition == REPETITION_ILLEGAL || search->key_history.repeated;
    search_reset(search);
    history_decay(&search->history);
    bool both_lions = popcount64(root->by_type[LION]) == 2; /* the game may be over */
    if (both_lions && !position_attacks_lion(root, color_other(position_side(root))))
        search->stack[0].eval = evaluate_position(root);
    search_list_moves(search);
}

void search_end(Search *search) {
    keyhistory_free(&search->key_history);
    free(search->moves);
    search->moves = NULL;
    search->move_count = 0;
}

void search_clear(Search *search) {
    history_clear(&search->history);
}

/* ---- one iteration ------------------------------------------------------ */

/* The bound that the true score of a misjudged move has to reach. */
static Score true_bound(Score bound, Score error) {
    return score_is_decided(bound) ? bound : bound - error;
}

/* A move's score by the position after it. */
static Score root_search_child(Search *search, const Position *child, int depth, Score error,
                               Score alpha, Score beta) {
    Score score = -alphabeta_search(search, child, depth, 1, -true_bound(beta, error),
                                    -true_bound(alpha, error), beta - alpha == 1);
    return misjudged(score, error);
}

/* One move at the root for a window whose lower end is the best score so far; `tried` moves came
 * before it. Below the root no lion is ever taken: that it can be is enough. */
static Score root_search_move(Search *search, const Position *child, int depth,
                              Misjudgement misjudgement, size_t tried, Score alpha, Score beta) {
    if (lion_is_captured(child))
        return score_win_at(1);
    if (misjudgement.blind)
        return misjudged(-evaluate_position(child), misjudgement.error);
    if (tried >= REDUCTION_MOVES && depth >= REDUCTION_DEPTH && !search->full_width &&
        !score_is_decided(alpha)) {
        int reduction = reduction_base(depth, (int)tried) / REDUCTION_GRAIN / 2;
        Score score = root_search_child(search, child, depth - 1 - reduction, misjudgement.error,
                                        alpha, alpha + 1);
        if (score <= alpha || search_stopped(search))
            return score;
    }
    if (tried > 0) {
        Score score =
            root_search_child(search, child, depth - 1, misjudgement.error, alpha, alpha + 1);
        if (score <= alpha || search_stopped(search))
            return score;
    }
    return root_search_child(search, child, depth - 1, misjudgement.error, alpha, beta);
}

/* The search was halted before it looked at the moves from `next` on. If those before them are
 * known to be lost, one of these is the best known. */
static void root_keep_best(Search *search, size_t next) {
    RootMove *moves = search->moves;
    Score score = -SCORE_INFINITE;
    size_t best = next;
    for (size_t i = search->pv_index; i < next; i++) {
        if (moves[i].score > score)
            score = moves[i].score;
    }
    if (score == -SCORE_INFINITE || score > -SCORE_WIN_LEAST)
        return;
    for (size_t i = next; i < search->move_count; i++) {
        if (rootmove_score(&moves[i]) > rootmove_score(&moves[best]))
            best = i;
    }
    moves[best].score = rootmove_score(&moves[best]);
}

/* All moves from `pv_index` on for a window. Those get a score that are better than its lower end
 * and all before. */
static Score root_search(Search *search, int depth, Score alpha, Score beta) {
    Score best = -SCORE_INFINITE;
    for (size_t i = search->pv_index; i < search->move_count; i++) {
        RootMove *move = &search->moves[i];
        Position child;
        node_enter(search, &search->root, 0, move->move, &child);
        search->stack[1].pv.length = 0;
        Score score = root_search_move(search, &child, depth, move->misjudgement,
                                       i - search->pv_index, alpha, beta);
        node_leave(search);
        if (search_stopped(search)) {
            root_keep_best(search, i);
            break;
        }
        if (score > best)
            best = score;
        move->score = -SCORE_INFINITE;
        if (score > alpha) {
            move->score = alpha = score;
            node_join_pv(&move->pv, move->move, &search->stack[1].pv);
        }
        if (score >= beta)
            break;
    }
    return best;
}

/* The best of the moves from `pv_index` on: a narrow window around its last score is cheap, and
 * is moved until the score falls into it. */
static void root_search_line(Search *search, int depth) {
    RootMove *moves = &search->moves[search->pv_index];
    size_t count = search->move_count - search->pv_index;
    Score expected = moves->previous;
    Score step = ASPIRATION_STEP;
    bool narrow = depth >= ASPIRATION_DEPTH && !score_is_decided(expected);
    Score alpha = narrow ? expected - step : -SCORE_INFINITE;
    Score beta = narrow ? expected + step : SCORE_INFINITE;
    for (;;) {
        Score score = root_search(search, depth, alpha, beta);
        rootmoves_sort(moves, count);
        if (search_stopped(search) || (score > alpha && score < beta))
            return;
        step = step < ASPIRATION_MAX ? step * 2 : SCORE_INFINITE * 2;
        if (score <= alpha)
            alpha = score - step > -SCORE_INFINITE ? score - step : -SCORE_INFINITE;
        else
            beta = score + step < SCORE_INFINITE ? score + step : SCORE_INFINITE;
    }
}

bool search_iterate(Search *search, int depth, int lines) {
    search->depth = depth;
    search->seldepth = 0;
    for (size_t i = 0; i < search->move_count; i++) {
        search->moves[i].previous = rootmove_score(&search->moves[i]);
        search->moves[i].score = -SCORE_INFINITE;
    }
    for (size_t i = 0; i < search->move_count && i < (size_t)lines; i++) {
        search->pv_index = i;
        root_search_line(search, depth);
        if (search_stopped(search))
            return false;
        rootmoves_sort(search->moves, i + 1);
    }
    return true;
}
