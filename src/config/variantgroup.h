/* Custom variants: read from a group of a configuration file; for this folder only. */
#ifndef CONFIG_VARIANTGROUP_H
#define CONFIG_VARIANTGROUP_H

#include "config/configfile.h"
#include "rules/variant.h"

/*
 * Reads and checks the definition in a group. It may be based on a built-in variant or on one of
 * `known`, and its name must be new, unless it has the very rules of the built-in variant of that
 * name.
 */
bool variantgroup_read(const ConfigFile *file, const config_setting_t *group, const Variant *known,
                       int known_count, Variant *variant, Error *error);

#endif
