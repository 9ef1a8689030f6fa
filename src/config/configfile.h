/*
 * A configuration file, read into memory, and congo.conf, which is one. The syntax is that of
 * libconfig 1.5 without @include; a comma may follow the last value of an array or a list. Errors
 * begin "FILE:LINE: GROUP.SETTING: ".
 */
#ifndef CONFIG_CONFIGFILE_H
#define CONFIG_CONFIGFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "config/settings.h"

typedef enum ConfigType {
    CONFIG_GROUP,
    CONFIG_ARRAY,
    CONFIG_LIST,
    CONFIG_NUMBER,
    CONFIG_FRACTION,
    CONFIG_SWITCH,
    CONFIG_STRING
} ConfigType;

/* A setting, a value in an array or a list, or the group of all settings of a file. */
typedef struct ConfigNode {
    ConfigType type;
    int line;   /* where it begins, from 1 */
    char *name; /* of a setting, otherwise NULL */
    struct ConfigNode *parent, *next;
    struct ConfigNode *first, *last; /* what a group, an array or a list has; NULL if empty */
    int count;                       /* number of these */
    int64_t number;                  /* clamped to 64 bits; 1 or 0 of a switch, 0 of the others */
    char *string;                    /* NULL if it is none */
} ConfigNode;

typedef struct ConfigFile {
    ConfigNode *root;
    const char *path;
    char shown[SHORT_PATH_SIZE]; /* the file's name in messages */
} ConfigFile;

/* A part of a file with a reader of its own instead of rows in the table. */
typedef struct ConfigSection {
    const char *name;
    bool (*read)(const ConfigFile *file, const ConfigNode *section, void *values, Error *error);
} ConfigSection;

/*
 * Reads the sections of a file, then its settings, into the values of a table. Unknown settings are
 * errors. Leaves *values alone on failure.
 */
bool configfile_read(const char *path, const SettingTable *table, const ConfigSection *sections,
                     size_t section_count, void *values, Error *error);

/* Like configfile_read, but skips what is wrong. Returns false with the first error if there was
 * any; *values then has the rest. */
bool configfile_read_leniently(const char *path, const SettingTable *table,
                               const ConfigSection *sections, size_t section_count, void *values,
                               Error *error);

/* Opens and parses a regular file of at most CONFIGFILE_SIZE_MAX bytes. It cannot include others.
 * The caller closes it. Borrows the path. */
bool configfile_open(ConfigFile *file, const char *path, Error *error);

void configfile_close(ConfigFile *file);

/* Returns the setting of a group with this name, NULL if there is none or it is not a group. */
const ConfigNode *configfile_find(const ConfigNode *group, const char *name);

/* Prefixes an error with the place of the setting. Always returns false. */
bool configfile_error_at(const ConfigFile *file, const ConfigNode *setting, Error *error);

/* Reports "PLACE: expected FORM, found VALUE". Always returns false. */
bool configfile_report_expected(const ConfigFile *file, const ConfigNode *setting, const char *form,
                                Error *error);

/* Copies a string of fewer than `size` bytes without control characters. Otherwise reports that
 * `form` is expected and returns false. */
bool configfile_text(const ConfigFile *file, const ConfigNode *setting, const char *form,
                     char *text, size_t size, Error *error);

/* ---- congo.conf ---- */

/*
 * Reads a configuration file over *settings. Unknown settings are errors. The keys and the variants
 * of the file replace those of a file read before. Leaves *settings alone on failure; the error
 * begins with the file, the line and the setting.
 */
bool settings_file_read(Settings *settings, const char *path, Error *error);

/* Finds the configuration file: congo/congo.conf in $XDG_CONFIG_HOME (or ~/.config), then in each
 * of $XDG_CONFIG_DIRS (or /etc/xdg), then in sysconfdir. Returns false if there is none. */
bool settings_file_find(char path[SETTING_PATH_SIZE]);

/* Prefixes an error with the file, line and name of a key binding. Always returns false. */
bool settings_file_report_key(const Settings *settings, const KeyBinding *binding, Error *error);

#endif
