#include <config.h>

#include "engine/pruning.h"

#include "engine/node.h"
#include "engine/see.h"

/* Ways to see that a position is good or bad enough without looking at all of its moves. None of
 * them returns a win or loss. */

enum {
    RAZOR_DEPTH = 3,
    RAZOR_MARGIN = 260, /* a ply */
    REVERSE_FUTILITY_DEPTH = 8,
    REVERSE_FUTILITY_MARGIN = 85, /* a ply */
    NULL_MOVE_DEPTH = 3,          /* from here on */
    NULL_MOVE_VERIFY_DEPTH = 12,
    NULL_MOVE_SURPLUS = 180, /* above beta for another ply of reduction */
    PROBCUT_DEPTH = 5,       /* from here on */
    PROBCUT_MARGIN = 170,
    PROBCUT_REDUCTION = 4
};

/* Far below alpha: only captures can help, if anything. */
static bool prune_razoring(Search *search, const Node *node, Score *score) {
    if (node->depth > RAZOR_DEPTH || node->eval + RAZOR_MARGIN * node->depth > node->alpha)
        return false;
    *score = quiescence_search(search, node->position, node->ply, node->alpha, node->beta);
    return *score <= node->alpha && !score_is_decided(*score);
}

/* Far above beta: no quiet move of the opponent makes up for that (reverse futility). */
static bool prune_reverse_futility(const Node *node, Score *score) {
    int margin = REVERSE_FUTILITY_MARGIN * (node->depth - node->improving);
    if (node->depth > REVERSE_FUTILITY_DEPTH || node->eval - margin < node->beta)
        return false;
    *score = (node->eval + node->beta) / 2;
    return true;
}

/*
 * Whether passing could be tried. A pass does not save a man from the river; and who has only the
 * lion may wish he could pass.
 */
static bool null_move_allowed(Search *search, const Node *node) {
    const Position *position = node->position;
    Color us = position_side(position);
    return node->depth >= NULL_MOVE_DEPTH && node->eval >= node->beta &&
           search->stack[node->ply].eval >= node->beta - 20 * node->depth + 120 &&
           node->ply >= search->null_move_min_ply &&
           !move_is_none(node_prior_moves(search, node->ply)->move) &&
           position->by_color[us] != position_pieces(position, us, LION) &&
           position_endangered(position) == 0 && !position_in_capture(position);
}

/* A position that is good enough even if the opponent may move twice. Deep in the tree a search
 * without passing must agree. */
static bool prune_null_move(Search *search, const Node *node, Score *score) {
    if (search_stopped(search) || !null_move_allowed(search, node))
        return false;
    int surplus = (node->eval - node->beta) / NULL_MOVE_SURPLUS;
    int depth = node->depth - 3 - node->depth / 3 - (surplus < 3 ? surplus : 3);
    Position child;
    node_enter_null(search, node->position, node->ply, &child);
    *score = -alphabeta_search(search, &child, depth, node->ply + 1, -node->beta, -node->beta + 1,
                               !node->cut_node);
    node_leave(search);
    if (*score < node->beta || search_stopped(search))
        return false;
    if (score_is_decided(*score))
        *score = node->beta;
    if (node->depth < NULL_MOVE_VERIFY_DEPTH || search->null_move_min_ply > 0)
        return true;
    search->null_move_min_ply = node->ply + 3 * depth / 4;
    Score verified = alphabeta_search(search, node->position, depth, node->ply, node->beta - 1,
                                      node->beta, false);
    search->null_move_min_ply = 0;
    return verified >= node->beta;
}

/* A capture that a shallow search finds to be good beyond beta is mostly good enough in a deep one
 * (M. Buro's ProbCut, in the form that chess programs use). */
static bool prune_probcut(Search *search, const Node *node, Score *score) {
    const Score probcut_beta = node->beta + PROBCUT_MARGIN - 50 * node->improving;
    const int depth = node->depth - PROBCUT_REDUCTION;
    if (node->depth < PROBCUT_DEPTH ||
        (node->tt_hit && node->tt_entry.depth >= depth && node->tt_entry.score < probcut_beta))
        return false;
    Move first = node->tt_entry.move;
    if (!move_is_none(first) && move_is_quiet(node->position, first))
        first = MOVE_NONE;
    Picker picker;
    picker_init(&picker, node->position, PICK_GOOD, first, NULL, &search->history,
                node_prior_moves(search, node->ply));
    picker.least = probcut_beta - node->eval;
    bool found = false;
    for (Move move;
         !found && !move_is_none(move = picker_next(&picker)) && !search_stopped(search);) {
        Position child;
        if (!node_enter(search, node->position, node->ply, move, &child))
            continue;
        *score =
            -quiescence_search(search, &child, node->ply + 1, -probcut_beta, -probcut_beta + 1);
        if (*score >= probcut_beta && !search_stopped(search))
            *score = -alphabeta_search(search, &child, depth, node->ply + 1, -probcut_beta,
                                       -probcut_beta + 1, !node->cut_node);
        node_leave(search);
        found = *score >= probcut_beta && !score_is_decided(*score);
    }
    picker_free(&picker);
    return found && !search_stopped(search);
}

bool prune_node(Search *search, Node *node, Score *score) {
    if (score_is_decided(node->beta) || score_is_decided(node->alpha))
        return false;
    return prune_razoring(search, node, score) || prune_reverse_futility(node, score) ||
           prune_null_move(search, node, score) || prune_probcut(search, node, score);
}

const uint16_t reduction_log[64] = {
    0,   0,   177,  281,  355,  412,  459,  498,  532,  562,  589,  614,  636,  657,  676,  693,
    710, 725, 740,  754,  767,  779,  791,  803,  814,  824,  834,  844,  853,  862,  871,  879,
    887, 895, 903,  910,  917,  924,  931,  938,  944,  951,  957,  963,  969,  975,  980,  986,
    991, 996, 1001, 1007, 1012, 1016, 1021, 1026, 1030, 1035, 1039, 1044, 1048, 1052, 1057, 1061};
