/* Positions as text: Congo FEN, which congo-rules(6) describes, its hash, and diagrams; and the
 * checks that FEN and the position editor share. */
#ifndef RULES_FEN_H
#define RULES_FEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/position.h"

/* ---- placement: checks whether it is legal ---- */

typedef enum PlacementFaultType {
    PLACEMENT_FOREIGN_PIECE, /* the variant does not have the piece */
    PLACEMENT_SECOND_LION,   /* of a colour; `squares` are those of all its lions */
    PLACEMENT_LAST_RANK,     /* a pawn that should have been promoted */
    PLACEMENT_NO_LIONS,      /* of either colour; a position with one lion is a finished game */
    PLACEMENT_LION_OUTSIDE,  /* its castle, or both castles while there is no other lion */
    PLACEMENT_TOO_MANY       /* pieces of a colour: more than PIECES_MAX */
} PlacementFaultType;

typedef struct PlacementFault {
    PlacementFaultType type;
    Color color;      /* of the pieces; undefined for PLACEMENT_NO_LIONS */
    Bitboard squares; /* of the pieces; 0 for PLACEMENT_NO_LIONS and PLACEMENT_TOO_MANY */
} PlacementFault;

enum { PLACEMENT_FAULTS_MAX = 16 }; /* faults of a board, each type and colour once */

/* Finds the faults of a board. Only pieces and variant matter. Returns their number. */
int placement_check(const Position *position, PlacementFault faults[PLACEMENT_FAULTS_MAX]);

/* Returns "c1" or "c5", and "e3" or "e7": the corners of the castle. */
const char *placement_castle_first(Color color);

const char *placement_castle_last(Color color);

/* Put a piece on a square, which must be empty, and take whatever is on one from the board. The key
 * is not changed. */
void placement_put(Position *position, Color color, PieceType type, Square square);

void placement_remove(Position *position, Square square);

/* ---- FEN ---- */

enum { FEN_SIZE = 96 }; /* of any written FEN, with the final NUL */

/*
 * Reads a position, which borrows the variant and has no quiet plies. Blanks around the text are
 * allowed. On failure *position is unchanged, and the error names the field: a rank, side or jump.
 */
bool fen_parse(const char *text, const Variant *variant, Position *position, Error *error);

/* Like fen_parse. On failure *wrong is the place of the error in the text, or NULL if it has no
 * single place. `wrong` may be NULL. */
bool fen_parse_at(const char *text, const Variant *variant, Position *position, const char **wrong,
                  Error *error);

/* Writes a position. Returns the length. */
size_t fen_write(const Position *position, char text[FEN_SIZE]);

/* Returns the 64-bit FNV-1a hash of a written FEN, by which client and server compare positions:
 * 050bd97a59c258fb for Congo's start. */
enum { FEN_HASH_LENGTH = 16 }; /* hexadecimal digits */

uint64_t fen_hash(const char *fen);

uint64_t fen_hash_position(const Position *position);

/* ---- a diagram: lines of letters, as the manual draws it ---- */

/* Appends nine lines: the board with White at the bottom, '-' for land, '+' for the river and '^'
 * for islands, an empty line, and the files. */
void diagram_board(const Position *position, Buffer *text);

/* Appends a side's colour and pieces, with '*' for the side to move: " * white 2E 1Z 1G ...". */
void diagram_player(const Position *position, Color color, Buffer *text);

#endif
