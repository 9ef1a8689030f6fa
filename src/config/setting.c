#include <config.h>

#include "config/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "config/variantfile.h"

static void *member_at(const Setting *setting, Settings *settings) {
    return (char *)settings + setting->offset;
}

/* "expected FORM, found TEXT". Always returns false. */
static bool report_expected(const Setting *setting, const char *text, Error *error) {
    char shown[QUOTE_SIZE];
    return error_set(error, ERROR_SYNTAX, "expected %s, found %s", setting->info.form,
                     text_quote_value(text, shown));
}

/* Digits, with a sign before them at most, and then `end`; *after is set behind it. */
static bool parse_number(const char *text, char end, int64_t *value, const char **after) {
    size_t sign = *text == '-' || *text == '+';
    size_t digits = strspn(text + sign, "0123456789");
    if (digits == 0 || text[sign + digits] != end)
        return false;
    errno = 0;
    *value = strtoll(text, NULL, 10);
    *after = text + sign + digits;
    return errno == 0;
}

static bool parse_number_in_range(const Setting *setting, const char *text, int64_t *value,
                                  Error *error) {
    const char *after;
    if (!parse_number(text, '\0', value, &after))
        return report_expected(setting, text, error);
    if (*value < setting->min || *value > setting->max) {
        report_expected(setting, text, error);
        if (error)
            error->code = ERROR_RANGE;
        return false;
    }
    return true;
}

bool setting_parse_number(const Setting *setting, const char *text, Settings *settings,
                          Error *error) {
    int64_t value = 0;
    if (!parse_number_in_range(setting, text, &value, error))
        return false;
    *(int *)member_at(setting, settings) = (int)value;
    return true;
}

bool setting_parse_puzzle(const Setting *setting, const char *text, Settings *settings,
                          Error *error) {
    if (strcmp(text, "next") != 0)
        return setting_parse_number(setting, text, settings, error);
    settings->puzzle = PUZZLE_NEXT;
    return true;
}

bool setting_parse_milliseconds(const Setting *setting, const char *text, Settings *settings,
                                Error *error) {
    int64_t value = 0;
    if (!parse_number_in_range(setting, text, &value, error))
        return false;
    *(int64_t *)member_at(setting, settings) = value;
    return true;
}

static const SettingWord *find_word(const SettingWord *words, const char *text) {
    while (words->word && strcmp(words->word, text) != 0)
        words++;
    return words->word ? words : NULL;
}

static bool find_word_value(const Setting *setting, const SettingWord *words, const char *text,
                            int *value, Error *error) {
    const SettingWord *word = find_word(words, text);
    if (!word)
        return report_expected(setting, text, error);
    if (word->refusal)
        return error_set(error, ERROR_UNSUPPORTED, "%s", word->refusal);
    *value = word->value;
    return true;
}

bool setting_parse_switch(const Setting *setting, const char *text, Settings *settings,
                          Error *error) {
    static const SettingWord words[] = {
        {"on", true, NULL},  {"off", false, NULL}, {"true", true, NULL}, {"false", false, NULL},
        {"yes", true, NULL}, {"no", false, NULL},  {NULL, 0, NULL}};
    int value = 0;
    if (!find_word_value(setting, words, text, &value, error))
        return false;
    *(bool *)member_at(setting, settings) = value;
    return true;
}

bool setting_parse_word(const Setting *setting, const char *text, Settings *settings,
                        Error *error) {
    int value = 0;
    if (!find_word_value(setting, setting->words, text, &value, error))
        return false;
    memcpy(member_at(setting, settings), &value, setting->size);
    return true;
}

/* A name may be empty. */
bool setting_parse_name(const Setting *setting, const char *text, Settings *settings,
                        Error *error) {
    if (!text_is_printable(text) || !text_copy(member_at(setting, settings), setting->size, text))
        return report_expected(setting, text, error);
    return true;
}

bool setting_parse_text(const Setting *setting, const char *text, Settings *settings,
                        Error *error) {
    if (!*text || strpbrk(text, " \t"))
        return report_expected(setting, text, error);
    return setting_parse_name(setting, text, settings, error);
}

bool setting_parse_player(const Setting *setting, const char *text, Settings *settings,
                          Error *error) {
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
            *(PlayerSetting *)member_at(setting, settings) = players[i].player;
            return true;
        }
    }
    return report_expected(setting, text, error);
}

/* "none", SECONDS or SECONDS+SECONDS. */
bool setting_parse_clock(const Setting *setting, const char *text, Settings *settings,
                         Error *error) {
    enum { BASE_MAX = 86400, INCREMENT_MAX = 3600 };
    int64_t base = 0, increment = 0;
    const char *rest;
    if (strcmp(text, "none") != 0) {
        bool plain = strchr(text, '+') == NULL;
        if (!parse_number(text, plain ? '\0' : '+', &base, &rest) || base < 1 || base > BASE_MAX)
            return report_expected(setting, text, error);
        if (!plain && (!parse_number(rest + 1, '\0', &increment, &rest) || increment < 0 ||
                       increment > INCREMENT_MAX))
            return report_expected(setting, text, error);
    }
    settings->clock = (ClockSetting){1000 * base, 1000 * increment};
    return true;
}

bool setting_parse_variant(const Setting *setting, const char *text, Settings *settings,
                           Error *error) {
    (void)setting;
    for (int i = 0; i < settings->custom_variant_count; i++) {
        if (strcmp(settings->custom_variants[i].name, text) == 0) {
            settings->variant = settings->custom_variants[i];
            return true;
        }
    }
    return variantfile_load(text, &settings->variant, error);
}

/* Whether a FEN fits is known when the variant is: see settings_check. */
bool setting_parse_game(const Setting *setting, const char *text, Settings *settings,
                        Error *error) {
    if (!*text)
        return report_expected(setting, text, error);
    return setting_parse_name(setting, text, settings, error);
}

/* FILE or FILE#n. A '#' before anything but digits belongs to the file's name. */
bool setting_parse_load(const Setting *setting, const char *text, Settings *settings,
                        Error *error) {
    const char *hash = strrchr(text, '#');
    const char *after;
    int64_t number = 0;
    size_t length = strlen(text);
    if (hash && strspn(hash + 1, "0123456789") == strlen(hash + 1)) {
        length = (size_t)(hash - text);
        if (!parse_number(hash + 1, '\0', &number, &after) || number < 1 || number > INT32_MAX)
            return report_expected(setting, text, error);
    }
    if (length == 0 || length >= sizeof settings->load_path)
        return report_expected(setting, text, error);
    memcpy(settings->load_path, text, length);
    settings->load_path[length] = '\0';
    settings->load_number = (int)number;
    return true;
}
