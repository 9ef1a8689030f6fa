/* Reads the games of a text, in the form that gamefile.h describes. */
#ifndef RULES_GAMEREADER_H
#define RULES_GAMEREADER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "rules/record.h"

typedef struct GamePlace {
    size_t offset; /* in the text, from 0 */
    size_t line;   /* from 1 */
    size_t column; /* from 1, in bytes */
} GamePlace;

/*
 * A reader over a text, which it borrows. Messages begin "name:line:column: ". The caller may set
 * `foreign` and `start` after gamereader_init.
 */
typedef struct GameReader {
    const char *name; /* borrowed */
    const char *text;
    size_t length;
    bool foreign;          /* from another program; see gamefile.h */
    const Position *start; /* of games with neither a Variant nor a FEN tag; borrowed; NULL: the
                              start of congo */
    GamePlace at;          /* the next byte to read */
    GamePlace failed;      /* where the last game that failed was left; line 0: none failed */
    size_t game;           /* number of the last game read, from 1 */
    size_t deviations;     /* moves of the last game that a strict reader rejects */
} GameReader;

void gamereader_init(GameReader *reader, const char *name, const char *text, size_t length);

/* Returns whether anything but blanks and '%' lines is left. */
bool gamereader_more(GameReader *reader);

/*
 * Reads the next game into a record at its last ply, owned by the caller. If `strict` is set,
 * deviations from the notation and wrong move numbers are errors. Returns NULL on failure,
 * after which only gamereader_recover may be called.
 */
Record *gamereader_next(GameReader *reader, bool strict, Error *error);

/* Skips a game that failed, up to the likely tags of the next: a '[' that begins a line after an
 * empty line. Returns false if there are none. */
bool gamereader_recover(GameReader *reader);

#endif
