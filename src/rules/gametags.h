/* The tag pairs of one game in a file, and what they say about the variant. gamefile.h describes
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
    size_t line, column; /* where it stands */
} GameTag;

/* Starts as {0}. */
typedef struct GameTags {
    GameTag *tags;
    size_t count;
} GameTags;

/* Takes over the tag's texts. */
void gametags_add(GameTags *tags, GameTag tag);
void gametags_free(GameTags *tags);

/* NULL when it is not there. */
const GameTag *gametags_find(const GameTags *tags, const char *name);

/* The variant that the tags name or define. On failure *blamed is the tag that is wrong. */
bool gametags_read_variant(const GameTags *tags, Variant *variant, const GameTag **wrong_tag,
                           Error *error);

/* One line, [Name "value"]. */
void gametags_write(const char *name, const char *value, Buffer *file);

/* The lines that name or define a variant. */
void gametags_write_variant(const Variant *variant, Buffer *file);

#endif
