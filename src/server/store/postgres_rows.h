/* Games and events in the results of statements. */
#ifndef SERVER_STORE_POSTGRES_ROWS_H
#define SERVER_STORE_POSTGRES_ROWS_H

#include <libpq-fe.h>

#include "base/buffer.h"
#include "server/store/store.h"

/* Reads the result of STATEMENT_LOAD into the completion of a LOAD of the game completion->id from
 * the ply `first` on: its result and the game, or the reason if it is damaged. Returns false if it
 * is that of another game. */
bool postgres_rows_read_game(const PGresult *result, uint32_t first, StoreCompletion *completion);

/* Reads the ids of a list with this limit. */
void postgres_rows_read_ids(const PGresult *result, size_t limit, StoreCompletion *completion);

/* The columns of an event. */
typedef enum EventColumn {
    EVENT_SERVER,
    EVENT_NUMBER,
    EVENT_ITEM, /* 0: the batch itself, without news */
    EVENT_GAME,
    EVENT_VERSION,
    EVENT_KIND,
    EVENT_LISTED,
    EVENT_TEXT
} EventColumn;

/* Writes the text of the event of a move or of talk; the string is added with its NUL. */
void postgres_rows_write_move(const StoreRequest *request, Buffer *text);
void postgres_rows_write_talk(const StoreTalk *talk, Buffer *text);

/* Returns the generation after a change of a kind, whose event a row has; 0: it has none. */
uint64_t postgres_rows_generation(const PGresult *result, int row, StoreKind kind);

/* Reads a row with the columns of an event into a completion STORE_NEWS. */
void postgres_rows_read_news(const PGresult *result, int row, StoreCompletion *completion);

#endif
