/* Requests as SQL, within a transaction. The functions set the completion's result and return
 * SQLITE_OK, or return the code with which the transaction fails. */
#ifndef SERVER_STORE_QUERY_H
#define SERVER_STORE_QUERY_H

#include "server/store/database.h"

/* Runs a change. */
int query_write(Database *database, const StoreRequest *request, StoreCompletion *completion);

/* Runs a query. After an error the completion has what could be read. */
int query_read(Database *database, const StoreRequest *request, StoreCompletion *completion);

#endif
