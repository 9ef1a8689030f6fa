#include <config.h>

#include "tui/file_dialogs.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "play/storage.h"
#include "tui/dialogs.h"

enum { NAMES_MAX = 10000, PATH_SIZE = 8192, LIST_ROWS = 10 };

/* --- the names in a folder --- */

typedef struct FileNames {
    char **names; /* "../", folders (with a '/' at the end) and files, each group sorted */
    size_t count;
} FileNames;

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_folder_name(const char *name) {
    return name[strlen(name) - 1] == '/';
}

static int compare_names(const void *a, const void *b) {
    const char *left = *(char *const *)a;
    const char *right = *(char *const *)b;
    if (is_folder_name(left) != is_folder_name(right))
        return is_folder_name(left) ? -1 : 1;
    return strcmp(left, right);
}

static void add_name(FileNames *list, const char *path, const char *name) {
    char full[PATH_SIZE];
    snprintf(full, sizeof full, "%s/%s", path, name);
    char *copy = memory_allocate(strlen(name) + 2);
    sprintf(copy, "%s%s", name, is_folder(full) ? "/" : "");
    list->names = memory_resize(list->names, list->count + 1, sizeof *list->names);
    list->names[list->count++] = copy;
}

/* Lists the names that are not hidden. */
static bool read_folder(const char *path, FileNames *list, Error *error) {
    *list = (FileNames){NULL, 0};
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
    *list = (FileNames){NULL, 0};
}

/* --- opening --- */

static bool load(App *app, const char *path, int number, Error *error) {
    Settings *settings = memory_allocate(sizeof *settings);
    *settings = app->settings;
    snprintf(settings->load_path, sizeof settings->load_path, "%s", path);
    settings->load_number = number;
    bool loaded = app_start_game_from(app, settings, error);
    free(settings);
    if (loaded) {
        snprintf(app->save_path, sizeof app->save_path, "%s", path);
        app_note(app, "Opened %s, game %d.", path, number);
    }
    return loaded;
}

/* The dialog's data is the path; its list is the first item. */
static void choose_game(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    if (load(app, dialog_data(dialog), (int)dialog_selection(dialog, 0) + 1, &error))
        dialog_close(dialog);
    else
        dialogs_set_error(dialog, 0, &error);
}

static void open_game_list(App *app, const char *path, const GameList *games) {
    char title[64];
    snprintf(title, sizeof title, "%zu games", games->count);
    Dialog *dialog = dialog_create(title, app);
    dialog_set_data(dialog, memory_strdup(path), free);
    int list = dialog_add_list(dialog, LIST_ROWS, choose_game);
    dialog_set_list(dialog, list, (const char *const *)games->titles, games->count, 0);
    dialog_add_button(dialog, "Open", choose_game);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}

bool file_dialogs_open_path(App *app, const char *path, Error *error) {
    char full[SETTING_PATH_SIZE];
    GameList games;
    if (!storage_expand_home(path, full, sizeof full))
        return error_set(error, ERROR_RANGE, "the path is too long");
    if (!storage_list_games(full, &games, error))
        return false;
    bool opened = true;
    if (games.count > 1)
        open_game_list(app, full, &games);
    else
        opened = load(app, full, 1, error);
    storage_free_games(&games);
    return opened;
}

typedef struct OpenForm {
    int path, list;
    FileNames names;
} OpenForm;

static void open_form_free(void *data) {
    OpenForm *form = data;
    free_names(&form->names);
    free(form);
}

/* Lists another folder, or leaves the old list on failure. */
static bool show_folder(Dialog *dialog, App *app, const char *path, Error *error) {
    OpenForm *form = dialog_data(dialog);
    FileNames found;
    if (!read_folder(path, &found, error))
        return false;
    free_names(&form->names);
    form->names = found;
    if (path != app->folder)
        snprintf(app->folder, sizeof app->folder, "%s", path);
    dialog_set_list(dialog, form->list, (const char *const *)found.names, found.count, 0);
    return true;
}

static bool open_or_show(Dialog *dialog, App *app, const char *path, Error *error) {
    char full[SETTING_PATH_SIZE];
    if (!storage_expand_home(path, full, sizeof full))
        return error_set(error, ERROR_RANGE, "the path is too long");
    if (is_folder(full))
        return show_folder(dialog, app, full, error);
    if (!file_dialogs_open_path(app, full, error))
        return false;
    dialog_close(dialog);
    return true;
}

static void open_at(Dialog *dialog, App *app, int item, const char *path) {
    Error error = {0};
    dialog_set_error(dialog, item, NULL);
    if (!open_or_show(dialog, app, path, &error))
        dialogs_set_error(dialog, item, &error);
}

static void open_typed(Dialog *dialog, void *context) {
    const OpenForm *form = dialog_data(dialog);
    const char *path = dialog_field(dialog, form->path);
    if (path[0] != '\0')
        open_at(dialog, context, form->path, path);
    else
        dialog_set_error(dialog, form->path, "Type a file's name, or choose one from the list.");
}

/* Writes "folder/name", or the parent folder for "../". Returns false if the path is too long. */
static bool join_path(const char *folder, const char *name, char path[SETTING_PATH_SIZE]) {
    const char *last = strrchr(folder, '/');
    int name_length = (int)strcspn(name, "/");
    int length;
    if (strcmp(name, "../") == 0 && last != NULL && strcmp(last, "/..") != 0)
        length = snprintf(path, SETTING_PATH_SIZE, "%.*s",
                          last == folder ? 1 : (int)(last - folder), folder);
    else
        length = snprintf(path, SETTING_PATH_SIZE, "%s%s%.*s", folder,
                          strcmp(folder, "/") == 0 ? "" : "/", name_length, name);
    return length >= 0 && length < SETTING_PATH_SIZE;
}

static void open_listed(Dialog *dialog, void *context) {
    App *app = context;
    const OpenForm *form = dialog_data(dialog);
    char path[SETTING_PATH_SIZE];
    if (join_path(app->folder, form->names.names[dialog_selection(dialog, form->list)], path))
        open_at(dialog, app, form->list, path);
    else
        dialog_set_error(dialog, form->list, "The path is too long.");
}

void file_dialogs_open(App *app) {
    Dialog *dialog = dialog_create("Open a game", app);
    OpenForm *form = memory_allocate(sizeof *form);
    Error error = {0};
    dialog_set_data(dialog, form, open_form_free);
    form->path = dialog_add_field(dialog, "File", "");
    form->list = dialog_add_list(dialog, LIST_ROWS, open_listed);
    dialog_add_button(dialog, "Open", open_typed);
    dialog_add_button(dialog, "Cancel", NULL);
    if (app->folder[0] == '\0' && realpath(".", app->folder) == NULL)
        snprintf(app->folder, sizeof app->folder, ".");
    if (!show_folder(dialog, app, app->folder, &error))
        dialogs_set_error(dialog, form->path, &error);
    app_push_layer(app, dialog_layer(dialog));
}

/* --- saving --- */

static bool save(App *app, const char *path, bool overwrite, Error *error) {
    if (!session_save(app->session, path, overwrite, error))
        return false;
    snprintf(app->save_path, sizeof app->save_path, "%s", path);
    bool open = session_open_jumps(app->session, NULL, NULL) > 0;
    app_note(app, "Saved as %s%s.", path, open ? ", without the capture in progress" : "");
    return true;
}

static void replace(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_close(dialog);
    if (!save(app, dialog_data(dialog), true, &error))
        app_notify_error(app, &error);
}

static void ask_to_replace(App *app, const char *path) {
    char question[SETTING_PATH_SIZE + 64];
    size_t count = storage_count_games(path);
    if (count > 1)
        snprintf(question, sizeof question, "%s exists already, with %zu games.", path, count);
    else
        snprintf(question, sizeof question, "%s exists already.", path);
    dialogs_confirm(app, "Save the game", question, count > 1 ? "Replace them all" : "Replace it",
                    replace, memory_strdup(path));
}

bool file_dialogs_save_path(App *app, const char *path, Error *error) {
    char full[SETTING_PATH_SIZE];
    if (!storage_expand_home(path, full, sizeof full))
        return error_set(error, ERROR_RANGE, "the path is too long");
    if (save(app, full, false, error))
        return true;
    if (error->code != ERROR_STATE)
        return false;
    ask_to_replace(app, full);
    return true;
}

static void save_typed(Dialog *dialog, void *context) {
    App *app = context;
    Error error = {0};
    dialog_set_error(dialog, 0, NULL);
    if (dialog_field(dialog, 0)[0] == '\0')
        dialog_set_error(dialog, 0, "Type a file's name.");
    else if (file_dialogs_save_path(app, dialog_field(dialog, 0), &error))
        dialog_close(dialog);
    else
        dialogs_set_error(dialog, 0, &error);
}

void file_dialogs_save(App *app) {
    Dialog *dialog = dialog_create("Save the game", app);
    dialog_add_field(dialog, "File", app->save_path[0] != '\0' ? app->save_path : "game.congo");
    dialog_add_button(dialog, "Save", save_typed);
    dialog_add_button(dialog, "Cancel", NULL);
    app_push_layer(app, dialog_layer(dialog));
}
