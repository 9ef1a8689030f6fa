/* The tags of one game in a file, and the variant that they name or define. gamefile.h describes
 * them. */
#ifndef RULES_GAMES_GAMETAGS_H
#define RULES_GAMES_GAMETAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"
#include "rules/games/gamereader.h"
#include "rules/outcome.h"
#include "rules/variant.h"

typedef struct GameTag {
    char *name;          /* owned */
    char *value;         /* owned */
    size_t line, column; /* of its '[' */
} GameTag;

/* Starts as {0}. */
typedef struct GameTags {
    GameTag *tags;
    size_t count;
} GameTags;

/* Reads the tag that is next. */
bool gametags_read(GameFaults *faults, GameTags *tags);
void gametags_free(GameTags *tags);

/* Returns NULL if the tag is absent. */
const GameTag *gametags_find(const GameTags *tags, const char *name);

/* Finds the variant that the tags name or define, congo by default. On failure *wrong_tag is the
 * tag that is wrong. */
bool gametags_read_variant(const GameTags *tags, Variant *variant, const GameTag **wrong_tag,
                           Error *error);

/*
 * Finds the reason of a game's end that a value of PGN's Termination tag implies. *reason is
 * REASON_NONE if it implies none: the value is not one of PGN's, or an unfinished game is
 * unterminated. Returns false if it contradicts the result.
 */
bool gametags_read_termination(const char *value, Result result, Reason *reason);
/* Returns whether a value of that tag does not contradict how the game ended. */
bool gametags_termination_agrees(const char *value, Outcome outcome);
/* Returns the value that PGN has for how a game ended, "unterminated" for an unfinished one. */
const char *gametags_termination(Outcome outcome);

/* The tags that every game in PGN begins with, but for Result, which follows them. */
enum { ROSTER_TAGS = 6 };
extern const char *const gametags_roster[ROSTER_TAGS];
/* Returns what such a tag holds if nothing is known: "?", "????.??.??" for the date; NULL for other
 * tags. */
const char *gametags_unknown(const char *name);

/* Appends a line [Name "value"]. */
void gametags_write(const char *name, const char *value, Buffer *file);

/* Appends the tags that name and, unless it is built in, define a variant. */
void gametags_write_variant(const Variant *variant, Buffer *file);

#endif
