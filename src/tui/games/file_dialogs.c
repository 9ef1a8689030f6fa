#include <config.h>

#include "tui/games/file_dialogs.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/job.h"
#include "play/storage.h"
#include "tui/app_game.h"
#include "tui/dialogs.h"

/* Receives the games. `files` is the dialog that asked, or NULL. Returns false with an error. */
typedef bool GameListHandler(App *app, Dialog *files, const char *path, const GameList *games,
                             Error *error);

/* ---- listing the games of a file ----
 * A large file is read on another thread, while a dialog shows how far it is and can stop it. */

enum { FILE_SMALL = 1 << 20 };

/* Freed when its job has ended. */
typedef struct GameListing {
    App *app;
    Job job;
    Dialog *dialog; /* open until the listing is stopped or finished */
    int line;       /* its item */
    Dialog *files;
    GameListHandler *handler;
    char path[SETTING_PATH_SIZE];
    GameList games; /* of the job until it has ended, as is `error` */
    Error error;
} GameListing;

typedef struct FilesState {
    GameListing *listing; /* that runs; NULL: none */
    FilePaths paths;
    char folder[SETTING_PATH_SIZE]; /* listed by the open dialog */
} FilesState;

static FilesState *files_of(const App *app) {
    return app_state(app, &files_feature);
}

FilePaths *file_dialogs_paths(const App *app) {
    return &files_of(app)->paths;
}

/* ---- on the thread ---- */

static void list_games(void *context) {
    GameListing *listing = context;
    StorageWatch watch = {job_report, &listing->job};
    storage_list_games(listing->path, &watch, &listing->games, &listing->error);
}

/* ---- on the loop ---- */

static void finish(GameListing *listing) {
    App *app = listing->app;
    char text[ERROR_SENTENCE_SIZE];
    files_of(app)->listing = NULL;
    dialog_close(listing->dialog);
    if (listing->error.code != ERROR_NONE ||
        !listing->handler(app, listing->files, listing->path, &listing->games, &listing->error))
        app_show_message(app, "Open a game", error_sentence(&listing->error, text));
    layers_free_closed(&app->layers);
    app_invalidate(app);
}

static void on_done(void *context, bool stopped) {
    GameListing *listing = context;
    if (!stopped)
        finish(listing);
    storage_free_games(&listing->games);
    free(listing);
}

static void show_progress(void *context) {
    GameListing *listing = context;
    char text[SHORT_PATH_SIZE + 32], path[SHORT_PATH_SIZE];
    size_t done = atomic_load(&listing->job.now), total = atomic_load(&listing->job.total);
    snprintf(text, sizeof text, "Reading %s: %zu %%", text_shorten_path(listing->path, path),
             100 * (done >> 10) / ((total >> 10) + 1));
    dialog_set_text(listing->dialog, listing->line, text);
    app_invalidate(listing->app);
}

static void game_listing_stop(App *app) {
    if (files_of(app)->listing != NULL)
        job_stop(&(files_of(app)->listing)->job);
    files_of(app)->listing = NULL;
}

static void on_cancel(Dialog *dialog, void *context) {
    (void)dialog;
    game_listing_stop(context);
}

static void on_stop_button(Dialog *dialog, void *context) {
    dialog_close(dialog);
    game_listing_stop(context);
}

/* ---- starting ---- */

static void list_in_background(App *app, Dialog *files, const char *path,
                               GameListHandler *handler) {
    static const JobOps listing_ops = {list_games, show_progress, on_done};
    GameListing *listing = memory_allocate(sizeof *listing);
    Dialog *dialog = dialog_create("Open a game", app);
    listing->app = app;
    listing->dialog = dialog;
    listing->files = files;
    listing->handler = handler;
    snprintf(listing->path, sizeof listing->path, "%s", path);
    files_of(app)->listing = listing;
    listing->line = dialog_add_text(dialog, "");
    dialog_add_button(dialog, "Stop", on_stop_button);
    dialog_set_cancel_handler(dialog, on_cancel);
    app_push_layer(app, dialog_layer(dialog));
    job_start(&listing->job, &app->loop, &listing_ops, listing);
    show_progress(listing);
}

/* Calls the handler: at once for a small file, or else later, unless the user stops it. Returns
 * false with an error if the file cannot be read or the handler failed; what fails later is shown.
 */
static bool game_listing_start(App *app, Dialog *files, const char *path, GameListHandler *handler,
                               Error *error) {
    struct stat status;
    GameList games;
    game_listing_stop(app);
    if (stat(path, &status) == 0 && status.st_size > FILE_SMALL) {
        list_in_background(app, files, path, handler);
        return true;
    }
    bool good =
        storage_list_games(path, NULL, &games, error) && handler(app, files, path, &games, error);
    storage_free_games(&games);
    return good;
}

/* ---- the dialogs ---- */

enum { NAMES_MAX = 10000, PATH_SIZE = 8192, LIST_ROWS = 10 };

/* ---- the names in a folder ---- */

typedef struct FileNames {
    char **names; /* files of games, folders (with a '/' at the end) and "../"; each group sorted */
    size_t count;
    size_t hidden; /* other files */
} FileNames;

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Files come first, then folders, then the parent folder. */
static int name_rank(const char *name) {
    if (strcmp(name, "../") == 0)
        return 2;
    return name[strlen(name) - 1] == '/';
}

static int compare_names(const void *a, const void *b) {
    const char *left = *(char *const *)a;
    const char *right = *(char *const *)b;
    if (name_rank(left) != name_rank(right))
        return name_rank(left) - name_rank(right);
    return strcmp(left, right);
}

static void add_name(FileNames *list, const char *path, const char *name) {
    char full[PATH_SIZE];
    snprintf(full, sizeof full, "%s/%s", path, name);
    bool folder = is_folder(full);
    if (!folder && !storage_looks_like_games(full)) {
        list->hidden++;
        return;
    }
    char *copy = memory_allocate(strlen(name) + 2);
    sprintf(copy, "%s%s", name, folder ? "/" : "");
    list->names = memory_resize(list->names, list->count + 1, sizeof *list->names);
    list->names[list->count++] = copy;
}

/* Lists the names that do not begin with a point. */
static bool read_folder(const char *path, FileNames *list, Error *error) {
    *list = (FileNames){NULL, 0, 0};
    DIR *directory = opendir(path);
    if (directory == NULL)
        return error_set(error, ERROR_IO, "%s: %s", path, strerror(errno));
    for (struct dirent *entry; list->count < NAMES_MAX && (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.' || strcmp(entry->d_name, "..") == 0)
            add_name(list, path, entry->d_name);
    closedir(directory);
    if (list->count > 0)
        qsort(list->names, list->count, sizeof *list->names, compare_names);
    return true;
}

static void free_names(FileNames *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
    *list = (FileNames){NULL, 0, 0};
}

/* ---- opening ---- */

/* Says which game was opened (0: the last one), how often it deviates from the notation, and the
 * first deviation: "Opened a.congo, game 1, with 2 warnings; line 7: "pdd5" is read as P-DD5." */
static void note_opened(App *app, const char *path, int number, const StorageWarnings *warnings) {
    char text[VIEW_STATUS_SIZE];
    snprintf(text, sizeof text, "Opened %.200s", file_base_name(path));
    if (number > 0)
        text_append(text, sizeof text, ", game %d", number);
    if (warnings->count > 0)
        text_append(text, sizeof text, ", with %zu warning%s; line %zu: %s", warnings->count,
                    text_plural(warnings->count), warnings->line, warnings->first);
    app_note(app, "%s.", text);
}

/* Says what deviates from the notation in the game that the program began with; nothing otherwise.
 */
static void report_first_game(App *app) {
    const Settings *settings = &app->settings;
    StorageWarnings warnings = {0};
    if (settings->load_path[0] != '\0')
        storage_find_warnings(settings->load_path, settings->load_number, &warnings);
    if (warnings.count > 0)
        note_opened(app, settings->load_path, settings->load_number, &warnings);
}

static bool load(App *app, const char *path, int number, Error *error) {
    Settings *settings = memory_allocate(sizeof *settings);
    StorageWarnings warnings;
    *settings = app->settings;
    snprintf(settings->load_path, sizeof settings->load_path, "%s", path);
    settings->load_number = number;
    bool loaded = app_start_game_from(app, settings, error);
    free(settings);
    if (loaded) {
        snprintf(file_dialogs_paths(app)->save, sizeof file_dialogs_paths(app)->save, "%s", path);
        snprintf(file_dialogs_paths(app)->opened, sizeof file_dialogs_paths(app)->opened, "%s",
                 path);
        storage_find_warnings(path, number, &warnings);
        note_opened(app, path, number, &warnings);
    }
    return loaded;
}

typedef struct GameListForm {
    int list;
    Dialog *files; /* the dialog below, or NULL */
    char path[SETTING_PATH_SIZE];
} GameListForm;

static void choose_game(Dialog *dialog, void *context) {
    App *app = context;
    const GameListForm *form = dialog_data(dialog);
    Error error = {0};
    if (!load(app, form->path, (int)dialog_selection(dialog, form->list) + 1, &error)) {
        dialogs_set_error(dialog, form->list, &error);
        return;
    }
    dialog_close(dialog);
    if (form->files != NULL)
        dialog_close(form->files);
}

static void open_game_list(App *app, Dialog *files, const char *path, const GameList *games) {
    GameListForm *form = memory_allocate(sizeof *form);
    char title[64];
    snprintf(title, sizeof title, "%zu games", games->count);
    snprintf(form->path, sizeof form->path, "%s", path);
    form->files = files;
    Dialog *dialog = dialog_create(title, app);
    dialog_set_data(dialog, form, free);
    form->list = dialog_add_list(dialog, LIST_ROWS, choose_game);
    dialog_set_list(dialog, form->list, (const char *const *)games->titles, games->count, 0);
    dialog_add_button(dialog, "Open", choose_game);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}

/* Opens the only game of a file, or asks which one over the dialog of files, or NULL. */
static bool open_games(App *app, Dialog *files, const char *path, const GameList *games,
                       Error *error) {
    if (games->count > 1) {
        open_game_list(app, files, path, games);
        return true;
    }
    if (!load(app, path, 1, error))
        return false;
    if (files != NULL)
        dialog_close(files);
    return true;
}

/* Opens the game of a file, or the list of its games if there are several. */
static bool file_dialogs_open_path(App *app, const char *path, Error *error) {
    char full[SETTING_PATH_SIZE];
    return storage_expand_home(path, full, sizeof full)
               ? game_listing_start(app, NULL, full, open_games, error)
               : error_set(error, ERROR_RANGE, "the path is too long");
}

typedef struct OpenForm {
    int place, name, list, hidden;
    FileNames names;
    const char **shown; /* the names that contain what was typed */
    size_t shown_count;
} OpenForm;

static void open_form_free(void *data) {
    OpenForm *form = data;
    free_names(&form->names);
    free(form->shown);
    free(form);
}

/* Lists the names that contain the typed text, but all names while a path is typed. */
static void filter_names(Dialog *dialog, void *context) {
    OpenForm *form = dialog_data(dialog);
    const char *typed = dialog_field(dialog, form->name);
    bool all = typed[0] == '~' || strchr(typed, '/') != NULL;
    size_t selected = 0;
    const char *before =
        form->shown_count > 0 ? form->shown[dialog_selection(dialog, form->list)] : NULL;
    (void)context;
    form->shown_count = 0;
    for (size_t i = 0; i < form->names.count; i++) {
        if (!all && strstr(form->names.names[i], typed) == NULL)
            continue;
        if (form->names.names[i] == before)
            selected = form->shown_count;
        form->shown[form->shown_count++] = form->names.names[i];
    }
    dialog_set_list(dialog, form->list, form->shown, form->shown_count, selected);
    dialog_set_note(dialog, form->name,
                    form->shown_count > 0 ? "" : "No name in this folder contains that.");
}

/* Returns the part of a path below the working folder: "" for that folder itself, and the whole
 * path outside it. */
static const char *below_working_folder(const char *path) {
    char working[PATH_MAX];
    if (realpath(".", working) == NULL)
        return path;
    size_t length = strlen(working);
    if (strncmp(path, working, length) != 0 || (path[length] != '\0' && path[length] != '/'))
        return path;
    return path + length + (path[length] == '/');
}

static void describe_folder(Dialog *dialog, const OpenForm *form, const char *path) {
    char text[SETTING_PATH_SIZE + 32];
    const char *shown = below_working_folder(path);
    bool one = form->names.hidden == 1;
    if (shown[0] == '\0')
        snprintf(text, sizeof text, "Games in this folder:");
    else
        snprintf(text, sizeof text, "Games in %s:", shown);
    dialog_set_text(dialog, form->place, text);
    snprintf(text, sizeof text, "%zu other %s, which %s no game, %s hidden.", form->names.hidden,
             one ? "file" : "files", one ? "holds" : "hold", one ? "is" : "are");
    dialog_set_text(dialog, form->hidden, text);
    dialog_set_shown(dialog, form->hidden, form->names.hidden > 0);
}

/* Lists another folder, or leaves the old list on failure. */
static bool show_folder(Dialog *dialog, App *app, const char *path, Error *error) {
    OpenForm *form = dialog_data(dialog);
    FileNames found;
    if (!read_folder(path, &found, error))
        return false;
    free_names(&form->names);
    free(form->shown);
    form->names = found;
    form->shown = memory_allocate((found.count + 1) * sizeof *form->shown);
    form->shown_count = 0;
    if (path != files_of(app)->folder)
        snprintf(files_of(app)->folder, sizeof files_of(app)->folder, "%s", path);
    dialog_set_field(dialog, form->name, "");
    filter_names(dialog, app);
    describe_folder(dialog, form, path);
    dialog_focus(dialog, form->list);
    return true;
}

/* Writes "folder/name", or the parent folder for "../". Returns false if the path is too long. */
static bool join_path(const char *folder, const char *name, char path[SETTING_PATH_SIZE]) {
    const char *last = strrchr(folder, '/');
    int name_length = (int)strlen(name);
    int length;
    while (name_length > 1 && name[name_length - 1] == '/')
        name_length--;
    if (strcmp(name, "../") == 0 && last != NULL && strcmp(last, "/..") != 0)
        length = snprintf(path, SETTING_PATH_SIZE, "%.*s",
                          last == folder ? 1 : (int)(last - folder), folder);
    else
        length =
            snprintf(path, SETTING_PATH_SIZE, "%s%s%.*s", folder,
                     folder[0] == '\0' || strcmp(folder, "/") == 0 ? "" : "/", name_length, name);
    return length >= 0 && length < SETTING_PATH_SIZE;
}

/* Writes the path of a name in the folder shown, without the working folder before a file. */
static bool path_in_folder(const App *app, const char *name, char path[SETTING_PATH_SIZE]) {
    bool folder = name[strlen(name) - 1] == '/';
    return join_path(folder ? files_of(app)->folder : below_working_folder(files_of(app)->folder),
                     name, path);
}

static void open_at(Dialog *dialog, App *app, int item, const char *path) {
    Error error = {0};
    dialog_set_error(dialog, item, NULL);
    bool opened = is_folder(path) ? show_folder(dialog, app, path, &error)
                                  : game_listing_start(app, dialog, path, open_games, &error);
    if (!opened)
        dialogs_set_error(dialog, item, &error);
}

/* Opens the selected name. An error is shown below an item. */
static void open_selected(Dialog *dialog, App *app, int item) {
    const OpenForm *form = dialog_data(dialog);
    char path[SETTING_PATH_SIZE];
    if (form->shown_count == 0)
        return;
    if (path_in_folder(app, form->shown[dialog_selection(dialog, form->list)], path))
        open_at(dialog, app, item, path);
    else
        dialog_set_error(dialog, item, "The path is too long.");
}

static void open_listed(Dialog *dialog, void *context) {
    const OpenForm *form = dialog_data(dialog);
    open_selected(dialog, context, form->list);
}

/* Writes the path of a typed name, which is in the folder shown unless it begins with '/' or '~'.
 */
static bool typed_path(const App *app, const char *typed, char path[SETTING_PATH_SIZE]) {
    return typed[0] == '/' || typed[0] == '~' ? storage_expand_home(typed, path, SETTING_PATH_SIZE)
                                              : path_in_folder(app, typed, path);
}

/* Opens the typed file, or else the selected one. */
static void open_typed(Dialog *dialog, void *context) {
    App *app = context;
    const OpenForm *form = dialog_data(dialog);
    const char *typed = dialog_field(dialog, form->name);
    char path[SETTING_PATH_SIZE];
    struct stat status;
    if (typed[0] == '\0')
        open_selected(dialog, app, form->list);
    else if (!typed_path(app, typed, path))
        dialog_set_error(dialog, form->name, "The path is too long.");
    else if (stat(path, &status) == 0 || form->shown_count == 0)
        open_at(dialog, app, form->name, path);
    else
        open_selected(dialog, app, form->name);
}

static void file_dialogs_open(App *app) {
    Dialog *dialog = dialog_create("Open a game", app);
    OpenForm *form = memory_allocate(sizeof *form);
    Error error = {0};
    dialog_set_data(dialog, form, open_form_free);
    form->place = dialog_add_text(dialog, "");
    form->list = dialog_add_list(dialog, LIST_ROWS, open_listed);
    form->hidden = dialog_add_text(dialog, "");
    form->name = dialog_add_field(dialog, "Name", "");
    dialog_add_button(dialog, "Open", open_typed);
    dialog_add_button(dialog, "Cancel", NULL);
    dialog_set_typing_field(dialog, form->name);
    dialog_set_change_handler(dialog, filter_names);
    if (files_of(app)->folder[0] == '\0' && realpath(".", files_of(app)->folder) == NULL)
        snprintf(files_of(app)->folder, sizeof files_of(app)->folder, ".");
    if (!show_folder(dialog, app, files_of(app)->folder, &error))
        dialogs_set_error(dialog, form->name, &error);
    app_push_layer(app, dialog_layer(dialog));
}

/* ---- saving ---- */

typedef struct SaveForm {
    const char *title;
    FileSaver *saver;
    void *context; /* of the saver */
    char path[SETTING_PATH_SIZE];
} SaveForm;

static bool save_board_game(App *app, const char *path, bool overwrite, void *context,
                            Error *error) {
    char shown[FILE_PATH_SIZE];
    (void)context;
    if (!session_save(app->session, path, overwrite, error))
        return false;
    snprintf(file_dialogs_paths(app)->save, sizeof file_dialogs_paths(app)->save, "%s", path);
    bool open = session_open_jumps(app->session, NULL, NULL) > 0;
    app_notify(app, "Saved as %s%s.", storage_whole_path(path, shown),
               open ? ", without the capture in progress" : "");
    return true;
}

static void replace(Dialog *dialog, void *context) {
    App *app = context;
    const SaveForm *form = dialog_data(dialog);
    Error error = {0};
    dialog_close(dialog);
    if (!form->saver(app, form->path, true, form->context, &error))
        app_notify_error(app, &error);
}

static void ask_to_replace(App *app, const SaveForm *form) {
    char question[SETTING_PATH_SIZE + 64];
    SaveForm *copy = memory_allocate(sizeof *copy);
    size_t count = storage_count_games(form->path);
    *copy = *form;
    if (count > 1)
        snprintf(question, sizeof question, "%s exists already, with %zu games.", form->path,
                 count);
    else
        snprintf(question, sizeof question, "%s exists already.", form->path);
    dialogs_confirm(app, form->title, question, count > 1 ? "Replace them all" : "Replace it",
                    replace, copy);
}

/* Saves to the path that was typed. Asks before it replaces a file. */
static bool save_to(App *app, const char *typed, SaveForm *form, Error *error) {
    if (!storage_expand_home(typed, form->path, sizeof form->path))
        return error_set(error, ERROR_RANGE, "the path is too long");
    if (form->saver(app, form->path, false, form->context, error))
        return true;
    if (error->code != ERROR_STATE)
        return false;
    ask_to_replace(app, form);
    return true;
}

static const char save_title[] = "Save the game";

/* Saves the game to a path. Asks before it replaces a file. */
static bool file_dialogs_save_path(App *app, const char *path, Error *error) {
    SaveForm form = {.title = save_title, .saver = save_board_game};
    return save_to(app, path, &form, error);
}

static void save_typed(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_set_error(dialog, 0, NULL);
    if (dialog_field(dialog, 0)[0] == '\0')
        dialog_set_error(dialog, 0, "Type a file's name.");
    else if (save_to(app, dialog_field(dialog, 0), dialog_data(dialog), &error))
        dialog_close(dialog);
    else
        dialogs_set_error(dialog, 0, &error);
}

void file_dialogs_save_with(App *app, const char *title, const char *name, FileSaver *saver,
                            void *context) {
    Dialog *dialog = dialog_create(title, app);
    SaveForm *form = memory_allocate(sizeof *form);
    *form = (SaveForm){.title = title, .saver = saver, .context = context};
    dialog_set_data(dialog, form, free);
    dialog_add_field(dialog, "Name", name);
    dialog_add_button(dialog, "Save", save_typed);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}

static void file_dialogs_save(App *app) {
    file_dialogs_save_with(app, save_title,
                           file_dialogs_paths(app)->save[0] != '\0' ? file_dialogs_paths(app)->save
                                                                    : "game.congo",
                           save_board_game, NULL);
}

static const FeatureAction actions[] = {
    {ACTION_OPEN, .run = file_dialogs_open},
    {ACTION_SAVE, .run = file_dialogs_save},
    {.action = ACTION_NONE},
};

static const FeatureCommand commands[] = {
    {"open", file_dialogs_open_path, false, NULL, NULL},
    {"load", file_dialogs_open_path, false, NULL, "open a game from a file, as open does"},
    {"save", file_dialogs_save_path, true, NULL, NULL},
    {0},
};

const Feature files_feature = {
    .state_size = sizeof(FilesState),
    .actions = actions,
    .commands = commands,
    .after_start = report_first_game,
    .close = game_listing_stop,
};
