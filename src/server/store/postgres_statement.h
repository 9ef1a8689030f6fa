/*
 * The schema and the prepared statements of the store in PostgreSQL. The columns have the names of
 * the SQLite store (store_sqlite.c) and its words (store.h). What several servers need is added: a
 * game's version and number of plies, the presences, and the tables `server`, `event` and `clock`.
 *
 * Several servers change the same rows. They lock them in one order, so that no two wait for each
 * other: rows of servers by id, games by id, and then what only unique keys lock, by creator's
 * keys.
 */
#ifndef SERVER_STORE_POSTGRES_STATEMENT_H
#define SERVER_STORE_POSTGRES_STATEMENT_H

typedef enum PostgresStatement {
    STATEMENT_BEGIN,
    STATEMENT_COMMIT,
    STATEMENT_ROLLBACK,
    /* Begins the server's batch: gives it the next number, and an event that says so. Fails with a
     * division by zero if the server's row is not there or has another number. */
    STATEMENT_MARK,
    STATEMENT_NOTIFY,
    /* Changes. The parameters are the game's id and version, the server, the number of its batch
     * and the place in it; from the sixth on those of the change. The result is one row: the
     * version and the generation after it, or NULLs if it was not made, and the version that the
     * game had, or NULL if there is none. */
    STATEMENT_CREATE, /* further columns: the creator's game; the version and the rematch of the
                         earlier game */
    STATEMENT_PUT,
    STATEMENT_SEAT,
    STATEMENT_ARRIVE,
    STATEMENT_DRAW,
    STATEMENT_END,
    STATEMENT_REMATCH,
    STATEMENT_HIDE,
    STATEMENT_DELETE,
    STATEMENT_TELL,
    STATEMENT_CLOCK,
    STATEMENT_PROBE,
    /* Many at once, as arrays; the result has the place and the version of each that was made. */
    STATEMENT_MOVES,
    STATEMENT_LEAVES,
    STATEMENT_VERSIONS,   /* ids and versions of those of an array of games that are there */
    STATEMENT_LOCK_GAMES, /* an array of games, and those of which the games of another array, which
                             are to be deleted, are rematches */
    /* Queries. */
    STATEMENT_LOAD,
    STATEMENT_LIST_GAMES,
    STATEMENT_LIST_TIMED,
    STATEMENT_LIST_UNSTARTED,
    STATEMENT_LIST_FINISHED,
    STATEMENT_LIST_PRESENT,
    STATEMENT_COUNT_GAMES,
    STATEMENT_STRAY_MOVES, /* without a game, between two ids */
    /* Servers and their events. */
    STATEMENT_REGISTER,
    STATEMENT_NAME,         /* names a connection after its server */
    STATEMENT_END_OTHERS,   /* ends the other connections with a server's name */
    STATEMENT_LOCK_SERVER,  /* writes the row, without a change */
    STATEMENT_LOCK_SERVERS, /* two of them */
    STATEMENT_BATCH_EVENTS,
    STATEMENT_BURY,
    STATEMENT_LOCK_PRESENT, /* the games in which a buried server has clients */
    STATEMENT_END_PRESENCES,
    STATEMENT_TICK,
    STATEMENT_BEAT,
    STATEMENT_MEMBERS,
    STATEMENT_TIME,
    STATEMENT_NEWS,
    STATEMENT_LISTEN,
    STATEMENT_RELAX, /* lets a transaction end before it is durable */
    STATEMENT_CLEAR_EVENTS,
    STATEMENT_CLEAR_BURIED,
    STATEMENT_COUNT
} PostgresStatement;

/* The statements that make an empty database one of this version, NULL at the end. */
enum { POSTGRES_VERSION = 1 };
extern const char *const postgres_schema[];
extern const char *const postgres_statement_text[STATEMENT_COUNT];

/*
 * What PostgreSQL answers to each statement, as "TAG ROWS COLUMNS". The tag is the first word of
 * the command's; there is one row ("1"), at most one ("?") or any number ("*"); each column has the
 * form of its type: an integer (i), a boolean (b), bytes (x) or text (t), of which capitals may be
 * NULL. A statement without columns has only its tag.
 */
extern const char *const postgres_statement_answer[STATEMENT_COUNT];

#endif
