/* The setup of a session for what a program begins with. */
#ifndef PLAY_PUZZLES_TASK_SETUP_H
#define PLAY_PUZZLES_TASK_SETUP_H

#include "play/session.h"

/* Gets the setup of the puzzle, the ending to train or else the game that settings describe. */
bool task_setup_from_settings(const Settings *settings, SessionSetup *setup, Error *error);

#endif
