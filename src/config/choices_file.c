#include <config.h>

#include "config/choices_file.h"

#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "config/configfile.h"
#include "config/settings.h"
#include "engine/engine.h"

enum { FILE_MODE = 0600, NAMES_MAX = 9 };

static const char headline[] = "# What was chosen in congo(6), which writes this file. Options and "
                               "congo.conf come before it.\n";

/* A choice is overridden by itself and by these settings. */
static const struct {
    const char *name;
    const char *overridden_by[NAMES_MAX];
} rules[] = {
    {"white", {"black", "variant", "game", "load", "puzzle", "train", "place"}},
    {"black", {"white", "variant", "game", "load", "puzzle", "train", "place"}},
    {"variant", {"white", "black", "game", "load", "puzzle", "train", "place"}},
    {"depth", {"level", "movetime"}},
    {"movetime", {"level", "depth"}},
};
enum { RULE_COUNT = sizeof rules / sizeof rules[0] };

/* ---- one setting ---- */

static void copy_row(const Settings *from, const Setting *row, SettingSource source,
                     Settings *settings) {
    memcpy(setting_member(row, settings), setting_value(row, from), row->size);
    setting_table_set_source(&table_congo, row, settings, source);
}

void choices_file_copy(const Settings *from, const char *name, Settings *choices) {
    copy_row(from, setting_table_find(&table_congo, name), SOURCE_CHOICE, choices);
}

void choices_file_drop(Settings *choices, const char *name) {
    const Setting *row = setting_table_find(&table_congo, name);
    setting_store_default(row, choices);
    setting_table_set_source(&table_congo, row, choices, SOURCE_DEFAULT);
}

/* ---- reading ---- */

static bool read_sides(const ConfigFile *file, const ConfigNode *sides, void *values,
                       Error *error) {
    static const char form[] = "\"random\"";
    const char *text = sides->string;
    if (!text || strcmp(text, "random") != 0)
        return configfile_report_expected(file, sides, form, error);
    ((Settings *)values)->random_sides = true;
    return true;
}

/* The levels of White and Black, where the players have levels of their own. */
static bool read_levels(const ConfigFile *file, const ConfigNode *levels, void *values,
                        Error *error) {
    static const char form[] = "two levels from 0 to 10 as [ 3, 5 ]";
    Settings *settings = values;
    if (levels->type != CONFIG_ARRAY || levels->count != COLOR_COUNT)
        return configfile_report_expected(file, levels, form, error);
    PlayerSetting *player = settings->player;
    for (const ConfigNode *level = levels->first; level; level = level->next, player++) {
        if (level->type != CONFIG_NUMBER || level->number < 0 || level->number > LEVEL_MAX)
            return configfile_report_expected(file, levels, form, error);
        player->level = (int)level->number;
    }
    return true;
}

bool choices_file_read(const char *path, const Settings *current, Settings *choices, Error *error) {
    static const ConfigSection sections[] = {{"sides", read_sides}, {"levels", read_levels}};
    settings_default(choices);
    choices->custom_variant_count = current->custom_variant_count;
    memcpy(choices->custom_variants, current->custom_variants, sizeof choices->custom_variants);
    return access(path, F_OK) != 0 ||
           configfile_read_leniently(path, &table_congo, sections, 2, choices, error);
}

static bool is_overridden(const Settings *settings, const char *name) {
    if (settings_source(settings, name) > SOURCE_CHOICE)
        return true;
    for (size_t i = 0; i < RULE_COUNT; i++)
        for (int j = 0; strcmp(rules[i].name, name) == 0 && rules[i].overridden_by[j]; j++)
            if (settings_source(settings, rules[i].overridden_by[j]) > SOURCE_CHOICE)
                return true;
    return false;
}

void choices_file_apply(const Settings *choices, Settings *settings) {
    for (size_t i = 0; i < table_congo.count; i++) {
        const Setting *row = &table_congo.rows[i];
        if (row->flags & SETTING_CHOICE &&
            setting_table_source(&table_congo, row, choices) != SOURCE_DEFAULT &&
            !is_overridden(settings, row->name))
            copy_row(choices, row, SOURCE_CHOICE, settings);
    }
    settings->random_sides =
        choices->random_sides && settings_source(settings, "white") == SOURCE_CHOICE;
}

/* ---- writing ---- */

/* Appends "GROUP = {" and "};" where the group of one row differs from that of the next. */
static void change_group(const char *from, size_t from_length, const char *to, size_t to_length,
                         Buffer *text) {
    if (from_length == to_length && strncmp(from, to, to_length) == 0)
        return;
    if (from_length > 0)
        buffer_add_string(text, "};\n");
    if (to_length > 0)
        buffer_add_format(text, "%.*s = {\n", (int)to_length, to);
}

static size_t group_length(const char *path) {
    const char *dot = strchr(path, '.');
    return dot ? (size_t)(dot - path) : 0;
}

static void write_choices(const Settings *choices, Buffer *text) {
    const char *group = "";
    size_t length = 0;
    for (size_t i = 0; i < table_congo.count; i++) {
        const Setting *row = &table_congo.rows[i];
        Buffer value = {0};
        if (row->flags & SETTING_CHOICE &&
            setting_table_source(&table_congo, row, choices) != SOURCE_DEFAULT &&
            setting_print(row, choices, &value)) {
            change_group(group, length, row->path, group_length(row->path), text);
            group = row->path;
            length = group_length(group);
            buffer_add_format(text, "%s%s = %s;\n", length > 0 ? "  " : "",
                              row->path + length + (length > 0), value.bytes);
        }
        buffer_free(&value);
    }
    change_group(group, length, "", 0, text);
    const PlayerSetting *white = &choices->player[WHITE], *black = &choices->player[BLACK];
    if (white->level > 0 || black->level > 0)
        buffer_add_format(text, "levels = [ %d, %d ];\n", white->level, black->level);
    if (choices->random_sides)
        buffer_add_string(text, "sides = \"random\";\n");
}

bool choices_file_write(const char *path, const Settings *choices, Error *error) {
    Buffer text = {0};
    buffer_add_string(&text, headline);
    write_choices(choices, &text);
    bool good = file_write_atomic(path, text.bytes, text.length, FILE_MODE, true, error);
    buffer_free(&text);
    return good;
}
