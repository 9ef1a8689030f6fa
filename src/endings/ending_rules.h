/* The rules that the value of an ending depends on. Variants that agree in them share their tables.
 */
#ifndef ENDINGS_ENDING_RULES_H
#define ENDINGS_ENDING_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/variant.h"

typedef struct EndingRules {
    Bitboard islands;
    PawnFamily pawns;
    BareLions bare_lions;
} EndingRules;

/* Returns false if the variant has no tables, because it forbids repetition: the value of a
 * position would depend on the game before it. */
bool ending_rules_of(const Variant *variant, EndingRules *rules);

/* Reports that a variant has no tables. Always returns false. */
bool ending_rules_report(const Variant *variant, Error *error);

bool ending_rules_same(const EndingRules *a, const EndingRules *b);

/* Returns whether the board with its islands is its own mirror image, file a on file g. */
bool ending_rules_mirror(const EndingRules *rules);

/* Writes the name of the folder of the tables with these rules, such as
 * "congo-a4b4f4g4-draw-unless-capture". Returns `text`. */
enum { ENDING_RULES_NAME_SIZE = 64 };
const char *ending_rules_name(const EndingRules *rules, char text[ENDING_RULES_NAME_SIZE]);

#endif
