/* The Universal Chess Interface, spoken on standard output; see congo-engine(6). */
#ifndef UCI_UCI_H
#define UCI_UCI_H

#include "uci/input.h"

/* Serves the client until it quits or closes its end. Returns the program's exit status. */
int uci_run(UciInput *input);

#endif
