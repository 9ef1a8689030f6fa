#include <config.h>

#include "engine/search.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "engine/margins.h"
#include "engine/picker.h"
#include "engine/see.h"
#include "rules/movegen.h"

enum {
    NULL_MOVE_VERIFY_DEPTH = 12, /* plies, minimum */
    REDUCTION_GRAIN = 1024,      /* late move reductions are counted in parts of a ply */
    TRIED_MOVES_MAX = 48,        /* of each kind, to lower their history */
    ASPIRATION_DELTA_MAX = 1000, /* a wider window is opened completely */
    STOP_CHECK_MOVES = 256       /* of the root */
};

/* A move that a node is about to search. */
typedef struct Candidate {
    Move move;
    bool quiet;
    int history_score;
    int reduction; /* parts of a ply */
    int extension; /* plies */
} Candidate;

/* The moves of a node that were searched without a cutoff. */
typedef struct TriedMoves {
    Move quiets[TRIED_MOVES_MAX];
    Move captures[TRIED_MOVES_MAX];
    int quiet_count;
    int capture_count;
} TriedMoves;

static Score quiescence_search(Search *search, const Position *position, int ply, Score alpha,
                               Score beta);
static Score alphabeta_search(Search *search, const Position *position, int depth, int ply,
                              Score alpha, Score beta, bool cut_node);

/* ---- nodes ---- */

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

/* Begins a node: sets up its fields, counts it and clears its line. */
static Node node_begin(Search *search, const Position *position, int depth, int ply, Score alpha,
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

/* ---- making moves ---- */

/* Returns the position's key in the transposition table. A search without pruning and others do not
 * see each other's results. */
static uint64_t node_tt_key(const Search *search, const Position *position) {
    return position->key ^ search->full_width * UINT64_C(0x9e3779b97f4a7c15);
}

static void node_push(Search *search, const Position *position, int ply, Move move,
                      const Position *child) {
    const Color side = position_side(position);
    SearchStack *ss = search_stack(search, ply);
    ss->current_move = move;
    ss->continuation = history_continuation(&search->history, side, move);
    ss[1].lion_attacked = position_attacks_lion(child, side);
    ss[1].accumulated = false;
    if (search->table)
        tt_prefetch(search->table, node_tt_key(search, child));
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

/* Does the same with a null move. */
static void node_enter_null(Search *search, const Position *position, int ply, Position *child) {
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

/* Updates the node with the score of a move; after a win, only a shorter one counts. Returns true
 * on a beta cutoff. */
static bool node_improve(Node *node, Move move, Score score) {
    if (score > node->best)
        node->best = score;
    if (score <= node->alpha)
        return false;
    node->best_move = move;
    if (node->pv_node)
        node_join_pv(&node->ss->pv, move, &node->ss[1].pv);
    node->alpha = score;
    node->full_width |= score >= SCORE_WIN_LEAST;
    return score >= node->beta;
}

/* ---- the end of the game ---- */

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
    if (position_bare_lions_draw(position))
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

/* ---- solved endings ---- */

/* Looks up a position in the tables of endings, and counts it if they have it. */
static bool search_probe(Search *search, const Position *position, Probe *probe) {
    if (!probe_position(&search->scope, position, probe))
        return false;
    atomic_store_explicit(&search->tbhits, search_tbhits(search) + 1, memory_order_relaxed);
    return true;
}

/* Looks the node up in the tables of endings. Returns true if their score is exact. Otherwise it is
 * the static evaluation of the node, which must not be pruned: the win may still be spoiled beyond
 * the horizon. */
static bool node_probe_endings(Search *search, Node *node, Score *score) {
    if (!search->probing || !search_probe(search, node->position, &node->probe))
        return false;
    node->uncertain = !node->probe.certain;
    *score = probe_score(&node->probe, node->position, node->ply);
    return node->probe.certain;
}

/* ---- evaluation ---- */

/* Evaluates a node, whose accumulator follows from that of the last ply that has one. */
static Score node_nnue_eval(Search *search, const Node *node) {
    SearchStack *ss = node->ss;
    const SearchStack *from = ss;
    Score score;
    if (evaluation_cache_find(&search->evaluations, node->position, &score))
        return score;
    while (!from->accumulated)
        from--;
    if (from != ss)
        accumulator_update(&ss->accumulator, &from->accumulator, node->position);
    ss->accumulated = true;
    return evaluation_cache_add(&search->evaluations, &ss->accumulator, node->position);
}

static Score node_static_eval(Search *search, const Node *node) {
    if (node->uncertain)
        return probe_score(&node->probe, node->position, node->ply);
    return node_nnue_eval(search, node);
}

/* Returns the table's score if it is a better estimate than the evaluation, else the evaluation. */
static Score node_refine_eval(const Node *node, Score eval) {
    const TTEntry *entry = &node->tt_entry;
    if (node->tt_hit && !score_is_decided(entry->score) &&
        (entry->bound & (entry->score > eval ? BOUND_LOWER : BOUND_UPPER)))
        return entry->score;
    return eval;
}

static void node_evaluate(Search *search, Node *node) {
    SearchStack *ss = node->ss;
    node->eval = ss->eval = SCORE_NONE;
    if (ss->lion_attacked)
        return;
    ss->eval = node_static_eval(search, node);
    node->eval = node_refine_eval(node, ss->eval);
    node->improving = node->ply >= 2 && ss[-2].eval != SCORE_NONE && ss->eval > ss[-2].eval;
}

/* ---- the transposition table ---- */

/* Returns whether a decided score holds in this game, too: the win must come before the quiet plies
 * draw, which the key leaves out, and repetition must not interfere. */
static bool tt_entry_holds(const Search *search, const TTEntry *entry, const Node *node) {
    if (!score_is_decided(entry->score))
        return true;
    int limit = node->position->variant->quiet_plies;
    int plies = SCORE_WIN - abs(entry->score) - node->ply;
    return !search->tt_wins_unsafe && (limit == 0 || node->position->quiet + plies <= limit);
}

/* Looks the node up in the table. Returns true if the entry's score allows a cutoff. */
static bool node_probe_tt(Search *search, Node *node) {
    node->tt_entry = (TTEntry){.move = MOVE_NONE};
    node->tt_hit =
        tt_probe(search->table, node_tt_key(search, node->position), node->ply, &node->tt_entry);
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

/* Returns the bound that the best score is, for the window that the node began with. */
static Bound node_bound(const Node *node) {
    if (node->best >= node->beta)
        return BOUND_LOWER;
    return move_is_none(node->best_move) ? BOUND_UPPER : BOUND_EXACT;
}

static void node_store_tt(const Search *search, const Node *node) {
    TTEntry entry = {
        .move = node->best_move,
        .score = node->best,
        .depth = max_int(node->depth, 0),
        .bound = node_bound(node),
    };
    tt_store(search->table, node_tt_key(search, node->position), node->ply, &entry);
}

/* ---- pruning of nodes: none of these returns a decided score ---- */

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
           node->ss->eval >=
               node->beta - NULL_MOVE_EVAL_STEP * node->depth + NULL_MOVE_EVAL_MARGIN &&
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
    const int depth = node->depth - NULL_MOVE_REDUCTION - node->depth / NULL_MOVE_DIVISOR -
                      min_int(surplus, NULL_MOVE_SURPLUS_MAX);
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

/* Tries to score a non-PV node whose lion is not attacked without searching all of its moves, by
 * reverse futility and null move. Returns true with the score on success. */
static bool prune_node(Search *search, Node *node, Score *score) {
    if (score_is_decided(node->beta) || score_is_decided(node->alpha))
        return false;
    return prune_reverse_futility(node, score) || prune_null_move(search, node, score);
}

/* ---- pruning of moves ---- */

/* Late move pruning: enough moves have failed. */
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

/* Returns whether to skip a move that is not the first. May also skip the picker's remaining quiet
 * moves. While all moves lose, none is pruned: the loss must be proved. */
static bool prune_move(const Node *node, Picker *picker, const Candidate *candidate) {
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
    return depth < MOVE_PRUNE_DEPTH &&
           !see_ge(node->position, candidate->move, -SEE_QUIET_STEP * (depth + 1) * (depth + 1));
}

/* ---- reductions ---- */

/* 256 times the natural logarithm of 0 (as 1) to 63, as integers: every compiler must search the
 * same tree. */
static const uint16_t reduction_log[64] = {
    0,   0,   177,  281,  355,  412,  459,  498,  532,  562,  589,  614,  636,  657,  676,  693,
    710, 725, 740,  754,  767,  779,  791,  803,  814,  824,  834,  844,  853,  862,  871,  879,
    887, 895, 903,  910,  917,  924,  931,  938,  944,  951,  957,  963,  969,  975,  980,  986,
    991, 996, 1001, 1007, 1012, 1016, 1021, 1026, 1030, 1035, 1039, 1044, 1048, 1052, 1057, 1061};

/* Returns the basic reduction, in parts of a ply, of a move after `tried` others of a node that is
 * searched `depth` plies deep. */
static int reduction_base(int depth, int tried) {
    return REDUCTION_BASE + reduction_log[min_int(depth, 63)] * reduction_log[min_int(tried, 63)] /
                                REDUCTION_DIVISOR;
}

/* Returns the late move reduction in plies of a move that has been entered. */
static int reduction_late_move(const Node *node, const Candidate *candidate) {
    const SearchStack *ss = node->ss;
    int reduction =
        candidate->reduction - candidate->history_score * REDUCTION_GRAIN / REDUCTION_HISTORY;
    if (!candidate->quiet)
        reduction = reduction * 2 / 3;
    if (node->pv_node)
        reduction -= REDUCTION_PV_NODE;
    if (node->cut_node)
        reduction += REDUCTION_CUT_NODE;
    if (!node->improving)
        reduction += REDUCTION_WORSENING;
    if (ss[1].lion_attacked)
        reduction -= REDUCTION_ATTACK;
    if (ss->lion_attacked)
        reduction -= REDUCTION_EVASION;
    if (ss[1].cutoffs >= CUTOFFS_MANY)
        reduction += REDUCTION_CUTOFFS;
    return reduction / REDUCTION_GRAIN;
}

/* ---- quiescence: the end of every line, searched until no capture or promotion pays ---- */

/* Some quiet move is usually as good as the evaluation, unless the lion is attacked. */
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

/* Like alphabeta_search, but searches only captures, promotions and, if the lion is attacked,
 * evasions. */
static Score quiescence_search(Search *search, const Position *position, int ply, Score alpha,
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

/* ---- one move ---- */

/*
 * Returns the extension of the table's move: it is singular if a search of all others fails low
 * against a bound below its score. If they fail high instead, several moves refute the position:
 * then node->best and node->multicut are set.
 */
static int singular_extension(Search *search, Node *node) {
    const TTEntry *entry = &node->tt_entry;
    if (node->full_width || node->depth < SINGULAR_DEPTH || !(entry->bound & BOUND_LOWER) ||
        entry->depth < node->depth - SINGULAR_TT_DEPTH || score_is_decided(entry->score) ||
        node->ply >= 2 * search->depth)
        return 0;
    const Score singular_beta = entry->score - SINGULAR_MARGIN * node->depth;
    node->ss->excluded = entry->move;
    Score score = alphabeta_search(search, node->position, (node->depth - 1) / 2, node->ply,
                                   singular_beta - 1, singular_beta, node->cut_node);
    node->ss->excluded = MOVE_NONE;
    if (search_stopped(search))
        return 0;
    if (score < singular_beta)
        return !node->pv_node && score < singular_beta - DOUBLE_MARGIN ? 2 : 1;
    if (singular_beta >= node->beta) {
        node->multicut = true;
        node->best = singular_beta;
        return 0;
    }
    return entry->score >= node->beta ? -1 : 0;
}

/* Principal variation search with late move reductions: moves after the first are searched with a
 * null window, late ones reduced, and again if they raise alpha. */
static Score search_child(Search *search, const Node *node, const Position *child,
                          const Candidate *candidate) {
    const int ply = node->ply + 1;
    node->ss->quiet = candidate->quiet;
    const int depth = node->depth - 1 + candidate->extension;
    Score score = SCORE_INFINITE;
    bool full_depth = node->tried > 0 || !node->pv_node;
    if (node->depth >= 2 && node->tried > (int)node->pv_node && !node->full_width) {
        const int reduced =
            min_int(max_int(depth - reduction_late_move(node, candidate), 1), depth);
        score =
            -alphabeta_search(search, child, reduced, ply, -node->alpha - 1, -node->alpha, true);
        full_depth = score > node->alpha && reduced < depth;
    }
    if (full_depth && !search_stopped(search))
        score = -alphabeta_search(search, child, depth, ply, -node->alpha - 1, -node->alpha,
                                  !node->cut_node);
    if (node->pv_node && (node->tried == 0 || (score > node->alpha && score < node->beta)) &&
        !search_stopped(search))
        score = -alphabeta_search(search, child, depth, ply, -node->beta, -node->alpha, false);
    return score;
}

/* ---- learning ---- */

static void tried_moves_add(TriedMoves *tried_moves, const Candidate *candidate) {
    if (candidate->quiet && tried_moves->quiet_count < TRIED_MOVES_MAX)
        tried_moves->quiets[tried_moves->quiet_count++] = candidate->move;
    else if (!candidate->quiet && tried_moves->capture_count < TRIED_MOVES_MAX)
        tried_moves->captures[tried_moves->capture_count++] = candidate->move;
}

static void update_quiet_histories(Search *search, const Node *node, const TriedMoves *tried_moves,
                                   int bonus) {
    const Color side = position_side(node->position);
    SearchStack *ss = node->ss;
    if (!move_equal(ss->killers[0], node->best_move)) {
        ss->killers[1] = ss->killers[0];
        ss->killers[0] = node->best_move;
    }
    history_update_countermove(&search->history, color_other(side), ss[-1].current_move,
                               node->best_move);
    history_update_quiet(&search->history, side, node->best_move, ss, bonus);
    for (int i = 0; i < tried_moves->quiet_count; i++)
        history_update_quiet(&search->history, side, tried_moves->quiets[i], ss, -bonus);
}

/* After a cutoff: raises the history of the best move and lowers that of the moves before it. */
static void update_histories(Search *search, const Node *node, const TriedMoves *tried_moves) {
    const Position *position = node->position;
    const Color side = position_side(position);
    const int bonus = history_bonus(node->depth);
    if (move_is_quiet(position, node->best_move))
        update_quiet_histories(search, node, tried_moves, bonus);
    else
        history_update_capture(&search->history, side, node->best_move,
                               see_victim(position, node->best_move), bonus);
    for (int i = 0; i < tried_moves->capture_count; i++)
        history_update_capture(&search->history, side, tried_moves->captures[i],
                               see_victim(position, tried_moves->captures[i]), -bonus);
}

/* Raises the history of the quiet move that led to a node by what the mover's evaluation gained. */
static void learn_from_eval(Search *search, const Node *node) {
    const SearchStack *before = node->ss - 1;
    if (!before->quiet || move_is_none(before->current_move) || before->eval == SCORE_NONE ||
        node->ss->eval == SCORE_NONE || !move_is_none(node->ss->excluded))
        return;
    const int bonus = -EVAL_HISTORY * (before->eval + node->ss->eval);
    history_update_from_to(&search->history, color_other(position_side(node->position)),
                           before->current_move,
                           clamp_int(bonus, -EVAL_HISTORY_MAX, EVAL_HISTORY_MAX));
}

/* ---- all moves ---- */

/* Searches one move. Returns true if no further move needs to be searched. */
static bool search_move(Search *search, Node *node, Candidate *candidate, TriedMoves *tried_moves) {
    Position child;
    if (move_equal(candidate->move, node->tt_entry.move) && move_is_none(node->ss->excluded))
        candidate->extension = singular_extension(search, node);
    if (node->multicut || search_stopped(search))
        return true;
    if (!node_enter(search, node->position, node->ply, candidate->move, &child))
        return false;
    Score score = search_child(search, node, &child, candidate);
    node_leave(search);
    if (search_stopped(search))
        return true;
    node->tried++;
    if (node_improve(node, candidate->move, score)) {
        node->ss->cutoffs++;
        update_histories(search, node, tried_moves);
        return true;
    }
    tried_moves_add(tried_moves, candidate);
    return false;
}

static void search_moves(Search *search, Node *node) {
    TriedMoves tried_moves;
    tried_moves.quiet_count = tried_moves.capture_count = 0;
    Picker picker;
    picker_init(&picker, node->position, PICK_ALL, node->tt_entry.move, &search->history, node->ss);
    for (Move move; !move_is_none(move = picker_next(&picker)) && !search_stopped(search);) {
        if (move_equal(move, node->ss->excluded))
            continue;
        Candidate candidate = {
            .move = move,
            .quiet = picker.stage == STAGE_QUIETS || move_is_quiet(node->position, move),
            .history_score = picker_history_score(&picker, move),
            .reduction = reduction_base(node->depth, node->tried),
        };
        if (node->tried > 0 && prune_move(node, &picker, &candidate))
            continue;
        if (search_move(search, node, &candidate, &tried_moves))
            break;
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
}

/* ---- a node ---- */

/* Returns the score of a position at `ply` for the window alpha..beta, searched to `depth` plies.
 * The position must have been entered (see node_enter). Meaningless if the search was stopped. */
static Score alphabeta_search(Search *search, const Position *position, int depth, int ply,
                              Score alpha, Score beta, bool cut_node) {
    /* Step 1. Quiescence at the leaves. */
    if (depth <= 0 || ply >= PLY_MAX)
        return quiescence_search(search, position, ply, alpha, beta);
    Node node = node_begin(search, position, depth, ply, alpha, beta);
    SearchStack *ss = node.ss;
    const bool excluded = !move_is_none(ss->excluded);
    Score score;
    node.cut_node = cut_node;
    node.full_width = search->full_width || alpha >= SCORE_WIN_LEAST || beta <= -SCORE_WIN_LEAST;
    if (search_stopped(search))
        return SCORE_DRAW;

    /* Step 2. The game is over. */
    if (node_is_over(search, &node, &score))
        return score;

    /* Step 3. Mate distance pruning: a win with the next move, or a loss now, does not change the
     * result if a shorter win is known. */
    if (alpha >= score_win_at(ply + 1))
        return score_win_at(ply + 1);
    if (beta <= score_loss_at(ply))
        return score_loss_at(ply);

    /* Step 4. Solved endings. They come first because the transposition table does not know how
     * many quiet plies there were. */
    if (node_probe_endings(search, &node, &score))
        return score;

    /* Step 5. Transposition table cutoff. */
    if (node_probe_tt(search, &node) && !excluded)
        return node.tt_entry.score;

    /* Step 6. Static evaluation, pruning of the node and learning. */
    ss[1].excluded = MOVE_NONE;
    ss[2].killers[0] = ss[2].killers[1] = MOVE_NONE;
    ss[2].cutoffs = 0;
    node_evaluate(search, &node);
    if (!node.pv_node && !node.full_width && !node.uncertain && !ss->lion_attacked && !excluded &&
        prune_node(search, &node, &score))
        return score;
    learn_from_eval(search, &node);

    /* Step 7. Internal iterative reduction: without a table move, search a ply less. */
    if (node.depth >= IIR_DEPTH && move_is_none(node.tt_entry.move) &&
        (node.pv_node || node.cut_node) && !node.full_width)
        node.depth--;

    /* Step 8. Search the moves. A side without a move has lost. */
    search_moves(search, &node);
    if (search_stopped(search))
        return SCORE_DRAW;
    if (node.best == -SCORE_INFINITE)
        return excluded ? alpha : score_loss_at(ply);

    /* Step 9. Store the result. A full-width result that is not decided becomes a plain bound,
     * which tells it from the scores of other searches. */
    if (node.full_width && !search->full_width && !score_is_decided(node.best))
        node.best = node.best >= beta ? beta : alpha;
    if (!excluded && !node.multicut)
        node_store_tt(search, &node);
    return node.best;
}

/* ---- root moves ---- */

static bool lion_is_captured(const Position *child) {
    return position_pieces(child, position_side(child), LION) == 0;
}

/* Returns the static score of a root move: even a search that is stopped at once must not lose the
 * lion. */
static Score root_estimate(const Position *child) {
    if (lion_is_captured(child))
        return score_win_at(1);
    if (position_can_capture_lion(child))
        return 1 - SCORE_WIN_LEAST; /* lost, unless the game is drawn before */
    return -evaluate_position(child);
}

/* Ranks a root move that has been entered by the tables of endings, and makes its score exact if
 * they are certain. Returns false if they do not have the position after it. */
static bool root_rank(Search *search, const Position *child, Score *rank, Score *score) {
    const Node node = {.position = child, .ply = 1};
    Score child_score;
    Probe probe = {.certain = true};
    if (lion_is_captured(child))
        child_score = score_loss_at(1);
    else if (!node_is_over(search, &node, &child_score)) {
        if (!search_probe(search, child, &probe))
            return false;
        child_score = probe_score(&probe, child, 1);
    }
    *rank = probe.certain ? -child_score : -(Score)probe.value.result;
    if (*rank != ENDING_RANK_DRAW)
        *score = -child_score;
    return true;
}

static Score add_error(Score score, Score error) {
    return score_is_decided(score) ? score : min_int(score + error, SCORE_WIN_LEAST - 1);
}

void rootmove_misjudge(RootMove *move, Misjudgement misjudgement) {
    move->misjudgement = misjudgement;
    move->score = add_error(move->score, misjudgement.error);
}

void rootmove_move_up(RootMove *moves, size_t from, size_t to) {
    RootMove raised = moves[from];
    memmove(&moves[to + 1], &moves[to], (from - to) * sizeof *moves);
    moves[to] = raised;
}

static bool rootmove_is_better(const RootMove *a, const RootMove *b) {
    return a->ending_rank > b->ending_rank ||
           (a->ending_rank == b->ending_rank && a->score > b->score);
}

/* Sorts by rank and score, stably, so that moves without a new score keep their order. Insertion is
 * fast because one iteration changes little. */
static void rootmoves_sort(RootMove *moves, size_t count) {
    for (size_t i = 1; i < count; i++) {
        size_t place = i;
        while (place > 0 && rootmove_is_better(&moves[i], &moves[place - 1]))
            place--;
        if (place < i)
            rootmove_move_up(moves, i, place);
    }
}

typedef struct RootEstimate {
    Move move;
    Score ending_rank;
    Score score;
    size_t number; /* in the order of generation */
} RootEstimate;

static int root_estimate_compare(const void *a, const void *b) {
    const RootEstimate *left = a, *right = b;
    if (left->ending_rank != right->ending_rank)
        return left->ending_rank > right->ending_rank ? -1 : 1;
    if (left->score != right->score)
        return left->score > right->score ? -1 : 1;
    return left->number < right->number ? -1 : 1;
}

/* Lists the moves that repetition allows. There can be tens of thousands, so a search that has been
 * stopped lists only some of them. */
static size_t root_estimate_moves(Search *search, const MoveList *list, RootEstimate *estimates) {
    size_t count = 0;
    search->root_probed = search->scope.men > 0;
    for (size_t i = 0; i < list->count; i++) {
        Position child;
        if (i % STOP_CHECK_MOVES == STOP_CHECK_MOVES - 1 && count > 0 && search_stopped(search))
            break;
        if (!node_enter(search, &search->root, 0, list->moves[i], &child))
            continue;
        RootEstimate *estimate = &estimates[count];
        *estimate = (RootEstimate){
            .move = list->moves[i], .score = root_estimate(&child), .number = count++};
        if (search->scope.men > 0 &&
            !root_rank(search, &child, &estimate->ending_rank, &estimate->score))
            search->root_probed = false;
        node_leave(search);
    }
    for (size_t i = 0; i < count && !search->root_probed; i++)
        estimates[i].ending_rank = ENDING_RANK_DRAW;
    qsort(estimates, count, sizeof *estimates, root_estimate_compare);
    return count;
}

static void search_list_moves(Search *search) {
    MoveList list;
    movelist_init(&list);
    if (search->searchmoves) {
        movelist_reserve(&list, search->searchmove_count);
        for (size_t i = 0; i < search->searchmove_count; i++)
            movelist_add(&list, search->searchmoves[i]);
    } else {
        movegen_distinct(&search->root, &list);
    }
    RootEstimate *estimates = memory_resize(NULL, list.count + 1, sizeof *estimates);
    free(search->moves);
    search->moves = memory_resize(NULL, list.count + 1, sizeof *search->moves);
    search->move_count = root_estimate_moves(search, &list, estimates);
    for (size_t i = 0; i < search->move_count; i++)
        search->moves[i] = (RootMove){
            .move = estimates[i].move,
            .ending_rank = estimates[i].ending_rank,
            .score = estimates[i].score,
            .pv = {.length = 1, .moves = {estimates[i].move}},
        };
    free(estimates);
    movelist_free(&list);
}

/* ---- begin and end ---- */

void search_reset(Search *search, const Position *root, const uint64_t *keys, size_t key_count) {
    const size_t stack_size = sizeof search->stack / sizeof *search->stack;
    keyhistory_begin(&search->key_history, keys, key_count, PLY_MAX + 2);
    search->root = *root;
    for (size_t i = 0; i < stack_size; i++) {
        SearchStack *ss = &search->stack[i];
        ss->current_move = ss->excluded = MOVE_NONE;
        ss->continuation = history_continuation(&search->history, WHITE, MOVE_NONE);
        for (int k = 0; k < KILLER_COUNT; k++)
            ss->killers[k] = MOVE_NONE;
        ss->eval = SCORE_NONE;
        ss->cutoffs = 0;
        ss->accumulated = false;
    }
    search_stack(search, 0)->accumulated = true;
    accumulator_refresh(&search_stack(search, 0)->accumulator, root);
}

void search_begin(Search *search, const Position *root, const uint64_t *keys, size_t key_count) {
    search_reset(search, root, keys, key_count);
    search->tt_wins_unsafe =
        root->variant->repetition == REPETITION_ILLEGAL || search->key_history.repeated;
    search->null_move_min_ply = 0;
    search->seldepth = 0;
    search->tick_at = 0;
    history_decay(&search->history);
    bool both_lions = popcount64(root->by_type[LION]) == 2; /* else the game is over */
    if (both_lions && !position_attacks_lion(root, color_other(position_side(root))))
        search_stack(search, 0)->eval = evaluate_position(root);
    search_list_moves(search);
}

void search_end(Search *search) {
    keyhistory_free(&search->key_history);
    free(search->moves);
    search->moves = NULL;
    search->move_count = 0;
}

void search_clear(Search *search) {
    history_clear(&search->history);
}

/* ---- one iteration ---- */

static Score subtract_error(Score bound, Score error) {
    return score_is_decided(bound) ? bound : bound - error;
}

/* Returns the score of a root move, with its error, from the position after it. The error belongs
 * to the move: windows above include it, and the search below, whose table other moves share, does
 * without it. */
static Score root_search_child(Search *search, const Position *child, int depth, Score error,
                               Score alpha, Score beta) {
    Score score = -alphabeta_search(search, child, depth, 1, -subtract_error(beta, error),
                                    -subtract_error(alpha, error), beta - alpha == 1);
    return add_error(score, error);
}

/* Principal variation search of a root move after `tried` others. Only here is a lion captured;
 * below the root, the possibility ends the line. */
static Score root_search_move(Search *search, const Position *child, int depth,
                              Misjudgement misjudgement, size_t tried, Score alpha, Score beta) {
    const Score error = misjudgement.error;
    if (lion_is_captured(child))
        return score_win_at(1);
    if (misjudgement.blind)
        return add_error(-evaluate_position(child), error);
    if (tried >= (size_t)ROOT_REDUCTION_MOVES && depth >= ROOT_REDUCTION_DEPTH &&
        !search->full_width && !score_is_decided(alpha)) {
        int reduction = reduction_base(depth, (int)tried) / REDUCTION_GRAIN / 2;
        Score score =
            root_search_child(search, child, depth - 1 - reduction, error, alpha, alpha + 1);
        if (score <= alpha || search_stopped(search))
            return score;
    }
    if (tried > 0) {
        Score score = root_search_child(search, child, depth - 1, error, alpha, alpha + 1);
        if (score <= alpha || search_stopped(search))
            return score;
    }
    return root_search_child(search, child, depth - 1, error, alpha, beta);
}

/* Called when the search was stopped before the moves from `next` to `end`. If all moves before
 * `next` are known to lose, the best of the rest by previous score becomes the best move. */
static void root_keep_best(Search *search, size_t next, size_t end) {
    RootMove *moves = search->moves;
    Score score = -SCORE_INFINITE;
    size_t best = next;
    for (size_t i = search->pv_index; i < next; i++)
        score = max_int(score, moves[i].score);
    if (score == -SCORE_INFINITE || score > -SCORE_WIN_LEAST)
        return;
    for (size_t i = next; i < end; i++) {
        if (rootmove_score(&moves[i]) > rootmove_score(&moves[best]))
            best = i;
    }
    moves[best].score = rootmove_score(&moves[best]);
}

/* Searches the moves from `pv_index` to `end`. Moves that do not raise alpha get no score. */
static Score root_search(Search *search, size_t end, int depth, Score alpha, Score beta) {
    SearchStack *next = search_stack(search, 1);
    Score best = -SCORE_INFINITE;
    for (size_t i = search->pv_index; i < end; i++) {
        RootMove *move = &search->moves[i];
        Position child;
        if (search->observer)
            search->observer->root_move(search->observer->context, search, i);
        node_enter(search, &search->root, 0, move->move, &child);
        next->pv.length = 0;
        Score score = root_search_move(search, &child, depth, move->misjudgement,
                                       i - search->pv_index, alpha, beta);
        node_leave(search);
        if (search_stopped(search)) {
            root_keep_best(search, i, end);
            break;
        }
        best = max_int(best, score);
        move->score = -SCORE_INFINITE;
        if (score > alpha) {
            move->score = alpha = score;
            node_join_pv(&move->pv, move->move, &next->pv);
        }
        if (score >= beta)
            break;
    }
    return best;
}

/*
 * Prepares the search of the moves of a rank. Returns false if their scores are exact: nothing is
 * searched. If they draw by the tables, the search does without these: it prefers the move after
 * which the opponent has to find the most.
 */
static bool root_begin_rank(Search *search, RootMove *move) {
    search->probing =
        search->scope.men > 0 &&
        (!search->root_probed || move->ending_rank != ENDING_RANK_DRAW || search->full_width);
    if (!score_is_decided(move->ending_rank))
        return true;
    search->seldepth = max_int(search->seldepth, 1);
    move->score = move->ending_rank;
    return false;
}

/* Finds the best move of the rank from `pv_index` on with an aspiration window around its previous
 * score, which is widened until the score falls inside. */
static void root_search_line(Search *search, int depth) {
    RootMove *moves = &search->moves[search->pv_index];
    const size_t count = search_rank_count(search, search->pv_index);
    const size_t end = search->pv_index + count;
    if (!root_begin_rank(search, moves))
        return;
    const Score expected = moves->previous;
    const bool narrow = depth >= ASPIRATION_DEPTH && !score_is_decided(expected);
    Score delta = ASPIRATION_DELTA;
    Score alpha = narrow ? expected - delta : -SCORE_INFINITE;
    Score beta = narrow ? expected + delta : SCORE_INFINITE;
    search_stack(search, 2)->cutoffs = 0;
    for (;;) {
        Score score = root_search(search, end, depth, alpha, beta);
        rootmoves_sort(moves, count);
        if (search_stopped(search) || (score > alpha && score < beta))
            return;
        if (search->observer)
            search->observer->window_missed(search->observer->context, search, score,
                                            score <= alpha ? BOUND_UPPER : BOUND_LOWER);
        delta = delta < ASPIRATION_DELTA_MAX ? delta * 2 : SCORE_INFINITE * 2;
        if (score <= alpha)
            alpha = max_int(score - delta, -SCORE_INFINITE);
        else
            beta = min_int(score + delta, SCORE_INFINITE);
    }
}

bool search_iterate(Search *search, int depth, int lines) {
    search->depth = depth;
    search->seldepth = 0;
    for (size_t i = 0; i < search->move_count; i++) {
        search->moves[i].previous = rootmove_score(&search->moves[i]);
        search->moves[i].score = -SCORE_INFINITE;
    }
    for (size_t i = 0; i < search->move_count && i < (size_t)lines; i++) {
        search->pv_index = i;
        root_search_line(search, depth);
        if (search_stopped(search))
            return false;
        rootmoves_sort(search->moves, i + 1);
    }
    search->completed_depth = depth;
    return true;
}

size_t search_rank_count(const Search *search, size_t from) {
    size_t end = from;
    while (end < search->move_count &&
           search->moves[end].ending_rank == search->moves[from].ending_rank)
        end++;
    return end - from;
}

bool search_is_solved(const Search *search, int lines) {
    for (size_t i = 0; i < search->move_count && i < (size_t)lines; i++) {
        if (!score_is_decided(search->moves[i].ending_rank))
            return false;
    }
    return search->root_probed;
}
