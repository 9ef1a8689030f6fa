/* Reads the games of a text, in the form that gamefile.h describes. */
#ifndef RULES_GAMEREADER_H
#define RULES_GAMEREADER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/record.h"

/* A place in a text. */
typedef struct GamePlace {
    size_t offset; /* bytes before it */
    size_t line;   /* from 1 */
    size_t column; /* from 1, in bytes */
} GamePlace;

/*
 * A reader over the text of a file, both borrowed. `name` is used in messages ("name:line:column:
 * sentence").
 */
typedef struct GameReader {
    const char *name;
    const char *text;
    size_t length;
    bool foreign;          /* the text is a foreign one, see above; for the caller to set */
    const Position *start; /* where games begin that have neither a Variant nor a FEN tag; borrowed,
                            * for the caller to set; NULL: as in congo */
    GamePlace at;          /* up to where the text is read */
    GamePlace failed;      /* up to where a game was read that could not be; line 0: none was */
    size_t game;           /* number of the last game read, from 1 */
    size_t deviations;     /* moves of the last game that a strict reader would not have accepted */
} GameReader;

void gamereader_init(GameReader *reader, const char *name, const char *text, size_t length);

/* Whether there is another game (only blanks and % lines otherwise). */
bool gamereader_more(GameReader *reader);

/*
 * Reads the next game. Returns NULL with the error that names file, line and column; nothing more
 * can be read then, but see gamereader_recover. `strict`: slips (see NotationDeviation) and wrong
 * move numbers are errors too. The record is at its last ply.
 */
Record *gamereader_next(GameReader *reader, bool strict, Error *error);

/* After a game that could not be read: goes on to what looks like the tags of another, a '[' that
 * begins a line after an empty one. False if there is none. */
bool gamereader_recover(GameReader *reader);

#endif
