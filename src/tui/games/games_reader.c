#include <config.h>

#include "tui/games/games_reader.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

enum { SHOW_MS = 100 };

/* Freed when its thread has ended and its timer is closed. */
typedef struct GamesReader {
    App *app;
    GamesRequest request; /* with a path of its own */
    char path[SETTING_PATH_SIZE];
    Settings *settings; /* a copy */
    uv_work_t work;
    uv_timer_t timer; /* shows the progress */
    bool slow;        /* it takes long enough to be shown */
    atomic_size_t done, total;
    atomic_bool stopped;
    GamesRead read; /* of the thread until it has ended */
    SLIST_ENTRY(GamesReader) next;
} GamesReader;

/* --- on the thread --- */

static bool on_progress(void *context, size_t done, size_t total) {
    GamesReader *reader = context;
    atomic_store(&reader->done, done);
    atomic_store(&reader->total, total);
    return !atomic_load(&reader->stopped);
}

static void read_collection(GamesReader *reader, const StorageWatch *watch) {
    GamesRead *read = &reader->read;
    read->collection = collection_open(reader->settings, watch, &read->error);
    if (read->collection == NULL || !reader->request.tree)
        return;
    read->tree = game_tree_create();
    game_tree_add_collection(read->tree, read->collection);
}

static void read_file(GamesReader *reader, const StorageWatch *watch) {
    GamesRead *read = &reader->read;
    read->tree = game_tree_create();
    if (game_tree_add_file(read->tree, reader->path, watch, &read->damaged, &read->error))
        return;
    game_tree_free(read->tree);
    read->tree = NULL;
}

static void work_run(uv_work_t *work) {
    GamesReader *reader = work->data;
    StorageWatch watch = {on_progress, reader};
    if (reader->request.path != NULL)
        read_file(reader, &watch);
    else
        read_collection(reader, &watch);
}

/* --- on the loop --- */

static void on_timer_closed(uv_handle_t *timer) {
    GamesReader *reader = timer->data;
    game_tree_free(reader->read.tree);
    collection_close(reader->read.collection);
    free(reader->settings);
    free(reader);
}

static void work_done(uv_work_t *work, int status) {
    GamesReader *reader = work->data;
    App *app = reader->app;
    (void)status;
    if (!atomic_load(&reader->stopped)) {
        SLIST_REMOVE(&app->games_readers, reader, GamesReader, next);
        reader->request.handler(app, reader->request.context, &reader->read);
        layers_free_closed(&app->layers);
        app_invalidate(app);
    }
    uv_close((uv_handle_t *)&reader->timer, on_timer_closed);
}

static void show_progress(uv_timer_t *timer) {
    GamesReader *reader = timer->data;
    reader->slow = true;
    if (!atomic_load(&reader->stopped))
        app_invalidate(reader->app);
}

static GamesReader *find(const App *app, const void *context) {
    GamesReader *reader;
    SLIST_FOREACH(reader, &app->games_readers, next)
        if (reader->request.context == context)
            return reader;
    return NULL;
}

bool games_reader_progress(const App *app, const void *context, size_t *done, size_t *total) {
    GamesReader *reader = find(app, context);
    if (reader == NULL || !reader->slow)
        return false;
    *done = atomic_load(&reader->done);
    *total = atomic_load(&reader->total);
    return true;
}

void games_reader_start(App *app, const GamesRequest *request) {
    GamesReader *reader = memory_allocate(sizeof *reader);
    reader->app = app;
    reader->request = *request;
    if (request->path != NULL) {
        snprintf(reader->path, sizeof reader->path, "%s", request->path);
        reader->request.path = reader->path;
    }
    reader->settings = memory_allocate(sizeof *reader->settings);
    *reader->settings = app->settings;
    reader->work.data = reader->timer.data = reader;
    SLIST_INSERT_HEAD(&app->games_readers, reader, next);
    uv_timer_init(&app->loop, &reader->timer);
    uv_timer_start(&reader->timer, show_progress, SHOW_MS, SHOW_MS);
    uv_queue_work(&app->loop, &reader->work, work_run, work_done);
}

void games_reader_stop(App *app, const void *context) {
    GamesReader *reader, *after;
    for (reader = SLIST_FIRST(&app->games_readers); reader != NULL; reader = after) {
        after = SLIST_NEXT(reader, next);
        if (context != NULL && reader->request.context != context)
            continue;
        atomic_store(&reader->stopped, true);
        SLIST_REMOVE(&app->games_readers, reader, GamesReader, next);
    }
}
