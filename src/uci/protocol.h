/* The program without arguments: a client on standard input, in either of two protocols. */
#ifndef UCI_PROTOCOL_H
#define UCI_PROTOCOL_H

/* Serves the client. Returns the program's exit status. */
int uci_serve(void);

#endif
