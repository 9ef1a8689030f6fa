/* The games of the files that a command is given, and the file that it makes of them. */
#ifndef CLI_GAME_SOURCE_H
#define CLI_GAME_SOURCE_H

#include "cli/subcommand.h"
#include "rules/gamefile.h"

/* A file of games. */
typedef struct GameSource {
    GameReader reader;
    char *text; /* owned */
} GameSource;

/* Opens a file, or standard input for "-". */
bool game_source_open(GameSource *source, const char *path, Error *error);
void game_source_close(GameSource *source);

/* What is to be done with a game; false with an error if it cannot. */
typedef bool GameVisitor(void *context, const Record *record, Error *error);

/* How games are read. */
typedef struct GameReadOptions {
    bool strict, foreign;
    const Position *start; /* as in GameReader */
} GameReadOptions;

/*
 * Gives every game of all the files to the taker, in their order. A file without a game is wrong.
 * Returns SUBCOMMAND_OK, or another status with the error, at the first thing that is wrong.
 */
int game_source_read_all(const SubcommandArguments *files, GameReadOptions reading,
                         GameVisitor *handle, void *context, Error *error);

/*
 * Writes the text, which is freed, to standard output, if `path` is NULL or "-", or to a file: a
 * new one, unless `force` is set. An old file is either kept or replaced as a whole.
 */
int game_source_write(Buffer *text, const char *path, bool force, Error *error);

/* "1 game", "2 games", "no games". */
void game_source_add_count(Buffer *text, size_t count, const char *thing);

#endif
