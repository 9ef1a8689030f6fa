/*
 * Bits of every page of a small database are flipped. The server's store does not crash, serves no
 * game otherwise than it was, and plays all games whose rows are not on that page; a copy without
 * the damaged games, as congod(8) advises, plays all others. CORRUPTION_FLIPS is the number of bits
 * for each page, one in a run.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "../support/dump.h"
#include "../support/faulty_vfs.h"
#include "net/identity.h"
#include "pages.h"
#include "rules/coordinate.h"
#include "rules/record.h"
#include "../support/scratch.h"
#include "server/store/maintenance.h"
#include "server/store/store_open.h"
#include "server/store/store_sqlite.h"
#include "../support/workload.h"

enum {
    GAMES = 100,
    MOVES_MAX = 40,
    FLIPS = 4,
    STAGES = 3,
    BATCH_MAX = GAMES + 8,
    HANG_SECONDS = 3600
};

/* A game of the undamaged file, and what is done with it: a move, then a draw offer. */
typedef struct TestGame {
    uint64_t id;
    bool over;
    StoreRequest move;
    char *texts[STAGES]; /* its contents before, after the move, and after the offer; owned */
} TestGame;

static TestGame games[GAMES];
static char *path, *file;
static size_t file_size;
static PageGames pages[PAGES_MAX];

/* ---- requests ---- */

static void run(Database *database, const StoreRequest *requests, size_t count,
                StoreCompletion *completions) {
    dump_run(database, requests, count, completions);
    for (size_t i = 0; i < count; i++)
        if (completions[i].result == STORE_FAILED || completions[i].result == STORE_FULL)
            fail_msg("request %zu of kind %d: %s", i, (int)requests[i].kind, completions[i].text);
}

static StoreResult run_one(Database *database, StoreRequest request) {
    StoreCompletion completion;
    run(database, &request, 1, &completion);
    store_completion_free(&completion);
    return completion.result;
}

/* Returns the text of a game, owned by the caller, or NULL if it is not served. */
static char *text_of(Database *database, uint64_t id, StoreResult *result) {
    StoreRequest request = request_of(STORE_LOAD, id);
    StoreCompletion completion;
    Buffer text = {0};
    run(database, &request, 1, &completion);
    *result = completion.result;
    if (completion.result == STORE_OK)
        dump_game(completion.game, &text);
    store_completion_free(&completion);
    return *result == STORE_OK ? buffer_take(&text) : NULL;
}

static StoreRequest offer_of(const TestGame *game) {
    return request_draw(game->id, STORE_OFFER_OPEN, game->move.move.ply + 1);
}

/* ---- the file ---- */

/* Plays a random game: some are over, and some have no move. */
static void play_game(Database *database, TestGame *game, size_t index, uint64_t *chance) {
    Position start;
    position_start(&start, variant_find("congo"));
    Record *record = record_create(&start);
    size_t turns = index % 5 == 0 ? 0 : random_below(chance, MOVES_MAX);
    StoreRequest create = request_create(game->id, index % 3 == 0 ? 300000 : 0);
    random_next(chance);
    for (size_t i = 0; i < KEY_HASH_SIZE; i++)
        create.create.creator.bytes[i] = (uint8_t)random_next(chance);
    assert_int_equal(run_one(database, create), STORE_OK);
    run_one(database, request_seat(game->id, WHITE, (unsigned char)index, "Ada"));
    run_one(database, request_seat(game->id, BLACK, (unsigned char)(index + 1), "B\303\266"));
    while (true) {
        char path_text[COORDINATE_SIZE];
        MoveList moves;
        movelist_init(&moves);
        record_moves(record, &moves);
        Move move = moves.moves[random_below(chance, moves.count)];
        movelist_free(&moves);
        Color mover = position_side(record_position(record));
        coordinate_write(move, path_text);
        game->move = request_move(game->id, (uint32_t)record->count, path_text);
        if (record->count >= turns)
            break;
        record_play(record, move, -1, -1, NULL);
        game->over = record_is_over(record);
        if (game->over)
            game->move.move.end =
                (StoreEnd){record_outcome(record), mover, (uint32_t)record->count, 0};
        assert_int_equal(run_one(database, game->move), STORE_OK);
        if (game->over)
            break;
    }
    record_free(record);
}

static uint32_t root_of(Database *database, const char *name) {
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_prepare_v2(database->connection,
                                        "SELECT rootpage FROM sqlite_schema WHERE name = ?", -1,
                                        &statement, NULL),
                     SQLITE_OK);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    uint32_t root = (uint32_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return root;
}

/* Records what the games are when nothing is damaged. */
static void record_texts(void) {
    StoreResult result;
    Database *database = database_open(path, DATABASE_CREATE, NULL);
    for (int stage = 0; stage < STAGES; stage++)
        for (size_t i = 0; i < GAMES; i++) {
            if (stage == 1 && !games[i].over)
                assert_int_equal(run_one(database, games[i].move), STORE_OK);
            if (stage == 2 && !games[i].over)
                assert_int_equal(run_one(database, offer_of(&games[i])), STORE_OK);
            games[i].texts[stage] = text_of(database, games[i].id, &result);
            assert_non_null(games[i].texts[stage]);
        }
    database_close(database);
}

static int begin(void **state) {
    uint64_t chance = 11;
    if (scratch_make(state) != 0)
        return -1;
    path = memory_strdup(scratch_path("games.db"));
    faulty_install();
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    Database *database = database_open(path, DATABASE_CREATE, NULL);
    for (size_t i = 0; i < GAMES; i++) {
        games[i].id = random_next(&chance) >> 14;
        play_game(database, &games[i], i, &chance);
    }
    run_one(database, (StoreRequest){.kind = STORE_CLOCK, .service_ms = 123456});
    database_close(database);
    file = file_read(path, &file_size, NULL);
    if (!file || file_size / PAGE_BYTES > PAGES_MAX)
        return -1;
    database = database_open(path, DATABASE_CREATE, NULL);
    pages_collect((unsigned char *)file, root_of(database, "game"), pages);
    pages_collect((unsigned char *)file, root_of(database, "move"), pages);
    for (size_t i = 0; i < GAMES; i++)
        if (games[i].move.move.ply == 0)
            pages_add_absent((unsigned char *)file, root_of(database, "move"), games[i].id, pages);
    database_close(database);
    record_texts();
    return 0;
}

static int end(void **state) {
    for (size_t i = 0; i < GAMES; i++)
        for (int stage = 0; stage < STAGES; stage++)
            free(games[i].texts[stage]);
    free(path);
    free(file);
    return scratch_remove(state);
}

static void write_file(void) {
    static const char *const endings[] = {"-wal", "-journal"};
    char name[SCRATCH_PATH_SIZE + 10];
    faulty_begin((FaultPlan){.fault = FAULT_NONE});
    for (size_t i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
    unlink(path);
    FILE *to = fopen(path, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(file, 1, file_size, to), file_size);
    assert_int_equal(fclose(to), 0);
}

/* ---- one flipped bit ---- */

static unsigned damaged_count, refused_count, beside_count, opened_count, spread_count;

/* A change has made games elsewhere unreadable: SQLite may not notice a damaged key, and takes it
 * for the place where two pages meet when it makes room beside it. */
static bool has_spread;

/* A row that is added may need a page of its own, and then SQLite rewrites up to two pages on a
 * side of its page. */
static bool is_beside(size_t page, uint64_t id) {
    for (int side = 0; side < 2; side++) {
        uint32_t sibling = (uint32_t)page;
        for (int steps = 0; steps < 2 && sibling > 0; steps++) {
            sibling = pages[sibling - 1].siblings[side];
            if (sibling > 0 && pages_has(&pages[sibling - 1], id))
                return true;
        }
    }
    return false;
}

/* Makes a change of every game in one transaction and checks what is served then. */
static void change_games(Database *database, size_t page, int stage, int done[GAMES]) {
    StoreRequest requests[BATCH_MAX];
    StoreCompletion completions[BATCH_MAX];
    size_t count = 0, of[BATCH_MAX];
    for (size_t i = 0; i < GAMES; i++) {
        if (games[i].over || done[i] != stage - 1)
            continue;
        of[count] = i;
        requests[count++] = stage == 1 ? games[i].move : offer_of(&games[i]);
    }
    run(database, requests, count, completions);
    for (size_t i = 0; i < count; i++) {
        uint64_t id = requests[i].id;
        if (completions[i].result == STORE_OK)
            done[of[i]] = stage;
        else if (is_beside(page, id))
            beside_count++;
        else if (page > 1 && !pages_has(&pages[page - 1], id))
            has_spread = true;
        store_completion_free(&completions[i]);
    }
}

/* Once rows were added, a game beside the page may have rows on it, or just beside it. */
static void check_game(Database *database, size_t page, const TestGame *game, int stage,
                       bool changed) {
    StoreResult result;
    bool harmed = page == 1 || pages_has(&pages[page - 1], game->id);
    bool beside = changed && is_beside(page, game->id);
    char *text = text_of(database, game->id, &result);
    if (text && strcmp(text, game->texts[stage]) != 0)
        fail_msg("page %zu: a wrong game was served at stage %d:\n%s\n%s", page, stage, text,
                 game->texts[stage]);
    if (changed && !text && !harmed && !beside)
        has_spread = true;
    else if (!text && !harmed && !beside)
        fail_msg("page %zu: game %llu was not served at stage %d: %d", page,
                 (unsigned long long)game->id, stage, (int)result);
    damaged_count += !text;
    beside_count += !text && !harmed;
    free(text);
}

static void check_games(Database *database, size_t page, const int done[GAMES], bool changed) {
    for (size_t i = 0; i < GAMES; i++)
        check_game(database, page, &games[i], games[i].over ? 0 : done[i], changed);
}

/* Lists and totals give what they can, and a new game has its place. */
static void ask_for_lists(Database *database, size_t page, uint64_t *chance) {
    StoreRequest requests[] = {
        {.kind = STORE_TOTALS},
        {.kind = STORE_LIST_TIMED, .list = {.limit = GAMES}},
        {.kind = STORE_LIST_UNSTARTED, .list = {.limit = GAMES, .before_ms = INT64_MAX}},
        {.kind = STORE_CLOCK, .service_ms = 234567},
        request_create(random_next(chance) >> 14, 0),
    };
    enum { COUNT = sizeof requests / sizeof *requests };
    StoreCompletion completions[COUNT];
    for (size_t i = 0; i < KEY_HASH_SIZE; i++)
        requests[4].create.creator.bytes[i] = (uint8_t)random_next(chance);
    run(database, requests, COUNT, completions);
    /* After damage queries run last. */
    int64_t service_ms = completions[0].totals.service_ms;
    if (page > 1 && service_ms != 123456 && service_ms != 234567 && service_ms != 0)
        fail_msg("page %zu: the service time is %lld", page, (long long)service_ms);
    for (size_t i = 0; i < COUNT; i++)
        store_completion_free(&completions[i]);
}

/* Every game that is not served is named. */
static void check_whole_file(size_t page) {
    StoreCompletion check;
    Error error = {0};
    StoreRequest request = {.kind = STORE_CHECK};
    if (maintenance_run(path, DATABASE_EXISTING, &request, &check, &error)) {
        Database *database = database_open(path, DATABASE_EXISTING, &error);
        for (size_t i = 0; i < GAMES && database; i++) {
            StoreResult result;
            char *text = text_of(database, games[i].id, &result);
            if (!text && !strstr(check.text, game_id_from_number(games[i].id).text))
                fail_msg("page %zu: the check does not name game %zu:\n%s", page, i, check.text);
            free(text);
        }
        database_close(database);
    } else {
        assert_true(error.text[0]);
    }
    store_completion_free(&check);
}

static void assert_refused(size_t page, const Error *error) {
    refused_count++;
    if (page != 1 || !strstr(error->text, "games.db"))
        fail_msg("page %zu: %s", page, error->text);
}

/* In a copy without the damaged games every other game is there and takes changes. */
static void check_copy(size_t page) {
    char to[SCRATCH_PATH_SIZE];
    const StoreCopyOptions options = {.from = path, .to = to, .leaves_out_damaged = true};
    StoreCopyResult copied;
    Error error = {0};
    snprintf(to, sizeof to, "%s", scratch_path("copy.db"));
    unlink(to);
    bool done = store_copy_run(&options, &copied, &error);
    buffer_free(&copied.text);
    if (!done) {
        assert_refused(page, &error);
        return;
    }
    Database *database = database_open(to, DATABASE_EXISTING, &error);
    assert_non_null(database);
    for (size_t i = 0; i < GAMES; i++)
        for (int stage = 0; stage < (games[i].over ? 1 : STAGES); stage++) {
            StoreResult result;
            if (stage > 0)
                run_one(database, stage == 1 ? games[i].move : offer_of(&games[i]));
            char *text = text_of(database, games[i].id, &result);
            if (text ? strcmp(text, games[i].texts[stage]) != 0
                     : page > 1 && !pages_has(&pages[page - 1], games[i].id))
                fail_msg("page %zu: game %zu of the copy at stage %d: %s", page, i, stage,
                         text ? text : "not there");
            free(text);
        }
    database_close(database);
}

static void flip_bit(size_t page, size_t bit, uint64_t *chance) {
    int done[GAMES] = {0};
    Error error = {0};
    has_spread = false;
    size_t at = (page - 1) * PAGE_BYTES + bit / 8;
    file[at] ^= (char)(1 << bit % 8);
    write_file();
    file[at] ^= (char)(1 << bit % 8);
    Database *database = database_open(path, DATABASE_CREATE, &error);
    if (!database) {
        assert_refused(page, &error);
        return;
    }
    opened_count++;
    check_games(database, page, done, false);
    if (bit % 2 == 0) {
        database_close(database);
        check_copy(page);
        write_file();
        database = database_open(path, DATABASE_CREATE, &error);
    }
    ask_for_lists(database, page, chance);
    change_games(database, page, 1, done);
    check_games(database, page, done, true);
    database_close(database);
    /* Acknowledged changes are durable. */
    database = database_open(path, DATABASE_CREATE, &error);
    if (!database) {
        assert_refused(page, &error);
        return;
    }
    check_games(database, page, done, true);
    change_games(database, page, 2, done);
    check_games(database, page, done, true);
    database_close(database);
    spread_count += has_spread;
    if (bit % 16 == 0)
        check_whole_file(page);
}

static void test_every_page(void **state) {
    (void)state;
    const char *text = getenv("CORRUPTION_FLIPS");
    size_t flips = text ? (size_t)atoi(text) : FLIPS, page_count = file_size / PAGE_BYTES;
    uint64_t chance = 1;
    for (size_t page = 1; page <= page_count; page++)
        for (size_t i = 0; i < flips; i++) {
            /* Half of the bits are where a page says what it is and where its rows are. */
            size_t header = page == 1 ? 100 : 0, most = i % 2 ? PAGE_BYTES : header + 64;
            flip_bit(page, random_below(&chance, most * 8), &chance);
        }
    print_message("%zu pages, %zu bits each: %u files opened, %u refused, %u times a game was not "
                  "served, %u times a game beside the page was not served or not changed; a change "
                  "has spread the damage of %u files\n",
                  page_count, flips, opened_count, refused_count, damaged_count, beside_count,
                  spread_count);
    assert_true(spread_count * 200 <= opened_count);
    assert_true(page_count > 20);
    assert_true(damaged_count > 0);
}

/* Rows out of order end the check and the lists, which ask for the rows after the last. */
static void test_disorder(void **state) {
    (void)state;
    enum { CELLS = 8, LEAF = 13 };
    unsigned char *leaf = (unsigned char *)file;
    char *to = memory_strdup(scratch_path("other.db"));
    const StoreCopyOptions options = {.from = path, .to = to};
    StoreCopyResult copied;
    Error error = {0};
    while (leaf[0] != LEAF || leaf[4] < 4)
        leaf += PAGE_BYTES;
    for (int last = 1; last < leaf[4]; last++) {
        for (int first = 0; first < last; first++) {
            unsigned char saved[PAGE_BYTES], *cells = leaf + CELLS;
            StoreCompletion check, list;
            StoreRequest request = {.kind = STORE_CHECK};
            const StoreRequest unstarted = {
                .kind = STORE_LIST_UNSTARTED,
                .list = {.limit = GAMES, .before_ms = INT64_MAX, .after = games[0].id}};
            memcpy(saved, leaf, PAGE_BYTES);
            memcpy(cells + 2 * first, saved + CELLS + 2 * last, 2);
            memcpy(cells + 2 * last, saved + CELLS + 2 * first, 2);
            write_file();
            memcpy(leaf, saved, PAGE_BYTES);
            assert_true(maintenance_run(path, DATABASE_EXISTING, &request, &check, NULL));
            assert_true(check.totals.damaged > 0);
            store_completion_free(&check);
            assert_false(store_copy_run(&options, &copied, &error));
            assert_non_null(strstr(error.text, "nothing was copied"));
            buffer_free(&copied.text);
            Database *database = database_open(path, DATABASE_CREATE, NULL);
            run(database, &unstarted, 1, &list);
            for (size_t i = 0; i < list.id_count; i++)
                assert_true(list.ids[i] > (i > 0 ? list.ids[i - 1] : games[0].id));
            store_completion_free(&list);
            database_close(database);
        }
    }
    free(to);
}

int main(void) {
    alarm(HANG_SECONDS); /* a hang is a failure */
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_page),
        cmocka_unit_test(test_disorder),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
