/* Tables of settings: their defaults, where values come from, and finding a setting. */
#ifndef CONFIG_SETTING_TABLE_H
#define CONFIG_SETTING_TABLE_H

#include "base/text.h"
#include "config/setting.h"

/* Settings that share a struct of values. */
typedef struct SettingTable {
    const Setting *rows;
    size_t count;
    size_t size;               /* of the struct */
    const char *const *groups; /* of the file, ends with NULL */
    size_t sources;            /* offset of a byte with the SettingSource of each row; 0: none */
} SettingTable;

/* Sets all values to their defaults. */
void setting_table_store_defaults(const SettingTable *table, void *values);

/* Remembers where the value of a setting comes from, if the values have room for it. */
void setting_table_set_source(const SettingTable *table, const Setting *setting, void *values,
                              SettingSource source);
SettingSource setting_table_source(const SettingTable *table, const Setting *setting,
                                   const void *values);

/* Return the setting of an option name or of a path in the file, or NULL. */
const Setting *setting_table_find(const SettingTable *table, const char *name);
const Setting *setting_table_find_path(const SettingTable *table, const char *path);

/* Returns the option that is closest to `name`. */
Suggestion setting_table_closest(const SettingTable *table, const char *name);

#endif
