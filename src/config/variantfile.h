/* Variants by name, and custom variants in configuration files. */
#ifndef CONFIG_VARIANTFILE_H
#define CONFIG_VARIANTFILE_H

#include <stdbool.h>

#include "base/error.h"
#include "rules/variant.h"

struct ConfigFile;
struct ConfigNode;

/* Returns whether a text names a file: it has a '/', or ends in .conf or .cfg. */
bool variantfile_is_path(const char *text);

/* Finds a built-in variant, or reads the one that a file defines. Leaves *variant alone on failure.
 */
bool variantfile_load(const char *name_or_path, Variant *variant, Error *error);

/*
 * Reads and checks the definition of a variant in a group of a file. Its base is a built-in variant
 * or one of `known`. Its name must be new, unless it has the rules of the built-in variant of that
 * name. Leaves *variant alone on failure.
 */
bool variantfile_read_group(const struct ConfigFile *file, const struct ConfigNode *group,
                            const Variant *known, int known_count, Variant *variant, Error *error);

#endif
