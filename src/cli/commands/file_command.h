/* congo file check, convert and merge, and how commands read and write files of games. */
#ifndef CLI_COMMANDS_FILE_COMMAND_H
#define CLI_COMMANDS_FILE_COMMAND_H

#include "base/buffer.h"
#include "cli/progress.h"
#include "collection/collection.h"
#include "config/command_options.h"
#include "rules/games/gamereader.h"

/* ---- input and output ---- */

/* A file of games. Must not be moved in memory. */
typedef struct GameSource {
    GameReader reader;
    char *text; /* owned */
    Progress progress;
} GameSource;

/* Opens a file, or standard input for "-". */
bool game_source_open(GameSource *source, const char *path, Error *error);

void game_source_close(GameSource *source);

/* Returns a watch that shows the progress of reading, which it borrows. */
StorageWatch game_source_watch(Progress *progress);

/* Opens the games that congo keeps, for commands without files. Returns NULL with an error. */
Collection *game_source_open_kept(Error *error);

/* Says on standard error how many games could not be read, unless there are none. */
void game_source_report_damaged(GameSource *source, size_t damaged);

/* Checks that all files, and the output file unless it is NULL or "-", look as if they could be
 * read and written, before any work is done for them. */
bool game_source_check(const Operands *files, const char *output, bool force, Error *error);

/* Handles a game. Returns false with an error on failure. */
typedef bool GameVisitor(void *context, const Record *record, Error *error);

typedef struct GameReadOptions {
    bool strict, foreign;
    const Position *start; /* as in GameReader */
} GameReadOptions;

/* Calls the visitor for every game of the files, in order. A file without a game is an error. Slips
 * and skipped notes are reported on standard error. Returns COMMAND_OK, or another status and an
 * error at the first failure. */
int game_source_read_all(const Operands *files, GameReadOptions options, GameVisitor *visit,
                         void *context, Error *error);

/* Writes the text to standard output if `path` is NULL or "-", otherwise to a file, and frees it.
 * An existing file is replaced atomically if `force` is set, and an error if not. Returns the
 * status. */
int game_source_write(Buffer *text, const char *path, bool force, Error *error);

/* ---- the commands ---- */

CommandRunner file_convert; /* FileConvertOptions */

CommandRunner file_check; /* FileCheckOptions */

CommandRunner file_merge; /* FileMergeOptions */

#endif
