/* The command line of the game. */
#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "config/arguments.h"
#include "config/settings.h"

/* The action that the command line requests. */
typedef enum OptionsRequest {
    OPTIONS_PLAY,
    OPTIONS_HELP,
    OPTIONS_HELP_KEYS,
    OPTIONS_VERSION
} OptionsRequest;

/*
 * Fills the settings from the defaults, the configuration file, the options of a script and the
 * command line, in this order: later values replace earlier ones. The file is that of --config, or
 * without --script the one that settings_file_find finds. `arguments` begins with the program's
 * name. `lines` may be NULL if `line_count` is 0.
 *
 * Reads no file and leaves *settings alone if the request is OPTIONS_HELP or OPTIONS_VERSION.
 * Leaves *settings alone on failure too; the error names the option, or the file, line and setting.
 */
bool options_parse(int count, char *const arguments[], const OptionLine *lines, size_t line_count,
                   Settings *settings, OptionsRequest *request, Error *error);

/* Returns the last value of an option, or NULL, before options_parse checks the command line. For
 * --script and --record. */
const char *options_peek(int count, char *const arguments[], const char *name);

#endif
