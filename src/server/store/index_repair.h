/* Damaged indexes are made anew from the rows, so that damage in an index harms no game. */
#ifndef SERVER_STORE_INDEX_REPAIR_H
#define SERVER_STORE_INDEX_REPAIR_H

#include "server/store/database.h"

/* Compares each index with the rows and makes those anew that differ or cannot be read, or all of
 * them: some damage is only met by changes. database->notice says what was done. Reads the whole
 * table of games. Outside a transaction. Returns SQLITE_OK, also if an index or the table remains
 * damaged, or the code of another failure. */
int index_repair(Database *database, bool all);

#endif
