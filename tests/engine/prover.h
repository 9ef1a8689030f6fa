/* Wins and losses proved by trying every move: slow, and with nothing in common with the search but
 * the rules. */
#ifndef TESTS_ENGINE_PROVER_H
#define TESTS_ENGINE_PROVER_H

#include <stdint.h>

#include "rules/record.h"

typedef enum Proof {
    PROOF_HOLDS,
    PROOF_FAILS,
    PROOF_UNKNOWN /* it would take more positions than allowed */
} Proof;

/* Whether `winner`, whoever is to move, wins within so many plies from the record's current
 * position whatever the other does, with the game's repetitions and quiet plies. Looks at most at
 * `budget` positions. The variant must not forbid repetition and limit quiet plies at the same
 * time. */
Proof prover_wins(const Record *record, Color winner, int plies, uint64_t budget);

#endif
