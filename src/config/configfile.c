#include <config.h>

#include "config/configfile.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buffer.h"
#include "base/compiler.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/variantfile.h"

enum {
    CONFIGFILE_SIZE_MAX = 64 * 1024,
    NESTING_MAX = 32,
    SETTING_NAME_SIZE = 128,
    PATH_SIZE = 4096,
    CURLY_SIZE = 3 /* bytes of a typographic quote */
};

static const char word_ends[] = " \t\r\n\f\v;,=)]}\"#{[(", opening[] = "{[(", closing[] = "}])";

/* An error moves the parser to the end of the text, so that everything that is open ends there. */
typedef struct Parser {
    const char *at;
    int line;
    int depth; /* number of open brackets */
    bool failed;
    const char *shown; /* the file's name in messages */
    Error *error;
} Parser;

/* ---- the tree ---- */

/* Appends to a group, an array or a list. Takes ownership of the name. */
static ConfigNode *add_node(ConfigNode *parent, char *name, int line) {
    ConfigNode *node = memory_allocate(sizeof *node);
    node->line = line;
    node->name = name;
    node->parent = parent;
    if (parent->last)
        parent->last->next = node;
    else
        parent->first = node;
    parent->last = node;
    parent->count++;
    return node;
}

static void free_node(ConfigNode *node) {
    for (ConfigNode *child = node->first, *next; child; child = next) {
        next = child->next;
        free_node(child);
    }
    free(node->name);
    free(node->string);
    free(node);
}

const ConfigNode *configfile_find(const ConfigNode *group, const char *name) {
    const ConfigNode *node = group->type == CONFIG_GROUP ? group->first : NULL;
    while (node && strcmp(node->name, name) != 0)
        node = node->next;
    return node;
}

static void write_path(const ConfigNode *node, char path[SETTING_NAME_SIZE]) {
    path[0] = '\0';
    if (node->parent)
        write_path(node->parent, path);
    if (node->name)
        text_append(path, SETTING_NAME_SIZE, "%s%s", path[0] ? "." : "", node->name);
}

/* ---- errors ---- */

/* Reports the first error, in the line at hand, with the path of a node unless it is NULL. */
static PRINTF_LIKE(3, 4) void report(Parser *parser, const ConfigNode *node, const char *format,
                                     ...) {
    char path[SETTING_NAME_SIZE] = "", sentence[320];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    if (node)
        write_path(node, path);
    if (!parser->failed)
        error_set(parser->error, ERROR_SYNTAX, "%s:%d: %s%s%s", parser->shown, parser->line, path,
                  path[0] ? ": " : "", sentence);
    parser->failed = true;
    parser->at += strlen(parser->at);
}

/* Reports "PATH: expected FORM, found" and the rest of the line. */
static void report_expected(Parser *parser, const ConfigNode *node, const char *form) {
    char found[EXCERPT_SIZE];
    text_excerpt(parser->at, strcspn(parser->at, "\r\n"), found);
    report(parser, node, "expected %s, found %s", form, found[0] ? found : "the end of the file");
}

/* ---- blanks and comments ---- */

static void skip(Parser *parser, size_t length) {
    for (; length > 0 && *parser->at; length--)
        parser->line += *parser->at++ == '\n';
}

static bool is_comment(const char *text) {
    return text[0] == '#' || (text[0] == '/' && (text[1] == '/' || text[1] == '*'));
}

/* Skips blanks and comments. Returns the first character of the next token, or NUL at the end. */
static char next_token(Parser *parser) {
    while (text_is_space(*parser->at) || is_comment(parser->at)) {
        const char *text = parser->at, *end = text + 1;
        bool block = text[0] == '/' && text[1] == '*';
        if (block)
            end = strstr(text + 2, "*/");
        else if (is_comment(text))
            end = text + strcspn(text, "\n");
        if (end)
            skip(parser, (size_t)(end - text) + (block ? 2 : 0));
        else
            report(parser, NULL, "the comment that begins here has no end: */ is missing");
    }
    return *parser->at;
}

/* Returns whether a bracket closes at the next token, or the text ends. */
static bool at_closing(Parser *parser) {
    return strchr(closing, next_token(parser)) != NULL;
}

/* ---- strings ---- */

/* Decodes a character of a string. Returns its length in the text. An unknown escape stands for
 * itself. */
static size_t decode_character(const char *text, char *character) {
    static const char escapes[] = "nrtf\\\"", meanings[] = "\n\r\t\f\\\"";
    const char *escape = text[0] == '\\' && text[1] ? strchr(escapes, text[1]) : NULL;
    uint8_t byte;
    bool coded = text[0] == '\\' && text_lower(text[1]) == 'x' && text[2] &&
                 text_parse_hex((char[]){text[2], text[3], '\0'}, &byte, 1);
    *character = escape ? meanings[escape - escapes] : coded ? (char)byte : text[0];
    return escape ? 2 : coded ? 4 : 1;
}

static void add_string(Parser *parser, Buffer *string) {
    const char *text = parser->at + 1;
    char character = ' ';
    while (*text && *text != '"' && *text != '\n' && character) {
        text += decode_character(text, &character);
        buffer_add(string, &character, 1);
    }
    if (!character)
        report(parser, NULL, "a text cannot contain the byte \\x00");
    else if (*text != '"')
        report(parser, NULL, "the text that begins here has no closing quote on its line");
    else
        skip(parser, (size_t)(text + 1 - parser->at));
}

/* Reads a string, or several strings that are joined. */
static void parse_string(Parser *parser, ConfigNode *node) {
    Buffer string = {0};
    while (next_token(parser) == '"')
        add_string(parser, &string);
    node->type = CONFIG_STRING;
    node->string = buffer_take(&string);
}

/* ---- numbers and switches ---- */

static bool ends_word(const char *text) {
    return !*text || strchr(word_ends, *text) || is_comment(text);
}

/* Returns the length of a number or a switch, which the node gets, or 0. */
static size_t read_word(const char *text, ConfigNode *node) {
    static const char *const switches[] = {"false", "true"};
    static const char digits[] = "0123456789";
    size_t sign = text[0] == '-' || text[0] == '+', whole = strspn(text + sign, digits);
    char *end = (char *)text + sign + whole;
    node->type = CONFIG_NUMBER;
    if (*end == '.' || (whole > 0 && text_lower(*end) == 'e')) {
        node->type = CONFIG_FRACTION;
        end += *end == '.' ? 1 + strspn(end + 1, digits) : 0;
        if (text_lower(*end) == 'e')
            end += end[1] == '-' || end[1] == '+' ? 2 : 1;
        end += strspn(end, digits);
    } else {
        node->number = strtoll(text, &end, text[0] == '0' && text_lower(text[1]) == 'x' ? 16 : 10);
        end += end > text ? strspn(end, "L") : 0;
    }
    for (int i = 0; i < 2; i++)
        if (text_equal_ignore_case_n(text, switches[i], strlen(switches[i]))) {
            node->type = CONFIG_SWITCH;
            node->number = i;
            end += strlen(switches[i]);
        }
    return ends_word(end) ? (size_t)(end - text) : 0;
}

static void report_quotes(Parser *parser, const ConfigNode *node, size_t length) {
    static const char curly_start[] = "\xE2\x80";
    const char *text = parser->at;
    char word[EXCERPT_SIZE];
    bool curly = length >= 2 * CURLY_SIZE && strncmp(text, curly_start, 2) == 0 &&
                 strncmp(text + length - CURLY_SIZE, curly_start, 2) == 0;
    bool single = length > 1 && text[0] == '\'' && text[length - 1] == '\'';
    size_t quote = curly ? CURLY_SIZE : single;
    text_excerpt(text + quote, length - 2 * quote, word);
    report(parser, node,
           strchr("+-0123456789", text[0])
               ? "%s is not a number; a text needs double quotes: \"%s\""
               : "%s needs double quotes: \"%s\"",
           word, word);
}

static void parse_word(Parser *parser, ConfigNode *node) {
    const char *text = parser->at;
    char word[EXCERPT_SIZE];
    size_t length = strcspn(text, word_ends), value = read_word(text, node);
    bool names = length > 0 && text[length + strspn(text + length, " \t")] == '=';
    if (value > 0)
        skip(parser, value);
    else if (node->name && (length == 0 || names))
        report(parser, node, "there is no value after the =");
    else if (names)
        report(parser, node, "settings stand in braces: { %s = ...; }",
               text_excerpt(text, length, word));
    else if (length == 0)
        report_expected(parser, node, "a value");
    else
        report_quotes(parser, node, length);
}

/* ---- groups, arrays and lists ---- */

static void parse_bracket(Parser *parser, ConfigNode *node);

static void parse_value(Parser *parser, ConfigNode *node) {
    char mark = next_token(parser);
    if (mark == '"')
        parse_string(parser, node);
    else if (mark && strchr(opening, mark))
        parse_bracket(parser, node);
    else
        parse_word(parser, node);
}

/* Ends at a semicolon, too, which ends the setting. */
static void parse_elements(Parser *parser, ConfigNode *list) {
    bool array = list->type == CONFIG_ARRAY;
    while (!at_closing(parser) && *parser->at != ';') {
        if (array && *parser->at == '{')
            report(parser, list, "a list of groups stands in parentheses: ( { ... }, { ... } )");
        int line = parser->line;
        ConfigNode *node = add_node(list, NULL, line);
        parse_value(parser, node);
        if (array && node->type != list->first->type) {
            parser->line = line;
            report(parser, NULL, "the values of an array [ ... ] are all numbers, or all texts");
        }
        if (next_token(parser) == ',')
            skip(parser, 1);
        else if (!at_closing(parser) && *parser->at != ';')
            report_expected(parser, list, array ? "a comma or ]" : "a comma or )");
    }
}

/* Returns the length of a name, or 0. */
static size_t name_length(const char *text) {
    static const char characters[] =
        "*ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_0123456789";
    return strchr("-_0123456789", text[0]) ? 0 : strspn(text, characters);
}

static void parse_setting(Parser *parser, ConfigNode *group, size_t length) {
    char *name = memory_allocate(length + 1), path[SETTING_NAME_SIZE];
    memcpy(name, parser->at, length);
    const ConfigNode *first = configfile_find(group, name);
    ConfigNode *node = add_node(group, name, parser->line);
    skip(parser, length);
    char mark = next_token(parser);
    write_path(node, path);
    if (mark != '=' && mark != ':')
        report_expected(parser, node, "= after this name");
    else if (first)
        report(parser, NULL, "%s stands here for the second time; the first is in line %d", path,
               first->line);
    skip(parser, 1);
    parse_value(parser, node);
}

static void parse_settings(Parser *parser, ConfigNode *group) {
    while (!at_closing(parser)) {
        size_t length = name_length(parser->at);
        if (strncmp(parser->at, "@include", strlen("@include")) == 0)
            report(parser, NULL, "a file cannot include another");
        else if (length > 0)
            parse_setting(parser, group, length);
        else
            report_expected(parser, group, "a setting (name = value;)");
        char mark = next_token(parser);
        skip(parser, mark == ';' || mark == ',');
    }
}

static void parse_bracket(Parser *parser, ConfigNode *node) {
    char mark = *parser->at;
    int line = parser->line;
    size_t kind = (size_t)(strchr(opening, mark) - opening);
    if (parser->depth == NESTING_MAX)
        report(parser, NULL, "expected at most %d brackets inside each other", NESTING_MAX);
    node->type = (ConfigType[]){CONFIG_GROUP, CONFIG_ARRAY, CONFIG_LIST}[kind];
    skip(parser, 1);
    parser->depth++;
    if (node->type == CONFIG_GROUP)
        parse_settings(parser, node);
    else
        parse_elements(parser, node);
    parser->depth--;
    if (*parser->at != closing[kind]) {
        parser->line = line;
        report(parser, node, "the %c that begins here is not closed", mark);
    }
    skip(parser, 1);
}

/* ---- opening ---- */

bool configfile_open(ConfigFile *file, const char *path, Error *error) {
    file->path = path;
    text_shorten_path(path, file->shown);
    char *text = file_read_text(path, file->shown, CONFIGFILE_SIZE_MAX, error);
    if (!text)
        return false;
    Parser parser = {
        .at = text + text_mark_length(text), .line = 1, .shown = file->shown, .error = error};
    file->root = memory_allocate(sizeof *file->root); /* a group */
    file->root->line = 1;
    parse_settings(&parser, file->root);
    if (*parser.at)
        report(&parser, NULL, "this %c closes nothing: there is no %c before it", *parser.at,
               opening[strchr(closing, *parser.at) - closing]);
    free(text);
    if (parser.failed)
        configfile_close(file);
    return !parser.failed;
}

void configfile_close(ConfigFile *file) {
    free_node(file->root);
}

/* ---- messages ---- */

bool configfile_error_at(const ConfigFile *file, const ConfigNode *setting, Error *error) {
    char path[SETTING_NAME_SIZE];
    write_path(setting, path);
    if (path[0])
        error_prefix(error, "%s: ", path);
    return error_prefix(error, "%s:%d: ", file->shown, setting->line);
}

static void show_value(const ConfigNode *setting, char shown[QUOTE_SIZE]) {
    static const char *const words[] = {
        [CONFIG_GROUP] = "a group { ... }",
        [CONFIG_FRACTION] = "a fraction",
        [CONFIG_ARRAY] = "an array [ ... ]",
        [CONFIG_LIST] = "a list ( ... )",
    };
    switch (setting->type) {
    case CONFIG_NUMBER:
        snprintf(shown, QUOTE_SIZE, "%" PRId64, setting->number);
        break;
    case CONFIG_SWITCH:
        text_copy(shown, QUOTE_SIZE, setting->number ? "true" : "false");
        break;
    case CONFIG_STRING:
        text_quote(setting->string, shown);
        break;
    default:
        text_copy(shown, QUOTE_SIZE, words[setting->type]);
    }
}

bool configfile_report_expected(const ConfigFile *file, const ConfigNode *setting, const char *form,
                                Error *error) {
    char shown[QUOTE_SIZE];
    show_value(setting, shown);
    error_set(error, ERROR_SYNTAX, "expected %s, found %s", form, shown);
    return configfile_error_at(file, setting, error);
}

bool configfile_text(const ConfigFile *file, const ConfigNode *setting, const char *form,
                     char *text, size_t size, Error *error) {
    const char *value = setting->string;
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

static bool report_form(TableReader *reader, const Setting *setting, const ConfigNode *found) {
    bool quoted = found->type == CONFIG_STRING;
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
static bool report_number(TableReader *reader, const Setting *setting, const ConfigNode *found) {
    char number[24];
    void *values = memory_allocate(reader->table->size);
    memcpy(values, reader->values, reader->table->size);
    snprintf(number, sizeof number, "%" PRId64, found->number);
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

static bool read_string(TableReader *reader, const Setting *setting, const ConfigNode *found) {
    const char *text = found->string, *slash = strrchr(reader->file.path, '/');
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

static bool read_list(TableReader *reader, const Setting *setting, const ConfigNode *found) {
    *(int *)setting_member(setting, reader->values) = 0;
    if (found->type != CONFIG_ARRAY && found->type != CONFIG_LIST)
        return read_string(reader, setting, found);
    for (const ConfigNode *element = found->first; element; element = element->next)
        if (!read_string(reader, setting, element))
            return false;
    return true;
}

static bool read_value(TableReader *reader, const Setting *setting, const ConfigNode *found) {
    if (setting->kind == SETTING_LIST)
        return read_list(reader, setting, found);
    switch (found->type) {
    case CONFIG_NUMBER:
        return setting_store_number(setting, found->number, reader->values) ||
               report_number(reader, setting, found);
    case CONFIG_SWITCH:
        if (setting->kind != SETTING_SWITCH)
            return report_form(reader, setting, found);
        *(bool *)setting_member(setting, reader->values) = found->number;
        return true;
    case CONFIG_GROUP:
        if (!(setting->flags & SETTING_VARIANT))
            return report_form(reader, setting, found);
        error_set(reader->error, ERROR_SYNTAX,
                  "expected the name of a variant; they are defined by variants = ( { ... } );");
        return configfile_error_at(&reader->file, found, reader->error);
    default:
        return read_string(reader, setting, found);
    }
}

static bool report_unknown(TableReader *reader, const ConfigNode *found, const char *path) {
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

static bool read_group(TableReader *reader, const ConfigNode *group);

static bool read_setting(TableReader *reader, const ConfigNode *found) {
    char path[SETTING_NAME_SIZE];
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

static bool read_group(TableReader *reader, const ConfigNode *group) {
    if (group->type != CONFIG_GROUP)
        return configfile_report_expected(&reader->file, group, "a group { name = value; }",
                                          reader->error);
    for (const ConfigNode *found = group->first; found; found = found->next)
        if (!read_setting(reader, found) && !skip_error(reader))
            return false;
    return true;
}

static bool read_sections(TableReader *reader, const ConfigNode *root) {
    for (size_t i = 0; i < reader->section_count; i++) {
        const ConfigSection *section = &reader->sections[i];
        const ConfigNode *found = configfile_find(root, section->name);
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
    const ConfigNode *root = reader->file.root;
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

static bool add_key(const ConfigFile *file, const ConfigNode *action, const char *key,
                    Settings *settings, Error *error) {
    KeyBinding *binding = &settings->keys[settings->key_count];
    if (settings->key_count == KEY_BINDINGS_MAX) {
        error_set(error, ERROR_RANGE, "expected at most %d keys, found more", KEY_BINDINGS_MAX);
        return configfile_error_at(file, action, error);
    }
    if (!text_copy(binding->action, sizeof binding->action, action->name)) {
        error_set(error, ERROR_RANGE, "expected an action's name of at most 31 bytes");
        return configfile_error_at(file, action, error);
    }
    text_copy(binding->key, sizeof binding->key, key);
    binding->line = action->line;
    settings->key_count++;
    return true;
}

static bool read_key(const ConfigFile *file, const ConfigNode *action, const ConfigNode *found,
                     Settings *settings, Error *error) {
    static const char form[] =
        "a key in quotes, such as \"u\" or \"Ctrl-L\", or several as [ \"u\", \"x\" ]";
    char key[sizeof settings->keys[0].key] = "";
    if (!configfile_text(file, found, form, key, sizeof key, error))
        return false;
    return key[0] ? add_key(file, action, key, settings, error)
                  : configfile_report_expected(file, found, form, error);
}

/* An empty list leaves the action without a key. */
static bool read_action(const ConfigFile *file, const ConfigNode *action, Settings *settings,
                        Error *error) {
    if (action->type != CONFIG_ARRAY && action->type != CONFIG_LIST)
        return read_key(file, action, action, settings, error);
    for (const ConfigNode *key = action->first; key; key = key->next)
        if (!read_key(file, action, key, settings, error))
            return false;
    return action->count > 0 || add_key(file, action, "", settings, error);
}

static bool read_keys(const ConfigFile *file, const ConfigNode *keys, void *values, Error *error) {
    Settings *settings = values;
    if (keys->type != CONFIG_GROUP)
        return configfile_report_expected(file, keys, "a group { action = \"key\"; }", error);
    settings->key_count = 0;
    for (const ConfigNode *action = keys->first; action; action = action->next)
        if (!read_action(file, action, settings, error))
            return false;
    return true;
}

bool settings_file_report_key(const Settings *settings, const KeyBinding *binding, Error *error) {
    char shown[SHORT_PATH_SIZE];
    return error_prefix(error, "%s:%d: keys.%s: ", text_shorten_path(settings->config_path, shown),
                        binding->line, binding->action);
}

/* ---- variants ---- */

static bool read_variant(const ConfigFile *file, const ConfigNode *group, Settings *settings,
                         Error *error) {
    Variant *variants = settings->custom_variants;
    int count = settings->custom_variant_count;
    if (!variantfile_read_group(file, group, variants, count, &variants[count], error))
        return false;
    for (int i = 0; i < count; i++)
        if (text_equal_ignore_case(variants[i].name, variants[count].name)) {
            error_set(error, ERROR_STATE, "there is a variant \"%s\" already; choose another name",
                      variants[i].name);
            return configfile_error_at(file, configfile_find(group, "name"), error);
        }
    settings->custom_variant_count++;
    return true;
}

static bool read_variants(const ConfigFile *file, const ConfigNode *variants, void *values,
                          Error *error) {
    Settings *settings = values;
    if (variants->type != CONFIG_LIST || variants->count > CUSTOM_VARIANTS_MAX)
        return configfile_report_expected(
            file, variants, "a list of at most 16 variants ( { name = ...; }, ... )", error);
    settings->custom_variant_count = 0;
    for (const ConfigNode *group = variants->first; group; group = group->next)
        if (!read_variant(file, group, settings, error))
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
