#include <config.h>

#include "endings/ending_rules.h"

#include <stdio.h>
#include <string.h>

bool ending_rules_of(const Variant *variant, EndingRules *rules) {
    *rules = (EndingRules){variant->islands, variant->pawns, variant->bare_lions};
    return variant->repetition != REPETITION_ILLEGAL;
}

bool ending_rules_report(const Variant *variant, Error *error) {
    return error_set(error, ERROR_UNSUPPORTED,
                     "the variant %s has no solved endings: it forbids repetition, so the value of "
                     "a position depends on the moves before it",
                     variant->name);
}

bool ending_rules_same(const EndingRules *a, const EndingRules *b) {
    return a->islands == b->islands && a->pawns == b->pawns && a->bare_lions == b->bare_lions;
}

bool ending_rules_mirror(const EndingRules *rules) {
    for (int file = 0; file < BOARD_FILES; file++) {
        if (bitboard_has(rules->islands, square_at(file, 4)) !=
            bitboard_has(rules->islands, square_at(BOARD_FILES - 1 - file, 4)))
            return false;
    }
    return true;
}

const char *ending_rules_name(const EndingRules *rules, char text[ENDING_RULES_NAME_SIZE]) {
    static const char *const bare_lions[] = {
        [BARE_LIONS_PLAY] = "bare-lions-play",
        [BARE_LIONS_DRAW] = "bare-lions-draw",
        [BARE_LIONS_DRAW_UNLESS_CAPTURE] = "bare-lions-draw-unless-capture",
    };
    char islands[2 * BOARD_FILES + 2] = "";
    char *end = islands;
    if (rules->islands)
        *end++ = '-';
    for (Bitboard set = rules->islands; set;) {
        square_write(bitboard_pop(&set), end);
        end += 2;
    }
    snprintf(text, ENDING_RULES_NAME_SIZE, "%s%s-%s",
             rules->pawns == PAWNS_MEGA ? "megapawns" : "pawns", islands,
             bare_lions[rules->bare_lions]);
    return text;
}
