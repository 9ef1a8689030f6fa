#include <config.h>

#include "config_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "temp_file.h"

#include "config/server_settings.h"
#include "config/settings.h"
#include "config/configfile.h"
#include "rules/variant.h"

static void config_writer_string(Buffer *text, const char *value) {
    buffer_add_string(text, "\"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buffer_add_string(text, "\\");
        buffer_add(text, value, 1);
    }
    buffer_add_string(text, "\"");
}

static void config_writer_assignment(Buffer *text, const char *name, const char *value) {
    buffer_add_format(text, "%s = ", name);
    config_writer_string(text, value);
    buffer_add_string(text, ";\n");
}

/* Appends the squares as a list of strings. */
static void add_squares(Buffer *text, const char *squares) {
    buffer_add_string(text, "islands = [");
    for (; *squares; squares += squares[2] ? 3 : 2) {
        char square[] = {squares[0], squares[1], '\0'};
        config_writer_string(text, square);
        buffer_add_string(text, squares[2] ? ", " : "");
    }
    buffer_add_string(text, "];\n");
}

void config_writer_variant(Buffer *text, const Variant *variant) {
    Buffer value = {0};
    buffer_add_string(text, "{\n");
    config_writer_assignment(text, "name", variant->name);
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
            config_writer_assignment(text, field->name, shown);
    }
    buffer_add_string(text, "}");
    buffer_free(&value);
}

const char *config_writer_file(const Buffer *text) {
    return temp_file_write(text->length > 0 ? text->bytes : "", text->length);
}

static void add_clock(Buffer *text, ClockSetting clock) {
    fuzz_require(clock.base_ms >= 0 && clock.increment_ms >= 0);
    if (clock.base_ms == 0)
        buffer_add_string(text, "\"none\"");
    else
        buffer_add_format(text, "\"%" PRId64 "+%" PRId64 "\"", clock.base_ms / 1000,
                          clock.increment_ms / 1000);
}

static void add_parsed(Buffer *text, const Setting *setting, const void *member) {
    const PlayerSetting *player = member;
    if (strcmp(setting->path, "clock") == 0)
        add_clock(text, *(const ClockSetting *)member);
    else if (strcmp(setting->path, "variant") == 0)
        config_writer_string(text, ((const Variant *)member)->name);
    else if (strcmp(setting->path, "players.white") == 0 ||
             strcmp(setting->path, "players.black") == 0)
        buffer_add_format(text, "\"%s/%s\"", player->control == CONTROL_HUMAN ? "hi" : "ai",
                          player->advisor);
    else
        config_writer_string(text, member);
}

static void add_list(Buffer *text, const ServerListen *listen) {
    fuzz_require(listen->count >= 0 && listen->count <= SERVER_LISTEN_MAX);
    buffer_add_string(text, "[");
    for (int i = 0; i < listen->count; i++) {
        buffer_add_string(text, i > 0 ? ", " : "");
        config_writer_string(text, listen->text[i]);
    }
    buffer_add_string(text, "]");
}

static void add_value(Buffer *text, const Setting *setting, const void *values) {
    const void *member = (const char *)values + setting->offset;
    int64_t number;
    switch (setting->kind) {
    case SETTING_NUMBER:
        number = setting->size == sizeof(int) ? *(const int *)member : *(const int64_t *)member;
        fuzz_require(number >= setting->min && number <= setting->max);
        buffer_add_format(text, "%" PRId64, number);
        break;
    case SETTING_SWITCH:
        buffer_add_string(text, *(const bool *)member ? "true" : "false");
        break;
    case SETTING_WORD:
        for (int i = 0; i <= *(const int *)member; i++)
            fuzz_require(setting->words[i]);
        config_writer_string(text, setting->words[*(const int *)member]);
        break;
    case SETTING_TEXT:
        config_writer_string(text, member);
        break;
    case SETTING_ARGUMENT:
    case SETTING_OPERANDS:
        break; /* not in files */
    case SETTING_PARSED:
        add_parsed(text, setting, member);
        break;
    case SETTING_LIST:
        add_list(text, member);
        break;
    }
}

static void add_variants(Buffer *text, const Settings *settings) {
    fuzz_require(settings->custom_variant_count <= CUSTOM_VARIANTS_MAX);
    buffer_add_string(text, "variants = (");
    for (int i = 0; i < settings->custom_variant_count; i++) {
        fuzz_require(variant_check(&settings->custom_variants[i], NULL, NULL));
        buffer_add_string(text, i > 0 ? ", " : "");
        config_writer_variant(text, &settings->custom_variants[i]);
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
            config_writer_string(text, binding->key);
    }
    buffer_add_string(text, settings->key_count > 0 ? "];\n};\n" : "\n};\n");
}

void config_writer_table(Buffer *text, const SettingTable *table, const void *values) {
    char group[32] = "";
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->rows[i].path;
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
        add_value(text, &table->rows[i], values);
        buffer_add_string(text, ";\n");
    }
    buffer_add_string(text, group[0] ? "};\n" : "");
}

static void write_settings(const Settings *settings, Buffer *text) {
    add_variants(text, settings);
    add_keys(text, settings);
    config_writer_table(text, &table_congo, settings);
}

/* A variant from another file cannot be named here. */
static bool variant_has_name(const Settings *settings) {
    for (int i = 0; i < settings->custom_variant_count; i++)
        if (strcmp(settings->custom_variants[i].name, settings->variant.name) == 0)
            return true;
    return variant_find(settings->variant.name) != NULL;
}

void config_writer_check_settings(const Settings *settings) {
    static Settings again;
    Buffer text = {0}, copy = {0};
    Error error = {0};
    fuzz_require(variant_check(&settings->variant, NULL, NULL));
    fuzz_require(settings_check_game(settings, &error) == (error.code == ERROR_NONE));
    if (!variant_has_name(settings))
        return;
    write_settings(settings, &text);
    settings_default(&again);
    fuzz_require(settings_file_read(&again, config_writer_file(&text), NULL));
    write_settings(&again, &copy);
    fuzz_require(text.length == copy.length && memcmp(text.bytes, copy.bytes, text.length) == 0);
    buffer_free(&text);
    buffer_free(&copy);
}
