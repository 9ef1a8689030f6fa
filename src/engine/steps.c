/* Steps that every node takes: counting, going to the next position and back, the end of the game,
 * the table. */
#include <config.h>

#include <stdlib.h>

#include "engine/evaluate.h"
#include "engine/node.h"
#include "rules/movegen.h"

/* ---- counting ----------------------------------------------------------- */

bool search_halted(const Search *search) {
    return atomic_load_explicit(search->halt, memory_order_relaxed);
}

uint64_t search_nodes(const Search *search) {
    return atomic_load_explicit(&search->nodes, memory_order_relaxed);
}

void search_count_node(Search *search, int ply) {
    uint64_t nodes = search_nodes(search) + 1;
    atomic_store_explicit(&search->nodes, nodes, memory_order_relaxed);
    if (ply > search->seldepth)
        search->seldepth = ply;
    if (search->tick && nodes >= search->tick_at)
        search->tick_at = search->tick(search->tick_context, search);
}

void search_count_moves(Search *search, size_t count) {
    uint64_t nodes = count / 64;
    search->tick_at -= nodes < search->tick_at ? nodes : search->tick_at;
}

/* ---- on the way --------------------------------------------------------- */

Trail *search_trail(Search *search, int ply) {
    return &search->trails[ply + TRAIL_LENGTH - 1];
}

static void search_follow(Search *search, const Position *position, int ply, Move move,
                          const Position *child) {
    *search_trail(search, ply + 1) = (Trail){
        .move = move,
        .continuation = history_continuation(&search->history, position_side(position), move),
    };
    table_prefetch(search->table, child->key);
    search->frames[ply + 1].attacked = position_attacks_lion(child, position_side(position));
    path_push(&search->path, child->key);
}

bool search_enter(Search *search, const Position *position, int ply, Move move, Position *child) {
    *child = *position;
    position_make(child, move);
    if (position->variant->repetition == REPETITION_ILLEGAL && path_has(&search->path, child->key))
        return false;
    search_follow(search, position, ply, move, child);
    return true;
}

void search_enter_pass(Search *search, const Position *position, int ply, Position *child) {
    *child = *position;
    position_make_pass(child);
    search_follow(search, position, ply, MOVE_NONE, child);
}

void search_leave(Search *search) {
    path_pop(&search->path);
}

void line_join(Line *line, Move move, const Line *rest) {
    int length = rest->length < PV_MAX ? rest->length : PV_MAX - 1;
    line->moves[0] = move;
    for (int i = 0; i < length; i++)
        line->moves[i + 1] = rest->moves[i];
    line->length = length + 1;
}

bool node_improve(Search *search, Node *node, Move move, Score score) {
    if (score > node->best)
        node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (node->pv_node)
        line_join(&search->frames[node->ply].pv, move, &search->frames[node->ply + 1].pv);
    node->alpha = score;
    return score >= node->beta;
}

/* ---- the end of the game ------------------------------------------------ */

/* The line of a position in which the lion can be taken: the move that takes it. */
static void line_take_lion(Line *line, const Position *position) {
    Bitboard lion = position_pieces(position, color_other(position_side(position)), LION);
    MoveList list;
    movelist_init(&list);
    movegen_captures(position, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (position_captured(position, list.moves[i]) & lion) {
            *line = (Line){.length = 1, .moves = {list.moves[i]}};
            break;
        }
    }
    movelist_free(&list);
}

/* Whether the game is drawn here. */
static bool search_is_draw(const Search *search, const Position *position) {
    const Variant *variant = position->variant;
    if (variant->quiet_plies > 0 && position->quiet >= variant->quiet_plies)
        return movegen_any(position); /* who cannot move has lost */
    if (position_occupied(position) == position->by_type[LION] &&
        variant->bare_lions != BARE_LIONS_PLAY)
        return variant->bare_lions == BARE_LIONS_DRAW || !position_lions_face(position, NULL);
    return variant->repetition == REPETITION_DRAW && path_is_repetition(&search->path);
}

bool search_is_over(Search *search, const Node *node, Score *score) {
    *score = SCORE_DRAW;
    if (search_is_draw(search, node->position))
        return true;
    if (!position_can_capture_lion(node->position))
        return false;
    *score = score_win_at(node->ply + 1);
    if (node->pv_node)
        line_take_lion(&search->frames[node->ply].pv, node->position);
    return true;
}

/* ---- what a position looks like ----------------------------------------- */

Score search_evaluate(Search *search, const Position *position) {
    return evaluate_cached(&search->evaluations, position) +
           history_correction(&search->history, position);
}

/* ---- the table ---------------------------------------------------------- */

/*
 * Whether a win or loss that the table knows holds on this way through the game, too. It must come
 * before the quiet plies draw the game, which are counted on the way here and not in the table; and
 * a move of it may be forbidden here, or draw, by repetition.
 */
static bool entry_holds(const Search *search, const TableEntry *entry, const Node *node) {
    if (!score_is_decided(entry->score))
        return true;
    int limit = node->position->variant->quiet_plies;
    int plies = SCORE_WIN - abs(entry->score) - node->ply;
    return !search->path_matters && (limit == 0 || node->position->quiet + plies <= limit);
}

bool node_look_up(Search *search, Node *node) {
    node->tt_entry = (TableEntry){.move = MOVE_NONE};
    node->tt_hit = table_probe(search->table, node->position->key, node->ply, &node->tt_entry);
    if (!node->tt_hit)
        return false;
    TableEntry *entry = &node->tt_entry;
    if (!entry_holds(search, entry, node)) {
        entry->bound = BOUND_NONE;
        return false;
    }
    if (entry->depth < node->depth || node->pv_node ||
        (node->proving && !search->proving && !score_is_decided(entry->score)))
        return false;
    return entry->bound & (entry->score >= node->beta ? BOUND_LOWER : BOUND_UPPER);
}

Bound node_bound(const Node *node) {
    if (node->best >= node->beta)
        return BOUND_LOWER;
    return move_is_none(node->best_move) ? BOUND_UPPER : BOUND_EXACT;
}

void node_remember(const Search *search, const Node *node) {
    TableEntry entry = {
        .move = node->best_move,
        .score = node->best,
        .depth = node->depth > 0 ? node->depth : 0,
        .bound = node_bound(node),
    };
    table_store(search->table, node->position->key, node->ply, &entry);
}
