/* The command endings: what the solved endings say of the position and of its moves. */
#ifndef UCI_UCI_ENDINGS_LIST_H
#define UCI_UCI_ENDINGS_LIST_H

#include "uci/uci_client.h"

UciCommand uci_endings_list;

#endif
