/*
 * Names of players: for people "You" or "Computer, level 3"; in files and options the label of the
 * kind, such as "ai/negamax".
 */
#ifndef PLAY_PLAYER_H
#define PLAY_PLAYER_H

#include "play/session.h"

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

enum { PLAYER_DESCRIPTION_SIZE = PLAYER_NAME_SIZE + 16 };

/* Writes a player as sentences name it: "White (Ada)", "White (you)", "Black (Computer, level 3)",
 * "Black (online)" for a nameless player on a server, or "Black" if only the color tells it from
 * the other. */
void player_describe(const Session *session, Color color, char text[PLAYER_DESCRIPTION_SIZE]);

/* Like player_describe() for a game that has no session yet. */
void player_describe_in_setup(const SessionSetup *setup, Color color,
                              char text[PLAYER_DESCRIPTION_SIZE]);

/* Returns whether exactly one human plays at this terminal, and sets *color to the human's side;
 * the finished game of two others is nobody's here. */
bool player_name_you(const Session *session, Color *color);

/* Sets the name, cut to fit between two characters. "" makes it the label of the kind. */
void player_set_name(SessionPlayer *player, const char *name);

/* Writes the tag of a player of a session for a record: the name, or of a computer without one
 * "Computer, level 3"; "" for a person without a name. */
void player_name_for_record(const SessionSetup *setup, Color color, char text[PLAYER_NAME_SIZE]);

/* Writes the label of a kind of player: "hi/negamax", "ai/random", "defender", "net". */
void player_kind_label(const SessionPlayer *player, char text[PLAYER_NAME_SIZE]);

/* Parses the label of a human or a computer. */
bool player_parse_kind_label(const char *text, SessionPlayer *player);

#endif
