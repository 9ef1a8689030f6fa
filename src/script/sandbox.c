#include <config.h>

#include "script/sandbox.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "play/storage.h"

enum { FOLDER_MODE = 0700, FILE_MODE = 0600, OPEN_FOLDERS = 16 };

static char sandbox[SETTING_PATH_SIZE]; /* or "" */
static char original_folder[SETTING_PATH_SIZE];

static bool make_folder(Error *error) {
    const char *place = getenv("TMPDIR");
    int length = snprintf(sandbox, sizeof sandbox, "%s/congo-script-XXXXXX",
                          place != NULL && place[0] == '/' ? place : "/tmp");
    if (length < (int)sizeof sandbox && getcwd(original_folder, sizeof original_folder) != NULL &&
        mkdtemp(sandbox) != NULL)
        return true;
    error_set(error, ERROR_IO, "%s: cannot create the folder: %s", sandbox, strerror(errno));
    sandbox[0] = '\0';
    return false;
}

/* Creates the folders in a file's path. */
static bool make_parent_folders(const char *name, Error *error) {
    char path[SETTING_PATH_SIZE];
    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        snprintf(path, sizeof path, "%.*s", (int)(slash - name), name);
        if (mkdir(path, FOLDER_MODE) != 0 && errno != EEXIST)
            return error_set(error, ERROR_IO, "%s: cannot be created: %s", path, strerror(errno));
    }
    return true;
}

static bool write_files(const Script *script, Error *error) {
    for (size_t i = 0; i < script->count; i++) {
        const ScriptLine *line = &script->lines[i];
        if (line->verb == SCRIPT_FILE &&
            (!make_parent_folders(line->text, error) ||
             !file_write_atomic(line->text, line->block, strlen(line->block), FILE_MODE, true,
                                error)))
            return script_error_at(script, line, error);
    }
    return true;
}

/* Writes an empty file of choices: a script's start is never the first one ever. */
static bool write_choices(Error *error) {
    char path[FILE_PATH_SIZE];
    return storage_state_path("choices.conf", path, error) &&
           file_write_atomic(path, "", 0, FILE_MODE, true, error);
}

bool sandbox_enter(const Script *script, Error *error) {
    char state[SETTING_PATH_SIZE + 8];
    if (!make_folder(error))
        return false;
    snprintf(state, sizeof state, "%s/state", sandbox);
    setenv("XDG_STATE_HOME", state, 1);
    if (mkdir(state, FOLDER_MODE) != 0 || (script != NULL && chdir(sandbox) != 0))
        return error_set(error, ERROR_IO, "%s: cannot be used: %s", sandbox, strerror(errno));
    if (!write_choices(error) || script == NULL)
        return error->code == ERROR_NONE;
    setenv("HOME", sandbox, 1);
    return write_files(script, error);
}

bool sandbox_outside_path(const char *path, char outside[SETTING_PATH_SIZE]) {
    int length = path[0] == '/'
                     ? snprintf(outside, SETTING_PATH_SIZE, "%s", path)
                     : snprintf(outside, SETTING_PATH_SIZE, "%s/%s", original_folder, path);
    return length < SETTING_PATH_SIZE;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)kind;
    (void)where;
    remove(path);
    return 0;
}

void sandbox_leave(void) {
    if (sandbox[0] == '\0')
        return;
    if (chdir(original_folder) == 0)
        nftw(sandbox, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
    sandbox[0] = '\0';
}
