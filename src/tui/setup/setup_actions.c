#include <config.h>

#include "tui/setup/setup_actions.h"

#include <string.h>

#include "base/number.h"
#include "term/terminal.h"
#include "tui/dialogs.h"
#include "tui/help.h"
#include "tui/new_game.h"
#include "tui/setup/setup_dialogs.h"
#include "tui/setup/setup_screen.h"

/* --- pieces --- */

static bool has_piece(const SetupScreen *screen, Square square) {
    return bitboard_has(position_occupied(position_editor_board(screen->editor)), square);
}

static void put(SetupScreen *screen, Color color, PieceType type) {
    Error error = {0};
    screen->held = SQUARE_NONE;
    if (!position_editor_put(screen->editor, color, type, screen->cursor, &error))
        app_notify_error(screen->app, &error);
}

/* Returns whether the key is the letter of a piece, and puts it. */
static bool put_letter(SetupScreen *screen, Key key) {
    const Variant *variant = position_editor_variant(screen->editor);
    if (key <= ' ' || key > '~')
        return false;
    PieceType type = piece_type_from_letter((char)key, variant->pawns);
    if (type == PIECE_NONE || !variant_has_piece(variant, type))
        return false;
    put(screen, key >= 'a' ? BLACK : WHITE, type);
    return true;
}

void setup_actions_enter(SetupScreen *screen) {
    Square held = screen->held;
    screen->held = SQUARE_NONE;
    if (screen->chosen.type != PIECE_NONE)
        put(screen, screen->chosen.color, screen->chosen.type);
    else if (held != SQUARE_NONE)
        position_editor_move(screen->editor, held, screen->cursor);
    else if (has_piece(screen, screen->cursor))
        screen->held = screen->cursor;
    else
        app_note(screen->app, "There is nothing to pick up. Type the letter of a piece to put one "
                              "here: a capital for White, a small one for Black.");
}

static void act_remove(SetupScreen *screen) {
    screen->held = SQUARE_NONE;
    if (has_piece(screen, screen->cursor))
        position_editor_remove(screen->editor, screen->cursor);
    else
        app_note(screen->app, "There is nothing to remove.");
}

/* Moves the cursor on the screen, up to the edge. */
static void move_cursor(SetupScreen *screen, int right, int down) {
    int turn = screen->flipped ? -1 : 1;
    screen->cursor =
        square_at(clamp_int(square_file(screen->cursor) + turn * right, 0, BOARD_FILES - 1),
                  clamp_int(square_rank(screen->cursor) - turn * down, 1, BOARD_RANKS));
}

/* --- the whole board --- */

static void act_turn(SetupScreen *screen) {
    Color side = position_side(position_editor_board(screen->editor));
    position_editor_set_side(screen->editor, color_other(side));
}

static void act_clear(SetupScreen *screen) {
    position_editor_clear(screen->editor);
}

static void act_start(SetupScreen *screen) {
    position_editor_start(screen->editor);
}

static void act_mirror(SetupScreen *screen) {
    position_editor_mirror(screen->editor);
    app_note(screen->app, "Left and right are exchanged.");
}

static void act_exchange(SetupScreen *screen) {
    position_editor_exchange(screen->editor);
    app_note(screen->app, "White and Black have exchanged their places.");
}

static void act_undo(SetupScreen *screen) {
    if (!position_editor_undo(screen->editor))
        app_note(screen->app, "There is nothing to undo.");
}

static void act_redo(SetupScreen *screen) {
    if (!position_editor_redo(screen->editor))
        app_note(screen->app, "There is nothing to redo.");
}

void setup_actions_paste(SetupScreen *screen, const char *text) {
    Error error = {0};
    if (position_editor_paste(screen->editor, text, &error))
        app_note(screen->app, "The pasted position is set up.");
    else
        app_notify_error(screen->app, &error);
}

/* --- leaving --- */

static void act_copy(SetupScreen *screen) {
    char fen[FEN_SIZE];
    Error error = {0};
    if (!position_editor_write_fen(screen->editor, fen, &error)) {
        app_notify_error(screen->app, &error);
        return;
    }
    terminal_copy(fen);
    memcpy(screen->kept, fen, sizeof fen);
    app_notify(screen->app, "%s", fen);
}

static void act_play(SetupScreen *screen) {
    Position position;
    Error error = {0};
    if (position_editor_get(screen->editor, &position, &error))
        new_game_open_position(screen->app, &position);
    else
        app_notify_error(screen->app, &error);
}

static void act_analyse(SetupScreen *screen) {
    Position position;
    Error error = {0};
    if (position_editor_get(screen->editor, &position, &error) &&
        session_allows_analysis(screen->app->session, &error))
        setup_dialogs_analyse(screen, &position);
    else
        app_notify_error(screen->app, &error);
}

static void act_leave(SetupScreen *screen) {
    char fen[FEN_SIZE];
    fen_write(position_editor_board(screen->editor), fen);
    if (strcmp(fen, screen->kept) == 0)
        setup_screen_close(screen->app);
    else
        setup_dialogs_confirm_leaving(screen);
}

/* Puts down what was picked up or chosen, or leaves. */
static void act_escape(SetupScreen *screen) {
    if (screen->held == SQUARE_NONE && screen->chosen.type == PIECE_NONE) {
        act_leave(screen);
        return;
    }
    screen->held = SQUARE_NONE;
    screen->chosen.type = PIECE_NONE;
}

static void act_help(SetupScreen *screen) {
    help_open(screen->app, "setup");
}

/* --- keys --- */

/* Hints in order of usefulness: a small screen shows only the first ones, and the last. */
static const SetupBinding bindings[] = {
    {K_ENTER, "Enter", "select", true, setup_actions_enter},
    {'x', "x", "remove", true, act_remove},
    {'n', "n", "play", true, act_play},
    {'A', "A", "analyse", true, act_analyse},
    {K_ESCAPE, "Esc", "leave", true, act_escape},
    {'?', "?", "help", true, act_help},
    {K_TAB, "Tab", "", false, act_turn},
    {'b', "b", "empty", false, act_clear},
    {'d', "d", "start", false, act_start},
    {'v', "v", "mirror", false, act_mirror},
    {'o', "o", "swap sides", false, act_exchange},
    {'u', "u", "undo", false, act_undo},
    {'r', "r", "redo", false, act_redo},
    {'i', "i", "as text", false, setup_dialogs_type},
    {'w', "w", "copy", false, act_copy},
    {K_DELETE, "Delete", "", false, act_remove},
    {K_BACKSPACE, "Backspace", "", false, act_remove},
    {K_F1, "F1", "", false, act_help},
};
enum { BINDING_COUNT = sizeof bindings / sizeof bindings[0] };

const SetupBinding *setup_actions_get(int index) {
    return index < BINDING_COUNT ? &bindings[index] : NULL;
}

int setup_actions_turn(void) {
    int index = 0;
    while (bindings[index].run != act_turn)
        index++;
    return index;
}

/* Runs an action that means the same here as in a game. */
static void run_action(SetupScreen *screen, Action action, Key key) {
    App *app = screen->app;
    char name[KEY_NAME_SIZE];
    int digit =
        action >= ACTION_LEFT && action <= ACTION_DOWN_RIGHT ? action_info(action)->argument : 0;
    if (digit > 0)
        move_cursor(screen, (digit - 1) % 3 - 1, 1 - (digit - 1) / 3);
    else if (action == ACTION_SELECT)
        setup_actions_enter(screen);
    else if (action == ACTION_ESCAPE)
        act_escape(screen);
    else if (action == ACTION_QUIT || action == ACTION_SETUP)
        act_leave(screen);
    else if (action == ACTION_HELP)
        act_help(screen);
    else if (action == ACTION_COMMAND)
        setup_dialogs_type(screen);
    else if (action == ACTION_FLIP)
        screen->flipped = !screen->flipped;
    else if (action != ACTION_NONE && action_info(action)->group == GROUP_DISPLAY)
        action_run_in_game(app, action);
    else
        app_note(app, "The key %s does nothing here; ? shows the help.", key_write_name(key, name));
}

void setup_actions_run_key(SetupScreen *screen, Key key) {
    if (put_letter(screen, key))
        return;
    for (int i = 0; i < BINDING_COUNT; i++)
        if (bindings[i].key == key) {
            bindings[i].run(screen);
            return;
        }
    run_action(screen, keymap_action(&screen->app->keymap, key), key);
}
