#include <config.h>

#include "server/store/index_repair.h"

#include <stdio.h>
#include <string.h>

#include "base/fnv.h"

/* An index, and queries for its entries by itself and by the rows of the table. */
typedef struct IndexEntries {
    const char *name, *entries, *rows;
} IndexEntries;

static const IndexEntries indexes[] = {
    {"maker", "SELECT id, maker FROM game INDEXED BY maker ORDER BY maker",
     "SELECT id, maker FROM game NOT INDEXED"},
    {"clocked", "SELECT id FROM game INDEXED BY clocked WHERE base_ms > 0 AND reason IS NULL",
     "SELECT id FROM game NOT INDEXED WHERE base_ms > 0 AND reason IS NULL"},
    {"unmoved", "SELECT id, created_ms FROM game INDEXED BY unmoved WHERE moved = 0",
     "SELECT id, created_ms FROM game NOT INDEXED WHERE moved = 0"},
};

static int execute(Database *database, const char *sql) {
    return sqlite3_exec(database->connection, sql, NULL, NULL, NULL);
}

/* Adds up the hashes of all rows of a query, in whatever order they come. */
static int sum_rows(Database *database, const char *sql, uint64_t *sum) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(database->connection, sql, -1, &statement, NULL);
    *sum = 0;
    while (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        uint64_t hash = fnv_number(FNV_START, (uint64_t)sqlite3_column_int64(statement, 0));
        if (sqlite3_column_count(statement) > 1) {
            const void *bytes = sqlite3_column_blob(statement, 1);
            hash = fnv_bytes(hash, bytes, (size_t)sqlite3_column_bytes(statement, 1));
        }
        *sum += hash;
        code = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* If the table cannot be read, there is nothing to compare with. */
static bool is_sound(Database *database, const IndexEntries *index) {
    uint64_t entries, rows;
    if (sum_rows(database, index->entries, &entries) != SQLITE_OK)
        return false;
    return sum_rows(database, index->rows, &rows) != SQLITE_OK || entries == rows;
}

/* Forgets an index and makes another. Its pages remain unused: SQLite would free them by following
 * the numbers of pages in them, and one that is damaged may be the number of a page of the games.
 */
static int replace_index(Database *database, const IndexEntries *index) {
    sqlite3_stmt *statement = NULL;
    char create[200] = "", sql[200];
    snprintf(sql, sizeof sql, "SELECT sql FROM sqlite_schema WHERE name = '%s'", index->name);
    int code = sqlite3_prepare_v2(database->connection, sql, -1, &statement, NULL);
    if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        snprintf(create, sizeof create, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    snprintf(sql, sizeof sql,
             "PRAGMA writable_schema=ON; DELETE FROM sqlite_schema WHERE name = '%s';"
             "PRAGMA writable_schema=RESET",
             index->name);
    if (code == SQLITE_OK)
        code = execute(database, sql);
    return code == SQLITE_OK ? execute(database, create) : code;
}

/* Only this may write the schema. */
static int remake_index(Database *database, const IndexEntries *index) {
    sqlite3_db_config(database->connection, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
    int code = execute(database, "BEGIN IMMEDIATE");
    if (code == SQLITE_OK)
        code = replace_index(database, index);
    if (code == SQLITE_OK)
        code = execute(database, "COMMIT");
    if (!sqlite3_get_autocommit(database->connection))
        execute(database, "ROLLBACK");
    execute(database, "PRAGMA writable_schema=RESET");
    sqlite3_db_config(database->connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return code;
}

int index_repair(Database *database, bool all) {
    for (size_t i = 0; i < sizeof indexes / sizeof *indexes; i++) {
        const IndexEntries *index = &indexes[i];
        if (!all && is_sound(database, index))
            continue;
        int code = remake_index(database, index);
        if (code == SQLITE_OK)
            error_set(&database->notice, ERROR_STATE,
                      "a page of the database is damaged; the index \"%s\" has been made anew",
                      index->name);
        else if (!database_is_damage(code))
            return code;
    }
    return SQLITE_OK;
}
