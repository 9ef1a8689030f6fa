#include <config.h>

#include "tui/setup/setup_mouse.h"

#include "board/painter.h"
#include "tui/setup/setup_actions.h"

void setup_mouse_release(SetupScreen *screen) {
    screen->mouse.pressed = screen->mouse.dragging = false;
}

static void press_square(SetupScreen *screen, Square square) {
    screen->cursor = square;
    screen->mouse.was_held = screen->held == square;
    if (!screen->mouse.was_held)
        setup_actions_enter(screen);
    screen->mouse.pressed = screen->held == square;
    screen->mouse.piece.type = PIECE_NONE;
}

/* The second click on a piece of the palette puts it back. */
static void press_piece(SetupScreen *screen, SetupPiece piece) {
    bool again = screen->chosen.type == piece.type && screen->chosen.color == piece.color;
    screen->held = SQUARE_NONE;
    screen->chosen = piece;
    if (again)
        screen->chosen.type = PIECE_NONE;
    screen->mouse.pressed = true;
    screen->mouse.piece = piece;
}

static void press(SetupScreen *screen, Hit hit) {
    setup_mouse_release(screen);
    if (hit.type == HIT_SQUARE)
        press_square(screen, hit.square);
    else if (hit.type == HIT_PIECE)
        press_piece(screen, (SetupPiece){hit.piece, hit.color});
    else if (hit.type == HIT_ACTION)
        setup_actions_get(hit.action)->run(screen);
}

static void drag(SetupScreen *screen, MouseEvent mouse, Hit hit) {
    bool on_start = screen->mouse.piece.type != PIECE_NONE
                        ? hit.type == HIT_PIECE
                        : hit.type == HIT_SQUARE && hit.square == screen->held;
    if (!screen->mouse.pressed || (!screen->mouse.dragging && on_start))
        return;
    screen->mouse.dragging = true;
    screen->mouse.y = mouse.y;
    screen->mouse.x = mouse.x;
    if (hit.type == HIT_SQUARE)
        screen->cursor = hit.square;
}

/* Ends a drag: a piece of the board that is dropped elsewhere is removed. */
static void drop(SetupScreen *screen, Hit hit) {
    SetupPiece piece = screen->mouse.piece;
    Square from = screen->held;
    screen->held = SQUARE_NONE;
    if (piece.type != PIECE_NONE) {
        screen->chosen.type = PIECE_NONE;
        if (hit.type == HIT_SQUARE)
            position_editor_put(screen->editor, piece.color, piece.type, hit.square, NULL);
    } else if (hit.type == HIT_SQUARE) {
        position_editor_move(screen->editor, from, hit.square);
    } else {
        position_editor_remove(screen->editor, from);
    }
}

static void release(SetupScreen *screen, Hit hit) {
    bool pressed = screen->mouse.pressed, dragged = screen->mouse.dragging;
    setup_mouse_release(screen);
    if (pressed && dragged)
        drop(screen, hit);
    else if (pressed && screen->mouse.piece.type == PIECE_NONE && screen->mouse.was_held)
        screen->held = SQUARE_NONE;
}

static void press_right(SetupScreen *screen, Hit hit) {
    setup_mouse_release(screen);
    screen->held = SQUARE_NONE;
    if (hit.type != HIT_SQUARE) {
        screen->chosen.type = PIECE_NONE;
        return;
    }
    screen->cursor = hit.square;
    position_editor_remove(screen->editor, hit.square);
}

void setup_mouse_handle(SetupScreen *screen, MouseEvent mouse) {
    Hit hit = painter_hit(&screen->screen, mouse.y, mouse.x);
    switch (mouse.kind) {
    case MOUSE_CLICK:
        press(screen, hit);
        break;
    case MOUSE_RIGHT_CLICK:
        press_right(screen, hit);
        break;
    case MOUSE_DRAG:
        drag(screen, mouse, hit);
        break;
    case MOUSE_RELEASE:
        release(screen, hit);
        break;
    case MOUSE_WHEEL_UP:
    case MOUSE_WHEEL_DOWN:
        break;
    }
}
