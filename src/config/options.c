#include <config.h>

#include "config/options.h"

#include <assert.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "config/command_options.h"
#include "config/configfile.h"

/* ---- the arguments of a command ---- */

enum { ROWS_MAX = 64, NAME_SIZE = 32, HELP_COLUMN = 26, FIRST_CODE = 256 };

/* The options of a command for getopt_long. The code of an option is 3 * row + engine above
 * FIRST_CODE; the common rows come after the others, unless they are among them. */
typedef struct OptionTable {
    struct option options[3 * ROWS_MAX + 3];
    int count;
    char letters[3 * ROWS_MAX];
    char engine_names[2 * ROWS_MAX][NAME_SIZE];
} OptionTable;

/* Options of every command. */
static const Setting common_rows[] = {
    {.name = "help", .letter = 'h', .value = "", .implied_value = "on", .flags = SETTING_REQUEST},
    {.name = "version",
     .letter = 'V',
     .value = "",
     .implied_value = "on",
     .flags = SETTING_REQUEST}};

enum { COMMON_COUNT = sizeof common_rows / sizeof common_rows[0] };

static char *add_letter(char *letter, const Setting *setting) {
    if (!setting->letter)
        return letter;
    *letter++ = setting->letter;
    if (setting_takes_value(setting)) {
        *letter++ = ':';
        *letter++ = ':';
    }
    return letter;
}

static void add_name(OptionTable *table, const Setting *setting, const char *name, int code) {
    int argument = setting_takes_value(setting) ? optional_argument : no_argument;
    table->options[table->count++] = (struct option){name, argument, NULL, FIRST_CODE + code};
}

/* Fills the table so that getopt_long returns operands in order as option 1 and takes no separate
 * argument as a value. */
static void make_table(const ShellCommand *command, OptionTable *table) {
    char *letter = table->letters;
    int row_count = (int)command->table.count;
    assert(row_count < ROWS_MAX);
    *letter++ = '-';
    for (int i = 0; i < row_count; i++) {
        const Setting *setting = &command->table.rows[i];
        if (!setting_is_option(setting))
            continue;
        add_name(table, setting, setting->name, 3 * i);
        for (int engine = 1; setting->flags & SETTING_PER_ENGINE && engine <= 2; engine++) {
            char *name = table->engine_names[2 * i + engine - 1];
            snprintf(name, NAME_SIZE, "%s%d", setting->name, engine);
            add_name(table, setting, name, 3 * i + engine);
        }
        letter = add_letter(letter, setting);
    }
    for (int i = 0; i < COMMON_COUNT; i++) {
        if (setting_table_find(&command->table, common_rows[i].name))
            continue;
        add_name(table, &common_rows[i], common_rows[i].name, 3 * (row_count + i));
        letter = add_letter(letter, &common_rows[i]);
    }
    table->options[table->count] = (struct option){0};
    *letter = '\0';
}

/* ---- reading ---- */

static size_t max_operands(const ShellCommand *command) {
    size_t count = 0;
    for (size_t i = 0; i < command->table.count; i++) {
        const Setting *setting = &command->table.rows[i];
        if (setting->kind == SETTING_OPERANDS)
            return SIZE_MAX;
        count += (setting->flags & SETTING_OPERAND) != 0;
    }
    return count;
}

static bool report_surplus(const ShellCommand *command, const char *found, Error *error) {
    char shown[QUOTE_SIZE];
    return error_set(error, ERROR_SYNTAX, "expected %s, found %s", command->surplus,
                     text_quote(found, shown));
}

static bool add_operand(Arguments *given, const char *operand, Error *error) {
    if (given->operand_count == max_operands(given->command))
        return report_surplus(given->command, operand, error);
    given->operands = memory_resize(given->operands, given->operand_count + 1, sizeof(char *));
    given->operands[given->operand_count++] = operand;
    return true;
}

static bool report_unknown(const ShellCommand *command, const char *argument, Error *error) {
    char shown[QUOTE_SIZE], name[NAME_SIZE], suggested[SUGGESTION_SIZE];
    bool is_long = strncmp(argument, "--", 2) == 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(argument + 1 + is_long, "="),
             argument + 1 + is_long);
    Suggestion closest = setting_table_closest(&command->table, name);
    return error_set(error, ERROR_SYNTAX, "there is no option %s%s", text_quote(argument, shown),
                     closest.known[0] ? text_suggestion(&closest, "--", suggested)
                                      : "; --help lists them");
}

static const Setting *find_letter(const ShellCommand *command, int letter) {
    for (size_t i = 0; i < command->table.count; i++)
        if (command->table.rows[i].letter == letter)
            return &command->table.rows[i];
    for (int i = 0; i < COMMON_COUNT; i++)
        if (common_rows[i].letter == letter)
            return &common_rows[i];
    return NULL;
}

/* Returns the option of a code or letter, or NULL if the argument abbreviates the option's name,
 * which getopt_long would allow. */
static const Setting *find_option(const ShellCommand *command, const OptionTable *table, int code,
                                  const char *argument) {
    size_t row = (size_t)(code - FIRST_CODE) / 3, length = strcspn(argument, "=");
    if (code < FIRST_CODE)
        return find_letter(command, code);
    for (int i = 0; i < table->count; i++)
        if (table->options[i].val == code && strlen(table->options[i].name) + 2 == length &&
            strncmp(argument + 2, table->options[i].name, length - 2) == 0)
            return row < command->table.count ? &command->table.rows[row]
                                              : &common_rows[row - command->table.count];
    return NULL;
}

static bool report_missing_value(const Setting *setting, Error *error) {
    Buffer form = {0};
    setting_write_form(setting, false, &form);
    error_set(error, ERROR_SYNTAX, "--%s: expected %s, found nothing", setting->name, form.bytes);
    buffer_free(&form);
    return false;
}

/* Adds an option with its value, which may be the next argument. */
static bool add_option(Arguments *given, GivenOption option, int count, char *const arguments[],
                       Error *error) {
    const Setting *setting = option.setting;
    bool next = optind < count && strncmp(arguments[optind], "--", 2) != 0;
    if (setting_takes_value(setting) && !option.value && next)
        option.value = arguments[optind++];
    else if (!option.value)
        option.value = setting->implied_value;
    if (!option.value)
        return report_missing_value(setting, error);
    if (setting->flags & SETTING_REQUEST)
        given->request = setting;
    given->options = memory_resize(given->options, given->count + 1, sizeof *given->options);
    given->options[given->count++] = option;
    return true;
}

/* Reads the argument at optind. */
static bool read_argument(Arguments *given, const OptionTable *table, int count,
                          char *const arguments[], const OptionLine *line, Error *error) {
    const char *argument = arguments[optind], *equals = strchr(argument, '=');
    char shown[QUOTE_SIZE];
    if (strcmp(argument, "-?") == 0) { /* which getopt_long cannot tell from an error */
        optind++;
        return add_option(given, (GivenOption){&common_rows[0], NULL, 0, line}, count, arguments,
                          error);
    }
    if (argument[0] == '-' && argument[1] >= '0' && argument[1] <= '9') {
        optind++;
        return add_operand(given, argument, error); /* a number */
    }
    int code = getopt_long(count, arguments, table->letters, table->options, NULL);
    if (code == 1)
        return add_operand(given, optarg, error);
    if (code == -1) { /* "--": only operands follow */
        bool good =
            max_operands(given->command) > 0 || report_surplus(given->command, argument, error);
        while (good && optind < count)
            good = add_operand(given, arguments[optind++], error);
        return good;
    }
    bool known = code != '?';
    const Setting *setting = find_option(given->command, table, known ? code : optopt, argument);
    if (!setting || (!known && optopt < FIRST_CODE))
        return report_unknown(given->command, argument, error);
    if (!known)
        return error_set(error, ERROR_SYNTAX, "--%s: expected no value, found %s", setting->name,
                         text_quote(equals + 1, shown));
    int engine = code < FIRST_CODE ? 0 : (code - FIRST_CODE) % 3;
    return add_option(given, (GivenOption){setting, optarg, engine, line}, count, arguments, error);
}

const Setting *arguments_find_request(const char *argument) {
    bool is_short = argument[0] == '-' && argument[1] && !argument[2];
    if (strcmp(argument, "-?") == 0)
        return &common_rows[0];
    for (int i = 0; i < COMMON_COUNT; i++)
        if ((is_short && argument[1] == common_rows[i].letter) ||
            (strncmp(argument, "--", 2) == 0 && strcmp(argument + 2, common_rows[i].name) == 0))
            return &common_rows[i];
    return NULL;
}

bool arguments_read(Arguments *given, int count, char *const arguments[], const OptionLine *line,
                    Error *error) {
    OptionTable table = {.count = 0};
    make_table(given->command, &table);
    opterr = 0;
    optind = 0; /* reset getopt_long */
    getopt_long(1, arguments, table.letters, table.options, NULL);
    while (optind < count &&
           (!given->request || (given->request->flags & SETTING_REQUEST_OF_SETTINGS)))
        if (!read_argument(given, &table, count, arguments, line, error))
            return false;
    return given->request || !given->command->missing || given->operand_count > 0 ||
           error_set(error, ERROR_SYNTAX, "expected %s", given->command->missing);
}

void arguments_free(Arguments *given) {
    free(given->options);
    free(given->operands);
    *given = (Arguments){.command = given->command};
}

/* Returns the value of the last option of a name, or NULL if it is absent. */
static const char *arguments_value(const Arguments *given, const char *name) {
    const char *value = NULL;
    for (size_t i = 0; i < given->count; i++)
        if (strcmp(given->options[i].setting->name, name) == 0)
            value = given->options[i].value;
    return value;
}

/* ---- storing ---- */

static bool store_option(const Arguments *given, const GivenOption *option, void *values,
                         Error *error) {
    int engines = option->setting->flags & SETTING_PER_ENGINE ? MATCH_ENGINES : 1;
    for (int i = 0; i < engines; i++) {
        void *at = (char *)values + (size_t)i * given->command->engine_size;
        if ((option->engine == 0 || option->engine == i + 1) &&
            !setting_store_text(option->setting, option->value, at, error)) {
            error_prefix(error, "--%s: ", option->setting->name);
            return option->line &&
                   error_prefix(error, "%s:%d: ", option->line->file, option->line->line);
        }
    }
    return true;
}

static bool store_operands(const Arguments *given, void *values, Error *error) {
    size_t next = 0;
    for (size_t i = 0; i < given->command->table.count; i++) {
        const Setting *setting = &given->command->table.rows[i];
        if (setting->kind == SETTING_OPERANDS)
            *(Operands *)setting_member(setting, values) =
                (Operands){given->operands, given->operand_count};
        else if (setting->flags & SETTING_OPERAND && next < given->operand_count &&
                 !setting_store_text(setting, given->operands[next++], values, error))
            return error_prefix(error, "%s: ", setting->name);
    }
    return true;
}

bool arguments_store(const Arguments *given, void *values, Error *error) {
    for (size_t i = 0; i < given->count; i++) {
        const Setting *setting = given->options[i].setting;
        if (setting->size > 0 && !store_option(given, &given->options[i], values, error))
            return false;
        setting_table_set_source(&given->command->table, setting, values, SOURCE_OPTION);
    }
    return store_operands(given, values, error);
}

/* ---- help ---- */

static void add_help(const ShellCommand *command, const Setting *setting, Buffer *text) {
    size_t begin = text->length;
    Buffer default_value = {0};
    buffer_add_format(text, "  --%s%s", setting->name, setting_takes_value(setting) ? "=" : "");
    setting_write_value(setting, text);
    if (setting->letter)
        buffer_add_format(text, ", -%c", setting->letter);
    do
        buffer_add_string(text, " ");
    while (text->length - begin < HELP_COLUMN);
    buffer_add_string(text, setting->help);
    if (command->marks && setting_takes_value(setting))
        setting_write_default(setting, &default_value);
    if (default_value.length > 0)
        buffer_add_format(text, " %c%s%c", command->marks[0], default_value.bytes,
                          command->marks[1]);
    buffer_add_string(text, "\n");
    buffer_free(&default_value);
}

void arguments_help(const ShellCommand *command, Buffer *text) {
    buffer_add_string(text, command->usage);
    for (size_t i = 0; i < command->table.count; i++) {
        const Setting *setting = &command->table.rows[i];
        if (setting_is_option(setting))
            add_help(command, setting, text);
        else if (!(setting->flags & SETTING_OPERAND))
            buffer_add_string(text, setting->help);
    }
    buffer_add_string(text, command->afterword ? command->afterword : "");
}

/* ---- the command line of the game ---- */

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

static const struct {
    const char *name;
    bool needs_id;
} network_options[] = {{"invite", false}, {"watch", true}, {"key-file", true}};

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
        if (!is_on(given, settings, network_options[i].name))
            continue;
        if (!network)
            return error_set(error, ERROR_STATE, "--%s needs --place=network",
                             network_options[i].name);
        if (network_options[i].needs_id && !settings_game_is_id(settings))
            return error_set(error, ERROR_STATE, "--%s needs --game=ID, the id of a network game",
                             network_options[i].name);
    }
    if (is_on(given, settings, "invite") && settings_game_is_id(settings))
        return error_set(error, ERROR_STATE,
                         "--invite keeps the seat of a new game and --game=ID joins one: give one "
                         "of them");
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
    assert(given->count > before && given->options != NULL); /* a game has no operands */
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
