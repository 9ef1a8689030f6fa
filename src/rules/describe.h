/* Pieces, squares and moves in words. The functions append lists without line breaks. */
#ifndef RULES_DESCRIBE_H
#define RULES_DESCRIBE_H

#include "base/buffer.h"
#include "rules/position.h"

/* Appends "zebra g1". */
void describe_piece(const Position *position, Square square, Buffer *text);

/* Appends "lion d1, elephants c1 e1, zebra g1": the pieces of a set, type by type, from rank 1 up;
 * "nothing" for an empty set. */
void describe_pieces(const Position *position, Bitboard pieces, Buffer *text);

/* Appends "1 lion, 2 elephants, 7 pawns": the pieces that a color has, or "nothing". */
void describe_piece_counts(const Position *position, Color color, Buffer *text);

/* Appends "lion d1, zebra f3 and pawn a2", for use inside a sentence. */
void describe_piece_list(const Position *position, Bitboard pieces, Buffer *text);

/* Appends "d4, e4 and f4", with `word` before the last square. */
void describe_square_list(Bitboard squares, const char *word, Buffer *text);

/* Appends "d4 e4 f4", or "none". */
void describe_squares(Bitboard squares, Buffer *text);

/* Appends "white zebra c4, black pawn d4; island e4": the contents of a rank or file, or "empty".
 */
void describe_row(const Position *position, Bitboard row, Buffer *text);

/* Appends a move of the side to move: "zebra from g1 to f3", "pawn from d6 to d7, and becomes a
 * superpawn", "monkey from b1 jumps to d3, taking the pawn c2, then to f5, taking the zebra e4".
 * What it drowns is not said. */
void describe_move(const Position *position, Move move, Buffer *text);

#endif
