/* Ways to see that a position is good or bad enough without looking at all of its moves. None of
 * them returns a win or loss. */
#include <config.h>

#include "engine/exchange.h"
#include "engine/node.h"

enum {
    RAZOR_DEPTH = 3,
    RAZOR_MARGIN = 260, /* a ply */
    REVERSE_DEPTH = 8,
    REVERSE_MARGIN = 85, /* a ply */
    NULL_DEPTH = 3,      /* from here on */
    NULL_VERIFY_DEPTH = 12,
    NULL_SURPLUS = 180, /* above beta for another ply of reduction */
    PROBCUT_DEPTH = 5,  /* from here on */
    PROBCUT_MARGIN = 170,
    PROBCUT_REDUCTION = 4
};

/* Far below alpha: only captures can help, if anything. */
static bool razor(Search *search, const Node *node, Score *score) {
    if (node->depth > RAZOR_DEPTH || node->eval + RAZOR_MARGIN * node->depth > node->alpha)
        return false;
    *score = search_quiescence(search, node->position, node->ply, node->alpha, node->beta);
    return *score <= node->alpha && !score_is_decided(*score);
}

/* Far above beta: no quiet move of the opponent makes up for that (reverse futility). */
static bool stand_above(const Node *node, Score *score) {
    int margin = REVERSE_MARGIN * (node->depth - node->improving);
    if (node->depth > REVERSE_DEPTH || node->eval - margin < node->beta)
        return false;
    *score = (node->eval + node->beta) / 2;
    return true;
}

/*
 * Whether passing could be tried. A pass does not save a man from the river; and who has only the
 * lion may wish he could pass.
 */
static bool may_pass(Search *search, const Node *node) {
    const Position *position = node->position;
    Color us = position_side(position);
    return node->depth >= NULL_DEPTH && node->eval >= node->beta &&
           search->frames[node->ply].eval >= node->beta - 20 * node->depth + 120 &&
           node->ply >= search->null_from && !move_is_none(search_trail(search, node->ply)->move) &&
           position->by_color[us] != position_pieces(position, us, LION) &&
           position_endangered(position) == 0 && !position_in_capture(position);
}

/* A position that is good enough even if the opponent may move twice. Deep in the tree a search
 * without passing must agree. */
static bool prune_null_move(Search *search, const Node *node, Score *score) {
    if (search_halted(search) || !may_pass(search, node))
        return false;
    int surplus = (node->eval - node->beta) / NULL_SURPLUS;
    int depth = node->depth - 3 - node->depth / 3 - (surplus < 3 ? surplus : 3);
    Position child;
    search_enter_pass(search, node->position, node->ply, &child);
    *score = -search_position(search, &child, depth, node->ply + 1, -node->beta, -node->beta + 1,
                              !node->cut_node);
    search_leave(search);
    if (*score < node->beta || search_halted(search))
        return false;
    if (score_is_decided(*score))
        *score = node->beta;
    if (node->depth < NULL_VERIFY_DEPTH || search->null_from > 0)
        return true;
    search->null_from = node->ply + 3 * depth / 4;
    Score verified = search_position(search, node->position, depth, node->ply, node->beta - 1,
                                     node->beta, false);
    search->null_from = 0;
    return verified >= node->beta;
}

/* A capture that a shallow search finds to be good beyond beta is mostly good enough in a deep one
 * (M. Buro's ProbCut, in the form that chess programs use). */
static bool probcut(Search *search, const Node *node, Score *score) {
    const Score aim = node->beta + PROBCUT_MARGIN - 50 * node->improving;
    const int depth = node->depth - PROBCUT_REDUCTION;
    if (node->depth < PROBCUT_DEPTH ||
        (node->tt_hit && node->tt_entry.depth >= depth && node->tt_entry.score < aim))
        return false;
    Move first = node->tt_entry.move;
    if (!move_is_none(first) && move_is_quiet(node->position, first))
        first = MOVE_NONE;
    Picker picker;
    picker_begin(&picker, node->position, PICK_GOOD, first, NULL, &search->history,
                 search_trail(search, node->ply));
    picker.least = aim - node->eval;
    bool found = false;
    for (Move move;
         !found && !move_is_none(move = picker_next(&picker)) && !search_halted(search);) {
        Position child;
        if (!search_enter(search, node->position, node->ply, move, &child))
            continue;
        *score = -search_quiescence(search, &child, node->ply + 1, -aim, -aim + 1);
        if (*score >= aim && !search_halted(search))
            *score = -search_position(search, &child, depth, node->ply + 1, -aim, -aim + 1,
                                      !node->cut_node);
        search_leave(search);
        found = *score >= aim && !score_is_decided(*score);
    }
    picker_end(&picker);
    return found && !search_halted(search);
}

bool node_cut_short(Search *search, Node *node, Score *score) {
    if (score_is_decided(node->beta) || score_is_decided(node->alpha))
        return false;
    return razor(search, node, score) || stand_above(node, score) ||
           prune_null_move(search, node, score) || probcut(search, node, score);
}
