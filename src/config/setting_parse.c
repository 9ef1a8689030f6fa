#include <config.h>

#include "config/setting_parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
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
    static const struct {
        const char *text;
        PlayerSetting player;
    } players[] = {
        {"hi/random", {CONTROL_HUMAN, "random"}},    {"hi/greedy", {CONTROL_HUMAN, "greedy"}},
        {"hi/negamax", {CONTROL_HUMAN, "negamax"}},  {"ai/random", {CONTROL_COMPUTER, "random"}},
        {"ai/greedy", {CONTROL_COMPUTER, "greedy"}}, {"ai/negamax", {CONTROL_COMPUTER, "negamax"}},
    };
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        if (strcmp(players[i].text, text) == 0) {
            *(PlayerSetting *)setting_member(setting, values) = players[i].player;
            return true;
        }
    }
    return setting_report_expected(setting, text, error);
}

bool setting_parse_clock(const Setting *setting, const char *text, void *values, Error *error) {
    enum { BASE_MAX = 86400, INCREMENT_MAX = 3600 };
    char base_text[16];
    int64_t base = 0, increment = 0;
    size_t length = strcspn(text, "+");
    bool good = strcmp(text, "none") == 0;
    if (!good && length > 0 && length < sizeof base_text) {
        memcpy(base_text, text, length);
        base_text[length] = '\0';
        good = setting_parse_integer(base_text, &base) && base >= 1 && base <= BASE_MAX &&
               (!text[length] || setting_parse_integer(text + length + 1, &increment)) &&
               increment >= 0 && increment <= INCREMENT_MAX;
    }
    if (!good)
        return setting_report_expected(setting, text, error);
    *(ClockSetting *)setting_member(setting, values) =
        (ClockSetting){1000 * base, 1000 * increment};
    return true;
}

bool setting_parse_variant(const Setting *setting, const char *text, void *values, Error *error) {
    Settings *settings = values;
    Variant *variant = setting_member(setting, values);
    for (int i = 0; i < settings->custom_variant_count; i++) {
        if (strcmp(settings->custom_variants[i].name, text) == 0) {
            *variant = settings->custom_variants[i];
            return true;
        }
    }
    return variantfile_load(text, variant, error);
}

/* A '#' before anything but digits belongs to the file's name. */
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
    if (strcmp(text, "next") != 0 &&
        (!setting_parse_integer(text, &number) || number < 1 || number > INT32_MAX))
        return setting_report_expected(setting, text, error);
    *(int *)setting_member(setting, values) = (int)number;
    return true;
}

/* ---- the server's ---- */

/* Whether an address ends with a colon and a port, 0 to 65535; port 0 stands for any free one. */
static bool has_port(const char *address) {
    const char *colon = strrchr(address, ':');
    size_t digits = colon ? strspn(colon + 1, "0123456789") : 0;
    return digits > 0 && digits <= 5 && !colon[1 + digits] && strtol(colon + 1, NULL, 10) <= 65535;
}

bool setting_parse_listen(const Setting *setting, const char *text, void *values, Error *error) {
    ServerSettings *settings = values;
    if (settings->listen_count == SERVER_LISTEN_MAX || !text_is_printable(text) ||
        (text[0] != '/' && !has_port(text)) ||
        !text_copy(settings->listen[settings->listen_count], SERVER_LISTEN_SIZE, text))
        return setting_report_expected(setting, text, error);
    settings->listen_count++;
    return true;
}

/* The administrator's socket is never an address that others can reach. */
bool setting_parse_admin(const Setting *setting, const char *text, void *values, Error *error) {
    return (text_is_printable(text) && (text[0] == '/' || !text[0]) &&
            text_copy(setting_member(setting, values), SERVER_PATH_SIZE, text)) ||
           setting_report_expected(setting, text, error);
}
