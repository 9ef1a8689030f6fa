/*
 * Reading games from the store's file, with their checksums: a game's row has one over its columns,
 * and each move one over the game's id and all moves up to it. The last move of a game that is not
 * over is marked, and how many moves a game has that is over is in its row. So a row that was lost,
 * changed or moved elsewhere is noticed whenever its game is loaded, and when it is changed, except
 * that a move after the first checks only the move before it if the server knows that move's
 * checksum. The checksums are FNV-1a (base/fnv.h), against accidents only.
 *
 * The functions set the completion's result, STORE_MISSING and STORE_DAMAGED included, and return
 * SQLITE_OK, or return the code with which the transaction fails.
 */
#ifndef SERVER_STORE_GAME_LOAD_H
#define SERVER_STORE_GAME_LOAD_H

#include "server/store/store_sqlite.h"

/* A row of the table `game`. */
typedef struct GameRow {
    StoreGame game; /* without moves */
    bool moved;     /* it has moves */
    uint64_t sum;   /* as stored */
} GameRow;

static inline bool game_row_is_over(const GameRow *row) {
    return row->game.end.outcome.reason != REASON_NONE;
}

/* Returns the checksum of the columns. */
uint64_t game_row_sum(const GameRow *row);

/* Reads a row, which must have its checksum. */
int game_row_load(Database *database, uint64_t id, GameRow *row, StoreCompletion *completion);

/* The end of a game's moves. */
typedef struct MoveTail {
    uint32_t count; /* of the moves */
    uint64_t hash;  /* the checksum of the last, or where the checksums begin */
} MoveTail;

int game_load_tail(Database *database, const GameRow *row, MoveTail *tail,
                   StoreCompletion *completion);

/* Loads the game completion->id without the moves before the ply `first`, which are checked too. */
int game_load(Database *database, uint32_t first, StoreCompletion *completion);

#endif
