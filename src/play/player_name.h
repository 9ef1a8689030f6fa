/* Names of players for people: "You", "Computer, level 3". Files, options and the line interface
 * keep the labels of player.h, such as "ai/negamax". */
#ifndef PLAY_PLAYER_NAME_H
#define PLAY_PLAYER_NAME_H

#include "play/session.h"
#include "rules/record.h"

typedef enum PlayerNameForm {
    PLAYER_NAME_FULL, /* "Computer, level 3" */
    PLAYER_NAME_SHORT /* "Computer 3" */
} PlayerNameForm;

/*
 * Writes the name of a player of a session. A player without a name is "You" if it is the only
 * human at this terminal, a computer with its strength, and "" if only the color tells it from the
 * other.
 */
void player_name_write(const Session *session, Color color, PlayerNameForm form,
                       char text[PLAYER_NAME_SIZE]);

/* Like player_name_write() for a game that has no session yet. */
void player_name_in_setup(const SessionSetup *setup, Color color, PlayerNameForm form,
                          char text[PLAYER_NAME_SIZE]);

/* Returns whether exactly one human plays at this terminal, and sets *color to the human's side. */
bool player_name_you(const Session *session, Color *color);

#endif
