/* The position editor in the full screen: a layer that shows its own board. The game waits. */
#ifndef TUI_SETUP_SETUP_SCREEN_H
#define TUI_SETUP_SETUP_SCREEN_H

#include "rules/position_editor.h"
#include "tui/feature.h"

/* ---- for setup_screen.c only: the state ---- */

/* A piece of the palette. */
typedef struct SetupPiece {
    PieceType type; /* PIECE_NONE: none */
    Color color;
} SetupPiece;

typedef struct SetupScreen {
    Layer layer;
    App *app;
    PositionEditor *editor;
    char kept[FEN_SIZE]; /* the position that is not lost when the editor is left */
    bool was_analysing;  /* the analysis of the game goes on afterwards */

    Square cursor;
    bool flipped;
    Square held;       /* the piece that was picked up, or SQUARE_NONE */
    SetupPiece chosen; /* in the palette, to be put on squares */

    struct {
        bool pressed;     /* the button is held since it was pressed on a piece */
        SetupPiece piece; /* ... of the palette; PIECE_NONE: on `held` */
        bool dragging;
        bool was_held; /* the press was on the piece that was held already */
        int y, x;      /* cell of the screen */
    } mouse;

    /* What is on the screen, for clicks and until the next drawing. */
    Screen screen;
    ViewSetup panel;
    Position board; /* without a piece under the mouse */
    ViewSprite sprite;
    char verdict[VIEW_STATUS_SIZE];
} SetupScreen;

/* ---- for all ---- */

extern const Feature setup_feature;

/* Closes the editor, if it is open, and lets the game go on. */
void setup_screen_close(App *app);

#endif
