/* The end of every line: nothing but captures and promotions, until nothing hangs. */
#include <config.h>

#include "engine/evaluate.h"
#include "engine/node.h"
#include "engine/see.h"

enum { DELTA = 180 /* how far a position can surprise beyond the men that are taken */ };

/*
 * The side to move may stand pat, since some quiet move is mostly as good; the evaluation counts
 * what drowns meanwhile. Not so when its lion is attacked.
 */
static void stand_pat(Search *search, Node *node) {
    if (search->stack[node->ply].attacked) {
        node->best = score_loss_at(node->ply);
        return;
    }
    node->best = node->eval;
    if (node->tt_hit && !score_is_decided(node->tt_entry.score) &&
        (node->tt_entry.bound & (node->tt_entry.score > node->best ? BOUND_LOWER : BOUND_UPPER)))
        node->best = node->tt_entry.score;
    if (node->best > node->alpha)
        node->alpha = node->best;
}

/* Whether even what a capture takes leaves the position too bad. */
static bool is_delta_pruned(Node *node, Move move) {
    Score most = node->eval + see_gain(node->position, move) + DELTA;
    if (most > node->alpha)
        return false;
    if (most > node->best)
        node->best = most;
    return true;
}

/* When the lion is attacked every move is tried, at least until one is not lost. */
static void quiescence_moves(Search *search, Node *node, bool attacked) {
    const Position *position = node->position;
    const PriorMove *prior = node_prior_moves(search, node->ply);
    Move first = node->tt_entry.move;
    if (!attacked && !move_is_none(first) && move_is_quiet(position, first))
        first = MOVE_NONE;
    Picker picker;
    picker_init(&picker, position, attacked ? PICK_ALL : PICK_GOOD, first, NULL, &search->history,
                prior);
    for (Move move; !move_is_none(move = picker_next(&picker)) && !search_stopped(search);) {
        Position child;
        if (attacked && node->best > -SCORE_WIN_LEAST)
            picker_skip_quiets(&picker);
        if (!attacked && is_delta_pruned(node, move))
            continue;
        if (!node_enter(search, position, node->ply, move, &child))
            continue;
        Score score = -quiescence_search(search, &child, node->ply + 1, -node->beta, -node->alpha);
        node_leave(search);
        if (node_improve(search, node, move, score))
            break;
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
}

Score quiescence_search(Search *search, const Position *position, int ply, Score alpha,
                        Score beta) {
    Node node = {
        .position = position,
        .ply = ply,
        .alpha = alpha,
        .beta = beta,
        .best_move = MOVE_NONE,
        .eval = SCORE_NONE,
        .pv_node = beta - alpha > 1,
    };
    SearchStack *ss = &search->stack[ply];
    Score score;

    /* 1. The end of the game, or of the room for a line. */
    node_count(search, ply);
    ss->pv.length = 0;
    if (node_is_over(search, &node, &score))
        return score;
    if (ply >= PLY_MAX)
        return evaluate_position(position);

    /* 2. What the position looks like; that fills the time until the table's memory answers. */
    if (!ss->attacked)
        node.eval = node_static_eval(search, position);

    /* 3. What is known already. */
    if (node_probe_tt(search, &node))
        return node.tt_entry.score;

    /* 4. Standing pat. */
    stand_pat(search, &node);

    /* 5. The moves. */
    if (node.best < beta)
        quiescence_moves(search, &node, ss->attacked);
    if (!search_stopped(search))
        node_store_tt(search, &node);
    return node.best;
}
