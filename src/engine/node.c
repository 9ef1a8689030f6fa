#include <config.h>

#include "engine/node.h"

#include <stdlib.h>

#include "base/number.h"
#include "rules/movegen.h"

/* ---- nodes -------------------------------------------------------------- */

void node_count(Search *search, int ply) {
    uint64_t nodes = search_nodes(search) + 1;
    atomic_store_explicit(&search->nodes, nodes, memory_order_relaxed);
    if (ply > search->seldepth)
        search->seldepth = ply;
    if (search->observer && nodes >= search->tick_at)
        search->tick_at = search->observer->tick(search->observer->context, search);
}

void node_count_moves(Search *search, size_t count) {
    search->tick_at -= min_u64(count / 64, search->tick_at);
}

Node node_begin(Search *search, const Position *position, int depth, int ply, Score alpha,
                Score beta) {
    SearchStack *ss = search_stack(search, ply);
    node_count(search, ply);
    ss->pv.length = 0;
    return (Node){
        .position = position,
        .ss = ss,
        .depth = depth,
        .ply = ply,
        .alpha = alpha,
        .beta = beta,
        .best = -SCORE_INFINITE,
        .best_move = MOVE_NONE,
        .pv_node = beta - alpha > 1,
        .eval = SCORE_NONE,
    };
}

/* ---- making moves ------------------------------------------------------- */

static void node_push(Search *search, const Position *position, int ply, Move move,
                      const Position *child) {
    const Color side = position_side(position);
    SearchStack *ss = search_stack(search, ply);
    ss->current_move = move;
    ss->continuation = history_continuation(&search->history, side, move);
    ss[1].lion_attacked = position_attacks_lion(child, side);
    if (search->table)
        tt_prefetch(search->table, child->key);
    keyhistory_push(&search->key_history, child->key);
}

bool node_enter(Search *search, const Position *position, int ply, Move move, Position *child) {
    *child = *position;
    position_make(child, move);
    if (position->variant->repetition == REPETITION_ILLEGAL &&
        keyhistory_has(&search->key_history, child->key))
        return false;
    node_push(search, position, ply, move, child);
    return true;
}

void node_enter_null(Search *search, const Position *position, int ply, Position *child) {
    *child = *position;
    position_make_null(child);
    node_push(search, position, ply, MOVE_NONE, child);
}

void node_leave(Search *search) {
    keyhistory_pop(&search->key_history);
}

void node_join_pv(PvLine *line, Move move, const PvLine *rest) {
    int length = min_int(rest->length, PV_LINE_MAX - 1);
    line->moves[0] = move;
    for (int i = 0; i < length; i++)
        line->moves[i + 1] = rest->moves[i];
    line->length = length + 1;
}

bool node_improve(Node *node, Move move, Score score) {
    if (score > node->best)
        node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (node->pv_node)
        node_join_pv(&node->ss->pv, move, &node->ss[1].pv);
    node->alpha = score;
    return score >= node->beta;
}

/* ---- the end of the game ------------------------------------------------ */

/* Sets the line to the move that captures the lion. */
static void pv_capture_lion(PvLine *line, const Position *position) {
    Bitboard lion = position_pieces(position, color_other(position_side(position)), LION);
    MoveList list;
    movelist_init(&list);
    movegen_captures(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (position_captured(position, list.moves[i]) & lion) {
            *line = (PvLine){.length = 1, .moves = {list.moves[i]}};
            break;
        }
    }
    movelist_free(&list);
}

static bool node_is_draw(const Search *search, const Position *position) {
    const Variant *variant = position->variant;
    if (variant->quiet_plies > 0 && position->quiet >= variant->quiet_plies)
        return movegen_any(position); /* without a move the game is lost instead */
    if (position_occupied(position) == position->by_type[LION] &&
        position_bare_lions_draw(position))
        return true;
    return variant->repetition == REPETITION_DRAW && keyhistory_is_draw(&search->key_history);
}

bool node_is_over(Search *search, const Node *node, Score *score) {
    *score = SCORE_DRAW;
    if (node_is_draw(search, node->position))
        return true;
    if (!position_can_capture_lion(node->position))
        return false;
    *score = score_win_at(node->ply + 1);
    if (node->pv_node)
        pv_capture_lion(&node->ss->pv, node->position);
    return true;
}

/* ---- solved endings ----------------------------------------------------- */

bool node_probe_endings(Search *search, Node *node, Score *score) {
    if (!search->probing || !search_probe(search, node->position, &node->probe))
        return false;
    node->uncertain = !node->probe.certain;
    *score = probe_score(&node->probe, node->position, node->ply);
    return node->probe.certain;
}

/* ---- evaluation --------------------------------------------------------- */

Score node_static_eval(Search *search, const Node *node) {
    if (node->uncertain)
        return probe_score(&node->probe, node->position, node->ply);
    return evaluate_cached(&search->evaluations, node->position) +
           history_correction(&search->history, node->position);
}

Score node_refine_eval(const Node *node, Score eval) {
    const TTEntry *entry = &node->tt_entry;
    if (node->tt_hit && !score_is_decided(entry->score) &&
        (entry->bound & (entry->score > eval ? BOUND_LOWER : BOUND_UPPER)))
        return entry->score;
    return eval;
}

/* ---- the transposition table -------------------------------------------- */

/* Returns whether a decided score holds in this game, too: the win must come before the quiet plies
 * draw, which the key leaves out, and repetition must not interfere. */
static bool tt_entry_holds(const Search *search, const TTEntry *entry, const Node *node) {
    if (!score_is_decided(entry->score))
        return true;
    int limit = node->position->variant->quiet_plies;
    int plies = SCORE_WIN - abs(entry->score) - node->ply;
    return !search->tt_wins_unsafe && (limit == 0 || node->position->quiet + plies <= limit);
}

bool node_probe_tt(Search *search, Node *node) {
    node->tt_entry = (TTEntry){.move = MOVE_NONE};
    node->tt_hit = tt_probe(search->table, node->position->key, node->ply, &node->tt_entry);
    if (!node->tt_hit)
        return false;
    TTEntry *entry = &node->tt_entry;
    if (!tt_entry_holds(search, entry, node)) {
        entry->bound = BOUND_NONE;
        return false;
    }
    if (entry->depth < node->depth || node->pv_node ||
        (node->full_width && !search->full_width && !score_is_decided(entry->score)))
        return false;
    return entry->bound & (entry->score >= node->beta ? BOUND_LOWER : BOUND_UPPER);
}

Bound node_bound(const Node *node) {
    if (node->best >= node->beta)
        return BOUND_LOWER;
    return move_is_none(node->best_move) ? BOUND_UPPER : BOUND_EXACT;
}

void node_store_tt(const Search *search, const Node *node) {
    TTEntry entry = {
        .move = node->best_move,
        .score = node->best,
        .depth = max_int(node->depth, 0),
        .bound = node_bound(node),
    };
    tt_store(search->table, node->position->key, node->ply, &entry);
}
