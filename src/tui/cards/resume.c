#include <config.h>

#include "tui/cards/resume.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "play/autosave.h"
#include "play/saved_seats.h"
#include "tui/dialogs.h"
#include "tui/online/connect_dialog.h"
#include "tui/selection.h"

/* --- a local game --- */

static void free_unfinished(void *data) {
    autosave_release_unfinished(data);
    free(data);
}

static void resume_game(Dialog *dialog, void *context) {
    App *app = context;
    UnfinishedGame *game = dialog_data(dialog);
    SessionSetup setup;
    Error error = {0};
    dialog_close(dialog);
    bool ready = session_setup_resume(&app->settings, game->autosave, game->text, game->length,
                                      &setup, &error);
    if (ready)
        game->autosave = NULL;
    if (ready && app_start_game(app, &setup, &error))
        return;
    app_start_new_game(app);
    app_notify_error(app, &error);
}

static void decline(Dialog *dialog, void *context) {
    dialog_close(dialog);
    app_start_new_game(context);
}

static void delete_game(Dialog *dialog, void *context) {
    UnfinishedGame *game = dialog_data(dialog);
    autosave_close(game->autosave, true);
    game->autosave = NULL;
    dialog_close(dialog);
    resume_offer_local(context);
}

static void show_offer(App *app, UnfinishedGame *game) {
    char text[512];
    const Record *record = game->record;
    record_free(app->preview);
    app->preview = game->record;
    game->record = NULL;
    Dialog *dialog = dialog_create("An unfinished game", app);
    dialog_set_data(dialog, game, free_unfinished);
    dialog_set_cancel_handler(dialog, decline);
    snprintf(text, sizeof text, "White: %s. Black: %s. Variant %s, %zu %s played. Go on with it?",
             record_tag_or_unknown(record, "White"), record_tag_or_unknown(record, "Black"),
             record->variant.name, record->current, record->current == 1 ? "move" : "moves");
    dialog_add_text(dialog, text);
    dialog_add_button(dialog, "Go on", resume_game);
    dialog_add_button(dialog, "New game", decline);
    dialog_add_button(dialog, "Delete it", delete_game);
    app_push_layer(app, dialog_layer(dialog));
}

void resume_offer_local(App *app) {
    Error error = {0};
    UnfinishedGame *game = memory_allocate(sizeof *game);
    if (autosave_find_unfinished(game, &error)) {
        show_offer(app, game);
    } else {
        free_unfinished(game);
        app_start_new_game(app);
    }
    if (error.code != ERROR_NONE)
        app_notify_error(app, &error);
}

/* --- games on servers --- */

enum { LIST_ROWS = 8 };

typedef struct SeatOffer {
    SavedSeatList list;
    int item; /* of the list */
} SeatOffer;

static void seat_offer_free(void *data) {
    SeatOffer *seats = data;
    saved_seats_free(&seats->list);
    free(seats);
}

static const SavedSeat *chosen_seat(const Dialog *dialog) {
    const SeatOffer *seats = dialog_data(dialog);
    return &seats->list.seats[dialog_selection(dialog, seats->item)];
}

static void play_seat(Dialog *dialog, void *context) {
    App *app = context;
    const SavedSeat *seat = chosen_seat(dialog);
    NetworkOptions options;
    Error error = {0};
    dialog_close(dialog);
    if (!network_options_from_settings(&app->settings, &options, &error)) {
        resume_offer_local(app);
        app_notify_error(app, &error);
        return;
    }
    connect_dialog_use_seat(&options, seat);
    connect_dialog_open(app, &options);
}

static void decline_seats(Dialog *dialog, void *context) {
    dialog_close(dialog);
    resume_offer_local(context);
}

static void delete_seat(Dialog *dialog, void *context) {
    saved_seat_delete(chosen_seat(dialog));
    dialog_close(dialog);
    resume_offer(context);
}

static void list_seats(Dialog *dialog, SeatOffer *seats) {
    char **lines = memory_allocate(seats->list.count * sizeof *lines);
    for (size_t i = 0; i < seats->list.count; i++) {
        const SavedSeat *seat = &seats->list.seats[i];
        char server[SERVER_ADDRESS_SIZE], line[SERVER_ADDRESS_SIZE + 96];
        network_address_text(&seat->address, server);
        snprintf(line, sizeof line, "%s  %s  %s%s%s", seat->id.text,
                 seat->seat == SEAT_ANY ? "" : color_name((Color)seat->seat), seat->name,
                 seat->name[0] != '\0' ? "  " : "", server);
        lines[i] = memory_strdup(line);
    }
    dialog_set_list(dialog, seats->item, (const char *const *)lines, seats->list.count, 0);
    for (size_t i = 0; i < seats->list.count; i++)
        free(lines[i]);
    free(lines);
}

void resume_offer(App *app) {
    SeatOffer *seats = memory_allocate(sizeof *seats);
    saved_seats_list(&seats->list);
    if (seats->list.count == 0) {
        seat_offer_free(seats);
        resume_offer_local(app);
        return;
    }
    Dialog *dialog = dialog_create("Your games on servers", app);
    dialog_set_data(dialog, seats, seat_offer_free);
    dialog_set_cancel_handler(dialog, decline_seats);
    dialog_add_text(dialog, seats->list.count == 1 ? "You have a seat in this game. Go on with it?"
                                                   : "You have seats in these games. Go on?");
    seats->item = dialog_add_list(dialog, LIST_ROWS, play_seat);
    list_seats(dialog, seats);
    dialog_add_button(dialog, "Go on", play_seat);
    dialog_add_button(dialog, "Not now", decline_seats);
    dialog_add_button(dialog, "Forget it", delete_seat);
    app_push_layer(app, dialog_layer(dialog));
}
