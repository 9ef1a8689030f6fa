/* The game's configuration file, congo.conf. */
#ifndef CONFIG_SETTINGS_FILE_H
#define CONFIG_SETTINGS_FILE_H

#include "config/settings.h"

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
