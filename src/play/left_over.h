/* A game that was left unfinished: found in the state folder, to be resumed. */
#ifndef PLAY_LEFT_OVER_H
#define PLAY_LEFT_OVER_H

#include <stdbool.h>
#include <stddef.h>

#include "play/autosave.h"
#include "rules/error.h"
#include "rules/record.h"

/* All owned; what is given away is set to NULL. For session_setup_resume: autosave and text. */
typedef struct UnfinishedGame {
    Autosave *autosave; /* holds the file as long as it is there */
    char *text;
    size_t length;
    Record *record; /* the game as it was read, to be shown */
} UnfinishedGame;

/*
 * The newest that something was played in and that no running program holds. Files in which there
 * is nothing to go on with are removed on the way, and those that cannot be read put aside with a
 * sentence in error; so error may be set also on success. False when there is none.
 */
bool autosave_find_unfinished(UnfinishedGame *left, Error *error);

/* Lets the file be found again. */
void autosave_release_unfinished(UnfinishedGame *left);

#endif
