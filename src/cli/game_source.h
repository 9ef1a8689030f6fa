/* The input files and the output file of a command on games. */
#ifndef CLI_GAME_SOURCE_H
#define CLI_GAME_SOURCE_H

#include "base/buffer.h"
#include "config/command_options.h"
#include "rules/gamereader.h"

/* A file of games. */
typedef struct GameSource {
    GameReader reader;
    char *text; /* owned */
} GameSource;

/* Opens a file, or standard input for "-". */
bool game_source_open(GameSource *source, const char *path, Error *error);
void game_source_close(GameSource *source);

/* Handles a game. Returns false with an error on failure. */
typedef bool GameVisitor(void *context, const Record *record, Error *error);

typedef struct GameReadOptions {
    bool strict, foreign;
    const Position *start; /* as in GameReader */
} GameReadOptions;

/* Calls the visitor for every game of the files, in order. A file without a game is an error.
 * Returns COMMAND_OK, or another status and an error at the first failure. */
int game_source_read_all(const Operands *files, GameReadOptions options, GameVisitor *visit,
                         void *context, Error *error);

/* Writes the text to standard output if `path` is NULL or "-", otherwise to a file, and frees it.
 * An existing file is replaced atomically if `force` is set, and an error if not. Returns the
 * status. */
int game_source_write(Buffer *text, const char *path, bool force, Error *error);

#endif
