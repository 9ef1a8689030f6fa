/* A congod under load is killed at random moments and restarted, again and again; its clients come
 * back and continue, with moves, ends, rematches, kept seats and claims, and take their seats over
 * from themselves. In the end nothing acknowledged is missing, nothing is stored twice, nobody has
 * a seat without a right to it, and all watchers have seen the same moves. CONGO_KILLS is the
 * number of kills, 60 by default, and CONGO_CLAIM_KILLS that of more kills among claims, each of
 * which takes a minute, 1 by default. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "../support/kills.h"
#include "../support/scratch.h"

enum { KILLS = 60, CLAIM_KILLS = 1 };

static int begin(void **state) {
    return scratch_make(state) == 0 && chdir(scratch_path("")) == 0 ? 0 : -1;
}

static void test_kills(void **state) {
    (void)state;
    kills_run(&(KillsSetup){.servers = 1,
                            .database = "games.db",
                            .server_kills = kills_wanted("CONGO_KILLS", KILLS),
                            .claim_kills = kills_wanted("CONGO_CLAIM_KILLS", CLAIM_KILLS)});
}

static void change_database(const char *sql) {
    sqlite3 *file;
    assert_int_equal(sqlite3_open("games.db", &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_true(sqlite3_changes(file) > 0);
    sqlite3_close(file);
}

static void test_faults_are_found(void **state) {
    (void)state;
    kills_find_plants(&(KillsSetup){.servers = 1,
                                    .database = "games.db",
                                    .change_database = change_database,
                                    .has_checksums = true});
}

/* ---- seats that two connections have ---- */

/* What the load reads instead of what the server sends, of the same length. */
static const struct {
    const char *sent, *read, *expected;
} lies[] = {
    {"-@f NOTSEATED", "+@f PONG 4321", "+@f PONG"}, /* the former connection moves */
    {"!REPLACED ", "!REPLAYED ", "-@f NOTSEATED"},  /* the former connection is told nothing */
};
static size_t lie = SIZE_MAX; /* an index; none at first */

ssize_t __real_recv(int file, void *bytes, size_t size, int flags);
ssize_t __wrap_recv(int file, void *bytes, size_t size, int flags);

ssize_t __wrap_recv(int file, void *bytes, size_t size, int flags) {
    ssize_t got = __real_recv(file, bytes, size, flags);
    char *place = bytes;
    if (got <= 0 || lie == SIZE_MAX)
        return got;
    size_t length = strlen(lies[lie].sent);
    while ((place = memmem(place, (size_t)got - (size_t)(place - (char *)bytes), lies[lie].sent,
                           length)) != NULL)
        memcpy(place, lies[lie].read, length);
    return got;
}

static void test_shared_seats_are_found(void **state) {
    (void)state;
    for (lie = 0; lie < sizeof lies / sizeof *lies; lie++)
        kills_find_unexpected(&(KillsSetup){.servers = 1, .database = "games.db"},
                              lies[lie].expected);
    lie = SIZE_MAX;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kills),
        cmocka_unit_test(test_faults_are_found),
        cmocka_unit_test(test_shared_seats_are_found),
    };
    return cmocka_run_group_tests(tests, begin, scratch_remove);
}
