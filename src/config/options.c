#include <config.h>

#include "config/options.h"

#include <string.h>

#include "base/text.h"
#include "config/settings_file.h"

/* Option names, indexed by OptionsRequest. */
static const char *const request_names[] = {"", "help", "help-keys", "version", NULL};

/* Options that exclude each other. */
static const struct {
    const char *name, *other;
} conflicts[] = {
    {"game", "load"},      {"variant", "load"}, {"load", "puzzle"},  {"game", "puzzle"},
    {"variant", "puzzle"}, {"load", "tour"},    {"game", "tour"},    {"puzzle", "tour"},
    {"load", "train"},     {"game", "train"},   {"puzzle", "train"}, {"train", "tour"},
    {"plain", "tour"},     {"watch", "white"},  {"watch", "black"},  {"watch", "key-file"},
};

static const char *const local_options[] = {"load", "puzzle", "train", "tour"};
static const char *const network_options[] = {"watch", "key-file"};

/* Returns whether an option is given, and is neither empty nor a switch that is off. */
static bool is_on(const Arguments *given, const Settings *settings, const char *name) {
    const Setting *setting = setting_table_find(&table_congo, name);
    const char *value = arguments_value(given, name);
    return value && *value &&
           (setting->kind != SETTING_SWITCH || *(const bool *)setting_value(setting, settings));
}

static bool check_conflicts(const Arguments *given, const Settings *settings, Error *error) {
    for (size_t i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++)
        if (is_on(given, settings, conflicts[i].name) && is_on(given, settings, conflicts[i].other))
            return error_set(error, ERROR_STATE, "--%s cannot be combined with --%s",
                             conflicts[i].name, conflicts[i].other);
    return true;
}

/* A text without '/' is no FEN, but the id of a network game. */
static bool check_id(const Settings *settings, Error *error) {
    char shown[QUOTE_SIZE];
    return settings->place == PLACE_NETWORK || strchr(settings->game, '/') ||
           strcmp(settings->game, "standard") == 0 ||
           error_set(
               error, ERROR_SYNTAX,
               "--game: expected \"standard\" or a position as Congo FEN, found %s; the id of "
               "a network game needs --place=network",
               text_quote(settings->game, shown));
}

static bool check_place(const Arguments *given, const Settings *settings, Error *error) {
    bool network = settings->place == PLACE_NETWORK;
    for (size_t i = 0; i < sizeof local_options / sizeof local_options[0]; i++)
        if (network && is_on(given, settings, local_options[i]))
            return error_set(error, ERROR_STATE, "--%s cannot be combined with --place=network",
                             local_options[i]);
    for (size_t i = 0; i < sizeof network_options / sizeof network_options[0]; i++) {
        if (!is_on(given, settings, network_options[i]))
            continue;
        if (!network)
            return error_set(error, ERROR_STATE, "--%s needs --place=network", network_options[i]);
        if (!settings_game_is_id(settings))
            return error_set(error, ERROR_STATE, "--%s needs --game=ID, the id of a network game",
                             network_options[i]);
    }
    return !network || !settings->side_given[WHITE] || !settings->side_given[BLACK] ||
           error_set(error, ERROR_STATE,
                     "--place=network needs --white or --black, for the side that is played here, "
                     "not both");
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
    if (!check_conflicts(given, &next, error) || !check_place(given, &next, error) ||
        !check_id(&next, error))
        return false;
    if (!settings_check_game(&next, error))
        return error_prefix(error, "--game: ");
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
