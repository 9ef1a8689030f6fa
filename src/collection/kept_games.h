/* The folder of kept games: what is done there when a program starts. */
#ifndef COLLECTION_KEPT_GAMES_H
#define COLLECTION_KEPT_GAMES_H

#include "config/settings.h"

/*
 * Moves finished games that a killed program left to the kept ones, or removes them if none are to
 * be kept; removes kept games that are older than settings->keep_games says, and what was deleted
 * by a program that no longer runs.
 */
bool kept_games_tidy(const Settings *settings, Error *error);

#endif
