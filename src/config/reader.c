#include <config.h>

#include "config/setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "config/variantfile.h"
#include "config/wording.h"

static void *place_of(const Setting *setting, Settings *settings) {
    return (char *)settings + setting->offset;
}

/* "expected FORM, found TEXT". Always returns false. */
static bool setting_expected(const Setting *setting, const char *text, Error *error) {
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

static bool parse_in_range(const Setting *setting, const char *text, int64_t *value, Error *error) {
    const char *after;
    if (!parse_number(text, '\0', value, &after))
        return setting_expected(setting, text, error);
    if (*value < setting->least || *value > setting->most) {
        setting_expected(setting, text, error);
        if (error)
            error->code = ERROR_RANGE;
        return false;
    }
    return true;
}

bool reader_number(const Setting *setting, const char *text, Settings *settings, Error *error) {
    int64_t value = 0;
    if (!parse_in_range(setting, text, &value, error))
        return false;
    *(int *)place_of(setting, settings) = (int)value;
    return true;
}

bool reader_puzzle(const Setting *setting, const char *text, Settings *settings, Error *error) {
    if (strcmp(text, "next") != 0)
        return reader_number(setting, text, settings, error);
    settings->puzzle = PUZZLE_NEXT;
    return true;
}

bool reader_milliseconds(const Setting *setting, const char *text, Settings *settings,
                         Error *error) {
    int64_t value = 0;
    if (!parse_in_range(setting, text, &value, error))
        return false;
    *(int64_t *)place_of(setting, settings) = value;
    return true;
}

static const SettingWord *find_word(const SettingWord *words, const char *text) {
    while (words->word && strcmp(words->word, text) != 0)
        words++;
    return words->word ? words : NULL;
}

static bool parse_word(const Setting *setting, const SettingWord *words, const char *text,
                       int *value, Error *error) {
    const SettingWord *word = find_word(words, text);
    if (!word)
        return setting_expected(setting, text, error);
    if (word->refusal)
        return error_set(error, ERROR_UNSUPPORTED, "%s", word->refusal);
    *value = word->value;
    return true;
}

bool reader_switch(const Setting *setting, const char *text, Settings *settings, Error *error) {
    static const SettingWord words[] = {
        {"on", true, NULL},  {"off", false, NULL}, {"true", true, NULL}, {"false", false, NULL},
        {"yes", true, NULL}, {"no", false, NULL},  {NULL, 0, NULL}};
    int value = 0;
    if (!parse_word(setting, words, text, &value, error))
        return false;
    *(bool *)place_of(setting, settings) = value;
    return true;
}

bool reader_word(const Setting *setting, const char *text, Settings *settings, Error *error) {
    int value = 0;
    if (!parse_word(setting, setting->words, text, &value, error))
        return false;
    memcpy(place_of(setting, settings), &value, setting->size);
    return true;
}

/* A name may be empty. */
bool reader_name(const Setting *setting, const char *text, Settings *settings, Error *error) {
    if (!text_is_printable(text) || !text_copy(place_of(setting, settings), setting->size, text))
        return setting_expected(setting, text, error);
    return true;
}

bool reader_text(const Setting *setting, const char *text, Settings *settings, Error *error) {
    if (!*text || strpbrk(text, " \t"))
        return setting_expected(setting, text, error);
    return reader_name(setting, text, settings, error);
}

/* A name among words, kept as it is. */
bool reader_theme(const Setting *setting, const char *text, Settings *settings, Error *error) {
    int value = 0;
    return parse_word(setting, setting->words, text, &value, error) &&
           reader_name(setting, text, settings, error);
}

bool reader_player(const Setting *setting, const char *text, Settings *settings, Error *error) {
    static const struct {
        const char *text;
        PlayerSetting player;
    } players[] = {
        {"hi/random", {MIND_HUMAN, "random"}},    {"hi/greedy", {MIND_HUMAN, "greedy"}},
        {"hi/negamax", {MIND_HUMAN, "negamax"}},  {"ai/random", {MIND_COMPUTER, "random"}},
        {"ai/greedy", {MIND_COMPUTER, "greedy"}}, {"ai/negamax", {MIND_COMPUTER, "negamax"}},
    };
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        if (strcmp(players[i].text, text) == 0) {
            *(PlayerSetting *)place_of(setting, settings) = players[i].player;
            return true;
        }
    }
    return setting_expected(setting, text, error);
}

/* "none", SECONDS or SECONDS+SECONDS. */
bool reader_clock(const Setting *setting, const char *text, Settings *settings, Error *error) {
    enum { BASE_MAX = 86400, INCREMENT_MAX = 3600 };
    int64_t base = 0, increment = 0;
    const char *rest;
    if (strcmp(text, "none") != 0) {
        bool plain = strchr(text, '+') == NULL;
        if (!parse_number(text, plain ? '\0' : '+', &base, &rest) || base < 1 || base > BASE_MAX)
            return setting_expected(setting, text, error);
        if (!plain && (!parse_number(rest + 1, '\0', &increment, &rest) || increment < 0 ||
                       increment > INCREMENT_MAX))
            return setting_expected(setting, text, error);
    }
    settings->clock = (ClockSetting){1000 * base, 1000 * increment};
    return true;
}

bool reader_variant(const Setting *setting, const char *text, Settings *settings, Error *error) {
    (void)setting;
    for (int i = 0; i < settings->custom_count; i++) {
        if (strcmp(settings->custom[i].name, text) == 0) {
            settings->variant = settings->custom[i];
            return true;
        }
    }
    return variantfile_read(text, &settings->variant, error);
}

/* Whether a FEN fits is known when the variant is: see settings_check. */
bool reader_game(const Setting *setting, const char *text, Settings *settings, Error *error) {
    if (!*text)
        return setting_expected(setting, text, error);
    return reader_name(setting, text, settings, error);
}

/* FILE or FILE#n. A '#' before anything but digits belongs to the file's name. */
bool reader_load(const Setting *setting, const char *text, Settings *settings, Error *error) {
    const char *hash = strrchr(text, '#');
    const char *after;
    int64_t number = 0;
    size_t length = strlen(text);
    if (hash && strspn(hash + 1, "0123456789") == strlen(hash + 1)) {
        length = (size_t)(hash - text);
        if (!parse_number(hash + 1, '\0', &number, &after) || number < 1 || number > INT32_MAX)
            return setting_expected(setting, text, error);
    }
    if (length == 0 || length >= sizeof settings->load_path)
        return setting_expected(setting, text, error);
    memcpy(settings->load_path, text, length);
    settings->load_path[length] = '\0';
    settings->load_number = (int)number;
    return true;
}
