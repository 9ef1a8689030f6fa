/* Solved endings: the rules that they depend on, the value of a position, and the class of its
 * pieces. */
#ifndef ENDINGS_ENDING_CLASS_H
#define ENDINGS_ENDING_CLASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/position.h"
#include "rules/variant.h"

/* ---- rules ---- */

/* The rules that the value of an ending depends on. Variants that agree in them share the tables of
 * the classes that both have. */
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
 * "pawns-a4b4f4g4-bare-lions-draw-unless-capture". Returns `text`. */
enum { ENDING_RULES_NAME_SIZE = 64 };

const char *ending_rules_name(const EndingRules *rules, char text[ENDING_RULES_NAME_SIZE]);

/* ---- values: the result with best play by both sides, and how long it takes ---- */

/* From the view of the side to move. */
typedef enum EndingResult { ENDING_LOSS = -1, ENDING_DRAW = 0, ENDING_WIN = 1 } EndingResult;

/*
 * `plies` counts to the capture of the lion, which is the last ply: the winner plays for the
 * fewest, the loser for the most. It is odd for a win and even for a loss: 0 if the side to move
 * has no legal move. A draw has 0. Neither repetition nor the limit of quiet plies is part of the
 * value.
 */
typedef struct EndingValue {
    EndingResult result;
    int plies;
} EndingValue;

enum { ENDING_PLIES_MAX = 254 };

/* The tables store a value as a byte: 0 for a draw, else plies + 1. */
enum { ENDING_BYTE_DRAW = 0 };

static inline uint8_t ending_byte(int plies) {
    return (uint8_t)(plies + 1);
}

static inline EndingValue ending_value(uint8_t byte) {
    if (byte == ENDING_BYTE_DRAW)
        return (EndingValue){ENDING_DRAW, 0};
    return (EndingValue){byte % 2 == 0 ? ENDING_WIN : ENDING_LOSS, byte - 1};
}

/* Returns a number that is larger the better the value is for the side to move: short wins before
 * long ones, draws, long losses before short ones. 0 for a draw. */
static inline int ending_value_rank(EndingValue value) {
    return value.result * (ENDING_PLIES_MAX + 1 - value.plies);
}

/* Returns the value for the mover of a move to a position with this value. */
static inline EndingValue ending_value_before(EndingValue after) {
    if (after.result == ENDING_DRAW)
        return after;
    return (EndingValue){after.result == ENDING_LOSS ? ENDING_WIN : ENDING_LOSS, after.plies + 1};
}

/* ---- classes ----
 * A class is all positions with the same pieces, such as Lzz_lp, White's lion and two zebras
 * against Black's lion and pawn. Positions with exchanged colours belong to one class, the
 * canonical one: White has more pieces, or the same number and the letters that come first. */

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
