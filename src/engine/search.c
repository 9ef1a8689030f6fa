#include <config.h>

#include "engine/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/alphabeta.h"
#include "engine/node.h"
#include "engine/pruning.h"
#include "rules/movegen.h"

enum {
    ASPIRATION_DEPTH = 4, /* at lower depths scores vary too much for a narrow window */
    ASPIRATION_DELTA = 30,
    ASPIRATION_DELTA_MAX = 1000, /* a wider window is opened completely */
    REDUCTION_MOVES = 3,         /* first moves of the root that are not reduced */
    REDUCTION_DEPTH = 4,         /* minimum */
    STOP_CHECK_MOVES = 256
};

/* ---- root moves --------------------------------------------------------- */

static bool lion_is_captured(const Position *child) {
    return position_pieces(child, position_side(child), LION) == 0;
}

/* Returns the static score of a root move: even a search that is stopped at once must not lose the
 * lion. */
static Score root_estimate(const Position *child) {
    if (lion_is_captured(child))
        return score_win_at(1);
    if (position_can_capture_lion(child))
        return 1 - SCORE_WIN_LEAST; /* lost, unless the game is drawn before */
    return -evaluate_position(child);
}

bool search_probe(Search *search, const Position *position, Probe *probe) {
    if (!probe_position(&search->scope, position, probe))
        return false;
    atomic_store_explicit(&search->tbhits, search_tbhits(search) + 1, memory_order_relaxed);
    return true;
}

/* Ranks a root move that has been entered by the tables of endings, and makes its score exact if
 * they are certain. Returns false if they do not have the position after it. */
static bool root_rank(Search *search, const Position *child, Score *rank, Score *score) {
    const Node node = {.position = child, .ply = 1};
    Score child_score;
    Probe probe = {.certain = true};
    if (lion_is_captured(child))
        child_score = score_loss_at(1);
    else if (!node_is_over(search, &node, &child_score)) {
        if (!search_probe(search, child, &probe))
            return false;
        child_score = probe_score(&probe, child, 1);
    }
    *rank = probe.certain ? -child_score : -(Score)probe.value.result;
    if (*rank != ENDING_RANK_DRAW)
        *score = -child_score;
    return true;
}

static Score add_error(Score score, Score error) {
    return score_is_decided(score) ? score : min_int(score + error, SCORE_WIN_LEAST - 1);
}

void rootmove_misjudge(RootMove *move, Misjudgement misjudgement) {
    move->misjudgement = misjudgement;
    move->score = add_error(move->score, misjudgement.error);
}

void rootmove_move_up(RootMove *moves, size_t from, size_t to) {
    RootMove raised = moves[from];
    memmove(&moves[to + 1], &moves[to], (from - to) * sizeof *moves);
    moves[to] = raised;
}

static bool rootmove_is_better(const RootMove *a, const RootMove *b) {
    return a->ending_rank > b->ending_rank ||
           (a->ending_rank == b->ending_rank && a->score > b->score);
}

/* Sorts by rank and score, stably, so that moves without a new score keep their order. Insertion is
 * fast because one iteration changes little. */
static void rootmoves_sort(RootMove *moves, size_t count) {
    for (size_t i = 1; i < count; i++) {
        size_t place = i;
        while (place > 0 && rootmove_is_better(&moves[i], &moves[place - 1]))
            place--;
        if (place < i)
            rootmove_move_up(moves, i, place);
    }
}

typedef struct RootEstimate {
    Move move;
    Score ending_rank;
    Score score;
    size_t number; /* in the order of generation */
} RootEstimate;

static int root_estimate_compare(const void *a, const void *b) {
    const RootEstimate *left = a, *right = b;
    if (left->ending_rank != right->ending_rank)
        return left->ending_rank > right->ending_rank ? -1 : 1;
    if (left->score != right->score)
        return left->score > right->score ? -1 : 1;
    return left->number < right->number ? -1 : 1;
}

/* Lists the moves that repetition allows. There can be tens of thousands, so a search that has been
 * stopped lists only some of them. */
static size_t root_estimate_moves(Search *search, const MoveList *list, RootEstimate *estimates) {
    size_t count = 0;
    search->root_probed = search->scope.men > 0;
    for (size_t i = 0; i < list->count; i++) {
        Position child;
        if (i % STOP_CHECK_MOVES == STOP_CHECK_MOVES - 1 && count > 0 && search_stopped(search))
            break;
        if (!node_enter(search, &search->root, 0, list->moves[i], &child))
            continue;
        RootEstimate *estimate = &estimates[count];
        *estimate = (RootEstimate){
            .move = list->moves[i], .score = root_estimate(&child), .number = count++};
        if (search->scope.men > 0 &&
            !root_rank(search, &child, &estimate->ending_rank, &estimate->score))
            search->root_probed = false;
        node_leave(search);
    }
    for (size_t i = 0; i < count && !search->root_probed; i++)
        estimates[i].ending_rank = ENDING_RANK_DRAW;
    qsort(estimates, count, sizeof *estimates, root_estimate_compare);
    return count;
}

static void search_list_moves(Search *search) {
    MoveList list;
    movelist_init(&list);
    if (search->searchmoves) {
        movelist_reserve(&list, search->searchmove_count);
        for (size_t i = 0; i < search->searchmove_count; i++)
            movelist_add(&list, search->searchmoves[i]);
    } else {
        movegen_distinct(&search->root, &list);
    }
    RootEstimate *estimates = memory_resize(NULL, list.count + 1, sizeof *estimates);
    free(search->moves);
    search->moves = memory_resize(NULL, list.count + 1, sizeof *search->moves);
    search->move_count = root_estimate_moves(search, &list, estimates);
    for (size_t i = 0; i < search->move_count; i++)
        search->moves[i] = (RootMove){
            .move = estimates[i].move,
            .ending_rank = estimates[i].ending_rank,
            .score = estimates[i].score,
            .pv = {.length = 1, .moves = {estimates[i].move}},
        };
    free(estimates);
    movelist_free(&list);
}

/* ---- begin and end ------------------------------------------------------ */

void search_reset(Search *search, const Position *root, const uint64_t *keys, size_t key_count) {
    const size_t stack_size = sizeof search->stack / sizeof *search->stack;
    keyhistory_begin(&search->key_history, keys, key_count, PLY_MAX + 2);
    search->root = *root;
    for (size_t i = 0; i < stack_size; i++) {
        SearchStack *ss = &search->stack[i];
        ss->current_move = ss->excluded = MOVE_NONE;
        ss->continuation = history_continuation(&search->history, WHITE, MOVE_NONE);
        for (int k = 0; k < KILLER_COUNT; k++)
            ss->killers[k] = MOVE_NONE;
        ss->eval = SCORE_NONE;
    }
}

void search_begin(Search *search, const Position *root, const uint64_t *keys, size_t key_count) {
    search_reset(search, root, keys, key_count);
    search->tt_wins_unsafe =
        root->variant->repetition == REPETITION_ILLEGAL || search->key_history.repeated;
    search->null_move_min_ply = 0;
    search->seldepth = 0;
    search->tick_at = 0;
    history_decay(&search->history);
    bool both_lions = popcount64(root->by_type[LION]) == 2; /* else the game is over */
    if (both_lions && !position_attacks_lion(root, color_other(position_side(root))))
        search_stack(search, 0)->eval = evaluate_position(root);
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

static Score subtract_error(Score bound, Score error) {
    return score_is_decided(bound) ? bound : bound - error;
}

/* Returns the score of a root move, with its error, from the position after it. */
static Score root_search_child(Search *search, const Position *child, int depth, Score error,
                               Score alpha, Score beta) {
    Score score = -alphabeta_search(search, child, depth, 1, -subtract_error(beta, error),
                                    -subtract_error(alpha, error), beta - alpha == 1);
    return add_error(score, error);
}

/* Principal variation search of a root move after `tried` others. Only here is a lion captured;
 * below the root, the possibility ends the line. */
static Score root_search_move(Search *search, const Position *child, int depth,
                              Misjudgement misjudgement, size_t tried, Score alpha, Score beta) {
    const Score error = misjudgement.error;
    if (lion_is_captured(child))
        return score_win_at(1);
    if (misjudgement.blind)
        return add_error(-evaluate_position(child), error);
    if (tried >= REDUCTION_MOVES && depth >= REDUCTION_DEPTH && !search->full_width &&
        !score_is_decided(alpha)) {
        int reduction = reduction_base(depth, (int)tried) / REDUCTION_GRAIN / 2;
        Score score =
            root_search_child(search, child, depth - 1 - reduction, error, alpha, alpha + 1);
        if (score <= alpha || search_stopped(search))
            return score;
    }
    if (tried > 0) {
        Score score = root_search_child(search, child, depth - 1, error, alpha, alpha + 1);
        if (score <= alpha || search_stopped(search))
            return score;
    }
    return root_search_child(search, child, depth - 1, error, alpha, beta);
}

/* Called when the search was stopped before the moves from `next` to `end`. If all moves before
 * `next` are known to lose, the best of the rest by previous score becomes the best move. */
static void root_keep_best(Search *search, size_t next, size_t end) {
    RootMove *moves = search->moves;
    Score score = -SCORE_INFINITE;
    size_t best = next;
    for (size_t i = search->pv_index; i < next; i++)
        score = max_int(score, moves[i].score);
    if (score == -SCORE_INFINITE || score > -SCORE_WIN_LEAST)
        return;
    for (size_t i = next; i < end; i++) {
        if (rootmove_score(&moves[i]) > rootmove_score(&moves[best]))
            best = i;
    }
    moves[best].score = rootmove_score(&moves[best]);
}

/* Searches the moves from `pv_index` to `end`. Moves that do not raise alpha get no score. */
static Score root_search(Search *search, size_t end, int depth, Score alpha, Score beta) {
    SearchStack *next = search_stack(search, 1);
    Score best = -SCORE_INFINITE;
    for (size_t i = search->pv_index; i < end; i++) {
        RootMove *move = &search->moves[i];
        Position child;
        if (search->observer)
            search->observer->root_move(search->observer->context, search, i);
        node_enter(search, &search->root, 0, move->move, &child);
        next->pv.length = 0;
        Score score = root_search_move(search, &child, depth, move->misjudgement,
                                       i - search->pv_index, alpha, beta);
        node_leave(search);
        if (search_stopped(search)) {
            root_keep_best(search, i, end);
            break;
        }
        best = max_int(best, score);
        move->score = -SCORE_INFINITE;
        if (score > alpha) {
            move->score = alpha = score;
            node_join_pv(&move->pv, move->move, &next->pv);
        }
        if (score >= beta)
            break;
    }
    return best;
}

/*
 * Prepares the search of the moves of a rank. Returns false if their scores are exact: nothing is
 * searched. If they draw by the tables, the search does without these: it prefers the move after
 * which the opponent has to find the most.
 */
static bool root_begin_rank(Search *search, RootMove *move) {
    search->probing =
        search->scope.men > 0 &&
        (!search->root_probed || move->ending_rank != ENDING_RANK_DRAW || search->full_width);
    if (!score_is_decided(move->ending_rank))
        return true;
    search->seldepth = max_int(search->seldepth, 1);
    move->score = move->ending_rank;
    return false;
}

/* Finds the best move of the rank from `pv_index` on with an aspiration window around its previous
 * score, which is widened until the score falls inside. */
static void root_search_line(Search *search, int depth) {
    RootMove *moves = &search->moves[search->pv_index];
    const size_t count = search_rank_count(search, search->pv_index);
    const size_t end = search->pv_index + count;
    if (!root_begin_rank(search, moves))
        return;
    const Score expected = moves->previous;
    const bool narrow = depth >= ASPIRATION_DEPTH && !score_is_decided(expected);
    Score delta = ASPIRATION_DELTA;
    Score alpha = narrow ? expected - delta : -SCORE_INFINITE;
    Score beta = narrow ? expected + delta : SCORE_INFINITE;
    for (;;) {
        Score score = root_search(search, end, depth, alpha, beta);
        rootmoves_sort(moves, count);
        if (search_stopped(search) || (score > alpha && score < beta))
            return;
        if (search->observer)
            search->observer->window_missed(search->observer->context, search, score,
                                            score <= alpha ? BOUND_UPPER : BOUND_LOWER);
        delta = delta < ASPIRATION_DELTA_MAX ? delta * 2 : SCORE_INFINITE * 2;
        if (score <= alpha)
            alpha = max_int(score - delta, -SCORE_INFINITE);
        else
            beta = min_int(score + delta, SCORE_INFINITE);
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

size_t search_rank_count(const Search *search, size_t from) {
    size_t end = from;
    while (end < search->move_count &&
           search->moves[end].ending_rank == search->moves[from].ending_rank)
        end++;
    return end - from;
}

bool search_is_solved(const Search *search, int lines) {
    for (size_t i = 0; i < search->move_count && i < (size_t)lines; i++) {
        if (!score_is_decided(search->moves[i].ending_rank))
            return false;
    }
    return search->root_probed;
}
