/* Single requests as statements, and their results as completions. */
#ifndef SERVER_STORE_POSTGRES_CHANGES_H
#define SERVER_STORE_POSTGRES_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/store/postgres_connection.h"
#include "server/store/store.h"

/* A batch's changes belong to a server and have the number of its batch; see STATEMENT_MARK. */
typedef struct PostgresMark {
    uint32_t server;
    uint64_t number;
} PostgresMark;

/* The item of a change in the table of events, and the place of the change from its item. A change
 * of two games has a second event, one higher. */
static inline int postgres_item(size_t place) {
    return (int)(2 * place + 1);
}
static inline size_t postgres_item_place(int64_t item) {
    return (size_t)(item - 1) / 2;
}

/* Sends a change that is neither a STORE_MOVE nor a STORE_LEAVE, as one statement. */
void postgres_changes_send(PostgresConnection *connection, const StoreRequest *request,
                           PostgresMark mark, size_t place);

/* Returns whether a result is that of the change at `place`. */
bool postgres_changes_is_result(const PGresult *result, size_t place);

/* Reads its result. Returns false if nothing can be said yet: a game appeared at the same moment,
 * and the change has to run again. */
bool postgres_changes_read(const PGresult *result, const StoreRequest *request,
                           StoreCompletion *completion);

/* Sets the completion of a change that was made. */
void postgres_changes_set_made(const StoreRequest *request, uint64_t version, uint64_t generation,
                               StoreCompletion *completion);

/* Send many moves or leaves as one statement. `places` are those of the requests, in the order of
 * the games' ids. */
void postgres_changes_send_moves(PostgresConnection *connection, StoreRequest *const *requests,
                                 const size_t *places, size_t count, PostgresMark mark);
void postgres_changes_send_leaves(PostgresConnection *connection, StoreRequest *const *requests,
                                  const size_t *places, size_t count, PostgresMark mark);

/* Asks for the versions of the games of the requests at `places`. */
void postgres_changes_send_versions(PostgresConnection *connection, StoreRequest *const *requests,
                                    const size_t *places, size_t count);

/* Locks the games that the requests at `places` change, by ascending ids. */
void postgres_changes_send_locks(PostgresConnection *connection, StoreRequest *const *requests,
                                 const size_t *places, size_t count);

/* Sends a query, and reads its result into a completion. Returns false if it is that of another
 * query. */
void postgres_changes_send_query(PostgresConnection *connection, const StoreRequest *request);
bool postgres_changes_read_query(const PGresult *result, const StoreRequest *request,
                                 StoreCompletion *completion);

#endif
