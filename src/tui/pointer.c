#include <config.h>

#include "tui/pointer.h"

#include "tui/animation.h"
#include "tui/browse.h"
#include "tui/feature.h"
#include "tui/selection.h"

void pointer_release(App *app) {
    app->board.pointer.pressed = SQUARE_NONE;
    app->board.pointer.dragging = false;
}

/* Lets a feature handle a click or the wheel. */
static bool is_taken(App *app, const Hit *hit, int wheel) {
    FOR_FEATURES_WITH(app, on_mouse, feature)
        if (feature->on_mouse(app, hit, wheel))
            return true;
    return false;
}

static void press(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    pointer_release(app);
    if (is_taken(app, &hit, 0))
        return;
    if (hit.type == HIT_SQUARE) {
        app->board.cursor = app->board.pointer.pressed = hit.square;
        /* A second click deselects, but it may also begin a drag. */
        app->board.pointer.click_pending = hit.square == app->board.selected;
        if (!app->board.pointer.click_pending)
            action_run(app, ACTION_SELECT);
    } else if (hit.type == HIT_PLY) {
        browse_to(app, hit.ply);
    } else if (hit.type == HIT_ACTION) {
        action_run(app, (Action)hit.action);
    }
}

/* Returns whether the piece that was pressed is the selected one. */
static bool holds_piece(const App *app) {
    return app->board.pointer.pressed != SQUARE_NONE &&
           app->board.pointer.pressed == app->board.selected;
}

static void drag(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    if (!holds_piece(app) || app->board.selection == SELECTION_LOOK ||
        (!app->board.pointer.dragging && hit.square == app->board.pointer.pressed))
        return;
    animation_stop(app);
    app->message[0] = '\0';
    app->board.pointer.dragging = true;
    app->board.pointer.y = mouse.y;
    app->board.pointer.x = mouse.x;
    if (hit.type == HIT_SQUARE)
        app->board.cursor = hit.square;
}

/* Moves the dragged piece to a target. Anywhere else it returns and stays selected. */
static void drop(App *app, Square square) {
    Bitboard targets = app->board.selected_steps.targets | app->board.selected_steps.captures;
    if (square == app->board.selected || square == SQUARE_NONE) {
        app->board.cursor = app->board.selected;
    } else if (bitboard_has(targets, square)) {
        app->board.cursor = square;
        animation_skip_slide(app);
        action_run(app, ACTION_SELECT);
    } else {
        app->board.cursor = square;
        selection_explain_illegal_target(app);
        app->board.cursor = app->board.selected;
    }
}

static void release(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    bool held = holds_piece(app), dragged = app->board.pointer.dragging;
    pointer_release(app);
    if (held && dragged) {
        app->message[0] = '\0';
        drop(app, hit.type == HIT_SQUARE ? hit.square : SQUARE_NONE);
    } else if (held && app->board.pointer.click_pending) {
        app->message[0] = '\0';
        action_run(app, ACTION_SELECT);
    }
}

/* Browses the game, unless a feature has a list under the mouse. */
static void turn_wheel(App *app, MouseEvent mouse, int by) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    if (!is_taken(app, &hit, by) && !app_is_suspended(app))
        browse_step(app, by);
}

void pointer_handle(App *app, MouseEvent mouse) {
    switch (mouse.kind) {
    case MOUSE_CLICK:
        press(app, mouse);
        break;
    case MOUSE_DRAG:
        drag(app, mouse);
        break;
    case MOUSE_RELEASE:
        release(app, mouse);
        break;
    case MOUSE_RIGHT_CLICK:
        break; /* only the position editor has a use for it */
    case MOUSE_WHEEL_UP:
    case MOUSE_WHEEL_DOWN:
        turn_wheel(app, mouse, mouse.kind == MOUSE_WHEEL_UP ? -1 : 1);
        break;
    }
}

void pointer_fill_view(App *app, View *view) {
    if (!app->board.pointer.dragging || !holds_piece(app) || !animation_can_show(app))
        return;
    Square from = app->board.selected;
    view->sprite = &app->board.pointer.sprite;
    app->board.pointer.sprite = painter_sprite(
        &app->screen, position_piece_at(view->position, from),
        position_color_at(view->position, from), app->board.pointer.y, app->board.pointer.x);
    app->board.pointer.board = *view->position;
    animation_lift(&app->board.pointer.board, square_bit(from));
    view->game = app_position(app);
    view->position = &app->board.pointer.board;
}
