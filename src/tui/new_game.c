#include <config.h>

#include "tui/new_game.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tui/choices.h"
#include "tui/dialogs.h"
#include "tui/learn/exercise.h"
#include "tui/learn/puzzle_screen.h"
#include "tui/learn/tour.h"
#include "tui/level_name.h"
#include "tui/online/lobby_screen.h"

enum { VARIANTS_MAX = 64, NUMBER_SIZE = 48 };

static const struct {
    PlayerSetting setting;
    const char *label;
} players[] = {
    {{CONTROL_HUMAN, "negamax", 0}, "human/negamax"},
    {{CONTROL_HUMAN, "greedy", 0}, "human/greedy"},
    {{CONTROL_HUMAN, "random", 0}, "human/random"},
    {{CONTROL_COMPUTER, "negamax", 0}, "computer/negamax"},
    {{CONTROL_COMPUTER, "greedy", 0}, "computer/greedy"},
    {{CONTROL_COMPUTER, "random", 0}, "computer/random"},
};
enum { PLAYER_COUNT = sizeof players / sizeof players[0] };

static const char *const off_on[] = {"off", "on", NULL};

/* Numbers of the dialog's items. */
typedef struct NewGameForm {
    int variant, file, player[COLOR_COUNT], level, depth, movetime, ponder, clock, fen, start;
    const char *variants[VARIANTS_MAX + 1]; /* names to choose from */
    char own_variant[VARIANT_NAME_SIZE];    /* variant of the settings that is not in the list */
} NewGameForm;

/* --- making the dialog --- */

/* Gets the settings of the current game, which differ from the user's if it was resumed or opened.
 */
static void current_settings(const App *app, Settings *settings) {
    SessionSetup setup;
    *settings = app->settings;
    if (app_game(app) == NULL)
        return;
    session_get_setup(app_game(app), &setup);
    for (int color = 0; color < COLOR_COUNT; color++) {
        PlayerSetting *player = &settings->player[color];
        player->control =
            setup.player[color].kind == PLAYER_HUMAN ? CONTROL_HUMAN : CONTROL_COMPUTER;
        player->level = setup.player[color].level;
        snprintf(player->advisor, sizeof player->advisor, "%s",
                 advisor_name(setup.player[color].advisor));
    }
    settings->variant = session_record(app_game(app))->variant;
    settings->depth = setup.limits.depth;
    settings->movetime_ms = setup.limits.movetime_ms;
    settings->clock = setup.clock;
}

static int list_variants(NewGameForm *form, const Settings *settings) {
    int count = 0;
    int chosen = -1;
    for (size_t i = 0; variant_builtin(i) != NULL; i++)
        form->variants[count++] = variant_builtin(i)->name;
    for (int i = 0; i < settings->custom_variant_count && count < VARIANTS_MAX - 1; i++)
        form->variants[count++] = settings->custom_variants[i].name;
    for (int i = 0; i < count; i++)
        if (strcmp(form->variants[i], settings->variant.name) == 0)
            chosen = i;
    if (chosen < 0) {
        snprintf(form->own_variant, sizeof form->own_variant, "%s", settings->variant.name);
        form->variants[count] = form->own_variant;
        chosen = count++;
    }
    form->variants[count] = NULL;
    return chosen;
}

static int add_player(Dialog *dialog, const char *label, const PlayerSetting *player) {
    const char *labels[PLAYER_COUNT + 1] = {NULL};
    int chosen = 0;
    for (int i = 0; i < PLAYER_COUNT; i++) {
        labels[i] = players[i].label;
        if (players[i].setting.control == player->control &&
            strcmp(players[i].setting.advisor, player->advisor) == 0)
            chosen = i;
    }
    return dialog_add_choice(dialog, label, labels, chosen);
}

static int add_level(Dialog *dialog, int level) {
    const char *levels[LEVEL_MAX + 1] = {NULL};
    for (int i = LEVEL_MIN; i <= LEVEL_MAX; i++)
        levels[i - LEVEL_MIN] = level_name(i);
    return dialog_add_choice(dialog, "Level", levels, level - LEVEL_MIN);
}

/* Adds a field for a number; it is empty for 0, no limit. */
static int add_number(Dialog *dialog, const char *label, int64_t value) {
    char text[NUMBER_SIZE] = "";
    if (value > 0)
        snprintf(text, sizeof text, "%" PRId64, value);
    return dialog_add_field(dialog, label, text);
}

static void add_items(Dialog *dialog, NewGameForm *form, const Settings *settings,
                      const char *fen) {
    int variant = list_variants(form, settings);
    form->variant = dialog_add_choice(dialog, "Variant", form->variants, variant);
    form->player[WHITE] = add_player(dialog, "White", &settings->player[WHITE]);
    form->player[BLACK] = add_player(dialog, "Black", &settings->player[BLACK]);
    form->level = add_level(dialog, settings->level);
    form->movetime = add_number(dialog, "Time a move, ms", settings->movetime_ms);
    form->depth = add_number(dialog, "Depth, plies", settings->depth);
    form->ponder = dialog_add_choice(dialog, "Ponder", off_on, settings->ponder);
    form->clock = dialogs_add_clock_field(dialog, &settings->clock);
    form->fen = dialog_add_field(dialog, "Position, FEN", fen);
    form->file = dialog_add_field(dialog, "Variant's file", "");
}

/* --- reading it --- */

static bool apply_variant(Dialog *dialog, const NewGameForm *form, Settings *settings) {
    const char *name = form->variants[dialog_choice(dialog, form->variant)];
    if (dialog_field(dialog, form->file)[0] != '\0')
        return dialogs_apply_setting(dialog, form->file, settings, "variant",
                                     dialog_field(dialog, form->file));
    return strcmp(name, settings->variant.name) == 0 ||
           dialogs_apply_setting(dialog, form->variant, settings, "variant", name);
}

static bool apply_form(Dialog *dialog, const NewGameForm *form, Settings *settings) {
    for (int color = 0; color < COLOR_COUNT; color++)
        settings->player[color] = players[dialog_choice(dialog, form->player[color])].setting;
    settings->level = dialog_choice(dialog, form->level) + 1;
    settings->ponder = dialog_choice(dialog, form->ponder) == 1;
    settings->load_path[0] = '\0';
    return apply_variant(dialog, form, settings) &&
           dialogs_apply_setting(dialog, form->movetime, settings, "movetime",
                                 dialogs_field_or(dialog, form->movetime, "0")) &&
           dialogs_apply_setting(dialog, form->depth, settings, "depth",
                                 dialogs_field_or(dialog, form->depth, "0")) &&
           dialogs_apply_setting(dialog, form->clock, settings, "clock",
                                 dialogs_field_or(dialog, form->clock, "none")) &&
           dialogs_apply_setting(dialog, form->fen, settings, "game",
                                 dialogs_field_or(dialog, form->fen, "standard"));
}

static void start(Dialog *dialog, void *context) {
    App *app = context;
    const NewGameForm *form = dialog_data(dialog);
    Settings *settings = memory_allocate(sizeof *settings);
    Error error = {0};
    current_settings(app, settings);
    dialog_set_error(dialog, form->start, NULL);
    if (apply_form(dialog, form, settings)) {
        if (app_start_game_from(app, settings, &error)) {
            app->settings = *settings;
            choices_keep_game(app, false);
            dialog_close(dialog);
        } else {
            dialogs_set_error(dialog, form->fen, &error);
        }
    }
    free(settings);
}

static void begin_tour(Dialog *dialog, void *context) {
    dialog_close(dialog);
    tour_open(context);
}

static void begin_puzzles(Dialog *dialog, void *context) {
    dialog_close(dialog);
    puzzle_screen_open(context);
}

static void open_lobby(Dialog *dialog, void *context) {
    dialog_close(dialog);
    lobby_screen_open(context);
}

void new_game_open(App *app, const char *fen) {
    Dialog *dialog = dialog_create("New game", app);
    NewGameForm *form = memory_allocate(sizeof *form);
    Settings *settings = memory_allocate(sizeof *settings);
    dialog_set_data(dialog, form, free);
    current_settings(app, settings);
    add_items(dialog, form, settings, fen);
    free(settings);
    if (app_has_unfinished_game(app))
        dialog_add_text(dialog,
                        "The game in progress is kept, and offered again at the next start.");
    form->start = dialog_add_button(dialog, "Start", start);
    dialog_add_button(dialog, "Cancel", NULL);
    dialog_add_button(dialog, "Guided tour", begin_tour);
    dialog_add_button(dialog, "Puzzles", begin_puzzles);
    dialog_add_button(dialog, "Network", open_lobby);
    if (fen[0] != '\0')
        dialog_focus(dialog, form->fen);
    app_push_layer(app, dialog_layer(dialog));
}
