/* go: starts a search or perft, and prints what a search reports. */
#ifndef UCI_UCI_GO_H
#define UCI_UCI_GO_H

#include "uci/uci_client.h"

UciCommand uci_go;

#endif
