/* The user's state folder, and the games of a file. */
#ifndef PLAY_STORAGE_H
#define PLAY_STORAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/file.h"
#include "rules/record.h"

/* Watches how a large file is read. */
typedef struct StorageWatch {
    /* Called for each MiB of text that was read. Returns false to stop reading. */
    bool (*on_progress)(void *context, size_t done, size_t total);
    void *context;
} StorageWatch;

/* Loads a game of a file by its number, from 1, or the last one for 0. The others are not played,
 * so what is wrong in them does not matter. Returns NULL with an error that names the line.
 * `watch` may be NULL; if it stopped reading, the error is ERROR_STATE. */
Record *storage_load_game(const char *path, int number, const StorageWatch *watch, Error *error);

/* The deviations of a game of a file from the notation. */
typedef struct StorageWarnings {
    size_t count;
    size_t line; /* of the first one, from 1 */
    char first[sizeof((Error *)NULL)->text];
} StorageWarnings;

/* Finds the deviations of a game that storage_load_game reads; none if it cannot be read. */
void storage_find_warnings(const char *path, int number, StorageWarnings *warnings);

typedef struct GameList {
    char **titles; /* one line for each game: "Ada - Bo, congo, 34 moves, 1-0" */
    size_t count;
} GameList;

/* Lists the games of a file as their text states them, without playing their moves. Works on any
 * thread. `watch` as above. */
bool storage_list_games(const char *path, const StorageWatch *watch, GameList *list, Error *error);
void storage_free_games(GameList *list);

/* Returns the number of games in a file, which overwriting would lose, unreadable ones included. */
size_t storage_count_games(const char *path);

/* Returns whether a file begins like one of games: with a tag or a numbered move. */
bool storage_looks_like_games(const char *path);

/* Expands "~/" in a path that a person typed. Returns false if the result does not fit. */
bool storage_expand_home(const char *text, char *path, size_t size);

/* Writes the whole path of a file to show it: from the root, or from "~/" in the home folder.
 * Returns `shown`. */
const char *storage_whole_path(const char *path, char shown[FILE_PATH_SIZE]);

/* Gets the folder $XDG_STATE_HOME/congo or ~/.local/state/congo, and creates it (mode 0700) if
 * needed. */
bool storage_state_folder(char folder[FILE_PATH_SIZE], Error *error);
/* Gets the path of a file in the state folder. */
bool storage_state_path(const char *name, char path[FILE_PATH_SIZE], Error *error);
/* The same without creating the folder. */
bool storage_state_location(const char *name, char path[FILE_PATH_SIZE], Error *error);

#endif
