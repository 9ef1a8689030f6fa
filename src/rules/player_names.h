/*
 * The players of a game by the tags of its record. In files of older versions a player without a
 * name has the label of a kind, such as "hi/negamax"; nobody has to read that.
 */
#ifndef RULES_PLAYER_NAMES_H
#define RULES_PLAYER_NAMES_H

#include "rules/record.h"

/* The beginning of every computer's name: "Computer, level 3". */
#define COMPUTER_NAME "Computer"

/* The name of a nameless spectator. */
#define SPECTATOR_NAME "spectator"

/* The tag of a game that was played on a server. */
#define GAME_ID_TAG "GameId"

/* Returns the name that somebody gave a player, or "" if there is none. */
const char *player_names_given(const Record *record, Color color);

/* Returns whether the record has the name of a player, or says that it is a computer. */
bool player_names_known(const Record *record, Color color);

/* Returns a player for people to read: the name, "Computer, level 3", "You" for a person without a
 * name who played a computer, or else "White" or "Black". */
const char *player_names_shown(const Record *record, Color color);

/* Like player_names_shown() by the values of the tags of White and Black; NULL: no such tag. */
const char *player_names_of_tags(const char *const tags[COLOR_COUNT], Color color);

/* Returns why somebody in a game with a player called `other`, or "", cannot be called `name`, or
 * NULL: it looks like the name of a side, of nameless spectators, or like `other`. */
const char *player_names_refusal(const char *name, const char *other);

#endif
