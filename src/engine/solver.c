#include <config.h>

#include "engine/solver.h"

#include <stdlib.h>

#include "base/memory.h"
#include "engine/engine.h"
#include "engine/node.h"
#include "engine/picker.h"
#include "rules/movegen.h"
#include "rules/tables.h"

/*
 * The proof of short wins. The search of all positions looks away from what seems decided, and so
 * may overlook for long that a game it wins could end in a few moves. Here only that is asked:
 * whether the lion falls within so many plies, whatever the opponent does.
 */

enum {
    ZUGZWANG_PIECES = 5 /* a side with no more men can be short of harmless moves */
};

typedef struct WinProof {
    Search *search;
    uint64_t limit; /* nodes of the search at which to give up */
} WinProof;

static bool proof_stopped(const WinProof *proof) {
    return search_nodes(proof->search) >= proof->limit || search_stopped(proof->search);
}

static bool prove_loss(WinProof *proof, const Position *position, int ply, int plies);

/*
 * Whether the side to move takes the lion within an odd number of plies. The last move but one must
 * attack it: a side that has men enough is not forced to expose its lion by having to move.
 */
static bool prove_win(WinProof *proof, const Position *position, int ply, int plies) {
    Search *search = proof->search;
    const Node node = {
        .position = position, .ss = search_stack(search, ply), .ply = ply, .pv_node = true};
    const Color enemy = color_other(position_side(position));
    const bool zugzwang_possible = popcount64(position->by_color[enemy]) <= ZUGZWANG_PIECES;
    SearchStack *ss = search_stack(search, ply);
    Score score;
    bool won = false;
    node_count(search, ply);
    ss->pv.length = 0;
    if (node_is_over(search, &node, &score))
        return score > 0;
    if (plies < 3)
        return false;
    Picker picker;
    picker_init(&picker, position, PICK_ALL, MOVE_NONE, &search->history, ss);
    for (Move move; !won && !move_is_none(move = picker_next(&picker)) && !proof_stopped(proof);) {
        Position child;
        if (!node_enter(search, position, ply, move, &child))
            continue;
        if (plies > 3 || zugzwang_possible || ss[1].lion_attacked)
            won = prove_loss(proof, &child, ply + 1, plies - 1);
        node_leave(search);
        if (won) {
            ss->killers[0] = move;
            node_join_pv(&ss->pv, move, &ss[1].pv);
        }
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
    return won && !proof_stopped(proof);
}

/* Whether all moves of the side to move lose its lion within an even number of plies. */
static bool prove_loss(WinProof *proof, const Position *position, int ply, int plies) {
    Search *search = proof->search;
    const Node node = {.position = position, .ss = search_stack(search, ply), .ply = ply};
    SearchStack *ss = search_stack(search, ply);
    Score score;
    PvLine longest = {.length = 0};
    bool lost = true;
    node_count(search, ply);
    ss->pv.length = 0;
    if (node_is_over(search, &node, &score))
        return false;
    Picker picker;
    picker_init(&picker, position, PICK_ALL, MOVE_NONE, &search->history, ss);
    for (Move move; lost && !move_is_none(move = picker_next(&picker)) && !proof_stopped(proof);) {
        Position child;
        if (!node_enter(search, position, ply, move, &child))
            continue;
        lost = prove_win(proof, &child, ply + 1, plies - 1);
        node_leave(search);
        if (!lost)
            ss->killers[0] = move;
        else if (ss[1].pv.length >= longest.length)
            node_join_pv(&longest, move, &ss[1].pv);
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
    ss->pv = longest;
    return lost && !proof_stopped(proof);
}

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
    WinProof proof = {search, search_nodes(search) + nodes};
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

enum { TABLE_BITS = 17 };

/* What is known about the side to move of a position. */
typedef struct SolverEntry {
    uint64_t key;
    Move move;     /* it answered the question last; MOVE_NONE: none did */
    uint8_t wins;  /* in so many moves, and not sooner; 0: not known */
    uint8_t fails; /* to win within so many moves */
} SolverEntry;

struct Solver {
    SolverEntry *table;
    Move refutation[SOLVE_MOVES_MAX + 1]; /* by moves left: what last saved the defender */
    uint64_t left;                        /* positions that may still be looked at */
    bool limit_reached;
};

Solver *solver_create(Error *error) {
    Solver *solver = memory_allocate(sizeof *solver);
    solver->table = calloc((size_t)1 << TABLE_BITS, sizeof *solver->table);
    if (!solver->table) {
        free(solver);
        error_set(error, ERROR_MEMORY, "no memory to solve puzzles with");
        return NULL;
    }
    solver->left = UINT64_MAX;
    for (int i = 0; i <= SOLVE_MOVES_MAX; i++)
        solver->refutation[i] = MOVE_NONE;
    return solver;
}

void solver_free(Solver *solver) {
    if (solver)
        free(solver->table);
    free(solver);
}

void solver_set_limit(Solver *solver, uint64_t positions) {
    solver->left = positions;
    solver->limit_reached = false;
}

bool solver_limit_reached(const Solver *solver) {
    return solver->limit_reached;
}

/* Counts a position; false when there is an end to it. */
static bool solver_count_node(Solver *solver) {
    if (solver->left != UINT64_MAX && solver->left-- == 0) {
        solver->left = 0;
        solver->limit_reached = true;
    }
    return !solver->limit_reached;
}

/* ---- the table ---------------------------------------------------------------------------- */

/* The place of a position; what was known of another one there is forgotten. */
static SolverEntry *solver_entry(Solver *solver, uint64_t key) {
    SolverEntry *known = &solver->table[key >> (64 - TABLE_BITS)];
    if (known->key != key || key == 0)
        *known = (SolverEntry){.key = key, .move = MOVE_NONE};
    return known;
}

/* ---- moves in a good order ---------------------------------------------------------------- */

/* Brings a move to the front, if it is in the list. */
static void order_first(MoveList *list, Move move) {
    for (size_t i = 0; i < list->count; i++) {
        if (move_equal(list->moves[i], move)) {
            list->moves[i] = list->moves[0];
            list->moves[0] = move;
            return;
        }
    }
}

/* The moves that attack the lion, then the others, from the second on. */
static void order_attacks_first(const Position *position, MoveList *list) {
    size_t attacks = 1;
    for (size_t i = 1; i < list->count; i++) {
        Position child = *position;
        Move move = list->moves[i];
        position_make(&child, move);
        if (position_attacks_lion(&child, position_side(position))) {
            list->moves[i] = list->moves[attacks];
            list->moves[attacks++] = move;
        }
    }
}

/* ---- the proof ---------------------------------------------------------------------------- */

static int shortest_win(Solver *solver, const Position *position, int moves);

/*
 * Whether no move could leave the opponent without one: as long as a neighbour of its lion in the
 * castle is free of its own men, the lion can step there.
 */
static bool opponent_lion_can_step(const Position *position) {
    Color enemy = color_other(position_side(position));
    Bitboard lion = position_pieces(position, enemy, LION);
    return lion && table_lion[bitboard_first(lion)] & ~position->by_color[enemy];
}

/* Whether the opponent of the side to move wins within `moves` whatever that one does. */
static bool is_lost(Solver *solver, const Position *position, int moves) {
    Color winner = color_other(position_side(position));
    Outcome outcome = position_outcome(position);
    if (outcome.result != RESULT_OPEN)
        return outcome.result == (winner == WHITE ? RESULT_WHITE : RESULT_BLACK);
    if (moves == 0 || position_can_capture_lion(position))
        return false;
    MoveList list;
    movelist_init(&list);
    movegen_distinct(position, &list);
    order_first(&list, solver->refutation[moves]);
    order_first(&list, solver_entry(solver, position->key)->move);
    bool lost = true;
    for (size_t i = 0; i < list.count && lost; i++) {
        Position child = *position;
        position_make(&child, list.moves[i]);
        lost = shortest_win(solver, &child, moves) > 0 && !solver->limit_reached;
        if (!lost) {
            solver->refutation[moves] = list.moves[i];
            solver_entry(solver, position->key)->move = list.moves[i];
        }
    }
    movelist_free(&list);
    return lost;
}

static bool wins_after(Solver *solver, const Position *position, Move move, int moves) {
    Position child = *position;
    position_make(&child, move);
    return is_lost(solver, &child, moves - 1);
}

/* Tries every move for a win in exactly `moves`, there being none in fewer. */
static bool wins_in(Solver *solver, const Position *position, MoveList *list, int moves) {
    if (moves == 1 && opponent_lion_can_step(position))
        return false;
    if (list->count == 0) {
        movegen_distinct(position, list);
        order_first(list, solver_entry(solver, position->key)->move);
        order_attacks_first(position, list);
    }
    for (size_t i = 0; i < list->count && !solver->limit_reached; i++) {
        Move move = list->moves[i];
        if (wins_after(solver, position, move, moves) && !solver->limit_reached) {
            solver_entry(solver, position->key)->move = move;
            return true;
        }
    }
    return false;
}

/* Tries longer and longer ones from the first not ruled out. */
static int search_win(Solver *solver, const Position *position, int moves) {
    MoveList list;
    int found = 0;
    movelist_init(&list);
    for (int n = solver_entry(solver, position->key)->fails + 1; n <= moves && !found; n++) {
        if (wins_in(solver, position, &list, n))
            found = n;
        if (solver->limit_reached)
            break;
        SolverEntry *known = solver_entry(solver, position->key);
        if (found)
            known->wins = (uint8_t)found;
        else
            known->fails = (uint8_t)n;
    }
    movelist_free(&list);
    return found;
}

static int shortest_win(Solver *solver, const Position *position, int moves) {
    if (moves <= 0 || !solver_count_node(solver) ||
        position_outcome(position).result != RESULT_OPEN)
        return 0;
    if (position_can_capture_lion(position))
        return 1;
    if (moves == 1 && opponent_lion_can_step(position))
        return 0;
    const SolverEntry *known = solver_entry(solver, position->key);
    if (known->wins)
        return known->wins <= moves ? known->wins : 0;
    return known->fails >= moves ? 0 : search_win(solver, position, moves);
}

int solver_win(Solver *solver, const Position *position, int moves) {
    return shortest_win(solver, position, moves);
}

int solver_win_by(Solver *solver, const Position *position, Move move, int moves) {
    if (!solver_count_node(solver))
        return 0;
    for (int n = 1; n <= moves; n++)
        if (wins_after(solver, position, move, n))
            return n;
    return 0;
}

/* ---- the defence -------------------------------------------------------------------------- */

/* A reply and how hard it makes it for the one who wants to win. */
typedef struct DefenceMove {
    Move move;
    Score eval;        /* for the defender */
    int loses_in;      /* as in Defence */
    int winning_moves; /* moves that win as fast as can be */
} DefenceMove;

static Score eval_after(const Position *position, Move move) {
    Position child = *position;
    position_make(&child, move);
    Outcome outcome = position_outcome(&child);
    if (outcome.result == RESULT_OPEN)
        return -engine_evaluate(&child);
    return outcome.result == RESULT_DRAW ? 0 : SCORE_WIN;
}

/* The best by its looks first; of equal ones any, but always the same. */
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

/* Whether the reply is harder to win against than the best before it, which looks better. */
static bool is_better_defence(Solver *solver, const Position *position, DefenceMove *reply,
                              const DefenceMove *best, int moves) {
    Position child = *position;
    position_make(&child, reply->move);
    reply->loses_in = shortest_win(solver, &child, moves);
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
