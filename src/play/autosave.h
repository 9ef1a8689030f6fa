/*
 * Autosaves: one file in the state folder for each game in progress, locked while a program plays
 * it. Two programs never write to one file. The system drops the lock of a killed program, so that
 * its game can be found.
 *
 * Every write replaces the file by a new one that is locked before it gets the name
 * (file_replace_locked).
 */
#ifndef PLAY_AUTOSAVE_H
#define PLAY_AUTOSAVE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"
#include "rules/record.h"

/* The tag with the jumps of an unfinished turn. */
#define AUTOSAVE_CAPTURE_TAG "CongoCapture"

typedef struct Autosave Autosave; /* one file, locked by this process */

/* Creates an empty file with a new name. Empty files are never offered. */
Autosave *autosave_create(Error *error);

/* Replaces the content atomically. */
bool autosave_write(Autosave *autosave, const char *text, size_t length, Error *error);

/* Returns the path, for messages. */
const char *autosave_path(const Autosave *autosave);

/* Unlocks the file, and removes it if `remove_file` is set. NULL is allowed. */
void autosave_close(Autosave *autosave, bool remove_file);

/* Renames the file to *.broken, so that it is kept but not offered again, and closes it. */
void autosave_set_aside(Autosave *autosave);

/* Opens and locks the most recent game that is not locked. Returns false, without an error, if
 * there is none. Sets aside a file that is too long and skips one that cannot be read; both set
 * `error`, even on success. The caller frees the text. */
bool autosave_open_newest(Autosave **autosave, char **text, size_t *length, Error *error);

/* Returns whether the game of an autosave file is in progress and has a move or a jump. */
bool autosave_is_resumable(const Record *record);

/* An unfinished game, for session_setup_resume. Owns its members; set those to NULL that were
 * passed on. */
typedef struct UnfinishedGame {
    Autosave *autosave;
    char *text;
    size_t length;
    Record *record; /* as read, to be shown */
} UnfinishedGame;

/* Finds the most recent unlocked game that is resumable. Removes games that are not resumable, and
 * sets unreadable ones aside with an error, even on success. */
bool autosave_find_unfinished(UnfinishedGame *game, Error *error);

/* Unlocks the file, so that it can be found again. */
void autosave_release_unfinished(UnfinishedGame *game);

/* An unfinished game in a list. Its file is not locked: another program may take it. */
typedef struct ListedGame {
    char *path;
    time_t played;  /* when it was last written */
    Record *record; /* as read, to be shown */
} ListedGame;

typedef struct UnfinishedList {
    ListedGame *games;
    size_t count;
} UnfinishedList;

/* Lists all unlocked games that are resumable, the most recent first. Treats the others like
 * autosave_find_unfinished. */
void autosave_list_unfinished(UnfinishedList *list, Error *error);
void autosave_free_list(UnfinishedList *list);

/* Locks and reads a listed game again. Returns false with an error if another program has taken or
 * removed it. */
bool autosave_open_listed(const ListedGame *listed, UnfinishedGame *game, Error *error);

#endif
