/* The command line of the game. */
#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H

#include <stdbool.h>

#include "base/error.h"
#include "config/script.h"
#include "config/settings.h"

/* What the user asked for. */
typedef enum OptionsRequest {
    OPTIONS_PLAY,
    OPTIONS_HELP,
    OPTIONS_HELP_KEYS,
    OPTIONS_VERSION
} OptionsRequest;

/*
 * Makes settings of the defaults, the configuration file (--config, or the one that
 * settings_file_find finds), a script's options and the command line, each over the one before; the
 * order of the options is of no importance, but of two equal ones the later counts. Options
 * are --name=value or --name value, one for each row of settings_info; some mean something alone.
 * `arguments` is as main has it, with the program's name first. `script` is what --script names,
 * NULL without it; with one, no configuration file is looked for.
 *
 * When help or the version is wished for, no file is read and *settings is untouched; so it is on
 * failure. The error names the option, or the file, line and setting, and what was expected.
 */
bool options_parse(int count, char *const arguments[], const Script *script, Settings *settings,
                   OptionsRequest *request, Error *error);

/* What the command line gives to an option, known before all of it is looked at; the last one
 * counts. NULL: nothing. */
const char *options_peek(int count, char *const arguments[], const char *name);

/* The text for --help, made from the table of settings; the caller frees it. */
char *options_help(void);

#endif
