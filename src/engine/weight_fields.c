#include <config.h>

#include "engine/weight_fields.h"

static const char *const pieces[EVAL_PIECE_COUNT] = {
    [EVAL_LION] = "MAN_LION",           [EVAL_ZEBRA] = "MAN_ZEBRA",
    [EVAL_ELEPHANT] = "MAN_ELEPHANT",   [EVAL_GIRAFFE] = "MAN_GIRAFFE",
    [EVAL_CROCODILE] = "MAN_CROCODILE", [EVAL_MONKEY] = "MAN_MONKEY",
    [EVAL_PAWN] = "MAN_PAWN",           [EVAL_SUPERPAWN] = "MAN_SUPERPAWN",
    [EVAL_ELEPHANTE] = "MAN_ELEPHANTE", [EVAL_MEGA_PAWN] = "MAN_MEGA_PAWN",
    [EVAL_MEGAPAWN] = "MAN_MEGAPAWN",
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
    FIELD(material, pieces),  FIELD(square, pieces),   FIELD(mobility, pieces),
    FIELD(zone, pieces),      FIELD(besiegers, NULL),  FIELD(escapes, NULL),
    FIELD(threat, attackers), FIELD(loose, pieces),    FIELD(pinned, pieces),
    FIELD(wet, NULL),         FIELD(passed, families), FIELD(chained, families),
    FIELD(turn, NULL),        {NULL, 0, 0, 0, NULL},
};
