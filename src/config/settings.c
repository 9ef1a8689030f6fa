#include <config.h>

#include "config/settings.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/display.h"
#include "base/text.h"
#include "config/admin_verbs.h"
#include "config/command_options.h"
#include "config/ending_folders.h"
#include "config/server_settings.h"
#include "config/variantfile.h"
#include "endings/ending_class.h"
#include "engine/engine.h"
#include "net/servers.h"
#include "net/subnet.h"
#include "rules/fen.h"
#include "rules/player_names.h"
#include "rules/record.h"

#define ARGUMENT(type, member, initial)                                                            \
    .kind = SETTING_ARGUMENT, MEMBER(type, member), .default_text = (initial)

#define OPERANDS(type, member) .kind = SETTING_OPERANDS, MEMBER(type, member)

#define CHOICE .flags = SETTING_CHOICE

#define REQUEST .value = "", .implied_value = "on", .flags = SETTING_REQUEST

/* ---- a setting ---- */

static_assert(sizeof(ThemeId) == sizeof(int), "words are stored as int");

/* Words of a switch. Those at odd indices mean false. */
static const char *const switch_words[] = {"on", "off", "true", "false", "yes", "no", NULL};

bool setting_is_option(const Setting *setting) {
    return setting->name && !(setting->flags & SETTING_OPERAND);
}

bool setting_takes_value(const Setting *setting) {
    return !setting->value || *setting->value;
}

void *setting_member(const Setting *setting, void *values) {
    return (char *)values + setting->offset;
}

const void *setting_value(const Setting *setting, const void *values) {
    return (const char *)values + setting->offset;
}

static void store_integer(const Setting *setting, int64_t number, void *values) {
    int narrow = (int)number;
    bool state = number != 0;
    const void *from = setting->kind == SETTING_SWITCH  ? (const void *)&state
                       : setting->size == sizeof narrow ? (const void *)&narrow
                                                        : (const void *)&number;
    memcpy(setting_member(setting, values), from, setting->size);
}

void setting_store_default(const Setting *setting, void *values) {
    const char *text = setting->default_text;
    if (setting->kind <= SETTING_WORD)
        store_integer(setting, setting->default_number, values);
    else if (setting->kind == SETTING_ARGUMENT && text)
        memcpy(setting_member(setting, values), &text, setting->size);
    while (text && setting->kind != SETTING_ARGUMENT) {
        const char *comma = setting->kind == SETTING_LIST ? strstr(text, ", ") : NULL;
        char one[128];
        snprintf(one, sizeof one, "%.*s", comma ? (int)(comma - text) : (int)strlen(text), text);
        bool good = setting_store_text(setting, one, values, NULL);
        assert(good);
        (void)good;
        text = comma ? comma + 2 : NULL;
    }
}

bool setting_store_number(const Setting *setting, int64_t number, void *values) {
    if (setting->kind == SETTING_WORD) {
        char text[24];
        snprintf(text, sizeof text, "%" PRId64, number);
        return setting_store_text(setting, text, values, NULL);
    }
    if (setting->kind != SETTING_NUMBER || number < setting->min || number > setting->max)
        return false;
    store_integer(setting, number, values);
    return true;
}

/* Reports "expected FORM, found FOUND". Always returns false. */
static bool setting_report_expected(const Setting *setting, const char *found, Error *error) {
    char shown[QUOTE_SIZE];
    Buffer form = {0};
    setting_write_form(setting, false, &form);
    error_set(error, ERROR_SYNTAX, "expected %s, found %s", form.bytes,
              text_quote_value(found, shown));
    buffer_free(&form);
    return false;
}

/* Parses a whole number: an optional sign and digits, without blanks. Returns false if it is not
 * one or does not fit. */
static bool setting_parse_integer(const char *text, int64_t *number) {
    size_t sign = *text == '-' || *text == '+';
    size_t digits = strspn(text + sign, "0123456789");
    errno = 0;
    *number = strtoll(text, NULL, 10);
    return digits > 0 && !text[sign + digits] && errno == 0;
}

static bool store_string(const Setting *setting, const char *text, void *values) {
    return text_is_printable(text) && !(setting->flags & SETTING_NOT_EMPTY && !*text) &&
           text_copy(setting_member(setting, values), setting->size, text);
}

bool setting_store_text(const Setting *setting, const char *text, void *values, Error *error) {
    int64_t number;
    switch (setting->kind) {
    case SETTING_NUMBER:
        if (setting_parse_integer(text, &number) && setting_store_number(setting, number, values))
            return true;
        break;
    case SETTING_SWITCH:
    case SETTING_WORD:
        number =
            text_find_word(setting->kind == SETTING_WORD ? setting->words : switch_words, text);
        if (number < 0 && setting->parse)
            return setting->parse(setting, text, values, error);
        if (number < 0)
            break;
        store_integer(setting, setting->kind == SETTING_WORD ? number : number % 2 == 0, values);
        return true;
    case SETTING_TEXT:
        if (setting->parse && !setting->parse(setting, text, values, error))
            return false;
        if (store_string(setting, text, values))
            return true;
        break;
    case SETTING_ARGUMENT:
        if (!*text && setting->flags & SETTING_NOT_EMPTY)
            break;
        memcpy(setting_member(setting, values), &text, setting->size);
        return true;
    case SETTING_OPERANDS:
        break;
    case SETTING_PARSED:
    case SETTING_LIST:
        return setting->parse(setting, text, values, error);
    }
    return setting_report_expected(setting, text, error);
}

static void write_words(const char *const *words, Buffer *text) {
    for (int i = 0; words[i]; i++)
        buffer_add_format(text, "%s\"%s\"", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
}

void setting_write_form(const Setting *setting, bool in_file, Buffer *text) {
    static const char *const on_off[] = {"on", "off", NULL};
    if (setting->form)
        buffer_add_string(text, setting->form);
    else if (setting->kind == SETTING_NUMBER)
        buffer_add_format(text, "a whole number from %" PRId64 " to %" PRId64, setting->min,
                          setting->max);
    else if (setting->kind == SETTING_SWITCH && in_file)
        buffer_add_string(text, "true or false");
    else if (setting->kind == SETTING_ARGUMENT)
        buffer_add_string(text, setting->value);
    else if (setting->kind == SETTING_TEXT)
        buffer_add_format(text, "a text of at most %zu bytes without control characters",
                          setting->size - 1);
    else
        write_words(setting->kind == SETTING_SWITCH ? on_off : setting->words, text);
}

void setting_write_value(const Setting *setting, Buffer *text) {
    if (setting->value)
        buffer_add_string(text, setting->value);
    else if (setting->kind == SETTING_NUMBER)
        buffer_add_format(text, "%" PRId64 "..%" PRId64, setting->min, setting->max);
    else if (setting->kind == SETTING_SWITCH)
        buffer_add_string(text, "on|off");
    else
        for (int i = 0; setting->words[i]; i++)
            buffer_add_format(text, "%s%s", i > 0 ? "|" : "", setting->words[i]);
}

void setting_write_default(const Setting *setting, Buffer *text) {
    bool in_range =
        setting->default_number >= setting->min && setting->default_number <= setting->max;
    if (setting->kind == SETTING_NUMBER && in_range)
        buffer_add_format(text, "%" PRId64, setting->default_number);
    else if (setting->kind == SETTING_SWITCH)
        buffer_add_string(text, setting->default_number ? "on" : "off");
    else if (setting->kind == SETTING_WORD)
        buffer_add_string(text, setting->words[setting->default_number]);
    else if (setting->default_text)
        buffer_add_string(text, setting->default_text);
}

/* ---- parsers of settings that are more than a number, a word or a name ---- */

/* ---- the game's ---- */

/* "hi/negamax". */
static bool setting_parse_player(const Setting *setting, const char *text, void *values,
                                 Error *error) {
    static const char *const controls[] = {[CONTROL_HUMAN] = "hi", [CONTROL_COMPUTER] = "ai", NULL};
    static const char *const advisors[] = {"random", "greedy", "negamax", NULL};
    char word[3] = "";
    size_t length = strcspn(text, "/");
    if (length == 2 && text[2] == '/')
        memcpy(word, text, length);
    int control = text_find_word(controls, word);
    int advisor = control < 0 ? -1 : text_find_word(advisors, text + 3);
    if (advisor < 0)
        return setting_report_expected(setting, text, error);
    PlayerSetting *player = setting_member(setting, values);
    player->control = (PlayerControl)control;
    return text_copy(player->advisor, sizeof player->advisor, advisors[advisor]);
}

/* "300+5" or "300". */
static bool parse_game_clock(const char *text, ClockSetting *clock) {
    enum { BASE_MAX = 86400, INCREMENT_MAX = 3600 };
    char base_text[16];
    int64_t base, increment = 0;
    size_t length = strcspn(text, "+");
    if (length == 0 || length >= sizeof base_text)
        return false;
    memcpy(base_text, text, length);
    base_text[length] = '\0';
    if (!setting_parse_integer(base_text, &base) ||
        (text[length] && !setting_parse_integer(text + length + 1, &increment)))
        return false;
    *clock = (ClockSetting){1000 * base, 1000 * increment, false};
    return base >= 1 && base <= BASE_MAX && increment >= 0 && increment <= INCREMENT_MAX;
}

bool setting_parse_move_clock(const char *text, ClockSetting *clock) {
    static const int64_t day_ms = INT64_C(24) * 3600 * 1000;
    char days_text[8];
    int days;
    size_t length = strlen(text);
    if (length < 2 || length > sizeof days_text || (text[length - 1] | 0x20) != 'd')
        return false;
    memcpy(days_text, text, length - 1);
    days_text[length - 1] = '\0';
    if (!text_parse_number(days_text, 1, CLOCK_DAYS_MAX, &days))
        return false;
    *clock = (ClockSetting){days * day_ms, 0, true};
    return true;
}

/* "none", "SECONDS", "SECONDS+SECONDS" or "DAYSd". */
static bool setting_parse_clock(const Setting *setting, const char *text, void *values,
                                Error *error) {
    ClockSetting clock = {0};
    if (!text_equal_ignore_case(text, "none") && !parse_game_clock(text, &clock) &&
        !setting_parse_move_clock(text, &clock))
        return setting_report_expected(setting, text, error);
    *(ClockSetting *)setting_member(setting, values) = clock;
    return true;
}

/* "standard", a FEN or an id. */
static bool setting_parse_game(const Setting *setting, const char *text, void *values,
                               Error *error) {
    static const char standard[] = "standard";
    if (text_equal_ignore_case(text, standard))
        text = standard;
    return (*text && text_is_printable(text) &&
            text_copy(setting_member(setting, values), setting->size, text)) ||
           setting_report_expected(setting, text, error);
}

static bool setting_parse_variant(const Setting *setting, const char *text, void *values,
                                  Error *error) {
    Settings *settings = values;
    Variant *variant = setting_member(setting, values);
    for (int i = 0; i < settings->custom_variant_count; i++) {
        if (text_equal_ignore_case(settings->custom_variants[i].name, text)) {
            *variant = settings->custom_variants[i];
            return true;
        }
    }
    return variantfile_load(text, variant, error);
}

/* A number of days. */
static bool setting_parse_keep_games(const Setting *setting, const char *text, void *values,
                                     Error *error) {
    int days;
    if (!text_parse_number(text, 1, KEEP_DAYS_MAX, &days))
        return setting_report_expected(setting, text, error);
    *(int *)setting_member(setting, values) = KEEP_DAYS + days;
    return true;
}

/* "FILE" or "FILE#NUMBER". A '#' is part of the file's name unless only digits follow. */
static bool setting_parse_load(const Setting *setting, const char *text, void *values,
                               Error *error) {
    Settings *settings = values;
    const char *hash = strrchr(text, '#');
    int64_t number = 0;
    size_t length = strlen(text);
    bool good = true;
    if (hash && strspn(hash + 1, "0123456789") == strlen(hash + 1)) {
        length = (size_t)(hash - text);
        good = setting_parse_integer(hash + 1, &number) && number >= 1 && number <= INT32_MAX;
    }
    if (!good || length == 0 || length >= sizeof settings->load_path)
        return setting_report_expected(setting, text, error);
    memcpy(settings->load_path, text, length);
    settings->load_path[length] = '\0';
    settings->load_number = (int)number;
    return true;
}

/* A number or "next". */
static bool setting_parse_puzzle(const Setting *setting, const char *text, void *values,
                                 Error *error) {
    int64_t number = PUZZLE_NEXT;
    if (!text_equal_ignore_case(text, "next") &&
        (!setting_parse_integer(text, &number) || number < 1 || number > INT32_MAX))
        return setting_report_expected(setting, text, error);
    *(int *)setting_member(setting, values) = (int)number;
    return true;
}

/* Checks a name, which the row itself stores. */
static bool setting_check_name(const Setting *setting, const char *text, void *values,
                               Error *error) {
    const char *refusal = player_names_refusal(text, "");
    (void)setting;
    (void)values;
    return !refusal || error_set(error, ERROR_RANGE, "%s", refusal);
}

/* Servers, for server_list_parse. */
static bool setting_parse_hosts(const Setting *setting, const char *text, void *values,
                                Error *error) {
    ServerList servers;
    if (!text_is_printable(text) || strlen(text) >= setting->size)
        return setting_report_expected(setting, text, error);
    return server_list_parse(text, &servers, error) &&
           text_copy(setting_member(setting, values), setting->size, text);
}

/* 64 hexadecimal digits, or "". */
static bool setting_parse_fingerprint(const Setting *setting, const char *text, void *values,
                                      Error *error) {
    enum { BYTES = 32 };
    uint8_t bytes[BYTES];
    char *digits = setting_member(setting, values);
    if (*text && !text_parse_hex(text, bytes, BYTES))
        return setting_report_expected(setting, text, error);
    digits[0] = '\0';
    for (int i = 0; *text && i < BYTES; i++)
        text_append(digits, setting->size, "%02x", bytes[i]);
    return true;
}

/* ---- the server's ---- */

bool setting_parse_listen(const Setting *setting, const char *text, void *values, Error *error) {
    ServerListen *listen = setting_member(setting, values);
    ServerAddress address;
    if (listen->count == SERVER_LISTEN_MAX || !text_is_printable(text) ||
        (text[0] != '/' && !server_address_parse_listen(text, &address)) ||
        !text_copy(listen->text[listen->count], SERVER_LISTEN_SIZE, text))
        return setting_report_expected(setting, text, error);
    listen->count++;
    return true;
}

bool setting_parse_proxies(const Setting *setting, const char *text, void *values, Error *error) {
    ServerProxies *proxies = setting_member(setting, values);
    if (proxies->count == SERVER_LISTEN_MAX ||
        !subnet_parse(text, &proxies->subnets[proxies->count]))
        return setting_report_expected(setting, text, error);
    proxies->count++;
    return true;
}

/* Administration is possible only through a Unix socket, never from the network. */
bool setting_parse_admin(const Setting *setting, const char *text, void *values, Error *error) {
    return (text_is_printable(text) && (text[0] == '/' || !text[0]) &&
            text_copy(setting_member(setting, values), SERVER_PATH_SIZE, text)) ||
           setting_report_expected(setting, text, error);
}

/* ---- of a match ---- */

enum { SECONDS_MAX = 1000000 };

/* Parses at most `max` separated numbers. Returns their count, or 0 if one is wrong. */
static int parse_numbers(const char *text, char separator, double *numbers, int max) {
    for (int count = 0; count < max; count++) {
        char *end;
        if (*text == ' ' || *text == '\0')
            return 0;
        numbers[count] = strtod(text, &end);
        if (end == text || !isfinite(numbers[count]))
            return 0;
        if (*end == '\0')
            return count + 1;
        if (*end != separator)
            return 0;
        text = end + 1;
    }
    return 0;
}

/* "Name=value". `values` is advanced to the engine, as for each SETTING_PER_ENGINE row. */
static bool setting_parse_engine_option(const Setting *setting, const char *text, void *values,
                                        Error *error) {
    MatchEngineConfig *config = setting_member(setting, values);
    if (!strchr(text, '=') || text[0] == '=' || !text_is_printable(text))
        return setting_report_expected(setting, text, error);
    if (config->option_count == MATCH_OPTIONS_MAX)
        return error_set(error, ERROR_RANGE, "expected at most %d of them for an engine",
                         MATCH_OPTIONS_MAX);
    config->options[config->option_count++] = text;
    return true;
}

/* "SECONDS" or "SECONDS+INCREMENT". */
static bool setting_parse_engine_clock(const Setting *setting, const char *text, void *values,
                                       Error *error) {
    MatchLimits *limits = setting_member(setting, values);
    double seconds[2] = {0, 0};
    if (parse_numbers(text, '+', seconds, 2) == 0 || seconds[0] < 0.001 ||
        seconds[0] > SECONDS_MAX || seconds[1] < 0 || seconds[1] > SECONDS_MAX)
        return setting_report_expected(setting, text, error);
    limits->base_ms = llround(seconds[0] * 1000);
    limits->increment_ms = llround(seconds[1] * 1000);
    return true;
}

/* A variant, which is appended. */
static bool setting_parse_match_variant(const Setting *setting, const char *text, void *values,
                                        Error *error) {
    (void)setting;
    MatchSetup *setup = values;
    if (setup->variant_count == MATCH_VARIANTS_MAX)
        return error_set(error, ERROR_RANGE, "expected at most %d of them", MATCH_VARIANTS_MAX);
    MatchVariant *variant = &setup->variants[setup->variant_count];
    if (!variantfile_load(text, &variant->rules, error))
        return false;
    variant->path = variantfile_is_path(text) ? text : NULL;
    setup->variant_count++;
    return true;
}

/* Seconds, as a decimal number. */
static bool setting_parse_patience(const Setting *setting, const char *text, void *values,
                                   Error *error) {
    double seconds;
    if (parse_numbers(text, ',', &seconds, 1) != 1 || seconds < 0.01 || seconds > SECONDS_MAX)
        return setting_report_expected(setting, text, error);
    *(int64_t *)setting_member(setting, values) = llround(seconds * 1000);
    return true;
}

static bool is_count(double number) {
    return number >= 1 && number <= 1000 && number == floor(number);
}

/* "SCORE,COUNT". */
static bool setting_parse_resign(const Setting *setting, const char *text, void *values,
                                 Error *error) {
    MatchAdjudication *adjudication = setting_member(setting, values);
    double numbers[2];
    if (parse_numbers(text, ',', numbers, 2) != 2 || numbers[0] < 1 || numbers[0] > 30000 ||
        !is_count(numbers[1]))
        return setting_report_expected(setting, text, error);
    adjudication->resign_score = (int)numbers[0];
    adjudication->resign_count = (int)numbers[1];
    return true;
}

/* "SCORE,COUNT,MOVE". */
static bool setting_parse_draw(const Setting *setting, const char *text, void *values,
                               Error *error) {
    MatchAdjudication *adjudication = setting_member(setting, values);
    double numbers[3];
    if (parse_numbers(text, ',', numbers, 3) != 3 || numbers[0] < 0 || numbers[0] > 30000 ||
        !is_count(numbers[1]) || !is_count(numbers[2]))
        return setting_report_expected(setting, text, error);
    adjudication->draw_score = (int)numbers[0];
    adjudication->draw_count = (int)numbers[1];
    adjudication->draw_from = (int)numbers[2];
    return true;
}

static bool setting_parse_dates(const Setting *setting, const char *text, void *values,
                                Error *error) {
    return option_range_parse_dates(text, setting_member(setting, values)) ||
           setting_report_expected(setting, text, error);
}

static bool setting_parse_length(const Setting *setting, const char *text, void *values,
                                 Error *error) {
    return option_range_parse_numbers(text, setting_member(setting, values)) ||
           setting_report_expected(setting, text, error);
}

/* "ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA". */
static bool setting_parse_sprt(const Setting *setting, const char *text, void *values,
                               Error *error) {
    double numbers[4] = {0, 0, 0.05, 0.05};
    int count = parse_numbers(text, ',', numbers, 4);
    if ((count != 2 && count != 4) || numbers[0] >= numbers[1] || fabs(numbers[0]) > 1000 ||
        fabs(numbers[1]) > 1000 || numbers[2] <= 0 || numbers[2] >= 0.5 || numbers[3] <= 0 ||
        numbers[3] >= 0.5)
        return setting_report_expected(setting, text, error);
    *(SprtOptions *)setting_member(setting, values) =
        (SprtOptions){true, numbers[0], numbers[1], numbers[2], numbers[3]};
    return true;
}

/* ---- values as a configuration file has them ---- */

/* A choice is a word, a switch, an int or an int64_t, or is parsed. */
bool setting_print(const Setting *setting, const void *values, Buffer *text) {
    const void *value = setting_value(setting, values);
    bool wide = setting->size == sizeof(int64_t);
    switch (setting->kind) {
    case SETTING_NUMBER:
        buffer_add_format(text, "%" PRId64, wide ? *(const int64_t *)value : *(const int *)value);
        return true;
    case SETTING_SWITCH:
        buffer_add_string(text, *(const bool *)value ? "true" : "false");
        return true;
    case SETTING_WORD:
        buffer_add_format(text, "\"%s\"", setting->words[*(const int *)value]);
        return true;
    default:
        return setting->print && setting->print(setting, values, text);
    }
}

static bool setting_print_player(const Setting *setting, const void *values, Buffer *text) {
    const PlayerSetting *player = setting_value(setting, values);
    buffer_add_format(text, "\"%s/%s\"", player->control == CONTROL_COMPUTER ? "ai" : "hi",
                      player->advisor);
    return true;
}

/* The name, unless the variant is known from a file only. */
static bool setting_print_variant(const Setting *setting, const void *values, Buffer *text) {
    const Settings *settings = values;
    const Variant *variant = setting_value(setting, values);
    bool known = variant_find(variant->name) != NULL;
    for (int i = 0; i < settings->custom_variant_count; i++)
        known = known || strcmp(settings->custom_variants[i].name, variant->name) == 0;
    if (known)
        buffer_add_format(text, "\"%s\"", variant->name);
    return known;
}

/* ---- tables of settings: defaults, sources, finding a setting ---- */

void setting_table_store_defaults(const SettingTable *table, void *values) {
    memset(values, 0, table->size);
    for (size_t i = 0; i < table->count; i++)
        setting_store_default(&table->rows[i], values);
}

void setting_table_set_source(const SettingTable *table, const Setting *setting, void *values,
                              SettingSource source) {
    if (table->sources > 0)
        ((unsigned char *)values)[table->sources + (size_t)(setting - table->rows)] =
            (unsigned char)source;
}

SettingSource setting_table_source(const SettingTable *table, const Setting *setting,
                                   const void *values) {
    const unsigned char *sources = (const unsigned char *)values + table->sources;
    return table->sources > 0 ? (SettingSource)sources[setting - table->rows] : SOURCE_DEFAULT;
}

const Setting *setting_table_find(const SettingTable *table, const char *name) {
    for (size_t i = 0; i < table->count; i++)
        if (setting_is_option(&table->rows[i]) && strcmp(table->rows[i].name, name) == 0)
            return &table->rows[i];
    return NULL;
}

const Setting *setting_table_find_path(const SettingTable *table, const char *path) {
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].path && strcmp(table->rows[i].path, path) == 0)
            return &table->rows[i];
    return NULL;
}

Suggestion setting_table_closest(const SettingTable *table, const char *name) {
    Suggestion closest = {name, "", INT_MAX};
    for (size_t i = 0; i < table->count; i++)
        if (setting_is_option(&table->rows[i]))
            text_suggest(&closest, table->rows[i].name);
    return closest;
}

void settings_default(Settings *settings) {
    setting_table_store_defaults(&table_congo, settings);
}

NotationStyle settings_notation(const Settings *settings, Notation usual) {
    Notation chosen = settings->notation == 0 ? usual : (Notation)(settings->notation - 1);
    return (NotationStyle){.notation = chosen};
}

SettingSource settings_source(const Settings *settings, const char *name) {
    return setting_table_source(&table_congo, setting_table_find(&table_congo, name), settings);
}

bool settings_set(Settings *settings, const char *name, const char *text, Error *error) {
    const Setting *setting = setting_table_find(&table_congo, name);
    char shown[QUOTE_SIZE], suggested[SUGGESTION_SIZE];
    Suggestion closest = setting_table_closest(&table_congo, name);
    if (!setting)
        return error_set(error, ERROR_SYNTAX, "there is no setting %s%s", text_quote(name, shown),
                         text_suggestion(&closest, "", suggested));
    return setting_store_text(setting, text, settings, error);
}

static bool is_standard(const Settings *settings) {
    return strcmp(settings->game, "standard") == 0;
}

/* Ids have no '/', and every FEN has. */
bool settings_game_is_id(const Settings *settings) {
    return settings->place == PLACE_NETWORK && !is_standard(settings) &&
           !strchr(settings->game, '/');
}

bool settings_check_game(const Settings *settings, Error *error) {
    Position position;
    if (is_standard(settings) || settings_game_is_id(settings))
        return true;
    if (!fen_parse(settings->game, &settings->variant, &position, error))
        return false;
    Outcome outcome = position_outcome(&position);
    return outcome.result == RESULT_OPEN ||
           error_set(error, ERROR_STATE, "the game is over in this position: %s",
                     outcome_sentence(outcome));
}

/* ---- the tables: settings of the game and options of commands, and the commands ---- */

static const char *const place_words[] = {"local", "network", NULL};

static const char *const ui_words[] = {"auto", "tui", "cli", NULL};

static const char *const tls_words[] = {"auto", "on", "off", NULL};

static const char *const keep_words[] = {"always", "none", NULL};

static const char *const start_words[] = {"game", "tour", NULL};

static const char *const order_words[] = {"sequential", "random", NULL};

static const char *const format_words[] = {"congo", "coordinates", "pgn",  "svg",
                                           "html",  "txt",         "json", NULL};

static const char *const find_format_words[] = {"list", "congo", NULL};

static const char *const find_result_words[] = {"any", "1-0", "0-1", "1/2-1/2", "*", NULL};

static const char *const fen_format_words[] = {"text", "svg", NULL};

static const char *const picture_glyph_words[] = {"drawn", "letters", NULL};

/* Behind "auto" in the order of Notation. */
static const char *const notation_words[] = {"auto", "congo", "plain", "letters", NULL};

static const char *const paper_words[] = {"none", "a4", "letter", NULL};

static const char *const export_theme_words[] = {"auto",     "dark",       "light",
                                                 "contrast", "colorblind", NULL};

static const char variant_form[] =
    "a variant's name, or a file with a \"/\" in its name or ending in .conf or .cfg";

static const char endings_help[] = "the folder of the solved endings, auto or none";

static const char endings_form[] = "\"auto\", \"none\" or a folder";

static const char player_form[] = "\"hi/random\", \"hi/greedy\", \"hi/negamax\", "
                                  "\"ai/random\", \"ai/greedy\" or \"ai/negamax\"";

/* ---- congo and congo.conf ---- */

static const Setting congo_rows[] = {
    {"place", NULL, "where the players are: here, or on a server",
     WORD(Settings, place, place_words, PLACE_LOCAL)},
    {"game", NULL, "the start, a FEN, or a network game's id", "standard|FEN|ID",
     "\"standard\", a position as Congo FEN, or the id of a network game",
     PARSED(Settings, game, setting_parse_game, "standard")},
    {"load", NULL, "continue the last or the Nth game of a file", "FILE[#N]",
     "a game file, or FILE#N with the number of a game in it from 1",
     PARSED(Settings, load_path, setting_parse_load, NULL), .flags = SETTING_FILE},
    {"puzzle", NULL, "a puzzle to solve; alone: the next unsolved one", "N|next",
     "the number of a puzzle, or \"next\"", "next",
     PARSED(Settings, puzzle, setting_parse_puzzle, NULL)},
    {"train", NULL, "an ending to win against perfect defence; alone: any", "ENDING",
     "an ending such as Lz_lp, or a number of pieces; win or draw; short, medium, long or moves "
     "such as 5-9",
     "any", TEXT(Settings, train, "")},
    {"white", "players.white", "person: hi/negamax, computer: ai/negamax", "PLAYER", player_form,
     PARSED(Settings, player[WHITE], setting_parse_player, "hi/negamax"), CHOICE,
     .print = setting_print_player},
    {"black", "players.black", "the same for Black", "PLAYER", player_form,
     PARSED(Settings, player[BLACK], setting_parse_player, "ai/negamax"), CHOICE,
     .print = setting_print_player},
    {"white-name", "players.white_name", "White's name, shown and saved with the game", "NAME",
     TEXT(Settings, player_name[WHITE], ""), .parse = setting_check_name},
    {"black-name", "players.black_name", "Black's name, shown and saved with the game", "NAME",
     TEXT(Settings, player_name[BLACK], ""), .parse = setting_check_name},
    {"name", "players.name", "your own name, also seen in network games", "NAME",
     TEXT(Settings, name, ""), .parse = setting_check_name},
    {"variant", "variant", "what to play, or a file that defines it", "NAME|FILE", variant_form,
     PARSED(Settings, variant, setting_parse_variant, "congo"),
     .flags = SETTING_VARIANT | SETTING_CHOICE, .print = setting_print_variant},
    {"clock", "clock", "seconds (300+5), or days for each move (3d)", "S[+S]|Nd",
     "\"none\", days for each move (1 to 30) such as \"3d\", or seconds for the game (1 to 86400) "
     "and for each move (0 to 3600) such as \"300+5\"",
     PARSED(Settings, clock, setting_parse_clock, "none")},
    {"pace", "pace", "minimum ms per move between two computers", "MS",
     NUMBER(Settings, pace_ms, 0, 60000, 1000)},
    {"seed", NULL, "repeat random choices; 0: new ones each time", "N",
     NUMBER(Settings, seed, 0, INT32_MAX, 0)},
    {"depth", "search.depth", "how far the computer looks ahead, 0: no limit", "PLIES",
     NUMBER(Settings, depth, 0, SEARCH_DEPTH_MAX, 0), CHOICE},
    {"movetime", "search.movetime", "milliseconds per computer's move, 0: no limit", "MS",
     NUMBER(Settings, movetime_ms, 0, 86400000, MOVETIME_DEFAULT_MS), CHOICE},
    {"level", "search.level", "the computer's strength; 10: full strength",
     NUMBER(Settings, level, LEVEL_MIN, LEVEL_MAX, LEVEL_MAX), CHOICE},
    {"threads", "search.threads", "processors to think with, 0: all", "N",
     NUMBER(Settings, threads, 0, ENGINE_THREADS_MAX, 1)},
    {"hash", "search.hash", "memory for positions already searched, in MiB", "MIB",
     NUMBER(Settings, hash_mb, HASH_MB_MIN, HASH_MB_MAX, 64)},
    {"ponder", "search.ponder", "let the computer think in your time",
     SWITCH(Settings, ponder, false)},
    {"lines", "search.lines", "number of best moves that an analysis shows",
     NUMBER(Settings, lines, 1, MULTIPV_MAX, 3)},
    {"endings", "endings", endings_help, "FOLDER", endings_form, TEXT(Settings, endings, "auto"),
     .flags = SETTING_FOLDER | SETTING_NOT_EMPTY, .words = ending_folder_words},
    {"keep-games", "keep_games", "how long games that are over are kept", "DAYS",
     "\"always\", \"none\" or a number of days from 1 to 36500",
     WORD(Settings, keep_games, keep_words, KEEP_ALWAYS), .parse = setting_parse_keep_games},
    {"no-keep", NULL, "keep no game of this run, for scripts", .implied_value = "on",
     SWITCH(Settings, no_keep, false)},
    {"ui", "ui", "the interface: full screen or lines", WORD(Settings, ui, ui_words, UI_AUTO)},
    {"plain", "plain", "line interface in sentences, for screen readers", .implied_value = "on",
     SWITCH(Settings, plain, false)},
    {"notation", "notation", "how moves look: auto, congo, plain or letters", "STYLE",
     WORD(Settings, notation, notation_words, 0), CHOICE},
    {"theme", "screen.theme", "colours: dark, light, contrast or colorblind", "NAME",
     WORD(Settings, theme, theme_names, THEME_DARK), CHOICE},
    {"glyphs", "screen.glyphs", "how pieces look: letters, animals or drawn", "SET",
     WORD(Settings, glyphs, glyph_set_names, GLYPHS_AUTO), CHOICE},
    {"colors", "screen.colors", "number of colours: auto, mono, 8, 256 or rgb", "DEPTH",
     WORD(Settings, colors, color_depth_names, COLORS_AUTO)},
    {"charset", "screen.charset", "characters to draw with: auto, ascii or utf8", "SET",
     WORD(Settings, charset, charset_names, CHARSET_AUTO)},
    {"zoom", "screen.zoom", "a square's size, 2x1 to 24x12; auto: what fits", "SIZE",
     WORD(Settings, zoom, zoom_names, ZOOM_AUTO), CHOICE},
    {"panels", "screen.panels", "scores and thoughts of the computer",
     WORD(Settings, panels, panel_mode_names, PANELS_AUTO), CHOICE},
    {"mouse", "screen.mouse", "enable the mouse", SWITCH(Settings, mouse, true)},
    {"bell", "screen.bell", "ring the terminal's bell when it is your turn",
     SWITCH(Settings, bell, false), CHOICE},
    {"animations", "screen.animations", "animate moves", SWITCH(Settings, animations, true),
     CHOICE},
    {"host", "network.host", "the server of network games, or several", "HOST[,HOST]",
     "the names or addresses of hosts, separated by commas",
     PARSED(Settings, host, setting_parse_hosts, "localhost"), .flags = SETTING_HOST},
    {"port", "network.port", "the server's port; 0: 7153, or 7154 if encrypted", "PORT",
     NUMBER(Settings, port, 0, 65535, 0)},
    {"tls", "network.tls", "encrypt; auto: if the server ever was", .implied_value = "on",
     WORD(Settings, tls, tls_words, TLS_AUTO)},
    {"fingerprint", "network.fingerprint", "the server's only certificate", "SHA256",
     "64 hexadecimal digits, the SHA-256 of the server's certificate",
     PARSED(Settings, fingerprint, setting_parse_fingerprint, NULL)},
    {"watch", NULL, "watch the network game of --game=ID", .implied_value = "on",
     SWITCH(Settings, watch, false)},
    {"private", "network.private", "keep a new network game off the server's list",
     .implied_value = "on", SWITCH(Settings, is_private, false)},
    {"invite", NULL, "keep the free seat of a new network game", .implied_value = "on",
     SWITCH(Settings, invites, false)},
    {"claim", "network.claim", "when new network games can be claimed, 0: never", "MINUTES",
     NUMBER(Settings, claim_minutes, 0, CLAIM_MINUTES_MOST, 0)},
    {"key-file", NULL, "the key of your seat in the network game", "FILE",
     "a file with the key of a seat in its first line", TEXT(Settings, key_path, ""),
     .flags = SETTING_FILE},
    {"config", NULL, "the configuration file to read, or none", "FILE", "a file or \"none\"",
     .kind = SETTING_ARGUMENT, .flags = SETTING_FILE},
    {"script", NULL, "play a script of keys, and check its screens", "FILE", "a file",
     .kind = SETTING_ARGUMENT, .flags = SETTING_FILE | SETTING_NOT_IN_SCRIPT},
    {"record", NULL, "write the keys and screens of this run as a script", "FILE", "a file",
     .kind = SETTING_ARGUMENT, .flags = SETTING_FILE | SETTING_NOT_IN_SCRIPT},
    {"tour", NULL, "begin with the guided tour", "", .implied_value = "tour",
     WORD(Settings, start_mode, start_words, START_GAME)},
    {"help", NULL, "show this help", .letter = 'h', REQUEST},
    {"help-keys", NULL, "show the keys and what they do", .value = "", .implied_value = "on",
     .flags = SETTING_REQUEST | SETTING_REQUEST_OF_SETTINGS},
    {"version", NULL, "show the version", .letter = 'V', REQUEST},
};

#define CONGO_TABLE                                                                                \
    { congo_rows, COUNT(congo_rows), sizeof(Settings), congo_groups, offsetof(Settings, sources) }

static const char *const congo_groups[] = {"players", "search", "screen", "network", NULL};

static_assert(COUNT(congo_rows) <= SETTINGS_MAX, "each row has a source");

const SettingTable table_congo = CONGO_TABLE;

/* ---- commands of congo ---- */

enum { NODES_MAX = 2000000000, MOVETIME_MAX_MS = 1000000000 };

#define STRICT(type)                                                                               \
    { "strict", NULL, "accept moves only as congo writes them", FLAG(type, strict) }

#define OUTPUT(type)                                                                               \
    {                                                                                              \
        "output", NULL, "the file to write; -, the default: standard output", "FILE",              \
            .letter = 'o', ARGUMENT(type, output, NULL), .flags = SETTING_FILE                     \
    }

#define FORCE(type)                                                                                \
    { "force", NULL, "replace the file if it exists", .letter = 'f', FLAG(type, force) }

#define QUIET(type)                                                                                \
    { "quiet", NULL, "report errors only", .letter = 'q', FLAG(type, quiet) }

#define ENDINGS(type)                                                                              \
    {                                                                                              \
        "endings", NULL, endings_help, "FOLDER", endings_form, ARGUMENT(type, endings, "auto"),    \
            .flags = SETTING_FOLDER | SETTING_NOT_EMPTY                                            \
    }

#define FLIP(type)                                                                                 \
    { "flip", NULL, "show a picture or page from Black's side", FLAG(type, flip) }

#define EXPORT_THEME(type)                                                                         \
    {                                                                                              \
        "theme", NULL, "its colours; auto, the default: as the reader's system", "NAME",           \
            WORD(type, theme, export_theme_words, 0)                                               \
    }

#define NOTATION(type)                                                                             \
    {                                                                                              \
        "notation", NULL, "moves that people read: congo, plain or letters", "STYLE",              \
            WORD(type, notation, notation_names, NOTATION_CONGO)                                   \
    }

#define ALL_THREADS(type)                                                                          \
    {                                                                                              \
        "threads", NULL, "number of threads, 0: one for each processor", "N",                      \
            NUMBER(type, threads, 0, ENGINE_THREADS_MAX, 0)                                        \
    }

static const Setting file_check_rows[] = {
    {OPERANDS(FileCheckOptions, files), .flags = SETTING_OPERAND | SETTING_FILE},
    STRICT(FileCheckOptions),
    QUIET(FileCheckOptions),
};

static const Setting file_convert_rows[] = {
    {OPERANDS(FileConvertOptions, files), .flags = SETTING_OPERAND | SETTING_FILE},
    {"to", NULL, "congo, the default, coordinates, pgn, svg, html, txt or json", "FORMAT",
     .letter = 't', WORD(FileConvertOptions, format, format_words, CONVERT_CONGO)},
    {"number", NULL, "convert only the Nth game", "N",
     NUMBER(FileConvertOptions, number, 0, INT32_MAX, 0)},
    {"after", NULL, "draw the position after N moves, those of both sides counted", "N",
     NUMBER(FileConvertOptions, after, 0, RECORD_PLIES_MAX, CONVERT_AFTER_LAST)},
    {"animated", NULL, "draw the whole game, a move after another",
     FLAG(FileConvertOptions, animated)},
    FLIP(FileConvertOptions),
    EXPORT_THEME(FileConvertOptions),
    NOTATION(FileConvertOptions),
    OUTPUT(FileConvertOptions),
    FORCE(FileConvertOptions),
    STRICT(FileConvertOptions),
    {"foreign", NULL, "also read lists of moves from other sources",
     FLAG(FileConvertOptions, foreign)},
    {"variant", NULL, "the variant of games without a Variant tag", "NAME|FILE", variant_form,
     ARGUMENT(FileConvertOptions, variant, "congo"), .flags = SETTING_VARIANT},
    {"game", NULL, "the start position of games without a FEN tag", "FEN",
     ARGUMENT(FileConvertOptions, game, NULL)},
};

static const Setting file_find_rows[] = {
    {OPERANDS(FileFindOptions, files), .flags = SETTING_OPERAND | SETTING_FILE},
    {"player", NULL, "the name of either player, or a part of it", "NAME",
     ARGUMENT(FileFindOptions, player, NULL), .flags = SETTING_NOT_EMPTY},
    {"white", NULL, "White's name, or a part of it", "NAME", ARGUMENT(FileFindOptions, white, NULL),
     .flags = SETTING_NOT_EMPTY},
    {"black", NULL, "Black's name, or a part of it", "NAME", ARGUMENT(FileFindOptions, black, NULL),
     .flags = SETTING_NOT_EMPTY},
    {"date", NULL, "such as 2024, 2024.05.31 or 2023..2024.05", "DATE[..DATE]",
     "a date such as 2024, 2024.05 or 2024.05.31, or a range such as 2023..2024.05 or 2024..",
     PARSED(FileFindOptions, date, setting_parse_dates, NULL)},
    {"result", NULL, "how it ended: 1-0, 0-1, 1/2-1/2 or *, if it did not", "RESULT",
     WORD(FileFindOptions, result, find_result_words, FIND_ANY)},
    {"variant", NULL, "the variant, or a file that defines it", "NAME|FILE", variant_form,
     ARGUMENT(FileFindOptions, variant, NULL), .flags = SETTING_VARIANT},
    {"length", NULL, "number of moves, those of both sides counted", "N[..N]",
     "a number of moves such as 40, or a range such as 20..40, 60.. or ..10",
     PARSED(FileFindOptions, length, setting_parse_length, NULL)},
    {"fen", NULL, "a position that the game had", "FEN", ARGUMENT(FileFindOptions, fen, NULL)},
    {"to", NULL, "list, the default, or congo for a file of the games", "FORMAT", .letter = 't',
     WORD(FileFindOptions, format, find_format_words, FIND_LIST)},
    OUTPUT(FileFindOptions),
    FORCE(FileFindOptions),
};

static const Setting file_merge_rows[] = {
    {OPERANDS(FileMergeOptions, files), .flags = SETTING_OPERAND | SETTING_FILE},
    OUTPUT(FileMergeOptions),
    FORCE(FileMergeOptions),
    STRICT(FileMergeOptions),
};

static const Setting file_review_rows[] = {
    {OPERANDS(FileReviewOptions, files), .flags = SETTING_OPERAND | SETTING_FILE},
    {"movetime", NULL, "milliseconds for a position; 0, the default: 300", "MS",
     NUMBER(FileReviewOptions, movetime_ms, 0, MOVETIME_MAX_MS, 0)},
    {"nodes", NULL, "positions to search instead: the same result every time", "N",
     NUMBER(FileReviewOptions, nodes, 0, NODES_MAX, 0)},
    ALL_THREADS(FileReviewOptions),
    {"again", NULL, "also review what an earlier review has done", FLAG(FileReviewOptions, again)},
    NOTATION(FileReviewOptions),
    OUTPUT(FileReviewOptions),
    FORCE(FileReviewOptions),
    STRICT(FileReviewOptions),
    ENDINGS(FileReviewOptions),
};

static const Setting file_tree_rows[] = {
    {OPERANDS(FileTreeOptions, files), .flags = SETTING_OPERAND | SETTING_FILE},
    {"fen", NULL, "the position (the start)", "FEN", ARGUMENT(FileTreeOptions, start, NULL)},
    {"moves", NULL, "moves to make there, such as \"D3 D5\"", "MOVES",
     ARGUMENT(FileTreeOptions, moves, NULL)},
    {"depth", NULL, "how many moves in a row to show, 1 by default", "N",
     NUMBER(FileTreeOptions, depth, 1, FILE_TREE_DEPTH_MAX, 1), .letter = 'd'},
    NOTATION(FileTreeOptions),
    {"variant", NULL, "the variant of the position", "NAME|FILE", variant_form,
     ARGUMENT(FileTreeOptions, variant, "congo"), .flags = SETTING_VARIANT},
};

static const Setting fen_rows[] = {
    {OPERANDS(FenOptions, words), .flags = SETTING_OPERAND},
    {"variant", NULL, "the variant, or a file that defines it", "NAME|FILE", variant_form,
     ARGUMENT(FenOptions, variant, "congo"), .flags = SETTING_VARIANT},
    {"moves", NULL, "in a solved ending, list what each move leads to", FLAG(FenOptions, moves)},
    NOTATION(FenOptions),
    {"to", NULL, "text, the default, or svg for a picture", "FORMAT", .letter = 't',
     WORD(FenOptions, format, fen_format_words, FEN_TEXT)},
    {"empty", NULL, "show a picture of the board without pieces, for no FEN",
     FLAG(FenOptions, empty)},
    {"glyphs", NULL, "how the pieces of a picture look: drawn, the default, or letters", "SET",
     WORD(FenOptions, glyphs, picture_glyph_words, PICTURE_DRAWN)},
    {"paper", NULL, "make the picture a sheet to print: a4 or letter", "SIZE",
     WORD(FenOptions, paper, paper_words, 0)},
    FLIP(FenOptions),
    EXPORT_THEME(FenOptions),
    ENDINGS(FenOptions),
};

/* ---- commands of congo-engine ---- */

static const Setting engine_rows[] = {
    {"variant", NULL, "the variant to start with, or a file that defines it", "NAME|FILE",
     variant_form, ARGUMENT(EngineOptions, variant, NULL), .flags = SETTING_VARIANT},
    ENDINGS(EngineOptions),
    {"help", NULL, "show this help", .letter = 'h', REQUEST},
    {"version", NULL, "show the version", .letter = 'V', REQUEST},
};

static const Setting perft_rows[] = {
    {"depth", NUMBER(PerftOptions, depth, 0, PERFT_DEPTH_MAX, 0), .flags = SETTING_OPERAND},
    {"position", ARGUMENT(PerftOptions, fen, NULL), .flags = SETTING_OPERAND},
    {"variant", NULL, "a variant's name, or a file that describes one", "NAME|FILE", variant_form,
     ARGUMENT(PerftOptions, variant, "congo"), .flags = SETTING_VARIANT},
    {"divide", NULL, "also print the count of each first move", FLAG(PerftOptions, divide)},
    {"threads", NULL, "number of threads", "N",
     NUMBER(PerftOptions, threads, 1, ENGINE_THREADS_MAX, 1)},
};

static const Setting bench_rows[] = {
    {"depth", NUMBER(BenchOptions, depth, 1, SEARCH_DEPTH_MAX, 14), .flags = SETTING_OPERAND},
    {"threads", NULL, "also measure the speedup of N threads", "N",
     NUMBER(BenchOptions, threads, 1, ENGINE_THREADS_MAX, 1)},
    {"hash", NULL, "size of the hash table in MiB", "MIB",
     NUMBER(BenchOptions, hash_mb, HASH_MB_MIN, HASH_MB_MAX, 16)},
    {"timed", NULL, "also measure one thread's depth after a second", FLAG(BenchOptions, timed)},
    {"variant", NULL, "search positions of this variant or variant file", "NAME|FILE", variant_form,
     ARGUMENT(BenchOptions, variant, NULL), .flags = SETTING_VARIANT},
};

#define PER_ENGINE .flags = SETTING_PER_ENGINE

static const Setting match_rows[] = {
    {"engine 1", ARGUMENT(MatchSetup, engines[0].command, NULL), .flags = SETTING_OPERAND},
    {"engine 2", ARGUMENT(MatchSetup, engines[1].command, NULL), .flags = SETTING_OPERAND},
    {"option", NULL, "an option of the engine; may be given several times", "Name=value",
     "Name=value", PARSED(MatchSetup, engines[0], setting_parse_engine_option, NULL), PER_ENGINE},
    {"name", NULL, "its name in reports and saved games", "NAME",
     TEXT(MatchSetup, engines[0].name, NULL), .flags = SETTING_PER_ENGINE | SETTING_NOT_EMPTY},
    {"depth", NULL, "plies to search", "PLIES",
     NUMBER(MatchSetup, engines[0].limits.depth, 1, SEARCH_DEPTH_MAX, 0), PER_ENGINE},
    {"nodes", NULL, "nodes to search", "N",
     NUMBER(MatchSetup, engines[0].limits.nodes, 1, NODES_MAX, 0), PER_ENGINE},
    {"movetime", NULL, "milliseconds for each move", "MS",
     NUMBER(MatchSetup, engines[0].limits.movetime_ms, 1, MOVETIME_MAX_MS, 0), PER_ENGINE},
    {"tc", NULL, "its clock, SECONDS or SECONDS+INCREMENT", "S[+S]", "SECONDS or SECONDS+INCREMENT",
     PARSED(MatchSetup, engines[0].limits, setting_parse_engine_clock, NULL), PER_ENGINE},
    {.help = "\nFor the match, with defaults in parentheses:\n"},
    {"games", NULL, "number of games, a pair from each opening", "N",
     NUMBER(MatchSetup, games, 1, 1000000, 100)},
    {"concurrency", NULL, "number of games at once", "N",
     NUMBER(MatchSetup, concurrency, 1, MATCH_CONCURRENCY_MAX, 1)},
    {"variant", NULL, "a variant; several take turns (congo)", "NAME|FILE", variant_form,
     PARSED(MatchSetup, variants, setting_parse_match_variant, NULL), .flags = SETTING_VARIANT},
    {"seed", NULL, "seed of the random openings", "N", NUMBER(MatchSetup, seed, 0, INT64_MAX, 1)},
    {"openings", NULL, "positions, one a line, or games to begin with (random)", "FILE", "a file",
     ARGUMENT(MatchSetup, openings_path, NULL), .flags = SETTING_FILE | SETTING_NOT_EMPTY},
    {"opening-order", NULL, "order of the openings of a file",
     WORD(MatchSetup, opening_order, order_words, OPENINGS_SEQUENTIAL)},
    {"opening-plies", NULL, "plies of a random opening, or of the file's games", "N",
     NUMBER(MatchSetup, opening_plies, 0, 1000, 6)},
    {"opening-nodes", NULL, "nodes searched to judge a random opening", "N",
     NUMBER(MatchSetup, opening_nodes, 1, NODES_MAX, 20000)},
    {"opening-score", NULL, "its highest score for a side, in centipawns", "N",
     NUMBER(MatchSetup, opening_score, 0, 20000, 100)},
    {"max-plies", NULL, "longer games are draws", "N",
     NUMBER(MatchSetup, plies_max, 1, RECORD_PLIES_MAX, 400)},
    {"margin", NULL, "milliseconds by which a clock may be exceeded", "MS",
     NUMBER(MatchSetup, margin_ms, 0, 1000000, 0)},
    {"patience", NULL, "seconds to wait for a greeting or an overdue move", "S",
     "seconds from 0.01 to 1000000", PARSED(MatchSetup, patience_ms, setting_parse_patience, "60")},
    {"resign", NULL, "SCORE,COUNT: both report it for COUNT moves (off)", "S,N", "SCORE,COUNT",
     PARSED(MatchSetup, adjudication, setting_parse_resign, NULL)},
    {"draw", NULL, "SCORE,COUNT,MOVE: the same from MOVE on (off)", "S,N,N", "SCORE,COUNT,MOVE",
     PARSED(MatchSetup, adjudication, setting_parse_draw, NULL)},
    {"sprt", NULL, "ELO0,ELO1[,ALPHA,BETA]: end when one is accepted (off)", "E,E[,A,B]",
     "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA with ELO0 below ELO1",
     PARSED(MatchSetup, sprt, setting_parse_sprt, NULL)},
    {"save", NULL, "a file to which each game is added as it ends", "FILE", "a file",
     ARGUMENT(MatchSetup, save_path, NULL), .flags = SETTING_FILE | SETTING_NOT_EMPTY},
};

#define MEN(type)                                                                                  \
    {                                                                                              \
        "men", NULL, "number of pieces, the lions included", "N",                                  \
            NUMBER(type, men, ENDING_MEN_MIN, ENDING_MEN_MAX, 4)                                   \
    }

#define ENDINGS_VARIANT(type)                                                                      \
    {                                                                                              \
        "variant", NULL, "a variant's name, or a file that describes one", "NAME|FILE",            \
            variant_form, ARGUMENT(type, variant, "congo"), .flags = SETTING_VARIANT               \
    }

static const Setting endings_build_rows[] = {
    {"men", NULL, "the largest number of pieces, the lions included", "N",
     NUMBER(EndingsBuildOptions, men, ENDING_MEN_MIN, ENDING_MEN_MAX, 4)},
    ENDINGS_VARIANT(EndingsBuildOptions),
    {"output", NULL, "where to write them (your cache folder)", "FOLDER", "a folder", .letter = 'o',
     ARGUMENT(EndingsBuildOptions, output, NULL), .flags = SETTING_FILE | SETTING_NOT_EMPTY},
    ALL_THREADS(EndingsBuildOptions),
    QUIET(EndingsBuildOptions),
};

static const Setting endings_stats_rows[] = {
    MEN(EndingsStatsOptions),
    ENDINGS_VARIANT(EndingsStatsOptions),
    ENDINGS(EndingsStatsOptions),
    ALL_THREADS(EndingsStatsOptions),
};

static const Setting endings_verify_rows[] = {
    MEN(EndingsVerifyOptions),
    {"sample", NULL, "number of random positions to verify, 0: all", "COUNT",
     NUMBER(EndingsVerifyOptions, sample, 0, INT64_MAX, 0)},
    {"seed", NULL, "seed of the random positions", "N",
     NUMBER(EndingsVerifyOptions, seed, 0, INT64_MAX, 1)},
    ENDINGS_VARIANT(EndingsVerifyOptions),
    ENDINGS(EndingsVerifyOptions),
    ALL_THREADS(EndingsVerifyOptions),
    QUIET(EndingsVerifyOptions),
};

/* ---- congod ---- */

static const Setting congod_rows[] = {
    {"config", NULL, "the configuration; \"none\": the defaults", "FILE", "a file or \"none\"",
     ARGUMENT(CongodOptions, config, NULL), .flags = SETTING_FILE},
    {"check", NULL, "replay every stored game and report errors", FLAG(CongodOptions, check)},
    {"backup", NULL, "write a copy of all games to FILE", "FILE", "a file",
     ARGUMENT(CongodOptions, backup, NULL), .flags = SETTING_FILE},
    {"restore", NULL, "put a copy of FILE in the place of the database", "FILE", "a file",
     ARGUMENT(CongodOptions, restore, NULL), .flags = SETTING_FILE},
    {"copy", NULL, "copy all games of the database FROM to TO", FLAG(CongodOptions, copy)},
    {"admin", NULL, "ask the running server; --admin=help lists what", "REQUEST",
     .form = "a request such as \"help\"", ARGUMENT(CongodOptions, admin, NULL),
     .words = admin_words},
    {OPERANDS(CongodOptions, operands), .flags = SETTING_OPERAND | SETTING_FILE},
    {"force", NULL, "go on despite damaged games or a damaged log, or replace any file by a backup",
     FLAG(CongodOptions, force)},
    {"until-eof", NULL, "stop when standard input, a pipe, is closed",
     FLAG(CongodOptions, until_eof)},
    {"help", NULL, "show this help", .letter = 'h', REQUEST},
    {"version", NULL, "show the version", .letter = 'V', REQUEST},
};

/* ---- the commands ---- */

static const char file_missing[] = "a file of games, or - for standard input";

const ShellCommand table_commands[COMMAND_COUNT] = {
    [COMMAND_CONGO] =
        {
            .name = "congo",
            .usage = "Usage: congo [--OPTION=VALUE]...\n"
                     "Play Congo, the chess variant with a river and lions, in the terminal.\n\n"
                     "Options, with their defaults in brackets:\n",
            .afterword =
                "\nA file can change the defaults: see congo.conf(5). The game: congo-rules(6).\n"
                "\nCommands, instead of options; each shows its own --help:\n"
                "  congo file COMMAND FILE...      check, convert, merge, review or explore games\n"
                "  congo fen FEN                   show a position, and what is wrong or special\n",
            .marks = "[]",
            .surplus = "an option such as --level=3 or --load=FILE",
            .table = CONGO_TABLE,
        },
    [COMMAND_FILE] =
        {
            .name = "congo file",
            .summary = "work with files of games",
            .afterword = "\nA FILE that is - is standard input: see congo-file(6).\n",
        },
    [COMMAND_FILE_CHECK] =
        {
            .name = "congo file check",
            .summary = "Checks the games of the files",
            .usage = "Usage: congo file check [--OPTION[=VALUE]]... FILE...\nChecks every game of "
                     "the files: legal moves, and a result that fits them.\n",
            .missing = file_missing,
            .table = TABLE(file_check_rows, FileCheckOptions, NULL),
        },
    [COMMAND_FILE_CONVERT] =
        {
            .name = "congo file convert",
            .summary = "Writes games in another notation, or as pictures, pages, text or JSON",
            .usage = "Usage: congo file convert [--OPTION[=VALUE]]... FILE...\n"
                     "Writes the games of the files in another notation, a position as a picture "
                     "(svg),\nor games as one page (html), as a score sheet (txt) or for programs "
                     "(json).\n",
            .missing = file_missing,
            .table = TABLE(file_convert_rows, FileConvertOptions, NULL),
        },
    [COMMAND_FILE_FIND] =
        {
            .name = "congo file find",
            .summary = "Finds games by players, date, result, variant, length or position",
            .usage = "Usage: congo file find [--OPTION=VALUE]... [FILE]...\n"
                     "Lists the games of the files, or of your own kept games, that fit all "
                     "options, or\nwrites them as a file of games.\n",
            .table = TABLE(file_find_rows, FileFindOptions, NULL),
        },
    [COMMAND_FILE_MERGE] =
        {
            .name = "congo file merge",
            .summary = "Merges the games of the files in order, without duplicates",
            .usage = "Usage: congo file merge [--OPTION[=VALUE]]... FILE...\n"
                     "Merges the games of the files in order, without duplicates.\n",
            .missing = file_missing,
            .table = TABLE(file_merge_rows, FileMergeOptions, NULL),
        },
    [COMMAND_FILE_REVIEW] =
        {
            .name = "congo file review",
            .summary = "Finds the mistakes in the games of the files, and better moves",
            .usage = "Usage: congo file review [--OPTION[=VALUE]]... FILE...\n"
                     "Finds the mistakes in the games of the files, and better moves, and writes "
                     "the\ngames with them.\n",
            .missing = file_missing,
            .table = TABLE(file_review_rows, FileReviewOptions, NULL),
        },
    [COMMAND_FILE_TREE] =
        {
            .name = "congo file tree",
            .summary = "Shows what was played from a position, and how those games ended",
            .usage = "Usage: congo file tree [--OPTION=VALUE]... [FILE]...\n"
                     "Shows what was played from a position in the games of the files, or in your "
                     "own\nkept games, and how those games ended.\n",
            .table = TABLE(file_tree_rows, FileTreeOptions, NULL),
        },
    [COMMAND_FEN] =
        {
            .name = "congo fen",
            .summary = "show a position, and what is wrong or special",
            .usage = "Usage: congo fen [--OPTION[=VALUE]]... FEN\n"
                     "       congo fen --to=svg --empty [--OPTION[=VALUE]]...\n"
                     "Shows a position, and what is wrong or special about it, or draws it or an "
                     "empty\nboard as a picture, also to print.\n",
            .table = TABLE(fen_rows, FenOptions, NULL),
        },
    [COMMAND_ENGINE] =
        {
            .name = "congo-engine",
            .usage = "Usage: congo-engine [--variant=NAME|FILE] [--endings=FOLDER]\n       "
                     "congo-engine COMMAND "
                     "[ARGUMENTS]\n       congo-engine --help | --version\n\nWithout arguments it "
                     "speaks the Universal Chess Interface, or the match protocol\nof student "
                     "tournaments, on standard input and output.\n\n",
            .surplus = "an option, or a command as the first argument",
            .table = TABLE(engine_rows, EngineOptions, NULL),
        },
    [COMMAND_MATCH] =
        {
            .name = "congo-engine match",
            .summary = "Lets two engines play pairs of games and reports which is stronger",
            .usage = "Usage: congo-engine match ENGINE1 ENGINE2 OPTION...\n\nLets two engines, "
                     "each a command line in quotes, play pairs of games with\ncolours swapped. "
                     "Options are written --NAME VALUE or --NAME=VALUE.\n\nFor both engines, or "
                     "with 1 or 2 after the name for one; each needs a limit:\n",
            .marks = "()",
            .missing = "two engines, each a command line in quotes",
            .surplus = "an engine's arguments in quotes",
            .table = TABLE(match_rows, MatchSetup, NULL),
            .engine_size = sizeof(MatchEngineConfig),
        },
    [COMMAND_PERFT] =
        {
            .name = "congo-engine perft",
            .summary = "Counts the move sequences of DEPTH plies from the start position or FEN",
            .usage = "Usage: congo-engine perft DEPTH [FEN] [OPTION]...\n"
                     "Counts the move sequences of DEPTH plies from the start position or FEN.\n",
            .marks = "()",
            .missing = "a depth in plies",
            .surplus = "one depth and one position, the latter in quotes if it has blanks",
            .table = TABLE(perft_rows, PerftOptions, NULL),
        },
    [COMMAND_BENCH] =
        {
            .name = "congo-engine bench",
            .summary = "Searches a fixed set of positions to DEPTH plies",
            .usage =
                "Usage: congo-engine bench [DEPTH] [OPTION]...\n"
                "Searches a fixed set of positions to DEPTH plies. With one thread the number\n"
                "of nodes is always the same: it is the signature of the search.\n",
            .marks = "()",
            .surplus = "one depth",
            .table = TABLE(bench_rows, BenchOptions, NULL),
        },
    [COMMAND_ENDINGS] =
        {
            .name = "congo-engine endings",
            .summary = "make and check the solved endings",
        },
    [COMMAND_ENDINGS_BUILD] =
        {
            .name = "congo-engine endings build",
            .summary = "Solves all endings with few pieces, and writes tables of them",
            .usage = "Usage: congo-engine endings build [--OPTION=VALUE]...\n"
                     "Solves all endings with few pieces, and writes tables of them. A build that "
                     "was\ninterrupted continues where it stopped.\n",
            .marks = "()",
            .surplus = "an option such as --men=5",
            .table = TABLE(endings_build_rows, EndingsBuildOptions, NULL),
        },
    [COMMAND_ENDINGS_STATS] =
        {
            .name = "congo-engine endings stats",
            .summary = "Counts wins, draws and losses in the solved endings",
            .usage = "Usage: congo-engine endings stats [--OPTION=VALUE]...\n"
                     "Counts wins, draws and losses in the solved endings, one line for each class "
                     "and\nside to move.\n",
            .marks = "()",
            .surplus = "an option such as --men=3",
            .table = TABLE(endings_stats_rows, EndingsStatsOptions, NULL),
        },
    [COMMAND_ENDINGS_VERIFY] =
        {
            .name = "congo-engine endings verify",
            .summary = "Checks the value of every solved position against those of its successors",
            .usage = "Usage: congo-engine endings verify [--OPTION=VALUE]...\n"
                     "Checks the value of every solved position against those of its successors.\n",
            .marks = "()",
            .surplus = "an option such as --men=3",
            .table = TABLE(endings_verify_rows, EndingsVerifyOptions, NULL),
        },
    [COMMAND_CONGOD] =
        {
            .name = "congod",
            .usage = "Usage: congod [--config=FILE] [--until-eof] [--force]\n"
                     "       congod [--config=FILE] --check\n"
                     "       congod [--config=FILE] --backup=FILE [--force]\n"
                     "       congod [--config=FILE] --restore=FILE [--force]\n"
                     "       congod --copy FROM TO [--force]\n"
                     "       congod [--config=FILE] --admin=REQUEST [ARGUMENT]...\n\n"
                     "The server of Congo: durable games for programs, scripts and people.\n\n",
            .afterword =
                "\nThe default configuration is " SYSCONFDIR "/congo/congod.conf, if it exists.\n"
                "--check and --backup ask the running server, or else work on its database.\n"
                "--restore and --copy need the server to be stopped.\n"
                "congod(8) explains the configuration, congo-protocol(7) the protocol.\n",
            .surplus = "an option",
            .table = TABLE(congod_rows, CongodOptions, NULL),
        },
};
