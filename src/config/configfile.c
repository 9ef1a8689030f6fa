#include <config.h>

#include "config/configfile.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/variantfile.h"

enum { CONFIGFILE_SIZE_MAX = 64 * 1024 };

/* ---- the text, before libconfig reads it ---- */

/*
 * libconfig 1.5 silently truncates numbers to 32 bits. It accepts unterminated comments, strings of
 * several lines and the escape \x00, and rejects a comment at the end of the file. Of a text
 * without quotes or a missing bracket it only says that there is a syntax error, somewhere behind,
 * and of a second value of a setting it does not name the setting. The text is prepared to avoid
 * all of these.
 */

enum {
    NESTING_MAX = 32,
    NAME_SIZE = 40,
    WRONG_SIZE = 320,
    CURLY_SIZE = 3 /* bytes of a typographic quote */
};

static const char word_ends[] = " \t\r\n;,=)]}\"#{[(";

/* An open bracket and the setting whose value it begins. */
typedef struct Bracket {
    char mark;
    int line;
    char name[NAME_SIZE];
    size_t outside; /* number of settings before it that are in open brackets or in none */
} Bracket;

/* A setting that was read. */
typedef struct ReadSetting {
    const char *name; /* in the text */
    size_t length;
    int line;
} ReadSetting;

typedef struct Reader {
    const char *at;
    int line;
    Bracket open[NESTING_MAX]; /* outermost first */
    int depth;
    ReadSetting *settings; /* without those in closed brackets */
    size_t setting_count;
    char name[NAME_SIZE]; /* the last one in the innermost bracket */
    const char *name_at;  /* in the text, until its = was read */
    size_t name_length;
    bool after_equals;      /* a value follows */
    char wrong[WRONG_SIZE]; /* a sentence; "" if nothing is wrong */
    Buffer out;
} Reader;

static bool is_comment(const char *text) {
    return text[0] == '#' || (text[0] == '/' && (text[1] == '/' || text[1] == '*'));
}

/* ---- what stands where ---- */

/* Returns whether the innermost bracket is one of these marks. */
static bool is_inside(const Reader *reader, const char *marks) {
    return reader->depth > 0 && strchr(marks, reader->open[reader->depth - 1].mark);
}

/* Writes the dotted path of the setting that is being read. */
static void write_path(const Reader *reader, char path[WRONG_SIZE]) {
    path[0] = '\0';
    for (int i = 0; i <= reader->depth; i++) {
        const char *name = i < reader->depth ? reader->open[i].name : reader->name;
        if (*name)
            text_append(path, WRONG_SIZE / 2, "%s%s", path[0] ? "." : "", name);
    }
}

/* Returns the length of a number or a switch at the start of a word. */
static size_t bare_value_length(const char *word, size_t length) {
    static const char digits[] = "0123456789";
    size_t sign = word[0] == '-' || word[0] == '+', end = sign;
    if (text_matches(word, length, "true") || text_matches(word, length, "false"))
        return length;
    if (word[end] == '0' && (word[end + 1] == 'x' || word[end + 1] == 'X')) {
        end += 2 + strspn(word + end + 2, "0123456789abcdefABCDEF");
    } else {
        end += strspn(word + end, "0123456789.");
        if (end > sign && (word[end] == 'e' || word[end] == 'E')) {
            size_t exponent = end + 1;
            end = exponent + (word[exponent] == '-' || word[exponent] == '+');
            end += strspn(word + end, digits);
        }
    }
    return end > sign ? end + strspn(word + end, "L") : 0;
}

/* Checks that there is a value after "=", and that a text has quotes. */
static void check_quotes(Reader *reader) {
    const char *text = reader->at;
    char path[WRONG_SIZE], word[EXCERPT_SIZE];
    size_t length = strcspn(text, word_ends), blanks = strspn(text + length, " \t");
    bool names = length > 0 && text[length + blanks] == '='; /* the next setting */
    bool missing = reader->after_equals && (names || strchr(";,}])", text[0]));
    write_path(reader, path);
    if (missing)
        snprintf(reader->wrong, WRONG_SIZE, "%.150s: there is no value after the =", path);
    if (missing || !path[0] || length == 0 || bare_value_length(text, length) == length ||
        (!reader->after_equals && (names || !is_inside(reader, "[("))))
        return; /* libconfig reports anything else */
    bool curly = strncmp(text, "\xE2\x80", 2) == 0 && length >= 2 * CURLY_SIZE;
    bool single = length > 1 && text[0] == '\'' && text[length - 1] == '\'';
    size_t quote = curly ? CURLY_SIZE : single;
    text_excerpt(text + quote, length - 2 * quote, word);
    bool number = strchr("+-0123456789", text[0]) != NULL;
    snprintf(reader->wrong, WRONG_SIZE,
             number ? "%.150s: %s is not a number; a text needs double quotes: \"%s\""
                    : "%.150s: %s needs double quotes: \"%s\"",
             path, word, word);
}

static void open_bracket(Reader *reader) {
    if (reader->depth == NESTING_MAX) {
        snprintf(reader->wrong, WRONG_SIZE, "expected at most %d brackets inside each other",
                 NESTING_MAX);
        return;
    }
    Bracket *bracket = &reader->open[reader->depth++];
    bracket->mark = reader->at[0];
    bracket->line = reader->line;
    bracket->outside = reader->setting_count;
    memcpy(bracket->name, reader->name, NAME_SIZE);
    reader->name[0] = '\0';
}

static void close_bracket(Reader *reader) {
    static const char opening[] = "{[(", closing[] = "}])";
    char mark = reader->at[0], opened = opening[strchr(closing, mark) - closing];
    if (!is_inside(reader, (char[]){opened, '\0'}))
        snprintf(reader->wrong, WRONG_SIZE, "this %c closes nothing: there is no %c before it",
                 mark, opened);
    if (reader->wrong[0])
        return;
    const Bracket *bracket = &reader->open[--reader->depth];
    memcpy(reader->name, bracket->name, NAME_SIZE);
    reader->setting_count = bracket->outside;
}

/* Notes the name before the = at hand, which no other setting of its group may have. */
static void add_setting(Reader *reader) {
    ReadSetting setting = {reader->name_at, reader->name_length, reader->line};
    size_t first = reader->depth > 0 ? reader->open[reader->depth - 1].outside : 0;
    for (size_t i = first; i < reader->setting_count; i++) {
        const ReadSetting *other = &reader->settings[i];
        char path[WRONG_SIZE];
        if (other->length != setting.length ||
            memcmp(other->name, setting.name, setting.length) != 0)
            continue;
        write_path(reader, path);
        snprintf(reader->wrong, WRONG_SIZE,
                 "%.150s stands here for the second time; the first is in line %d", path,
                 other->line);
        return;
    }
    reader->settings =
        memory_resize(reader->settings, reader->setting_count + 1, sizeof *reader->settings);
    reader->settings[reader->setting_count++] = setting;
}

/* Checks that the token at hand may stand here, and notes what it opens, closes or names. */
static void check_token(Reader *reader, size_t length) {
    const char *text = reader->at;
    if (text_is_space(text[0]) || is_comment(text))
        return;
    check_quotes(reader);
    if (text[0] == '{' && is_inside(reader, "[")) {
        char path[WRONG_SIZE];
        write_path(reader, path);
        snprintf(reader->wrong, WRONG_SIZE,
                 "%.150s: a list of groups stands in parentheses: ( { ... }, { ... } )", path);
    }
    if (reader->wrong[0])
        return;
    bool equals = text[0] == '=' || text[0] == ':';
    if (isalpha((unsigned char)text[0]) && !reader->after_equals) {
        snprintf(reader->name, NAME_SIZE, "%.*s", (int)length, text);
        reader->name_at = text;
        reader->name_length = length;
    } else if (equals && reader->name_at) {
        add_setting(reader);
        reader->name_at = NULL;
    }
    reader->after_equals = equals;
    if (strchr("{[(", text[0]))
        open_bracket(reader);
    else if (strchr("}])", text[0]))
        close_bracket(reader);
}

/* ---- tokens ---- */

/* Returns the length of the string at hand, or 0 if something is wrong. */
static size_t string_length(Reader *reader) {
    const char *text = reader->at, *wrong = NULL;
    size_t i = 1;
    while (text[i] && text[i] != '"' && text[i] != '\n' && !wrong) {
        if (strncmp(&text[i], "\\x00", 4) == 0 || strncmp(&text[i], "\\X00", 4) == 0)
            wrong = "a text cannot contain the byte \\x00";
        i += text[i] == '\\' && (text[i + 1] == '"' || text[i + 1] == '\\') ? 2 : 1;
    }
    if (!wrong && text[i] != '"')
        wrong = "the text that begins here has no closing quote on its line";
    if (!wrong)
        return i + 1;
    text_copy(reader->wrong, WRONG_SIZE, wrong);
    return 0;
}

static size_t comment_length(Reader *reader) {
    const char *end = reader->at[1] == '*' ? strstr(reader->at + 2, "*/") : NULL;
    if (reader->at[0] == '#' || reader->at[1] == '/')
        return strcspn(reader->at, "\n");
    if (end)
        return (size_t)(end + 2 - reader->at);
    text_copy(reader->wrong, WRONG_SIZE, "the comment that begins here has no end: */ is missing");
    return 0;
}

/* Appends the number at hand, a whole number with a 64-bit suffix. Returns its length. */
static size_t add_number(Reader *reader) {
    const char *text = reader->at;
    char *end = (char *)text + 1 + strspn(text + 1, "0123456789");
    if (*end && strchr(".eE", *end)) {
        end += strspn(end, "0123456789.eE+-");
        buffer_add(&reader->out, text, (size_t)(end - text));
        return (size_t)(end - text);
    }
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    buffer_add_format(&reader->out, "%lldL", strtoll(text, &end, hexadecimal ? 16 : 10));
    return (size_t)(end - text) + strspn(end, "L");
}

/* Appends the next token. Returns its length, or 0 if something is wrong. */
static size_t add_token(Reader *reader) {
    const char *text = reader->at;
    size_t length = 1;
    if (is_comment(text)) {
        length = comment_length(reader);
    } else if (text[0] == '"') {
        length = string_length(reader);
    } else if (isalpha((unsigned char)text[0]) || text[0] == '*') {
        while (isalnum((unsigned char)text[length]) ||
               (text[length] && strchr("-_*", text[length])))
            length++;
    } else if (isdigit((unsigned char)text[text[0] == '+' || text[0] == '-'])) {
        return add_number(reader);
    }
    buffer_add(&reader->out, text, length);
    return length;
}

static void check_end(Reader *reader) {
    if (reader->depth == 0)
        return;
    const Bracket *bracket = &reader->open[reader->depth - 1];
    reader->line = bracket->line;
    snprintf(reader->wrong, WRONG_SIZE, "%s%sthe %c that begins here is not closed", bracket->name,
             bracket->name[0] ? ": " : "", bracket->mark);
}

/* Returns the text as libconfig should read it. Returns NULL on failure, with an error that begins
 * with `shown`, the file's name, and the line. The caller frees the text. */
static char *configtext_prepare(const char *text, const char *shown, Error *error) {
    Reader reader = {.at = text, .line = 1};
    while (*reader.at && !reader.wrong[0]) {
        size_t length = add_token(&reader);
        if (!reader.wrong[0])
            check_token(&reader, length);
        for (; length > 0 && !reader.wrong[0]; length--)
            reader.line += *reader.at++ == '\n';
    }
    if (!reader.wrong[0])
        check_end(&reader);
    free(reader.settings);
    if (reader.wrong[0]) {
        error_set(error, ERROR_SYNTAX, "%s:%d: %s", shown, reader.line, reader.wrong);
        buffer_free(&reader.out);
        return NULL;
    }
    if (reader.out.length > 0 && reader.out.bytes[reader.out.length - 1] != '\n')
        buffer_add_string(&reader.out, "\n");
    return buffer_take(&reader.out);
}

enum { SETTING_NAME_SIZE = 128, PATH_SIZE = 4096 };

/* ---- opening ---- */

/* Writes the dotted path of a setting, or "" for the root. */
static void write_setting_path(const config_setting_t *setting, char path[SETTING_NAME_SIZE]) {
    path[0] = '\0';
    for (; setting; setting = config_setting_parent(setting)) {
        const char *name = config_setting_name(setting);
        if (!name)
            continue;
        char rest[SETTING_NAME_SIZE];
        memcpy(rest, path, sizeof rest);
        snprintf(path, SETTING_NAME_SIZE, "%.40s%s%.80s", name, rest[0] ? "." : "", rest);
    }
}

/* Says what libconfig's message means, and after which setting that is. */
static void report_syntax(const ConfigFile *file, Error *error) {
    static const struct {
        const char *of_libconfig, *meaning;
    } messages[] = {
        {"cannot open include file", "a file cannot include another"},
        {"mismatched element type in array",
         "the values of an array [ ... ] are all numbers, or all texts"},
    };
    char after[SETTING_NAME_SIZE];
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
    write_setting_path(last, after);
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
    char path[SETTING_NAME_SIZE];
    write_setting_path(setting, path);
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

/* Reports a number in the place of a text, which lacks its quotes if the setting accepts it with
 * them. */
static bool report_number(TableReader *reader, const Setting *setting,
                          const config_setting_t *found) {
    char number[24];
    void *values = memory_allocate(reader->table->size);
    memcpy(values, reader->values, reader->table->size);
    snprintf(number, sizeof number, "%lld", config_setting_get_int64(found));
    bool good = setting_store_text(setting, number, values, NULL);
    free(values);
    if (!good)
        return report_form(reader, setting, found);
    error_set(reader->error, ERROR_SYNTAX, "%s needs double quotes: \"%s\"", number, number);
    return configfile_error_at(&reader->file, found, reader->error);
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

static bool read_value(TableReader *reader, const Setting *setting, const config_setting_t *found) {
    if (setting->kind == SETTING_LIST)
        return read_list(reader, setting, found);
    switch (config_setting_type(found)) {
    case CONFIG_TYPE_INT64:
        return setting_store_number(setting, config_setting_get_int64(found), reader->values) ||
               report_number(reader, setting, found);
    case CONFIG_TYPE_BOOL:
        if (setting->kind != SETTING_SWITCH)
            return report_form(reader, setting, found);
        *(bool *)setting_member(setting, reader->values) = config_setting_get_bool(found);
        return true;
    case CONFIG_TYPE_GROUP:
        if (!(setting->flags & SETTING_VARIANT))
            return report_form(reader, setting, found);
        error_set(reader->error, ERROR_SYNTAX,
                  "expected the name of a variant; they are defined by variants = ( { ... } );");
        return configfile_error_at(&reader->file, found, reader->error);
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

/* Returns whether reading continues after an error. */
static bool skip_error(TableReader *reader) {
    reader->failed = true;
    if (reader->lenient)
        reader->error = NULL;
    return reader->lenient;
}

static bool read_group(TableReader *reader, const config_setting_t *group);

static bool read_setting(TableReader *reader, const config_setting_t *found) {
    char path[SETTING_NAME_SIZE];
    write_setting_path(found, path);
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

/* ---- congo.conf ---- */

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
    char key[sizeof settings->keys[0].key] = "";
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
