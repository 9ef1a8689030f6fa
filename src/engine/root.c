/* The root of the search: its moves, their order, and one iteration over them. */
#include <config.h>

#include "engine/search.h"

#include <stdlib.h>
#include <string.h>

#include "engine/evaluate.h"
#include "rules/memory.h"

enum {
    ASPIRATION_DEPTH = 4, /* below it scores jump too much for a narrow window */
    ASPIRATION_STEP = 30,
    ASPIRATION_MAX = 1000 /* half a window wider than this is opened */
};

/* ---- the moves ---------------------------------------------------------- */

static bool lion_is_taken(const Position *child) {
    return position_pieces(child, position_side(child), LION) == 0;
}

/* A first glance, so that even a search that is stopped at once does not throw a lion away. */
static Score glance(const Position *child) {
    if (lion_is_taken(child))
        return score_win_at(1);
    if (position_can_capture_lion(child))
        return score_loss_at(2);
    return -evaluate_position(child);
}

Score rootmove_score(const RootMove *move) {
    return move->score == -SCORE_INFINITE ? move->previous : move->score;
}

static void rootmove_raise(RootMove *moves, size_t from, size_t to) {
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
            rootmove_raise(moves, i, place);
    }
}

static void searcher_list_moves(Searcher *searcher) {
    MoveList list;
    movelist_init(&list);
    movegen_distinct(&searcher->root, &list);
    free(searcher->moves);
    searcher->moves = memory_resize(NULL, list.count + 1, sizeof *searcher->moves);
    searcher->move_count = 0;
    for (size_t i = 0; i < list.count; i++) {
        Position child;
        if (!searcher_enter(searcher, &searcher->root, list.moves[i], &child))
            continue;
        path_pop(&searcher->path);
        searcher->moves[searcher->move_count++] = (RootMove){
            .move = list.moves[i],
            .score = glance(&child),
            .line = {.length = 1, .moves = {list.moves[i]}},
        };
    }
    movelist_free(&list);
    rootmoves_sort(searcher->moves, searcher->move_count);
}

/* ---- the life of a searcher --------------------------------------------- */

void searcher_begin(Searcher *searcher, const Position *root, const uint64_t *keys,
                    size_t key_count) {
    path_begin(&searcher->path, keys, key_count, PLY_MAX + 2);
    searcher->root = *root;
    searcher->seldepth = 0;
    searcher->tick_at = 0;
    atomic_store_explicit(&searcher->nodes, 0, memory_order_relaxed);
    history_fade(&searcher->history);
    for (int ply = 0; ply < PLY_MAX + 3; ply++) {
        for (int i = 0; i < KILLER_COUNT; i++)
            searcher->frames[ply].killers[i] = MOVE_NONE;
    }
    searcher_list_moves(searcher);
}

void searcher_end(Searcher *searcher) {
    path_free(&searcher->path);
    free(searcher->moves);
    searcher->moves = NULL;
    searcher->move_count = 0;
}

void searcher_forget(Searcher *searcher) {
    memset(&searcher->history, 0, sizeof searcher->history);
}

/* ---- one iteration ------------------------------------------------------ */

/* One move at the root for a window whose lower end is the best score so far. Below the root no
 * lion is ever taken: that it can be is enough. */
static Score root_search_move(Searcher *searcher, const Position *child, int depth, bool best,
                              Score alpha, Score beta) {
    if (lion_is_taken(child))
        return score_win_at(1);
    if (!best) {
        Score score = -search_position(searcher, child, depth - 1, 1, -alpha - 1, -alpha);
        if (score <= alpha || searcher_halted(searcher))
            return score;
    }
    return -search_position(searcher, child, depth - 1, 1, -beta, -alpha);
}

/* All moves from `first_move` on for a window. The first one gets a score in any case, the others
 * only if they are better than all before. */
static Score root_search(Searcher *searcher, int depth, Score alpha, Score beta) {
    Score best = -SCORE_INFINITE;
    for (size_t i = searcher->first_move; i < searcher->move_count; i++) {
        RootMove *move = &searcher->moves[i];
        bool first = i == searcher->first_move;
        Position child;
        searcher_enter(searcher, &searcher->root, move->move, &child);
        searcher->frames[1].line.length = 0;
        Score score = root_search_move(searcher, &child, depth, first, alpha, beta);
        path_pop(&searcher->path);
        if (searcher_halted(searcher))
            break;
        if (score > best)
            best = score;
        move->score = first || score > alpha ? score : -SCORE_INFINITE;
        if (first || score > alpha)
            line_join(&move->line, move->move, &searcher->frames[1].line);
        if (score > alpha)
            alpha = score;
        if (score >= beta)
            break;
    }
    return best;
}

/* The best of the moves from `first_move` on: a narrow window around its last score is cheap, and
 * is moved until the score falls into it. */
static void root_search_line(Searcher *searcher, int depth) {
    RootMove *moves = &searcher->moves[searcher->first_move];
    size_t count = searcher->move_count - searcher->first_move;
    Score expected = moves->previous;
    Score step = ASPIRATION_STEP;
    bool narrow = depth >= ASPIRATION_DEPTH && !score_is_decided(expected);
    Score alpha = narrow ? expected - step : -SCORE_INFINITE;
    Score beta = narrow ? expected + step : SCORE_INFINITE;
    for (;;) {
        Score score = root_search(searcher, depth, alpha, beta);
        rootmoves_sort(moves, count);
        if (searcher_halted(searcher) || (score > alpha && score < beta))
            return;
        step = step < ASPIRATION_MAX ? step * 2 : SCORE_INFINITE * 2;
        if (score <= alpha)
            alpha = score - step > -SCORE_INFINITE ? score - step : -SCORE_INFINITE;
        else
            beta = score + step < SCORE_INFINITE ? score + step : SCORE_INFINITE;
    }
}

bool searcher_iterate(Searcher *searcher, int depth, int lines) {
    searcher->depth = depth;
    searcher->seldepth = 0;
    for (size_t i = 0; i < searcher->move_count; i++) {
        searcher->moves[i].previous = rootmove_score(&searcher->moves[i]);
        searcher->moves[i].score = -SCORE_INFINITE;
    }
    for (size_t i = 0; i < searcher->move_count && i < (size_t)lines; i++) {
        searcher->first_move = i;
        root_search_line(searcher, depth);
        if (searcher_halted(searcher))
            return false;
        rootmoves_sort(searcher->moves, i + 1);
    }
    return true;
}
