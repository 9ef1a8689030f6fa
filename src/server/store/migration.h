/*
 * Files of older versions. A file of version N becomes one of version N + 1 in one transaction, so
 * that a crash leaves either the one or the other. Before the first, a copy is made beside the
 * file.
 *
 * To change the schema: raise DATABASE_VERSION, change sql_schema, give the last step the text that
 * sql_schema had, add a step to the table in migration.c, and add a file of the old version to
 * tests/server/data.
 */
#ifndef SERVER_STORE_MIGRATION_H
#define SERVER_STORE_MIGRATION_H

#include <stdbool.h>

#include "server/store/database.h"

/* Brings an open file from its version to DATABASE_VERSION and sets database->notice, which
 * names the copy. Returns false with an error if the file or the copy could not be written; then
 * the file is unchanged. The statements are not prepared. */
bool migration_run(Database *database, Error *error);

#endif
