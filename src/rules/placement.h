/* What keeps pieces on a board from being a position: the checks of FEN and of the position editor.
 */
#ifndef RULES_PLACEMENT_H
#define RULES_PLACEMENT_H

#include "rules/position.h"

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

/* Returns whether a piece may join those on the board; if not, *fault is the first fault of the
 * board with it that is about the piece itself. The square must be empty. */
bool placement_allows(const Position *position, Color color, PieceType type, Square square,
                      PlacementFault *fault);

/* Returns "c1" or "c5", and "e3" or "e7": the corners of the castle. */
const char *placement_castle_first(Color color);
const char *placement_castle_last(Color color);

/* Put a piece on a square, which must be empty, and take whatever is on one from the board. The key
 * is not changed. */
void placement_put(Position *position, Color color, PieceType type, Square square);
void placement_remove(Position *position, Square square);

#endif
