/* congo-engine perft: counts move sequences. */
#ifndef UCI_PERFT_COMMAND_H
#define UCI_PERFT_COMMAND_H

#include "config/command_options.h"

CommandRunner perft_command; /* PerftOptions; prints the counts */

#endif
