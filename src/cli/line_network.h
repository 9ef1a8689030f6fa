/* Line commands for network games. */
#ifndef CLI_LINE_NETWORK_H
#define CLI_LINE_NETWORK_H

#include "cli/line_commands.h"

LineCommandHandler line_network_show, line_network_say, line_network_abort, line_network_decline,
    line_network_join, line_network_watch, line_network_lobby, line_network_claim,
    line_network_rematch, line_network_mute, line_network_unmute;
LineCommandCompleter line_network_complete_join, line_network_complete_lobby,
    line_network_complete_mute;

#endif
