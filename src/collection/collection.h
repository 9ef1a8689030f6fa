/*
 * All games on this machine as one list, the most recent first: unfinished ones (autosave.h), seats
 * in network games (seats.h) and those that are over, which are kept in the folder `games` of
 * the state folder, one file each. An index beside those (game_index.h) saves reading them all.
 *
 * A collection is a snapshot of the disk. It is used by one thread at a time, and may be opened on
 * another one than the loop's.
 */
#ifndef COLLECTION_COLLECTION_H
#define COLLECTION_COLLECTION_H

#include <time.h>

#include "base/error.h"
#include "base/file.h"
#include "collection/game_index.h"
#include "config/settings.h"
#include "play/online/seats.h"
#include "play/session.h"
#include "play/storage.h"

/* ---- the folder of kept games ---- */

/* The end of the name of a deleted game, which its program has locked and can bring back. */
#define KEPT_GAMES_TRASH ".deleted"

/*
 * Moves finished games that a killed program left to the kept ones, or removes them if none are
 * kept. Removes kept games that are older than settings->keep_games says, and what was deleted by a
 * program that no longer runs. Goes on after a failure; the error is the first one.
 */
bool kept_games_tidy(const Settings *settings, Error *error);

/* Returns when a game of the folder ended: the time in its name, or else that of its file. */
time_t kept_games_time(const char *path, const FileStamp *stamp);

typedef struct Collection Collection;

/* `watch`, which may be NULL, is called with the number of files that were read, of those that the
 * index does not have; if it stops the reading, the error is ERROR_STATE. Returns NULL with an
 * error; a file that cannot be read is an entry of the list instead. */
Collection *collection_open(const Settings *settings, const StorageWatch *watch, Error *error);

/* Opens only the games that the user can go on with: unfinished ones and seats that no program
 * plays, also a seat that waits for a rematch alone. It is fast, however many games are over. */
Collection *collection_open_unfinished(const Settings *settings, Error *error);

/* Also removes for good what was deleted. NULL is allowed. */
void collection_close(Collection *collection);

/* Reads again what has changed on the disk. The numbers of games change; what was deleted can still
 * be brought back. On failure the list stays as it was. */
bool collection_refresh(Collection *collection, Error *error);

size_t collection_count(const Collection *collection);

/* Returns a game by its number, from 0: the most recent. Valid until the next refresh, deletion or
 * undo. */
const GameInfo *collection_game(const Collection *collection, size_t number);

/*
 * Finds the games that have all words of the text in their players, variant, result, date or state,
 * or all games for "". Case does not matter, and a word may be a part of one, but not a number of
 * one. Stores their numbers in `found`, which has room for collection_count(). Returns how many
 * there are.
 */
size_t collection_search(const Collection *collection, const char *text, size_t *found);

/* Reads a game at its current ply, without the tags of an autosave. The caller frees it. Returns
 * NULL with an error for a seat on a server, and if the file is gone or damaged. */
Record *collection_load(const Collection *collection, size_t number, Error *error);

/* Gets the setup to resume an unfinished game, whose file is then locked. Fails for others. */
bool collection_resume(const Collection *collection, size_t number, const Settings *settings,
                       SessionSetup *setup, Error *error);

/* Gets the setup to show an unfinished game as it stands, which can be resumed later. Returns false
 * for a seat, and if its file is gone or damaged. */
bool collection_preview(const Collection *collection, size_t number, const Settings *settings,
                        SessionSetup *setup);

/* Gets the setup to look at a game that is over, with those who played it; a computer replaces a
 * player on a server. Fails for others. */
bool collection_show(const Collection *collection, size_t number, const Settings *settings,
                     SessionSetup *setup, Error *error);

/* Returns the seat of a game on a server, or NULL. */
const SavedSeat *collection_seat(const Collection *collection, size_t number);

/* Returns what the index has of a game that is over, or NULL. For game_tree.c. */
const struct IndexedGame *collection_kept(const Collection *collection, size_t number);

/* Writes a copy of a game to a file, as session_save does; a damaged one is copied as it is. */
bool collection_save(const Collection *collection, size_t number, const char *path, bool overwrite,
                     Error *error);

/* Deletes a game from the list and the disk. Fails for one that a program plays. The last
 * COLLECTION_DELETED_MAX can be brought back until collection_close. */
bool collection_delete(Collection *collection, size_t number, Error *error);

/* Returns the number of deleted games that can be brought back. */
size_t collection_deleted(const Collection *collection);

/* Brings back the game that was deleted last and sets its number. If the list cannot be read again,
 * the game is back on the disk alone, and the list stays as it was. */
bool collection_undelete(Collection *collection, size_t *number, Error *error);

#endif
