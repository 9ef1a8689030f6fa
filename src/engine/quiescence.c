/* The end of every line: nothing but captures and promotions, until nothing hangs. */
#include <config.h>

#include "engine/evaluate.h"
#include "engine/exchange.h"
#include "engine/node.h"

enum { DELTA = 180 /* how far a position can surprise beyond the men that are taken */ };

/*
 * The side to move may stand pat, since some quiet move is mostly as good; the evaluation counts
 * what drowns meanwhile. Not so when its lion is attacked.
 */
static void stand_pat(Search *search, Node *node) {
    if (search->frames[node->ply].attacked) {
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
static bool is_hopeless(Node *node, Move move) {
    Score most = node->eval + exchange_gain(node->position, move) + DELTA;
    if (most > node->alpha)
        return false;
    if (most > node->best)
        node->best = most;
    return true;
}

/* When the lion is attacked every move is tried, at least until one is not lost. */
static void search_captures(Search *search, Node *node, bool attacked) {
    const Position *position = node->position;
    const Trail *trail = search_trail(search, node->ply);
    Move first = node->tt_entry.move;
    if (!attacked && !move_is_none(first) && move_is_quiet(position, first))
        first = MOVE_NONE;
    Picker picker;
    picker_begin(&picker, position, attacked ? PICK_ALL : PICK_GOOD, first, NULL, &search->history,
                 trail);
    for (Move move; !move_is_none(move = picker_next(&picker)) && !search_halted(search);) {
        Position child;
        if (attacked && node->best > -SCORE_WIN_LEAST)
            picker_skip_quiets(&picker);
        if (!attacked && is_hopeless(node, move))
            continue;
        if (!search_enter(search, position, node->ply, move, &child))
            continue;
        Score score = -search_quiescence(search, &child, node->ply + 1, -node->beta, -node->alpha);
        search_leave(search);
        if (node_improve(search, node, move, score))
            break;
    }
    search_count_moves(search, picker.list.count);
    picker_end(&picker);
}

Score search_quiescence(Search *search, const Position *position, int ply, Score alpha,
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
    Frame *frame = &search->frames[ply];
    Score score;

    /* 1. The end of the game, or of the room for a line. */
    search_count_node(search, ply);
    frame->pv.length = 0;
    if (search_is_over(search, &node, &score))
        return score;
    if (ply >= PLY_MAX)
        return evaluate_position(position);

    /* 2. What the position looks like; that fills the time until the table's memory answers. */
    if (!frame->attacked)
        node.eval = search_evaluate(search, position);

    /* 3. What is known already. */
    if (node_look_up(search, &node))
        return node.tt_entry.score;

    /* 4. Standing pat. */
    stand_pat(search, &node);

    /* 5. The moves. */
    if (node.best < beta)
        search_captures(search, &node, frame->attacked);
    if (!search_halted(search))
        node_remember(search, &node);
    return node.best;
}
