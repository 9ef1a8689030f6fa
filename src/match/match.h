/* congo-engine match: lets two engines play each other. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "config/command_options.h"

CommandRunner match_command; /* MatchSetup */

#endif
