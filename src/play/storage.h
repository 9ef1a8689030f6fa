/*
 * Files on disk: whole-file reading with a limit, atomic writing (temporary name, synced, renamed),
 * the games of a file, and the user's state folder.
 */
#ifndef PLAY_STORAGE_H
#define PLAY_STORAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"
#include "rules/record.h"

enum { STORAGE_PATH_SIZE = 4096, STORAGE_FILE_MAX = 64 * 1024 * 1024 };

/* Reads a whole regular file (at most STORAGE_FILE_MAX bytes); the caller frees it. It ends with a
 * NUL that is not counted. NULL with an error that names the path. */
char *storage_read(const char *path, size_t *length, Error *error);
/* The same from an open file, which stays open; the path is for the message. */
char *storage_read_fd(int file, const char *path, size_t *length, Error *error);

/* Reads whatever comes to its end, such as standard input: at most STORAGE_FILE_MAX bytes. */
char *storage_read_stream(int file, const char *name, size_t *length, Error *error);

/* Writes a file so that either the old or the new content is there, whatever happens: temporary
 * name in the same folder, fsync, rename, fsync of the folder. The mode of a replaced file is kept,
 * a new one has `mode` less the umask. A symbolic link is followed. Only a regular file is
 * replaced, and with `overwrite` false none at all (ERROR_STATE). A full disk is said to be one. */
bool storage_write(const char *path, const char *text, size_t length, unsigned mode, bool overwrite,
                   Error *error);
/* The step in the middle, for those who have a file of their own open: all the text, down to the
 * disk. The path is for the message. */
bool storage_write_all(int file, const char *path, const char *text, size_t length, Error *error);
/*
 * The same for a file that this process holds with a lock, in the open file *file: the new one is
 * locked before it has the name, and takes the place of *file, so that nobody ever finds the name
 * without a lock. The temporary name is the path's own, which only its holder uses. No symbolic
 * link is followed.
 */
bool storage_replace_locked(int *file, const char *path, const char *text, size_t length,
                            unsigned mode, Error *error);
/* Removes such a file, with what a program that was killed while it wrote it may have left. */
void storage_remove_locked(const char *path);
/* Locks an open file for this process, at once or after waiting for who has it; false with errno,
 * EWOULDBLOCK when another has it. */
bool storage_lock(int file, bool wait);

/* Whether the open file is the one that has the name now: it may have been replaced between its
 * opening and its locking. False with errno, ESTALE when another file has the name. */
bool storage_is_file_at(int file, const char *path);

/* The order, as qsort has it, of two files' times: the newer first. */
int storage_newer_first(const struct timespec *a, const struct timespec *b);

/* Reads the number'th game of a file, from 1; 0: the last. NULL with an error that names the place.
 */
Record *storage_load_game(const char *path, int number, Error *error);

/* The games of a file, for a list to choose from: one line of text each, owned by the list. */
typedef struct GameList {
    char **titles; /* "Ada - Bo, congo, 34 moves, 1-0" */
    size_t count;
} GameList;
/* All or, with an error, nothing. */
bool storage_list_games(const char *path, GameList *list, Error *error);
void storage_free_games(GameList *list);
/* How many games are in a file, with those that cannot be read: what would be lost with it. */
size_t storage_count_games(const char *path);

/* The path of a name as a person types it: "~/" stands for the home folder. False if it is too
 * long. */
bool storage_expand_home(const char *text, char *path, size_t size);

/* The folder $XDG_STATE_HOME/congo, else ~/.local/state/congo, made (mode 0700) if it is not there.
 */
bool storage_state_folder(char folder[STORAGE_PATH_SIZE], Error *error);
/* The path of a file in it. */
bool storage_state_path(const char *name, char path[STORAGE_PATH_SIZE], Error *error);

#endif
