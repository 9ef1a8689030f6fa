#include <config.h>

#include "tui/moves/pointer.h"

#include "base/number.h"
#include "tui/animation.h"
#include "tui/browse.h"
#include "tui/moves/candidate_list.h"
#include "tui/selection.h"

void pointer_release(App *app) {
    app->pointer.pressed = SQUARE_NONE;
    app->pointer.dragging = false;
}

static void press_square(App *app, Square square) {
    app->cursor = square;
    app->pointer.pressed = square;
    /* A second click deselects, but it may also begin a drag. */
    app->pointer.click_pending = square == app->selected;
    if (!app->pointer.click_pending)
        action_run(app, ACTION_SELECT);
}

static void press(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    pointer_release(app);
    if (hit.type == HIT_CANDIDATE)
        candidate_list_click(app, hit.candidate);
    else if (hit.type == HIT_SQUARE && app->candidates.source != NULL)
        candidate_list_click_square(app, hit.square);
    else if (hit.type == HIT_SQUARE)
        press_square(app, hit.square);
    else if (hit.type == HIT_PLY)
        browse_to(app, hit.ply);
    else if (hit.type == HIT_ACTION)
        action_run(app, (Action)hit.action);
}

/* Returns whether the piece that was pressed is the selected one. */
static bool holds_piece(const App *app) {
    return app->pointer.pressed != SQUARE_NONE && app->pointer.pressed == app->selected;
}

static void drag(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    if (!holds_piece(app) || app->selection == SELECTION_LOOK ||
        (!app->pointer.dragging && hit.square == app->pointer.pressed))
        return;
    animation_stop(app);
    app->message[0] = '\0';
    app->pointer.dragging = true;
    app->pointer.y = mouse.y;
    app->pointer.x = mouse.x;
    if (hit.type == HIT_SQUARE)
        app->cursor = hit.square;
}

/* Moves the dragged piece to a target. Anywhere else it returns and stays selected. */
static void drop(App *app, Square square) {
    Bitboard targets = app->selected_steps.targets | app->selected_steps.captures;
    if (square == app->selected || square == SQUARE_NONE) {
        app->cursor = app->selected;
    } else if (bitboard_has(targets, square)) {
        app->cursor = square;
        animation_skip_slide(app);
        action_run(app, ACTION_SELECT);
    } else {
        app->cursor = square;
        selection_reject_target(app);
        app->cursor = app->selected;
    }
}

static void release(App *app, MouseEvent mouse) {
    Hit hit = painter_hit(&app->screen, mouse.y, mouse.x);
    bool held = holds_piece(app), dragged = app->pointer.dragging;
    pointer_release(app);
    if (held && dragged) {
        app->message[0] = '\0';
        drop(app, hit.type == HIT_SQUARE ? hit.square : SQUARE_NONE);
    } else if (held && app->pointer.click_pending) {
        app->message[0] = '\0';
        action_run(app, ACTION_SELECT);
    }
}

/* Scrolls the list of candidate moves under the mouse, or browses the game. */
static void turn_wheel(App *app, MouseEvent mouse, int by) {
    if (painter_hit(&app->screen, mouse.y, mouse.x).type == HIT_CANDIDATE)
        candidate_list_scroll(app, by);
    else if (app->exercise == NULL)
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
    const Layout *layout = &app->screen.layout;
    if (!app->pointer.dragging || !holds_piece(app) || !animation_can_show(app))
        return;
    int height = 2 * layout->square_size.y, width = 2 * layout->square_size.x;
    Square from = app->selected;
    view->sprite = &app->pointer.sprite;
    app->pointer.sprite = (ViewSprite){
        .type = position_piece_at(view->position, from),
        .color = position_color_at(view->position, from),
        .y = clamp_int(2 * (app->pointer.y - layout->board.y) + 1 - height / 2, 0,
                       (BOARD_RANKS - 1) * height),
        .x = clamp_int(2 * (app->pointer.x - layout->board.x) + 1 - width / 2, 0,
                       (BOARD_FILES - 1) * width),
    };
    app->pointer.board = *view->position;
    animation_lift(&app->pointer.board, square_bit(from));
    view->game = app_position(app);
    view->position = &app->pointer.board;
}
