/* Three congods over one PostgreSQL under load: a random congod is killed and restarted, or stopped
 * until the others take it for dead, or PostgreSQL is killed with all its processes, or a primary
 * whose synchronous standby is promoted. In the end
 * every congod tells the same: nothing acknowledged is missing, nothing is stored twice, nobody has
 * a seat without a right to it, and all watchers have seen the same moves. The numbers of kills are
 * CONGO_KILLS and CONGO_PAUSES of congods, CONGO_DATABASE_KILLS and CONGO_PRIMARY_KILLS. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/kills.h"
#include "../support/private_postgres.h"
#include "../support/scratch.h"

enum {
    SERVERS = 3,
    KILLS = 6,
    PAUSES = 0, /* each takes 12 s */
    DATABASE_KILLS = 2,
    PRIMARY_KILLS = 1,
    OUTAGE_MS = 300, /* at most */
    SKIPPED = 77
};

static PrivatePostgres postgres, standbys[2];
static unsigned primary; /* of `standbys` */

static int begin(void **state) {
    if (!private_postgres_start(&postgres))
        exit(SKIPPED);
    return scratch_make(state) == 0 && chdir(scratch_path("")) == 0 ? 0 : -1;
}

static int end(void **state) {
    private_postgres_remove(&postgres);
    return scratch_remove(state);
}

/* ---- PostgreSQL ---- */

/* The clients send, and wait, while the database is away. */
static void run_without_database(Load *load) {
    static unsigned outage;
    outage = (outage + 97) % OUTAGE_MS;
    load_run(load, outage, UINT32_MAX);
}

static void kill_postgres(Load *load) {
    private_postgres_crash(&postgres);
    run_without_database(load);
    private_postgres_again(&postgres);
}

static void test_kills(void **state) {
    (void)state;
    char uri[PRIVATE_POSTGRES_URI_SIZE];
    private_postgres_database(&postgres, uri);
    kills_run(&(KillsSetup){.servers = SERVERS,
                            .database = uri,
                            .server_kills = kills_wanted("CONGO_KILLS", KILLS),
                            .server_pauses = kills_wanted("CONGO_PAUSES", PAUSES),
                            .database_kills = kills_wanted("CONGO_DATABASE_KILLS", DATABASE_KILLS),
                            .kill_database = kill_postgres});
}

static void test_presence(void **state) {
    (void)state;
    char uri[PRIVATE_POSTGRES_URI_SIZE];
    private_postgres_database(&postgres, uri);
    kills_end_presence(&(KillsSetup){.servers = SERVERS, .database = uri});
}

/* ---- a primary and its standby ---- */

/* The standby becomes the primary, and the killed one the standby of it, from a new copy. */
static void kill_primary(Load *load) {
    PrivatePostgres *killed = &standbys[primary], *other = &standbys[!primary];
    private_postgres_crash(killed);
    run_without_database(load);
    private_postgres_promote(other);
    private_postgres_replace(other, killed);
    primary = !primary;
}

static void test_promoted_standbys(void **state) {
    (void)state;
    char uri[PRIVATE_POSTGRES_URI_SIZE];
    private_postgres_start(&standbys[0]);
    private_postgres_standby(&standbys[0], &standbys[1]);
    private_postgres_either(&standbys[0], &standbys[1], uri);
    kills_run(&(KillsSetup){.servers = SERVERS,
                            .database = uri,
                            .database_kills = kills_wanted("CONGO_PRIMARY_KILLS", PRIMARY_KILLS),
                            .kill_database = kill_primary});
    private_postgres_remove(&standbys[0]);
    private_postgres_remove(&standbys[1]);
}

/* ---- the test is tested ---- */

static char planted_uri[PRIVATE_POSTGRES_URI_SIZE];

static void change_database(const char *sql) {
    private_postgres_sql(planted_uri, sql, NULL, 0);
}

static void test_faults_are_found(void **state) {
    (void)state;
    private_postgres_database(&postgres, planted_uri);
    kills_find_plants(&(KillsSetup){
        .servers = SERVERS, .database = planted_uri, .change_database = change_database});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kills),
        cmocka_unit_test(test_presence),
        cmocka_unit_test(test_promoted_standbys),
        cmocka_unit_test(test_faults_are_found),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
