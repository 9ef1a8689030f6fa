/* Rematches: another game with colors swapped and the same keys, after a network game is over. */
#ifndef PLAY_ONLINE_NETWORK_REMATCH_H
#define PLAY_ONLINE_NETWORK_REMATCH_H

#include "net/protocol.h"
#include "play/online/network.h"

/* Returns whether the player here may offer, accept or decline one; `error`, which may be NULL,
 * says why not. */
bool network_rematch_is_possible(const Session *session, Error *error);

RematchState network_rematch_state(const Network *network);

/* Each takes over what the server says about rematches: in a =GAME, in a !REMATCH, and in the reply
 * to a REMATCH of this player. */
void network_rematch_on_game(Network *network, const Fields *fields);
void network_rematch_on_event(Network *network, const Fields *fields);
void network_rematch_on_reply(Network *network, DrawAction action, const Fields *fields);

#endif
