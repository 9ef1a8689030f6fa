#include <config.h>

#include "written.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "given_file.h"

#include "config/setting.h"
#include "rules/variant_field.h"

void written_string(Buffer *text, const char *value) {
    buffer_add_string(text, "\"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buffer_add_string(text, "\\");
        buffer_add(text, value, 1);
    }
    buffer_add_string(text, "\"");
}

void written_named(Buffer *text, const char *name, const char *value) {
    buffer_add_format(text, "%s = ", name);
    written_string(text, value);
    buffer_add_string(text, ";\n");
}

/* A value of squares is a list of strings in a configuration. */
static void add_squares(Buffer *text, const char *squares) {
    buffer_add_string(text, "islands = [");
    for (; *squares; squares += squares[2] ? 3 : 2) {
        char square[] = {squares[0], squares[1], '\0'};
        written_string(text, square);
        buffer_add_string(text, squares[2] ? ", " : "");
    }
    buffer_add_string(text, "];\n");
}

void written_variant(Buffer *text, const Variant *variant) {
    Buffer value = {0};
    buffer_add_string(text, "{\n");
    written_named(text, "name", variant->name);
    for (int i = 0; i < VARIANT_FIELD_COUNT; i++) {
        const VariantField *field = &variant_fields[i];
        buffer_clear(&value);
        variant_field_write(field, variant, &value);
        const char *shown = value.length > 0 ? value.bytes : "";
        if (field->kind == VARIANT_FIELD_SQUARES)
            add_squares(text, shown);
        else if (field->kind == VARIANT_FIELD_NUMBER)
            buffer_add_format(text, "%s = %s;\n", field->name, shown);
        else
            written_named(text, field->name, shown);
    }
    buffer_add_string(text, "}");
    buffer_free(&value);
}

const char *written_file(const Buffer *text) {
    return given_file(text->length > 0 ? text->bytes : "", text->length);
}

static const char *word_of(const SettingWord *words, int value) {
    while (words->word && words->value != value)
        words++;
    fuzz_require(words->word);
    return words->word;
}

static void add_number(Buffer *text, const Setting *setting, int64_t value) {
    fuzz_require(value >= setting->min && value <= setting->max);
    buffer_add_format(text, "%" PRId64, value);
}

static void add_player(Buffer *text, const PlayerSetting *player) {
    buffer_add_format(text, "\"%s/%s\"", player->control == CONTROL_HUMAN ? "hi" : "ai",
                      player->advisor);
}

static void add_clock(Buffer *text, ClockSetting clock) {
    fuzz_require(clock.base_ms >= 0 && clock.increment_ms >= 0);
    if (clock.base_ms == 0)
        buffer_add_string(text, "\"none\"");
    else
        buffer_add_format(text, "\"%" PRId64 "+%" PRId64 "\"", clock.base_ms / 1000,
                          clock.increment_ms / 1000);
}

static void add_value(Buffer *text, const Setting *setting, const Settings *settings) {
    const void *place = (const char *)settings + setting->offset;
    if (setting->parse == setting_parse_number)
        add_number(text, setting, *(const int *)place);
    else if (setting->parse == setting_parse_milliseconds)
        add_number(text, setting, *(const int64_t *)place);
    else if (setting->parse == setting_parse_switch)
        buffer_add_string(text, *(const bool *)place ? "true" : "false");
    else if (setting->parse == setting_parse_word)
        written_string(text, word_of(setting->words, *(const int *)place));
    else if (setting->parse == setting_parse_player)
        add_player(text, place);
    else if (setting->parse == setting_parse_clock)
        add_clock(text, settings->clock);
    else if (setting->parse == setting_parse_variant)
        written_string(text, settings->variant.name);
    else
        written_string(text, place);
}

static void add_variants(Buffer *text, const Settings *settings) {
    fuzz_require(settings->custom_variant_count <= CUSTOM_VARIANTS_MAX);
    buffer_add_string(text, "variants = (");
    for (int i = 0; i < settings->custom_variant_count; i++) {
        fuzz_require(variant_check(&settings->custom_variants[i], NULL, NULL));
        buffer_add_string(text, i > 0 ? ", " : "");
        written_variant(text, &settings->custom_variants[i]);
    }
    buffer_add_string(text, ");\n");
}

static void add_keys(Buffer *text, const Settings *settings) {
    fuzz_require(settings->key_count <= KEY_BINDINGS_MAX);
    buffer_add_string(text, "keys = {");
    for (int i = 0; i < settings->key_count; i++) {
        const KeyBinding *binding = &settings->keys[i];
        bool begins = i == 0 || strcmp(binding[-1].action, binding->action) != 0;
        fuzz_require(binding->line > 0);
        if (begins)
            buffer_add_format(text, "%s\n%s = [", i > 0 ? "];" : "", binding->action);
        buffer_add_string(text, begins ? "" : ", ");
        if (binding->key[0])
            written_string(text, binding->key);
    }
    buffer_add_string(text, settings->key_count > 0 ? "];\n};\n" : "\n};\n");
}

/* A setting "group.name" is written as a group of its own: one after another they may not be, so
 * each group is opened where the one before ends. */
static void write_settings(const Settings *settings, Buffer *text) {
    char group[32] = "";
    const Setting *setting;
    add_variants(text, settings);
    add_keys(text, settings);
    for (size_t i = 0; (setting = table_row(i)); i++) {
        const char *name = setting->info.path;
        if (!name)
            continue;
        size_t length = strcspn(name, ".");
        bool grouped = name[length] == '.';
        bool same = grouped && strlen(group) == length && memcmp(group, name, length) == 0;
        if (group[0] && !same)
            buffer_add_string(text, "};\n");
        if (!same)
            snprintf(group, sizeof group, "%.*s", grouped ? (int)length : 0, name);
        if (grouped && !same)
            buffer_add_format(text, "%s = {\n", group);
        buffer_add_format(text, "%s = ", grouped ? name + length + 1 : name);
        add_value(text, setting, settings);
        buffer_add_string(text, ";\n");
    }
    buffer_add_string(text, group[0] ? "};\n" : "");
}

/* A variant of another file cannot be named in this one. */
static bool variant_has_name(const Settings *settings) {
    for (int i = 0; i < settings->custom_variant_count; i++)
        if (strcmp(settings->custom_variants[i].name, settings->variant.name) == 0)
            return true;
    return variant_find(settings->variant.name) != NULL;
}

void written_check_settings(const Settings *settings) {
    static Settings again;
    Buffer text = {0}, copy = {0};
    Error error = {0};
    fuzz_require(variant_check(&settings->variant, NULL, NULL));
    fuzz_require(settings_check(settings, &error) == (error.code == ERROR_NONE));
    if (!variant_has_name(settings))
        return;
    write_settings(settings, &text);
    settings_default(&again);
    fuzz_require(settings_file_read(&again, written_file(&text), NULL));
    write_settings(&again, &copy);
    fuzz_require(text.length == copy.length && memcmp(text.bytes, copy.bytes, text.length) == 0);
    buffer_free(&text);
    buffer_free(&copy);
}
