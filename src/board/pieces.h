/* Puts pieces on tiles: letters, animals and silhouettes. */
#ifndef BOARD_PIECES_H
#define BOARD_PIECES_H

#include "board/tile.h"

/* How a piece looks. */
typedef struct PieceLook {
    PieceType type;
    Color color;
    PawnFamily pawns;
    GlyphSet glyphs; /* letters, animals or drawn */
    bool ghost;      /* a captured piece that is no longer on the board */
    bool low;        /* between walls above and below */
} PieceLook;

/* Returns the set that the terminal shows in squares of this size: never automatic. */
GlyphSet pieces_supported_set(GlyphSet wanted, int columns, int rows);

/* Returns whether letters are made of pixels in squares of this size. */
bool pieces_have_large_letters(int columns, int rows);

/* Returns whether pieces of a supported set stand on plates that reach the sides of such squares.
 */
bool pieces_have_large_plates(GlyphSet glyphs, int columns, int rows);

/* Puts a piece on a tile, moved by (y, x) pixels from its place. */
void pieces_put(Tile *tile, const PieceLook *look, int y, int x);

/* Return the cell of a letter on a tile without pixels for it. */
int pieces_row(const Tile *tile);
int pieces_column(const Tile *tile);

#endif
