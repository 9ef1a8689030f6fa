/* Themes: a colour for each role, one of 256 and one of 8. */
#ifndef BOARD_THEME_H
#define BOARD_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/display.h"
#include "rules/piece.h"
#include "term/style.h"

/* Colour roles of the board, after those of the text around it. */
enum {
    COLOR_BAR_WHITE = COLOR_UI_COUNT, /* White's part of the evaluation bar and the graph */
    COLOR_BAR_BLACK,
    /* backgrounds of squares: see theme_is_square_role */
    COLOR_GROUND,
    COLOR_GROUND_OTHER,
    COLOR_CASTLE,
    COLOR_CASTLE_OTHER,
    COLOR_RIVER,
    COLOR_ISLAND,
    /* what is drawn on a square besides pieces */
    COLOR_TEXTURE, /* waves and trees */
    COLOR_EDGE,    /* sides of the castles, foreground of blanks; 0 or 15 take the fewest bytes */
    COLOR_MARK,    /* targets, the last move */
    COLOR_DANGER,  /* background of captures, drowning pieces and the lions' line */
    COLOR_DANGER_TEXT,
    COLOR_ADVICE, /* background of advice */
    COLOR_ADVICE_TEXT,
    COLOR_CURSOR, /* background of the cursor's brackets */
    COLOR_CURSOR_TEXT,
    /* pieces: a plate, and on it the piece in two colours */
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

/* Returns whether a role is the background of squares. */
static inline bool theme_is_square_role(ColorRole role) {
    return role >= COLOR_GROUND && role <= COLOR_ISLAND;
}

/* The roles of a colour's pieces. */
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
