/* The Universal Chess Interface, spoken on standard input and output; see congo-engine(6). */
#ifndef UCI_UCI_H
#define UCI_UCI_H

/* Serves the client until it quits or closes its end. Returns the program's exit status. */
int uci_run(void);

#endif
