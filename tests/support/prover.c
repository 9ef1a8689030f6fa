#include <config.h>

#include "prover.h"

#include <stdlib.h>

#include "base/memory.h"
#include "rules/movegen.h"

typedef struct Prover {
    const Variant *variant;
    Color winner;
    uint64_t *keys; /* owned; of the game and the current line */
    size_t count;
    uint64_t left; /* of the budget */
} Prover;

static int occurrences(const Prover *prover, uint64_t key) {
    int times = 0;
    for (size_t i = 0; i < prover->count; i++)
        times += prover->keys[i] == key;
    return times;
}

/* Returns the outcome at the position, whose key is the last. */
static Outcome prover_outcome(const Prover *prover, const Position *position) {
    Outcome outcome = position_outcome(position);
    if (outcome.result == RESULT_OPEN && prover->variant->repetition == REPETITION_DRAW &&
        occurrences(prover, position->key) >= 3)
        return (Outcome){RESULT_DRAW, REASON_REPETITION};
    return outcome;
}

static bool is_won(Prover *prover, const Position *position, int plies);

/* Returns whether one of the moves (the winner's turn) or all of them (the loser's) win. */
static bool is_won_by_moves(Prover *prover, const Position *position, int plies) {
    bool own = position_side(position) == prover->winner;
    bool won = !own;
    MoveList list;
    movelist_init(&list);
    movegen_distinct(position, &list);
    for (size_t i = 0; i < list.count && won != own; i++) {
        Position child = *position;
        position_make(&child, list.moves[i]);
        if (prover->variant->repetition == REPETITION_ILLEGAL && occurrences(prover, child.key))
            continue;
        prover->keys[prover->count++] = child.key;
        won = is_won(prover, &child, plies - 1);
        prover->count--;
    }
    movelist_free(&list);
    return won;
}

static bool is_won(Prover *prover, const Position *position, int plies) {
    if (prover->left == 0)
        return false;
    prover->left--;
    Outcome outcome = prover_outcome(prover, position);
    if (outcome.result != RESULT_OPEN)
        return outcome.result == (prover->winner == WHITE ? RESULT_WHITE : RESULT_BLACK);
    bool own = position_side(position) == prover->winner;
    if (own && plies > 0 && position_can_capture_lion(position))
        return true;
    /* The winner moves last. A loser whose moves would all repeat loses at once, hence `plies < 0`.
     */
    if (own ? plies <= 0 : plies < 0)
        return false;
    return is_won_by_moves(prover, position, plies);
}

ProofResult prover_wins(const Record *record, Color winner, int plies, uint64_t budget) {
    size_t known = record->current + 1;
    Prover prover = {.variant = &record->variant, .winner = winner, .left = budget};
    prover.keys = memory_resize(NULL, known + (size_t)plies + 2, sizeof *prover.keys);
    for (; prover.count < known; prover.count++)
        prover.keys[prover.count] = record->positions[prover.count].key;
    bool won = is_won(&prover, record_position(record), plies);
    free(prover.keys);
    /* Unvisited positions counted as not won, so a win is proved. */
    return won ? PROOF_HOLDS : prover.left == 0 ? PROOF_UNKNOWN : PROOF_FAILS;
}
