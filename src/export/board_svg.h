/*
 * Pictures of positions as SVG. A square is 100 units wide. The pieces are symbols with the letter
 * of the piece as their id, which every picture of a document uses; the colours are classes of a
 * stylesheet (stylesheet.h).
 */
#ifndef EXPORT_BOARD_SVG_H
#define EXPORT_BOARD_SVG_H

#include <stdbool.h>

#include "export/stylesheet.h"
#include "rules/position.h"

typedef struct BoardPicture {
    const Position *position;
    const char *title; /* what the picture is called, for people who cannot see it */
    Bitboard last;     /* squares of the last move */
    bool flipped;      /* Black at the bottom */
} BoardPicture;

/* Returns the squares that a move touches: its origin, and each landing. */
Bitboard board_svg_way(Move move);

/* A set of symbols: those of the pieces of some positions. */
typedef unsigned SymbolSet;
SymbolSet board_svg_symbols(const Position *position);
void board_svg_add_symbols(SymbolSet symbols, Buffer *svg);

/* Appends the picture as an element. `id` is the beginning of the ids in it. */
void board_svg_add(const BoardPicture *picture, const char *id, Buffer *svg);

/* Appends a file that holds the picture. */
void board_svg_write(const BoardPicture *picture, ExportTheme theme, Buffer *svg);

#endif
