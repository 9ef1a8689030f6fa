#include <config.h>

#include "config/configfile.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

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

enum { NESTING_MAX = 8, NAME_SHOWN = 40, NUMBER_SIZE = 32 };

/* The name of a setting, as a part of the text, and the group it is in. */
typedef struct SettingName {
    const char *text;
    size_t length;
    int group;
    int line;
} SettingName;

typedef struct Lexer {
    const char *at; /* what is read next */
    const char *shown;
    int line;
    char *out; /* the prepared text */
    size_t used, room;
    SettingName *names; /* every setting so far */
    size_t name_count, name_room;
    SettingName current;            /* the setting that was named last; length 0: none */
    SettingName outer[NESTING_MAX]; /* the settings around the current place */
    int groups[NESTING_MAX + 1];    /* the number of the group or list at each level */
    int depth, group_count;
    Error *error;
} Lexer;

static void lexer_emit(Lexer *lexer, const char *text, size_t length) {
    if (lexer->used + length + 1 > lexer->room) {
        lexer->room = 2 * (lexer->used + length + 1);
        lexer->out = memory_resize(lexer->out, lexer->room, 1);
    }
    memcpy(lexer->out + lexer->used, text, length);
    lexer->used += length;
    lexer->out[lexer->used] = '\0';
}

/* Passes on the next `length` bytes. */
static void lexer_copy(Lexer *lexer, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (lexer->at[i] == '\n')
            lexer->line++;
    lexer_emit(lexer, lexer->at, length);
    lexer->at += length;
}

static bool report(Lexer *lexer, int line, const char *sentence) {
    return error_set(lexer->error, ERROR_SYNTAX, "%s:%d: %s", lexer->shown, line, sentence);
}

static int shown_length(SettingName name) {
    return name.length > NAME_SHOWN ? NAME_SHOWN : (int)name.length;
}

/* Puts the path of the groups around before a sentence about a setting. */
static bool report_at_name(Lexer *lexer, SettingName name, const char *sentence) {
    error_set(lexer->error, ERROR_SYNTAX, "%.*s: %s", shown_length(name), name.text, sentence);
    for (int i = lexer->depth; i-- > 0;)
        if (lexer->outer[i].length)
            error_prefix(lexer->error, "%.*s.", shown_length(lexer->outer[i]),
                         lexer->outer[i].text);
    return error_prefix(lexer->error, "%s:%d: ", lexer->shown, name.line);
}

static bool scan_line_comment(Lexer *lexer) {
    lexer_copy(lexer, strcspn(lexer->at, "\n"));
    return true;
}

static bool scan_block_comment(Lexer *lexer) {
    const char *end = strstr(lexer->at + 2, "*/");
    if (!end)
        return report(lexer, lexer->line, "expected \"*/\" at the end of the comment begun here");
    lexer_copy(lexer, (size_t)(end + 2 - lexer->at));
    return true;
}

static bool is_zero_byte(const char *escape) {
    return (escape[1] == 'x' || escape[1] == 'X') && escape[2] == '0' && escape[3] == '0';
}

/* A string ends in its line: libconfig would take the rest of the file up to the next quote. */
static bool scan_string(Lexer *lexer) {
    const char *end = lexer->at + 1;
    while (*end && *end != '"' && *end != '\n') {
        if (*end == '\\' && is_zero_byte(end))
            return report(lexer, lexer->line, "expected a string without the byte \\x00");
        end += end[0] == '\\' && (end[1] == '"' || end[1] == '\\') ? 2 : 1;
    }
    if (*end != '"')
        return report(lexer, lexer->line, "expected a closing quote on the line of the string");
    lexer_copy(lexer, (size_t)(end + 1 - lexer->at));
    return true;
}

/* How many bytes belong to a number that is not whole; 0 if it is none. */
static size_t fraction_length(const char *text) {
    size_t length = strspn(text, "+-");
    length += strspn(text + length, "0123456789");
    if (text[length] != '.' && text[length] != 'e' && text[length] != 'E')
        return 0;
    return length + strspn(text + length, "0123456789.eE+-");
}

static bool scan_number(Lexer *lexer) {
    size_t length = fraction_length(lexer->at);
    if (length) {
        lexer_copy(lexer, length);
        return true;
    }
    size_t sign = *lexer->at == '+' || *lexer->at == '-';
    bool hexadecimal = !sign && lexer->at[0] == '0' && (lexer->at[1] == 'x' || lexer->at[1] == 'X');
    char *end;
    errno = 0;
    long long value = strtoll(lexer->at, &end, hexadecimal ? 16 : 10);
    if (value >= INT_MIN && value <= INT_MAX) {
        lexer_copy(lexer, (size_t)(end - lexer->at));
        return true;
    }
    char number[NUMBER_SIZE];
    int written = snprintf(number, sizeof number, "%lldL", value);
    lexer_emit(lexer, number, (size_t)written);
    lexer->at = end + strspn(end, "L");
    return true;
}

static bool is_boolean(SettingName name) {
    return (name.length == 4 && text_equal_ignore_case_n(name.text, "true", 4)) ||
           (name.length == 5 && text_equal_ignore_case_n(name.text, "false", 5));
}

static const SettingName *find_duplicate(const Lexer *lexer, SettingName name) {
    for (size_t i = 0; i < lexer->name_count; i++) {
        const SettingName *other = &lexer->names[i];
        if (other->group == name.group && other->length == name.length &&
            memcmp(other->text, name.text, name.length) == 0)
            return other;
    }
    return NULL;
}

static void add_name(Lexer *lexer, SettingName name) {
    if (lexer->name_count == lexer->name_room) {
        lexer->name_room = 2 * lexer->name_room + 64;
        lexer->names = memory_resize(lexer->names, lexer->name_room, sizeof *lexer->names);
    }
    lexer->names[lexer->name_count++] = name;
}

static bool is_name_byte(char byte) {
    return isalnum((unsigned char)byte) || byte == '-' || byte == '_' || byte == '*';
}

static bool scan_name(Lexer *lexer) {
    SettingName name = {
        .text = lexer->at, .group = lexer->groups[lexer->depth], .line = lexer->line};
    while (is_name_byte(name.text[name.length]))
        name.length++;
    lexer_copy(lexer, name.length);
    if (is_boolean(name))
        return true;
    const SettingName *first = find_duplicate(lexer, name);
    if (first) {
        char sentence[80];
        snprintf(sentence, sizeof sentence, "expected once, found again (first on line %d)",
                 first->line);
        return report_at_name(lexer, name, sentence);
    }
    add_name(lexer, name);
    lexer->current = name;
    return true;
}

static bool scan_open(Lexer *lexer) {
    if (lexer->depth == NESTING_MAX)
        return report(lexer, lexer->line, "expected groups and lists nested at most 8 deep");
    lexer->outer[lexer->depth++] = lexer->current;
    lexer->groups[lexer->depth] = ++lexer->group_count;
    lexer->current.length = 0;
    lexer_copy(lexer, 1);
    return true;
}

/* Whether the brackets match is for libconfig to say. */
static bool scan_close(Lexer *lexer) {
    if (lexer->depth > 0)
        lexer->depth--;
    lexer->current.length = 0;
    lexer_copy(lexer, 1);
    return true;
}

static bool scan_token(Lexer *lexer) {
    const char *at = lexer->at;
    if (at[0] == '#' || (at[0] == '/' && at[1] == '/'))
        return scan_line_comment(lexer);
    if (at[0] == '/' && at[1] == '*')
        return scan_block_comment(lexer);
    if (at[0] == '"')
        return scan_string(lexer);
    if (at[0] == '@')
        return report(lexer, lexer->line, "expected a setting, found \"@\" (@include is not read)");
    if (isalpha((unsigned char)at[0]) || at[0] == '*')
        return scan_name(lexer);
    if (isdigit((unsigned char)at[strspn(at, "+-") ? 1 : 0]))
        return scan_number(lexer);
    if (strchr("{([", at[0]))
        return scan_open(lexer);
    if (strchr("})]", at[0]))
        return scan_close(lexer);
    lexer_copy(lexer, 1);
    return true;
}

char *configfile_prepare_text(const char *text, const char *shown, Error *error) {
    Lexer lexer = {.at = text, .shown = shown, .line = 1, .error = error};
    bool good = true;
    while (good && *lexer.at)
        good = scan_token(&lexer);
    free(lexer.names);
    if (!good) {
        free(lexer.out);
        return NULL;
    }
    bool ended = lexer.used > 0 && lexer.out[lexer.used - 1] == '\n';
    lexer_emit(&lexer, "\n", ended ? 0 : 1);
    return lexer.out;
}
