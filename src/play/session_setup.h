/* From settings, saved games and autosaves to the setup of a session, and back into tags. */
#ifndef PLAY_SESSION_SETUP_H
#define PLAY_SESSION_SETUP_H

#include "play/session.h"

/* Fills in everything but the record from the settings. */
bool session_setup_defaults(const Settings *settings, SessionSetup *setup, Error *error);

/* Writes the players, the date and the clocks into the record's tags. */
void session_setup_tag_record(const SessionSetup *setup, Record *record);

/* Returns a copy of the game with tags that say how it is being played, for the autosave file. */
Record *session_setup_snapshot(const Session *session);

/* Removes these tags, for an autosave file that was opened like any other game. */
void session_setup_untag(Record *record);

#endif
