/* The connection to PostgreSQL is cut at each message of the store and of the server in turn, and
 * each message of the server is spoiled. All requests have the same results as without faults, and
 * the database has the same contents. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "base/buffer.h"
#include "../support/dump.h"
#include "../support/postgres_peer.h"
#include "postgres_proxy.h"
#include "../support/private_postgres.h"
#include "../support/workload.h"

enum { ID = 1000, GAMES = 4, SKIPPED = 77 };

static PrivatePostgres server;
static PGconn *admin;
static char proxied[PRIVATE_POSTGRES_URI_SIZE];
static PostgresPeer peer;
static char *expected; /* of a run without a fault */
static const ProxyPlan no_fault = {.message = 0};

static StoreRequest with(StoreRequest request, uint64_t version, Role role) {
    request.version = version;
    request.role = role;
    return request;
}

/* Submits a request, or, with kind STORE_TOTALS, waits for the results of those before it. */
static const StoreRequest wait_here = {.kind = STORE_TOTALS};

static size_t make_requests(StoreRequest requests[64]) {
    static const Outcome resigned = {RESULT_WHITE, REASON_RESIGNED};
    size_t count = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        StoreRequest create =
            with(request_create(ID + 2 * i, 60000), 0, i < ROLE_COUNT ? (Role)i : ROLE_NONE);
        requests[count++] = create;
    }
    requests[count++] = wait_here;
    requests[count++] = with(request_seat(ID, WHITE, 1, "Ada"), 1, ROLE_WHITE);
    requests[count++] = with(request_of(STORE_ARRIVE, ID + 2), 1, ROLE_BLACK);
    requests[count++] = with(request_move(ID + 4, 0, "a2a3"), 1, ROLE_NONE);
    requests[count++] = with(request_move(ID + 6, 5, "a2a3"), 1, ROLE_NONE); /* a conflict */
    requests[count++] = with(request_move(ID + 8, 0, "a2a3"), 1, ROLE_NONE); /* missing */
    requests[count++] = request_of(STORE_LOAD, ID + 2);
    requests[count++] = wait_here;
    StoreRequest leave = with(request_of(STORE_LEAVE, ID + 2), 0, ROLE_BLACK);
    leave.leave.generation = 2;
    StoreRequest tell = request_of(STORE_TELL, ID);
    tell.tell = (StoreTalk){SEAT_NONE, "Bo", "hello"};
    requests[count++] = with(request_move(ID, 0, "a2a3"), 2, ROLE_NONE);
    requests[count++] = leave;
    requests[count++] = with(request_end(ID + 4, resigned, BLACK, 1), 2, ROLE_NONE);
    requests[count++] = with(request_of(STORE_DELETE, ID + 6), 1, ROLE_NONE);
    requests[count++] = tell;
    requests[count++] = wait_here;
    StoreRequest rematch = with(request_create(ID + 10, 0), 3, ROLE_NONE);
    rematch.create.rematch_of = ID + 4;
    requests[count++] = rematch;
    requests[count++] = with(request_draw(ID, STORE_OFFER_OPEN, 1), 3, ROLE_NONE);
    requests[count++] = wait_here;
    return count;
}

static void add_result(const StoreCompletion *completion, Buffer *text) {
    buffer_add_format(text, "%d %d %llu %llu %llu\n", (int)completion->kind,
                      (int)completion->result, (unsigned long long)completion->id,
                      (unsigned long long)completion->version,
                      (unsigned long long)completion->generation);
}

static void add_games(Buffer *text) {
    for (uint64_t i = 0; i <= GAMES + 1; i++) {
        StoreCompletion loaded = postgres_peer_run(&peer, request_of(STORE_LOAD, ID + 2 * i));
        add_result(&loaded, text);
        if (loaded.game)
            dump_game(loaded.game, text);
        store_completion_free(&loaded);
    }
}

/* Runs a statement and returns its first value, until the next one. */
static const char *run_sql(const char *sql) {
    static PGresult *result;
    PQclear(result);
    result = PQexec(admin, sql);
    if (PQresultStatus(result) != PGRES_COMMAND_OK && PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(admin));
    return PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
}

/* Runs the requests and returns what came of them, owned by the caller. Sets whether the fault has
 * happened. */
static char *run(ProxyPlan plan, bool *failed) {
    StoreRequest requests[64];
    Buffer text = {0};
    size_t count = make_requests(requests), submitted = 0;
    int before = atoi(run_sql("DELETE FROM game; DELETE FROM move; DELETE FROM event;"
                              " SELECT sum(number) FROM server"));
    postgres_proxy_plan(plan);
    for (size_t i = 0; i < count; i++) {
        store_submit_copy(peer.store, &requests[i]);
        submitted++;
        for (; requests[i].kind == STORE_TOTALS && submitted > 0; submitted--) {
            StoreCompletion completion = postgres_peer_next(&peer);
            add_result(&completion, &text);
            store_completion_free(&completion);
        }
    }
    *failed = postgres_proxy_has_failed();
    postgres_proxy_plan(no_fault);
    add_games(&text);
    /* Each change was told once, and each batch has its number. */
    buffer_add_string(&text,
                      run_sql("SELECT string_agg(game || ' ' || version || ' ' || kind || ' ' ||"
                              " coalesce(text, ''), ';' ORDER BY game, version, item) FROM event"
                              " WHERE item > 0"));
    int batches = atoi(run_sql("SELECT count(*) FROM event WHERE item = 0"));
    if (atoi(run_sql("SELECT sum(number) FROM server")) != before + batches)
        buffer_add_string(&text, "batches have no numbers of their own");
    if (peer.missed > 0 || peer.news > 0)
        buffer_add_string(&text, "news were missed, or came to their own server");
    buffer_add_string(&text, "\n");
    return buffer_take(&text);
}

static void open_peer(void) {
    postgres_proxy_expect();
    postgres_peer_open(&peer, proxied);
}

static int begin(void **state) {
    (void)state;
    bool failed;
    private_postgres_sql(server.uri, "ALTER SYSTEM SET fsync = off", NULL, 0);
    private_postgres_sql(server.uri, "SELECT pg_reload_conf()", NULL, 0);
    admin = PQconnectdb(server.uri);
    postgres_proxy_start(server.folder);
    snprintf(proxied, sizeof proxied, "host=%s dbname=congo user=congo", postgres_proxy_folder());
    open_peer();
    expected = run(no_fault, &failed);
    return 0;
}

static int end(void **state) {
    (void)state;
    free(expected);
    postgres_peer_close(&peer);
    PQfinish(admin);
    postgres_proxy_stop();
    return 0;
}

/* Returns whether the fault has happened. Fails with the first line that is not as expected. */
static bool run_with(ProxyPlan plan) {
    bool failed;
    char *text = run(plan, &failed), *line = text, *right = expected;
    while (*line && strcspn(line, "\n") == strcspn(right, "\n") &&
           strncmp(line, right, strcspn(line, "\n") + 1) == 0) {
        line += strcspn(line, "\n") + 1;
        right += strcspn(right, "\n") + 1;
    }
    if (*line || *right)
        fail_msg("message %u: expected %.900s\nnot %.900s", plan.message, right, line);
    free(text);
    return failed;
}

/* Has the fault at each message in turn. */
static void fail_at_every_message(ProxyFault fault, bool from_server) {
    unsigned runs = 0;
    while (run_with((ProxyPlan){fault, from_server, fault == PROXY_SHORT ? 1 : runs + 1}))
        runs++;
    print_message("%u messages had the fault, one a run\n", runs);
    assert_true(runs >= 20);
}

static void test_cuts_before_the_server(void **state) {
    (void)state;
    fail_at_every_message(PROXY_CUT, false);
}

static void test_cuts_before_the_store(void **state) {
    (void)state;
    fail_at_every_message(PROXY_CUT, true);
}

/* A row that comes twice or not at all is noticed, as is the end of a command, by which the results
 * after it would be those of others. */
static void test_messages_that_come_twice(void **state) {
    (void)state;
    fail_at_every_message(PROXY_TWICE, true);
}

static void test_messages_that_are_too_short(void **state) {
    (void)state;
    fail_at_every_message(PROXY_SHORT, true);
}

static void test_messages_that_are_lost(void **state) {
    (void)state;
    fail_at_every_message(PROXY_LOST, true);
}

/* The server is left with a part of a transaction, which locks games and waits for the rest. */
static void test_half_a_transaction(void **state) {
    (void)state;
    assert_true(run_with((ProxyPlan){PROXY_CUT_STORE, false, 4}));
}

/* A connection that hangs is given up. */
static void test_hanging_connection(void **state) {
    (void)state;
    assert_true(run_with((ProxyPlan){PROXY_HANG, true, 4}));
}

/* A store closes whether or not it can record its end in the database. */
static void test_cuts_at_the_end(void **state) {
    (void)state;
    unsigned message = 0;
    bool failed;
    do {
        postgres_proxy_plan((ProxyPlan){PROXY_CUT, true, ++message});
        postgres_peer_close(&peer);
        failed = postgres_proxy_has_failed();
        run_sql("DELETE FROM server"); /* it may not have ended there */
        open_peer();
    } while (failed);
    print_message("%u messages\n", message - 1);
    assert_true(message > 8);
    run_with(no_fault);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts_before_the_server),
        cmocka_unit_test(test_cuts_before_the_store),
        cmocka_unit_test(test_messages_that_come_twice),
        cmocka_unit_test(test_messages_that_are_too_short),
        cmocka_unit_test(test_messages_that_are_lost),
        cmocka_unit_test(test_cuts_at_the_end),
        cmocka_unit_test(test_half_a_transaction),
        cmocka_unit_test(test_hanging_connection),
    };
    if (!private_postgres_start(&server))
        return SKIPPED;
    int failures = cmocka_run_group_tests(tests, begin, end);
    private_postgres_remove(&server);
    return failures;
}
