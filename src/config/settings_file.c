#include <config.h>

#include "config/setting.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "config/configfile.h"
#include "config/variantfile.h"
#include "config/variantgroup.h"

/* A configuration file being read into settings that are not in force yet. */
typedef struct SettingsFileReader {
    ConfigFile file;
    const char *path;
    Settings next;
    Error *error;
} SettingsFileReader;

/* The first parts of the settings' paths. */
static const char *const groups[] = {"players", "search", "screen", "network"};
enum { GROUP_COUNT = sizeof groups / sizeof groups[0] };

/* ---- unknown names ---- */

static bool report_unknown(SettingsFileReader *reader, const config_setting_t *setting) {
    char path[CONFIGFILE_NAME_SIZE];
    configfile_path(setting, path);
    const Setting *known = table_find(path);
    if (known && !known->info.path) {
        error_set(reader->error, ERROR_SYNTAX, "expected on the command line only, as --%s", path);
        return configfile_error_at(&reader->file, setting, reader->error);
    }
    Suggestion closest = {path, "", INT_MAX};
    for (size_t i = 0; (known = table_row(i)); i++)
        if (known->info.path)
            text_suggest(&closest, known->info.path);
    for (int i = 0; i < GROUP_COUNT; i++)
        text_suggest(&closest, groups[i]);
    text_suggest(&closest, "keys");
    text_suggest(&closest, "variants");
    error_set(reader->error, ERROR_SYNTAX, "not a setting, the closest is %s", closest.known);
    return configfile_error_at(&reader->file, setting, reader->error);
}

/* ---- values ---- */

static bool has_type(const Setting *setting, const config_setting_t *found) {
    switch (setting->type) {
    case SETTING_NUMBER:
        return configfile_is_number(found);
    case SETTING_SWITCH:
        return config_setting_type(found) == CONFIG_TYPE_BOOL;
    case SETTING_WORD:
        return config_setting_type(found) == CONFIG_TYPE_STRING || configfile_is_number(found);
    case SETTING_TEXT:
    case SETTING_FILE:
        return config_setting_type(found) == CONFIG_TYPE_STRING;
    }
    return false;
}

/* What the command line would say; `text` has room for a path. */
static bool value_to_text(const config_setting_t *found, char text[SETTING_PATH_SIZE]) {
    if (config_setting_type(found) == CONFIG_TYPE_STRING)
        return text_copy(text, SETTING_PATH_SIZE, config_setting_get_string(found));
    if (config_setting_type(found) == CONFIG_TYPE_BOOL)
        return text_copy(text, SETTING_PATH_SIZE, config_setting_get_bool(found) ? "on" : "off");
    snprintf(text, SETTING_PATH_SIZE, "%lld", config_setting_get_int64(found));
    return true;
}

/* A path in the file begins at the file's folder. */
static bool resolve_relative_path(const SettingsFileReader *reader, char text[SETTING_PATH_SIZE]) {
    const char *slash = strrchr(reader->path, '/');
    if (!slash || text[0] == '/' || !variantfile_is_path(text))
        return true;
    char relative[SETTING_PATH_SIZE];
    memcpy(relative, text, sizeof relative);
    int length = snprintf(text, SETTING_PATH_SIZE, "%.*s/%s", (int)(slash - reader->path),
                          reader->path, relative);
    return length > 0 && length < SETTING_PATH_SIZE;
}

static bool read_value(SettingsFileReader *reader, const Setting *setting,
                       const config_setting_t *found) {
    char text[SETTING_PATH_SIZE];
    const char *form = setting->type == SETTING_SWITCH ? "true or false" : setting->info.form;
    if (!has_type(setting, found) || !value_to_text(found, text) ||
        (setting->type == SETTING_FILE && !resolve_relative_path(reader, text)))
        return configfile_report_expected(&reader->file, found, form, reader->error);
    if (setting->parse(setting, text, &reader->next, reader->error))
        return true;
    return configfile_error_at(&reader->file, found, reader->error);
}

/* ---- keys ---- */

static const char key_form[] =
    "an action's key as a string of at most 31 bytes, or several as [ \"u\", \"x\" ]";

static bool add_key(SettingsFileReader *reader, const config_setting_t *action, const char *key) {
    Settings *next = &reader->next;
    if (next->key_count == KEY_BINDINGS_MAX) {
        error_set(reader->error, ERROR_RANGE, "expected at most %d keys, found more",
                  KEY_BINDINGS_MAX);
        return configfile_error_at(&reader->file, action, reader->error);
    }
    KeyBinding *binding = &next->keys[next->key_count];
    if (!text_copy(binding->action, sizeof binding->action, config_setting_name(action))) {
        error_set(reader->error, ERROR_RANGE, "expected an action's name of at most 31 bytes");
        return configfile_error_at(&reader->file, action, reader->error);
    }
    text_copy(binding->key, sizeof binding->key, key);
    binding->line = (int)config_setting_source_line(action);
    next->key_count++;
    return true;
}

static bool read_key(SettingsFileReader *reader, const config_setting_t *action,
                     const config_setting_t *found) {
    char key[sizeof reader->next.keys[0].key];
    if (!configfile_text(&reader->file, found, key_form, key, sizeof key, reader->error))
        return false;
    if (!key[0])
        return configfile_report_expected(&reader->file, found, key_form, reader->error);
    return add_key(reader, action, key);
}

/* An empty list takes all keys from the action. */
static bool read_action(SettingsFileReader *reader, const config_setting_t *action) {
    if (!config_setting_is_array(action) && !config_setting_is_list(action))
        return read_key(reader, action, action);
    int count = config_setting_length(action);
    for (int i = 0; i < count; i++)
        if (!read_key(reader, action, config_setting_get_elem(action, (unsigned)i)))
            return false;
    return count > 0 || add_key(reader, action, "");
}

static bool read_keys(SettingsFileReader *reader, const config_setting_t *keys) {
    if (!config_setting_is_group(keys))
        return configfile_report_expected(&reader->file, keys, "a group { action = \"key\"; }",
                                          reader->error);
    reader->next.key_count = 0;
    for (int i = 0; i < config_setting_length(keys); i++)
        if (!read_action(reader, config_setting_get_elem(keys, (unsigned)i)))
            return false;
    return true;
}

/* ---- variants ---- */

static bool read_custom(SettingsFileReader *reader, const config_setting_t *group) {
    Settings *next = &reader->next;
    Variant *variant = &next->custom_variants[next->custom_variant_count];
    if (!variantgroup_read(&reader->file, group, next->custom_variants, next->custom_variant_count,
                           variant, reader->error))
        return false;
    for (int i = 0; i < next->custom_variant_count; i++) {
        if (strcmp(next->custom_variants[i].name, variant->name) == 0)
            return configfile_report_expected(&reader->file,
                                              config_setting_get_member(group, "name"),
                                              "a name that no variant before has", reader->error);
    }
    next->custom_variant_count++;
    return true;
}

static bool read_variants(SettingsFileReader *reader, const config_setting_t *variants) {
    if (!config_setting_is_list(variants) || config_setting_length(variants) > CUSTOM_VARIANTS_MAX)
        return configfile_report_expected(&reader->file, variants,
                                          "a list of at most 16 variants ( { name = ...; }, ... )",
                                          reader->error);
    reader->next.custom_variant_count = 0;
    for (int i = 0; i < config_setting_length(variants); i++)
        if (!read_custom(reader, config_setting_get_elem(variants, (unsigned)i)))
            return false;
    return true;
}

/* ---- the file ---- */

static bool is_group_of_settings(const char *name) {
    for (int i = 0; i < GROUP_COUNT; i++)
        if (strcmp(groups[i], name) == 0)
            return true;
    return false;
}

static bool read_setting(SettingsFileReader *reader, const config_setting_t *found) {
    char path[CONFIGFILE_NAME_SIZE];
    configfile_path(found, path);
    const Setting *setting = table_find_path(path);
    return setting ? read_value(reader, setting, found) : report_unknown(reader, found);
}

static bool read_group(SettingsFileReader *reader, const config_setting_t *group) {
    if (!config_setting_is_group(group))
        return configfile_report_expected(&reader->file, group, "a group { name = value; }",
                                          reader->error);
    for (int i = 0; i < config_setting_length(group); i++)
        if (!read_setting(reader, config_setting_get_elem(group, (unsigned)i)))
            return false;
    return true;
}

static bool read_top_level(SettingsFileReader *reader, const config_setting_t *found) {
    const char *name = config_setting_name(found);
    if (strcmp(name, "variants") == 0)
        return true; /* read before */
    if (strcmp(name, "keys") == 0)
        return read_keys(reader, found);
    if (is_group_of_settings(name))
        return read_group(reader, found);
    return read_setting(reader, found);
}

/* Custom variants come first: `variant` may name one of them wherever it stands. */
static bool read_root(SettingsFileReader *reader) {
    const config_setting_t *root = config_root_setting(&reader->file.tree);
    const config_setting_t *variants = config_setting_get_member(root, "variants");
    if (variants && !read_variants(reader, variants))
        return false;
    for (int i = 0; i < config_setting_length(root); i++)
        if (!read_top_level(reader, config_setting_get_elem(root, (unsigned)i)))
            return false;
    return true;
}

bool settings_file_read(Settings *settings, const char *path, Error *error) {
    SettingsFileReader reader = {.path = path, .next = *settings, .error = error};
    if (!text_copy(reader.next.config_path, sizeof reader.next.config_path, path)) {
        char shown[SHORT_PATH_SIZE];
        return error_set(error, ERROR_IO, "%s: expected a path of at most %d bytes",
                         text_shorten_path(path, shown), SETTING_PATH_SIZE - 1);
    }
    if (!configfile_open(&reader.file, path, error))
        return false;
    bool good = read_root(&reader);
    configfile_close(&reader.file);
    if (good)
        *settings = reader.next;
    return good;
}

/* ---- where it is ---- */

/* Whether the file is there, be it readable or not: one that cannot be read is not passed over. */
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
