/*
 * Themes: what colour each thing on the screen has, as data. A hue is a thing that has a colour; a
 * theme gives each a colour among 256 and one among 8.
 */
#ifndef TUI_THEME_H
#define TUI_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/piece.h"

typedef enum Hue {
    /* text around the board */
    HUE_SCREEN, /* the background of everything that is not said below */
    HUE_TEXT,
    HUE_DIM,
    HUE_TITLE,
    HUE_BORDER,
    HUE_KEY,
    HUE_ERROR,
    HUE_WARNING,
    HUE_FOCUS, /* the background of what is chosen in a list */
    HUE_FOCUS_TEXT,
    HUE_INPUT, /* the background of a text field */
    HUE_INPUT_TEXT,
    HUE_DIALOG, /* the background of a dialog */
    HUE_DIALOG_TEXT,
    HUE_DIALOG_BORDER,
    HUE_BAR_WHITE, /* White's and Black's parts of the evaluation bar and the graph */
    HUE_BAR_BLACK,
    /* backgrounds of squares, see theme_is_square */
    HUE_GROUND,
    HUE_GROUND_OTHER,
    HUE_CASTLE,
    HUE_CASTLE_OTHER,
    HUE_RIVER,
    HUE_ISLAND,
    /* what is drawn on a square besides pieces */
    HUE_TEXTURE, /* waves and trees */
    HUE_EDGE,    /* the castles' sides, and the foreground of blanks: black or white in few bytes */
    HUE_MARK,    /* where a piece can go, the last move */
    HUE_DANGER,  /* the background of captures, what drowns, the lions' line */
    HUE_DANGER_TEXT,
    HUE_ADVICE, /* the background of advice */
    HUE_ADVICE_TEXT,
    HUE_CURSOR, /* the background of the cursor's brackets */
    HUE_CURSOR_TEXT,
    /* pieces: a plate with the piece on it in two colours */
    HUE_WHITE_PLATE,
    HUE_WHITE_PIECE,
    HUE_WHITE_DETAIL,
    HUE_BLACK_PLATE,
    HUE_BLACK_PIECE,
    HUE_BLACK_DETAIL,
    HUE_COUNT
} Hue;

typedef struct HueColor {
    unsigned char of_256; /* 16..255, which are the same on every terminal (but for HUE_EDGE) */
    unsigned char of_8;
} HueColor;

typedef struct Theme {
    const char *name;
    const char *what; /* a few words for a list */
    HueColor color[HUE_COUNT];
} Theme;

/* NULL past the last. The first is the default one. */
const Theme *theme_at(size_t index);
/* The theme of that name, or the default one. */
const Theme *theme_find(const char *name);

/* Whether it is a square's background. */
static inline bool theme_is_square(Hue hue) {
    return hue >= HUE_GROUND && hue <= HUE_ISLAND;
}

/* The hues of a colour's pieces. */
static inline Hue theme_plate(Color color) {
    return color == WHITE ? HUE_WHITE_PLATE : HUE_BLACK_PLATE;
}

static inline Hue theme_piece(Color color) {
    return color == WHITE ? HUE_WHITE_PIECE : HUE_BLACK_PIECE;
}

static inline Hue theme_detail(Color color) {
    return color == WHITE ? HUE_WHITE_DETAIL : HUE_BLACK_DETAIL;
}

#endif
