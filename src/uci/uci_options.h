/* The options of the engine protocol. */
#ifndef UCI_UCI_OPTIONS_H
#define UCI_UCI_OPTIONS_H

#include "uci/uci_client.h"

/* Sets the defaults. */
void uci_options_reset(int value[UCI_OPTION_COUNT]);

/* Prints the lines that declare the options. */
void uci_options_print(const UciClient *client);

UciCommand uci_options_set; /* setoption */

#endif
