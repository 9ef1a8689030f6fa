#include <config.h>

#include "tui/setup/new_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "config/variantfile.h"
#include "play/session.h"
#include "play/storage.h"
#include "rules/fen.h"
#include "tui/app_game.h"
#include "tui/app_loop.h"
#include "tui/dialogs.h"
#include "tui/game_form.h"
#include "tui/online/invite.h"

typedef enum Opponent {
    OPPONENT_COMPUTER,
    OPPONENT_FRIEND,
    OPPONENT_ONLINE,
    OPPONENT_NONE /* two computers play */
} Opponent;

static const char *const opponents[] = {
    [OPPONENT_COMPUTER] = "Computer",
    [OPPONENT_FRIEND] = "A friend here",
    [OPPONENT_ONLINE] = "Somebody online",
    [OPPONENT_NONE] = "Two computers",
    NULL,
};

static const char *const no_yes[] = {"no", "yes", NULL};

static const struct {
    const char *words, *advisor;
} advice[] = {
    {"somebody strong", "negamax"},
    {"somebody greedy", "greedy"},
    {"chance", "random"},
};

enum { ADVICE_COUNT = sizeof advice / sizeof advice[0] };

/* Numbers of the dialog's items. */
typedef struct NewGameForm {
    int opponent, side, strength[COLOR_COUNT];
    VariantItem variants;
    int more, seconds, depth, ponder, advice, fen, file, start;
    ClockItems clock;
} NewGameForm;

/* ---- making the dialog ---- */

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
        snprintf(player->advisor, sizeof player->advisor, "%s",
                 advisor_name(setup.player[color].advisor));
        player->level = setup.player[color].level;
    }
    settings->variant = session_record(app_game(app))->variant;
    settings->depth = setup.limits.depth;
    settings->movetime_ms = setup.limits.movetime_ms;
    settings->clock = setup.clock;
}

static bool is_computer(const Settings *settings, Color color) {
    return settings->player[color].control == CONTROL_COMPUTER;
}

static Opponent opponent_in(const Settings *settings) {
    if (is_computer(settings, WHITE) && is_computer(settings, BLACK))
        return OPPONENT_NONE;
    return is_computer(settings, WHITE) || is_computer(settings, BLACK) ? OPPONENT_COMPUTER
                                                                        : OPPONENT_FRIEND;
}

static int add_strength(Dialog *dialog, const Settings *settings, Color color) {
    const PlayerSetting *player = &settings->player[color];
    int level = player->level > 0 ? player->level : settings->level;
    const char *advisor = is_computer(settings, color) ? player->advisor : "negamax";
    return game_form_add_strength(dialog, "Black's level", advisor, level);
}

static int add_advice(Dialog *dialog, const Settings *settings) {
    const char *words[ADVICE_COUNT + 1] = {NULL};
    Color person = is_computer(settings, WHITE) ? BLACK : WHITE;
    int chosen = 0;
    for (int i = 0; i < ADVICE_COUNT; i++) {
        words[i] = advice[i].words;
        if (!is_computer(settings, person) &&
            strcmp(advice[i].advisor, settings->player[person].advisor) == 0)
            chosen = i;
    }
    return dialog_add_choice(dialog, "Advice comes from", words, chosen);
}

static int add_depth(Dialog *dialog, int depth) {
    char text[16] = "";
    if (depth > 0)
        snprintf(text, sizeof text, "%d", depth);
    return dialog_add_field(dialog, "Moves to look ahead", text);
}

static void add_items(Dialog *dialog, NewGameForm *form, const Settings *settings,
                      const char *fen) {
    Opponent opponent = opponent_in(settings);
    Color computer = is_computer(settings, WHITE) ? WHITE : BLACK;
    FormSide side = settings->random_sides ? SIDE_RANDOM
                    : computer == WHITE    ? SIDE_BLACK
                                           : SIDE_WHITE;
    form->opponent = dialog_add_choice(dialog, "Against", opponents, (int)opponent);
    form->side = dialog_add_choice(dialog, "Your side", game_form_sides, (int)side);
    form->strength[WHITE] = add_strength(dialog, settings, computer);
    form->strength[BLACK] = add_strength(dialog, settings, BLACK);
    game_form_add_variant(dialog, &form->variants, settings, false);
    form->more = dialog_add_expander(dialog, "More", fen[0] != '\0');
    form->seconds = game_form_add_seconds(dialog, "Seconds for a move", settings->movetime_ms);
    form->depth = add_depth(dialog, settings->depth);
    form->ponder = dialog_add_choice(dialog, "Thinks in your time", no_yes, settings->ponder);
    game_form_add_clock(dialog, &form->clock, &settings->clock);
    form->advice = add_advice(dialog, settings);
    form->fen = dialog_add_field(dialog, "Position as text", fen);
    form->file = dialog_add_field(dialog, "Variant from a file", "");
    dialog_set_paste_field(dialog, form->fen);
}

/* Shows the items that apply to the chosen opponent. */
static void update(Dialog *dialog, void *context) {
    (void)context;
    const NewGameForm *form = dialog_data(dialog);
    Opponent opponent = (Opponent)dialog_choice(dialog, form->opponent);
    bool local = opponent != OPPONENT_ONLINE;
    bool computer = opponent == OPPONENT_COMPUTER || opponent == OPPONENT_NONE;
    const struct {
        int item;
        bool shown;
    } items[] = {
        {form->side, opponent == OPPONENT_COMPUTER},
        {form->strength[WHITE], computer},
        {form->strength[BLACK], opponent == OPPONENT_NONE},
        {form->variants.item, local},
        {form->more, local},
        {form->seconds, computer},
        {form->depth, computer},
        {form->ponder, opponent == OPPONENT_COMPUTER},
        {form->clock.minutes, local},
        {form->clock.increment, local},
        {form->advice, opponent == OPPONENT_COMPUTER || opponent == OPPONENT_FRIEND},
        {form->fen, local},
        {form->file, local},
    };
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        dialog_set_shown(dialog, items[i].item, items[i].shown);
    dialog_set_text(dialog, form->strength[WHITE],
                    opponent == OPPONENT_NONE ? "White's level" : "Level");
    dialog_set_note(dialog, form->opponent,
                    local ? "" : "Invite somebody, or join a game on a server.");
    game_form_describe_variant(dialog, &form->variants);
}

/* ---- reading it ---- */

static void get_computer(const Dialog *dialog, int item, Settings *settings, Color color) {
    PlayerSetting *player = &settings->player[color];
    player->control = CONTROL_COMPUTER;
    player->level = 0;
    game_form_get_strength(dialog, item, player, &settings->level);
}

static void get_person(const Dialog *dialog, int item, Settings *settings, Color color) {
    PlayerSetting *player = &settings->player[color];
    player->control = CONTROL_HUMAN;
    player->level = 0;
    snprintf(player->advisor, sizeof player->advisor, "%s",
             advice[dialog_choice(dialog, item)].advisor);
}

static void get_players(const Dialog *dialog, const NewGameForm *form, Settings *settings) {
    Opponent opponent = (Opponent)dialog_choice(dialog, form->opponent);
    Color person = game_form_get_side(dialog, form->side, settings->seed);
    for (int color = 0; color < COLOR_COUNT; color++)
        get_person(dialog, form->advice, settings, (Color)color);
    if (opponent == OPPONENT_COMPUTER)
        get_computer(dialog, form->strength[WHITE], settings, color_other(person));
    if (opponent != OPPONENT_NONE)
        return;
    get_computer(dialog, form->strength[BLACK], settings, BLACK);
    settings->player[BLACK].level = settings->level;
    get_computer(dialog, form->strength[WHITE], settings, WHITE);
}

static bool get_variant(Dialog *dialog, const NewGameForm *form, Settings *settings) {
    char path[SETTING_PATH_SIZE];
    Error error = {0};
    if (!storage_expand_home(dialog_field(dialog, form->file), path, sizeof path))
        error_set(&error, ERROR_RANGE, "the path is too long");
    else if (path[0] == '\0')
        settings->variant = *game_form_variant(dialog, &form->variants);
    else
        variantfile_load(path, &settings->variant, &error);
    if (error.code != ERROR_NONE)
        dialogs_set_error(dialog, form->file, &error);
    return error.code == ERROR_NONE;
}

static bool get_depth(Dialog *dialog, const NewGameForm *form, Settings *settings) {
    const char *text = dialog_field(dialog, form->depth);
    char sentence[80];
    settings->depth = 0;
    if (text[0] == '\0' || text_parse_number(text, 1, SEARCH_DEPTH_MAX, &settings->depth))
        return true;
    snprintf(sentence, sizeof sentence, "Type a number from 1 to %d, or nothing for no limit.",
             SEARCH_DEPTH_MAX);
    dialog_set_error(dialog, form->depth, sentence);
    return false;
}

static bool get_position(Dialog *dialog, const NewGameForm *form, Settings *settings) {
    const char *text = dialogs_field_or(dialog, form->fen, "standard");
    Position position;
    Error error = {0};
    bool good = text_copy(settings->game, sizeof settings->game, text) ||
                error_set(&error, ERROR_RANGE, "the text is too long");
    if (good && strcmp(text, "standard") != 0)
        good = fen_parse(text, &settings->variant, &position, &error);
    if (!good)
        dialogs_set_error(dialog, form->fen, &error);
    return good;
}

static bool get_settings(Dialog *dialog, const NewGameForm *form, Settings *settings) {
    int opponent = dialog_choice(dialog, form->opponent);
    bool computer = opponent == OPPONENT_COMPUTER || opponent == OPPONENT_NONE;
    get_players(dialog, form, settings);
    settings->ponder = dialog_choice(dialog, form->ponder) == 1;
    settings->load_path[0] = '\0';
    return (!computer || (game_form_get_seconds(dialog, form->seconds, &settings->movetime_ms) &&
                          get_depth(dialog, form, settings))) &&
           game_form_get_clock(dialog, &form->clock, &settings->clock) &&
           get_variant(dialog, form, settings) && get_position(dialog, form, settings);
}

static void start_local(Dialog *dialog, App *app) {
    const NewGameForm *form = dialog_data(dialog);
    Settings *settings = memory_allocate(sizeof *settings);
    bool random_sides = dialog_choice(dialog, form->opponent) == OPPONENT_COMPUTER &&
                        dialog_choice(dialog, form->side) == SIDE_RANDOM;
    Error error = {0};
    *settings = app->settings;
    dialog_set_error(dialog, form->start, NULL);
    if (get_settings(dialog, form, settings)) {
        if (app_start_chosen_game(app, settings, random_sides, &error))
            dialog_close(dialog);
        else
            dialogs_set_error(dialog, form->fen, &error);
    }
    free(settings);
}

static void start(Dialog *dialog, void *context) {
    const NewGameForm *form = dialog_data(dialog);
    if (dialog_choice(dialog, form->opponent) != OPPONENT_ONLINE) {
        start_local(dialog, context);
        return;
    }
    dialog_close(dialog);
    play_somebody_open_online(context);
}

/* Before the first game, the unfinished ones are offered again. */
static void leave(Dialog *dialog, void *context) {
    App *app = context;
    dialog_close(dialog);
    if (app->session == NULL)
        app_start_first_game(app);
}

static void go_to_first_screen(Dialog *dialog, void *context) {
    dialog_close(dialog);
    action_run(context, ACTION_WELCOME);
}

/* `variant` is the one chosen at first; NULL: that of the current game. */
static void open_dialog(App *app, const char *fen, const Variant *variant) {
    Dialog *dialog = dialog_create("New game", app);
    NewGameForm *form = memory_allocate(sizeof *form);
    Settings *settings = memory_allocate(sizeof *settings);
    dialog_set_data(dialog, form, free);
    current_settings(app, settings);
    if (variant != NULL)
        settings->variant = *variant;
    add_items(dialog, form, settings, fen);
    free(settings);
    dialogs_add_kept_notice(app, dialog);
    form->start = dialog_add_button(dialog, "Start", start);
    dialog_add_button(dialog, "Cancel", leave);
    dialog_add_button(dialog, "First screen", go_to_first_screen);
    dialog_set_cancel_handler(dialog, leave);
    dialog_set_change_handler(dialog, update);
    update(dialog, app);
    if (fen[0] != '\0')
        dialog_focus(dialog, form->fen);
    app_push_layer(app, dialog_layer(dialog));
}

void new_game_open(App *app, const char *fen) {
    open_dialog(app, fen, NULL);
}

void new_game_open_position(App *app, const Position *position) {
    char fen[FEN_SIZE];
    fen_write(position, fen);
    open_dialog(app, fen, position->variant);
}

static void act_new(App *app) {
    new_game_open(app, "");
}

static bool run_new(App *app, const char *fen, Error *error) {
    (void)error;
    new_game_open(app, fen);
    return true;
}

static const FeatureAction actions[] = {{ACTION_NEW, .run = act_new}, {.action = ACTION_NONE}};
static const FeatureCommand commands[] = {{"new", run_new, false, NULL, NULL}, {0}};

const Feature new_game_feature = {.actions = actions, .commands = commands};
