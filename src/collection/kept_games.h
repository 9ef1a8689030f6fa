/* The folder of kept games: what is done there when a program starts. */
#ifndef COLLECTION_KEPT_GAMES_H
#define COLLECTION_KEPT_GAMES_H

#include <time.h>

#include "base/error.h"
#include "base/file.h"
#include "config/settings.h"

/* The end of the name of a deleted game, which its program has locked and can bring back. */
#define KEPT_GAMES_TRASH ".deleted"

/*
 * Moves games that are over, which a killed program left, to the kept ones, or removes them if none
 * are to be kept. Removes kept games that are older than settings->keep_games says, and what was
 * deleted by a program that no longer runs. Goes on after a failure; the error is the first one.
 */
bool kept_games_tidy(const Settings *settings, Error *error);

/* Returns when a game of the folder ended: the time in its name, or else that of its file. */
time_t kept_games_time(const char *path, const FileStamp *stamp);

#endif
