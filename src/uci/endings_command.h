/* congo-engine endings: making the tables of solved endings, counting what they hold, and verifying
 * them. */
#ifndef UCI_ENDINGS_COMMAND_H
#define UCI_ENDINGS_COMMAND_H

#include "config/command_options.h"

/* A signal that asks the program to end stops it in order. Then the exit status is 128 plus the
 * number of the signal. */
CommandRunner endings_build_command;  /* EndingsBuildOptions */
CommandRunner endings_stats_command;  /* EndingsStatsOptions */
CommandRunner endings_verify_command; /* EndingsVerifyOptions */

#endif
