/* Proves wins by exhaustive search: slow, but independent of the engine. */
#ifndef TESTS_SUPPORT_PROVER_H
#define TESTS_SUPPORT_PROVER_H

#include <stdint.h>

#include "rules/record.h"

typedef enum ProofResult {
    PROOF_HOLDS,
    PROOF_FAILS,
    PROOF_UNKNOWN /* the budget was spent */
} ProofResult;

/* Proves whether `winner` can force a win within `plies` from the record's current position, with
 * the game's repetitions and quiet plies. Visits at most `budget` positions. The variant must not
 * both forbid repetition and limit quiet plies. */
ProofResult prover_wins(const Record *record, Color winner, int plies, uint64_t budget);

#endif
