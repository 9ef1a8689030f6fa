/* Variants as they are named on the command line and in settings. */
#ifndef CONFIG_VARIANTFILE_H
#define CONFIG_VARIANTFILE_H

#include <stdbool.h>

#include "base/error.h"
#include "rules/variant.h"

/* Whether the text names a variant file and not a variant: it has a '/' or ends in .conf or .cfg.
 */
bool variantfile_is_path(const char *text);

/* A variant by name (built in), or read from the libconfig file that the text names. On failure
 * *variant is untouched. */
bool variantfile_load(const char *name_or_path, Variant *variant, Error *error);

#endif
