#include <config.h>

#include "config/variantfile.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "config/variantgroup.h"

static bool read_file(const char *path, Variant *variant, Error *error) {
    ConfigFile file;
    if (!configfile_open(&file, path, error))
        return false;
    const config_setting_t *root = config_root_setting(&file.tree);
    const config_setting_t *group = config_setting_get_member(root, "variant");
    bool good = false;
    for (int i = 0; group && i < config_setting_length(root); i++) {
        const config_setting_t *other = config_setting_get_elem(root, (unsigned)i);
        if (other != group) {
            error_set(error, ERROR_SYNTAX, "expected nothing but variant = { ... }");
            configfile_error_at(&file, other, error);
            configfile_close(&file);
            return false;
        }
    }
    if (group)
        good = variantgroup_read(&file, group, NULL, 0, variant, error);
    else
        error_set(error, ERROR_SYNTAX, "%s: expected variant = { name = ...; }, found none",
                  file.shown);
    configfile_close(&file);
    return good;
}

bool variantfile_is_path(const char *text) {
    return strchr(text, '/') || text_ends_with(text, ".conf") || text_ends_with(text, ".cfg");
}

static bool report_unknown_name(const char *name, Error *error) {
    char known[200] = "";
    size_t used = 0;
    const Variant *builtin;
    for (size_t i = 0; (builtin = variant_builtin(i)) && used < sizeof known; i++)
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                 builtin->name);
    char shown[QUOTE_SIZE];
    return error_set(error, ERROR_SYNTAX,
                     "expected a variant (%s) or a file (with a \"/\" in its name, or ending in "
                     ".conf or .cfg), found %s",
                     known, text_quote(name, shown));
}

bool variantfile_load(const char *name_or_path, Variant *variant, Error *error) {
    if (variantfile_is_path(name_or_path))
        return read_file(name_or_path, variant, error);
    const Variant *builtin = variant_find(name_or_path);
    if (!builtin)
        return report_unknown_name(name_or_path, error);
    *variant = *builtin;
    return true;
}
