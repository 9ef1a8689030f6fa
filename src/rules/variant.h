/*
 * A variant is data: a start position, islands, the pawn family and the endings.
 * Positions and records borrow the variant they are played under; it must outlive them.
 */
#ifndef RULES_VARIANT_H
#define RULES_VARIANT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/bitboard.h"
#include "rules/piece.h"

typedef enum Repetition {
    REPETITION_NONE,
    REPETITION_DRAW,   /* the third time draws */
    REPETITION_ILLEGAL /* a move to any earlier position of the game is not a legal move */
} Repetition;

typedef enum BareLions {
    BARE_LIONS_PLAY,
    BARE_LIONS_DRAW,
    BARE_LIONS_DRAW_UNLESS_CAPTURE /* ... unless the side to move can capture the lion now */
} BareLions;

enum {
    VARIANT_NAME_SIZE = 48,   /* with the final NUL */
    VARIANT_START_SIZE = 64,  /* the longest text of seven ranks, with the final NUL */
    VARIANT_QUIET_MAX = 10000 /* largest limit of quiet plies */
};

typedef struct Variant {
    char name[VARIANT_NAME_SIZE];
    char start[VARIANT_START_SIZE]; /* the seven ranks of the start position; White begins */
    Bitboard islands;               /* subset of the river */
    PawnFamily pawns;
    bool elephante; /* the letter T is in use */
    Repetition repetition;
    int quiet_plies; /* plies without progress that draw; 0: no limit */
    BareLions bare_lions;
} Variant;

/* River squares on which pieces drown. */
static inline Bitboard variant_deep(const Variant *variant) {
    return RIVER_MASK & ~variant->islands;
}

/* The built-in variants, the default one first. Static storage. */
const Variant *variant_builtin(size_t index);  /* NULL past the last */
const Variant *variant_find(const char *name); /* NULL when there is none of that name */
const Variant *variant_default(void);

/* Whether the two mean the same game (all but the name). */
bool variant_same_rules(const Variant *a, const Variant *b);

/*
 * Checks a variant read from a file: its name, islands in the river, and a start position in which
 * a game can begin. On failure *field (NULL is allowed) is the name of the field that is wrong.
 */
bool variant_check(const Variant *variant, const char **field, Error *error);

#endif
