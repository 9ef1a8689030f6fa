/* The engine's protocols on standard input and output: the Universal Chess Interface, or the match
 * protocol of student tournaments. See congo-engine(6). */
#ifndef UCI_UCI_H
#define UCI_UCI_H

#include "base/error.h"
#include "rules/variant.h"
#include "uci/uci_input.h"

/* Serves a client of either protocol. The variant is a name or a file; NULL: that of the protocol.
 * Returns the program's exit status. Sets the error if the variant cannot be read. */
int uci_serve(const char *variant_name, Error *error);

/* Serves a client of UCI until it quits or closes its output. The variant is the one to begin with,
 * or NULL for the default. Returns the exit status. */
int uci_run(UciInput *input, const Variant *variant);

#endif
