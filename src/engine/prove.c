/*
 * The proof of short wins. The search of all positions looks away from what seems decided, and so
 * may overlook for long that a game it wins could end in a few moves. Here only that is asked:
 * whether the lion falls within so many plies, whatever the opponent does.
 */
#include <config.h>

#include "engine/node.h"

enum {
    SQUEEZE_MEN = 5 /* a side with no more men can be short of harmless moves */
};

typedef struct Proof {
    Search *search;
    uint64_t limit; /* nodes of the search at which to give up */
} Proof;

static bool proof_halted(const Proof *proof) {
    return search_nodes(proof->search) >= proof->limit || search_halted(proof->search);
}

static bool prove_loss(Proof *proof, const Position *position, int ply, int plies);

/*
 * Whether the side to move takes the lion within an odd number of plies. The last move but one must
 * attack it: a side that has men enough is not forced to expose its lion by having to move.
 */
static bool prove_win(Proof *proof, const Position *position, int ply, int plies) {
    Search *search = proof->search;
    const Node node = {.position = position, .ply = ply, .pv_node = true};
    const Color enemy = color_other(position_side(position));
    const bool squeeze = popcount64(position->by_color[enemy]) <= SQUEEZE_MEN;
    Frame *frame = &search->frames[ply];
    Score score;
    bool won = false;
    search_count_node(search, ply);
    frame->pv.length = 0;
    if (search_is_over(search, &node, &score))
        return score > 0;
    if (plies < 3)
        return false;
    Picker picker;
    picker_begin(&picker, position, PICK_ALL, MOVE_NONE, frame->killers, &search->history,
                 search_trail(search, ply));
    for (Move move; !won && !move_is_none(move = picker_next(&picker)) && !proof_halted(proof);) {
        Position child;
        if (!search_enter(search, position, ply, move, &child))
            continue;
        if (plies > 3 || squeeze || search->frames[ply + 1].attacked)
            won = prove_loss(proof, &child, ply + 1, plies - 1);
        search_leave(search);
        if (won) {
            frame->killers[0] = move;
            line_join(&frame->pv, move, &search->frames[ply + 1].pv);
        }
    }
    search_count_moves(search, picker.list.count);
    picker_end(&picker);
    return won && !proof_halted(proof);
}

/* Whether all moves of the side to move lose its lion within an even number of plies. */
static bool prove_loss(Proof *proof, const Position *position, int ply, int plies) {
    Search *search = proof->search;
    const Node node = {.position = position, .ply = ply};
    Frame *frame = &search->frames[ply];
    Score score;
    Line longest = {.length = 0};
    bool lost = true;
    search_count_node(search, ply);
    frame->pv.length = 0;
    if (search_is_over(search, &node, &score))
        return false;
    Picker picker;
    picker_begin(&picker, position, PICK_ALL, MOVE_NONE, frame->killers, &search->history,
                 search_trail(search, ply));
    for (Move move; lost && !move_is_none(move = picker_next(&picker)) && !proof_halted(proof);) {
        Position child;
        if (!search_enter(search, position, ply, move, &child))
            continue;
        lost = prove_win(proof, &child, ply + 1, plies - 1);
        search_leave(search);
        if (!lost)
            frame->killers[0] = move;
        else if (search->frames[ply + 1].pv.length >= longest.length)
            line_join(&longest, move, &search->frames[ply + 1].pv);
    }
    search_count_moves(search, picker.list.count);
    picker_end(&picker);
    frame->pv = longest;
    return lost && !proof_halted(proof);
}

static bool prove_move(Proof *proof, RootMove *move, int plies) {
    Search *search = proof->search;
    Position child;
    search_enter(search, &search->root, 0, move->move, &child);
    bool won = prove_loss(proof, &child, 1, plies - 1);
    search_leave(search);
    if (won) {
        line_join(&move->pv, move->move, &search->frames[1].pv);
        move->score = score_win_at(move->pv.length);
    }
    return won;
}

bool search_prove(Search *search, int plies, uint64_t nodes) {
    const int limit = search->root.variant->quiet_plies;
    Proof proof = {search, search_nodes(search) + nodes};
    if (limit > 0 && search->root.quiet + plies > limit)
        return false;
    for (size_t i = 0; i < search->move_count && !proof_halted(&proof); i++) {
        if (prove_move(&proof, &search->moves[i], plies)) {
            rootmove_raise(search->moves, i, 0);
            return true;
        }
    }
    return false;
}
