/* What the notation of a move says, for those who write it (notation.c) and read it
 * (notation_read.c). */
#ifndef RULES_NOTATION_PARTS_H
#define RULES_NOTATION_PARTS_H

#include "rules/notation.h"

/* How a move says where it begins. */
typedef enum Origin { ORIGIN_NONE, ORIGIN_FILE, ORIGIN_RANK, ORIGIN_SQUARE } Origin;

/* A move with all that its notation says. */
typedef struct Spoken {
    Kind kind;
    Origin origin;
    char mark; /* '-', ':' or '=' before every landing */
    Bitboard drowned;
    bool lion;
    int count;
    Square landings[MOVE_JUMPS_MAX];
} Spoken;

Spoken notation_speak(const Position *position, Move move);

/* A pawn's plain move is its target alone. */
static inline bool spoken_is_bare(const Spoken *spoken) {
    return spoken->kind == PAWN && spoken->mark == '-' && spoken->origin == ORIGIN_NONE;
}

#endif
