/* The tags of one game in a file, and the variant that they name or define. gamefile.h describes
 * them. */
#ifndef RULES_GAMETAGS_H
#define RULES_GAMETAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/error.h"
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

/* Takes over the tag's strings. */
void gametags_add(GameTags *tags, GameTag tag);
void gametags_free(GameTags *tags);

/* Returns NULL if the tag is absent. */
const GameTag *gametags_find(const GameTags *tags, const char *name);

/* Finds the variant that the tags name or define, congo by default. On failure *wrong_tag is the
 * tag that is wrong. */
bool gametags_read_variant(const GameTags *tags, Variant *variant, const GameTag **wrong_tag,
                           Error *error);

/* Appends a line [Name "value"]. */
void gametags_write(const char *name, const char *value, Buffer *file);

/* Appends the tags that name and, unless it is built in, define a variant. */
void gametags_write_variant(const Variant *variant, Buffer *file);

#endif
