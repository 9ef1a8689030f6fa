/*
 * The proof of short wins. The search of all positions looks away from what seems decided, and so
 * may overlook for long that a game it wins could end in a few moves. Here only that is asked:
 * whether the lion falls within so many plies, whatever the opponent does.
 */
#include <config.h>

#include "engine/node.h"

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
    const Node node = {.position = position, .ply = ply, .pv_node = true};
    const Color enemy = color_other(position_side(position));
    const bool zugzwang_possible = popcount64(position->by_color[enemy]) <= ZUGZWANG_PIECES;
    SearchStack *ss = &search->stack[ply];
    Score score;
    bool won = false;
    node_count(search, ply);
    ss->pv.length = 0;
    if (node_is_over(search, &node, &score))
        return score > 0;
    if (plies < 3)
        return false;
    Picker picker;
    picker_init(&picker, position, PICK_ALL, MOVE_NONE, ss->killers, &search->history,
                node_prior_moves(search, ply));
    for (Move move; !won && !move_is_none(move = picker_next(&picker)) && !proof_stopped(proof);) {
        Position child;
        if (!node_enter(search, position, ply, move, &child))
            continue;
        if (plies > 3 || zugzwang_possible || search->stack[ply + 1].attacked)
            won = prove_loss(proof, &child, ply + 1, plies - 1);
        node_leave(search);
        if (won) {
            ss->killers[0] = move;
            node_join_pv(&ss->pv, move, &search->stack[ply + 1].pv);
        }
    }
    node_count_moves(search, picker.list.count);
    picker_free(&picker);
    return won && !proof_stopped(proof);
}

/* Whether all moves of the side to move lose its lion within an even number of plies. */
static bool prove_loss(WinProof *proof, const Position *position, int ply, int plies) {
    Search *search = proof->search;
    const Node node = {.position = position, .ply = ply};
    SearchStack *ss = &search->stack[ply];
    Score score;
    PvLine longest = {.length = 0};
    bool lost = true;
    node_count(search, ply);
    ss->pv.length = 0;
    if (node_is_over(search, &node, &score))
        return false;
    Picker picker;
    picker_init(&picker, position, PICK_ALL, MOVE_NONE, ss->killers, &search->history,
                node_prior_moves(search, ply));
    for (Move move; lost && !move_is_none(move = picker_next(&picker)) && !proof_stopped(proof);) {
        Position child;
        if (!node_enter(search, position, ply, move, &child))
            continue;
        lost = prove_win(proof, &child, ply + 1, plies - 1);
        node_leave(search);
        if (!lost)
            ss->killers[0] = move;
        else if (search->stack[ply + 1].pv.length >= longest.length)
            node_join_pv(&longest, move, &search->stack[ply + 1].pv);
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
        node_join_pv(&move->pv, move->move, &search->stack[1].pv);
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
