/*
 * Files on disk: whole-file reading with a limit, atomic writing (temporary name, synced, renamed), and
 * the user's state folder $XDG_STATE_HOME/congo with one autosaved game a file, locked while played.
 */
#ifndef PLAY_STORAGE_H
#define PLAY_STORAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/error.h"
#include "rules/record.h"

enum { STORAGE_PATH_SIZE = 4096, STORAGE_FILE_MAX = 64 * 1024 * 1024 };

/* Reads a whole regular file (at most STORAGE_FILE_MAX bytes); the caller frees it. It ends with a NUL that is not
 * counted. NULL with an error that names the path. */
char *storage_read(const char *path, size_t *length, Error *error);

/* Writes a file so that either the old or the new content is there, whatever happens: temporary name
 * in the same folder, fsync, rename, fsync of the folder. The mode of a replaced file is kept, a new one has
 * `mode`. A symbolic link is followed. With `overwrite` false an existing file is an error (ERROR_STATE). */
bool storage_write(const char *path, const char *text, size_t length, unsigned mode, bool overwrite,
                   Error *error);

/* Appends games to a file, or reads the number'th game (from 1; 0: the last; -1 not allowed). */
Record *storage_load_game(const char *path, int number, Error *error);

/* The games of a file, for a list to choose from: one line of text each, owned by the list. */
typedef struct GameList {
    char **titles; /* "Ada - Bo, congo, 34 moves, 1-0" */
    size_t count;
} GameList;
bool storage_list_games(const char *path, GameList *list, Error *error);
void gamelist_free(GameList *list);

/* --- autosave --- */

typedef struct Autosave Autosave; /* one file of the state folder, locked by this process */

/* A new autosave file with a name of its own. */
Autosave *autosave_create(Error *error);
bool autosave_write(Autosave *autosave, const char *text, size_t length, Error *error);
/* Unlocks and, if told so, removes the file. NULL is allowed. */
void autosave_close(Autosave *autosave, bool remove_file);

/* A left-over game that no running program holds, the newest first: its text, and the autosave that holds it
 * from now on. False without an error when there is none. A file that cannot be read is set aside
 * (renamed *.broken) with a sentence in error and the search goes on. */
bool autosave_resume(Autosave **autosave, char **text, size_t *length, Error *error);

#endif
