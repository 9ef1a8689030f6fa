#include <config.h>

#include "config/ending_folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <uv.h>

#include "base/text.h"

enum { WORD_AUTO, WORD_NONE };

const char *const ending_folder_words[] = {[WORD_AUTO] = "auto", [WORD_NONE] = "none", NULL};

static const char installed[] = PKGDATADIR "/endings";

/* Returns false if there is no home folder, or the path is too long. */
static bool get_cache(char folder[FILE_PATH_SIZE]) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length = FILE_PATH_SIZE;
    if (cache && cache[0] == '/') /* the XDG specification ignores relative paths */
        length = snprintf(folder, FILE_PATH_SIZE, "%s/congo/endings", cache);
    else if (home && home[0] == '/')
        length = snprintf(folder, FILE_PATH_SIZE, "%s/.cache/congo/endings", home);
    return length < FILE_PATH_SIZE;
}

bool ending_folders_cache(char folder[FILE_PATH_SIZE], Error *error) {
    if (!get_cache(folder))
        return error_set(error, ERROR_IO,
                         "there is no folder for endings: set HOME to your home folder");
    return file_make_folders(folder, FILE_FOLDER_PRIVATE, error);
}

/* Finds the folder beside the src of the build in which this program lies. */
static bool find_built(char folder[FILE_PATH_SIZE]) {
    size_t size = FILE_PATH_SIZE;
    char *name = uv_exepath(folder, &size) == 0 ? strrchr(folder, '/') : NULL;
    struct stat status;
    if (!name || name - folder < 4 || strncmp(name - 4, "/src", 4) != 0)
        return false;
    name[-4] = '\0';
    text_append(folder, FILE_PATH_SIZE, "/endings");
    return stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
}

static void find_automatically(EndingFolders *folders) {
    const char *given = getenv("CONGO_ENDINGS");
    if (get_cache(folders->paths[0]))
        folders->count++;
    char *path = folders->paths[folders->count];
    if (given && *given ? text_copy(path, FILE_PATH_SIZE, given)
                        : find_built(path) || text_copy(path, FILE_PATH_SIZE, installed))
        folders->count++;
}

static bool find_folder(const char *path, EndingFolders *folders, Error *error) {
    struct stat status;
    char shown[SHORT_PATH_SIZE];
    text_shorten_path(path, shown);
    if (stat(path, &status) != 0)
        return error_set(error, ERROR_IO, "%s: cannot be read: %s", shown, strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return error_set(error, ERROR_IO, "%s: expected a folder, found a file", shown);
    if (!text_copy(folders->paths[0], FILE_PATH_SIZE, path))
        return error_set(error, ERROR_RANGE, "%s: the path is too long", shown);
    folders->count = 1;
    return true;
}

bool ending_folders_find(const char *setting, EndingFolders *folders, Error *error) {
    bool found = true;
    folders->count = 0;
    int word = text_find_word(ending_folder_words, setting);
    if (word == WORD_AUTO)
        find_automatically(folders);
    else if (word != WORD_NONE)
        found = find_folder(setting, folders, error);
    for (size_t i = 0; i < folders->count; i++)
        folders->list[i] = folders->paths[i];
    return found;
}
