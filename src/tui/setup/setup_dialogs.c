#include <config.h>

#include "tui/setup/setup_dialogs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/setup/setup_screen.h"

/* --- the position as text --- */

typedef struct SetupForm {
    int fen;
    VariantItem variants;
} SetupForm;

static void set_up(Dialog *dialog, void *context) {
    App *app = context;
    const SetupForm *form = dialog_data(dialog);
    PositionEditor *editor = app->setup->editor;
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

void setup_dialogs_type(SetupScreen *screen) {
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

/* --- analysis --- */

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

void setup_dialogs_analyse(SetupScreen *screen, const Position *position) {
    App *app = screen->app;
    AnalysisRequest *request = memory_allocate(sizeof *request);
    fen_write(position, request->fen);
    request->variant = *position->variant;
    if (app_has_unfinished_game(app)) {
        dialogs_confirm(app, "Analysis",
                        "The position takes the place of the game in progress, which is kept and "
                        "can be resumed later.",
                        "Analyse", analyse, request);
        return;
    }
    start_analysis(app, request->fen, &request->variant);
    free(request);
}

/* --- leaving --- */

static void leave(Dialog *dialog, void *context) {
    dialog_close(dialog);
    setup_screen_close(context);
}

void setup_dialogs_confirm_leaving(SetupScreen *screen) {
    dialogs_confirm(screen->app, "Leave the set-up",
                    "The position is not kept: w copies it as text. Leave all the same?", "Leave",
                    leave, NULL);
}
