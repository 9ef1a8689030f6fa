#include <config.h>

#include "engine/alphabeta.h"

#include "base/number.h"
#include "engine/pruning.h"
#include "engine/quiescence.h"
#include "engine/see.h"

enum {
    IIR_DEPTH = 4,       /* minimum */
    SINGULAR_DEPTH = 7,  /* minimum */
    SINGULAR_MARGIN = 2, /* per ply */
    DOUBLE_MARGIN = 20,
    TRIED_MOVES_MAX = 48 /* of each kind, to lower their history */
};

/* The moves of a node that were searched without a cutoff. */
typedef struct TriedMoves {
    Move quiets[TRIED_MOVES_MAX];
    Move captures[TRIED_MOVES_MAX];
    int quiet_count;
    int capture_count;
} TriedMoves;

static void node_evaluate(Search *search, Node *node) {
    SearchStack *ss = node->ss;
    node->eval = ss->eval = SCORE_NONE;
    if (ss->lion_attacked)
        return;
    ss->eval = node_static_eval(search, node);
    node->eval = node_refine_eval(node, ss->eval);
    node->improving = node->ply >= 2 && ss[-2].eval != SCORE_NONE && ss->eval > ss[-2].eval;
}

/* ---- one move ----------------------------------------------------------- */

/*
 * Returns the extension of the table's move: it is singular if a search of all others fails low
 * against a bound below its score. If they fail high instead, several moves refute the position:
 * then node->best and node->multicut are set.
 */
static int singular_extension(Search *search, Node *node) {
    const TTEntry *entry = &node->tt_entry;
    if (node->depth < SINGULAR_DEPTH || !(entry->bound & BOUND_LOWER) ||
        entry->depth < node->depth - 3 || score_is_decided(entry->score) ||
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
    const int depth = node->depth - 1 + candidate->extension;
    Score score = SCORE_INFINITE;
    bool full_depth = node->tried > 0 || !node->pv_node;
    if (node->depth >= 2 && node->tried > node->pv_node && !node->full_width) {
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

/* ---- learning ----------------------------------------------------------- */

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

/* Learns the error of the evaluation, unless that comes from the tables of endings, or the score is
 * decided, comes from a capture or only bounds the true one on the evaluation's side. */
static void update_correction(Search *search, const Node *node) {
    const Score eval = node->ss->eval;
    const Bound bound = node_bound(node);
    if (eval == SCORE_NONE || node->uncertain || score_is_decided(node->best) ||
        (bound == BOUND_LOWER && node->best <= eval) ||
        (bound == BOUND_UPPER && node->best >= eval) ||
        (!move_is_none(node->best_move) && !move_is_quiet(node->position, node->best_move)))
        return;
    history_update_correction(&search->history, node->position, node->depth, node->best - eval);
}

/* ---- all moves ---------------------------------------------------------- */

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

/* ---- a node ------------------------------------------------------------- */

Score alphabeta_search(Search *search, const Position *position, int depth, int ply, Score alpha,
                       Score beta, bool cut_node) {
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

    /* Step 6. Static evaluation and pruning of the node. */
    ss[1].excluded = MOVE_NONE;
    ss[2].killers[0] = ss[2].killers[1] = MOVE_NONE;
    node_evaluate(search, &node);
    if (!node.pv_node && !node.full_width && !node.uncertain && !ss->lion_attacked && !excluded &&
        prune_node(search, &node, &score))
        return score;

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

    /* Step 9. Learn the correction and store the result. A full-width result that is not decided
     * becomes a plain bound, which tells it from the scores of other searches. */
    if (node.full_width && !search->full_width && !score_is_decided(node.best))
        node.best = node.best >= beta ? beta : alpha;
    if (!excluded && !node.multicut) {
        update_correction(search, &node);
        node_store_tt(search, &node);
    }
    return node.best;
}
