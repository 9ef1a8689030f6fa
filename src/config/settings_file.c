#include <config.h>

#include "config/setting.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "config/configfile.h"
#include "config/wording.h"
#include "config/variantfile.h"
#include "config/variantgroup.h"

/* A configuration file being read into settings that are not in force yet. */
typedef struct Reading {
    ConfigFile file;
    const char *path;
    Settings next;
    Error *error;
} Reading;

/* The first parts of the settings' paths. */
static const char *const groups[] = {"players", "search", "screen", "network"};
enum { GROUP_COUNT = sizeof groups / sizeof groups[0] };

/* ---- unknown names ---- */

static bool complain_unknown(Reading *reading, const config_setting_t *setting) {
    char path[CONFIGFILE_NAME_SIZE];
    configfile_path(setting, path);
    const Setting *known = setting_by_name(path);
    if (known && !known->info.path) {
        error_set(reading->error, ERROR_SYNTAX, "expected on the command line only, as --%s", path);
        return configfile_blame(&reading->file, setting, reading->error);
    }
    Suggestion closest = {path, "", INT_MAX};
    for (size_t i = 0; (known = setting_at(i)); i++)
        if (known->info.path)
            text_suggest(&closest, known->info.path);
    for (int i = 0; i < GROUP_COUNT; i++)
        text_suggest(&closest, groups[i]);
    text_suggest(&closest, "keys");
    text_suggest(&closest, "variants");
    error_set(reading->error, ERROR_SYNTAX, "not a setting, the closest is %s", closest.known);
    return configfile_blame(&reading->file, setting, reading->error);
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
static bool write_text(const config_setting_t *found, char text[SETTING_PATH_SIZE]) {
    if (config_setting_type(found) == CONFIG_TYPE_STRING)
        return text_copy(text, SETTING_PATH_SIZE, config_setting_get_string(found));
    if (config_setting_type(found) == CONFIG_TYPE_BOOL)
        return text_copy(text, SETTING_PATH_SIZE, config_setting_get_bool(found) ? "on" : "off");
    snprintf(text, SETTING_PATH_SIZE, "%lld", config_setting_get_int64(found));
    return true;
}

/* A path in the file begins at the file's folder. */
static bool resolve(const Reading *reading, char text[SETTING_PATH_SIZE]) {
    const char *slash = strrchr(reading->path, '/');
    if (!slash || text[0] == '/' || !variantfile_is_path(text))
        return true;
    char relative[SETTING_PATH_SIZE];
    memcpy(relative, text, sizeof relative);
    int length = snprintf(text, SETTING_PATH_SIZE, "%.*s/%s", (int)(slash - reading->path),
                          reading->path, relative);
    return length > 0 && length < SETTING_PATH_SIZE;
}

static bool read_value(Reading *reading, const Setting *setting, const config_setting_t *found) {
    char text[SETTING_PATH_SIZE];
    const char *form = setting->type == SETTING_SWITCH ? "true or false" : setting->info.form;
    if (!has_type(setting, found) || !write_text(found, text) ||
        (setting->type == SETTING_FILE && !resolve(reading, text)))
        return configfile_expected(&reading->file, found, form, reading->error);
    if (setting->read(setting, text, &reading->next, reading->error))
        return true;
    return configfile_blame(&reading->file, found, reading->error);
}

/* ---- keys ---- */

static const char key_form[] =
    "an action's key as a string of at most 31 bytes, or several as [ \"u\", \"x\" ]";

static bool add_key(Reading *reading, const config_setting_t *action, const char *key) {
    Settings *next = &reading->next;
    if (next->key_count == KEY_BINDINGS_MAX) {
        error_set(reading->error, ERROR_RANGE, "expected at most %d keys, found more",
                  KEY_BINDINGS_MAX);
        return configfile_blame(&reading->file, action, reading->error);
    }
    KeyBinding *binding = &next->keys[next->key_count];
    if (!text_copy(binding->action, sizeof binding->action, config_setting_name(action))) {
        error_set(reading->error, ERROR_RANGE, "expected an action's name of at most 31 bytes");
        return configfile_blame(&reading->file, action, reading->error);
    }
    text_copy(binding->key, sizeof binding->key, key);
    binding->line = (int)config_setting_source_line(action);
    next->key_count++;
    return true;
}

static bool read_key(Reading *reading, const config_setting_t *action,
                     const config_setting_t *found) {
    char key[sizeof reading->next.keys[0].key];
    if (!configfile_text(&reading->file, found, key_form, key, sizeof key, reading->error))
        return false;
    if (!key[0])
        return configfile_expected(&reading->file, found, key_form, reading->error);
    return add_key(reading, action, key);
}

/* An empty list takes all keys from the action. */
static bool read_action(Reading *reading, const config_setting_t *action) {
    if (!config_setting_is_array(action) && !config_setting_is_list(action))
        return read_key(reading, action, action);
    int count = config_setting_length(action);
    for (int i = 0; i < count; i++)
        if (!read_key(reading, action, config_setting_get_elem(action, (unsigned)i)))
            return false;
    return count > 0 || add_key(reading, action, "");
}

static bool read_keys(Reading *reading, const config_setting_t *keys) {
    if (!config_setting_is_group(keys))
        return configfile_expected(&reading->file, keys, "a group { action = \"key\"; }",
                                   reading->error);
    reading->next.key_count = 0;
    for (int i = 0; i < config_setting_length(keys); i++)
        if (!read_action(reading, config_setting_get_elem(keys, (unsigned)i)))
            return false;
    return true;
}

/* ---- variants ---- */

static bool read_custom(Reading *reading, const config_setting_t *group) {
    Settings *next = &reading->next;
    Variant *variant = &next->custom[next->custom_count];
    if (!variantgroup_read(&reading->file, group, next->custom, next->custom_count, variant,
                           reading->error))
        return false;
    for (int i = 0; i < next->custom_count; i++) {
        if (strcmp(next->custom[i].name, variant->name) == 0)
            return configfile_expected(&reading->file, config_setting_get_member(group, "name"),
                                       "a name that no variant before has", reading->error);
    }
    next->custom_count++;
    return true;
}

static bool read_variants(Reading *reading, const config_setting_t *variants) {
    if (!config_setting_is_list(variants) || config_setting_length(variants) > CUSTOM_VARIANTS_MAX)
        return configfile_expected(&reading->file, variants,
                                   "a list of at most 16 variants ( { name = ...; }, ... )",
                                   reading->error);
    reading->next.custom_count = 0;
    for (int i = 0; i < config_setting_length(variants); i++)
        if (!read_custom(reading, config_setting_get_elem(variants, (unsigned)i)))
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

static bool read_setting(Reading *reading, const config_setting_t *found) {
    char path[CONFIGFILE_NAME_SIZE];
    configfile_path(found, path);
    const Setting *setting = setting_by_path(path);
    return setting ? read_value(reading, setting, found) : complain_unknown(reading, found);
}

static bool read_group(Reading *reading, const config_setting_t *group) {
    if (!config_setting_is_group(group))
        return configfile_expected(&reading->file, group, "a group { name = value; }",
                                   reading->error);
    for (int i = 0; i < config_setting_length(group); i++)
        if (!read_setting(reading, config_setting_get_elem(group, (unsigned)i)))
            return false;
    return true;
}

static bool read_top(Reading *reading, const config_setting_t *found) {
    const char *name = config_setting_name(found);
    if (strcmp(name, "variants") == 0)
        return true; /* read before */
    if (strcmp(name, "keys") == 0)
        return read_keys(reading, found);
    if (is_group_of_settings(name))
        return read_group(reading, found);
    return read_setting(reading, found);
}

/* Custom variants come first: `variant` may name one of them wherever it stands. */
static bool read_root(Reading *reading) {
    const config_setting_t *root = config_root_setting(&reading->file.tree);
    const config_setting_t *variants = config_setting_get_member(root, "variants");
    if (variants && !read_variants(reading, variants))
        return false;
    for (int i = 0; i < config_setting_length(root); i++)
        if (!read_top(reading, config_setting_get_elem(root, (unsigned)i)))
            return false;
    return true;
}

bool settings_read_file(Settings *settings, const char *path, Error *error) {
    Reading reading = {.path = path, .next = *settings, .error = error};
    if (!text_copy(reading.next.config_path, sizeof reading.next.config_path, path)) {
        char shown[SHORT_PATH_SIZE];
        return error_set(error, ERROR_IO, "%s: expected a path of at most %d bytes",
                         text_shorten_path(path, shown), SETTING_PATH_SIZE - 1);
    }
    if (!configfile_open(&reading.file, path, error))
        return false;
    bool good = read_root(&reading);
    configfile_close(&reading.file);
    if (good)
        *settings = reading.next;
    return good;
}

/* ---- where it is ---- */

/* Whether the file is there, be it readable or not: one that cannot be read is not passed over. */
static bool find_in(const char *folder, size_t length, const char *below,
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

static bool find_users(char path[SETTING_PATH_SIZE]) {
    const char *folder = getenv("XDG_CONFIG_HOME");
    const char *below = "";
    if (!folder || folder[0] != '/') {
        folder = getenv("HOME");
        below = "/.config";
    }
    return folder && find_in(folder, strlen(folder), below, path);
}

bool settings_find_file(char path[SETTING_PATH_SIZE]) {
    if (find_users(path))
        return true;
    const char *folders = getenv("XDG_CONFIG_DIRS");
    if (!folders || !*folders)
        folders = "/etc/xdg";
    while (*folders) {
        size_t length = strcspn(folders, ":");
        if (find_in(folders, length, "", path))
            return true;
        folders += length + (folders[length] == ':');
    }
    return find_in(SYSCONFDIR, strlen(SYSCONFDIR), "", path);
}
