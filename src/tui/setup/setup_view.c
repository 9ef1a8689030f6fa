#include <config.h>

#include "tui/setup/setup_view.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "rules/placement.h"
#include "term/draw.h"
#include "tui/animation.h"
#include "tui/setup/setup_actions.h"

/* --- sentences --- */

static void add_piece(char *text, const SetupScreen *screen, Color color, PieceType type) {
    const Variant *variant = position_editor_variant(screen->editor);
    text_append(text, VIEW_STATUS_SIZE, "%s %s", color_word(color),
                piece_type_name(type, variant->pawns));
}

static void add_piece_on(char *text, const SetupScreen *screen, Square square) {
    const Position *board = position_editor_board(screen->editor);
    add_piece(text, screen, position_color_at(board, square), position_piece_at(board, square));
}

/* Says what is under the cursor and what Enter does there. */
static void describe(const SetupScreen *screen, char text[VIEW_STATUS_SIZE]) {
    const Position *board = position_editor_board(screen->editor);
    char name[SQUARE_TEXT_SIZE];
    square_write(screen->cursor, name);
    if (screen->chosen.type != PIECE_NONE) {
        text_append(text, VIEW_STATUS_SIZE, "Enter puts a ");
        add_piece(text, screen, screen->chosen.color, screen->chosen.type);
        text_append(text, VIEW_STATUS_SIZE, " on %s.", name);
    } else if (screen->held != SQUARE_NONE) {
        text_append(text, VIEW_STATUS_SIZE, "Enter puts the ");
        add_piece_on(text, screen, screen->held);
        text_append(text, VIEW_STATUS_SIZE, screen->held == screen->cursor ? " down." : " on %s.",
                    name);
    } else if (bitboard_has(position_occupied(board), screen->cursor)) {
        text_append(text, VIEW_STATUS_SIZE, "%s: ", name);
        add_piece_on(text, screen, screen->cursor);
        text_append(text, VIEW_STATUS_SIZE, ". Enter picks it up, x removes it.");
    } else {
        text_append(text, VIEW_STATUS_SIZE,
                    "%s is empty. Z puts a white zebra here, z a black one.", name);
    }
}

/* Says whether the position can be played, and if not, all that is wrong. */
static bool write_verdict(SetupScreen *screen) {
    const Position *board = position_editor_board(screen->editor);
    char sentence[POSITION_EDITOR_SENTENCE_SIZE];
    size_t count = 0;
    screen->verdict[0] = '\0';
    while (position_editor_explain(screen->editor, count, sentence))
        text_append(screen->verdict, sizeof screen->verdict, "%s%s", count++ > 0 ? " " : "",
                    sentence);
    if (count > 0)
        return false;
    text_append(screen->verdict, sizeof screen->verdict, "A game can be played from here.");
    if (position_can_capture_lion(board))
        text_append(screen->verdict, sizeof screen->verdict, " %s can capture the lion at once.",
                    color_name(position_side(board)));
    return true;
}

static bool verdict_is_shown(const SetupScreen *screen) {
    Rect area = screen->screen.setup.verdict;
    return area.height > 0 && draw_wrapped_height(screen->verdict, area.width) <= area.height;
}

/* Where the panel has no room for what is not legal, it takes the place of the cursor's square, or
 * stands beside what is more urgent. */
static void write_status(SetupScreen *screen, char text[VIEW_STATUS_SIZE]) {
    const App *app = screen->app;
    char sentence[POSITION_EDITOR_SENTENCE_SIZE];
    bool holds = screen->chosen.type != PIECE_NONE || screen->held != SQUARE_NONE;
    bool warns = !verdict_is_shown(screen) && position_editor_explain(screen->editor, 0, sentence);
    text[0] = '\0';
    if (app->message[0] != '\0')
        text_append(text, VIEW_STATUS_SIZE, "%s", app->message);
    else if (holds || !warns)
        describe(screen, text);
    if (warns)
        text_append(text, VIEW_STATUS_SIZE, "%s%s", text[0] != '\0' ? "  ! " : "", sentence);
}

/* --- the panel and the hints --- */

static void set_hint(ViewHint *hint, int index, const char *word) {
    const SetupBinding *binding = setup_actions_get(index);
    hint->action = index;
    hint->word = word;
    snprintf(hint->key, sizeof hint->key, "%s", binding->name);
}

/* While a piece is held, Enter and Esc are about that piece. */
static const char *word_for(const SetupScreen *screen, const SetupBinding *binding) {
    bool holds = screen->chosen.type != PIECE_NONE || screen->held != SQUARE_NONE;
    if (holds && binding->key == K_ENTER)
        return "put";
    return holds && binding->key == K_ESCAPE ? "cancel" : binding->word;
}

static void fill_commands(SetupScreen *screen, View *view) {
    ViewSetup *panel = &screen->panel;
    const SetupBinding *binding;
    panel->command_count = 0;
    for (int i = 0; (binding = setup_actions_get(i)) != NULL; i++) {
        if (binding->word[0] == '\0')
            continue;
        if (binding->is_hint)
            set_hint(&view->hint[view->hint_count++], i, word_for(screen, binding));
        else
            set_hint(&panel->command[panel->command_count++], i, binding->word);
    }
    set_hint(&panel->turn, setup_actions_turn(), "");
}

/* --- the board --- */

/* Shows the piece that is dragged under the mouse. */
static void fill_sprite(SetupScreen *screen, View *view) {
    const Layout *layout = &screen->screen.layout;
    SetupPiece piece = screen->mouse.piece;
    int height = 2 * layout->square_size.y, width = 2 * layout->square_size.x;
    if (!screen->mouse.dragging || !animation_can_show(screen->app))
        return;
    screen->board = *view->position;
    if (piece.type == PIECE_NONE) {
        piece.type = position_piece_at(&screen->board, screen->held);
        piece.color = position_color_at(&screen->board, screen->held);
        placement_remove(&screen->board, screen->held);
    }
    screen->sprite = (ViewSprite){
        .type = piece.type,
        .color = piece.color,
        .y = clamp_int(2 * (screen->mouse.y - layout->board.y) + 1 - height / 2, 0,
                       (BOARD_RANKS - 1) * height),
        .x = clamp_int(2 * (screen->mouse.x - layout->board.x) + 1 - width / 2, 0,
                       (BOARD_FILES - 1) * width),
    };
    view->sprite = &screen->sprite;
    view->position = &screen->board;
}

void setup_view_fill(SetupScreen *screen, View *view) {
    const App *app = screen->app;
    *view = (View){
        .position = position_editor_board(screen->editor),
        .record = app_record(app),
        .flipped = screen->flipped,
        .cursor = screen->cursor,
        .selected = screen->held,
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
    screen->panel.legal = write_verdict(screen);
    screen->panel.verdict = screen->verdict;
    fill_commands(screen, view);
    screen->screen = painter_arrange(view);
    fill_sprite(screen, view);
    write_status(screen, view->status);
}
