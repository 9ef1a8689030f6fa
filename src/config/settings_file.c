#include <config.h>

#include "config/settings_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "config/configfile.h"
#include "config/variantfile.h"

/* ---- keys ---- */

static bool add_key(const ConfigFile *file, const config_setting_t *action, const char *key,
                    Settings *settings, Error *error) {
    KeyBinding *binding = &settings->keys[settings->key_count];
    if (settings->key_count == KEY_BINDINGS_MAX) {
        error_set(error, ERROR_RANGE, "expected at most %d keys, found more", KEY_BINDINGS_MAX);
        return configfile_error_at(file, action, error);
    }
    if (!text_copy(binding->action, sizeof binding->action, config_setting_name(action))) {
        error_set(error, ERROR_RANGE, "expected an action's name of at most 31 bytes");
        return configfile_error_at(file, action, error);
    }
    text_copy(binding->key, sizeof binding->key, key);
    binding->line = (int)config_setting_source_line(action);
    settings->key_count++;
    return true;
}

static bool read_key(const ConfigFile *file, const config_setting_t *action,
                     const config_setting_t *found, Settings *settings, Error *error) {
    static const char form[] =
        "a key in quotes, such as \"u\" or \"Ctrl-L\", or several as [ \"u\", \"x\" ]";
    char key[sizeof settings->keys[0].key];
    if (!configfile_text(file, found, form, key, sizeof key, error))
        return false;
    return key[0] ? add_key(file, action, key, settings, error)
                  : configfile_report_expected(file, found, form, error);
}

/* An empty list leaves the action without a key. */
static bool read_action(const ConfigFile *file, const config_setting_t *action, Settings *settings,
                        Error *error) {
    if (!config_setting_is_array(action) && !config_setting_is_list(action))
        return read_key(file, action, action, settings, error);
    int count = config_setting_length(action);
    for (int i = 0; i < count; i++)
        if (!read_key(file, action, config_setting_get_elem(action, (unsigned)i), settings, error))
            return false;
    return count > 0 || add_key(file, action, "", settings, error);
}

static bool read_keys(const ConfigFile *file, const config_setting_t *keys, void *values,
                      Error *error) {
    Settings *settings = values;
    if (!config_setting_is_group(keys))
        return configfile_report_expected(file, keys, "a group { action = \"key\"; }", error);
    settings->key_count = 0;
    for (int i = 0; i < config_setting_length(keys); i++)
        if (!read_action(file, config_setting_get_elem(keys, (unsigned)i), settings, error))
            return false;
    return true;
}

bool settings_file_report_key(const Settings *settings, const KeyBinding *binding, Error *error) {
    char shown[SHORT_PATH_SIZE];
    return error_prefix(error, "%s:%d: keys.%s: ", text_shorten_path(settings->config_path, shown),
                        binding->line, binding->action);
}

/* ---- variants ---- */

static bool read_variant(const ConfigFile *file, const config_setting_t *group, Settings *settings,
                         Error *error) {
    Variant *variants = settings->custom_variants;
    int count = settings->custom_variant_count;
    if (!variantfile_read_group(file, group, variants, count, &variants[count], error))
        return false;
    for (int i = 0; i < count; i++)
        if (text_equal_ignore_case(variants[i].name, variants[count].name)) {
            error_set(error, ERROR_STATE, "there is a variant \"%s\" already; choose another name",
                      variants[i].name);
            return configfile_error_at(file, config_setting_get_member(group, "name"), error);
        }
    settings->custom_variant_count++;
    return true;
}

static bool read_variants(const ConfigFile *file, const config_setting_t *variants, void *values,
                          Error *error) {
    Settings *settings = values;
    if (!config_setting_is_list(variants) || config_setting_length(variants) > CUSTOM_VARIANTS_MAX)
        return configfile_report_expected(
            file, variants, "a list of at most 16 variants ( { name = ...; }, ... )", error);
    settings->custom_variant_count = 0;
    for (int i = 0; i < config_setting_length(variants); i++)
        if (!read_variant(file, config_setting_get_elem(variants, (unsigned)i), settings, error))
            return false;
    return true;
}

/* ---- the file ---- */

bool settings_file_read(Settings *settings, const char *path, Error *error) {
    static const ConfigSection sections[] = {{"keys", read_keys}, {"variants", read_variants}};
    char shown[SHORT_PATH_SIZE];
    if (strlen(path) >= sizeof settings->config_path)
        return error_set(error, ERROR_IO, "%s: expected a path of at most %d bytes",
                         text_shorten_path(path, shown), SETTING_PATH_SIZE - 1);
    return configfile_read(path, &table_congo, sections, 2, settings, error) &&
           text_copy(settings->config_path, sizeof settings->config_path, path);
}

/* ---- where it is ---- */

/* Returns whether the file exists. An unreadable file counts: reading it reports the error. */
static bool find_in_folder(const char *folder, size_t length, const char *below,
                           char path[SETTING_PATH_SIZE]) {
    if (length == 0 || folder[0] != '/')
        return false;
    int written =
        snprintf(path, SETTING_PATH_SIZE, "%.*s%s/congo/congo.conf", (int)length, folder, below);
    if (written < 0 || written >= SETTING_PATH_SIZE)
        return false;
    struct stat status;
    return stat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

static bool find_user_file(char path[SETTING_PATH_SIZE]) {
    const char *folder = getenv("XDG_CONFIG_HOME");
    const char *below = "";
    if (!folder || folder[0] != '/') {
        folder = getenv("HOME");
        below = "/.config";
    }
    return folder && find_in_folder(folder, strlen(folder), below, path);
}

bool settings_file_find(char path[SETTING_PATH_SIZE]) {
    if (find_user_file(path))
        return true;
    const char *folders = getenv("XDG_CONFIG_DIRS");
    if (!folders || !*folders)
        folders = "/etc/xdg";
    while (*folders) {
        size_t length = strcspn(folders, ":");
        if (find_in_folder(folders, length, "", path))
            return true;
        folders += length + (folders[length] == ':');
    }
    return find_in_folder(SYSCONFDIR, strlen(SYSCONFDIR), "", path);
}
