/*
 * The kept games of a folder, and the file `index` beside them. The index has of each game what a
 * list and the tree of openings need, with the name, size and time of its file. It is a cache: a
 * game whose file has changed is read again, and an index that is missing, damaged or of another
 * version of the program is made anew.
 */
#ifndef COLLECTION_GAME_INDEX_H
#define COLLECTION_GAME_INDEX_H

#include "base/file.h"
#include "collection/game_info.h"
#include "collection/variant_set.h"
#include "config/settings.h"
#include "play/storage.h"

typedef struct IndexedGame {
    GameInfo info;
    FileStamp stamp;
    char start[FEN_SIZE]; /* the start position; "" for an unreadable game */
    char *moves;          /* packed, for game_index_next_move; owned */
    size_t moves_length;
} IndexedGame;

typedef struct GameIndex {
    IndexedGame *games; /* sorted by path */
    size_t count;
    VariantSet variants;
} GameIndex;

/*
 * Reads the games of the folder into an empty index, and writes the index file if it has become
 * stale. `watch` is that of collection_open. Returns false with an error if the folder cannot be
 * read or the watch stopped the reading.
 */
bool game_index_read(GameIndex *index, const char *folder, const Settings *settings,
                     const StorageWatch *watch, Error *error);
void game_index_free(GameIndex *index);

/* Gets the next move of a game and moves *offset, which starts at 0, behind it. Returns false at
 * the end. The moves are not checked. */
bool game_index_next_move(const IndexedGame *game, size_t *offset, Move *move);

#endif
