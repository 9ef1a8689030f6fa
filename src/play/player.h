/* Behavior of each kind of player when it is to move or is offered a draw, and its label. */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "play/session.h"

/* Returns whether the moves come from the person at this terminal. */
bool player_is_local(const Session *session, Color color);

/* Asks the player to move; the move comes later, through session_turn_play. Repeated calls within a
 * turn have no effect. */
void player_request_move(Session *session, Color color);

/* Called when the other side offers a draw. */
void player_on_draw_offer(Session *session, Color color);

/* Sets the name, cut to fit between two characters. "" makes it the label of the kind. */
void player_set_name(SessionPlayer *player, const char *name);

/* Writes the label of a kind of player: "hi/negamax", "ai/random", "defender", "net". */
void player_kind_label(const SessionPlayer *player, char text[PLAYER_NAME_SIZE]);

/* Parses the label of a human or a computer. */
bool player_parse_kind_label(const char *text, SessionPlayer *player);

#endif
