/* The engine's protocols on standard input and output: the Universal Chess Interface, or the match
 * protocol of student tournaments. See congo-engine(6). */
#ifndef UCI_UCI_H
#define UCI_UCI_H

#include "uci/uci_input.h"

/* Serves a client of either protocol. Returns the program's exit status. */
int uci_serve(void);

/* Serves a client of UCI until it quits or closes its output. Returns the exit status. */
int uci_run(UciInput *input);

#endif
