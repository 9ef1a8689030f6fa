/* Every call by which the store accesses its file fails in turn, and the power is cut at each call.
 * All acknowledged changes are stored, completely and once. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/text.h"
#include "../support/dump.h"
#include "../support/faulty_vfs.h"
#include "../support/scratch.h"
#include "server/loop/loop.h"
#include "server/loop/connections.h"
#include "server/store/maintenance.h"
#include "server/store/store_sqlite.h"
#include "../support/workload.h"

enum {
    TURNS = 6,
    CHECKPOINT_PAGES = 8 /* so that the workload has several checkpoints */
};

static Workload workload;
static char **stages; /* the contents after each batch without faults */
static char *path;

static Database *open_file(void) {
    return database_open(path, DATABASE_CREATE, NULL);
}

static void remove_file(void) {
    static const char *const endings[] = {"", "-wal", "-journal"};
    for (size_t i = 0; i < 3; i++) {
        char name[SCRATCH_PATH_SIZE + 10];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

/* Returns STORE_FULL, STORE_FAILED or STORE_DAMAGED if changes have that result, else STORE_OK. */
static StoreResult run_batch(Database *database, const WorkloadBatch *batch) {
    StoreCompletion completions[WORKLOAD_BATCH_MAX];
    StoreResult result = STORE_OK;
    dump_run(database, batch->requests, batch->count, completions);
    for (size_t i = 0; i < batch->count; i++) {
        if (completions[i].result == STORE_FULL || completions[i].result == STORE_FAILED ||
            (completions[i].result == STORE_DAMAGED && store_is_change(completions[i].kind)))
            result = completions[i].result;
        store_completion_free(&completions[i]);
    }
    return result;
}

static int begin(void **state) {
    if (scratch_make(state) != 0)
        return -1;
    faulty_install();
    path = memory_strdup(scratch_path("games.db"));
    workload = workload_create(TURNS);
    stages = memory_allocate((workload.count + 1) * sizeof *stages);
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    Database *database = open_file();
    for (size_t i = 0; i <= workload.count; i++) {
        stages[i] = dump_database(database);
        if (i < workload.count && run_batch(database, &workload.batches[i]) != STORE_OK)
            return -1;
        database_checkpoint(database, CHECKPOINT_PAGES);
    }
    database_close(database);
    remove_file();
    return 0;
}

static int end(void **state) {
    for (size_t i = 0; i <= workload.count; i++)
        free(stages[i]);
    free(stages);
    free(path);
    workload_free(&workload);
    return scratch_remove(state);
}

/* ---- one run ---- */

typedef struct Run {
    size_t done;    /* acknowledged batches */
    bool in_flight; /* one more may be stored */
    unsigned full;  /* batches refused by a full disk */
} Run;

static bool contents_match(Database *database, size_t stage) {
    char *dump = dump_database(database);
    bool same = dump && strcmp(dump, stages[stage]) == 0;
    free(dump);
    return same;
}

/* Runs the workload until its end or a failure. A batch refused by a full disk has no effect and is
 * repeated. */
static Run run_workload(FaultPlan plan) {
    Run run = {0};
    faulty_begin(plan);
    Database *database = open_file();
    while (database && run.done < workload.count) {
        StoreResult result = run_batch(database, &workload.batches[run.done]);
        run.in_flight = result == STORE_FAILED;
        if (result == STORE_FAILED || result == STORE_DAMAGED)
            break;
        if (result == STORE_FULL) {
            run.full++;
            faulty_heal();
            if (!contents_match(database, run.done))
                fail_msg("call %u: a batch that found no room has left a trace", plan.call);
            continue;
        }
        run.done++;
        database_checkpoint(database, CHECKPOINT_PAGES);
    }
    if (run.in_flight && run_batch(database, &workload.batches[0]) != STORE_FAILED)
        fail_msg("call %u: after a failure something was acknowledged", plan.call);
    if (run.done == workload.count && plan.fault != FAULT_CUT && !plan.lasting)
        assert_true(database->failure.code != ERROR_NONE || contents_match(database, run.done));
    database_close(database);
    return run;
}

/* Returns whether a new server finds the acknowledged batches, and perhaps the batch in flight, and
 * can continue. */
static bool recovers(const Run *run) {
    Database *database = open_file();
    bool good = database != NULL;
    size_t stage = run->done;
    if (good && !contents_match(database, stage))
        good = run->in_flight && contents_match(database, ++stage);
    for (; good && stage < workload.count; stage++)
        good = run_batch(database, &workload.batches[stage]) == STORE_OK;
    good = good && contents_match(database, workload.count);
    database_close(database);
    return good;
}

/* Makes each call fail in turn. Returns the number of calls. */
static unsigned fail_every_call(Fault fault, bool lasting, unsigned *full) {
    for (unsigned call = 1;; call++) {
        Run run = run_workload((FaultPlan){fault, call, lasting, false});
        bool failed = faulty_has_failed();
        *full += run.full;
        faulty_begin((FaultPlan){.fault = FAULT_NONE});
        if (!recovers(&run))
            fail_msg("call %u: after %zu of %zu batches the file is not right", call, run.done,
                     workload.count);
        remove_file();
        if (failed)
            continue;
        print_message("%u calls were made to fail, one a run\n", call - 1);
        return call;
    }
}

/* ---- tests ---- */

static void test_io_errors(void **state) {
    (void)state;
    unsigned full = 0;
    assert_true(fail_every_call(FAULT_IO, false, &full) > 200);
    assert_true(fail_every_call(FAULT_IO, true, &full) > 200);
    assert_int_equal(full, 0);
}

static void test_full_disk(void **state) {
    (void)state;
    unsigned full = 0;
    assert_true(fail_every_call(FAULT_FULL, true, &full) > 100);
    assert_true(full > 50);
}

static void test_short_writes(void **state) {
    (void)state;
    unsigned full = 0;
    assert_true(fail_every_call(FAULT_SHORT, false, &full) > 100);
    assert_true(full > 50);
}

/* Cuts the power at every call, with several outcomes each. Returns how often something was lost.
 */
static unsigned cut_power_at_every_call(bool no_syncs, unsigned ways, unsigned *cuts) {
    unsigned lost = 0;
    bool cut = true;
    for (unsigned call = 1; cut; call++) {
        for (unsigned way = 0; way < ways && cut; way++) {
            Run run = run_workload((FaultPlan){FAULT_CUT, call, true, no_syncs});
            cut = faulty_has_failed();
            faulty_crash(call * 16 + way);
            lost += !recovers(&run);
            remove_file();
            ++*cuts;
        }
    }
    return lost;
}

static void test_power_cuts(void **state) {
    (void)state;
    unsigned cuts = 0;
    assert_int_equal(cut_power_at_every_call(false, 2, &cuts), 0);
    print_message("%u power cuts\n", cuts);
    assert_true(cuts > 500);
}

/* Tests the test: the losses of a disk that does not sync are found. */
static void test_unsynced_disk_is_noticed(void **state) {
    (void)state;
    unsigned cuts = 0;
    unsigned lost = cut_power_at_every_call(true, 1, &cuts);
    print_message("%u of %u power cuts were noticed\n", lost, cuts);
    assert_true(lost > cuts / 4);
}

/* ---- the server ---- */

static void serve(const char *address, const char *log) {
    LoopOptions options = {.version = "test"};
    ServerSettings *settings = &options.settings;
    server_settings_default(settings);
    assert_true(text_copy(settings->listen.text[0], sizeof settings->listen.text[0], address));
    assert_true(text_copy(settings->database, sizeof settings->database, path));
    settings->listen.count = 1;
    settings->admin[0] = '\0';
    settings->limits.commands_per_s = settings->limits.games_per_minute = 0;
    faulty_begin((FaultPlan){.fault = FAULT_IO, .call = 200, .lasting = true});
    int status = freopen(log, "w", stderr) ? loop_run(&options) : 127;
    fflush(stderr);
    _exit(status);
}

/* Creates games until the server sends BYE. Returns the number of acknowledged games. */
static uint64_t create_games(int fd, char line[], int size) {
    uint64_t created = 0;
    FILE *replies = fdopen(fd, "r");
    assert_non_null(replies);
    while (fgets(line, size, replies) && strncmp(line, "!BYE", 4) != 0) {
        created += strncmp(line, "+NEW", 4) == 0;
        dprintf(fd, "NEW standard\n");
    }
    fclose(replies);
    return created;
}

/* The server stops if the store fails, and what it has acknowledged is stored. */
static void test_server_stops(void **state) {
    (void)state;
    char address[SCRATCH_PATH_SIZE], log[SCRATCH_PATH_SIZE], text[1024] = "";
    strcpy(address, scratch_path("clients"));
    strcpy(log, scratch_path("log"));
    pid_t server = fork();
    if (server == 0)
        serve(address, log);
    int fd, status;
    while ((fd = socket_connect(address, NULL)) < 0)
        assert_int_equal(waitpid(server, &status, WNOHANG), 0);
    uint64_t created = create_games(fd, text, sizeof text);
    assert_string_equal(text, "!BYE the server's database has failed retry=60\n");
    assert_int_equal(waitpid(server, &status, 0), server);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
    FILE *file = fopen(log, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(text, "the database has failed, stopping: "));

    StoreCompletion check;
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    assert_true(store_sqlite_check(path, &check, NULL));
    assert_int_equal(check.result, STORE_OK);
    assert_int_equal(check.totals.damaged, 0);
    assert_true(created > 0);
    assert_in_range(check.totals.games, created, created + 1);
    store_completion_free(&check);
    remove_file();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_io_errors),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_short_writes),
        cmocka_unit_test(test_power_cuts),
        cmocka_unit_test(test_unsynced_disk_is_noticed),
        cmocka_unit_test(test_server_stops),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
