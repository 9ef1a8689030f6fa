/*
 * Pictures of positions as SVG. A square is 100 units wide. The pieces are symbols with the letter
 * of the piece as their id, which every picture of a document uses; the colours are classes, which
 * stylesheet_add_board() gives their rules.
 */
#ifndef EXPORT_BOARD_SVG_H
#define EXPORT_BOARD_SVG_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/display.h"
#include "board/pictures.h"
#include "rules/record.h"

/*
 * Traces a picture of pixels: smooth outlines as the path of an SVG. After P. Selinger, "Potrace: a
 * polygon-based tracing algorithm", 2003: the edges of the pixels become polygons with as few
 * corners as possible, and their corners become curves unless they are sharp.
 */

enum { OUTLINE_UNITS = 10 }; /* of the path, in the width of a pixel; a pixel is twice as high */

/* Appends the path's commands. Holes run the other way round, so that either rule fills it. */
void outline_trace(const Picture *picture, Buffer *path);

/* ---- the colours of the themes (board/theme.h) as rules of CSS ---- */

/* The colours of a picture or a page: those of a theme, or dark or light as the reader's system is
 * set. The order is that of the words of --theme. */
typedef enum ExportTheme { EXPORT_THEME_AUTO, EXPORT_THEME_FIRST } ExportTheme;

/* Appends rules for the classes of a board: ".grass{fill:#788a5a}". */
void stylesheet_add_board(ExportTheme theme, Buffer *css);

/* Appends the colours of the text around it as variables: ":root{--screen:#1b1b1d;...}". */
void stylesheet_add_page(ExportTheme theme, Buffer *css);

/* The size of a file with a picture: that of the picture, or a sheet to print. On a sheet a square
 * is 25 mm wide. The order is that of the words of --paper. */
typedef enum BoardPaper { PAPER_NONE, PAPER_A4, PAPER_LETTER } BoardPaper;

typedef struct BoardPicture {
    const Position *position;
    const char *title; /* the picture's title, read aloud by screen readers */
    Bitboard last;     /* squares of the last move */
    Outcome outcome;   /* of the game, if that and not the position decides it */
    bool flipped;      /* Black at the bottom */
    bool letters;      /* pieces are letters, Black's are small ones */
    bool empty;        /* the board of the position's variant without pieces */
    BoardPaper paper;  /* of board_svg_write */
} BoardPicture;

/* Returns the squares that a move touches: its origin, and each landing. */
Bitboard board_svg_way(Move move);

/* Returns the picture of a game after ply 0..count. It borrows the title, and the record until that
 * changes. */
BoardPicture board_svg_of_game(const Record *record, size_t ply, const char *title, bool flipped);

/* A set of symbols: those of the pieces of some positions. */
typedef unsigned SymbolSet;

SymbolSet board_svg_symbols(const Position *position);

void board_svg_add_symbols(SymbolSet symbols, Buffer *svg);

/* ---- the parts of a picture, for others that are made of them ---- */

/* The part of the plane that a picture shows: a square of this size. The board begins at 0, 0. */
enum { BOARD_SVG_LEFT = -34, BOARD_SVG_TOP = -12, BOARD_SVG_SIZE = 746 };

/* Gets the upper left corner of a square. */
void board_svg_place(Square square, bool flipped, int *x, int *y);

/* Appends a piece in the square whose upper left corner is given. */
void board_svg_add_piece(char letter, Color color, int x, int y, Buffer *svg);

/* Appends marks of the squares of a last move, seen from White's side. */
void board_svg_add_last(Bitboard squares, Buffer *svg);

/* Appends a board with its marks, labels and pieces. `marks`, which may be NULL, are turned
 * with the board, `pieces` are not. */
void board_svg_add_layers(const Variant *variant, bool flipped, const char *marks,
                          const char *pieces, Buffer *svg);

/* A small board without labels, with the squares to which a piece may go. */
typedef struct BoardDiagram {
    const Position *position;
    const char *title;
    const char *ground; /* the id of an element with the ground */
    const char *line;   /* squares of a capture, "b1d3f5"; NULL: none */
    Bitboard takes;     /* targets of moves and captures */
    Bitboard goes;      /* targets of moves only */
} BoardDiagram;

/* Appends what lies below the pieces of a board: its squares, the river and the walls. */
void board_svg_add_ground(const Variant *variant, Buffer *svg);

/* Appends the diagram as an element. */
void board_svg_add_diagram(const BoardDiagram *diagram, Buffer *svg);

/* Appends the picture as an element. `id` is the beginning of the ids in it. */
void board_svg_add(const BoardPicture *picture, const char *id, Buffer *svg);

/* Appends a file that holds the picture. On paper, an automatic theme is the light one. */
void board_svg_write(const BoardPicture *picture, ExportTheme theme, Buffer *svg);

#endif
