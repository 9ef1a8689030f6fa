/*
 * Themes: what colour each thing on the screen has, as data. A hue is a thing that has a colour; a
 * theme gives each a colour among 256 and one among 8.
 */
#ifndef BOARD_THEME_H
#define BOARD_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/display.h"
#include "rules/piece.h"
#include "term/style.h"

/* Colour roles of the board, after those of the text around it. */
enum {
    COLOR_BAR_WHITE =
        COLOR_UI_COUNT, /* White's and Black's parts of the evaluation bar and the graph */
    COLOR_BAR_BLACK,
    /* backgrounds of squares, see theme_is_square_role */
    COLOR_GROUND,
    COLOR_GROUND_OTHER,
    COLOR_CASTLE,
    COLOR_CASTLE_OTHER,
    COLOR_RIVER,
    COLOR_ISLAND,
    /* what is drawn on a square besides pieces */
    COLOR_TEXTURE, /* waves and trees */
    COLOR_EDGE, /* the castles' sides, and the foreground of blanks: black or white in few bytes */
    COLOR_MARK, /* where a piece can go, the last move */
    COLOR_DANGER, /* the background of captures, what drowns, the lions' line */
    COLOR_DANGER_TEXT,
    COLOR_ADVICE, /* the background of advice */
    COLOR_ADVICE_TEXT,
    COLOR_CURSOR, /* the background of the cursor's brackets */
    COLOR_CURSOR_TEXT,
    /* pieces: a plate with the piece on it in two colours */
    COLOR_WHITE_PLATE,
    COLOR_WHITE_PIECE,
    COLOR_WHITE_DETAIL,
    COLOR_BLACK_PLATE,
    COLOR_BLACK_PIECE,
    COLOR_BLACK_DETAIL,
    COLOR_ROLE_COUNT
};

/* Returns the theme's COLOR_ROLE_COUNT colours. */
const PaletteColor *theme_colors(ThemeId theme);

/* Whether it is a square's background. */
static inline bool theme_is_square_role(ColorRole role) {
    return role >= COLOR_GROUND && role <= COLOR_ISLAND;
}

/* The hues of a colour's pieces. */
static inline ColorRole theme_plate_role(Color color) {
    return color == WHITE ? COLOR_WHITE_PLATE : COLOR_BLACK_PLATE;
}

static inline ColorRole theme_piece_role(Color color) {
    return color == WHITE ? COLOR_WHITE_PIECE : COLOR_BLACK_PIECE;
}

static inline ColorRole theme_detail_role(Color color) {
    return color == WHITE ? COLOR_WHITE_DETAIL : COLOR_BLACK_DETAIL;
}

#endif
