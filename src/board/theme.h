/*
 * Themes: what colour each thing on the screen has, as data. A hue is a thing that has a colour; a
 * theme gives each a colour among 256 and one among 8.
 */
#ifndef BOARD_THEME_H
#define BOARD_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/piece.h"

typedef enum ColorRole {
    /* text around the board */
    COLOR_SCREEN, /* the background of everything that is not said below */
    COLOR_TEXT,
    COLOR_DIM,
    COLOR_TITLE,
    COLOR_BORDER,
    COLOR_KEY,
    COLOR_ERROR,
    COLOR_WARNING,
    COLOR_FOCUS, /* the background of what is chosen in a list */
    COLOR_FOCUS_TEXT,
    COLOR_INPUT, /* the background of a text field */
    COLOR_INPUT_TEXT,
    COLOR_DIALOG, /* the background of a dialog */
    COLOR_DIALOG_TEXT,
    COLOR_DIALOG_BORDER,
    COLOR_BAR_WHITE, /* White's and Black's parts of the evaluation bar and the graph */
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
} ColorRole;

typedef struct ThemeColor {
    unsigned char of_256; /* 16..255, which are the same on every terminal (but for COLOR_EDGE) */
    unsigned char of_8;
} ThemeColor;

typedef struct Theme {
    const char *name;
    const char *description; /* a few words for a list */
    ThemeColor color[COLOR_ROLE_COUNT];
} Theme;

/* NULL past the last. The first is the default one. */
const Theme *theme_at(size_t index);
/* The theme of that name, or the default one. */
const Theme *theme_find(const char *name);

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
