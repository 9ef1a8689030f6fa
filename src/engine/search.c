#include <config.h>

#include "engine/search.h"

#include "engine/exchange.h"
#include "engine/node.h"
#include "engine/reduction.h"

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
    NOTED_MAX = 48       /* moves of a node that history may punish */
};

/* ---- evaluation --------------------------------------------------------- */

/* The static evaluation, and the table's score where that says more. */
static void node_evaluate(Search *search, Node *node) {
    Frame *frame = &search->frames[node->ply];
    node->eval = frame->eval = SCORE_NONE;
    if (frame->attacked)
        return;
    node->eval = frame->eval = search_evaluate(search, node->position);
    const TableEntry *entry = &node->tt_entry;
    if (node->tt_hit && !score_is_decided(entry->score) &&
        (entry->bound & (entry->score > node->eval ? BOUND_LOWER : BOUND_UPPER)))
        node->eval = entry->score;
    if (node->ply >= 2 && frame[-2].eval != SCORE_NONE)
        node->improving = frame->eval > frame[-2].eval;
}

/* ---- moves that are left out -------------------------------------------- */

/* A move of a node on its way. */
typedef struct Try {
    Move move;
    bool quiet;
    int worth;     /* by history */
    int reduction; /* in parts of a ply */
    int extension; /* plies */
} Try;

/* Whether a move so late or so poor can be left out. While all moves are lost, none is: that the
 * node is lost must be proved. */
static bool is_pruned(Node *node, Picker *picker, const Try *try) {
    if (node->best <= -SCORE_WIN_LEAST || node->proving)
        return false;
    const int reduced = node->depth - 1 - try->reduction / REDUCTION_GRAIN;
    const int depth = reduced > 0 ? reduced : 0;
    if (!try->quiet)
        return node->depth <= PRUNE_DEPTH && picker->stage > STAGE_CAPTURES &&
               !exchange_brings(node->position, try->move, -CAPTURE_LOSS * node->depth);
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
    if (depth < 4 && try->worth < -HISTORY_STEP * (depth + 1))
        return true;
    return depth < PRUNE_DEPTH &&
           !exchange_brings(node->position, try->move, -QUIET_LOSS * (depth + 1) * (depth + 1));
}

/* ---- extensions --------------------------------------------------------- */

/*
 * Whether the table's move is the only good one: all others together fail low against a mark below
 * its score. Then it is looked at more closely. If on the contrary several moves are good enough to
 * refute the position, *cut is true with a score.
 */
static int singular_extension(Search *search, Node *node, bool *cut, Score *score) {
    const TableEntry *entry = &node->tt_entry;
    Frame *frame = &search->frames[node->ply];
    if (node->depth < SINGULAR_DEPTH || !(entry->bound & BOUND_LOWER) ||
        entry->depth < node->depth - 3 || score_is_decided(entry->score) ||
        node->ply >= 2 * search->depth)
        return 0;
    Score mark = entry->score - SINGULAR_MARGIN * node->depth;
    frame->excluded = entry->move;
    Score others = search_position(search, node->position, (node->depth - 1) / 2, node->ply,
                                   mark - 1, mark, node->cut_node);
    frame->excluded = MOVE_NONE;
    if (search_halted(search))
        return 0;
    if (others < mark)
        return !node->pv_node && others < mark - DOUBLE_MARGIN ? 2 : 1;
    if (mark >= node->beta) {
        *cut = true;
        *score = mark;
        return 0;
    }
    return entry->score >= node->beta ? -1 : 0;
}

/* ---- one move ----------------------------------------------------------- */

static int try_reduction(const Search *search, const Node *node, const Try *try, bool attacks) {
    const Frame *frame = &search->frames[node->ply];
    int reduction = try->reduction - try->worth * REDUCTION_GRAIN / 9000;
    if (!try->quiet)
        reduction = reduction * 2 / 3;
    if (node->pv_node)
        reduction -= REDUCTION_GRAIN;
    if (node->cut_node)
        reduction += REDUCTION_GRAIN * 3 / 2;
    if (!node->improving)
        reduction += REDUCTION_GRAIN / 2;
    if (attacks)
        reduction -= REDUCTION_GRAIN;
    if (frame->attacked)
        reduction -= REDUCTION_GRAIN;
    return reduction / REDUCTION_GRAIN;
}

/*
 * The first move is searched with the whole window; the others only have to be shown not to be
 * better, with an empty one, late ones at first less deep, and are searched again if they are.
 */
static Score search_child(Search *search, const Node *node, const Position *child, const Try *try) {
    const int ply = node->ply + 1;
    const int depth = node->depth - 1 + try->extension;
    Score score = SCORE_INFINITE;
    bool full = node->tried > 0 || !node->pv_node;
    if (node->depth >= 2 && node->tried > node->pv_node && !node->proving) {
        int reduction = try_reduction(search, node, try, search->frames[ply].attacked);
        int least = depth - reduction > 1 ? depth - reduction : 1;
        int reduced = least < depth ? least : depth;
        score = -search_position(search, child, reduced, ply, -node->alpha - 1, -node->alpha, true);
        full = score > node->alpha && reduced < depth;
    }
    if (full && !search_halted(search))
        score = -search_position(search, child, depth, ply, -node->alpha - 1, -node->alpha,
                                 !node->cut_node);
    if (node->pv_node && (node->tried == 0 || (score > node->alpha && score < node->beta)) &&
        !search_halted(search))
        score = -search_position(search, child, depth, ply, -node->beta, -node->alpha, false);
    return score;
}

/* ---- what is learned from a refutation ---------------------------------- */

/* The moves of a node that were tried in vain. */
typedef struct Noted {
    Move quiets[NOTED_MAX];
    Move captures[NOTED_MAX];
    int quiet_count;
    int capture_count;
} Noted;

static void note(Noted *noted, const Try *try) {
    if (try->quiet && noted->quiet_count < NOTED_MAX)
        noted->quiets[noted->quiet_count++] = try->move;
    else if (!try->quiet && noted->capture_count < NOTED_MAX)
        noted->captures[noted->capture_count++] = try->move;
}

/* A quiet move that refutes the position will do so again next door; those tried before it did not.
 */
static void learn_quiet(Search *search, const Node *node, const Noted *noted, int bonus) {
    const Color side = position_side(node->position);
    const Trail *trail = search_trail(search, node->ply);
    Move *killers = search->frames[node->ply].killers;
    if (!move_equal(killers[0], node->best_move)) {
        killers[1] = killers[0];
        killers[0] = node->best_move;
    }
    history_learn_answer(&search->history, color_other(side), trail->move, node->best_move);
    history_learn_quiet(&search->history, side, node->best_move, trail, bonus);
    for (int i = 0; i < noted->quiet_count; i++)
        history_learn_quiet(&search->history, side, noted->quiets[i], trail, -bonus);
}

static void learn(Search *search, const Node *node, const Noted *noted) {
    const Position *position = node->position;
    const Color side = position_side(position);
    const int bonus = history_bonus(node->depth);
    if (move_is_quiet(position, node->best_move))
        learn_quiet(search, node, noted, bonus);
    else
        history_learn_capture(&search->history, side, node->best_move,
                              move_victim(position, node->best_move), bonus);
    for (int i = 0; i < noted->capture_count; i++)
        history_learn_capture(&search->history, side, noted->captures[i],
                              move_victim(position, noted->captures[i]), -bonus);
}

/* Whether the result says something about how good the evaluation was. */
static void learn_correction(Search *search, const Node *node) {
    const Score eval = search->frames[node->ply].eval;
    const Bound bound = node_bound(node);
    if (eval == SCORE_NONE || score_is_decided(node->best) ||
        (bound == BOUND_LOWER && node->best <= eval) ||
        (bound == BOUND_UPPER && node->best >= eval) ||
        (!move_is_none(node->best_move) && !move_is_quiet(node->position, node->best_move)))
        return;
    history_learn_correction(&search->history, node->position, node->depth, node->best - eval);
}

/* ---- all moves ---------------------------------------------------------- */

static Try try_of(const Node *node, const Picker *picker, Move move) {
    return (Try){
        .move = move,
        .quiet = picker->stage == STAGE_QUIETS || move_is_quiet(node->position, move),
        .worth = picker_worth(picker, move),
        .reduction = reduction_of(node->depth, node->tried),
    };
}

/* Searches one move; true when the node is answered. */
static bool search_move(Search *search, Node *node, Try *try, Noted *noted) {
    Position child;
    bool cut = false;
    Score score = 0;
    if (move_equal(try->move, node->tt_entry.move) &&
        move_is_none(search->frames[node->ply].excluded))
        try->extension = singular_extension(search, node, &cut, &score);
    if (cut) {
        node->best = score;
        node->guessed = true;
        return true;
    }
    if (search_halted(search))
        return true;
    if (!search_enter(search, node->position, node->ply, try->move, &child))
        return false;
    score = search_child(search, node, &child, try);
    search_leave(search);
    if (search_halted(search))
        return true;
    node->tried++;
    if (node_improve(search, node, try->move, score)) {
        learn(search, node, noted);
        return true;
    }
    note(noted, try);
    return false;
}

static void search_moves(Search *search, Node *node) {
    const Frame *frame = &search->frames[node->ply];
    Noted noted;
    noted.quiet_count = noted.capture_count = 0;
    Picker picker;
    picker_begin(&picker, node->position, PICK_ALL, node->tt_entry.move, frame->killers,
                 &search->history, search_trail(search, node->ply));
    for (Move move; !move_is_none(move = picker_next(&picker)) && !search_halted(search);) {
        if (move_equal(move, frame->excluded))
            continue;
        Try try = try_of(node, &picker, move);
        if (node->tried > 0 && is_pruned(node, &picker, &try))
            continue;
        if (search_move(search, node, &try, &noted))
            break;
    }
    search_count_moves(search, picker.list.count);
    picker_end(&picker);
}

/* ---- a node ------------------------------------------------------------- */

Score search_position(Search *search, const Position *position, int depth, int ply, Score alpha,
                      Score beta, bool cut) {
    /* 1. Leaves. */
    if (depth <= 0 || ply >= PLY_MAX)
        return search_quiescence(search, position, ply, alpha, beta);
    Node node = {
        .position = position,
        .depth = depth,
        .ply = ply,
        .alpha = alpha,
        .beta = beta,
        .best = -SCORE_INFINITE,
        .best_move = MOVE_NONE,
        .pv_node = beta - alpha > 1,
        .proving = search->proving || alpha >= SCORE_WIN_LEAST || beta <= -SCORE_WIN_LEAST,
        .cut_node = cut,
    };
    Frame *frame = &search->frames[ply];
    const bool whole = move_is_none(frame->excluded);
    Score score;
    search_count_node(search, ply);
    frame->pv.length = 0;
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
    if (node_look_up(search, &node) && whole)
        return node.tt_entry.score;

    /* 5. What the position looks like, and whether that is enough. */
    frame[1].excluded = MOVE_NONE;
    frame[2].killers[0] = frame[2].killers[1] = MOVE_NONE;
    node_evaluate(search, &node);
    if (!node.pv_node && !node.proving && !frame->attacked && whole &&
        node_cut_short(search, &node, &score))
        return score;

    /* 6. Where nothing is known about a position, it is not worth so much work. */
    if (node.depth >= 4 && move_is_none(node.tt_entry.move) && (node.pv_node || node.cut_node) &&
        !node.proving)
        node.depth--;

    /* 7. The moves; without one the game is lost. */
    search_moves(search, &node);
    if (search_halted(search))
        return SCORE_DRAW;
    if (node.best == -SCORE_INFINITE)
        return whole ? score_loss_at(ply) : alpha;

    /* 8. What was learned. A proof is told from the guesses of other searches by its score. */
    if (node.proving && !search->proving && !score_is_decided(node.best))
        node.best = node.best >= beta ? beta : alpha;
    if (whole && !node.guessed) {
        learn_correction(search, &node);
        node_remember(search, &node);
    }
    return node.best;
}
