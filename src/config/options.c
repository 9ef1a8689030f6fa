#include <config.h>

#include "config/options.h"

#include <string.h>

#include "base/text.h"
#include "config/settings_file.h"

/* Option names, indexed by OptionsRequest. */
static const char *const request_names[] = {"", "help", "help-keys", "version", NULL};

/* Options that exclude each other. */
static const struct {
    const char *name, *other, *reason;
} conflicts[] = {
    {"load", "game", "the file says the game and the variant"},
    {"load", "variant", "the file says the game and the variant"},
    {"puzzle", "load", "a puzzle is a position of its own"},
    {"puzzle", "game", "a puzzle is a position of its own"},
    {"puzzle", "variant", "the puzzles are of the variant congo"},
};

static bool check_conflicts(const Arguments *given, Error *error) {
    for (size_t i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++)
        if (arguments_value(given, conflicts[i].name) && arguments_value(given, conflicts[i].other))
            return error_set(error, ERROR_STATE, "--%s: expected no --%s beside it, for %s",
                             conflicts[i].other, conflicts[i].name, conflicts[i].reason);
    return true;
}

static bool read_config(const Arguments *given, Settings *settings, Error *error) {
    const char *config = arguments_value(given, "config");
    char path[SETTING_PATH_SIZE];
    if (!config && (arguments_value(given, "script") || !settings_file_find(path)))
        return true;
    if (config && strcmp(config, "none") == 0)
        return true;
    if (config && !*config)
        return error_set(error, ERROR_SYNTAX, "--config: expected a file or \"none\", found \"\"");
    return settings_file_read(settings, config ? config : path, error);
}

static bool apply_options(const Arguments *given, Settings *settings, Error *error) {
    Settings next;
    settings_default(&next);
    if (!read_config(given, &next, error) || !arguments_store(given, &next, error))
        return false;
    next.side_given[WHITE] = arguments_value(given, "white");
    next.side_given[BLACK] = arguments_value(given, "black");
    if (!check_conflicts(given, error))
        return false;
    if (!settings_check(&next, error))
        return error_prefix(error, "--");
    *settings = next;
    return true;
}

static bool read_line(Arguments *given, const OptionLine *line, Error *error) {
    char program[] = "";
    char *arguments[] = {program, line->text, NULL};
    size_t before = given->count;
    if (!arguments_read(given, 2, arguments, line, error))
        return error_prefix(error, "%s:%d: ", line->file, line->line);
    const Setting *setting = given->options[before].setting;
    return !(setting->flags & (SETTING_REQUEST | SETTING_NOT_IN_SCRIPT)) ||
           error_set(error, ERROR_STATE, "%s:%d: expected an option of a game, found \"--%s\"",
                     line->file, line->line, setting->name);
}

bool options_parse(int count, char *const arguments[], const OptionLine *lines, size_t line_count,
                   Settings *settings, OptionsRequest *request, Error *error) {
    Arguments given = {.command = &table_commands[COMMAND_CONGO]};
    bool good = true;
    for (size_t i = 0; i < line_count && good; i++)
        good = read_line(&given, &lines[i], error);
    good = good && arguments_read(&given, count, arguments, NULL, error);
    *request = OPTIONS_PLAY;
    if (good && given.request)
        *request = (OptionsRequest)text_find_word(request_names, given.request->name);
    if (good && (*request == OPTIONS_PLAY || *request == OPTIONS_HELP_KEYS))
        good = apply_options(&given, settings, error);
    arguments_free(&given);
    return good;
}

const char *options_peek(int count, char *const arguments[], const char *name) {
    Arguments given = {.command = &table_commands[COMMAND_CONGO]};
    arguments_read(&given, count, arguments, NULL, NULL);
    const char *value = arguments_value(&given, name);
    arguments_free(&given);
    return value;
}
