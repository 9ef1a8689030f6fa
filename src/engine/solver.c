#include <config.h>

#include "engine/solver.h"

#include <stdlib.h>

#include "base/memory.h"
#include "engine/search.h"
#include "engine/picker.h"
#include "rules/movegen.h"
#include "rules/tables.h"

enum {
    ZUGZWANG_PIECES = 5, /* a side with no more pieces may run out of harmless moves */
    TABLE_BITS = 17
};

/* The known results of a position, for the side to move. */
typedef struct SolverEntry {
    uint64_t key;
    Move move;     /* winning or refuting move; MOVE_NONE: not known */
    uint8_t wins;  /* least number of moves to a win; 0: not known */
    uint8_t fails; /* no win in this many moves */
} SolverEntry;

typedef struct WinProof {
    Search *search;
    SolverEntry *table; /* of 1 << TABLE_BITS entries; NULL: the proof is not complete */
    uint64_t limit;     /* node count of the search at which to give up */
} WinProof;

struct Solver {
    WinProof proof;
    Search search;
    atomic_bool stop; /* never set */
    Variant variant;  /* of the position, without repetition */
    SolverEntry table[1 << TABLE_BITS];
};

/* ---- the proof ---- */

static bool proof_stopped(const WinProof *proof) {
    return search_nodes(proof->search) >= proof->limit || search_stopped(proof->search);
}

/* Returns the entry of a position; replaces another position's entry in the slot. */
static SolverEntry *proof_entry(const WinProof *proof, uint64_t key) {
    SolverEntry *entry = &proof->table[key >> (64 - TABLE_BITS)];
    if (entry->key != key || key == 0)
        *entry = (SolverEntry){.key = key, .move = MOVE_NONE};
    return entry;
}

static void proof_pick(const WinProof *proof, const Position *position, const SearchStack *ss,
                       Picker *picker) {
    Move move = proof->table ? proof_entry(proof, position->key)->move : MOVE_NONE;
    picker_init(picker, position, PICK_ALL, move, &proof->search->history, ss);
}

/* Remembers a move that won or refuted a win, for this position and its siblings. */
static void proof_remember(const WinProof *proof, const Position *position, SearchStack *ss,
                           Move move) {
    ss->killers[0] = move;
    if (proof->table)
        proof_entry(proof, position->key)->move = move;
}

/* Returns whether the opponent's lion can step inside its castle: then no move of ours leaves the
 * opponent without a legal move. */
static bool opponent_lion_can_step(const Position *position) {
    Color enemy = color_other(position_side(position));
    Bitboard lion = position_pieces(position, enemy, LION);
    return lion && table_lion[bitboard_first(lion)] & ~position->by_color[enemy];
}

static bool prove_loss(WinProof *proof, const Position *position, int ply, int plies);

/* Returns whether a move of the side to move wins. If the proof is not complete, the last move but
 * one must attack the lion, unless zugzwang is possible. */
static bool prove_win_by_move(WinProof *proof, const Position *position, int ply, int plies) {
    Search *search = proof->search;
    SearchStack *ss = search_stack(search, ply);
    const Color enemy = color_other(position_side(position));
    const bool all_moves =
        proof->table || plies > 3 || popcount64(position->by_color[enemy]) <= ZUGZWANG_PIECES;
    bool won = false;
    Picker picker;
    proof_pick(proof, position, ss, &picker);
    for (Move move; !won && !move_is_none(move = picker_next(&picker)) && !proof_stopped(proof);) {
        Position child;
        if (!node_enter(search, position, ply, move, &child))
            continue;
        if (all_moves || ss[1].lion_attacked)
            won = prove_loss(proof, &child, ply + 1, plies - 1);
        node_leave(search);
        if (won) {
            proof_remember(proof, position, ss, move);
            node_join_pv(&ss->pv, move, &ss[1].pv);
        }
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
    return won && !proof_stopped(proof);
}

/* Proves the shortest win of the side to move, so that the table's results are exact. */
static bool prove_shortest_win(WinProof *proof, const Position *position, int ply, int plies) {
    const int limit = (plies + 1) / 2;
    const SolverEntry *known = proof_entry(proof, position->key);
    if (known->wins > 0)
        return known->wins <= limit;
    for (int moves = known->fails + 1; moves <= limit; moves++) {
        bool won = (moves > 1 || !opponent_lion_can_step(position)) &&
                   prove_win_by_move(proof, position, ply, 2 * moves - 1);
        if (proof_stopped(proof))
            return false;
        SolverEntry *entry = proof_entry(proof, position->key);
        *(won ? &entry->wins : &entry->fails) = (uint8_t)moves;
        if (won)
            return true;
    }
    return false;
}

/* Returns whether the side to move captures the lion within an odd number of plies. */
static bool prove_win(WinProof *proof, const Position *position, int ply, int plies) {
    SearchStack *ss = search_stack(proof->search, ply);
    const Node node = {.position = position, .ss = ss, .ply = ply, .pv_node = !proof->table};
    Score score;
    node_count(proof->search, ply);
    ss->pv.length = 0;
    if (node_is_over(proof->search, &node, &score))
        return score > 0;
    if (proof->table)
        return prove_shortest_win(proof, position, ply, plies);
    return plies >= 3 && prove_win_by_move(proof, position, ply, plies);
}

/* Returns whether all moves of the side to move lose within an even number of plies. */
static bool prove_loss(WinProof *proof, const Position *position, int ply, int plies) {
    Search *search = proof->search;
    SearchStack *ss = search_stack(search, ply);
    const Node node = {.position = position, .ss = ss, .ply = ply};
    Score score;
    PvLine longest = {.length = 0};
    bool lost = true;
    node_count(search, ply);
    ss->pv.length = 0;
    if (node_is_over(search, &node, &score))
        return false;
    if (plies == 0)
        return !movegen_any(position);
    Picker picker;
    proof_pick(proof, position, ss, &picker);
    for (Move move; lost && !move_is_none(move = picker_next(&picker)) && !proof_stopped(proof);) {
        Position child;
        if (!node_enter(search, position, ply, move, &child))
            continue;
        lost = prove_win(proof, &child, ply + 1, plies - 1);
        node_leave(search);
        if (!lost)
            proof_remember(proof, position, ss, move);
        else if (ss[1].pv.length >= longest.length)
            node_join_pv(&longest, move, &ss[1].pv);
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
    ss->pv = longest;
    return lost && !proof_stopped(proof);
}

/* ---- in a game's search ---- */

static bool prove_root_move(WinProof *proof, RootMove *move, int plies) {
    Search *search = proof->search;
    Position child;
    node_enter(search, &search->root, 0, move->move, &child);
    bool won = prove_loss(proof, &child, 1, plies - 1);
    node_leave(search);
    if (won) {
        node_join_pv(&move->pv, move->move, &search_stack(search, 1)->pv);
        move->score = score_win_at(move->pv.length);
    }
    return won;
}

bool solver_prove(Search *search, int plies, uint64_t nodes) {
    const int limit = search->root.variant->quiet_plies;
    WinProof proof = {.search = search, .limit = search_nodes(search) + nodes};
    if (limit > 0 && search->root.quiet + plies > limit)
        return false;
    for (size_t i = 0; i < search->move_count && !proof_stopped(&proof); i++) {
        if (prove_root_move(&proof, &search->moves[i], plies)) {
            rootmove_move_up(search->moves, i, 0);
            return true;
        }
    }
    return false;
}

/* ---- the solver ---- */

Solver *solver_create(Error *error) {
    Solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL) {
        error_set(error, ERROR_MEMORY, "no memory to solve puzzles with");
        return NULL;
    }
    solver->search.stop = &solver->stop;
    search_clear(&solver->search);
    solver->proof = (WinProof){&solver->search, solver->table, UINT64_MAX};
    return solver;
}

void solver_free(Solver *solver) {
    if (solver)
        search_end(&solver->search);
    free(solver);
}

void solver_set_limit(Solver *solver, uint64_t nodes) {
    const uint64_t searched = search_nodes(&solver->search);
    solver->proof.limit = nodes < UINT64_MAX - searched ? searched + nodes : UINT64_MAX;
}

bool solver_limit_reached(const Solver *solver) {
    return proof_stopped(&solver->proof);
}

/* Repetition is switched off: the shortest win repeats nothing, and the table's results must not
 * depend on the way to a position. */
static void solver_set_root(Solver *solver, const Position *position) {
    Position root = *position;
    solver->variant = *position->variant;
    solver->variant.repetition = REPETITION_NONE;
    root.variant = &solver->variant;
    search_reset(&solver->search, &root, &root.key, 1);
}

/* Returns whether a move wins within `moves`, itself included. */
static bool wins_after(Solver *solver, const Position *position, Move move, int moves) {
    Search *search = &solver->search;
    Position child = *position;
    position_make(&child, move);
    Outcome outcome = position_outcome(&child);
    if (outcome.result != RESULT_OPEN)
        return outcome.result == (position_side(position) == WHITE ? RESULT_WHITE : RESULT_BLACK);
    if (moves == 1)
        return false;
    solver_set_root(solver, position);
    node_enter(search, &search->root, 0, move, &child);
    bool won = prove_loss(&solver->proof, &child, 1, 2 * moves - 2);
    node_leave(search);
    return won;
}

int solver_win(Solver *solver, const Position *position, int moves) {
    if (position_outcome(position).result != RESULT_OPEN)
        return 0;
    solver_set_root(solver, position);
    for (int n = 1; n <= moves; n++) {
        if (prove_win(&solver->proof, &solver->search.root, 0, 2 * n - 1))
            return n;
    }
    return 0;
}

int solver_win_by(Solver *solver, const Position *position, Move move, int moves) {
    for (int n = 1; n <= moves; n++) {
        if (wins_after(solver, position, move, n))
            return n;
    }
    return 0;
}

/* ---- the defence ---- */

/* A reply and how hard it makes the win. */
typedef struct DefenceMove {
    Move move;
    Score eval;        /* for the defender */
    int loses_in;      /* as in Defence */
    int winning_moves; /* the opponent's moves that win as fast */
} DefenceMove;

static Score eval_after(const Position *position, Move move) {
    Position child = *position;
    position_make(&child, move);
    Outcome outcome = position_outcome(&child);
    if (outcome.result == RESULT_OPEN)
        return -engine_evaluate(&child);
    return outcome.result == RESULT_DRAW ? 0 : SCORE_WIN;
}

/* By evaluation, the best first; ties are broken by the moves' bits, to be reproducible. */
static int compare_defences(const void *left, const void *right) {
    const DefenceMove *a = left, *b = right;
    if (a->eval != b->eval)
        return a->eval > b->eval ? -1 : 1;
    return (a->move.bits > b->move.bits) - (a->move.bits < b->move.bits);
}

static DefenceMove *list_defences(const Position *position, size_t *count) {
    MoveList list;
    movelist_init(&list);
    movegen_distinct(position, &list);
    DefenceMove *replies = memory_resize(NULL, list.count, sizeof *replies);
    for (size_t i = 0; i < list.count; i++)
        replies[i] =
            (DefenceMove){.move = list.moves[i], .eval = eval_after(position, list.moves[i])};
    *count = list.count;
    movelist_free(&list);
    qsort(replies, *count, sizeof *replies, compare_defences);
    return replies;
}

static int count_winning_moves(Solver *solver, const Position *position, int moves) {
    MoveList list;
    int count = 0;
    movelist_init(&list);
    movegen_distinct(position, &list);
    for (size_t i = 0; i < list.count; i++)
        count += wins_after(solver, position, list.moves[i], moves);
    movelist_free(&list);
    return count;
}

/* Returns whether the reply is harder to win against than the best so far. */
static bool is_better_defence(Solver *solver, const Position *position, DefenceMove *reply,
                              const DefenceMove *best, int moves) {
    Position child = *position;
    position_make(&child, reply->move);
    reply->loses_in = solver_win(solver, &child, moves);
    if (reply->loses_in == 0 || reply->loses_in < best->loses_in)
        return reply->loses_in == 0;
    reply->winning_moves = count_winning_moves(solver, &child, reply->loses_in);
    return reply->loses_in > best->loses_in || reply->winning_moves < best->winning_moves;
}

Defence solver_defend(Solver *solver, const Position *position, int moves) {
    size_t count;
    DefenceMove *replies = list_defences(position, &count);
    DefenceMove best = {.move = MOVE_NONE};
    for (size_t i = 0; i < count; i++) {
        if (!is_better_defence(solver, position, &replies[i], &best, moves))
            continue;
        best = replies[i];
        if (best.loses_in == 0)
            break;
    }
    free(replies);
    return (Defence){best.move, best.loses_in};
}
