/*
 * A class of endings: all positions with the same pieces, such as Lzz_lp, White's lion and two
 * zebras against Black's lion and pawn. Positions with exchanged colours belong to one class, the
 * canonical one: White has more pieces, or the same number and the letters that come first.
 */
#ifndef ENDINGS_ENDING_CLASS_H
#define ENDINGS_ENDING_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/position.h"

enum {
    ENDING_MEN_MIN = 2, /* the lions */
    ENDING_MEN_MAX = 5,
    ENDING_PIECES_MAX = ENDING_MEN_MAX - 2, /* besides the lions */
    ENDING_CLASS_NAME_SIZE = 16
};

/* Numbers of pieces besides the lions: four bits for each type, LION's unused. */
typedef struct EndingClass {
    uint64_t counts[COLOR_COUNT];
} EndingClass;

static inline int ending_class_count(const EndingClass *class, Color color, PieceType type) {
    return (int)(class->counts[color] >> (4 * (int)type) & 15);
}

static inline bool ending_class_same(const EndingClass *a, const EndingClass *b) {
    return a->counts[WHITE] == b->counts[WHITE] && a->counts[BLACK] == b->counts[BLACK];
}

/* Returns the class of the pieces of a position, which has at most 15 of each. Not necessarily
 * canonical. */
EndingClass ending_class_of(const Position *position);

/* Returns the number of pieces, the lions included. */
int ending_class_men(const EndingClass *class);

/* Adds a piece. */
void ending_class_add(EndingClass *class, Color color, PieceType type);

/* Exchanges the colours unless the class is canonical. Returns whether it did. */
bool ending_class_canonicalize(EndingClass *class, PawnFamily family);

/* Writes the name: "L", White's other pieces as small letters in alphabetical order, "_l", Black's
 * likewise. Returns `text`. */
const char *ending_class_name(const EndingClass *class, PawnFamily family,
                              char text[ENDING_CLASS_NAME_SIZE]);

/* Reads a name of a class of at most ENDING_MEN_MAX men, canonical or not, with the letters in any
 * order and case. The error says what is wrong. */
bool ending_class_parse(const char *text, const Variant *variant, EndingClass *class, Error *error);

/* Lists the canonical classes of a variant with a number of men in an order in which captures,
 * drownings and promotions lead to earlier classes, or to such with fewer men: by the number of
 * pawns, then by name. */
enum { ENDING_CLASSES_MAX = 512 }; /* of one number of men */
size_t ending_class_list(const Variant *variant, int men, EndingClass list[ENDING_CLASSES_MAX]);

#endif
