#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <libpq-fe.h>

#include "private_postgres.h"

static PrivatePostgres server;

static int start(void **state) {
    (void)state;
    if (!private_postgres_start(&server))
        _exit(77);
    return 0;
}

static int end(void **state) {
    (void)state;
    private_postgres_remove(&server);
    return 0;
}

static void assert_count(const char *uri, const char *expected) {
    char count[8];
    private_postgres_sql(uri, "SELECT count(*) FROM t", count, sizeof count);
    assert_string_equal(count, expected);
}

static void databases_are_separate(void **state) {
    (void)state;
    char one[PRIVATE_POSTGRES_URI_SIZE], other[PRIVATE_POSTGRES_URI_SIZE];
    private_postgres_database(&server, one);
    private_postgres_database(&server, other);
    private_postgres_sql(one, "CREATE TABLE t AS SELECT 1", NULL, 0);
    private_postgres_sql(other, "CREATE TABLE t (i integer)", NULL, 0);
    assert_count(one, "1");
    assert_count(other, "0");
}

static void crash_ends_connections_and_keeps_commits(void **state) {
    (void)state;
    char uri[PRIVATE_POSTGRES_URI_SIZE];
    private_postgres_database(&server, uri);
    private_postgres_sql(uri, "CREATE TABLE t AS SELECT 1", NULL, 0);
    PGconn *connection = PQconnectdb(uri);
    assert_int_equal(PQstatus(connection), CONNECTION_OK);
    private_postgres_crash(&server);
    PQclear(PQexec(connection, "SELECT 1"));
    assert_int_equal(PQstatus(connection), CONNECTION_BAD);
    PQreset(connection);
    assert_int_equal(PQstatus(connection), CONNECTION_BAD);
    private_postgres_again(&server);
    PQreset(connection);
    assert_int_equal(PQstatus(connection), CONNECTION_OK);
    PQfinish(connection);
    assert_count(uri, "1");
    private_postgres_stop(&server);
    private_postgres_again(&server);
    assert_count(uri, "1");
}

static void standby_has_every_commit_and_takes_over(void **state) {
    (void)state;
    PrivatePostgres standby;
    char uri[PRIVATE_POSTGRES_URI_SIZE], value[8];
    private_postgres_standby(&server, &standby);
    private_postgres_either(&server, &standby, uri);
    private_postgres_sql(uri, "CREATE TABLE t AS SELECT 1", NULL, 0);
    private_postgres_sql(standby.uri, "SELECT pg_is_in_recovery()", value, sizeof value);
    assert_string_equal(value, "t");
    private_postgres_crash(&server);
    private_postgres_promote(&standby);
    assert_count(uri, "1");
    private_postgres_sql(uri, "INSERT INTO t VALUES (2)", NULL, 0);
    assert_count(standby.uri, "2");
    private_postgres_remove(&standby);
    assert_int_not_equal(access(standby.folder, F_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(databases_are_separate),
        cmocka_unit_test(crash_ends_connections_and_keeps_commits),
        cmocka_unit_test(standby_has_every_commit_and_takes_over),
    };
    return cmocka_run_group_tests(tests, start, end);
}
