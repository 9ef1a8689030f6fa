/* The table of settings: every setting of the configuration files and every option. */
#ifndef CONFIG_TABLE_H
#define CONFIG_TABLE_H

#include "config/setting.h"

/* Settings that share a struct of values. */
typedef struct SettingTable {
    const Setting *rows;
    size_t count;
    size_t size;               /* of the struct */
    const char *const *groups; /* of the file, ends with NULL */
} SettingTable;

extern const SettingTable table_congo;  /* congo and congo.conf: Settings */
extern const SettingTable table_congod; /* congod.conf: ServerSettings */

/* Sets all values to their defaults. */
void table_store_defaults(const SettingTable *table, void *values);

/* Returns the setting of an option or of a file; NULL if there is none. */
const Setting *table_find(const SettingTable *table, const char *name);
const Setting *table_find_path(const SettingTable *table, const char *path);

/* Returns the option whose name is closest to `name`. */
const char *table_closest(const SettingTable *table, const char *name);

#endif
