#include <config.h>

#include <assert.h>

#include "engine/weights.h"

static const char *const men[MAN_COUNT] = {
    [MAN_LION] = "MAN_LION",           [MAN_ZEBRA] = "MAN_ZEBRA",
    [MAN_ELEPHANT] = "MAN_ELEPHANT",   [MAN_GIRAFFE] = "MAN_GIRAFFE",
    [MAN_CROCODILE] = "MAN_CROCODILE", [MAN_MONKEY] = "MAN_MONKEY",
    [MAN_PAWN] = "MAN_PAWN",           [MAN_SUPERPAWN] = "MAN_SUPERPAWN",
    [MAN_ELEPHANTE] = "MAN_ELEPHANTE", [MAN_MEGA_PAWN] = "MAN_MEGA_PAWN",
    [MAN_MEGAPAWN] = "MAN_MEGAPAWN",
};

static const char *const attackers[ATTACKER_COUNT] = {
    [ATTACKER_PAWN] = "ATTACKER_PAWN",
    [ATTACKER_LIGHT] = "ATTACKER_LIGHT",
    [ATTACKER_HEAVY] = "ATTACKER_HEAVY",
    [ATTACKER_LION] = "ATTACKER_LION",
};

static const char *const families[PAWN_FAMILY_COUNT] = {
    [PAWNS_CONGO] = "PAWNS_CONGO",
    [PAWNS_MEGA] = "PAWNS_MEGA",
};

#define FIRST(field) (offsetof(Weights, field) / sizeof(Weight))

const WeightField weight_fields[WEIGHT_FIELD_COUNT] = {
    {"material", FIRST(material), MAN_COUNT, 1, men},
    {"square", FIRST(square), MAN_COUNT, PLACE_COUNT, men},
    {"mobility", FIRST(mobility), MAN_COUNT, MOBILITY_MAX + 1, men},
    {"zone", FIRST(zone), MAN_COUNT, 1, men},
    {"besiegers", FIRST(besiegers), 1, BESIEGERS_MAX + 1, NULL},
    {"escapes", FIRST(escapes), 1, ESCAPES_MAX + 1, NULL},
    {"threat", FIRST(threat), ATTACKER_COUNT, MAN_COUNT, attackers},
    {"loose", FIRST(loose), MAN_COUNT, 1, men},
    {"pinned", FIRST(pinned), MAN_COUNT, 1, men},
    {"wet", FIRST(wet), 2, MAN_COUNT, NULL},
    {"passed", FIRST(passed), PAWN_FAMILY_COUNT, BOARD_RANKS, families},
    {"chained", FIRST(chained), PAWN_FAMILY_COUNT, 1, families},
    {"turn", FIRST(turn), 1, 1, NULL},
};
static_assert(FIRST(turn) == WEIGHT_COUNT - 1, "a field is missing");
