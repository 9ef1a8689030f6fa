/* The command line of a match. */
#ifndef UCI_MATCH_OPTIONS_H
#define UCI_MATCH_OPTIONS_H

#include "rules/buffer.h"
#include "rules/error.h"
#include "uci/match_setup.h"

/* Reads the arguments after "match"; their texts must outlive the setup. The error names the option
 * and what was expected. */
bool match_options_read(int count, char *const arguments[], MatchSetup *setup, Error *error);

/* What the options are, for people. */
void match_options_help(Buffer *text);

#endif
