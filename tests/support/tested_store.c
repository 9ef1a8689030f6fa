#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "tested_store.h"

#include "dump.h"
#include "memory_store.h"
#ifdef HAVE_LIBPQ
#include "private_postgres.h"
#endif
#include "scratch.h"
#include "server/store/store_open.h"
#include "server/store/store.h"
#include "workload.h"

struct TestedStore {
    const char *name;
    const char *(*database)(void); /* NULL: in memory */
    bool (*begin)(void);           /* NULL: nothing to do. Returns false if it is not installed */
    Store *(*open)(void);          /* NULL: opens the database */
    void (*run)(void);             /* runs the waiting requests; NULL: the store does by itself */
    void (*clear)(void);
    void (*damage)(const char *sql, uint64_t id);
    void (*forget_killed)(void); /* NULL: nothing to do */
    void (*end)(void);           /* likewise */
    StoreWaiter waiter;
    Store *store; /* NULL: closed */
};

/* ---- in memory ---- */

static MemoryStore *memory;

static Store *open_memory(void) {
    if (!memory)
        memory = memory_store_create();
    return memory_store_interface(memory);
}

static void run_memory(void) {
    memory_store_commit(memory, SIZE_MAX);
}

static void clear_memory(void) {
    if (memory)
        memory_store_free(memory);
    memory = NULL;
}

static void damage_memory(const char *sql, uint64_t id) {
    (void)sql;
    memory_store_damage(memory, id);
}

static TestedStore in_memory = {.name = "memory",
                                .open = open_memory,
                                .run = run_memory,
                                .clear = clear_memory,
                                .damage = damage_memory,
                                .end = clear_memory};

/* ---- SQLite ---- */

static const char *name_sqlite(void) {
    static char path[SCRATCH_PATH_SIZE];
    snprintf(path, sizeof path, "%s", scratch_path("tested.db"));
    return path;
}

static void clear_sqlite(void) {
    unlink(name_sqlite());
    unlink(scratch_path("tested.db-wal"));
}

static void damage_sqlite(const char *sql, uint64_t id) {
    sqlite3 *connection;
    (void)id;
    assert_int_equal(sqlite3_open(name_sqlite(), &connection), SQLITE_OK);
    assert_int_equal(sqlite3_exec(connection, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(connection), 1);
    sqlite3_close(connection);
}

static TestedStore in_sqlite = {
    .name = "SQLite", .database = name_sqlite, .clear = clear_sqlite, .damage = damage_sqlite};

/* ---- PostgreSQL ---- */

#ifdef HAVE_LIBPQ

static PrivatePostgres postgres;
static char postgres_uri[PRIVATE_POSTGRES_URI_SIZE];

static void clear_postgres(void) {
    private_postgres_database(&postgres, postgres_uri);
}

static bool begin_postgres(void) {
    bool started = private_postgres_start(&postgres);
    if (started)
        clear_postgres();
    return started;
}

static void end_postgres(void) {
    if (postgres_uri[0])
        private_postgres_remove(&postgres);
}

static const char *name_postgres(void) {
    return postgres_uri;
}

static void damage_postgres(const char *sql, uint64_t id) {
    (void)id;
    private_postgres_sql(postgres_uri, sql, NULL, 0);
}

static void forget_killed_postgres(void) {
    private_postgres_sql(postgres_uri,
                         "DO 'BEGIN IF to_regclass(''server'') IS NOT NULL THEN"
                         " UPDATE server SET ended_ms = beat_ms; END IF; END'",
                         NULL, 0);
}

static TestedStore in_postgres = {.name = "PostgreSQL",
                                  .database = name_postgres,
                                  .begin = begin_postgres,
                                  .clear = clear_postgres,
                                  .damage = damage_postgres,
                                  .forget_killed = forget_killed_postgres,
                                  .end = end_postgres};

#endif

/* ---- the stores ---- */

static TestedStore *const all[] = {
    &in_memory,
    &in_sqlite,
#ifdef HAVE_LIBPQ
    &in_postgres,
#endif
};
enum { STORE_COUNT = sizeof all / sizeof *all };

size_t tested_stores_begin(TestedStore *stores[TESTED_STORES_MAX]) {
    size_t count = 0;
    for (size_t i = 0; i < STORE_COUNT; i++) {
        store_waiter_begin(&all[i]->waiter);
        if (!all[i]->begin || all[i]->begin())
            stores[count++] = all[i];
    }
    return count;
}

void tested_stores_end(void) {
    for (size_t i = 0; i < STORE_COUNT; i++) {
        if (all[i]->end)
            all[i]->end();
        store_waiter_end(&all[i]->waiter);
    }
}

const char *tested_store_name(const TestedStore *tested) {
    return tested->name;
}

const char *tested_store_database(const TestedStore *tested) {
    return tested->database ? tested->database() : NULL;
}

Store *tested_store_of(TestedStore *tested) {
    return tested->store;
}

static Store *open_database(TestedStore *tested) {
    Error error = {0};
    StoreOptions options = {
        .database = tested->database(), .notify = store_waiter_notify, .context = &tested->waiter};
    Store *store = store_open(&options, &error);
    if (!store)
        fail_msg("%s", error.text);
    return store;
}

void tested_store_open(TestedStore *tested) {
    assert_null(tested->store);
    tested->store = tested->open ? tested->open() : open_database(tested);
}

void tested_store_close(TestedStore *tested) {
    store_close(tested->store);
    tested->store = NULL;
}

void tested_store_clear(TestedStore *tested) {
    if (tested->store)
        tested_store_close(tested);
    tested->clear();
}

void tested_store_damage(TestedStore *tested, uint64_t id) {
    char sql[100];
    snprintf(sql, sizeof sql, "DELETE FROM move WHERE game = %llu AND ply = 1",
             (unsigned long long)id);
    tested_store_close(tested);
    tested->damage(sql, id);
    tested_store_open(tested);
}

void tested_store_forget_killed(TestedStore *tested) {
    if (tested->forget_killed)
        tested->forget_killed();
}

/* ---- requests ---- */

static bool is_request(StoreKind kind) {
    return kind < STORE_NEWS;
}

StoreCompletion tested_store_next(TestedStore *tested) {
    StoreCompletion completion = {.kind = STORE_NEWS};
    if (tested->run)
        tested->run();
    do {
        store_completion_free(&completion);
        store_waiter_take(&tested->waiter, tested->store, -1, &completion);
    } while (!is_request(completion.kind));
    return completion;
}

/* Loads a game without its moves; NULL: there is none. */
static StoreGame *load_header(TestedStore *tested, uint64_t id) {
    StoreRequest request = request_of(STORE_LOAD, id);
    request.load.first = UINT32_MAX;
    store_submit_copy(tested->store, &request);
    return tested_store_next(tested).game;
}

/* Ends the presences of the seats that were taken, with which a game cannot be deleted. */
static void leave(TestedStore *tested, uint64_t id) {
    StoreGame *game = load_header(tested, id);
    for (Role role = ROLE_WHITE; game && role < ROLE_COUNT; role++) {
        StoreRequest request = request_of(STORE_LEAVE, id);
        request.role = role;
        request.leave.generation = game->presence[role].generation;
        if (game->presence[role].server == 0)
            continue;
        store_submit_copy(tested->store, &request);
        assert_int_equal(tested_store_next(tested).result, STORE_OK);
    }
    store_game_free(game);
}

static bool has_version(StoreKind kind) {
    return kind <= STORE_ARRIVE;
}

static uint64_t version_for(TestedStore *tested, const StoreRequest *request) {
    bool is_rematch = request->kind == STORE_CREATE && request->create.rematch_of != 0;
    StoreGame *game = load_header(tested, is_rematch ? request->create.rematch_of : request->id);
    uint64_t version = game ? game->version : 0;
    store_game_free(game);
    return version;
}

void tested_store_prepare(TestedStore *tested, StoreRequest *request) {
    if (tested->store->is_shared && request->kind == STORE_DELETE)
        leave(tested, request->id);
    else if (tested->store->is_shared && has_version(request->kind))
        request->version = version_for(tested, request);
}

StoreCompletion tested_store_run(TestedStore *tested, StoreRequest request) {
    tested_store_prepare(tested, &request);
    store_submit_copy(tested->store, &request);
    return tested_store_next(tested);
}

StoreResult tested_store_result(TestedStore *tested, StoreRequest request) {
    StoreCompletion completion = tested_store_run(tested, request);
    StoreResult result = completion.result;
    store_completion_free(&completion);
    return result;
}

StoreGame *tested_store_load(TestedStore *tested, uint64_t id) {
    StoreCompletion completion = tested_store_run(tested, request_of(STORE_LOAD, id));
    assert_int_equal(completion.result, STORE_OK);
    return completion.game;
}

char *tested_store_dump(TestedStore *tested) {
    Buffer text = {0};
    StoreRequest next = {.kind = STORE_LIST_GAMES, .list = {.limit = 100}};
    for (bool more = true; more;) {
        StoreCompletion list = tested_store_run(tested, next);
        for (size_t i = 0; i < list.id_count; i++) {
            StoreGame *game = tested_store_load(tested, next.list.after = list.ids[i]);
            dump_game(game, &text);
            store_game_free(game);
        }
        more = list.id_count > 0;
        store_completion_free(&list);
    }
    return buffer_take(&text);
}

void tested_store_run_workload(TestedStore *tested, size_t turns) {
    Workload workload = workload_create(turns);
    for (size_t batch = 0; batch < workload.count; batch++)
        for (size_t i = 0; i < workload.batches[batch].count; i++)
            tested_store_result(tested, workload.batches[batch].requests[i]);
    workload_free(&workload);
}
