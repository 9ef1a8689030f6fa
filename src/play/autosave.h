/*
 * The games in progress, kept in the state folder: one file a game, held by a lock (flock) for as
 * long as a program plays it, so that two programs of one user never write the same one and a game
 * left over by a killed program can be told from one that is being played: the system drops the
 * lock with the process.
 *
 * Every writing replaces the file by a new one; the lock passes on with it, as the new file is
 * locked before it gets the name. Whoever locks a file by name must therefore look whether the name
 * still means it.
 */
#ifndef PLAY_AUTOSAVE_H
#define PLAY_AUTOSAVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/record.h"

typedef struct Autosave Autosave; /* one file of the state folder, locked by this process */

/* A new, empty autosave file with a name of its own. Empty ones are never offered. */
Autosave *autosave_create(Error *error);
/* Replaces the content, durably; on failure the old one is still there. */
bool autosave_write(Autosave *autosave, const char *text, size_t length, Error *error);
/* The file's path, for messages. */
const char *autosave_path(const Autosave *autosave);
/* Unlocks and, if told so, removes the file. NULL is allowed. */
void autosave_close(Autosave *autosave, bool remove_file);
/* Renames the file to *.broken, so that it is neither offered again nor lost, and closes it. */
void autosave_set_aside(Autosave *autosave);

/* A left-over game that no running program holds, the newest first: its text (the caller frees it),
 * and the autosave that holds it from now on. False without an error when there is none. A file
 * that is too long is set aside (see autosave_set_aside), one that cannot be read stays, both with
 * a sentence in error, and the search goes on; so error may be set also on success. */
bool autosave_open_newest(Autosave **autosave, char **text, size_t *length, Error *error);

/* The tag with the jumps of an unfinished turn. */
#define AUTOSAVE_CAPTURE_TAG "CongoCapture"

/* Returns whether the game of an autosave file goes on and has a move or a jump. */
bool autosave_is_resumable(const Record *record);

/* A game that was left unfinished: found in the state folder, to be resumed. */

/* All owned; what is given away is set to NULL. For session_setup_resume: autosave and text. */
typedef struct UnfinishedGame {
    Autosave *autosave; /* holds the file as long as it is there */
    char *text;
    size_t length;
    Record *record; /* the game as it was read, to be shown */
} UnfinishedGame;

/*
 * The newest that something was played in and that no running program holds. Files in which there
 * is nothing to go on with are removed on the way, and those that cannot be read put aside with a
 * sentence in error; so error may be set also on success. False when there is none.
 */
bool autosave_find_unfinished(UnfinishedGame *left, Error *error);

/* Lets the file be found again. */
void autosave_release_unfinished(UnfinishedGame *left);

#endif
