/* Setups of sessions from settings, saved games and autosaves, and their tags in a record. */
#ifndef PLAY_SESSION_SETUP_H
#define PLAY_SESSION_SETUP_H

#include "play/session.h"

/* Fills in everything but the record from the settings. */
bool session_setup_defaults(const Settings *settings, SessionSetup *setup, Error *error);

/* Gives a side to the person and the other one to the defender of a task, without clock, pondering
 * and autosave. */
void session_setup_defend(const Settings *settings, Color side, SessionSetup *setup);

/* Writes the players, the date and the clocks into the record's tags. */
void session_setup_tag_record(const SessionSetup *setup, Record *record);

/* Returns a copy of the setup's record for the autosave file, with tags from which
 * session_setup_resume makes the same setup. */
Record *session_setup_snapshot(const SessionSetup *setup);

/* Removes these tags from a game, which may have been loaded from an autosave file. */
void session_setup_untag(Record *record);

#endif
