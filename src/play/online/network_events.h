/* Events of the server in a network game, and how the session follows them. */
#ifndef PLAY_ONLINE_NETWORK_EVENTS_H
#define PLAY_ONLINE_NETWORK_EVENTS_H

#include "net/link.h"
#include "play/online/network.h"

/* Connects a network game with its new session, which follows the server's game from now on. */
void network_attach_session(Session *session);

/* Ends the network game of a session and frees it. */
void network_detach_session(Session *session);

/* Handles an event of the link after the game was opened. */
void network_on_event(Network *network, const LinkEvent *event);

/* Takes back the moves that the server has not confirmed. Returns false if all are confirmed. */
bool network_undo_unconfirmed(Session *session);

#endif
