#include <config.h>

#include "rules/variant.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "rules/fen.h"
#include "rules/position.h"

#define FOUR_ISLANDS (UINT64_C(1) << A4 | UINT64_C(1) << B4 | UINT64_C(1) << F4 | UINT64_C(1) << G4)

#define CONGO_START    "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ"
#define MEGAPAWN_START "ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE"

static const Variant builtins[] = {
    {"congo", CONGO_START, 0, PAWNS_CONGO, false, REPETITION_DRAW, 100,
     BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"wits", CONGO_START, 0, PAWNS_CONGO, false, REPETITION_DRAW, 100, BARE_LIONS_DRAW},
    {"islands", CONGO_START, FOUR_ISLANDS, PAWNS_CONGO, false, REPETITION_DRAW, 100,
     BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"simpler", "ezclcze/1ppppp1/p5p/7/P5P/1PPPPP1/EZCLCZE", FOUR_ISLANDS, PAWNS_CONGO, false,
     REPETITION_DRAW, 100, BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"crowded", "ezclcze/g2p2g/p1pmp1p/7/P1PMP1P/G2P2G/EZCLCZE", FOUR_ISLANDS, PAWNS_CONGO, false,
     REPETITION_DRAW, 100, BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"megapawn-draw", MEGAPAWN_START, FOUR_ISLANDS, PAWNS_MEGA, false, REPETITION_DRAW, 100,
     BARE_LIONS_DRAW_UNLESS_CAPTURE},
    {"megapawn", MEGAPAWN_START, FOUR_ISLANDS, PAWNS_MEGA, false, REPETITION_ILLEGAL, 0,
     BARE_LIONS_PLAY},
};

const Variant *variant_builtin(size_t index) {
    return index < sizeof builtins / sizeof builtins[0] ? &builtins[index] : NULL;
}

const Variant *variant_find(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++)
        if (strcmp(builtins[i].name, name) == 0)
            return &builtins[i];
    return NULL;
}

const Variant *variant_find_ignore_case(const char *name) {
    for (size_t i = 0; i < sizeof builtins / sizeof builtins[0]; i++)
        if (text_equal_ignore_case(builtins[i].name, name))
            return &builtins[i];
    return NULL;
}

const Variant *variant_default(void) {
    return &builtins[0];
}

bool variant_same_rules(const Variant *a, const Variant *b) {
    return strcmp(a->start, b->start) == 0 && a->islands == b->islands && a->pawns == b->pawns &&
           a->elephante == b->elephante && a->repetition == b->repetition &&
           a->quiet_plies == b->quiet_plies && a->bare_lions == b->bare_lions;
}

static bool name_is_plain(const char *name) {
    if (name[0] == '\0')
        return false;
    for (; *name; name++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.", *name))
            return false;
    return true;
}

static bool check_ranks(const char *start, Error *error) {
    int ranks = 1;
    const char *rest = start + strspn(start, " ");
    for (; *rest && *rest != ' ' && (ranks < BOARD_RANKS || *rest != '/'); rest++)
        ranks += *rest == '/';
    if (*rest == '/' && !strchr("wb", rest[1]))
        ranks++;
    else if (ranks == BOARD_RANKS && rest[strspn(rest, " ")])
        return error_set(error, ERROR_SYNTAX,
                         "expected the seven ranks alone, without the side to move or anything "
                         "else after them");
    return ranks == BOARD_RANKS ||
           error_set(error, ERROR_SYNTAX, "expected seven ranks with '/' between them, found %d",
                     ranks);
}

/* Returns whether a game can begin in the start position. */
static bool check_start(const Variant *variant, Error *error) {
    char text[VARIANT_START_SIZE + 8];
    Position position;
    if (!check_ranks(variant->start, error))
        return false;
    snprintf(text, sizeof text, "%s/w/-1", variant->start);
    if (!fen_parse(text, variant, &position, error))
        return false;
    Outcome outcome = position_outcome(&position);
    if (outcome_is_over(outcome))
        return error_set(error, ERROR_STATE, "the game would be over at once: %s",
                         outcome_sentence(outcome));
    return true;
}

bool variant_check(const Variant *variant, const char **field, Error *error) {
    const char *ignored;
    if (!field)
        field = &ignored;
    *field = "name";
    if (!name_is_plain(variant->name))
        return error_set(error, ERROR_SYNTAX,
                         "expected letters, digits, '-', '_' and '.', found \"%s\"", variant->name);
    *field = "islands";
    if (variant->islands & ~RIVER_MASK)
        return error_set(error, ERROR_RANGE, "only squares of rank 4 can be islands");
    *field = "quiet_plies";
    if (variant->quiet_plies < 0 || variant->quiet_plies > VARIANT_QUIET_MAX)
        return error_set(error, ERROR_RANGE, "expected a number from 0 to %d, found %d",
                         VARIANT_QUIET_MAX, variant->quiet_plies);
    *field = "start";
    return check_start(variant, error);
}
