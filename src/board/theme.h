/* Themes: a colour for each role, of 256, of 8 and of 24 bits. */
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
    /* Backgrounds of squares: see theme_is_square_role. Pieces of both colours stand on all of
     * them: a luminance of about 0.13 to 0.28 has a contrast of 3 with both. */
    COLOR_GRASS,
    COLOR_GRASS_OTHER,
    COLOR_CASTLE,
    COLOR_CASTLE_OTHER,
    COLOR_RIVER, /* each of the two is also the other's waves */
    COLOR_RIVER_OTHER,
    COLOR_ISLAND,
    COLOR_ISLAND_OTHER,
    COLOR_LAST, /* squares of the last move */
    COLOR_LAST_CASTLE,
    COLOR_SELECTED,
    COLOR_ADVISED,
    COLOR_PREMOVE,
    COLOR_FLASH, /* a capture */
    /* what is drawn on a square besides pieces */
    COLOR_WALL, /* sides of the castles; shades of the chequer with 8 colours */
    COLOR_MARK, /* background of characters that mark a square */
    COLOR_MARK_TEXT,
    COLOR_DANGER,      /* drowning pieces, captures, the lions' line */
    COLOR_DANGER_DARK, /* around or beside COLOR_DANGER */
    COLOR_DANGER_TEXT, /* on COLOR_DANGER */
    COLOR_CURSOR,      /* the brackets; background of the cursor's characters */
    COLOR_CURSOR_TEXT, /* the line inside the brackets; the characters */
    /* Pieces and their plates, and what stands on a plate. */
    COLOR_WHITE_PIECE,
    COLOR_WHITE_LETTER,
    COLOR_BLACK_PIECE,
    COLOR_BLACK_LETTER,
    COLOR_ROLE_COUNT
};

/* Returns the theme's COLOR_ROLE_COUNT colours. */
const PaletteColor *theme_colors(ThemeId theme);

/* Returns whether a role is the background of squares. */
static inline bool theme_is_square_role(ColorRole role) {
    return role >= COLOR_GRASS && role <= COLOR_FLASH;
}

/* Returns whether a role is the background of squares without a mark. */
static inline bool theme_is_terrain_role(ColorRole role) {
    return role >= COLOR_GRASS && role <= COLOR_ISLAND_OTHER;
}

/* The roles of a colour's pieces: a silhouette or plate, and what stands on a plate. */
static inline ColorRole theme_piece_role(Color color) {
    return color == WHITE ? COLOR_WHITE_PIECE : COLOR_BLACK_PIECE;
}

static inline ColorRole theme_letter_role(Color color) {
    return color == WHITE ? COLOR_WHITE_LETTER : COLOR_BLACK_LETTER;
}

#endif
