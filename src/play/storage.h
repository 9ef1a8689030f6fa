/* The user's state folder, and the games of a file. */
#ifndef PLAY_STORAGE_H
#define PLAY_STORAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/file.h"
#include "rules/record.h"

/* Loads a game of a file by its number, from 1, or the last one for 0. Returns NULL with an error
 * that names the line. */
Record *storage_load_game(const char *path, int number, Error *error);

typedef struct GameList {
    char **titles; /* one line for each game: "Ada - Bo, congo, 34 moves, 1-0" */
    size_t count;
} GameList;

/* Lists the games of a file; an unreadable game is an error. */
bool storage_list_games(const char *path, GameList *list, Error *error);
void storage_free_games(GameList *list);

/* Returns the number of games in a file, which overwriting would lose, unreadable ones included. */
size_t storage_count_games(const char *path);

/* Returns whether a file begins like one of games: with a tag or a numbered move. */
bool storage_looks_like_games(const char *path);

/* Expands "~/" in a path that a person typed. Returns false if the result does not fit. */
bool storage_expand_home(const char *text, char *path, size_t size);

/* Gets the folder $XDG_STATE_HOME/congo or ~/.local/state/congo, and creates it (mode 0700) if
 * needed. */
bool storage_state_folder(char folder[FILE_PATH_SIZE], Error *error);
/* Creates a private folder. An existing one is fine, even if nothing can be written there. */
bool storage_make_folder(const char *path, Error *error);
/* Gets the path of a file in the state folder. */
bool storage_state_path(const char *name, char path[FILE_PATH_SIZE], Error *error);

#endif
