#include <config.h>

#include "config/configfile.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "config/configtext.h"
#include "config/variantfile.h"

enum { NAME_SIZE = 128, PATH_SIZE = 4096 };

/* ---- opening ---- */

/* Writes the dotted path of a setting, or "" for the root. */
static void write_path(const config_setting_t *setting, char path[NAME_SIZE]) {
    path[0] = '\0';
    for (; setting; setting = config_setting_parent(setting)) {
        const char *name = config_setting_name(setting);
        if (!name)
            continue;
        char rest[NAME_SIZE];
        memcpy(rest, path, sizeof rest);
        snprintf(path, NAME_SIZE, "%.40s%s%.80s", name, rest[0] ? "." : "", rest);
    }
}

/* Says what libconfig's message means, and after which setting that is. */
static void report_syntax(const ConfigFile *file, Error *error) {
    static const struct {
        const char *of_libconfig, *meaning;
    } messages[] = {
        {"cannot open include file", "a file cannot include another"},
        {"duplicate setting name", "a setting stands here for the second time"},
        {"mismatched element type in array",
         "the values of an array [ ... ] are all numbers, or all texts"},
    };
    char after[NAME_SIZE];
    const char *words = config_error_text(&file->tree);
    for (size_t i = 0; words && i < sizeof messages / sizeof messages[0]; i++) {
        if (strcmp(words, messages[i].of_libconfig) == 0) {
            error_set(error, ERROR_SYNTAX, "%s:%d: %s", file->shown, config_error_line(&file->tree),
                      messages[i].meaning);
            return;
        }
    }
    const config_setting_t *last = config_root_setting(&file->tree);
    while (config_setting_is_aggregate(last) && config_setting_length(last) > 0)
        last = config_setting_get_elem(last, (unsigned)config_setting_length(last) - 1);
    write_path(last, after);
    error_set(error, ERROR_SYNTAX,
              "%s:%d: this cannot be read%s%s; settings look like name = value; and groups like "
              "name = { ... };",
              file->shown, config_error_line(&file->tree), after[0] ? ", after " : "", after);
}

bool configfile_open(ConfigFile *file, const char *path, Error *error) {
    file->path = path;
    text_shorten_path(path, file->shown);
    char *text = file_read_text(path, file->shown, CONFIGFILE_SIZE_MAX, error);
    if (!text)
        return false;
    char *prepared = configtext_prepare(text + text_mark_length(text), file->shown, error);
    free(text);
    if (!prepared)
        return false;
    config_init(&file->tree);
    config_set_include_dir(&file->tree, "/dev/null"); /* disables @include */
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

/* ---- messages ---- */

bool configfile_error_at(const ConfigFile *file, const config_setting_t *setting, Error *error) {
    char path[NAME_SIZE];
    write_path(setting, path);
    if (path[0])
        error_prefix(error, "%s: ", path);
    return error_prefix(error, "%s:%u: ", file->shown, config_setting_source_line(setting));
}

bool configfile_is_number(const config_setting_t *setting) {
    return config_setting_type(setting) == CONFIG_TYPE_INT64; /* see configtext_prepare */
}

static void show_value(const config_setting_t *setting, char shown[QUOTE_SIZE]) {
    static const char *const words[] = {
        [CONFIG_TYPE_GROUP] = "a group { ... }",
        [CONFIG_TYPE_FLOAT] = "a fraction",
        [CONFIG_TYPE_ARRAY] = "an array [ ... ]",
        [CONFIG_TYPE_LIST] = "a list ( ... )",
    };
    switch (config_setting_type(setting)) {
    case CONFIG_TYPE_INT64:
        snprintf(shown, QUOTE_SIZE, "%lld", config_setting_get_int64(setting));
        break;
    case CONFIG_TYPE_BOOL:
        text_copy(shown, QUOTE_SIZE, config_setting_get_bool(setting) ? "true" : "false");
        break;
    case CONFIG_TYPE_STRING:
        text_quote(config_setting_get_string(setting), shown);
        break;
    default:
        text_copy(shown, QUOTE_SIZE, words[config_setting_type(setting)]);
    }
}

bool configfile_report_expected(const ConfigFile *file, const config_setting_t *setting,
                                const char *form, Error *error) {
    char shown[QUOTE_SIZE];
    show_value(setting, shown);
    error_set(error, ERROR_SYNTAX, "expected %s, found %s", form, shown);
    return configfile_error_at(file, setting, error);
}

bool configfile_text(const ConfigFile *file, const config_setting_t *setting, const char *form,
                     char *text, size_t size, Error *error) {
    const char *value = config_setting_get_string(setting);
    return (value && text_is_printable(value) && text_copy(text, size, value)) ||
           configfile_report_expected(file, setting, form, error);
}

/* ---- reading into a table ---- */

typedef struct TableReader {
    ConfigFile file;
    const SettingTable *table;
    const ConfigSection *sections;
    size_t section_count;
    void *values;
    Error *error; /* NULL once a lenient reader has the first one */
    bool lenient; /* skips what is wrong */
    bool failed;  /* something was wrong */
} TableReader;

static bool report_form(TableReader *reader, const Setting *setting,
                        const config_setting_t *found) {
    bool quoted = config_setting_type(found) == CONFIG_TYPE_STRING;
    Buffer form = {0};
    setting_write_form(setting, true, &form);
    if (quoted && setting->kind == SETTING_NUMBER)
        buffer_add_string(&form, " without quotes");
    configfile_report_expected(&reader->file, found, form.bytes, reader->error);
    buffer_free(&form);
    return false;
}

/* Returns whether a path in the file is relative to the file's folder. */
static bool names_relative_path(const Setting *setting, const char *text) {
    if (text[0] == '/')
        return false;
    return setting->flags & SETTING_FOLDER
               ? *text && text_find_word(setting->words, text) < 0
               : setting->flags & SETTING_VARIANT && variantfile_is_path(text);
}

static bool read_string(TableReader *reader, const Setting *setting,
                        const config_setting_t *found) {
    const char *text = config_setting_get_string(found), *slash = strrchr(reader->file.path, '/');
    char path[PATH_SIZE];
    if (!text || setting->kind == SETTING_NUMBER ||
        (setting->kind == SETTING_SWITCH &&
         !setting_store_text(setting, text, reader->values, NULL)))
        return report_form(reader, setting, found);
    if (setting->kind == SETTING_SWITCH)
        return true;
    if (slash && names_relative_path(setting, text)) {
        int folder = (int)(slash - reader->file.path) + 1;
        int length = snprintf(path, sizeof path, "%.*s%s", folder, reader->file.path, text);
        if (length < 0 || length >= (int)sizeof path)
            return report_form(reader, setting, found);
        text = path;
    }
    return setting_store_text(setting, text, reader->values, reader->error) ||
           configfile_error_at(&reader->file, found, reader->error);
}

static bool read_list(TableReader *reader, const Setting *setting, const config_setting_t *found) {
    *(int *)setting_member(setting, reader->values) = 0;
    if (!config_setting_is_array(found) && !config_setting_is_list(found))
        return read_string(reader, setting, found);
    for (int i = 0; i < config_setting_length(found); i++)
        if (!read_string(reader, setting, config_setting_get_elem(found, (unsigned)i)))
            return false;
    return true;
}

static bool report_definition(TableReader *reader, const config_setting_t *found) {
    error_set(reader->error, ERROR_SYNTAX,
              "expected the name of a variant; they are defined by variants = ( { ... } );");
    return configfile_error_at(&reader->file, found, reader->error);
}

static bool read_value(TableReader *reader, const Setting *setting, const config_setting_t *found) {
    if (setting->kind == SETTING_LIST)
        return read_list(reader, setting, found);
    switch (config_setting_type(found)) {
    case CONFIG_TYPE_INT64:
        return setting_store_number(setting, config_setting_get_int64(found), reader->values) ||
               report_form(reader, setting, found);
    case CONFIG_TYPE_BOOL:
        if (setting->kind != SETTING_SWITCH)
            return report_form(reader, setting, found);
        *(bool *)setting_member(setting, reader->values) = config_setting_get_bool(found);
        return true;
    case CONFIG_TYPE_GROUP:
        return setting->flags & SETTING_VARIANT ? report_definition(reader, found)
                                                : report_form(reader, setting, found);
    default:
        return read_string(reader, setting, found);
    }
}

static bool report_unknown(TableReader *reader, const config_setting_t *found, const char *path) {
    const SettingTable *table = reader->table;
    Suggestion closest = {path, "", INT_MAX};
    char suggested[SUGGESTION_SIZE];
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].path)
            text_suggest(&closest, table->rows[i].path);
    for (int i = 0; table->groups[i]; i++)
        text_suggest(&closest, table->groups[i]);
    for (size_t i = 0; i < reader->section_count; i++)
        text_suggest(&closest, reader->sections[i].name);
    const Setting *option = setting_table_find(table, path);
    if (option && !option->path)
        error_set(reader->error, ERROR_SYNTAX, "this is an option, --%s, not a setting of the file",
                  path);
    else if (option && strchr(option->path, '.'))
        error_set(reader->error, ERROR_SYNTAX, "this belongs in its group: %.*s = { %s = ...; };",
                  (int)strcspn(option->path, "."), option->path, strchr(option->path, '.') + 1);
    else
        error_set(reader->error, ERROR_SYNTAX, "not a setting%s",
                  text_suggestion(&closest, "", suggested));
    return configfile_error_at(&reader->file, found, reader->error);
}

static bool is_group(const SettingTable *table, const char *path) {
    for (int i = 0; table->groups[i]; i++)
        if (strcmp(table->groups[i], path) == 0)
            return true;
    return false;
}

static bool is_section(const TableReader *reader, const char *path) {
    for (size_t i = 0; i < reader->section_count; i++)
        if (strcmp(reader->sections[i].name, path) == 0)
            return true;
    return false;
}

/* Returns whether reading goes on after an error. */
static bool skip_error(TableReader *reader) {
    reader->failed = true;
    if (reader->lenient)
        reader->error = NULL;
    return reader->lenient;
}

static bool read_group(TableReader *reader, const config_setting_t *group);

static bool read_setting(TableReader *reader, const config_setting_t *found) {
    char path[NAME_SIZE];
    write_path(found, path);
    const Setting *setting = setting_table_find_path(reader->table, path);
    if (!setting)
        return is_group(reader->table, path)
                   ? read_group(reader, found)
                   : is_section(reader, path) || report_unknown(reader, found, path);
    if (!read_value(reader, setting, found))
        return false;
    setting_table_set_source(reader->table, setting, reader->values, SOURCE_FILE);
    return true;
}

static bool read_group(TableReader *reader, const config_setting_t *group) {
    if (!config_setting_is_group(group))
        return configfile_report_expected(&reader->file, group, "a group { name = value; }",
                                          reader->error);
    for (int i = 0; i < config_setting_length(group); i++)
        if (!read_setting(reader, config_setting_get_elem(group, (unsigned)i)) &&
            !skip_error(reader))
            return false;
    return true;
}

static bool read_sections(TableReader *reader, const config_setting_t *root) {
    for (size_t i = 0; i < reader->section_count; i++) {
        const ConfigSection *section = &reader->sections[i];
        const config_setting_t *found = config_setting_get_member(root, section->name);
        if (found && !section->read(&reader->file, found, reader->values, reader->error) &&
            !skip_error(reader))
            return false;
    }
    return true;
}

static bool read_file(TableReader *reader, const char *path, void *values) {
    size_t size = reader->table->size;
    if (!configfile_open(&reader->file, path, reader->error))
        return false;
    const config_setting_t *root = config_root_setting(&reader->file.tree);
    reader->values = memory_allocate(size);
    memcpy(reader->values, values, size);
    if (read_sections(reader, root) && read_group(reader, root))
        memcpy(values, reader->values, size);
    free(reader->values);
    configfile_close(&reader->file);
    return !reader->failed;
}

bool configfile_read(const char *path, const SettingTable *table, const ConfigSection *sections,
                     size_t section_count, void *values, Error *error) {
    TableReader reader = {
        .table = table, .sections = sections, .section_count = section_count, .error = error};
    return read_file(&reader, path, values);
}

bool configfile_read_leniently(const char *path, const SettingTable *table,
                               const ConfigSection *sections, size_t section_count, void *values,
                               Error *error) {
    TableReader reader = {.table = table,
                          .sections = sections,
                          .section_count = section_count,
                          .error = error,
                          .lenient = true};
    return read_file(&reader, path, values);
}
