/*
 * A configuration file in libconfig's syntax, read into memory, and the sentences about what is
 * wrong in it. They begin "FILE:LINE: GROUP.SETTING: ".
 */
#ifndef CONFIG_CONFIGFILE_H
#define CONFIG_CONFIGFILE_H

#include <libconfig.h>
#include <stdbool.h>

#include "config/wording.h"
#include "rules/error.h"

enum { CONFIGFILE_SIZE_MAX = 64 * 1024, CONFIGFILE_NAME_SIZE = 128 };

typedef struct ConfigFile {
    config_t tree;
    char shown[SHORT_PATH_SIZE]; /* the file's name in sentences */
} ConfigFile;

/* Reads a regular file of at most CONFIGFILE_SIZE_MAX bytes; one file only, @include is refused. On
 * success the caller closes it. */
bool configfile_open(ConfigFile *file, const char *path, Error *error);
void configfile_close(ConfigFile *file);

/* The names of a setting and of the groups and lists around it, joined by dots; "" for the root. */
void configfile_path(const config_setting_t *setting, char path[CONFIGFILE_NAME_SIZE]);

/* Puts the setting's place before the sentence of an error. Always returns false. */
bool configfile_error_at(const ConfigFile *file, const config_setting_t *setting, Error *error);

/* "…: expected FORM, found VALUE". Always returns false. */
bool configfile_report_expected(const ConfigFile *file, const config_setting_t *setting,
                                const char *form, Error *error);

/* Whether it is a whole number, of 32 or 64 bits. */
bool configfile_is_number(const config_setting_t *setting);

/* The setting's text, if it is a string of fewer than `size` bytes that holds no control
 * characters. */
bool configfile_text(const ConfigFile *file, const config_setting_t *setting, const char *form,
                     char *text, size_t size, Error *error);

#endif
