#include <config.h>

#include "engine/quiescence.h"

#include "engine/picker.h"
#include "engine/see.h"

enum { DELTA_MARGIN = 180 };

/* The side to move may stand pat unless its lion is attacked: some quiet move is usually as good.
 * The evaluation accounts for pieces that drown. */
static void stand_pat(Node *node) {
    if (node->ss->lion_attacked) {
        node->best = score_loss_at(node->ply);
        return;
    }
    node->best = node_refine_eval(node, node->eval);
    if (node->best > node->alpha)
        node->alpha = node->best;
}

/* Delta pruning: returns whether even the captured material cannot raise the score above alpha. It
 * says nothing about an ending that the tables have. */
static bool prune_delta(Node *node, Move move) {
    if (node->uncertain)
        return false;
    Score most = node->eval + see_gain(node->position, move) + DELTA_MARGIN;
    if (most > node->alpha)
        return false;
    if (most > node->best)
        node->best = most;
    return true;
}

static void quiescence_moves(Search *search, Node *node) {
    const Position *position = node->position;
    const bool evasions = node->ss->lion_attacked;
    Move tt_move = node->tt_entry.move;
    if (!evasions && !move_is_none(tt_move) && move_is_quiet(position, tt_move))
        tt_move = MOVE_NONE;
    Picker picker;
    picker_init(&picker, position, evasions ? PICK_EVASIONS : PICK_CAPTURES, tt_move,
                &search->history, node->ss);
    for (Move move; !move_is_none(move = picker_next(&picker)) && !search_stopped(search);) {
        Position child;
        if (evasions && node->best > -SCORE_WIN_LEAST)
            picker_skip_quiets(&picker);
        if (!evasions && prune_delta(node, move))
            continue;
        if (!node_enter(search, position, node->ply, move, &child))
            continue;
        Score score = -quiescence_search(search, &child, node->ply + 1, -node->beta, -node->alpha);
        node_leave(search);
        if (node_improve(node, move, score))
            break;
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
}

Score quiescence_search(Search *search, const Position *position, int ply, Score alpha,
                        Score beta) {
    Node node = node_begin(search, position, 0, ply, alpha, beta);
    Score score;

    /* Step 1. The game is over, or the line too long. */
    if (node_is_over(search, &node, &score))
        return score;
    if (ply >= PLY_MAX)
        return evaluate_position(position);

    /* Step 2. Solved endings. */
    if (node_probe_endings(search, &node, &score))
        return score;

    /* Step 3. Static evaluation, which overlaps with the table's memory access. */
    if (!node.ss->lion_attacked)
        node.eval = node_static_eval(search, &node);

    /* Step 4. Transposition table cutoff. */
    if (node_probe_tt(search, &node))
        return node.tt_entry.score;

    /* Step 5. Stand pat. */
    stand_pat(&node);

    /* Step 6. Captures, or evasions of an attack on the lion. */
    if (node.best < beta)
        quiescence_moves(search, &node);
    if (!search_stopped(search))
        node_store_tt(search, &node);
    return node.best;
}
