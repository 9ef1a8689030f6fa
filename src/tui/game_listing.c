#include <config.h>

#include "tui/game_listing.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"
#include "tui/dialogs.h"

enum { FILE_SMALL = 1 << 20, SHOW_MS = 100 };

/* Freed when its thread has ended and its timer is closed. */
typedef struct GameListing {
    App *app;
    Dialog *dialog; /* open until the listing is stopped or finished */
    int line;       /* its item */
    Dialog *files;
    GameListHandler *handler;
    char path[SETTING_PATH_SIZE];
    uv_work_t work;
    uv_timer_t timer; /* shows the progress */
    atomic_int percent;
    atomic_bool stopped;
    GameList games; /* of the thread until it has ended, as is `error` */
    Error error;
} GameListing;

/* --- on the thread --- */

static bool on_progress(void *context, size_t done, size_t total) {
    GameListing *listing = context;
    atomic_store(&listing->percent, (int)(100 * (done >> 10) / ((total >> 10) + 1)));
    return !atomic_load(&listing->stopped);
}

static void work_run(uv_work_t *work) {
    GameListing *listing = work->data;
    StorageWatch watch = {on_progress, listing};
    storage_list_games(listing->path, &watch, &listing->games, &listing->error);
}

/* --- on the loop --- */

static void on_timer_closed(uv_handle_t *timer) {
    GameListing *listing = timer->data;
    storage_free_games(&listing->games);
    free(listing);
}

static void finish(GameListing *listing) {
    App *app = listing->app;
    char text[ERROR_SENTENCE_SIZE];
    app->listing = NULL;
    dialog_close(listing->dialog);
    if (listing->error.code != ERROR_NONE ||
        !listing->handler(app, listing->files, listing->path, &listing->games, &listing->error))
        dialogs_show_message(app, "Open a game", error_sentence(&listing->error, text));
    layers_free_closed(&app->layers);
    app_invalidate(app);
}

static void work_done(uv_work_t *work, int status) {
    GameListing *listing = work->data;
    (void)status;
    if (!atomic_load(&listing->stopped))
        finish(listing);
    uv_close((uv_handle_t *)&listing->timer, on_timer_closed);
}

static void show_progress(uv_timer_t *timer) {
    GameListing *listing = timer->data;
    char text[SHORT_PATH_SIZE + 32], path[SHORT_PATH_SIZE];
    if (atomic_load(&listing->stopped))
        return;
    snprintf(text, sizeof text, "Reading %s: %d %%", text_shorten_path(listing->path, path),
             atomic_load(&listing->percent));
    dialog_set_text(listing->dialog, listing->line, text);
    app_invalidate(listing->app);
}

static void on_cancel(Dialog *dialog, void *context) {
    (void)dialog;
    game_listing_stop(context);
}

static void on_stop_button(Dialog *dialog, void *context) {
    dialog_close(dialog);
    game_listing_stop(context);
}

void game_listing_stop(App *app) {
    if (app->listing != NULL)
        atomic_store(&app->listing->stopped, true);
    app->listing = NULL;
}

/* --- starting --- */

static void open_dialog(GameListing *listing) {
    Dialog *dialog = dialog_create("Open a game", listing->app);
    listing->dialog = dialog;
    listing->line = dialog_add_text(dialog, "");
    dialog_add_button(dialog, "Stop", on_stop_button);
    dialog_set_cancel_handler(dialog, on_cancel);
    app_push_layer(listing->app, dialog_layer(dialog));
}

static void list_on_thread(App *app, Dialog *files, const char *path, GameListHandler *handler) {
    GameListing *listing = memory_allocate(sizeof *listing);
    listing->app = app;
    listing->files = files;
    listing->handler = handler;
    snprintf(listing->path, sizeof listing->path, "%s", path);
    listing->work.data = listing->timer.data = listing;
    app->listing = listing;
    open_dialog(listing);
    uv_timer_init(&app->loop, &listing->timer);
    uv_timer_start(&listing->timer, show_progress, 0, SHOW_MS);
    uv_queue_work(&app->loop, &listing->work, work_run, work_done);
}

bool game_listing_start(App *app, Dialog *files, const char *path, GameListHandler *handler,
                        Error *error) {
    struct stat status;
    GameList games;
    game_listing_stop(app);
    if (stat(path, &status) == 0 && status.st_size > FILE_SMALL) {
        list_on_thread(app, files, path, handler);
        return true;
    }
    bool good =
        storage_list_games(path, NULL, &games, error) && handler(app, files, path, &games, error);
    storage_free_games(&games);
    return good;
}
