/* What a search reports, in the words of the protocol. */
#ifndef UCI_UCI_GO_H
#define UCI_UCI_GO_H

#include "engine/engine.h"

/* A SearchReport: prints a line for each variation, and at the end the best move. */
SearchReport uci_go_report;

#endif
