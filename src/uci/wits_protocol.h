/* The match protocol of student tournaments. See congo-engine(6). */
#ifndef UCI_WITS_PROTOCOL_H
#define UCI_WITS_PROTOCOL_H

#include <stdbool.h>

#include "base/error.h"
#include "rules/variant.h"
#include "uci/uci.h"

/* Returns whether a client's first line, which is not blank, is of this protocol: "newgame",
 * "moves", "position" without "startpos" or "fen", or "go" with a number. */
bool wits_protocol_detect(const char *line);

/* Serves the client until it quits or closes its output. Plays the variant, or wits if that is
 * NULL; `endings` is for ending_folders_find. Returns as uci_serve. */
int wits_protocol_run(UciInput *input, const Variant *variant, const char *endings, Error *error);

#endif
