#include <config.h>

#include "config/setting_table.h"

#include <limits.h>
#include <string.h>

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
