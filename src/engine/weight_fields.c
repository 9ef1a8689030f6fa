#include <config.h>

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

#define FIRST(field)   (offsetof(Weights, field) / sizeof(Weight))
#define ROWS(field)    (sizeof weights.field / sizeof weights.field[0])
#define COLUMNS(field) (sizeof weights.field[0] / sizeof(Weight))

/* A field with its place and its measures, as it is declared. */
#define FIELD(field, names)                                                                        \
    { #field, FIRST(field), ROWS(field), COLUMNS(field), names }

const WeightField weight_fields[] = {
    FIELD(material, men),     FIELD(square, men),      FIELD(mobility, men),
    FIELD(zone, men),         FIELD(besiegers, NULL),  FIELD(escapes, NULL),
    FIELD(threat, attackers), FIELD(loose, men),       FIELD(pinned, men),
    FIELD(wet, NULL),         FIELD(passed, families), FIELD(chained, families),
    FIELD(turn, NULL),        {NULL, 0, 0, 0, NULL},
};
