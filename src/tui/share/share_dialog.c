#include <config.h>

#include "tui/share/share_dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "export/board_svg.h"
#include "export/game_page.h"
#include "export/game_svg.h"
#include "export/game_text.h"
#include "play/storage.h"
#include "rules/fen.h"
#include "term/terminal.h"
#include "tui/dialogs.h"
#include "tui/games/file_dialogs.h"

typedef enum SharedForm {
    SHARED_FEN,
    SHARED_PICTURE,
    SHARED_MOVING_PICTURE,
    SHARED_PAGE
} SharedForm;

static const char *const shared_forms[] = {"text (FEN)", "picture (SVG)", "moving picture (SVG)",
                                           "page (HTML)", NULL};
static const char *const shared_notes[] = {"The position as a line of text, for the clipboard.",
                                           "The position, as a file that browsers show.",
                                           "The game, played again and again in a browser.",
                                           "The game to go through in a browser, as one file."};
static const char *const shared_endings[] = {"", ".svg", ".svg", ".html"};

enum { SHARED_FILE_MODE = 0666 };

typedef struct ShareForm {
    int form, name;
    char suggested[SETTING_PATH_SIZE]; /* the last one */
} ShareForm;

/* A file that exists already. */
typedef struct SharedFile {
    SharedForm form;
    char path[SETTING_PATH_SIZE];
} SharedFile;

static void draw_position(const App *app, Buffer *text) {
    const Record *record = app_record(app);
    size_t ply = app_ply(app);
    Buffer title = {0};
    game_text_players(record, &title);
    buffer_add_string(&title, ", ");
    game_text_place(record, ply, app_notation(app), &title);
    BoardPicture picture = board_svg_of_game(record, ply, title.bytes, app->board.flipped);
    picture.position = app_position(app); /* perhaps within a move */
    board_svg_write(&picture, EXPORT_THEME_AUTO, text);
    buffer_free(&title);
}

/* Moves that were taken back are not part of the moving picture or the page. */
static void draw_game(const App *app, Buffer *text) {
    const Record *record = app_record(app);
    game_svg_write(record, record->current, app->board.flipped, app_notation(app),
                   EXPORT_THEME_AUTO, text);
}

static void make_page(const App *app, Buffer *text) {
    GamePage page = {.notation = app_notation(app)};
    Record *game = record_clone(app_record(app));
    if (game->current < game->count)
        record_truncate(game);
    game_page_add(&page, game, app->board.flipped);
    game_page_write(&page, NULL, EXPORT_THEME_AUTO, text);
    game_page_free(&page);
    record_free(game);
}

static bool write_shared(App *app, const SharedFile *file, bool overwrite, Error *error) {
    Buffer text = {0};
    char shown[FILE_PATH_SIZE];
    if (file->form == SHARED_PICTURE)
        draw_position(app, &text);
    else if (file->form == SHARED_MOVING_PICTURE)
        draw_game(app, &text);
    else
        make_page(app, &text);
    bool written =
        file_write_atomic(file->path, text.bytes, text.length, SHARED_FILE_MODE, overwrite, error);
    buffer_free(&text);
    if (written)
        app_notify(app, "Saved as %s.", storage_whole_path(file->path, shown));
    return written;
}

static void replace_shared(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_close(dialog);
    if (!write_shared(app, dialog_data(dialog), true, &error))
        app_notify_error(app, &error);
}

static void ask_to_replace_shared(App *app, const SharedFile *file) {
    char question[SETTING_PATH_SIZE + 64];
    SharedFile *copy = memory_allocate(sizeof *copy);
    *copy = *file;
    snprintf(question, sizeof question, "%s exists already.", file->path);
    dialogs_confirm(app, "Share", question, "Replace it", replace_shared, copy);
}

/* Writes the file, or asks whether another one is replaced. */
static bool share_file(App *app, SharedForm form, const char *name, Error *error) {
    SharedFile file = {.form = form};
    if (name[0] == '\0')
        return error_set(error, ERROR_RANGE, "Type a file's name.");
    if (!storage_expand_home(name, file.path, sizeof file.path))
        return error_set(error, ERROR_RANGE, "the path is too long");
    if (write_shared(app, &file, false, error))
        return true;
    if (error->code != ERROR_STATE)
        return false;
    ask_to_replace_shared(app, &file);
    return true;
}

/* Copies the position to the clipboard as a FEN, and shows it. */
static void copy_fen(App *app) {
    char fen[FEN_SIZE];
    fen_write(app_position(app), fen);
    terminal_copy(fen);
    app_notify(app, "%s", fen);
}

static void share(Dialog *dialog, void *context) {
    App *app = context;
    const ShareForm *form = dialog_data(dialog);
    SharedForm chosen = (SharedForm)dialog_choice(dialog, form->form);
    Error error = {0};
    dialog_set_error(dialog, form->name, NULL);
    if (chosen == SHARED_FEN) {
        dialog_close(dialog);
        copy_fen(app);
    } else if (share_file(app, chosen, dialog_field(dialog, form->name), &error)) {
        dialog_close(dialog);
    } else {
        dialogs_set_error(dialog, form->name, &error);
    }
}

/* Suggests the name of the game's file with the ending of the form, unless another one was typed.
 */
static void suggest_name(Dialog *dialog, const App *app, SharedForm chosen) {
    ShareForm *form = dialog_data(dialog);
    const char *saved =
        file_dialogs_paths(app)->save[0] != '\0' ? file_dialogs_paths(app)->save : "game";
    const char *slash = strrchr(saved, '/'), *dot = strrchr(saved, '.');
    int length = (int)(dot != NULL && dot > saved && (slash == NULL || dot > slash + 1)
                           ? (size_t)(dot - saved)
                           : strlen(saved));
    if (strcmp(dialog_field(dialog, form->name), form->suggested) != 0)
        return;
    int written = snprintf(form->suggested, sizeof form->suggested, "%.*s%s", length, saved,
                           shared_endings[chosen]);
    if (written >= (int)sizeof form->suggested)
        form->suggested[0] = '\0';
    dialog_set_field(dialog, form->name, form->suggested);
}

static void show_shared_form(Dialog *dialog, void *context) {
    const ShareForm *form = dialog_data(dialog);
    SharedForm chosen = (SharedForm)dialog_choice(dialog, form->form);
    dialog_set_note(dialog, form->form, shared_notes[chosen]);
    dialog_set_shown(dialog, form->name, chosen != SHARED_FEN);
    if (chosen != SHARED_FEN)
        suggest_name(dialog, context, chosen);
}

/* Offers the position as a FEN or a picture, and the game as a moving picture or a page. */
static void open_dialog(App *app) {
    ShareForm *form = memory_allocate(sizeof *form);
    Dialog *dialog = dialog_create("Share", app);
    dialog_set_data(dialog, form, free);
    form->form = dialog_add_choice(dialog, "As", shared_forms, SHARED_FEN);
    form->name = dialog_add_field(dialog, "Name", "");
    dialog_add_button(dialog, "Share", share);
    dialog_add_button(dialog, "Cancel", NULL);
    dialog_set_change_handler(dialog, show_shared_form);
    show_shared_form(dialog, app);
    app_push_layer(app, dialog_layer(dialog));
}

static const FeatureAction actions[] = {
    {ACTION_SHARE, .run = open_dialog}, {ACTION_FEN, .run = copy_fen}, {.action = ACTION_NONE}};

const Feature share_feature = {.actions = actions};
