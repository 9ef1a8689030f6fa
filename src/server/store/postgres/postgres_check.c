#include <config.h>

#include "server/store/postgres/postgres_check.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "net/identity.h"
#include "server/store/check_report.h"
#include "server/store/postgres/postgres_rows.h"

enum { STEP_GAMES = 20 };

struct PostgresCheck {
    StoreKind kind;
    uint64_t request_id;
    uint64_t last_id; /* of the games checked */
    StoreCheckReport report;
};

PostgresCheck *postgres_check_begin(const StoreRequest *request) {
    PostgresCheck *check = memory_allocate(sizeof *check);
    check->kind = request->kind;
    check->request_id = request->request_id;
    return check;
}

void postgres_check_end(PostgresCheck *check) {
    check_report_free(&check->report);
    free(check);
}

/* Asks for a game, and for moves without a game between it and the one before. */
static void send_game(PostgresConnection *connection, uint64_t before, uint64_t id) {
    PostgresParameters game = {0}, range = {0};
    postgres_add_number(&game, (int64_t)id);
    postgres_add_number(&game, 0);
    postgres_add_number(&range, (int64_t)before);
    postgres_add_number(&range, (int64_t)id);
    postgres_send(connection, STATEMENT_STRAY_MOVES, &range);
    postgres_send(connection, STATEMENT_LOAD, &game);
}

static void receive_stray_moves(PostgresCheck *check, PostgresConnection *connection) {
    PGresult *result = postgres_receive(connection);
    for (int row = 0; row < PQntuples(result); row++)
        check_report_add(&check->report,
                         game_id_from_number((uint64_t)postgres_number(result, row, 0)).text,
                         "it has moves, but the game itself is missing");
    PQclear(result);
}

/* A game that was deleted after it was listed is no fault. */
static void receive_game(PostgresCheck *check, PostgresConnection *connection, uint64_t id) {
    StoreCompletion loaded = {.id = id};
    PGresult *result = postgres_receive(connection);
    if (result)
        postgres_rows_read_game(result, 0, &loaded);
    if (result && loaded.result != STORE_MISSING)
        check_report_add_game(&check->report, &loaded);
    PQclear(result);
    store_completion_free(&loaded);
}

/* Checks some games, and what lies behind the last. Returns whether there are no more. */
static bool check_games(PostgresCheck *check, PostgresConnection *connection, const PGresult *ids) {
    int count = PQntuples(ids);
    uint64_t before = check->last_id;
    postgres_clear(connection);
    for (int i = 0; i < count; i++) {
        uint64_t id = (uint64_t)postgres_number(ids, i, 0);
        send_game(connection, before, id);
        before = id;
    }
    if (count < STEP_GAMES)
        send_game(connection, before, INT64_MAX);
    postgres_send_end(connection);
    for (int i = 0; i < count + (count < STEP_GAMES); i++) {
        receive_stray_moves(check, connection);
        receive_game(check, connection, i < count ? (uint64_t)postgres_number(ids, i, 0) : 0);
    }
    postgres_receive_nothing(connection);
    check->last_id = before;
    return count < STEP_GAMES;
}

static bool reject(StoreCompletion *completion, const char *why) {
    completion->result = STORE_REJECTED;
    completion->text = memory_strdup(why);
    return true;
}

static bool step_check(PostgresCheck *check, PostgresConnection *connection,
                       StoreCompletion *completion) {
    PostgresParameters list = {0};
    postgres_add_number(&list, (int64_t)check->last_id);
    postgres_add_number(&list, STEP_GAMES);
    PGresult *ids = postgres_run(connection, STATEMENT_LIST_GAMES, &list);
    bool done = ids && check_games(check, connection, ids);
    PQclear(ids);
    if (connection->error.fault != POSTGRES_OK)
        return reject(completion, connection->error.why.text);
    if (done)
        check_report_take(&check->report, completion);
    return done;
}

bool postgres_check_step(PostgresCheck *check, PostgresConnection *connection,
                         StoreCompletion *completion) {
    *completion = (StoreCompletion){.kind = check->kind, .request_id = check->request_id};
    if (check->kind == STORE_BACKUP)
        return reject(completion, "a PostgreSQL database is backed up by PostgreSQL's own tools, "
                                  "such as pg_dump; see congo-cluster(7)");
    return step_check(check, connection, completion);
}
