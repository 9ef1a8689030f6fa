/* The match protocol of student tournaments; see congo-engine(6). */
#ifndef UCI_WITS_PROTOCOL_H
#define UCI_WITS_PROTOCOL_H

#include <stdbool.h>

#include "uci/uci_input.h"
#include "uci/uci_output.h"

/* Whether a client that begins with this line, which is not blank, speaks it: "newgame", "moves",
 * "position" before what is neither "startpos" nor "fen", or "go" before a number. */
bool wits_protocol_detect(const char *line);

/* Serves the client until it quits or closes its end. Returns the program's exit status. */
int wits_protocol_run(UciInput *input);

#endif
