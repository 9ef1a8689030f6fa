#include <config.h>

#include "tui/cards/resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/number.h"
#include "collection/collection.h"
#include "collection/game_statistics.h"
#include "term/draw.h"
#include "tui/app_game.h"
#include "tui/app_loop.h"
#include "tui/dialogs.h"
#include "tui/games/games_screen.h"
#include "tui/online/waiting.h"
#include "tui/setup/new_game.h"

enum {
    LIST_ROWS = 12,
    WIDE_COLUMNS = 72, /* of a screen with room for the whole line of a game */
    PLAYERS_SIZE = OWN_GAME_WORDS_SIZE,
    MOVE_SIZE = GAME_WORDS_SIZE,
    LINE_SIZE = PLAYERS_SIZE + MOVE_SIZE + GAME_WORDS_SIZE + 8
};

typedef struct ResumeOffer {
    Collection *games; /* the unfinished ones */
    App *app;
    Dialog *dialog;
    int item; /* the list in the dialog */
} ResumeOffer;

/* The feature's state is a pointer to the open dialog; NULL: none. */
static Dialog **open_offer(const App *app) {
    return app_state(app, &resume_feature);
}

static void free_offer(void *data) {
    ResumeOffer *offer = data;
    if (*open_offer(offer->app) == offer->dialog)
        *open_offer(offer->app) = NULL;
    collection_close(offer->games);
    free(offer);
}

static size_t chosen_number(const Dialog *dialog) {
    const ResumeOffer *offer = dialog_data(dialog);
    return dialog_selection(dialog, offer->item);
}

static const SavedSeat *chosen_seat(const Dialog *dialog) {
    const ResumeOffer *offer = dialog_data(dialog);
    return collection_seat(offer->games, chosen_number(dialog));
}

/* ---- lines of the list ---- */

typedef struct GameLine {
    char players[PLAYERS_SIZE], move[MOVE_SIZE], when[GAME_WORDS_SIZE];
} GameLine;

static void describe_local(const GameInfo *info, bool wide, GameLine *line) {
    char words[GAME_WORDS_SIZE];
    snprintf(line->players, PLAYERS_SIZE, "%s", game_words_players(info, wide, words));
    snprintf(line->move, MOVE_SIZE, "%s", game_words_result(info, words));
}

/* Shows the game as unknown until its server has answered. */
static void describe_seat(const App *app, const SavedSeat *seat, bool wide, GameLine *line) {
    char server[SERVER_ADDRESS_SIZE], opponent[OWN_GAME_WORDS_SIZE], state[OWN_GAME_WORDS_SIZE];
    const OwnGame unknown = {.saved = seat, .game.id = seat->id};
    const OwnGame *known = waiting_find(app, seat), *game = known != NULL ? known : &unknown;
    server_address_write(&seat->servers.servers[0], server);
    if (wide)
        own_game_clause(game, server, line->players);
    else if (known != NULL)
        snprintf(line->players, PLAYERS_SIZE, "%.100s, %.100s", own_game_opponent(game, opponent),
                 own_game_state(game, false, state));
    else
        snprintf(line->players, PLAYERS_SIZE, "%s", seat->id.text);
}

static char *join_line(const GameLine *line, bool wide, int players, int move) {
    char text[LINE_SIZE];
    if (wide)
        snprintf(text, sizeof text, "%s%*s  %*s  %s", line->players,
                 players - draw_width(line->players), "", -move, line->move, line->when);
    else
        snprintf(text, sizeof text, "%s, %s", line->players, line->when);
    return memory_strdup(text);
}

static void fill_list(const App *app, Dialog *dialog, const ResumeOffer *offer, size_t selected) {
    bool wide = draw_columns() >= WIDE_COLUMNS;
    size_t count = collection_count(offer->games);
    GameLine *lines = memory_allocate(count * sizeof *lines);
    char **texts = memory_allocate(count * sizeof *texts);
    int players = 0, move = 0;
    time_t now = time(NULL);
    for (size_t i = 0; i < count; i++) {
        const GameInfo *info = collection_game(offer->games, i);
        const SavedSeat *seat = collection_seat(offer->games, i);
        if (seat != NULL)
            describe_seat(app, seat, wide, &lines[i]);
        else
            describe_local(info, wide, &lines[i]);
        game_words_when(info->played, now, wide, lines[i].when);
        players = max_int(players, draw_width(lines[i].players));
        move = max_int(move, draw_width(lines[i].move));
    }
    for (size_t i = 0; i < count; i++)
        texts[i] = join_line(&lines[i], wide, players, move);
    dialog_set_list(dialog, offer->item, (const char *const *)texts, count, selected);
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
    free(lines);
}

/* Called when a server has answered how games stand. */
static void refresh(App *app) {
    Dialog *dialog = *open_offer(app);
    if (dialog == NULL)
        return;
    const ResumeOffer *offer = dialog_data(dialog);
    fill_list(app, dialog, offer, dialog_selection(dialog, offer->item));
}

/* ---- going on ---- */

/* Shows the selected game on the board behind the dialog. */
static void preview(Dialog *dialog, void *context) {
    App *app = context;
    SessionSetup setup;
    const ResumeOffer *offer = dialog_data(dialog);
    if (app->session == NULL &&
        collection_preview(offer->games, chosen_number(dialog), &app->settings, &setup))
        app_show_preview(app, &setup);
}

static void go_on_here(Dialog *dialog, App *app) {
    const ResumeOffer *offer = dialog_data(dialog);
    SessionSetup setup;
    Error error = {0};
    bool good =
        collection_resume(offer->games, chosen_number(dialog), &app->settings, &setup, &error) &&
        app_start_game(app, &setup, &error);
    dialog_close(dialog);
    if (good)
        return;
    app_start_first_game(app);
    app_notify_error(app, &error);
}

static void go_on(Dialog *dialog, void *context) {
    const SavedSeat *seat = chosen_seat(dialog);
    if (seat == NULL) {
        go_on_here(dialog, context);
        return;
    }
    dialog_close(dialog);
    waiting_open(context, seat);
}

static void start_new_game(Dialog *dialog, void *context) {
    dialog_close(dialog);
    app_start_new_game(context);
}

/* Cancelling the dialog for a new game offers the unfinished ones again. */
static void choose_new_game(Dialog *dialog, void *context) {
    dialog_close(dialog);
    new_game_open(context, "");
}

static void show_all(Dialog *dialog, void *context) {
    dialog_close(dialog);
    games_screen_open(context);
}

/* ---- deleting ---- */

static void delete_game(Dialog *question, void *context) {
    Dialog *dialog = *(Dialog *const *)dialog_data(question);
    const ResumeOffer *offer = dialog_data(dialog);
    Error error = {0};
    dialog_close(question);
    collection_delete(offer->games, chosen_number(dialog), &error);
    dialog_close(dialog);
    app_start_first_game(context);
    if (error.code != ERROR_NONE)
        app_notify_error(context, &error);
}

static void ask_to_delete(Dialog *dialog, void *context) {
    Dialog **data = memory_allocate(sizeof(Dialog *));
    *data = dialog;
    dialogs_confirm(context, "Delete",
                    chosen_seat(dialog) != NULL ? "You lose your seat in this game for good."
                                                : "This game cannot be brought back.",
                    "Delete", delete_game, data);
}

/* ---- the dialog ---- */

static void show_offer(App *app, Collection *games) {
    bool one = collection_count(games) == 1;
    ResumeOffer *offer = memory_allocate(sizeof *offer);
    offer->games = games;
    Dialog *dialog = dialog_create(one ? "An unfinished game" : "Unfinished games", app);
    dialog_set_data(dialog, offer, free_offer);
    dialog_set_cancel_handler(dialog, start_new_game);
    dialog_add_text(dialog, one ? "Resume it?" : "Resume one of them?");
    offer->item = dialog_add_list(dialog, LIST_ROWS, go_on);
    fill_list(app, dialog, offer, 0);
    dialog_set_change_handler(dialog, preview);
    dialog_add_button(dialog, "Resume", go_on);
    dialog_add_button(dialog, "New game", choose_new_game);
    dialog_add_button(dialog, "Delete", ask_to_delete);
    dialog_add_button(dialog, "All games", show_all);
    app_push_layer(app, dialog_layer(dialog));
    offer->app = app;
    offer->dialog = *open_offer(app) = dialog;
    waiting_ask(app, refresh);
    preview(dialog, app);
}

/* Offers the unfinished games, the most recent first. A new game starts if the user declines, or if
 * there are none. */
static void offer_games(App *app) {
    Error error = {0};
    Collection *games = collection_open_unfinished(&app->settings, &error);
    if (games != NULL && collection_count(games) > 0) {
        show_offer(app, games);
    } else {
        collection_close(games);
        app_start_new_game(app);
    }
    if (error.code != ERROR_NONE)
        app_notify_error(app, &error);
}

static Beginning begin(App *app, const Occasion *occasion, Error *error) {
    (void)error;
    if (occasion->type != OCCASION_FIRST_GAME)
        return BEGINNING_NONE;
    offer_games(app);
    return BEGINNING_SHOWN;
}

const Feature resume_feature = {.state_size = sizeof(Dialog *), .begin = begin};
