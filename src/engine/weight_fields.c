#include <config.h>

#include "engine/weight_fields.h"

static const char *const pieces[EVAL_PIECE_COUNT] = {
    [EVAL_LION] = "EVAL_LION",           [EVAL_ZEBRA] = "EVAL_ZEBRA",
    [EVAL_ELEPHANT] = "EVAL_ELEPHANT",   [EVAL_GIRAFFE] = "EVAL_GIRAFFE",
    [EVAL_CROCODILE] = "EVAL_CROCODILE", [EVAL_MONKEY] = "EVAL_MONKEY",
    [EVAL_PAWN] = "EVAL_PAWN",           [EVAL_SUPERPAWN] = "EVAL_SUPERPAWN",
    [EVAL_ELEPHANTE] = "EVAL_ELEPHANTE", [EVAL_MEGA_PAWN] = "EVAL_MEGA_PAWN",
    [EVAL_MEGAPAWN] = "EVAL_MEGAPAWN",
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

/* A row of the table, from the declaration of the field. */
#define FIELD(field, names)                                                                        \
    { #field, FIRST(field), ROWS(field), COLUMNS(field), names }

const WeightField weight_fields[] = {
    FIELD(material, pieces),  FIELD(square, pieces),   FIELD(mobility, pieces),
    FIELD(zone, pieces),      FIELD(besiegers, NULL),  FIELD(escapes, NULL),
    FIELD(threat, attackers), FIELD(loose, pieces),    FIELD(pinned, pieces),
    FIELD(wet, NULL),         FIELD(passed, families), FIELD(chained, families),
    FIELD(turn, NULL),        {NULL, 0, 0, 0, NULL},
};
