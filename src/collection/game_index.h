/*
 * The kept games of a folder, and the file `index` beside them. The index has of each game what a
 * list and the tree of openings need, with the name, size and time of its file. It is a cache: a
 * game whose file has changed is read again, and an index that is missing, damaged or of another
 * version of the program is made anew.
 */
#ifndef COLLECTION_GAME_INDEX_H
#define COLLECTION_GAME_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/buffer.h"
#include "base/file.h"
#include "collection/variant_set.h"
#include "config/settings.h"
#include "play/session.h"
#include "play/storage.h"
#include "rules/fen.h"
#include "rules/record.h"

/* ---- what a list shows of a game ---- */

typedef enum GameKind {
    GAME_UNFINISHED, /* its autosave: collection_resume resumes it */
    GAME_ON_SERVER,  /* a seat in a network game: collection_seat */
    GAME_IN_PLAY,    /* one of these, but a running program plays it now, perhaps this one */
    GAME_KEPT,       /* over */
    GAME_UNREADABLE  /* a file that is damaged: only `path`, `played` and `problem` are set */
} GameKind;

typedef struct GameInfo {
    char *path; /* NULL for a seat, whose moves are on its server; owned, as are the other pointers
                   but `variant` */
    GameKind kind;
    time_t played; /* when it ended, or was last played */
    /* "You", "Computer, level 3", a name, or "" for one of two people without names. */
    char *name[COLOR_COUNT];
    bool known[COLOR_COUNT]; /* the kind of the player is known: kind, advisor and level are set */
    PlayerKind player[COLOR_COUNT];
    AdvisorKind advisor[COLOR_COUNT];
    int level[COLOR_COUNT];
    bool has_user;          /* exactly one player is the person at this terminal ... */
    Color user;             /* ... the player of this side */
    const Variant *variant; /* of the collection; NULL: unknown */
    Outcome outcome;
    size_t plies;       /* up to the current one */
    char fen[FEN_SIZE]; /* the last position; "": unknown */
    char *server;       /* of a network game, and its id; NULL: none */
    char *id;
    char *problem; /* of an unreadable file: one sentence; NULL: none */
} GameInfo;

/* Reads the first game of a file; owned by the caller. Returns NULL with an error. */
Record *game_info_read_file(const char *path, Error *error);

/* Describes a game at its current ply: all but `path`, `kind` and `played`. The settings are those
 * of session_setup_preview. The info borrows the record's variant. */
void game_info_read(const Record *record, const Settings *settings, GameInfo *info);

/* Returns the id of a game that was played on a server, by the tags of its autosave; NULL for a
 * local game, also one that goes on from such a game. */
const char *game_info_network_id(const Record *record);

/* Makes a computer take the place of a player on a server, in the tags of an autosave. */
void game_info_replace_remote(Record *record);

/* The user's result in a finished game. */
typedef enum UserResult { USER_NO_RESULT, USER_LOST, USER_DREW, USER_WON } UserResult;

/* Returns USER_NO_RESULT for a game that is not over, was aborted, or has no user. */
UserResult game_info_user_result(const GameInfo *info);

/* Sets up the last position, which borrows the variant. Returns false if it is unknown. */
bool game_info_position(const GameInfo *info, Position *position);

void game_info_free(GameInfo *info);

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
