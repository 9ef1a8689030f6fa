/* Files: reading, atomic writing, locking, and folders whose entries must survive a power cut. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* Returns a path without its folders, a part of `path`. */
const char *file_base_name(const char *path);

/* Each sets an error about a file and returns false: "PATH: SENTENCE", or "PATH: WHAT: " and what
 * errno says, where WHAT is such as "cannot be opened". A long path is shortened. */
bool file_error_set(Error *error, const char *path, const char *sentence);
bool file_error_set_errno(Error *error, const char *path, const char *what);

/* Reads a regular file of at most `most` bytes without NUL bytes. Returns its text, owned by the
 * caller, or NULL with an error that begins with `shown`, the file's name in messages. */
char *file_read_text(const char *path, const char *shown, size_t most, Error *error);

/* Writes all bytes to an open file; waits if the file is non-blocking. Returns false with errno set
 * on failure. */
bool file_write_all(int file, const char *bytes, size_t length);

/* Syncs the folder of a file, which makes the file's creation, renaming or removal durable. A
 * folder that is not readable, or whose file system cannot sync it, is not an error. */
bool file_sync_folder(const char *path, Error *error);

/* Writes text to a stream and flushes it. The error begins with `name`. */
bool file_print(FILE *stream, const char *name, const char *text, size_t length, Error *error);

/* ---- whole files ---- */

enum { FILE_PATH_SIZE = 4096, FILE_SIZE_MAX = 64 * 1024 * 1024 };

/* Reads a regular file of at most FILE_SIZE_MAX bytes. The result, owned by the caller, ends with a
 * NUL that is not counted. Returns NULL with an error that names the path. */
char *file_read(const char *path, size_t *length, Error *error);

/* Checks that file_read could read a file now. */
bool file_check_readable(const char *path, Error *error);

/* Like file_read, for an open file, which stays open. The path is for messages. */
char *file_read_open(int file, const char *path, size_t *length, Error *error);

/* Reads a stream such as standard input to its end, with the same limit. */
char *file_read_stream(int file, const char *name, size_t *length, Error *error);

/*
 * Writes a file atomically: temporary name in the same folder, fsync, rename, fsync of the folder.
 * A symbolic link is followed. A replaced file keeps its mode, a new one gets `mode` less the
 * umask. Only a regular file is replaced, and none if `overwrite` is not set (ERROR_STATE).
 */
bool file_write_atomic(const char *path, const char *text, size_t length, unsigned mode,
                       bool overwrite, Error *error);

/* How the temporary names end. A killed program may leave such a file. */
#define FILE_TEMPORARY_SUFFIX ".tmp"

/* Checks that file_write_atomic could write a file now, apart from `overwrite`. */
bool file_check_writable(const char *path, bool *exists, Error *error);

/* Writes all bytes to an open file and syncs it. The path is for messages. */
bool file_write_synced(int file, const char *path, const char *text, size_t length, Error *error);

/* ---- locked files: a lock (flock) says that a running program uses a file ---- */

/* Locks an open file for this process, now or after waiting. Returns false with errno. */
bool file_lock(int file, bool wait);

/* Creates and locks the file PATH.lock, for the writers of a file that every write replaces. Waits
 * for other programs. Returns -1 with an error; closing the file unlocks it. */
int file_open_lock(const char *path, Error *error);

/* Opens and locks a file; `flags` may be O_CREAT and O_EXCL. Returns -1 with an error, ERROR_STATE
 * if another program has the file, or has just removed, replaced or created it. */
int file_open_locked(const char *path, int flags, unsigned mode, Error *error);

/*
 * Replaces a locked file atomically. The new file, which takes the place of *file, is locked before
 * it gets the name, so the path always names a locked file. Symbolic links are not followed.
 */
bool file_replace_locked(int *file, const char *path, const char *text, size_t length,
                         unsigned mode, Error *error);

/* Removes a locked file, and the temporary file that a killed program may have left beside it. */
void file_remove_locked(const char *path);

/* ---- folders ---- */

enum { FILE_FOLDER_PRIVATE = 0700 }; /* mode of a folder of the user's */

/* Creates a folder with a mode less the umask. An existing one is fine, even if nothing can be
 * written there. */
bool file_make_folder(const char *path, unsigned mode, Error *error);

/* Creates a folder and its missing parents, all with this mode less the umask. */
bool file_make_folders(const char *path, unsigned mode, Error *error);

/* Identifies a file version. */
typedef struct FileStamp {
    int64_t size;
    int64_t seconds, nanoseconds; /* of the last change */
} FileStamp;

typedef struct FileList {
    char **paths;
    FileStamp *stamps; /* of each */
    size_t count;
} FileList;

/* Lists the regular files of a folder whose names end with `suffix`, the most recently changed
 * first. */
bool file_list_folder(const char *folder, const char *suffix, FileList *list, Error *error);
void file_list_free(FileList *list);

#endif
