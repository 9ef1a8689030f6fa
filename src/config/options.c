#include <config.h>

#include "config/options.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "config/settings_file.h"
#include "config/table.h"

enum { OPTION_NAME_SIZE = 32 };

/* Options that are no settings. */
typedef struct ProgramOption {
    const char *name;
    const char *value; /* stands for the value in the help; NULL: it takes none */
    const char *help;
    OptionsRequest request;
    StartMode start_mode;
} ProgramOption;

static const ProgramOption program_options[] = {
    {"config", "FILE", "the configuration file to read, or none", OPTIONS_PLAY, START_GAME},
    {"script", "FILE", "play a script of keys, and check its screens", OPTIONS_PLAY, START_GAME},
    {"record", "FILE", "write the keys and screens of this run as a script", OPTIONS_PLAY,
     START_GAME},
    {"tour", NULL, "begin with the guided tour", OPTIONS_PLAY, START_TOUR},
    {"help", NULL, "show this help", OPTIONS_HELP, START_GAME},
    {"help-keys", NULL, "show the keys and what they do", OPTIONS_HELP_KEYS, START_GAME},
    {"version", NULL, "show the version", OPTIONS_VERSION, START_GAME},
};
enum { PROGRAM_OPTION_COUNT = sizeof program_options / sizeof program_options[0] };

/* One option of the command line; either `special` or `setting` is set. */
typedef struct GivenOption {
    const ProgramOption *program_option;
    const Setting *setting;
    const char *value;
    const OptionLine *line; /* where it stands; NULL: on the command line */
} GivenOption;

/* ---- one option ---- */

static const char *option_name(const GivenOption *option) {
    assert(option->program_option || option->setting);
    return option->program_option ? option->program_option->name : option->setting->name;
}

static bool takes_value(const GivenOption *option) {
    return option->setting || option->program_option->value;
}

static bool find_option(const char *name, GivenOption *option) {
    *option = (GivenOption){.setting = table_find(&table_congo, name)};
    for (int i = 0; i < PROGRAM_OPTION_COUNT && !option->setting; i++)
        if (strcmp(program_options[i].name, name) == 0)
            option->program_option = &program_options[i];
    return option->setting || option->program_option;
}

static bool report_unknown(const char *argument, const char *name, Error *error) {
    Suggestion closest = {name, "", INT_MAX};
    for (size_t i = 0; i < table_congo.count; i++)
        text_suggest(&closest, table_congo.rows[i].name);
    for (int i = 0; i < PROGRAM_OPTION_COUNT; i++)
        text_suggest(&closest, program_options[i].name);
    char shown[QUOTE_SIZE];
    return error_set(error, ERROR_SYNTAX, "expected an option, the closest is --%s, found %s",
                     closest.known, text_quote(argument, shown));
}

static bool report_missing_value(const GivenOption *option, Error *error) {
    Buffer form = {0};
    if (option->setting)
        setting_write_form(option->setting, false, &form);
    else
        buffer_add_string(&form, strcmp(option_name(option), "config") == 0 ? "a file or \"none\""
                                                                            : "a file");
    error_set(error, ERROR_SYNTAX, "--%s: expected %s, found nothing", option_name(option),
              form.bytes);
    buffer_free(&form);
    return false;
}

/* Reads the option at *index and moves *index past it. */
static bool parse_option(int count, char *const arguments[], int *index, GivenOption *option,
                         Error *error) {
    const char *argument = arguments[(*index)++];
    char shown[QUOTE_SIZE];
    if (strncmp(argument, "--", 2) != 0 || !argument[2])
        return error_set(error, ERROR_SYNTAX,
                         "expected an option such as --white=hi/negamax, found %s",
                         text_quote(argument, shown));
    char name[OPTION_NAME_SIZE];
    const char *equals = strchr(argument, '=');
    int length = equals ? (int)(equals - argument) - 2 : (int)strlen(argument) - 2;
    snprintf(name, sizeof name, "%.*s", length, argument + 2);
    if (length >= OPTION_NAME_SIZE || !find_option(name, option))
        return report_unknown(argument, name, error);
    if (equals && !takes_value(option))
        return error_set(error, ERROR_SYNTAX, "--%s: expected no value, found %s", name,
                         text_quote(equals + 1, shown));
    if (!takes_value(option))
        return true;
    bool next = *index < count && strncmp(arguments[*index], "--", 2) != 0;
    if (equals)
        option->value = equals + 1;
    else if (next)
        option->value = arguments[(*index)++];
    else if (option->setting && option->setting->implied_value)
        option->value = option->setting->implied_value;
    else
        return report_missing_value(option, error);
    return true;
}

/* ---- the whole ---- */

static bool is_given(const GivenOption *options, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(option_name(&options[i]), name) == 0)
            return true;
    return false;
}

/* Options that say what others would. */
static const struct {
    const char *name, *other, *reason;
} conflicts[] = {
    {"load", "game", "the file says the game and the variant"},
    {"load", "variant", "the file says the game and the variant"},
    {"puzzle", "load", "a puzzle is a position of its own"},
    {"puzzle", "game", "a puzzle is a position of its own"},
    {"puzzle", "variant", "the puzzles are of the variant congo"},
};

static bool check_conflicts(const GivenOption *options, int count, Error *error) {
    for (size_t i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++)
        if (is_given(options, count, conflicts[i].name) &&
            is_given(options, count, conflicts[i].other))
            return error_set(error, ERROR_STATE, "--%s: expected no --%s beside it, for %s",
                             conflicts[i].other, conflicts[i].name, conflicts[i].reason);
    return true;
}

/* The value of the last option of that name; NULL: it is not given. */
static const char *last_value(const GivenOption *options, int count, const char *name) {
    const char *value = NULL;
    for (int i = 0; i < count; i++)
        if (strcmp(option_name(&options[i]), name) == 0)
            value = options[i].value;
    return value;
}

/* Reads the file of the last --config, or the one that is found; a script is played without it. */
static bool read_config(const GivenOption *options, int count, Settings *settings, Error *error) {
    const char *named = last_value(options, count, "config");
    char path[SETTING_PATH_SIZE];
    if (!named && (is_given(options, count, "script") || !settings_file_find(path)))
        return true;
    if (named && strcmp(named, "none") == 0)
        return true;
    if (named && !*named)
        return error_set(error, ERROR_SYNTAX, "--config: expected a file or \"none\", found \"\"");
    return settings_file_read(settings, named ? named : path, error);
}

/* Puts the place of an option before an error's sentence. Always returns false. */
static bool error_at_line(const OptionLine *line, Error *error) {
    return line ? error_prefix(error, "%s:%d: ", line->file, line->line) : false;
}

static bool store_values(const GivenOption *options, int count, Settings *next, Error *error) {
    for (int i = 0; i < count; i++) {
        const Setting *setting = options[i].setting;
        if (setting && !setting_store_text(setting, options[i].value, next, error)) {
            error_prefix(error, "--%s: ", setting->name);
            return error_at_line(options[i].line, error);
        }
        if (options[i].program_option && options[i].program_option->start_mode != START_GAME)
            next->start_mode = options[i].program_option->start_mode;
    }
    return true;
}

static bool apply_options(const GivenOption *options, int count, Settings *settings, Error *error) {
    Settings next;
    settings_default(&next);
    if (!read_config(options, count, &next, error) || !store_values(options, count, &next, error))
        return false;
    next.side_given[WHITE] = is_given(options, count, "white");
    next.side_given[BLACK] = is_given(options, count, "black");
    if (!check_conflicts(options, count, error))
        return false;
    if (!settings_check(&next, error))
        return error_prefix(error, "--");
    *settings = next;
    return true;
}

/* Adds the options of a script to `options`, which has room for all. */
static bool collect_lines(const OptionLine *lines, size_t count, GivenOption *options, int *used,
                          Error *error) {
    for (size_t i = 0; i < count; i++) {
        GivenOption *option = &options[*used];
        int index = 0;
        if (!parse_option(1, &lines[i].text, &index, option, error))
            return error_at_line(&lines[i], error);
        option->line = &lines[i];
        if (option->program_option && strcmp(option->program_option->name, "config") != 0 &&
            option->program_option->start_mode == START_GAME) {
            error_set(error, ERROR_STATE, "expected an option of a game, found \"--%s\"",
                      option->program_option->name);
            return error_at_line(&lines[i], error);
        }
        (*used)++;
    }
    return true;
}

/* Those of the command line likewise. Ends at an option that only wants something shown. */
static bool collect_command_line(int count, char *const arguments[], GivenOption *options,
                                 int *used, OptionsRequest *request, Error *error) {
    *request = OPTIONS_PLAY;
    for (int i = 1; i < count && *request == OPTIONS_PLAY;) {
        GivenOption *option = &options[(*used)++];
        if (!parse_option(count, arguments, &i, option, error))
            return false;
        if (option->program_option)
            *request = option->program_option->request;
    }
    return true;
}

const char *options_peek(int count, char *const arguments[], const char *name) {
    const char *value = NULL;
    size_t length = strlen(name);
    for (int i = 1; i < count; i++) {
        const char *argument = arguments[i];
        if (strncmp(argument, "--", 2) != 0 || strncmp(argument + 2, name, length) != 0)
            continue;
        if (argument[length + 2] == '=')
            value = argument + length + 3;
        else if (!argument[length + 2] && i + 1 < count && strncmp(arguments[i + 1], "--", 2) != 0)
            value = arguments[++i];
    }
    return value;
}

bool options_parse(int count, char *const arguments[], const OptionLine *lines, size_t line_count,
                   Settings *settings, OptionsRequest *request, Error *error) {
    GivenOption *options = memory_resize(NULL, (size_t)count + line_count + 1, sizeof *options);
    int used = 0;
    bool good = collect_lines(lines, line_count, options, &used, error) &&
                collect_command_line(count, arguments, options, &used, request, error);
    if (good && *request == OPTIONS_PLAY)
        good = apply_options(options, used, settings, error);
    free(options);
    return good;
}

/* ---- help ---- */

static void add_line(Buffer *text, const char *name, const char *value, const char *help,
                     const char *default_text) {
    enum { HELP_COLUMN = 26 };
    size_t begin = text->length;
    buffer_add_format(text, "  --%s%s%s", name, value ? "=" : "", value ? value : "");
    do
        buffer_add_string(text, " ");
    while (text->length - begin < HELP_COLUMN);
    buffer_add_string(text, help);
    if (default_text && *default_text)
        buffer_add_format(text, " [%s]", default_text);
    buffer_add_string(text, "\n");
}

static void add_setting(Buffer *text, const Setting *setting) {
    Buffer value = {0}, default_text = {0};
    setting_write_value(setting, &value);
    setting_write_default(setting, &default_text);
    add_line(text, setting->name, value.bytes, setting->help, default_text.bytes);
    buffer_free(&value);
    buffer_free(&default_text);
}

char *options_help(void) {
    Buffer text = {0};
    buffer_add_string(&text,
                      "Usage: congo [--OPTION=VALUE]...\n"
                      "Play Congo, the chess variant with a river and lions, in the terminal.\n"
                      "\n"
                      "Options, with their defaults in brackets:\n");
    for (size_t i = 0; i < table_congo.count; i++)
        add_setting(&text, &table_congo.rows[i]);
    for (int i = 0; i < PROGRAM_OPTION_COUNT; i++)
        add_line(&text, program_options[i].name, program_options[i].value, program_options[i].help,
                 NULL);
    buffer_add_string(
        &text, "\nA file can change the defaults: see congo.conf(5). The game: congo-rules(6).\n");
    return buffer_take(&text);
}
