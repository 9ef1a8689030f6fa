/* The command line of the game. */
#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "config/arguments.h"
#include "config/settings.h"

/* What the user asked for. */
typedef enum OptionsRequest {
    OPTIONS_PLAY,
    OPTIONS_HELP,
    OPTIONS_HELP_KEYS,
    OPTIONS_VERSION
} OptionsRequest;

/*
 * Fills the settings from, in this order, the defaults, the configuration file (--config, or the
 * one that settings_file_find finds; only --config if --script is given), the options of a script
 * and the command line: later values replace earlier ones. `arguments` begins with the program's
 * name. `lines` may be NULL if `line_count` is 0.
 *
 * Reads no file and leaves *settings alone if the request is not OPTIONS_PLAY. Leaves *settings
 * alone on failure too; the error names the option, or file, line and setting, and what was
 * expected.
 */
bool options_parse(int count, char *const arguments[], const OptionLine *lines, size_t line_count,
                   Settings *settings, OptionsRequest *request, Error *error);

/* Returns the last value of an option, or NULL, before the command line is checked: that of
 * --script and --record. */
const char *options_peek(int count, char *const arguments[], const char *name);

#endif
