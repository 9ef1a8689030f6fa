/* The stored games of a history, as the replies to GET and MOVES tell them. */
#ifndef TESTS_SUPPORT_HISTORY_MESSAGE_H
#define TESTS_SUPPORT_HISTORY_MESSAGE_H

#include "history.h"
#include "net/protocol.h"

/* Records what a line of the reply says about the stored game. */
void history_stored_message(History *history, const char *id, const Message *message);

#endif
