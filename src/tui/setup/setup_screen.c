#include <config.h>

#include "tui/setup/setup_screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "board/painter.h"
#include "rules/fen.h"
#include "rules/position_editor.h"
#include "term/draw.h"
#include "term/terminal.h"
#include "tui/animation.h"
#include "tui/app_game.h"
#include "tui/browse.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/help.h"
#include "tui/selection.h"
#include "tui/setup/new_game.h"

/* A piece of the palette. */
typedef struct SetupPiece {
    PieceType type; /* PIECE_NONE: none */
    Color color;
} SetupPiece;

typedef struct SetupScreen {
    Layer layer;
    App *app;
    PositionEditor *editor;
    char kept[FEN_SIZE]; /* the position that is not lost when the editor is left ... */
    Variant kept_variant;
    bool was_analysing; /* the analysis of the game goes on afterwards */

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
    size_t named; /* number of faults that the verdict names */
} SetupScreen;

/* The feature's state is a pointer to the open editor; NULL: none. */
static SetupScreen **open_editor(const App *app) {
    return app_state(app, &setup_feature);
}

typedef struct SetupBinding {
    Action action;
    const char *word; /* in the panel and the hints; "" for neither */
    bool is_hint;     /* below the board, not in the panel */
    void (*run)(SetupScreen *screen);
} SetupBinding;

static void close_editor(App *app);

/* ---- dialogs ---- */

/* ---- the position as text ---- */

typedef struct SetupForm {
    int fen;
    VariantItem variants;
} SetupForm;

static void set_up(Dialog *dialog, void *context) {
    App *app = context;
    const SetupForm *form = dialog_data(dialog);
    PositionEditor *editor = (*open_editor(app))->editor;
    const char *text = dialog_field(dialog, form->fen);
    const Variant *variant = game_form_variant(dialog, &form->variants);
    Position position;
    Error error = {0};
    if (text[0] != '\0' && !fen_parse(text, variant, &position, &error)) {
        dialogs_set_error(dialog, form->fen, &error);
        return;
    }
    position_editor_set_variant(editor, variant);
    if (text[0] != '\0')
        position_editor_paste(editor, text, NULL);
    dialog_close(dialog);
}

static void describe_variant(Dialog *dialog, void *context) {
    (void)context;
    const SetupForm *form = dialog_data(dialog);
    game_form_describe_variant(dialog, &form->variants);
}

/* Asks for the position as text, and for its variant. */
static void act_type(SetupScreen *screen) {
    App *app = screen->app;
    Dialog *dialog = dialog_create("Position as text", app);
    SetupForm *form = memory_allocate(sizeof *form);
    Settings *settings = memory_allocate(sizeof *settings);
    char fen[FEN_SIZE] = "";
    *settings = app->settings;
    settings->variant = *position_editor_variant(screen->editor);
    position_editor_write_fen(screen->editor, fen, NULL);
    dialog_set_data(dialog, form, free);
    form->fen = dialog_add_field(dialog, "Position (FEN)", fen);
    game_form_add_variant(dialog, &form->variants, settings, false);
    dialog_add_button(dialog, "Set up", set_up);
    dialog_add_button(dialog, "Cancel", NULL);
    dialog_set_paste_field(dialog, form->fen);
    dialog_set_change_handler(dialog, describe_variant);
    describe_variant(dialog, app);
    free(settings);
    app_push_layer(app, dialog_layer(dialog));
}

/* ---- analysis ---- */

static void set_person(PlayerSetting *player) {
    player->control = CONTROL_HUMAN;
    player->level = 0;
}

static void start_analysis(App *app, const char *fen, const Variant *variant) {
    Settings *settings = memory_allocate(sizeof *settings);
    Error error = {0};
    *settings = app->settings;
    set_person(&settings->player[WHITE]);
    set_person(&settings->player[BLACK]);
    settings->variant = *variant;
    settings->clock = (ClockSetting){0};
    settings->load_path[0] = '\0';
    snprintf(settings->game, sizeof settings->game, "%s", fen);
    if (app_start_game_from(app, settings, &error))
        action_run(app, ACTION_ANALYSIS);
    else
        app_notify_error(app, &error);
    free(settings);
}

/* The dialog's data is the position. */
typedef struct AnalysisRequest {
    char fen[FEN_SIZE];
    Variant variant;
} AnalysisRequest;

static void analyse(Dialog *dialog, void *context) {
    const AnalysisRequest *request = dialog_data(dialog);
    dialog_close(dialog);
    start_analysis(context, request->fen, &request->variant);
}

/* Begins a game of two people with an analysis, after asking if a game is in progress. */
static void analyse_position(SetupScreen *screen, const Position *position) {
    App *app = screen->app;
    AnalysisRequest *request = memory_allocate(sizeof *request);
    fen_write(position, request->fen);
    request->variant = *position->variant;
    if (app_has_unfinished_game(app)) {
        char text[ERROR_SENTENCE_SIZE];
        dialogs_confirm(app, "Analysis", dialogs_describe_leaving(app, text), "Analyse", analyse,
                        request);
        return;
    }
    start_analysis(app, request->fen, &request->variant);
    free(request);
}

/* ---- leaving ---- */

static void leave(Dialog *dialog, void *context) {
    dialog_close(dialog);
    close_editor(context);
}

static void leave_for_home(Dialog *dialog, void *context) {
    dialog_close(dialog);
    action_run(context, ACTION_WELCOME);
}

/* Asks whether the position may be lost. */
static void confirm_leaving(SetupScreen *screen, DialogHandler *handler) {
    char question[128];
    action_expand_keys(screen->app,
                       "The position is not kept: {share} copies it as text. Leave all the same?",
                       question, sizeof question);
    dialogs_confirm(screen->app, "Leave the set-up", question, "Leave", handler, NULL);
}

/* ---- what keys and clicks do ---- */

/* ---- pieces ---- */

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

/* Puts the chosen piece on the cursor's square, or picks up or puts down the piece there. */
static void act_enter(SetupScreen *screen) {
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

/* ---- the whole board ---- */

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

/* ---- leaving ---- */

static void act_copy(SetupScreen *screen) {
    char fen[FEN_SIZE];
    Error error = {0};
    if (!position_editor_write_fen(screen->editor, fen, &error)) {
        app_notify_error(screen->app, &error);
        return;
    }
    terminal_copy(fen);
    memcpy(screen->kept, fen, sizeof fen);
    screen->kept_variant = *position_editor_variant(screen->editor);
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
        analyse_position(screen, &position);
    else
        app_notify_error(screen->app, &error);
}

static bool is_kept(const SetupScreen *screen) {
    char fen[FEN_SIZE];
    fen_write(position_editor_board(screen->editor), fen);
    return strcmp(fen, screen->kept) == 0 &&
           variant_same_rules(position_editor_variant(screen->editor), &screen->kept_variant);
}

static void act_leave(SetupScreen *screen) {
    if (is_kept(screen))
        close_editor(screen->app);
    else
        confirm_leaving(screen, leave);
}

static void act_home(SetupScreen *screen) {
    App *app = screen->app;
    if (!is_kept(screen)) {
        confirm_leaving(screen, leave_for_home);
        return;
    }
    action_run(app, ACTION_WELCOME);
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

static void act_flip(SetupScreen *screen) {
    screen->flipped = !screen->flipped;
}

static void act_help(SetupScreen *screen) {
    help_open(screen->app, "setup");
}

/* ---- keys ---- */

/* Hints in order of usefulness: a small screen shows only the first ones, and the last. The index
 * of a binding is the number of its action in a view. */
static const SetupBinding bindings[] = {
    {ACTION_SELECT, "lift", true, act_enter},
    {ACTION_NEW, "play", true, act_play},
    {ACTION_ANALYSIS, "analyse", true, act_analyse},
    {ACTION_WELCOME, "home", true, act_home},
    {ACTION_ESCAPE, "leave", true, act_escape},
    {ACTION_HELP, "help", true, act_help},
    {ACTION_SETUP_TURN, "", false, act_turn},
    {ACTION_SETUP_EMPTY, "empty", false, act_clear},
    {ACTION_SETUP_START, "start", false, act_start},
    {ACTION_SETUP_MIRROR, "mirror", false, act_mirror},
    {ACTION_SETUP_SWAP, "swap sides", false, act_exchange},
    {ACTION_UNDO, "undo", false, act_undo},
    {ACTION_REDO, "redo", false, act_redo},
    {ACTION_SETUP_TEXT, "as text", false, act_type},
    {ACTION_SHARE, "copy", false, act_copy},
    {ACTION_SETUP_REMOVE, "", false, act_remove}, /* the status line names it */
    {ACTION_QUIT, "", false, act_leave},
    {ACTION_SETUP, "", false, act_leave},
    {ACTION_TYPE, "", false, act_type},
    {ACTION_COMMAND, "", false, act_type},
    {ACTION_FLIP, "", false, act_flip},
};

enum { BINDING_COUNT = sizeof bindings / sizeof bindings[0] };

/* Runs an action that means the same here as in a game. */
static void run_action(SetupScreen *screen, Action action, Key key) {
    App *app = screen->app;
    char name[KEY_NAME_SIZE], help[KEY_NAME_SIZE];
    if (action >= ACTION_LEFT && action <= ACTION_DOWN_RIGHT)
        screen->cursor = selection_neighbour(screen->cursor, action, screen->flipped);
    else if (action != ACTION_NONE && action_info(action)->group == GROUP_DISPLAY)
        action_run(app, action);
    else
        app_note(app, "The key %s does nothing here; %s shows the help.", key_write_name(key, name),
                 action_key_name(app, ACTION_HELP, help));
}

/* Runs what the key does: it has an action of the editor, puts a piece, or has one of a game. */
static void run_key(SetupScreen *screen, Key key) {
    Action action = keymap_action_on(&screen->app->keymap, GROUP_SETUP, key);
    if (!action_is_of_screen(action) && put_letter(screen, key))
        return;
    for (int i = 0; i < BINDING_COUNT; i++)
        if (bindings[i].action == action) {
            bindings[i].run(screen);
            return;
        }
    run_action(screen, action, key);
}

/* ---- the mouse ----
 * A click on a piece and then on a square, or a drag, puts or moves it. A drag off the board and
 * the right button remove it. */

/* Lets go of a piece that is being dragged; it stays where it was. */
static void release_piece(SetupScreen *screen) {
    screen->mouse.pressed = screen->mouse.dragging = false;
}

static void press_square(SetupScreen *screen, Square square) {
    screen->cursor = square;
    screen->mouse.was_held = screen->held == square;
    if (!screen->mouse.was_held)
        act_enter(screen);
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
    release_piece(screen);
    if (hit.type == HIT_SQUARE)
        press_square(screen, hit.square);
    else if (hit.type == HIT_PIECE)
        press_piece(screen, (SetupPiece){hit.piece, hit.color});
    else if (hit.type == HIT_ACTION)
        bindings[hit.action].run(screen);
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
    release_piece(screen);
    if (pressed && dragged)
        drop(screen, hit);
    else if (pressed && screen->mouse.piece.type == PIECE_NONE && screen->mouse.was_held)
        screen->held = SQUARE_NONE;
}

static void press_right(SetupScreen *screen, Hit hit) {
    release_piece(screen);
    screen->held = SQUARE_NONE;
    if (hit.type != HIT_SQUARE) {
        screen->chosen.type = PIECE_NONE;
        return;
    }
    screen->cursor = hit.square;
    position_editor_remove(screen->editor, hit.square);
}

static void handle_mouse(Layer *layer, MouseEvent mouse) {
    SetupScreen *screen = (SetupScreen *)layer;
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

/* ---- from the state to a View ---- */

/* ---- sentences ---- */

static void add_piece(char *text, const SetupScreen *screen, Color color, PieceType type) {
    const Variant *variant = position_editor_variant(screen->editor);
    text_append(text, VIEW_STATUS_SIZE, "%s %s", color_word(color),
                piece_type_name(type, variant->pawns));
}

static void add_piece_on(char *text, const SetupScreen *screen, Square square) {
    const Position *board = position_editor_board(screen->editor);
    add_piece(text, screen, position_color_at(board, square), position_piece_at(board, square));
}

/* Says what is under the cursor and what keys do there, which are named as in
 * action_expand_keys(). */
static void describe_square(const SetupScreen *screen, char text[VIEW_STATUS_SIZE]) {
    const Position *board = position_editor_board(screen->editor);
    char name[SQUARE_TEXT_SIZE];
    text[0] = '\0';
    square_write(screen->cursor, name);
    if (screen->chosen.type != PIECE_NONE) {
        text_append(text, VIEW_STATUS_SIZE, "{select} puts a ");
        add_piece(text, screen, screen->chosen.color, screen->chosen.type);
        text_append(text, VIEW_STATUS_SIZE, " on %s.", name);
    } else if (screen->held != SQUARE_NONE) {
        text_append(text, VIEW_STATUS_SIZE, "{select} puts the ");
        add_piece_on(text, screen, screen->held);
        text_append(text, VIEW_STATUS_SIZE, screen->held == screen->cursor ? " down." : " on %s.",
                    name);
    } else if (bitboard_has(position_occupied(board), screen->cursor)) {
        text_append(text, VIEW_STATUS_SIZE, "%s: ", name);
        add_piece_on(text, screen, screen->cursor);
        text_append(text, VIEW_STATUS_SIZE, ". {select} picks it up, {setup-remove} removes it.");
    } else {
        text_append(text, VIEW_STATUS_SIZE,
                    "%s is empty. Z puts a white zebra here, z a black one.", name);
    }
}

/* Shortens the sentence about a piece that is held where it does not fit. */
static void describe(const SetupScreen *screen, char text[VIEW_STATUS_SIZE]) {
    char format[VIEW_STATUS_SIZE], name[SQUARE_TEXT_SIZE];
    bool holds = screen->chosen.type != PIECE_NONE || screen->held != SQUARE_NONE;
    describe_square(screen, format);
    action_expand_keys(screen->app, format, text, VIEW_STATUS_SIZE);
    if (!holds || painter_status_fits(&screen->screen, text))
        return;
    snprintf(format, sizeof format, "{select} puts it on %s.", square_write(screen->cursor, name));
    action_expand_keys(screen->app, format, text, VIEW_STATUS_SIZE);
}

static bool verdict_fits(const SetupScreen *screen) {
    Rect area = screen->screen.setup.verdict;
    return area.height > 0 && draw_wrapped_height(screen->verdict, area.width) <= area.height;
}

/* Says whether the position can be played, and if not, all that is wrong and has room. */
static bool write_verdict(SetupScreen *screen) {
    const Position *board = position_editor_board(screen->editor);
    char sentence[POSITION_EDITOR_SENTENCE_SIZE];
    screen->verdict[0] = '\0';
    for (screen->named = 0; position_editor_explain(screen->editor, screen->named, sentence);
         screen->named++) {
        size_t used = strlen(screen->verdict);
        text_append(screen->verdict, sizeof screen->verdict, "%s%s", used > 0 ? " " : "", sentence);
        if (verdict_fits(screen))
            continue;
        screen->verdict[used] = '\0';
        return false;
    }
    if (screen->named > 0)
        return false;
    text_append(screen->verdict, sizeof screen->verdict, "The position is legal.");
    if (position_can_capture_lion(board))
        text_append(screen->verdict, sizeof screen->verdict, " %s can capture the lion at once.",
                    color_name(position_side(board)));
    return true;
}

/* Where the panel has no room for what is not legal, it takes the place of the cursor's square, or
 * stands beside what is more urgent. */
static void write_status(SetupScreen *screen, char text[VIEW_STATUS_SIZE]) {
    const App *app = screen->app;
    char sentence[POSITION_EDITOR_SENTENCE_SIZE];
    bool holds = screen->chosen.type != PIECE_NONE || screen->held != SQUARE_NONE;
    bool warns = position_editor_explain(screen->editor, screen->named, sentence);
    text[0] = '\0';
    if (app->message[0] != '\0')
        text_append(text, VIEW_STATUS_SIZE, "%s", app->message);
    else if (holds || !warns)
        describe(screen, text);
    if (warns)
        text_append(text, VIEW_STATUS_SIZE, "%s%s", text[0] != '\0' ? "  ! " : "", sentence);
}

/* ---- the panel and the hints ---- */

/* Returns the index of the binding that hands the turn to the other side. */
static int turn_binding(void) {
    int index = 0;
    while (bindings[index].run != act_turn)
        index++;
    return index;
}

static void set_hint(const App *app, ViewHint *hint, int index, const char *word) {
    hint->action = index;
    hint->word = word;
    action_key_name_on(app, GROUP_SETUP, bindings[index].action, hint->key);
}

/* While a piece is held, to select and to escape are about that piece. */
static const char *word_for(const SetupScreen *screen, const SetupBinding *binding) {
    bool holds = screen->chosen.type != PIECE_NONE || screen->held != SQUARE_NONE;
    if (holds && binding->action == ACTION_SELECT)
        return "put";
    return holds && binding->action == ACTION_ESCAPE ? "cancel" : binding->word;
}

/* An action without a key has no hint, and a dialog above the editor has the keys of its hints. */
static void fill_commands(SetupScreen *screen, View *view) {
    const App *app = screen->app;
    ViewSetup *panel = &screen->panel;
    panel->command_count = 0;
    bool has_keys = layers_top(&app->layers) == &screen->layer;
    for (int i = 0; i < BINDING_COUNT; i++) {
        const SetupBinding *binding = &bindings[i];
        if (binding->word[0] == '\0')
            continue;
        if (!binding->is_hint) {
            set_hint(app, &panel->command[panel->command_count++], i, binding->word);
        } else if (has_keys) {
            ViewHint *hint = &view->hint[view->hint_count];
            set_hint(app, hint, i, word_for(screen, binding));
            view->hint_count += hint->key[0] != '\0';
        }
    }
    set_hint(app, &panel->turn, turn_binding(), "");
}

/* ---- the board ---- */

/* Shows the piece that is dragged under the mouse. */
static void fill_sprite(SetupScreen *screen, View *view) {
    SetupPiece piece = screen->mouse.piece;
    if (!screen->mouse.dragging || !animation_can_show(screen->app))
        return;
    screen->board = *view->position;
    if (piece.type == PIECE_NONE) {
        piece.type = position_piece_at(&screen->board, screen->held);
        piece.color = position_color_at(&screen->board, screen->held);
        placement_remove(&screen->board, screen->held);
    }
    screen->sprite =
        painter_sprite(&screen->screen, piece.type, piece.color, screen->mouse.y, screen->mouse.x);
    view->sprite = &screen->sprite;
    view->position = &screen->board;
}

/* Fills the view, which borrows from the screen, and arranges screen->screen for it. */
static void fill_view(SetupScreen *screen, View *view) {
    const App *app = screen->app;
    if (screen->held != SQUARE_NONE && !has_piece(screen, screen->held)) { /* an edit took it */
        screen->held = SQUARE_NONE;
        release_piece(screen);
    }
    *view = (View){
        .position = position_editor_board(screen->editor),
        .record = app_record(app),
        .flipped = screen->flipped,
        .cursor = screen->cursor,
        .selected = screen->held,
        .covered = app->covered,
        .drowning = position_editor_faults(screen->editor),
        .setup = &screen->panel,
        .zoom = app->settings.zoom,
        .glyphs = app->settings.glyphs,
        .theme = app->settings.theme,
    };
    for (int i = 0; i < VIEW_PANEL_COUNT; i++)
        view->title_action[i] = VIEW_ACTION_NONE;
    screen->panel.type = screen->chosen.type;
    screen->panel.color = screen->chosen.color;
    screen->panel.verdict = screen->verdict;
    fill_commands(screen, view);
    screen->screen = painter_arrange(view);
    screen->panel.legal = write_verdict(screen);
    fill_sprite(screen, view);
    write_status(screen, view->status);
}

/* ---- the screen ---- */

/* ---- the game that waits ---- */

static void suspend_game(SetupScreen *screen) {
    App *app = screen->app;
    animation_stop(app);
    screen->was_analysing = app->analysing;
    app->analysing = false;
    session_stop_analysis(app->session);
    session_suspend(app->session, true);
}

static void resume_game(const SetupScreen *screen) {
    App *app = screen->app;
    app->analysing = screen->was_analysing;
    session_suspend(app->session, false);
    browse_update_analysis(app);
}

/* ---- the layer ---- */

static void draw_screen(Layer *layer) {
    SetupScreen *screen = (SetupScreen *)layer;
    View view;
    fill_view(screen, &view);
    painter_paint(&view, &screen->screen);
}

static void handle_key(Layer *layer, Key key) {
    SetupScreen *screen = (SetupScreen *)layer;
    release_piece(screen);
    run_key(screen, key);
}

/* Sets up a text that was pasted or typed. */
static void handle_paste(Layer *layer, const char *text) {
    SetupScreen *screen = (SetupScreen *)layer;
    Error error = {0};
    if (position_editor_paste(screen->editor, text, &error))
        app_note(screen->app, "The pasted position is set up.");
    else
        app_notify_error(screen->app, &error);
}

static void free_screen(Layer *layer) {
    SetupScreen *screen = (SetupScreen *)layer;
    position_editor_free(screen->editor);
    free(screen);
}

static const LayerOps layer_ops = {
    .draw = draw_screen,
    .key = handle_key,
    .mouse = handle_mouse,
    .takes_drags = true,
    .paste = handle_paste,
    .free = free_screen,
};

/* Opens the editor with the position shown. */
static void setup_screen_open(App *app) {
    SetupScreen *screen = memory_allocate(sizeof *screen);
    screen->layer.ops = &layer_ops;
    screen->app = app;
    screen->editor = position_editor_create(app_position(app));
    fen_write(app_position(app), screen->kept);
    screen->kept_variant = *app_position(app)->variant;
    screen->cursor = app->board.cursor;
    screen->flipped = app->board.flipped;
    screen->held = SQUARE_NONE;
    screen->chosen.type = screen->mouse.piece.type = PIECE_NONE;
    *open_editor(app) = screen;
    suspend_game(screen);
    app_push_layer(app, &screen->layer);
}

/* Closes the editor, if it is open, and lets the game go on. */
static void close_editor(App *app) {
    SetupScreen *screen = *open_editor(app);
    if (screen == NULL)
        return;
    *open_editor(app) = NULL;
    screen->layer.closed = true;
    resume_game(screen);
    app_invalidate(app);
}

/* Going to the first screen closes the editor. */
static bool close_for_home(App *app, Action action) {
    if (action == ACTION_WELCOME)
        close_editor(app);
    return false;
}

static bool holds_game(const App *app) {
    return *open_editor(app) != NULL;
}

static const FeatureAction actions[] = {{ACTION_SETUP, .run = setup_screen_open},
                                        {.action = ACTION_NONE}};

const Feature setup_feature = {
    .state_size = sizeof(SetupScreen *),
    .actions = actions,
    .run_action = close_for_home,
    .before_game = close_editor,
    .holds_game = holds_game,
};
