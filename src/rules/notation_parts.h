/* What the notation of a move says, for those who write it (notation.c) and read it
 * (notation_read.c). */
#ifndef RULES_NOTATION_PARTS_H
#define RULES_NOTATION_PARTS_H

#include "rules/notation.h"

/* How a move says where it begins. */
typedef enum MoveOrigin { ORIGIN_NONE, ORIGIN_FILE, ORIGIN_RANK, ORIGIN_SQUARE } MoveOrigin;

/* A move with all that its notation says. */
typedef struct MoveText {
    PieceType type;
    MoveOrigin origin;
    char mark; /* '-', ':' or '=' before every landing */
    Bitboard drowned;
    bool lion;
    int count;
    Square landings[MOVE_JUMPS_MAX];
} MoveText;

MoveText notation_describe(const Position *position, Move move);

/* A pawn's plain move is its target alone. */
static inline bool movetext_is_bare(const MoveText *move_text) {
    return move_text->type == PAWN && move_text->mark == '-' && move_text->origin == ORIGIN_NONE;
}

#endif
