#include <config.h>

#include "engine/pruning.h"

#include "base/number.h"
#include "engine/alphabeta.h"
#include "engine/quiescence.h"
#include "engine/see.h"

enum {
    RAZOR_DEPTH = 3,
    RAZOR_MARGIN = 260, /* per ply */
    REVERSE_FUTILITY_DEPTH = 8,
    REVERSE_FUTILITY_MARGIN = 85, /* per ply */
    NULL_MOVE_DEPTH = 3,          /* minimum */
    NULL_MOVE_VERIFY_DEPTH = 12,  /* minimum */
    NULL_MOVE_SURPLUS = 180,      /* of the evaluation over beta, per ply of reduction */
    PROBCUT_DEPTH = 5,            /* minimum */
    PROBCUT_MARGIN = 170,
    PROBCUT_REDUCTION = 4,
    MOVE_PRUNE_DEPTH = 8,
    LATE_MOVE_BASE = 4, /* quiet moves that are always searched */
    FUTILITY_MARGIN = 110,
    FUTILITY_STEP = 90, /* per ply */
    HISTORY_PRUNE_DEPTH = 4,
    HISTORY_STEP = 3500,     /* per ply */
    SEE_QUIET_STEP = 45,     /* per squared ply */
    SEE_CAPTURE_STEP = 100,  /* per ply */
    REDUCTION_HISTORY = 9000 /* history score that changes the reduction by a ply */
};

/* ---- nodes: none of these returns a decided score ----------------------- */

/* Far below alpha only captures can help. */
static bool prune_razoring(Search *search, const Node *node, Score *score) {
    if (node->depth > RAZOR_DEPTH || node->eval + RAZOR_MARGIN * node->depth > node->alpha)
        return false;
    *score = quiescence_search(search, node->position, node->ply, node->alpha, node->beta);
    return *score <= node->alpha && !score_is_decided(*score);
}

/* Far above beta no quiet reply makes up for the difference. */
static bool prune_reverse_futility(const Node *node, Score *score) {
    int margin = REVERSE_FUTILITY_MARGIN * (node->depth - node->improving);
    if (node->depth > REVERSE_FUTILITY_DEPTH || node->eval - margin < node->beta)
        return false;
    *score = (node->eval + node->beta) / 2;
    return true;
}

/* A null move does not rescue a piece from the river, and a side with only its lion may be in
 * zugzwang. */
static bool null_move_allowed(const Search *search, const Node *node) {
    const Position *position = node->position;
    Color us = position_side(position);
    return node->depth >= NULL_MOVE_DEPTH && node->eval >= node->beta &&
           node->ss->eval >= node->beta - 20 * node->depth + 120 &&
           node->ply >= search->null_move_min_ply && !move_is_none(node->ss[-1].current_move) &&
           position->by_color[us] != position_pieces(position, us, LION) &&
           position_endangered(position) == 0 && !position_in_capture(position);
}

/* The position is good enough even if the opponent moves twice. At high depth a search without null
 * moves must agree. */
static bool prune_null_move(Search *search, const Node *node, Score *score) {
    if (search_stopped(search) || !null_move_allowed(search, node))
        return false;
    const int surplus = (node->eval - node->beta) / NULL_MOVE_SURPLUS;
    const int depth = node->depth - 3 - node->depth / 3 - min_int(surplus, 3);
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

/* Returns whether a capture fails high against a raised beta in quiescence and a reduced search. */
static bool probcut_move(Search *search, const Node *node, Move move, Score probcut_beta,
                         Score *score) {
    Position child;
    if (!node_enter(search, node->position, node->ply, move, &child))
        return false;
    *score = -quiescence_search(search, &child, node->ply + 1, -probcut_beta, -probcut_beta + 1);
    if (*score >= probcut_beta && !search_stopped(search))
        *score = -alphabeta_search(search, &child, node->depth - PROBCUT_REDUCTION, node->ply + 1,
                                   -probcut_beta, -probcut_beta + 1, !node->cut_node);
    node_leave(search);
    return *score >= probcut_beta && !score_is_decided(*score);
}

/* A capture that exceeds beta by a margin in a shallow search usually fails high in a deep one
 * (M. Buro, "ProbCut: An effective selective extension of the alpha-beta algorithm", 1995). */
static bool prune_probcut(Search *search, const Node *node, Score *score) {
    const Score probcut_beta = node->beta + PROBCUT_MARGIN - 50 * node->improving;
    if (node->depth < PROBCUT_DEPTH ||
        (node->tt_hit && node->tt_entry.depth >= node->depth - PROBCUT_REDUCTION &&
         node->tt_entry.score < probcut_beta))
        return false;
    Move tt_move = node->tt_entry.move;
    if (!move_is_none(tt_move) && move_is_quiet(node->position, tt_move))
        tt_move = MOVE_NONE;
    Picker picker;
    picker_init(&picker, node->position, PICK_CAPTURES, tt_move, &search->history, node->ss);
    picker.threshold = probcut_beta - node->eval;
    bool found = false;
    for (Move move;
         !found && !move_is_none(move = picker_next(&picker)) && !search_stopped(search);)
        found = probcut_move(search, node, move, probcut_beta, score);
    picker_free(&picker);
    return found && !search_stopped(search);
}

bool prune_node(Search *search, Node *node, Score *score) {
    if (score_is_decided(node->beta) || score_is_decided(node->alpha))
        return false;
    return prune_razoring(search, node, score) || prune_reverse_futility(node, score) ||
           prune_null_move(search, node, score) || prune_probcut(search, node, score);
}

/* ---- moves -------------------------------------------------------------- */

/* Late move pruning: enough quiet moves have failed. */
static bool prune_late_move(const Node *node) {
    return node->depth <= MOVE_PRUNE_DEPTH &&
           node->tried >= (LATE_MOVE_BASE + node->depth * node->depth) / (2 - node->improving);
}

/* Futility pruning: a quiet move cannot raise the evaluation above alpha. */
static bool prune_futility(const Node *node, int depth) {
    return node->eval != SCORE_NONE && depth < MOVE_PRUNE_DEPTH &&
           node->eval + FUTILITY_MARGIN + FUTILITY_STEP * depth <= node->alpha &&
           position_endangered(node->position) == 0;
}

/* While all moves lose, none is pruned: the loss must be proved. */
bool prune_move(const Node *node, Picker *picker, const Candidate *candidate) {
    if (node->best <= -SCORE_WIN_LEAST || node->full_width || node->uncertain)
        return false;
    if (!candidate->quiet)
        return node->depth <= MOVE_PRUNE_DEPTH && picker->stage > STAGE_CAPTURES &&
               !see_ge(node->position, candidate->move, -SEE_CAPTURE_STEP * node->depth);
    const int depth = max_int(node->depth - 1 - candidate->reduction / REDUCTION_GRAIN, 0);
    if (prune_late_move(node) || prune_futility(node, depth)) {
        picker_skip_quiets(picker);
        return true;
    }
    if (depth < HISTORY_PRUNE_DEPTH && candidate->history_score < -HISTORY_STEP * (depth + 1))
        return true;
    return depth < MOVE_PRUNE_DEPTH &&
           !see_ge(node->position, candidate->move, -SEE_QUIET_STEP * (depth + 1) * (depth + 1));
}

/* ---- reductions --------------------------------------------------------- */

/* 256 times the natural logarithm of 0 (as 1) to 63, as integers: every compiler must search the
 * same tree. */
static const uint16_t reduction_log[64] = {
    0,   0,   177,  281,  355,  412,  459,  498,  532,  562,  589,  614,  636,  657,  676,  693,
    710, 725, 740,  754,  767,  779,  791,  803,  814,  824,  834,  844,  853,  862,  871,  879,
    887, 895, 903,  910,  917,  924,  931,  938,  944,  951,  957,  963,  969,  975,  980,  986,
    991, 996, 1001, 1007, 1012, 1016, 1021, 1026, 1030, 1035, 1039, 1044, 1048, 1052, 1057, 1061};

int reduction_base(int depth, int tried) {
    return 700 + reduction_log[min_int(depth, 63)] * reduction_log[min_int(tried, 63)] / 150;
}

int reduction_late_move(const Node *node, const Candidate *candidate) {
    const SearchStack *ss = node->ss;
    int reduction =
        candidate->reduction - candidate->history_score * REDUCTION_GRAIN / REDUCTION_HISTORY;
    if (!candidate->quiet)
        reduction = reduction * 2 / 3;
    if (node->pv_node)
        reduction -= REDUCTION_GRAIN;
    if (node->cut_node)
        reduction += REDUCTION_GRAIN * 3 / 2;
    if (!node->improving)
        reduction += REDUCTION_GRAIN / 2;
    if (ss[1].lion_attacked)
        reduction -= REDUCTION_GRAIN;
    if (ss->lion_attacked)
        reduction -= REDUCTION_GRAIN;
    return reduction / REDUCTION_GRAIN;
}
