/*
 * Game files: text in the shape of PGN, several games to a file (congo-file(5) describes them).
 * This reads and writes memory; files on disk are the business of those above (see play/storage.h).
 */
#ifndef RULES_GAMEFILE_H
#define RULES_GAMEFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/error.h"
#include "rules/record.h"

/*
 * A reader over the text of a file. `name` is used in messages ("name:line:column: sentence").
 */
typedef struct GameReader {
    const char *name;
    const char *text;
    size_t length;
    size_t offset; /* bytes read */
    size_t line;   /* of offset, from 1 */
    size_t column; /* of offset, from 1, in bytes */
    size_t game;   /* number of the last game read, from 1 */
    size_t slips;  /* moves of the last game that a strict reader would not have accepted */
} GameReader;

void gamereader_init(GameReader *reader, const char *name, const char *text, size_t length);

/* Whether there is another game (only blanks and % lines otherwise). */
bool gamereader_more(GameReader *reader);

/*
 * Reads the next game. Returns NULL with the error that names file, line and column. `strict`:
 * slips (see NotationSlip) are errors too. A custom variant comes from the game's own tags.
 */
Record *gamereader_next(GameReader *reader, bool strict, Error *error);

/* The text of one game, which ends with an empty line; the caller frees it. */
char *gamefile_write(const Record *record, size_t *length);

#endif
