#include <config.h>

#include "config/setting_parse.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/command_options.h"
#include "config/server_settings.h"
#include "config/settings.h"
#include "config/variantfile.h"

bool setting_parse_integer(const char *text, int64_t *number) {
    size_t sign = *text == '-' || *text == '+';
    size_t digits = strspn(text + sign, "0123456789");
    errno = 0;
    *number = strtoll(text, NULL, 10);
    return digits > 0 && !text[sign + digits] && errno == 0;
}

/* ---- the game's ---- */

bool setting_parse_player(const Setting *setting, const char *text, void *values, Error *error) {
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

/* "3d": days for each move. */
static bool parse_move_clock(const char *text, ClockSetting *clock) {
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

bool setting_parse_clock(const Setting *setting, const char *text, void *values, Error *error) {
    ClockSetting clock = {0};
    if (!text_equal_ignore_case(text, "none") && !parse_game_clock(text, &clock) &&
        !parse_move_clock(text, &clock))
        return setting_report_expected(setting, text, error);
    *(ClockSetting *)setting_member(setting, values) = clock;
    return true;
}

bool setting_parse_game(const Setting *setting, const char *text, void *values, Error *error) {
    static const char standard[] = "standard";
    if (text_equal_ignore_case(text, standard))
        text = standard;
    return (*text && text_is_printable(text) &&
            text_copy(setting_member(setting, values), setting->size, text)) ||
           setting_report_expected(setting, text, error);
}

bool setting_parse_variant(const Setting *setting, const char *text, void *values, Error *error) {
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

bool setting_parse_keep_games(const Setting *setting, const char *text, void *values,
                              Error *error) {
    int days;
    if (!text_parse_number(text, 1, KEEP_DAYS_MAX, &days))
        return setting_report_expected(setting, text, error);
    *(int *)setting_member(setting, values) = KEEP_DAYS + days;
    return true;
}

/* A '#' is part of the file's name unless only digits follow. */
bool setting_parse_load(const Setting *setting, const char *text, void *values, Error *error) {
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

bool setting_parse_puzzle(const Setting *setting, const char *text, void *values, Error *error) {
    int64_t number = PUZZLE_NEXT;
    if (!text_equal_ignore_case(text, "next") &&
        (!setting_parse_integer(text, &number) || number < 1 || number > INT32_MAX))
        return setting_report_expected(setting, text, error);
    *(int *)setting_member(setting, values) = (int)number;
    return true;
}

bool setting_parse_fingerprint(const Setting *setting, const char *text, void *values,
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

/* Returns whether an address ends with a colon and a port, 0 to 65535. Port 0 means any free port.
 */
static bool has_port(const char *address) {
    const char *colon = strrchr(address, ':');
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;
    return digits > 0 && digits <= 5 && !colon[1 + digits] && strtol(colon + 1, NULL, 10) <= 65535;
}

bool setting_parse_listen(const Setting *setting, const char *text, void *values, Error *error) {
    ServerListen *listen = setting_member(setting, values);
    if (listen->count == SERVER_LISTEN_MAX || !text_is_printable(text) ||
        (text[0] != '/' && !has_port(text)) ||
        !text_copy(listen->text[listen->count], SERVER_LISTEN_SIZE, text))
        return setting_report_expected(setting, text, error);
    listen->count++;
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

bool setting_parse_engine_option(const Setting *setting, const char *text, void *values,
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

bool setting_parse_engine_clock(const Setting *setting, const char *text, void *values,
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

bool setting_parse_match_variant(const Setting *setting, const char *text, void *values,
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

bool setting_parse_patience(const Setting *setting, const char *text, void *values, Error *error) {
    double seconds;
    if (parse_numbers(text, ',', &seconds, 1) != 1 || seconds < 0.01 || seconds > SECONDS_MAX)
        return setting_report_expected(setting, text, error);
    *(int64_t *)setting_member(setting, values) = llround(seconds * 1000);
    return true;
}

static bool is_count(double number) {
    return number >= 1 && number <= 1000 && number == floor(number);
}

bool setting_parse_resign(const Setting *setting, const char *text, void *values, Error *error) {
    MatchAdjudication *adjudication = setting_member(setting, values);
    double numbers[2];
    if (parse_numbers(text, ',', numbers, 2) != 2 || numbers[0] < 1 || numbers[0] > 30000 ||
        !is_count(numbers[1]))
        return setting_report_expected(setting, text, error);
    adjudication->resign_score = (int)numbers[0];
    adjudication->resign_count = (int)numbers[1];
    return true;
}

bool setting_parse_draw(const Setting *setting, const char *text, void *values, Error *error) {
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

bool setting_parse_sprt(const Setting *setting, const char *text, void *values, Error *error) {
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
