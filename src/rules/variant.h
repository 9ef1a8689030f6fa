/*
 * A variant as data: start position, islands, pawn family, and the rules of draws. A position
 * borrows its variant, which must outlive it.
 */
#ifndef RULES_VARIANT_H
#define RULES_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/bitboard.h"
#include "rules/piece.h"

typedef enum Repetition {
    REPETITION_NONE,
    REPETITION_DRAW,   /* the third occurrence is a draw */
    REPETITION_ILLEGAL /* a move to any earlier position of the game is illegal */
} Repetition;

typedef enum BareLions {
    BARE_LIONS_PLAY,
    BARE_LIONS_DRAW,
    BARE_LIONS_DRAW_UNLESS_CAPTURE /* a draw unless the side to move can capture the lion */
} BareLions;

enum {
    VARIANT_NAME_SIZE = 48,   /* with the final NUL */
    VARIANT_START_SIZE = 64,  /* with the final NUL */
    VARIANT_QUIET_MAX = 10000 /* largest limit of quiet plies */
};

typedef struct Variant {
    char name[VARIANT_NAME_SIZE];
    char start[VARIANT_START_SIZE]; /* ranks of the start position in FEN; White moves first */
    Bitboard islands;               /* squares of the river */
    PawnFamily pawns;
    bool elephante; /* the variant has the piece T */
    Repetition repetition;
    int quiet_plies; /* quiet plies that make a draw; 0: no limit */
    BareLions bare_lions;
} Variant;

/* The river squares on which pieces drown. */
static inline Bitboard variant_deep(const Variant *variant) {
    return RIVER_MASK & ~variant->islands;
}

/* Returns whether the variant has the piece, also where its start position has none. */
static inline bool variant_has_piece(const Variant *variant, PieceType type) {
    return type != ELEPHANTE || variant->elephante;
}

/* The built-in variants, the default one first. Static storage. */
const Variant *variant_builtin(size_t index); /* NULL past the last */

const Variant *variant_find(const char *name); /* NULL if unknown */

/* The same for a name that a person typed. */
const Variant *variant_find_ignore_case(const char *name);

const Variant *variant_default(void);

/* Returns whether everything but the names is equal. */
bool variant_same_rules(const Variant *a, const Variant *b);

/*
 * Checks a variant read from a file: its name, islands in the river, and a start position in which
 * a game can begin. On failure *field, unless NULL, is the name of the wrong field.
 */
bool variant_check(const Variant *variant, const char **field, Error *error);

/* ---- fields ----
 * The fields define a variant, as configuration files and the tags of files of games write them.
 * The name, and the variant that a definition is based on, are not among them. */

typedef enum VariantFieldKind {
    VARIANT_FIELD_TEXT,
    VARIANT_FIELD_WORD,
    VARIANT_FIELD_NUMBER, /* 0..VARIANT_QUIET_MAX */
    VARIANT_FIELD_SQUARES /* of rank 4, each once */
} VariantFieldKind;

typedef struct VariantField {
    VariantFieldKind kind;
    const char *name;         /* in a configuration: "quiet_plies" */
    const char *tag;          /* in a file of games: "VariantQuietPlies" */
    const char *form;         /* the expected value, in a message about a configuration */
    const char *tag_form;     /* and about a tag */
    const char *const *words; /* of VARIANT_FIELD_WORD, by value; ends with NULL */
    size_t offset, size;      /* of the member of Variant */
} VariantField;

enum { VARIANT_FIELD_COUNT = 7 };

extern const VariantField variant_fields[VARIANT_FIELD_COUNT];

/* Each returns false if the field does not accept the value. Squares are separated by single blanks
 * in text: "a4 g4". */
bool variant_field_parse(const VariantField *field, const char *text, Variant *variant);

bool variant_field_set_number(const VariantField *field, int64_t number, Variant *variant);

bool variant_field_add_square(const VariantField *field, const char *square, Variant *variant);

/* Appends the field's value as variant_field_parse reads it. */
void variant_field_write(const VariantField *field, const Variant *variant, Buffer *text);

#endif
