/* The position editor beside the board: the pieces to choose from, whose turn it is, what is not
 * legal, and the commands. On a screen without a side, it has the line of the turn. */
#ifndef BOARD_SETUP_PANEL_H
#define BOARD_SETUP_PANEL_H

#include <stdbool.h>

#include "board/layout.h"
#include "board/view.h"
#include "rules/piece.h"
#include "term/rect.h"

enum { SETUP_PIECES_MAX = COLOR_COUNT * PIECE_TYPE_COUNT };

/* The places of its parts, in cells. What has no room has height 0. */
typedef struct SetupPlaces {
    int piece_count;
    struct {
        Rect area;
        PieceType type;
        Color color;
    } piece[SETUP_PIECES_MAX];
    Rect title, turn, verdict;
    int command_count;
    Rect command[VIEW_SETUP_COMMANDS_MAX];
    int action[VIEW_SETUP_COMMANDS_MAX];
    int turn_action;
} SetupPlaces;

/* Arranges the editor of a view in the lesson's section or the line of the turn; nothing if the
 * view has no editor. */
SetupPlaces setup_panel_arrange(const View *view, const Layout *layout);

void setup_panel_paint(const View *view, const Layout *layout, const SetupPlaces *places);

/* Sets *hit to the piece or the command at a cell of the screen. Returns false if there is none. */
bool setup_panel_hit(const SetupPlaces *places, int y, int x, Hit *hit);

#endif
