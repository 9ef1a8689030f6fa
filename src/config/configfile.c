#include <config.h>

#include "config/configfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/scan.h"
#include "config/textfile.h"

/* The setting whose value was being read when the parser stopped: the last one of the tree. */
static const config_setting_t *last_setting(const config_setting_t *root) {
    const config_setting_t *setting = root;
    for (;;) {
        int count = config_setting_is_aggregate(setting) ? config_setting_length(setting) : 0;
        if (count == 0)
            return setting;
        setting = config_setting_get_elem(setting, (unsigned)count - 1);
    }
}

/* libconfig's own words, and the setting before the place. */
static bool report_syntax(const ConfigFile *file, Error *error) {
    char after[CONFIGFILE_NAME_SIZE];
    configfile_path(last_setting(config_root_setting(&file->tree)), after);
    const char *words = config_error_text(&file->tree);
    return error_set(error, ERROR_SYNTAX, "%s:%d: %s%s%s, expected settings like name = value;",
                     file->shown, config_error_line(&file->tree), words ? words : "syntax error",
                     after[0] ? " after " : "", after);
}

bool configfile_open(ConfigFile *file, const char *path, Error *error) {
    static const char byte_order_mark[] = "\xEF\xBB\xBF";
    text_shorten_path(path, file->shown);
    char *text = file_read_text(path, file->shown, CONFIGFILE_SIZE_MAX, error);
    if (!text)
        return false;
    bool marked = strncmp(text, byte_order_mark, strlen(byte_order_mark)) == 0;
    char *prepared =
        configfile_prepare_text(text + (marked ? strlen(byte_order_mark) : 0), file->shown, error);
    free(text);
    if (!prepared)
        return false;
    config_init(&file->tree);
    bool good = config_read_string(&file->tree, prepared) == CONFIG_TRUE;
    free(prepared);
    if (good)
        return true;
    report_syntax(file, error);
    configfile_close(file);
    return false;
}

void configfile_close(ConfigFile *file) {
    config_destroy(&file->tree);
}

void configfile_path(const config_setting_t *setting, char path[CONFIGFILE_NAME_SIZE]) {
    path[0] = '\0';
    for (; setting; setting = config_setting_parent(setting)) {
        const char *name = config_setting_name(setting);
        if (!name)
            continue;
        char rest[CONFIGFILE_NAME_SIZE];
        memcpy(rest, path, sizeof rest);
        snprintf(path, CONFIGFILE_NAME_SIZE, "%.40s%s%.80s", name, rest[0] ? "." : "", rest);
    }
}

bool configfile_error_at(const ConfigFile *file, const config_setting_t *setting, Error *error) {
    char path[CONFIGFILE_NAME_SIZE];
    configfile_path(setting, path);
    if (path[0])
        error_prefix(error, "%s: ", path);
    return error_prefix(error, "%s:%u: ", file->shown, config_setting_source_line(setting));
}

static void show_value(const config_setting_t *setting, char shown[QUOTE_SIZE]) {
    static const struct {
        int type;
        const char *words;
    } aggregates[] = {
        {CONFIG_TYPE_GROUP, "a group { ... }"},
        {CONFIG_TYPE_ARRAY, "an array [ ... ]"},
        {CONFIG_TYPE_LIST, "a list ( ... )"},
    };
    int type = config_setting_type(setting);
    if (configfile_is_number(setting))
        snprintf(shown, QUOTE_SIZE, "%lld", config_setting_get_int64(setting));
    else if (type == CONFIG_TYPE_FLOAT)
        text_copy(shown, QUOTE_SIZE, "a fraction");
    else if (type == CONFIG_TYPE_BOOL)
        text_copy(shown, QUOTE_SIZE, config_setting_get_bool(setting) ? "true" : "false");
    else if (type == CONFIG_TYPE_STRING)
        text_quote(config_setting_get_string(setting), shown);
    else
        for (size_t i = 0; i < sizeof aggregates / sizeof aggregates[0]; i++)
            if (aggregates[i].type == type)
                text_copy(shown, QUOTE_SIZE, aggregates[i].words);
}

bool configfile_report_expected(const ConfigFile *file, const config_setting_t *setting,
                                const char *form, Error *error) {
    char shown[QUOTE_SIZE];
    show_value(setting, shown);
    error_set(error, ERROR_SYNTAX, "expected %s, found %s", form, shown);
    return configfile_error_at(file, setting, error);
}

bool configfile_is_number(const config_setting_t *setting) {
    int type = config_setting_type(setting);
    return type == CONFIG_TYPE_INT || type == CONFIG_TYPE_INT64;
}

bool configfile_text(const ConfigFile *file, const config_setting_t *setting, const char *form,
                     char *text, size_t size, Error *error) {
    const char *value = config_setting_get_string(setting);
    if (config_setting_type(setting) != CONFIG_TYPE_STRING || !text_is_printable(value) ||
        !text_copy(text, size, value))
        return configfile_report_expected(file, setting, form, error);
    return true;
}
