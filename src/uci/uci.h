/* The engine's protocols on standard input and output: the Universal Chess Interface, or the match
 * protocol of student tournaments. See congo-engine(6). */
#ifndef UCI_UCI_H
#define UCI_UCI_H

#include "base/error.h"
#include "config/command_options.h"
#include "rules/variant.h"
#include "uci/uci_input.h"

/* Serves a client of either protocol. Without a variant it plays that of the protocol. Returns
 * COMMAND_FAILED with an error if the variant or the endings cannot be read, or the engine cannot
 * be created. */
int uci_serve(const EngineOptions *options, Error *error);

/* Serves a client of UCI until it quits or closes its output. The variant is the one to begin with,
 * or NULL for the default; `endings` is for ending_folders_find. Returns as uci_serve. */
int uci_run(UciInput *input, const Variant *variant, const char *endings, Error *error);

#endif
