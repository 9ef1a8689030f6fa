/*
 * A configuration file in libconfig's syntax, read into memory, and the sentences about what is
 * wrong in it. They begin "FILE:LINE: GROUP.SETTING: ".
 */
#ifndef CONFIG_CONFIGFILE_H
#define CONFIG_CONFIGFILE_H

#include <libconfig.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/text.h"

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

/*
 * A look at a configuration text before libconfig reads it, for what libconfig takes in silence or
 * reports badly: numbers that it would cut to 32 bits, comments and strings without an end, bytes
 * \x00 in strings, settings given twice, deep nesting, @include.
 */

/*
 * The text to give to libconfig in place of `text`: numbers beyond 32 bits are marked as 64-bit
 * ones (those beyond 64 bits become the largest there is), and it ends with a newline, without
 * which libconfig does not know a comment in the last line. The caller frees it. NULL with an error
 * that begins with `shown`, the file's name in sentences, and the line.
 */
char *configfile_prepare_text(const char *text, const char *shown, Error *error);

#endif
