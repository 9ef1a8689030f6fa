#include <config.h>

#include "engine/search.h"

#include <stdlib.h>

#include "engine/evaluate.h"
#include "rules/movegen.h"

/* A node of the tree while it is searched. */
typedef struct Node {
    const Position *position;
    int depth; /* plies still to search; 0 and less: quiescence */
    int ply;   /* from the root */
    Score alpha;
    Score beta;
    Score best;
    Move best_move; /* MOVE_NONE while nothing is above alpha */
    int tried;      /* moves searched */
} Node;

/* ---- on the way --------------------------------------------------------- */

bool search_halted(const Search *search) {
    return atomic_load_explicit(search->halt, memory_order_relaxed);
}

uint64_t search_nodes(const Search *search) {
    return atomic_load_explicit(&search->nodes, memory_order_relaxed);
}

static void search_count_node(Search *search, int ply) {
    uint64_t nodes = search_nodes(search) + 1;
    atomic_store_explicit(&search->nodes, nodes, memory_order_relaxed);
    if (ply > search->seldepth)
        search->seldepth = ply;
    if (search->tick && nodes >= search->tick_at)
        search->tick_at = search->tick(search->tick_context, search);
}

/* Listing thousands of moves takes the time of many nodes: the next tick comes so much sooner. */
static void search_count_moves(Search *search, size_t count) {
    uint64_t nodes = count / 64;
    search->tick_at -= nodes < search->tick_at ? nodes : search->tick_at;
}

bool search_enter(Search *search, const Position *position, Move move, Position *child) {
    *child = *position;
    position_make(child, move, NULL);
    if (position->variant->repetition == REPETITION_ILLEGAL && path_has(&search->path, child->key))
        return false;
    path_push(&search->path, child->key);
    return true;
}

void line_join(Line *line, Move move, const Line *rest) {
    int length = rest->length < PV_MAX ? rest->length : PV_MAX - 1;
    line->moves[0] = move;
    for (int i = 0; i < length; i++)
        line->moves[i + 1] = rest->moves[i];
    line->length = length + 1;
}

/* ---- positions that need no search -------------------------------------- */

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
    if (position_occupied(position) == position->kind[LION] &&
        variant->bare_lions != BARE_LIONS_PLAY)
        return variant->bare_lions == BARE_LIONS_DRAW || !position_lions_face(position, NULL);
    return variant->repetition == REPETITION_DRAW && path_is_repetition(&search->path);
}

/* Whether the game ends here, or with the next move; its score. */
static bool search_is_over(Search *search, const Node *node, Score *score) {
    *score = SCORE_DRAW;
    if (search_is_draw(search, node->position))
        return true;
    if (!position_can_capture_lion(node->position))
        return false;
    *score = score_win_at(node->ply + 1);
    if (node->beta - node->alpha > 1)
        line_take_lion(&search->frames[node->ply].line, node->position);
    return true;
}

/* ---- moves -------------------------------------------------------------- */

/* Takes the score of a move into the node; true when it refutes the position. */
static bool node_improve(Search *search, Node *node, Move move, Score score) {
    if (score > node->best)
        node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (node->beta - node->alpha > 1)
        line_join(&search->frames[node->ply].line, move, &search->frames[node->ply + 1].line);
    node->alpha = score;
    return score >= node->beta;
}

/* ---- quiescence --------------------------------------------------------- */

/*
 * Captures and promotions until nothing hangs. The side to move may stand pat, since some quiet
 * move is mostly as good; the evaluation counts what drowns meanwhile. Not so when its lion is
 * attacked: then every move is tried, and the captures that answer them end the line soon enough.
 */
static Score search_quiescence(Search *search, const Position *position, int ply, Score alpha,
                               Score beta) {
    Node node = {.position = position, .ply = ply, .alpha = alpha, .beta = beta};
    Frame *frame = &search->frames[ply];
    Score score;

    /* 1. The end of the game, or of the room for a line. */
    search_count_node(search, ply);
    frame->line.length = 0;
    if (search_is_over(search, &node, &score))
        return score;
    if (ply >= PLY_MAX)
        return evaluate_position(position);

    /* 2. Standing pat. */
    bool attacked = position_attacks_lion(position, color_other(position_side(position)));
    node.best = attacked ? score_loss_at(ply) : evaluate_position(position);
    if (node.best >= beta)
        return node.best;
    if (node.best > alpha)
        node.alpha = node.best;

    /* 3. The moves. */
    Picker picker;
    picker_begin(&picker, position, attacked ? PICK_ALL : PICK_CAPTURES, MOVE_NONE, NULL,
                 &search->history);
    for (Move move; !move_is_none(move = picker_next(&picker)) && !search_halted(search);) {
        Position child;
        if (!search_enter(search, position, move, &child))
            continue;
        score = -search_quiescence(search, &child, ply + 1, -node.beta, -node.alpha);
        path_pop(&search->path);
        if (node_improve(search, &node, move, score))
            break;
    }
    search_count_moves(search, picker.list.count);
    picker_end(&picker);
    return node.best;
}

/* ---- principal variation search ----------------------------------------- */

/* Whether a win or loss that the table knows comes before the quiet plies draw the game, which
 * are counted on the way here and not in the table. */
static bool entry_is_in_time(const TableEntry *entry, const Node *node) {
    int limit = node->position->variant->quiet_plies;
    int plies = SCORE_WIN - abs(entry->score) - node->ply;
    return limit == 0 || !score_is_decided(entry->score) || node->position->quiet + plies <= limit;
}

/* Whether what the table knows answers the question. Where the window is open the line is wanted
 * too, and that is not in the table. */
static bool entry_answers(const TableEntry *entry, const Node *node) {
    if (entry->depth < node->depth || node->beta - node->alpha > 1 ||
        !entry_is_in_time(entry, node))
        return false;
    if (entry->score >= node->beta)
        return entry->bound & BOUND_LOWER;
    return entry->bound & BOUND_UPPER;
}

/* The first move is searched with the whole window; the others only have to be shown not to be
 * better, with an empty one, and are searched again if they are. */
static Score search_child(Search *search, const Node *node, const Position *child) {
    int depth = node->depth - 1;
    int ply = node->ply + 1;
    if (node->tried > 0) {
        Score score = -search_position(search, child, depth, ply, -node->alpha - 1, -node->alpha);
        if (score <= node->alpha || score >= node->beta || search_halted(search))
            return score;
    }
    return -search_position(search, child, depth, ply, -node->beta, -node->alpha);
}

/* A quiet move that refutes the position will do so again next door; those tried before it did not.
 */
static void remember_cutoff(Search *search, const Node *node, const Move *tried, int count) {
    if (!move_is_quiet(node->position, node->best_move))
        return;
    Color side = position_side(node->position);
    Move *killers = search->frames[node->ply].killers;
    if (!move_equal(killers[0], node->best_move)) {
        killers[1] = killers[0];
        killers[0] = node->best_move;
    }
    history_reward(&search->history, side, node->best_move, node->depth);
    for (int i = 0; i < count; i++)
        history_punish(&search->history, side, tried[i], node->depth);
}

enum { QUIETS_NOTED = 32 }; /* quiet moves of a node that history may punish */

static void search_moves(Search *search, Node *node, Move first) {
    const Position *position = node->position;
    Move quiets[QUIETS_NOTED];
    int quiet_count = 0;
    Picker picker;
    picker_begin(&picker, position, PICK_ALL, first, search->frames[node->ply].killers,
                 &search->history);
    for (Move move; !move_is_none(move = picker_next(&picker)) && !search_halted(search);) {
        Position child;
        if (!search_enter(search, position, move, &child))
            continue;
        Score score = search_child(search, node, &child);
        path_pop(&search->path);
        node->tried++;
        if (node_improve(search, node, move, score)) {
            remember_cutoff(search, node, quiets, quiet_count);
            break;
        }
        if (quiet_count < QUIETS_NOTED && move_is_quiet(position, move))
            quiets[quiet_count++] = move;
    }
    search_count_moves(search, picker.list.count);
    picker_end(&picker);
}

static void remember_node(Search *search, const Node *node) {
    TableEntry entry = {.move = node->best_move, .score = node->best, .depth = node->depth};
    if (node->best >= node->beta)
        entry.bound = BOUND_LOWER;
    else
        entry.bound = move_is_none(node->best_move) ? BOUND_UPPER : BOUND_EXACT;
    table_store(search->table, node->position->key, node->ply, &entry);
}

Score search_position(Search *search, const Position *position, int depth, int ply, Score alpha,
                      Score beta) {
    /* 1. Leaves. */
    if (depth <= 0 || ply >= PLY_MAX)
        return search_quiescence(search, position, ply, alpha, beta);
    Node node = {position, depth, ply, alpha, beta, -SCORE_INFINITE, MOVE_NONE, 0};
    Frame *frame = &search->frames[ply];
    Score score;
    search_count_node(search, ply);
    frame->line.length = 0;
    frame[2].killers[0] = frame[2].killers[1] = MOVE_NONE;
    if (search_halted(search))
        return SCORE_DRAW;

    /* 2. The end of the game. */
    if (search_is_over(search, &node, &score))
        return score;

    /* 3. Nothing from here on is better than a win with the next move, or worse than a loss now: if
     * that cannot change the result, because a shorter win is known, nothing can. */
    if (alpha >= score_win_at(ply + 1))
        return score_win_at(ply + 1);
    if (beta <= score_loss_at(ply))
        return score_loss_at(ply);

    /* 4. What is known already. */
    TableEntry entry = {.move = MOVE_NONE};
    bool known = table_probe(search->table, position->key, ply, &entry);
    if (known && entry_answers(&entry, &node))
        return entry.score;

    /* 5. The moves; without one the game is lost. */
    search_moves(search, &node, entry.move);
    if (search_halted(search))
        return SCORE_DRAW;
    if (node.tried == 0)
        return score_loss_at(ply);

    /* 6. What was learned. */
    remember_node(search, &node);
    return node.best;
}
