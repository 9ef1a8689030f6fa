/* The Universal Chess Interface, spoken on standard output; see congo-engine(6). */
#ifndef UCI_UCI_H
#define UCI_UCI_H

#include "uci/uci_input.h"
#include "uci/uci_output.h"

/* Serves the client until it quits or closes its end. Returns the program's exit status. */
int uci_run(UciInput *input);

/* The program without arguments: a client on standard input, in either of two protocols. */

/* Serves the client. Returns the program's exit status. */
int uci_serve(void);

#endif
