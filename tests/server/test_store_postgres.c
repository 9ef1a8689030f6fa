/* The store in PostgreSQL: several servers on one database, what they refuse, and a database that
 * fails. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "../support/postgres_peer.h"
#include "../support/private_postgres.h"
#include "server/store/store_open.h"
#include "../support/workload.h"

enum { ID = 1000, SKIPPED = 77 };

static PrivatePostgres server;
static char uri[PRIVATE_POSTGRES_URI_SIZE]; /* an empty database for each test */
static PostgresPeer a, b;

static int begin(void **state) {
    (void)state;
    private_postgres_database(&server, uri);
    postgres_peer_forget_reports();
    return 0;
}

static void sql(const char *statements) {
    private_postgres_sql(uri, statements, NULL, 0);
}

static void assert_sql(const char *statement, const char *expected) {
    char value[200];
    private_postgres_sql(uri, statement, value, sizeof value);
    assert_string_equal(value, expected);
}

static void open_both(void) {
    postgres_peer_open(&a, uri);
    postgres_peer_open(&b, uri);
    postgres_peer_wait_for_members(&a, 2);
}

static void close_both(void) {
    postgres_peer_close(&b);
    postgres_peer_close(&a);
}

static StoreRequest with(StoreRequest request, uint64_t version, Role role) {
    request.version = version;
    request.role = role;
    return request;
}

/* A public game that nobody has. */
static StoreRequest create(uint64_t id) {
    return with(request_create(id, 60000), 0, ROLE_NONE);
}

static void assert_ok(PostgresPeer *peer, StoreRequest request) {
    StoreCompletion completion = postgres_peer_run(peer, request);
    if (completion.result != STORE_OK)
        fail_msg("a request of kind %d: %d %s", (int)request.kind, (int)completion.result,
                 completion.text ? completion.text : "");
    store_completion_free(&completion);
}

/* ---- several servers ---- */

static void test_members(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    assert_int_equal(a.member_count, 1);
    assert_int_equal(a.members[0], a.id);
    postgres_peer_open(&b, uri);
    assert_int_equal(b.member_count, 2);
    assert_true(b.id > a.id);
    postgres_peer_wait_for_members(&a, 2);
    assert_memory_equal(a.members, b.members, 2 * sizeof *a.members);
    uint64_t used = b.id;
    postgres_peer_close(&b);
    postgres_peer_wait_for_members(&a, 1);
    postgres_peer_open(&b, uri);
    assert_true(b.id > used);
    close_both();
}

/* Everything that one server stores reaches the other, once and in order, and not itself. */
static void test_news(void **state) {
    (void)state;
    open_both();
    StoreRequest move = request_move(ID, 0, "a2a3"), last = request_move(ID, 1, "a6a5");
    StoreRequest tell = request_of(STORE_TELL, ID), leave = request_of(STORE_LEAVE, ID);
    move.move.move.at_ms = 12345;
    last.move.end = (StoreEnd){{RESULT_BLACK, REASON_LION}, BLACK, 2, 0};
    tell.tell = (StoreTalk){SEAT_NONE, "B\303\266", "it's \"odd\" \\ {NULL}, 'no'?"};
    leave.leave.generation = 1;
    StoreRequest rematch = request_rematch(ID, STORE_OFFER_OPEN, WHITE);
    StoreRequest next = with(request_create(ID + 2, 0), 7, ROLE_BLACK);
    next.create.rematch_of = ID;
    assert_ok(&a, create(ID));
    assert_ok(&a, with(request_seat(ID, WHITE, 1, "Ada"), 1, ROLE_WHITE));
    assert_ok(&a, with(move, 2, ROLE_NONE));
    assert_ok(&a, tell);
    assert_ok(&a, with(last, 3, ROLE_NONE));
    assert_ok(&a, with(leave, 0, ROLE_WHITE));
    assert_ok(&a, with(leave, 0, ROLE_WHITE)); /* changes nothing */
    assert_ok(&a, with(request_of(STORE_ARRIVE, ID), 5, ROLE_BLACK));
    assert_ok(&a, with(rematch, 6, ROLE_NONE));
    assert_ok(&a, next);
    assert_ok(&a, create(ID + 4));
    assert_ok(&a, with(request_of(STORE_DELETE, ID + 4), 1, ROLE_NONE));
    postgres_peer_wait_for_news(&b, 12);
    assert_ok(&b, tell);
    postgres_peer_wait_for_news(&a, 1);
    assert_string_equal(a.text.bytes, "talk 1000 2 [B\303\266] it's \"odd\" \\ {NULL}, 'no'?\n");
    assert_string_equal(b.text.bytes, "change 1000 1\n"
                                      "change 1000 2 listed\n"
                                      "move 1000 3 listed 0 100 12345 a2a3 \n"
                                      "talk 1000 2 [B\303\266] it's \"odd\" \\ {NULL}, 'no'?\n"
                                      "move 1000 4 1 101 0 a6a5 lion\n"
                                      "change 1000 5\n"
                                      "change 1000 6\n"
                                      "change 1000 7\n"
                                      "change 1002 1 listed\n"
                                      "change 1000 8\n"
                                      "change 1004 1\n"
                                      "delete 1004 2\n");
    close_both();
}

/* Of two changes of a game at the same time one is a conflict, and it is told apart from a missing
 * game. */
static void test_conflicts(void **state) {
    (void)state;
    open_both();
    assert_ok(&a, create(ID));
    StoreRequest move = with(request_move(ID, 0, "a2a3"), 1, ROLE_NONE);
    store_submit_copy(a.store, &move);
    store_submit_copy(b.store, &move);
    StoreCompletion first = postgres_peer_next(&a), second = postgres_peer_next(&b);
    assert_true((first.result == STORE_OK) != (second.result == STORE_OK));
    assert_true((first.result == STORE_CONFLICT) != (second.result == STORE_CONFLICT));
    assert_int_equal(first.result == STORE_OK ? first.version : second.version, 2);
    const StoreRequest late[] = {
        with(request_seat(ID, WHITE, 1, "Ada"), 1, ROLE_WHITE),
        with(request_of(STORE_ARRIVE, ID), 3, ROLE_WHITE),
        with(request_draw(ID, STORE_OFFER_OPEN, 1), 1, ROLE_NONE),
        with(request_end(ID, (Outcome){RESULT_WHITE, REASON_RESIGNED}, BLACK, 1), 1, ROLE_NONE),
        with(request_of(STORE_DELETE, ID), 1, ROLE_NONE),
        with(request_move(ID, 1, "a6a5"), 1, ROLE_NONE),
    };
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        StoreRequest missing = late[i];
        missing.id = ID + 2;
        assert_int_equal(postgres_peer_result(&a, late[i]), STORE_CONFLICT);
        assert_int_equal(postgres_peer_result(&a, missing), STORE_MISSING);
    }
    assert_ok(&b, with(request_move(ID, 1, "a6a5"), 2, ROLE_NONE));
    close_both();
}

/* The creation of a rematch depends on the earlier game, and only one comes to be. */
static void test_rematch(void **state) {
    (void)state;
    open_both();
    StoreRequest next = create(ID + 2);
    next.create.rematch_of = ID;
    assert_int_equal(postgres_peer_result(&a, next), STORE_MISSING);
    assert_ok(&a, create(ID));
    next.version = 2;
    assert_int_equal(postgres_peer_result(&a, next), STORE_CONFLICT);
    next.version = 1;
    StoreRequest other = next;
    other.create.id = other.id = ID + 3;
    other.create.has_creator = false;
    store_submit_copy(a.store, &next);
    store_submit_copy(b.store, &other);
    StoreCompletion first = postgres_peer_next(&a), second = postgres_peer_next(&b);
    uint64_t made = first.result == STORE_OK ? ID + 2 : ID + 3;
    assert_true((first.result == STORE_OK) != (second.result == STORE_OK));
    assert_true((first.result == STORE_DUPLICATE) != (second.result == STORE_DUPLICATE));
    assert_int_equal(first.id, made);
    assert_int_equal(second.id, made);
    StoreGame *game = postgres_peer_load(&b, ID);
    assert_int_equal(game->version, 2);
    assert_int_equal(game->rematch_game, made);
    store_game_free(game);
    close_both();
}

/* ---- presences ---- */

static void assert_presence(PostgresPeer *peer, Role role, uint64_t at, uint64_t generation) {
    StoreGame *game = postgres_peer_load(peer, ID);
    assert_int_equal(game->presence[role].server, at);
    assert_int_equal(game->presence[role].generation, generation);
    store_game_free(game);
}

static size_t count_present(PostgresPeer *peer) {
    StoreCompletion list =
        postgres_peer_run(peer, (StoreRequest){.kind = STORE_LIST_PRESENT, .list = {.limit = 100}});
    size_t count = list.id_count;
    store_completion_free(&list);
    return count;
}

static void test_presences(void **state) {
    (void)state;
    open_both();
    assert_ok(&a, with(request_create(ID, 0), 0, ROLE_CREATOR));
    assert_presence(&b, ROLE_CREATOR, a.id, 1);
    StoreCompletion seat =
        postgres_peer_run(&a, with(request_seat(ID, BLACK, 1, "Ada"), 1, ROLE_BLACK));
    assert_int_equal(seat.result, STORE_OK);
    assert_int_equal(seat.version, 2);
    assert_int_equal(seat.generation, 1);
    StoreCompletion arrival =
        postgres_peer_run(&b, with(request_of(STORE_ARRIVE, ID), 2, ROLE_BLACK));
    assert_int_equal(arrival.result, STORE_OK);
    assert_int_equal(arrival.generation, 2);
    StoreRequest leave = with(request_of(STORE_LEAVE, ID), 0, ROLE_BLACK);
    leave.leave.generation = 1; /* the client that was replaced */
    StoreCompletion left = postgres_peer_run(&a, leave);
    assert_int_equal(left.result, STORE_OK);
    assert_int_equal(left.version, 3);
    assert_presence(&a, ROLE_BLACK, b.id, 2);
    leave.leave.generation = 2;
    left = postgres_peer_run(&b, leave);
    assert_int_equal(left.version, 4);
    assert_presence(&a, ROLE_BLACK, 0, 2);
    assert_int_equal(count_present(&b), 1);
    assert_int_equal(postgres_peer_result(&b, with(request_of(STORE_DELETE, ID), 4, ROLE_NONE)),
                     STORE_CONFLICT);
    leave = with(leave, 0, ROLE_CREATOR);
    leave.leave.generation = 1;
    assert_ok(&a, leave);
    assert_int_equal(count_present(&b), 0);
    leave.id = ID + 2;
    assert_int_equal(postgres_peer_result(&a, leave), STORE_MISSING);
    close_both();
}

/* A server that is closed leaves no presences, and the other server hears of it. */
static void test_presences_end(void **state) {
    (void)state;
    open_both();
    assert_ok(&a, with(request_create(ID, 0), 0, ROLE_WHITE));
    assert_int_equal(count_present(&b), 1);
    postgres_peer_close(&a);
    postgres_peer_wait_for_members(&b, 1);
    postgres_peer_wait_for_news(&b, 2);
    assert_string_equal(b.text.bytes, "change 1000 1 listed\nchange 1000 2\n");
    StoreGame *game = postgres_peer_load(&b, ID);
    assert_int_equal(game->presence[ROLE_WHITE].server, 0);
    assert_true(game->presence[ROLE_WHITE].left_ms > 0);
    store_game_free(game);
    postgres_peer_close(&b);
}

/* A server that does not show itself is buried; it notices, and goes on under another number. */
static void test_burying(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    postgres_peer_close(&a);
    sql("UPDATE clock SET stopped_ms = stopped_ms - 1000000"); /* so that 20 s ago was a time */
    open_both();
    uint64_t old = a.id;
    char age[100];
    assert_ok(&a, with(request_create(ID, 0), 0, ROLE_WHITE));
    snprintf(age, sizeof age, "UPDATE server SET beat_ms = beat_ms - 20000 WHERE id = %u",
             (unsigned)old);
    while (b.member_count == 2 && a.id == old) { /* it has heartbeats in between */
        sql(age);
        postgres_peer_hear(&b, 20);
        while (postgres_peer_hear(&a, 0))
            continue;
    }
    postgres_peer_wait_for_missed(&a, 1);
    assert_true(a.id > old);
    postgres_peer_wait_for_members(&a, 2);
    postgres_peer_wait_for_news(&b, 2);
    assert_string_equal(b.text.bytes, "change 1000 1 listed\nchange 1000 2\n");
    assert_presence(&a, ROLE_WHITE, 0, 1);
    assert_ok(&a, with(request_of(STORE_ARRIVE, ID), 2, ROLE_WHITE));
    assert_presence(&b, ROLE_WHITE, a.id, 2);
    while (b.members[0] == old || b.member_count != 2)
        assert_true(postgres_peer_hear(&b, PEER_WAIT_MS));
    close_both();
}

/* A request of a server that was buried a moment ago runs under its new number. */
static void test_buried_in_between(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    uint64_t old = a.id;
    sql("UPDATE server SET ended_ms = 1");
    assert_ok(&a, with(request_create(ID, 0), 0, ROLE_WHITE));
    assert_true(a.id > old);
    assert_int_equal(a.missed, 1);
    assert_presence(&a, ROLE_WHITE, a.id, 1);
    postgres_peer_close(&a);
}

/* A server gets no events of its own changes under its new number. */
static void test_no_news_of_its_own(void **state) {
    (void)state;
    char end[100];
    open_both();
    snprintf(end, sizeof end, "UPDATE server SET ended_ms = 1 WHERE id = %u", (unsigned)a.id);
    sql(end);
    assert_ok(&a, create(ID));
    postgres_peer_wait_for_news(&b, 1);
    postgres_peer_wait_for_times(&a, a.times + 2);
    assert_int_equal(a.news, 0);
    close_both();
}

/* A gap in the numbers of a server's batches means that news are missing. */
static void test_missed_news(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    sql("INSERT INTO server(number, beat_ms) VALUES(3, 9000000000000);"
        "INSERT INTO event SELECT 3, 0, 0, max(id), 0, false, 'batch' FROM server;"
        "INSERT INTO event SELECT 3, 1000, 5, max(id), 1, true, 'change' FROM server;");
    postgres_peer_wait_for_missed(&a, 1);
    assert_int_equal(a.news, 0);
    sql("UPDATE server SET number = 4 WHERE number = 3;"
        "INSERT INTO event SELECT 4, 0, 0, max(id), 0, false, 'batch' FROM server;"
        "INSERT INTO event SELECT 4, 1000, 6, max(id), 1, true, 'change' FROM server;");
    postgres_peer_wait_for_news(&a, 1); /* without a notification */
    assert_string_equal(a.text.bytes, "change 1000 6 listed\n");
    assert_int_equal(a.missed, 1);
    postgres_peer_close(&a);
}

/* ---- the service time ---- */

/* An outage and steps of the database's clock are left out; postgres_peer_hear() fails if it goes
 * back. */
static void test_service_time(void **state) {
    (void)state;
    enum { STEP_MS = 1000000 };
    postgres_peer_open(&a, uri);
    postgres_peer_wait_for_times(&a, 2);
    int64_t before = a.service_ms;
    sql("UPDATE clock SET last_ms = last_ms - 1000000, stopped_ms = stopped_ms - 1000000");
    postgres_peer_wait_for_times(&a, a.times + 3);
    sql("UPDATE clock SET last_ms = (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        " + 1000000, stopped_ms = stopped_ms + 1000000");
    postgres_peer_wait_for_times(&a, a.times + 3);
    assert_in_range(a.service_ms, before + 1, before + STEP_MS / 2);
    postgres_peer_close(&a);
}

/* ---- starting ---- */

static void ignore_notice(void *context) {
    (void)context;
}

static void *open_store(void *unused) {
    (void)unused;
    StoreOptions options = {.database = uri, .notify = ignore_notice};
    return store_open(&options, NULL);
}

/* Of servers that find an empty database at the same time, one makes the tables. */
static void test_first_start(void **state) {
    (void)state;
    enum { COUNT = 4 };
    pthread_t threads[COUNT];
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, open_store, NULL), 0);
    for (int i = 0; i < COUNT; i++) {
        void *store;
        pthread_join(threads[i], &store);
        assert_non_null(store);
        store_close(store);
    }
    assert_sql("SELECT count(*) FROM congo", "1");
    assert_sql("SELECT count(*) FROM server WHERE ended_ms IS NOT NULL", "4");
}

/* ---- what is refused ---- */

static void assert_refused(const char *database, const char *why) {
    Error error = {0};
    StoreOptions options = {.database = database};
    assert_null(store_open(&options, &error));
    if (!strstr(error.text, why))
        fail_msg("not \"%s\" but: %s", why, error.text);
    assert_null(strstr(error.text, "secret"));
}

static void test_refused_settings(void **state) {
    (void)state;
    char name[100], statement[400];
    private_postgres_sql(uri, "SELECT current_database()", name, sizeof name);
    for (int i = 0; i < 3; i++) {
        static const char *const levels[] = {"off", "local", "remote_write"};
        snprintf(statement, sizeof statement, "ALTER DATABASE %s SET synchronous_commit = %s", name,
                 levels[i]);
        sql(statement);
        assert_refused(uri, "synchronous_commit is");
    }
    snprintf(statement, sizeof statement, "ALTER DATABASE %s SET synchronous_commit = remote_apply",
             name);
    sql(statement);
    postgres_peer_open(&a, uri);
    postgres_peer_close(&a);
    sql("UPDATE congo SET version = 2");
    assert_refused(uri, "it has version 2, but this congod supports only versions up to 1");
    begin(NULL);
    sql("CREATE TABLE game(id integer)");
    assert_refused(uri, "its tables cannot be made");
    assert_sql("SELECT count(*) FROM pg_tables WHERE tablename IN ('congo', 'move')", "0");
}

/* Settings that are dangerous, but the operator's choice, are reported. */
static void test_warnings(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    postgres_peer_close(&a);
    assert_int_equal(postgres_peer_reports_with(" is off"), 0);
    sql("ALTER SYSTEM SET full_page_writes = off");
    sql("SELECT pg_reload_conf()");
    for (unsigned found = 0; found == 0;
         found = postgres_peer_reports_with("full_page_writes is off")) {
        postgres_peer_open(&a, uri);
        postgres_peer_close(&a);
    }
    sql("ALTER SYSTEM RESET full_page_writes");
    sql("SELECT pg_reload_conf()");
}

static void test_refused_databases(void **state) {
    (void)state;
    char other[2 * PRIVATE_POSTGRES_URI_SIZE];
    snprintf(other, sizeof other, "dbname=absent host=%s user=congo password=secret",
             server.folder);
    assert_refused(other, "database \"absent\" does not exist");
    assert_refused("host=/nowhere dbname=congo password=secret", "/nowhere");
    assert_refused("postgresql://congo:secret@[::1/congo", "malformed");
    sql("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0");
    snprintf(other, sizeof other, "dbname=ascii host=%s user=congo", server.folder);
    assert_refused(other, "expected the encoding UTF8");
    sql("CREATE ROLE weak LOGIN");
    snprintf(other, sizeof other, "dbname=congo host=%s user=weak", server.folder);
    assert_refused(other, "permission denied");
}

/* ---- a database that fails ---- */

/* Waits until the connection for heartbeats is there. */
static void wait_for_heartbeat(PostgresPeer *peer) {
    while (postgres_peer_hear(peer, 0))
        continue;
    postgres_peer_wait_for_times(peer, peer->times + 1);
}

static const char terminate[] =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'congod%'";

static void test_lost_connections(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    assert_ok(&a, create(ID));
    for (uint32_t ply = 0; ply < 10; ply++) {
        sql(terminate);
        assert_ok(&a, with(request_move(ID, ply, ply % 2 ? "a6a5" : "a2a3"), ply + 1, ROLE_NONE));
    }
    wait_for_heartbeat(&a);
    StoreGame *game = postgres_peer_load(&a, ID);
    assert_int_equal(game->count, 10);
    assert_int_equal(game->version, 11);
    store_game_free(game);
    postgres_peer_close(&a);
    unsigned lost = postgres_peer_reports_with("the connection to the database is lost");
    assert_in_range(lost, 1, 20);
    assert_int_equal(postgres_peer_reports_with("the connection to the database is back"), lost);
}

/* The heartbeats come back with a table that was away for a while, as when a backup is restored. */
static void test_missing_table(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    sql("ALTER TABLE event RENAME TO away");
    sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = 'congod'");
    for (int i = 0; i < 100 && postgres_peer_reports_with("its tables are not those") == 0; i++)
        postgres_peer_hear(&a, 50);
    sql("ALTER TABLE away RENAME TO event");
    assert_int_equal(postgres_peer_reports_with("its tables are not those"), 1);
    postgres_peer_wait_for_times(&a, a.times + 1);
    postgres_peer_close(&a);
    assert_int_equal(postgres_peer_reports_with("the connection to the database is back"), 1);
}

/* Requests wait for a database that was killed; the outage is told once. */
static void test_killed_database(void **state) {
    (void)state;
    open_both();
    assert_ok(&a, create(ID));
    postgres_peer_wait_for_news(&b, 1);
    private_postgres_crash(&server);
    StoreRequest move = with(request_move(ID, 0, "a2a3"), 1, ROLE_NONE);
    StoreRequest load = request_of(STORE_LOAD, ID);
    store_submit_copy(a.store, &move);
    store_submit_copy(b.store, &load);
    assert_false(postgres_peer_has_completion(&b, 300));
    private_postgres_again(&server);
    assert_int_equal(postgres_peer_next(&a).result, STORE_OK);
    StoreCompletion loaded = postgres_peer_next(&b);
    assert_int_equal(loaded.result, STORE_OK);
    store_completion_free(&loaded);
    postgres_peer_wait_for_news(&b, 2);
    assert_string_equal(b.text.bytes, "change 1000 1\nmove 1000 2 0 100 0 a2a3 \n");
    assert_int_equal(a.missed + b.missed, 0);
    wait_for_heartbeat(&a);
    wait_for_heartbeat(&b);
    close_both();
    /* One outage of each server, or of each of its two connections. */
    unsigned lost = postgres_peer_reports_with("requests wait until it is back");
    assert_in_range(lost, 2, 4);
    assert_int_equal(postgres_peer_reports_with("the connection to the database is back after"),
                     lost);
}

static void set_standbys(const char *setting) {
    sql(setting);
    sql("SELECT pg_reload_conf()");
}

/* A commit that waits for its standby is not acknowledged, not even when somebody ends the waiting:
 * the standby may become the primary without it. */
static void test_missing_standby(void **state) {
    static const char waiting[] = "SELECT count(*) FROM pg_stat_activity"
                                  " WHERE wait_event = 'SyncRep' AND query = 'COMMIT'";
    char count[20] = "0";
    uint32_t ply = 0;
    (void)state;
    postgres_peer_open(&a, uri);
    assert_ok(&a, create(ID));
    set_standbys("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    for (bool submitted = false; strcmp(count, "0") == 0;) {
        StoreRequest move =
            with(request_move(ID, ply, ply % 2 ? "a6a5" : "a2a3"), ply + 1, ROLE_NONE);
        if (!submitted)
            store_submit_copy(a.store, &move);
        submitted = !postgres_peer_has_completion(&a, 50);
        ply += !submitted;
        private_postgres_sql(uri, waiting, count, sizeof count);
    }
    sql("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    assert_false(postgres_peer_has_completion(&a, 2000));
    set_standbys("ALTER SYSTEM RESET synchronous_standby_names");
    StoreCompletion completion = postgres_peer_next(&a);
    assert_int_equal(completion.result, STORE_OK);
    StoreGame *game = postgres_peer_load(&a, ID);
    assert_int_equal(game->count, ply + 1);
    store_game_free(game);
    postgres_peer_close(&a);
}

/* A store whose database is away can be closed. */
static void test_closed_without_database(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    private_postgres_stop(&server);
    StoreRequest request = create(ID);
    store_submit_copy(a.store, &request);
    postgres_peer_close(&a);
    private_postgres_again(&server);
}

static void test_read_only(void **state) {
    (void)state;
    char name[100], statement[400];
    postgres_peer_open(&a, uri);
    private_postgres_sql(uri, "SELECT current_database()", name, sizeof name);
    snprintf(statement, sizeof statement,
             "ALTER DATABASE %s SET default_transaction_read_only = on", name);
    sql(statement);
    sql(terminate);
    StoreRequest request = create(ID);
    store_submit_copy(a.store, &request);
    assert_false(postgres_peer_has_completion(&a, 300));
    snprintf(statement, sizeof statement,
             "BEGIN READ WRITE; ALTER DATABASE %s SET default_transaction_read_only = off; COMMIT",
             name);
    sql(statement);
    assert_int_equal(postgres_peer_next(&a).result, STORE_OK);
    postgres_peer_close(&a);
}

/* Makes the changes of a game's row fail with a code. */
static void fail_with(const char *code, uint64_t id) {
    char statement[600];
    snprintf(statement, sizeof statement,
             "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS"
             " $$BEGIN RAISE 'the test says no' USING ERRCODE = '%s'; END$$;"
             "CREATE OR REPLACE TRIGGER fail BEFORE UPDATE ON game FOR EACH ROW"
             " WHEN (OLD.id = %llu) EXECUTE FUNCTION fail()",
             code, (unsigned long long)id);
    sql(statement);
}

/* A full disk refuses all changes of a batch, and answers its queries. */
static void test_full_disk(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    assert_ok(&a, create(ID));
    fail_with("53100", ID);
    assert_int_equal(postgres_peer_result(&a, with(request_move(ID, 0, "a2a3"), 1, ROLE_NONE)),
                     STORE_FULL);
    StoreGame *game = postgres_peer_load(&a, ID);
    assert_int_equal(game->version, 1);
    store_game_free(game);
    sql("DROP TRIGGER fail ON game");
    assert_ok(&a, request_of(STORE_PROBE, 0));
    assert_ok(&a, with(request_move(ID, 0, "a2a3"), 1, ROLE_NONE));
    postgres_peer_close(&a);
}

/* Makes changes of the rows of servers fail, as on a full disk, and counts the attempts. */
static void fail_servers(const char *operation, const char *condition) {
    char statement[600];
    snprintf(
        statement, sizeof statement,
        "CREATE SEQUENCE attempts MINVALUE 0;"
        "CREATE FUNCTION fail_server() RETURNS trigger LANGUAGE plpgsql AS"
        " $$BEGIN PERFORM nextval('attempts');"
        " RAISE 'the test says no' USING ERRCODE = '53100'; END$$;"
        "CREATE TRIGGER fail BEFORE %s ON server FOR EACH ROW %s EXECUTE FUNCTION fail_server()",
        operation, condition);
    sql(statement);
}

/* There is a pause between the attempts, so that they are no burden for the database. */
static void assert_attempts_pause(void) {
    char attempts[20] = "0";
    while (atoi(attempts) < 2) {
        postgres_peer_hear(&a, 50);
        private_postgres_sql(uri, "SELECT last_value FROM attempts", attempts, sizeof attempts);
    }
    sql("SELECT pg_sleep(2)");
    private_postgres_sql(uri, "SELECT last_value FROM attempts", attempts, sizeof attempts);
    assert_in_range(atoi(attempts), 2, 40);
}

static void test_no_room_for_heartbeats(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    fail_servers("UPDATE", "WHEN (OLD.beat_ms <> NEW.beat_ms)");
    assert_attempts_pause();
    sql("DROP TRIGGER fail ON server");
    postgres_peer_wait_for_times(&a, a.times + 1);
    postgres_peer_close(&a);
}

/* The end of a transaction is unknown, and cannot be found out. */
static void test_no_room_after_a_lost_commit(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    assert_ok(&a, create(ID));
    fail_servers("UPDATE", "WHEN (OLD.beat_ms = NEW.beat_ms AND OLD.number = NEW.number)");
    sql("CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS"
        " $$BEGIN PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(9); RETURN NEW; END$$;"
        "CREATE TRIGGER cut BEFORE UPDATE ON game FOR EACH ROW EXECUTE FUNCTION cut()");
    StoreRequest move = with(request_move(ID, 0, "a2a3"), 1, ROLE_NONE);
    store_submit_copy(a.store, &move);
    assert_attempts_pause();
    sql("DROP TRIGGER cut ON game; ALTER TABLE server DISABLE TRIGGER fail");
    assert_int_equal(postgres_peer_next(&a).result, STORE_OK);
    sql("CREATE TRIGGER cut BEFORE UPDATE ON game FOR EACH ROW EXECUTE FUNCTION cut();"
        "ALTER TABLE server ENABLE TRIGGER fail");
    move = with(request_move(ID, 1, "a6a5"), 2, ROLE_NONE);
    store_submit_copy(a.store, &move);
    postgres_peer_close(&a); /* gives up */
}

/* A server was buried and cannot have a new number. */
static void test_no_room_for_a_server(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    fail_servers("INSERT", "");
    sql("UPDATE server SET ended_ms = 1");
    StoreRequest request = create(ID);
    store_submit_copy(a.store, &request);
    assert_attempts_pause();
    sql("ALTER TABLE server DISABLE TRIGGER fail");
    assert_int_equal(postgres_peer_next(&a).result, STORE_OK);
    sql("ALTER TABLE server ENABLE TRIGGER fail; UPDATE server SET ended_ms = 1");
    request = create(ID + 2);
    store_submit_copy(a.store, &request);
    postgres_peer_close(&a); /* gives up */
}

/* Of many moves, only the one that meets damage is refused. */
static void test_damage(void **state) {
    (void)state;
    enum { GAMES = 5, BAD = 2 };
    postgres_peer_open(&a, uri);
    for (uint64_t i = 0; i < GAMES; i++)
        assert_ok(&a, create(ID + 2 * i));
    fail_with("XX001", ID + 2 * BAD);
    for (uint64_t i = 0; i < GAMES; i++) {
        StoreRequest move = with(request_move(ID + 2 * i, 0, "a2a3"), 1, ROLE_NONE);
        store_submit_copy(a.store, &move);
    }
    for (uint64_t i = 0; i < GAMES; i++) {
        StoreCompletion completion = postgres_peer_next(&a);
        assert_int_equal(completion.result, i == BAD ? STORE_DAMAGED : STORE_OK);
        store_completion_free(&completion);
    }
    StoreRequest seat = with(request_seat(ID + 2 * BAD, WHITE, 1, "Ada"), 1, ROLE_NONE);
    assert_int_equal(postgres_peer_result(&a, seat), STORE_DAMAGED);
    assert_ok(&a, with(request_seat(ID, WHITE, 1, "Ada"), 2, ROLE_NONE));
    postgres_peer_close(&a);
    assert_int_equal(postgres_peer_reports_with("the test says no"), 2);
}

/* After an unexpected error nothing is acknowledged any more. */
static void test_failure(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    assert_ok(&a, create(ID));
    fail_with("42501", ID);
    StoreCompletion completion =
        postgres_peer_run(&a, with(request_move(ID, 0, "a2a3"), 1, ROLE_NONE));
    assert_int_equal(completion.result, STORE_FAILED);
    assert_non_null(strstr(completion.text, "the test says no"));
    store_completion_free(&completion);
    assert_int_equal(postgres_peer_result(&a, request_of(STORE_LOAD, ID)), STORE_FAILED);
    assert_int_equal(postgres_peer_result(&a, create(ID + 2)), STORE_FAILED);
    postgres_peer_close(&a);
}

/* A batch that another one holds up forever is run again. */
static void test_deadlocks(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    assert_ok(&a, create(ID));
    fail_with("40P01", ID);
    StoreRequest move = with(request_move(ID, 0, "a2a3"), 1, ROLE_NONE);
    store_submit_copy(a.store, &move);
    assert_false(postgres_peer_has_completion(&a, 300));
    sql("DROP TRIGGER fail ON game");
    assert_int_equal(postgres_peer_next(&a).result, STORE_OK);
    fail_with("40P01", ID);
    move = with(request_move(ID, 1, "a6a5"), 2, ROLE_NONE);
    store_submit_copy(a.store, &move);
    postgres_peer_close(&a); /* gives up */
}

/* A session of the test's own, with a transaction that holds locks. */
static PGconn *hold(const char *statements) {
    PGconn *connection = PQconnectdb(uri);
    PQclear(PQexec(connection, "BEGIN"));
    PGresult *result = PQexec(connection, statements);
    assert_int_not_equal(PQresultStatus(result), PGRES_FATAL_ERROR);
    PQclear(result);
    return connection;
}

/* Waits until two sessions are blocked by others, in statements that name a table. */
static void wait_for_two(const char *table) {
    char query[200], value[8] = "";
    snprintf(query, sizeof query,
             "SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0"
             " AND query ~ '\\m%s\\M' AND datname = current_database()",
             table);
    while (strcmp(value, "2") != 0)
        private_postgres_sql(uri, query, value, sizeof value);
}

static unsigned count_repeats(void) {
    StoreStats of_a, of_b;
    store_stats(a.store, &of_a);
    store_stats(b.store, &of_b);
    return (unsigned)(of_a.repeats + of_b.repeats);
}

/* Two servers change the games ID and ID + 2 in batches of two, in opposite orders. Both batches
 * begin before one of the games is free, and both wait before the other is: neither transaction has
 * to be ended. */
static void assert_no_deadlock(StoreRequest of_a[2], StoreRequest of_b[2]) {
    PGconn *first = hold("SELECT FROM game WHERE id = 1000 FOR UPDATE"),
           *second = hold("SELECT FROM game WHERE id = 1002 FOR UPDATE"),
           *probes = hold("LOCK TABLE probe");
    StoreRequest probe = request_of(STORE_PROBE, 0);
    store_submit_copy(a.store, &probe);
    store_submit_copy(b.store, &probe);
    wait_for_two("probe");
    for (int i = 0; i < 2; i++) {
        store_submit_copy(a.store, &of_a[i]);
        store_submit_copy(b.store, &of_b[i]);
    }
    PQfinish(probes);
    assert_int_equal(postgres_peer_next(&a).result, STORE_OK);
    assert_int_equal(postgres_peer_next(&b).result, STORE_OK);
    wait_for_two("game");
    PQfinish(first);
    wait_for_two("game");
    PQfinish(second);
    for (int i = 0; i < 2; i++) {
        assert_true(postgres_peer_has_completion(&a, PEER_WAIT_MS));
        assert_true(postgres_peer_has_completion(&b, PEER_WAIT_MS));
    }
    assert_int_equal(count_repeats(), 0);
}

static void test_lock_order(void **state) {
    (void)state;
    uint64_t ids[] = {ID, ID + 2};
    StoreRequest leave[2], arrive[2], draw[2];
    open_both();
    for (int i = 0; i < 2; i++) {
        assert_ok(&a, create(ids[i]));
        arrive[i] = with(request_of(STORE_ARRIVE, ids[i]), 1, ROLE_WHITE);
        leave[i] = with(request_of(STORE_LEAVE, ids[i]), 0, ROLE_WHITE);
        leave[i].leave.generation = 1;
        draw[i] = with(request_draw(ids[i], STORE_OFFER_OPEN, 0), 2, ROLE_NONE);
    }
    assert_no_deadlock(arrive, (StoreRequest[2]){arrive[1], arrive[0]});
    assert_no_deadlock((StoreRequest[2]){draw[0], leave[1]}, (StoreRequest[2]){leave[0], draw[1]});
    close_both();
}

/* A game that is deleted and the one that it is the rematch of. */
static void test_lock_order_of_rematches(void **state) {
    (void)state;
    open_both();
    StoreRequest next = with(create(ID + 2), 2, ROLE_NONE);
    next.create.rematch_of = ID;
    Outcome outcome = {RESULT_BLACK, REASON_RESIGNED};
    assert_ok(&a, create(ID));
    assert_ok(&a, with(request_end(ID, outcome, WHITE, 0), 1, ROLE_NONE));
    assert_ok(&a, next);
    StoreRequest deletes[] = {with(request_of(STORE_DELETE, ID + 2), 1, ROLE_NONE),
                              request_of(STORE_PROBE, 0)};
    StoreRequest arrive[] = {with(request_of(STORE_ARRIVE, ID), 3, ROLE_WHITE),
                             with(request_of(STORE_ARRIVE, ID + 2), 1, ROLE_WHITE)};
    assert_no_deadlock(deletes, arrive);
    close_both();
}

/* ---- jobs ---- */

static void test_backup_is_rejected(void **state) {
    (void)state;
    postgres_peer_open(&a, uri);
    StoreCompletion completion = postgres_peer_run(
        &a, (StoreRequest){.kind = STORE_BACKUP, .backup = {.path = "/nowhere/copy"}});
    assert_int_equal(completion.result, STORE_REJECTED);
    assert_non_null(strstr(completion.text, "pg_dump"));
    store_completion_free(&completion);
    postgres_peer_close(&a);
}

static void test_check_without_server(void **state) {
    (void)state;
    Error error = {0};
    StoreCompletion check;
    assert_false(store_open_check(uri, &check, &error));
    store_completion_free(&check);
    postgres_peer_open(&a, uri);
    for (uint64_t i = 0; i < 50; i++) /* more than a piece */
        assert_ok(&a, create(ID + 2 * i));
    postgres_peer_close(&a);
    sql("INSERT INTO move VALUES(1001, 0, 0, 0, 'a2a3'), (5000, 0, 0, 0, 'a2a3')");
    sql("UPDATE game SET plies = 3 WHERE id = 1004");
    assert_true(store_open_check(uri, &check, NULL));
    assert_int_equal(check.result, STORE_OK);
    assert_int_equal(check.totals.games, 50);
    assert_int_equal(check.totals.damaged, 3);
    store_completion_free(&check);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_members, begin),
        cmocka_unit_test_setup(test_news, begin),
        cmocka_unit_test_setup(test_conflicts, begin),
        cmocka_unit_test_setup(test_rematch, begin),
        cmocka_unit_test_setup(test_presences, begin),
        cmocka_unit_test_setup(test_presences_end, begin),
        cmocka_unit_test_setup(test_burying, begin),
        cmocka_unit_test_setup(test_buried_in_between, begin),
        cmocka_unit_test_setup(test_no_news_of_its_own, begin),
        cmocka_unit_test_setup(test_missed_news, begin),
        cmocka_unit_test_setup(test_service_time, begin),
        cmocka_unit_test_setup(test_first_start, begin),
        cmocka_unit_test_setup(test_refused_settings, begin),
        cmocka_unit_test_setup(test_warnings, begin),
        cmocka_unit_test_setup(test_refused_databases, begin),
        cmocka_unit_test_setup(test_lost_connections, begin),
        cmocka_unit_test_setup(test_missing_table, begin),
        cmocka_unit_test_setup(test_killed_database, begin),
        cmocka_unit_test_setup(test_missing_standby, begin),
        cmocka_unit_test_setup(test_closed_without_database, begin),
        cmocka_unit_test_setup(test_read_only, begin),
        cmocka_unit_test_setup(test_full_disk, begin),
        cmocka_unit_test_setup(test_no_room_for_heartbeats, begin),
        cmocka_unit_test_setup(test_no_room_after_a_lost_commit, begin),
        cmocka_unit_test_setup(test_no_room_for_a_server, begin),
        cmocka_unit_test_setup(test_damage, begin),
        cmocka_unit_test_setup(test_failure, begin),
        cmocka_unit_test_setup(test_deadlocks, begin),
        cmocka_unit_test_setup(test_lock_order, begin),
        cmocka_unit_test_setup(test_lock_order_of_rematches, begin),
        cmocka_unit_test_setup(test_backup_is_rejected, begin),
        cmocka_unit_test_setup(test_check_without_server, begin),
    };
    if (!private_postgres_start(&server))
        return SKIPPED;
    /* After a crash, the server does not sync each file of all databases. */
    private_postgres_sql(server.uri, "ALTER SYSTEM SET recovery_init_sync_method = 'syncfs'", NULL,
                         0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    private_postgres_remove(&server);
    return failed;
}
