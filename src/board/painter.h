/* Paints a View on the whole screen. */
#ifndef BOARD_PAINTER_H
#define BOARD_PAINTER_H

#include <stdbool.h>

#include "board/layout.h"
#include "board/panels.h"
#include "board/setup_panel.h"
#include "board/view.h"

/* The arrangement of a screen. All zero if the screen is too small or not arranged yet. */
typedef struct Screen {
    Layout layout;
    bool flipped;
    PanelPlaces panels;
    SetupPlaces setup;
    int title_action[VIEW_PANEL_COUNT];
} Screen;

/* Arranges a view on the current terminal, by its size and by what there is to say in panels. What
 * is on the board, the status and the variations may be filled in afterwards. */
Screen painter_arrange(const View *view);

/* Draws the view and puts the terminal's cursor on the board's. Shows the size needed if the screen
 * is too small. */
void painter_paint(const View *view, const Screen *screen);

/* Returns the square, move, position, piece, hint or title at a cell of the screen. */
Hit painter_hit(const Screen *screen, int y, int x);

/* Returns a piece with its middle at a cell of the screen, or as near to it as the board's edge
 * allows. */
ViewSprite painter_sprite(const Screen *screen, PieceType type, Color color, int y, int x);

/* Return whether a status or lesson can be shown completely; true if the screen is not arranged. */
bool painter_status_fits(const Screen *screen, const char *status);
bool painter_lesson_fits(const Screen *screen, const ViewLesson *lesson);

/* Paints the board of a view at the top left of an area, for help pages and dialogs, with the
 * largest squares that fit (6x3, 4x2 or 2x1). Returns the rectangle used, of height 0 if the board
 * does not fit. */
Rect painter_small_board(Rect area, const View *view);

#endif
