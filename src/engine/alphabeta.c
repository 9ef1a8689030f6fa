#include <config.h>

#include "engine/search.h"

#include "engine/node.h"
#include "engine/pruning.h"
#include "engine/see.h"

enum {
    SINGULAR_DEPTH = 7,  /* from here on */
    SINGULAR_MARGIN = 2, /* a ply */
    DOUBLE_MARGIN = 20,
    PRUNE_DEPTH = 8, /* up to here moves are left out, by the depth they would be searched */
    FUTILITY_MARGIN = 110,
    FUTILITY_STEP = 90,  /* a ply */
    HISTORY_STEP = 3500, /* a ply */
    QUIET_LOSS = 45,     /* a ply */
    CAPTURE_LOSS = 100,  /* a ply */
    LATE_BASE = 4,       /* quiet moves that are always tried */
    TRIED_MOVES_MAX = 48 /* moves of a node that history may punish */
};

/* ---- evaluation --------------------------------------------------------- */

/* The static evaluation, and the table's score where that says more. */
static void node_evaluate(Search *search, Node *node) {
    SearchStack *ss = &search->stack[node->ply];
    node->eval = ss->eval = SCORE_NONE;
    if (ss->attacked)
        return;
    node->eval = ss->eval = node_static_eval(search, node->position);
    const TTEntry *entry = &node->tt_entry;
    if (node->tt_hit && !score_is_decided(entry->score) &&
        (entry->bound & (entry->score > node->eval ? BOUND_LOWER : BOUND_UPPER)))
        node->eval = entry->score;
    if (node->ply >= 2 && ss[-2].eval != SCORE_NONE)
        node->improving = ss->eval > ss[-2].eval;
}

/* ---- moves that are left out -------------------------------------------- */

/* A move of a node on its way. */
typedef struct Candidate {
    Move move;
    bool quiet;
    int worth;     /* by history */
    int reduction; /* in parts of a ply */
    int extension; /* plies */
} Candidate;

/* Whether a move so late or so poor can be left out. While all moves are lost, none is: that the
 * node is lost must be proved. */
static bool prune_move(Node *node, Picker *picker, const Candidate *candidate) {
    if (node->best <= -SCORE_WIN_LEAST || node->full_width)
        return false;
    const int reduced = node->depth - 1 - candidate->reduction / REDUCTION_GRAIN;
    const int depth = reduced > 0 ? reduced : 0;
    if (!candidate->quiet)
        return node->depth <= PRUNE_DEPTH && picker->stage > STAGE_CAPTURES &&
               !see_ge(node->position, candidate->move, -CAPTURE_LOSS * node->depth);
    if (node->depth <= PRUNE_DEPTH &&
        node->tried >= (LATE_BASE + node->depth * node->depth) / (2 - node->improving)) {
        picker_skip_quiets(picker);
        return true;
    }
    if (node->eval != SCORE_NONE && depth < PRUNE_DEPTH &&
        node->eval + FUTILITY_MARGIN + FUTILITY_STEP * depth <= node->alpha &&
        position_endangered(node->position) == 0) {
        picker_skip_quiets(picker);
        return true;
    }
    if (depth < 4 && candidate->worth < -HISTORY_STEP * (depth + 1))
        return true;
    return depth < PRUNE_DEPTH &&
           !see_ge(node->position, candidate->move, -QUIET_LOSS * (depth + 1) * (depth + 1));
}

/* ---- extensions --------------------------------------------------------- */

/*
 * Whether the table's move is the only good one: all others together fail low against a mark below
 * its score. Then it is looked at more closely. If on the contrary several moves are good enough to
 * refute the position, *cut is true with a score.
 */
static int singular_extension(Search *search, Node *node, bool *cut, Score *score) {
    const TTEntry *entry = &node->tt_entry;
    SearchStack *ss = &search->stack[node->ply];
    if (node->depth < SINGULAR_DEPTH || !(entry->bound & BOUND_LOWER) ||
        entry->depth < node->depth - 3 || score_is_decided(entry->score) ||
        node->ply >= 2 * search->depth)
        return 0;
    Score singular_beta = entry->score - SINGULAR_MARGIN * node->depth;
    ss->excluded = entry->move;
    Score others = alphabeta_search(search, node->position, (node->depth - 1) / 2, node->ply,
                                    singular_beta - 1, singular_beta, node->cut_node);
    ss->excluded = MOVE_NONE;
    if (search_stopped(search))
        return 0;
    if (others < singular_beta)
        return !node->pv_node && others < singular_beta - DOUBLE_MARGIN ? 2 : 1;
    if (singular_beta >= node->beta) {
        *cut = true;
        *score = singular_beta;
        return 0;
    }
    return entry->score >= node->beta ? -1 : 0;
}

/* ---- one move ----------------------------------------------------------- */

static int late_move_reduction(const Search *search, const Node *node, const Candidate *candidate,
                               bool attacks) {
    const SearchStack *ss = &search->stack[node->ply];
    int reduction = candidate->reduction - candidate->worth * REDUCTION_GRAIN / 9000;
    if (!candidate->quiet)
        reduction = reduction * 2 / 3;
    if (node->pv_node)
        reduction -= REDUCTION_GRAIN;
    if (node->cut_node)
        reduction += REDUCTION_GRAIN * 3 / 2;
    if (!node->improving)
        reduction += REDUCTION_GRAIN / 2;
    if (attacks)
        reduction -= REDUCTION_GRAIN;
    if (ss->attacked)
        reduction -= REDUCTION_GRAIN;
    return reduction / REDUCTION_GRAIN;
}

/*
 * The first move is searched with the whole window; the others only have to be shown not to be
 * better, with an empty one, late ones at first less deep, and are searched again if they are.
 */
static Score search_child(Search *search, const Node *node, const Position *child,
                          const Candidate *candidate) {
    const int ply = node->ply + 1;
    const int depth = node->depth - 1 + candidate->extension;
    Score score = SCORE_INFINITE;
    bool full = node->tried > 0 || !node->pv_node;
    if (node->depth >= 2 && node->tried > node->pv_node && !node->full_width) {
        int reduction = late_move_reduction(search, node, candidate, search->stack[ply].attacked);
        int least = depth - reduction > 1 ? depth - reduction : 1;
        int reduced = least < depth ? least : depth;
        score =
            -alphabeta_search(search, child, reduced, ply, -node->alpha - 1, -node->alpha, true);
        full = score > node->alpha && reduced < depth;
    }
    if (full && !search_stopped(search))
        score = -alphabeta_search(search, child, depth, ply, -node->alpha - 1, -node->alpha,
                                  !node->cut_node);
    if (node->pv_node && (node->tried == 0 || (score > node->alpha && score < node->beta)) &&
        !search_stopped(search))
        score = -alphabeta_search(search, child, depth, ply, -node->beta, -node->alpha, false);
    return score;
}

/* ---- what is learned from a refutation ---------------------------------- */

/* The moves of a node that were tried in vain. */
typedef struct TriedMoves {
    Move quiets[TRIED_MOVES_MAX];
    Move captures[TRIED_MOVES_MAX];
    int quiet_count;
    int capture_count;
} TriedMoves;

static void tried_moves_add(TriedMoves *tried_moves, const Candidate *candidate) {
    if (candidate->quiet && tried_moves->quiet_count < TRIED_MOVES_MAX)
        tried_moves->quiets[tried_moves->quiet_count++] = candidate->move;
    else if (!candidate->quiet && tried_moves->capture_count < TRIED_MOVES_MAX)
        tried_moves->captures[tried_moves->capture_count++] = candidate->move;
}

/* A quiet move that refutes the position will do so again next door; those tried before it did not.
 */
static void update_quiet_histories(Search *search, const Node *node, const TriedMoves *tried_moves,
                                   int bonus) {
    const Color side = position_side(node->position);
    const PriorMove *prior = node_prior_moves(search, node->ply);
    Move *killers = search->stack[node->ply].killers;
    if (!move_equal(killers[0], node->best_move)) {
        killers[1] = killers[0];
        killers[0] = node->best_move;
    }
    history_update_countermove(&search->history, color_other(side), prior->move, node->best_move);
    history_update_quiet(&search->history, side, node->best_move, prior, bonus);
    for (int i = 0; i < tried_moves->quiet_count; i++)
        history_update_quiet(&search->history, side, tried_moves->quiets[i], prior, -bonus);
}

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

/* Whether the result says something about how good the evaluation was. */
static void update_correction(Search *search, const Node *node) {
    const Score eval = search->stack[node->ply].eval;
    const Bound bound = node_bound(node);
    if (eval == SCORE_NONE || score_is_decided(node->best) ||
        (bound == BOUND_LOWER && node->best <= eval) ||
        (bound == BOUND_UPPER && node->best >= eval) ||
        (!move_is_none(node->best_move) && !move_is_quiet(node->position, node->best_move)))
        return;
    history_update_correction(&search->history, node->position, node->depth, node->best - eval);
}

/* ---- all moves ---------------------------------------------------------- */

static Candidate candidate_of(const Node *node, const Picker *picker, Move move) {
    return (Candidate){
        .move = move,
        .quiet = picker->stage == STAGE_QUIETS || move_is_quiet(node->position, move),
        .worth = picker_history_score(picker, move),
        .reduction = reduction_base(node->depth, node->tried),
    };
}

/* Searches one move; true when the node is answered. */
static bool search_candidate(Search *search, Node *node, Candidate *candidate,
                             TriedMoves *tried_moves) {
    Position child;
    bool cut = false;
    Score score = 0;
    if (move_equal(candidate->move, node->tt_entry.move) &&
        move_is_none(search->stack[node->ply].excluded))
        candidate->extension = singular_extension(search, node, &cut, &score);
    if (cut) {
        node->best = score;
        node->multicut = true;
        return true;
    }
    if (search_stopped(search))
        return true;
    if (!node_enter(search, node->position, node->ply, candidate->move, &child))
        return false;
    score = search_child(search, node, &child, candidate);
    node_leave(search);
    if (search_stopped(search))
        return true;
    node->tried++;
    if (node_improve(search, node, candidate->move, score)) {
        update_histories(search, node, tried_moves);
        return true;
    }
    tried_moves_add(tried_moves, candidate);
    return false;
}

static void search_moves(Search *search, Node *node) {
    const SearchStack *ss = &search->stack[node->ply];
    TriedMoves tried_moves;
    tried_moves.quiet_count = tried_moves.capture_count = 0;
    Picker picker;
    picker_init(&picker, node->position, PICK_ALL, node->tt_entry.move, ss->killers,
                &search->history, node_prior_moves(search, node->ply));
    for (Move move; !move_is_none(move = picker_next(&picker)) && !search_stopped(search);) {
        if (move_equal(move, ss->excluded))
            continue;
        Candidate candidate = candidate_of(node, &picker, move);
        if (node->tried > 0 && prune_move(node, &picker, &candidate))
            continue;
        if (search_candidate(search, node, &candidate, &tried_moves))
            break;
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
}

/* ---- a node ------------------------------------------------------------- */

Score alphabeta_search(Search *search, const Position *position, int depth, int ply, Score alpha,
                       Score beta, bool cut) {
    /* 1. Leaves. */
    if (depth <= 0 || ply >= PLY_MAX)
        return quiescence_search(search, position, ply, alpha, beta);
    Node node = {
        .position = position,
        .depth = depth,
        .ply = ply,
        .alpha = alpha,
        .beta = beta,
        .best = -SCORE_INFINITE,
        .best_move = MOVE_NONE,
        .pv_node = beta - alpha > 1,
        .full_width = search->full_width || alpha >= SCORE_WIN_LEAST || beta <= -SCORE_WIN_LEAST,
        .cut_node = cut,
    };
    SearchStack *ss = &search->stack[ply];
    const bool whole = move_is_none(ss->excluded);
    Score score;
    node_count(search, ply);
    ss->pv.length = 0;
    if (search_stopped(search))
        return SCORE_DRAW;

    /* 2. The end of the game. */
    if (node_is_over(search, &node, &score))
        return score;

    /* 3. Nothing from here on is better than a win with the next move, or worse than a loss now: if
     * that cannot change the result, because a shorter win is known, nothing can. */
    if (alpha >= score_win_at(ply + 1))
        return score_win_at(ply + 1);
    if (beta <= score_loss_at(ply))
        return score_loss_at(ply);

    /* 4. What is known already. */
    if (node_probe_tt(search, &node) && whole)
        return node.tt_entry.score;

    /* 5. What the position looks like, and whether that is enough. */
    ss[1].excluded = MOVE_NONE;
    ss[2].killers[0] = ss[2].killers[1] = MOVE_NONE;
    node_evaluate(search, &node);
    if (!node.pv_node && !node.full_width && !ss->attacked && whole &&
        prune_node(search, &node, &score))
        return score;

    /* 6. Where nothing is known about a position, it is not worth so much work. */
    if (node.depth >= 4 && move_is_none(node.tt_entry.move) && (node.pv_node || node.cut_node) &&
        !node.full_width)
        node.depth--;

    /* 7. The moves; without one the game is lost. */
    search_moves(search, &node);
    if (search_stopped(search))
        return SCORE_DRAW;
    if (node.best == -SCORE_INFINITE)
        return whole ? score_loss_at(ply) : alpha;

    /* 8. What was learned. A proof is told from the guesses of other searches by its score. */
    if (node.full_width && !search->full_width && !score_is_decided(node.best))
        node.best = node.best >= beta ? beta : alpha;
    if (whole && !node.multicut) {
        update_correction(search, &node);
        node_store_tt(search, &node);
    }
    return node.best;
}
