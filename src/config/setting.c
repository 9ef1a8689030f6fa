#include <config.h>

#include "config/setting.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/display.h"
#include "base/text.h"
#include "config/setting_parse.h"

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

/* Returns whether a list of hosts has a blank that does not follow a comma. */
static bool has_stray_blank(const char *text) {
    for (const char *at = text; *at; at++)
        if (*at == '\t' || (*at == ' ' && (at == text || !strchr(", ", at[-1]))))
            return true;
    return false;
}

static bool store_string(const Setting *setting, const char *text, void *values) {
    return text_is_printable(text) && !(setting->flags & SETTING_NOT_EMPTY && !*text) &&
           !(setting->flags & SETTING_HOST && has_stray_blank(text)) &&
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

bool setting_report_expected(const Setting *setting, const char *found, Error *error) {
    char shown[QUOTE_SIZE];
    Buffer form = {0};
    setting_write_form(setting, false, &form);
    error_set(error, ERROR_SYNTAX, "expected %s, found %s", form.bytes,
              text_quote_value(found, shown));
    buffer_free(&form);
    return false;
}
