/*
 * A second implementation of the rules, slow and simple, on an array of letters. It shares only the
 * variants' data with the library. Tests compare the two.
 */
#ifndef TESTS_RULES_REFERENCE_H
#define TESTS_RULES_REFERENCE_H

#include <stdbool.h>

#include "rules/variant.h"

typedef struct Reference {
    char board[8][8];           /* [rank 1..7][file 0..6], a FEN letter or ' ' */
    char side;                  /* 'w' or 'b' */
    int start_file, start_rank; /* where an open capture began; rank 0: none is open */
    int at_file, at_rank;       /* the monkey of the open capture */
    const Variant *variant;
} Reference;

typedef struct ReferenceMove {
    int count; /* squares: the origin and every landing */
    int file[18], rank[18];
    bool jump; /* a monkey's capture */
} ReferenceMove;

typedef struct ReferenceMoves {
    ReferenceMove *moves;
    int count, capacity;
} ReferenceMoves;

void reference_start(Reference *position, const Variant *variant);
/* Sets up the seven ranks of a FEN, without an open capture. */
void reference_set(Reference *position, const Variant *variant, const char *ranks, char side);
void reference_moves(const Reference *position, ReferenceMoves *moves);
void reference_free(ReferenceMoves *moves);
void reference_make(Reference *position, const ReferenceMove *move);
/* Makes only the first jump of a capture and leaves the turn open. */
void reference_jump(Reference *position, const ReferenceMove *move);
void reference_fen(const Reference *position, char text[96]);
void reference_coordinates(const ReferenceMove *move, char text[40]);

#endif
