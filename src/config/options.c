#include <config.h>

#include "config/options.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/setting.h"
#include "config/wording.h"
#include "rules/memory.h"

enum { OPTION_NAME_SIZE = 32 };

/* Options that are no settings. */
typedef struct Special {
    const char *name;
    const char *value; /* stands for the value in the help; NULL: it takes none */
    const char *help;
    OptionsWish wish;
    Beginning beginning;
} Special;

static const Special specials[] = {
    {"config", "FILE", "the configuration file to read, or none", OPTIONS_PLAY, BEGIN_GAME},
    {"script", "FILE", "play a script of keys, and check its screens", OPTIONS_PLAY, BEGIN_GAME},
    {"record", "FILE", "write the keys and screens of this run as a script", OPTIONS_PLAY,
     BEGIN_GAME},
    {"tour", NULL, "begin with the guided tour", OPTIONS_PLAY, BEGIN_TOUR},
    {"help", NULL, "show this help", OPTIONS_HELP, BEGIN_GAME},
    {"help-keys", NULL, "show the keys and what they do", OPTIONS_HELP_KEYS, BEGIN_GAME},
    {"version", NULL, "show the version", OPTIONS_VERSION, BEGIN_GAME},
};
enum { SPECIAL_COUNT = sizeof specials / sizeof specials[0] };

/* One option of the command line; either `special` or `setting` is set. */
typedef struct Option {
    const Special *special;
    const Setting *setting;
    const char *value;
    const ScriptLine *line; /* of a script; NULL: it is on the command line */
} Option;

/* ---- one option ---- */

static const char *option_name(const Option *option) {
    assert(option->special || option->setting);
    return option->special ? option->special->name : option->setting->info.name;
}

static bool takes_value(const Option *option) {
    return option->setting || option->special->value;
}

static bool find_option(const char *name, Option *option) {
    *option = (Option){.setting = setting_by_name(name)};
    for (int i = 0; i < SPECIAL_COUNT && !option->setting; i++)
        if (strcmp(specials[i].name, name) == 0)
            option->special = &specials[i];
    return option->setting || option->special;
}

static bool complain_unknown(const char *argument, const char *name, Error *error) {
    Suggestion closest = {name, "", INT_MAX};
    const Setting *setting;
    for (size_t i = 0; (setting = setting_at(i)); i++)
        text_suggest(&closest, setting->info.name);
    for (int i = 0; i < SPECIAL_COUNT; i++)
        text_suggest(&closest, specials[i].name);
    char shown[QUOTE_SIZE];
    return error_set(error, ERROR_SYNTAX, "expected an option, the closest is --%s, found %s",
                     closest.known, text_quote(argument, shown));
}

static bool complain_no_value(const Option *option, Error *error) {
    const char *form = option->setting                              ? option->setting->info.form
                       : strcmp(option_name(option), "config") == 0 ? "a file or \"none\""
                                                                    : "a file";
    return error_set(error, ERROR_SYNTAX, "--%s: expected %s, found nothing", option_name(option),
                     form);
}

/* Reads the option at *index and moves *index past it. */
static bool parse_option(int count, char *const arguments[], int *index, Option *option,
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
        return complain_unknown(argument, name, error);
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
    else if (option->setting && option->setting->alone)
        option->value = option->setting->alone;
    else
        return complain_no_value(option, error);
    return true;
}

/* ---- the whole ---- */

static bool is_given(const Option *options, int count, const char *name) {
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

static bool check_conflicts(const Option *options, int count, Error *error) {
    for (size_t i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++)
        if (is_given(options, count, conflicts[i].name) &&
            is_given(options, count, conflicts[i].other))
            return error_set(error, ERROR_STATE, "--%s: expected no --%s beside it, for %s",
                             conflicts[i].other, conflicts[i].name, conflicts[i].reason);
    return true;
}

/* The value of the last option of that name; NULL: it is not given. */
static const char *last_value(const Option *options, int count, const char *name) {
    const char *value = NULL;
    for (int i = 0; i < count; i++)
        if (strcmp(option_name(&options[i]), name) == 0)
            value = options[i].value;
    return value;
}

/* Reads the file of the last --config, or the one that is found; a script is played without it. */
static bool read_config(const Option *options, int count, Settings *settings, Error *error) {
    const char *named = last_value(options, count, "config");
    char path[SETTING_PATH_SIZE];
    if (!named && (is_given(options, count, "script") || !settings_find_file(path)))
        return true;
    if (named && strcmp(named, "none") == 0)
        return true;
    if (named && !*named)
        return error_set(error, ERROR_SYNTAX, "--config: expected a file or \"none\", found \"\"");
    return settings_read_file(settings, named ? named : path, error);
}

static bool blame(const Script *script, const Option *option, Error *error) {
    if (option->line)
        script_blame(script, option->line, error);
    return false;
}

static bool take_values(const Option *options, int count, const Script *script, Settings *next,
                        Error *error) {
    for (int i = 0; i < count; i++) {
        const Setting *setting = options[i].setting;
        if (setting && !setting->read(setting, options[i].value, next, error)) {
            error_prefix(error, "--%s: ", setting->info.name);
            return blame(script, &options[i], error);
        }
        if (options[i].special && options[i].special->beginning != BEGIN_GAME)
            next->beginning = options[i].special->beginning;
    }
    return true;
}

static bool apply(const Option *options, int count, const Script *script, Settings *settings,
                  Error *error) {
    Settings next;
    settings_default(&next);
    if (!read_config(options, count, &next, error) ||
        !take_values(options, count, script, &next, error))
        return false;
    next.named[WHITE] = is_given(options, count, "white");
    next.named[BLACK] = is_given(options, count, "black");
    if (!check_conflicts(options, count, error))
        return false;
    if (!settings_check(&next, error))
        return error_prefix(error, "--");
    *settings = next;
    return true;
}

/* The options of a script into `options`, which has room for all. */
static bool collect_script(const Script *script, Option *options, int *used, Error *error) {
    for (size_t i = 0; i < script->count; i++) {
        const ScriptLine *line = &script->lines[i];
        Option *option = &options[*used];
        int index = 0;
        if (line->verb != SCRIPT_OPTION)
            continue;
        if (!parse_option(1, &line->text, &index, option, error))
            return script_blame(script, line, error);
        option->line = line;
        if (option->special && strcmp(option->special->name, "config") != 0 &&
            option->special->beginning == BEGIN_GAME) {
            error_set(error, ERROR_STATE, "expected an option of a game, found \"--%s\"",
                      option->special->name);
            return script_blame(script, line, error);
        }
        (*used)++;
    }
    return true;
}

/* Those of the command line likewise. Ends at an option that only wants something shown. */
static bool collect(int count, char *const arguments[], Option *options, int *used,
                    OptionsWish *wish, Error *error) {
    *wish = OPTIONS_PLAY;
    for (int i = 1; i < count && *wish == OPTIONS_PLAY;) {
        Option *option = &options[(*used)++];
        if (!parse_option(count, arguments, &i, option, error))
            return false;
        if (option->special)
            *wish = option->special->wish;
    }
    return true;
}

const char *options_value(int count, char *const arguments[], const char *name) {
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

bool options_parse(int count, char *const arguments[], const Script *script, Settings *settings,
                   OptionsWish *wish, Error *error) {
    size_t room = (size_t)count + (script ? script->count : 0) + 1;
    Option *options = memory_resize(NULL, room, sizeof *options);
    int used = 0;
    bool good = (!script || collect_script(script, options, &used, error)) &&
                collect(count, arguments, options, &used, wish, error);
    if (good && *wish == OPTIONS_PLAY)
        good = apply(options, used, script, settings, error);
    free(options);
    return good;
}

/* ---- help ---- */

static void write_line(FILE *out, const char *name, const char *value, const char *help,
                       const char *standard) {
    enum { HELP_COLUMN = 26 };
    int column = fprintf(out, "  --%s%s%s", name, value ? "=" : "", value ? value : "");
    fprintf(out, "%*s%s", column < HELP_COLUMN ? HELP_COLUMN - column : 1, "", help);
    if (standard && *standard)
        fprintf(out, " [%s]", standard);
    fputc('\n', out);
}

char *options_help(void) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return memory_strdup("");
    fputs("Usage: congo [--OPTION=VALUE]...\n"
          "Play Congo, the chess variant with a river and lions, in the terminal.\n"
          "\n"
          "Options, with their defaults in brackets:\n",
          out);
    const SettingInfo *info;
    for (size_t i = 0; (info = settings_info(i)); i++)
        write_line(out, info->name, info->value, info->help, info->standard);
    for (int i = 0; i < SPECIAL_COUNT; i++)
        write_line(out, specials[i].name, specials[i].value, specials[i].help, NULL);
    fputs("\nA file can change the defaults: see congo.conf(5). The game: congo-rules(6).\n", out);
    fclose(out);
    return text;
}
