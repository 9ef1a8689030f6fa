/* What the interface of the store promises, of every store that there is. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "../support/dump.h"
#include "../support/scratch.h"
#include "../support/tested_store.h"
#include "../support/workload.h"

enum { ID = 1000 };

static StoreResult result_of(TestedStore *tested, StoreRequest request) {
    return tested_store_result(tested, request);
}

static void reopen(TestedStore *tested) {
    tested_store_close(tested);
    tested_store_open(tested);
}

/* ---- changes ---- */

static void test_results(void **state) {
    static const Outcome resigned = {RESULT_WHITE, REASON_RESIGNED};
    static const Outcome lion = {RESULT_BLACK, REASON_LION};
    StoreRequest last = request_move(ID, 1, "a6a5");
    StoreRequest wrong = last;
    last.move.end = (StoreEnd){lion, BLACK, 2, 0};
    wrong.move.end = (StoreEnd){lion, BLACK, 1, 0};
    StoreRequest other_maker = request_create(ID, 0);
    memset(&other_maker.create.creator, 200, KEY_HASH_SIZE);
    const struct {
        StoreRequest request;
        StoreResult result;
    } steps[] = {
        {request_move(ID, 0, "a2a3"), STORE_MISSING},
        {request_seat(ID, WHITE, 1, "Ada"), STORE_MISSING},
        {request_draw(ID, STORE_OFFER_OPEN, 0), STORE_MISSING},
        {request_end(ID, resigned, BLACK, 0), STORE_MISSING},
        {request_of(STORE_HIDE, ID), STORE_MISSING},
        {request_of(STORE_DELETE, ID), STORE_MISSING},
        {request_of(STORE_LOAD, ID), STORE_MISSING},
        {request_create(ID, 60000), STORE_OK},
        {request_create(ID, 60000), STORE_DUPLICATE},
        {other_maker, STORE_CONFLICT},
        {request_seat(ID, WHITE, 1, "Ada"), STORE_OK},
        {request_seat(ID, WHITE, 1, "Lady Ada"), STORE_OK},
        {request_seat(ID, WHITE, 2, "Eve"), STORE_CONFLICT},
        {request_seat(ID, BLACK, 2, "Bo"), STORE_OK},
        {request_move(ID, 1, "a2a3"), STORE_CONFLICT},
        {request_move(ID, 0, "a2a3"), STORE_OK},
        {request_move(ID, 0, "a2a3"), STORE_CONFLICT},
        {request_move(ID, 2, "a2a3"), STORE_CONFLICT},
        {request_of(STORE_DELETE, ID), STORE_CONFLICT},
        {request_draw(ID, STORE_OFFER_OPEN, 1), STORE_OK},
        {request_end(ID, resigned, BLACK, 0), STORE_CONFLICT},
        {wrong, STORE_CONFLICT},
        {last, STORE_OK},
        {last, STORE_CONFLICT},
        {request_move(ID, 2, "b2b3"), STORE_CONFLICT},
        {request_end(ID, resigned, BLACK, 2), STORE_CONFLICT},
        {request_draw(ID, STORE_OFFER_DECLINED, 2), STORE_CONFLICT},
        {request_create(ID + 256, 0), STORE_DUPLICATE}, /* the same creator */
        {request_create(ID + 1, 0), STORE_OK},
        {request_of(STORE_DELETE, ID + 1), STORE_OK},
        {request_of(STORE_PROBE, 0), STORE_OK},
        {request_of(STORE_PROBE, 0), STORE_OK},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        StoreResult result = result_of(*state, steps[i].request);
        if (result != steps[i].result)
            fail_msg("step %zu: %d, not %d", i, (int)result, (int)steps[i].result);
    }
}

/* A move of a server that knows the moves before it. */
static StoreRequest following_move(TestedStore *tested, uint64_t id, uint32_t ply,
                                   const char *path) {
    StoreGame *game = tested_store_load(tested, id);
    StoreRequest request = request_move(id, ply, path);
    request.move.hash_before = game->moves_hash;
    request.move.hash = move_hash_next(game->moves_hash, ply, &request.move.move);
    store_game_free(game);
    return request;
}

/* A game that has ended by a move or otherwise takes no move, although its moves are as the server
 * knows them. */
static void test_move_after_end(void **state) {
    TestedStore *tested = *state;
    for (int by_move = 0; by_move < 2; by_move++) {
        result_of(tested, request_create(ID, 0));
        assert_int_equal(result_of(tested, request_move(ID, 0, "a2a3")), STORE_OK);
        StoreRequest end = by_move
                               ? following_move(tested, ID, 1, "a6a5")
                               : request_end(ID, (Outcome){RESULT_WHITE, REASON_TIME}, BLACK, 2);
        if (by_move)
            end.move.end = (StoreEnd){{RESULT_BLACK, REASON_LION}, BLACK, 2, 0};
        else
            assert_int_equal(result_of(tested, following_move(tested, ID, 1, "a6a5")), STORE_OK);
        assert_int_equal(result_of(tested, end), STORE_OK);
        StoreRequest next = following_move(tested, ID, 2, "b2b3");
        assert_int_equal(result_of(tested, next), STORE_CONFLICT);
        reopen(tested);
        assert_int_equal(result_of(tested, next), STORE_CONFLICT);
        StoreGame *game = tested_store_load(tested, ID);
        assert_int_equal(game->count, 2);
        store_game_free(game);
        assert_int_equal(result_of(tested, request_of(STORE_DELETE, ID)), STORE_OK);
        assert_int_equal(result_of(tested, next), STORE_MISSING);
    }
}

static void test_game_loaded_again(void **state) {
    TestedStore *tested = *state;
    StoreRequest create = request_create(ID, 60000);
    result_of(tested, create);
    result_of(tested, request_seat(ID, BLACK, 2, "B\303\266"));
    result_of(tested, request_move(ID, 0, "a2a3"));
    result_of(tested, request_draw(ID, STORE_OFFER_DECLINED, 1));
    result_of(tested, request_end(ID, (Outcome){RESULT_OPEN, REASON_ABORTED}, BLACK, 1));
    reopen(tested);
    StoreGame *game = tested_store_load(tested, ID);
    assert_string_equal(game->header.variant, create.create.variant);
    assert_string_equal(game->header.start, create.create.start);
    assert_int_equal(game->header.created_ms, create.create.created_ms);
    assert_int_equal(game->header.base_ms, 60000);
    assert_int_equal(game->header.increment_ms, create.create.increment_ms);
    assert_int_equal(game->header.hidden, create.create.hidden);
    assert_true(game->header.has_creator);
    assert_memory_equal(&game->header.creator, &create.create.creator, KEY_HASH_SIZE);
    assert_false(game->header.seat[WHITE].taken);
    assert_true(game->header.seat[BLACK].taken);
    assert_string_equal(game->header.seat[BLACK].name, "B\303\266");
    assert_int_equal(game->draw.state, STORE_OFFER_DECLINED);
    assert_int_equal(game->draw.by, BLACK);
    assert_int_equal(game->draw.decline_ply, 1);
    assert_int_equal(game->end.outcome.result, RESULT_OPEN);
    assert_int_equal(game->end.outcome.reason, REASON_ABORTED);
    assert_int_equal(game->end.by, BLACK);
    assert_int_equal(game->end.ply, 1);
    assert_int_equal(game->end.ms, 77);
    assert_int_equal(game->count, 1);
    assert_string_equal(game->moves[0].path, "a2a3");
    assert_int_equal(game->moves[0].ms, 100);
    store_game_free(game);
    StoreCompletion again =
        tested_store_run(tested, request_create(ID + 256, 0)); /* same creator */
    assert_int_equal(again.result, STORE_DUPLICATE);
    assert_int_equal(again.id, ID);
}

static void assert_hidden(TestedStore *tested, bool hidden) {
    StoreGame *game = tested_store_load(tested, ID);
    assert_int_equal(game->header.hidden, hidden);
    store_game_free(game);
}

/* A game is hidden and shown again while it is played. */
static void test_hiding(void **state) {
    TestedStore *tested = *state;
    StoreRequest hide = request_of(STORE_HIDE, ID);
    assert_int_equal(result_of(tested, request_create(ID, 0)), STORE_OK);
    assert_int_equal(result_of(tested, request_move(ID, 0, "a2a3")), STORE_OK);
    assert_hidden(tested, false);
    hide.hidden = true;
    assert_int_equal(result_of(tested, hide), STORE_OK);
    assert_int_equal(result_of(tested, hide), STORE_OK);
    assert_int_equal(result_of(tested, request_move(ID, 1, "a6a5")), STORE_OK);
    reopen(tested);
    assert_hidden(tested, true);
    hide.hidden = false;
    assert_int_equal(result_of(tested, hide), STORE_OK);
    assert_hidden(tested, false);
}

/* A game that is over can be deleted, and another can have its id. */
static void test_deletion_of_finished_game(void **state) {
    static const Outcome resigned = {RESULT_WHITE, REASON_RESIGNED};
    TestedStore *tested = *state;
    StoreRequest rematch = request_create(ID + 2, 0);
    rematch.create.rematch_of = ID;
    result_of(tested, request_create(ID, 0));
    result_of(tested, request_move(ID, 0, "a2a3"));
    result_of(tested, request_end(ID, resigned, BLACK, 1));
    assert_int_equal(result_of(tested, rematch), STORE_OK);
    assert_int_equal(result_of(tested, request_of(STORE_DELETE, ID)), STORE_OK);
    assert_int_equal(result_of(tested, request_of(STORE_LOAD, ID)), STORE_MISSING);
    reopen(tested);
    assert_int_equal(result_of(tested, request_of(STORE_DELETE, ID + 2)), STORE_OK);
    assert_int_equal(result_of(tested, request_create(ID, 0)), STORE_OK);
    StoreGame *game = tested_store_load(tested, ID);
    assert_int_equal(game->count, 0);
    store_game_free(game);
    assert_int_equal(result_of(tested, request_move(ID, 0, "a2a3")), STORE_OK);
}

/* Completions of many requests come in order, and each request sees the changes before it. */
static void test_order(void **state) {
    enum { ROUNDS = 40, GAMES = 50 };
    TestedStore *tested = *state;
    static StoreRequest requests[2 * ROUNDS * GAMES];
    uint64_t version[GAMES], next = 0;
    for (uint64_t i = 0; i < GAMES; i++) {
        StoreRequest create = request_create(ID + i, 0);
        StoreCompletion created = tested_store_run(tested, create);
        assert_int_equal(created.result, STORE_OK);
        version[i] = created.version;
    }
    Store *store = tested_store_of(tested);
    for (uint32_t ply = 0; ply < ROUNDS; ply++)
        for (uint64_t i = 0; i < GAMES; i++) {
            requests[next] = request_move(ID + i, ply, ply % 2 ? "a6a5" : "a2a3");
            requests[next].version = version[i] + ply;
            store_submit(store, &requests[next++]);
            requests[next] = request_of(STORE_LOAD, ID + i);
            store_submit(store, &requests[next++]);
        }
    for (uint64_t request = 0; request < next; request++) {
        StoreCompletion completion = tested_store_next(tested);
        uint64_t game = request / 2 % GAMES;
        uint32_t ply = (uint32_t)(request / 2 / GAMES);
        assert_ptr_equal(completion.request, &requests[request]);
        assert_int_equal(completion.result, STORE_OK);
        assert_int_equal(completion.id, ID + game);
        if (request % 2 != 0)
            assert_int_equal(completion.game->count, ply + 1);
        store_completion_free(&completion);
    }
}

/* Runs a request with exactly this version. */
static StoreCompletion run_as_is(TestedStore *tested, StoreRequest request, uint64_t version) {
    request.version = version;
    store_submit_copy(tested_store_of(tested), &request);
    return tested_store_next(tested);
}

/* In a shared store, a change that knows another version of the game is a conflict, and each one
 * that is made counts. */
static void test_versions(void **state) {
    static const Outcome resigned = {RESULT_WHITE, REASON_RESIGNED};
    TestedStore *tested = *state;
    StoreRequest rematch = request_create(ID + 1, 0);
    rematch.create.rematch_of = ID;
    const StoreRequest changes[] = {
        request_seat(ID, WHITE, 1, "Ada"),
        request_move(ID, 0, "a2a3"),
        request_draw(ID, STORE_OFFER_OPEN, 1),
        request_end(ID, resigned, BLACK, 1),
        request_rematch(ID, STORE_OFFER_OPEN, WHITE),
        rematch,
    };
    uint64_t version = tested_store_run(tested, request_create(ID, 0)).version;
    if (!tested_store_of(tested)->is_shared) {
        assert_int_equal(version, 0);
        return;
    }
    assert_int_equal(version, 1);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++, version++) {
        assert_int_equal(run_as_is(tested, changes[i], version + 1).result, STORE_CONFLICT);
        assert_int_equal(run_as_is(tested, changes[i], version - 1).result, STORE_CONFLICT);
        StoreCompletion made = run_as_is(tested, changes[i], version);
        assert_int_equal(made.result, STORE_OK);
        assert_int_equal(made.version, changes[i].id == ID ? version + 1 : 1);
        StoreGame *game = tested_store_load(tested, ID);
        assert_int_equal(game->version, version + 1);
        store_game_free(game);
    }
    StoreRequest delete = request_of(STORE_DELETE, ID + 1);
    assert_int_equal(run_as_is(tested, delete, 0).result, STORE_OK);
    StoreGame *game = tested_store_load(tested, ID);
    assert_int_equal(game->version, version + 1);
    assert_int_equal(game->rematch_game, 0);
    store_game_free(game);
}

/* ---- lists ---- */

static void assert_listed(TestedStore *tested, StoreRequest request, const char *expected) {
    Buffer ids = {0};
    StoreCompletion list = tested_store_run(tested, request);
    for (size_t i = 0; i < list.id_count; i++)
        buffer_add_format(&ids, " %llu", (unsigned long long)list.ids[i]);
    buffer_add_string(&ids, "");
    assert_int_equal(list.result, STORE_OK);
    assert_string_equal(ids.bytes, expected);
    if (request.kind != STORE_LIST_FINISHED)
        assert_int_equal(list.id,
                         list.id_count == request.list.limit ? list.ids[list.id_count - 1] : 0);
    buffer_free(&ids);
    store_completion_free(&list);
}

static void test_lists(void **state) {
    TestedStore *tested = *state;
    assert_listed(tested, (StoreRequest){.kind = STORE_LIST_GAMES, .list = {.limit = 100}}, "");
    for (uint64_t id = 1; id <= 6; id++)
        assert_int_equal(result_of(tested, request_create(id * 10, id % 2 ? 0 : 1000)), STORE_OK);
    result_of(tested, request_move(20, 0, "a2a3"));
    result_of(tested, request_end(40, (Outcome){RESULT_WHITE, REASON_TIME}, BLACK, 0));
    StoreRequest request = {.kind = STORE_LIST_TIMED, .list = {.limit = 100}};
    assert_listed(tested, request, " 20 60");
    request.list.after = 20;
    assert_listed(tested, request, " 60");
    request = (StoreRequest){.kind = STORE_LIST_UNSTARTED,
                             .list = {.limit = 3, .after = 10, .before_ms = 1700000000001}};
    assert_listed(tested, request, " 30 40 50");
    request.list.before_ms--;
    assert_listed(tested, request, "");
    request = (StoreRequest){.kind = STORE_LIST_FINISHED,
                             .list = {.limit = 3, .before_ms = 1700000000001}};
    assert_listed(tested, request, "");
    request.list.after = 30;
    assert_listed(tested, request, " 40");
    request.list.before_ms--;
    assert_listed(tested, request, "");
    request = (StoreRequest){.kind = STORE_LIST_GAMES, .list = {.limit = 4}};
    assert_listed(tested, request, " 10 20 30 40");
    request.list.after = 40;
    assert_listed(tested, request, " 50 60");
    request.list.after = 60;
    assert_listed(tested, request, "");
    StoreCompletion totals = tested_store_run(tested, request_of(STORE_TOTALS, 0));
    assert_int_equal(totals.totals.games, 6);
}

/* ---- what a game keeps ---- */

/* All of a header that is not set by default, and the time at which a move arrived. */
static void test_columns(void **state) {
    TestedStore *tested = *state;
    StoreRequest create = request_create(ID, 86400000), move = request_move(ID, 0, "a2a3");
    create.create.increment_ms = 0;
    create.create.per_move = create.create.kept = true;
    create.create.claim_minutes = 5;
    memset(&create.create.invite, 77, KEY_HASH_SIZE);
    move.move.move.at_ms = INT64_C(5000000000);
    assert_int_equal(result_of(tested, create), STORE_OK);
    assert_int_equal(result_of(tested, move), STORE_OK);
    reopen(tested);
    StoreGame *game = tested_store_load(tested, ID);
    assert_true(game->header.per_move && game->header.kept);
    assert_int_equal(game->header.claim_minutes, 5);
    assert_memory_equal(&game->header.invite, &create.create.invite, KEY_HASH_SIZE);
    assert_int_equal(game->moves[0].at_ms, INT64_C(5000000000));
    store_game_free(game);
}

/* The largest values come back. */
static void test_large_values(void **state) {
    TestedStore *tested = *state;
    const uint64_t id = (UINT64_C(1) << 50) - 1;
    StoreRequest create = request_create(id, STORE_TIME_MAX_MS), move = request_move(id, 0, "a2a3");
    StoreRequest end = request_end(id, (Outcome){RESULT_WHITE, REASON_TIME}, BLACK, 1);
    create.create.increment_ms = create.create.created_ms = move.move.move.at_ms =
        STORE_TIME_MAX_MS;
    create.create.claim_minutes = move.move.move.ms = end.end.ms = UINT32_MAX;
    memset(&create.create.creator, 0xff, KEY_HASH_SIZE);
    memset(move.move.move.path, 'a', sizeof move.move.move.path - 1);
    StoreRequest seat = request_seat(id, BLACK, 0, "");
    memset(seat.seat.name, 'N', NAME_MAX_BYTES);
    assert_int_equal(result_of(tested, create), STORE_OK);
    assert_int_equal(result_of(tested, seat), STORE_OK);
    assert_int_equal(result_of(tested, move), STORE_OK);
    assert_int_equal(result_of(tested, end), STORE_OK);
    reopen(tested);
    StoreGame *game = tested_store_load(tested, id);
    assert_int_equal(game->header.base_ms, STORE_TIME_MAX_MS);
    assert_int_equal(game->header.increment_ms, STORE_TIME_MAX_MS);
    assert_int_equal(game->header.created_ms, STORE_TIME_MAX_MS);
    assert_int_equal(game->header.claim_minutes, UINT32_MAX);
    assert_memory_equal(&game->header.creator, &create.create.creator, KEY_HASH_SIZE);
    assert_memory_equal(&game->header.seat[BLACK].hash, &seat.seat.hash, KEY_HASH_SIZE);
    assert_string_equal(game->header.seat[BLACK].name, seat.seat.name);
    assert_int_equal(game->moves[0].at_ms, STORE_TIME_MAX_MS);
    assert_int_equal(game->moves[0].ms, UINT32_MAX);
    assert_string_equal(game->moves[0].path, move.move.move.path);
    assert_int_equal(game->end.ms, UINT32_MAX);
    store_game_free(game);
}

/* A game has one rematch at most, and the two name each other. */
static void test_rematch(void **state) {
    TestedStore *tested = *state;
    StoreRequest rematch = request_create(ID + 1, 0), second = request_create(ID + 2, 0);
    rematch.create.rematch_of = second.create.rematch_of = ID;
    rematch.create.has_creator = second.create.has_creator = false;
    assert_int_equal(result_of(tested, request_rematch(ID, STORE_OFFER_OPEN, WHITE)),
                     STORE_MISSING);
    assert_int_equal(result_of(tested, rematch), STORE_MISSING);
    assert_int_equal(result_of(tested, request_create(ID, 0)), STORE_OK);
    assert_int_equal(result_of(tested, request_rematch(ID, STORE_OFFER_OPEN, WHITE)),
                     STORE_CONFLICT);
    assert_int_equal(
        result_of(tested, request_end(ID, (Outcome){RESULT_WHITE, REASON_RESIGNED}, BLACK, 0)),
        STORE_OK);
    assert_int_equal(result_of(tested, request_rematch(ID, STORE_OFFER_OPEN, BLACK)), STORE_OK);
    StoreGame *game = tested_store_load(tested, ID);
    assert_int_equal(game->rematch.state, STORE_OFFER_OPEN);
    assert_int_equal(game->rematch.by, BLACK);
    assert_int_equal(game->rematch_game, 0);
    store_game_free(game);
    assert_int_equal(result_of(tested, rematch), STORE_OK);
    StoreCompletion again = tested_store_run(tested, second);
    assert_int_equal(again.result, STORE_DUPLICATE);
    assert_int_equal(again.id, ID + 1);
    assert_int_equal(result_of(tested, request_rematch(ID, STORE_OFFER_DECLINED, BLACK)),
                     STORE_CONFLICT);
    reopen(tested);
    game = tested_store_load(tested, ID);
    assert_int_equal(game->rematch_game, ID + 1);
    store_game_free(game);
    game = tested_store_load(tested, ID + 1);
    assert_int_equal(game->header.rematch_of, ID);
    store_game_free(game);
    assert_int_equal(result_of(tested, request_of(STORE_DELETE, ID + 1)), STORE_OK);
    assert_int_equal(result_of(tested, second), STORE_OK);
    game = tested_store_load(tested, ID);
    assert_int_equal(game->rematch_game, ID + 2);
    store_game_free(game);
}

static int64_t service_time(TestedStore *tested) {
    return tested_store_run(tested, request_of(STORE_TOTALS, 0)).totals.service_ms;
}

/* The service time is what was set, later or earlier, and is kept. That of a shared store goes on
 * from there. */
static void test_service_time(void **state) {
    enum { HOUR_MS = 3600 * 1000 };
    static const int64_t times_ms[] = {INT64_C(5000000000), 1000};
    TestedStore *tested = *state;
    bool stands_still = !tested_store_of(tested)->is_shared;
    assert_true(service_time(tested) == 0 || !stands_still);
    for (size_t i = 0; i < 2; i++) {
        int64_t last_ms = times_ms[i];
        StoreRequest clock = {.kind = STORE_CLOCK, .service_ms = last_ms};
        assert_int_equal(result_of(tested, clock), STORE_OK);
        for (int round = 0; round < 2; round++) {
            int64_t now_ms = service_time(tested);
            assert_in_range(now_ms, last_ms, times_ms[i] + (stands_still ? 0 : HOUR_MS));
            last_ms = now_ms;
            reopen(tested);
        }
    }
}

/* ---- whole games ---- */

static StoreResult put(TestedStore *tested, const StoreGame *game) {
    return result_of(tested, (StoreRequest){.kind = STORE_PUT, .id = game->header.id, .put = game});
}

static char *dump_of(TestedStore *tested, uint64_t id) {
    Buffer text = {0};
    StoreGame *game = tested_store_load(tested, id);
    dump_game(game, &text);
    store_game_free(game);
    return buffer_take(&text);
}

/* A game that is put is the same as the one that was played, and goes on like it. */
static void test_put(void **state) {
    TestedStore *tested = *state;
    tested_store_run_workload(tested, 10);
    for (size_t i = 0; i < WORKLOAD_GAMES; i++) {
        StoreCompletion loaded = tested_store_run(tested, request_of(STORE_LOAD, workload_id(i)));
        StoreGame *game = loaded.game;
        if (!game)
            continue;
        StoreHeader *header = &game->header;
        assert_int_equal(put(tested, game), STORE_CONFLICT);
        header->id += ID;
        if (header->has_creator)
            assert_int_equal(put(tested, game), STORE_CONFLICT);
        memset(&header->creator, 200 + (int)i, KEY_HASH_SIZE);
        header->rematch_of = 0;
        game->rematch_game = 0;
        assert_int_equal(put(tested, game), STORE_OK);
        assert_int_equal(put(tested, game), STORE_CONFLICT);
        Buffer text = {0};
        dump_game(game, &text);
        char *same = dump_of(tested, header->id);
        assert_string_equal(same, text.bytes);
        bool is_over = game->end.outcome.reason != REASON_NONE;
        assert_int_equal(
            result_of(tested, following_move(tested, header->id, (uint32_t)game->count, "a2a3")),
            is_over ? STORE_CONFLICT : STORE_OK);
        free(same);
        buffer_free(&text);
        store_completion_free(&loaded);
    }
}

/* A game and its rematch name each other wherever they are put, in either order. */
static void test_put_rematch(void **state) {
    TestedStore *tested = *state;
    StoreGame first = {.header = request_create(ID, 0).create}, second = first;
    first.end = (StoreEnd){{RESULT_WHITE, REASON_RESIGNED}, BLACK, 0, 0};
    first.rematch_game = second.header.id = ID + 1;
    second.header.has_creator = false;
    second.header.rematch_of = ID;
    for (int order = 0; order < 2; order++) {
        assert_int_equal(put(tested, order ? &second : &first), STORE_OK);
        assert_int_equal(put(tested, order ? &first : &second), STORE_OK);
        StoreGame *game = tested_store_load(tested, ID);
        assert_int_equal(game->rematch_game, ID + 1);
        store_game_free(game);
        game = tested_store_load(tested, ID + 1);
        assert_int_equal(game->header.rematch_of, ID);
        store_game_free(game);
        StoreRequest another = request_create(ID + 2, 0);
        another.create.rematch_of = ID;
        StoreCompletion completion = tested_store_run(tested, another);
        assert_int_equal(completion.result, STORE_DUPLICATE);
        assert_int_equal(completion.id, ID + 1);
        tested_store_clear(tested);
        tested_store_open(tested);
    }
}

/* A game can be loaded from a ply on. */
static void test_load_from_ply(void **state) {
    TestedStore *tested = *state;
    tested_store_run_workload(tested, 10);
    StoreGame *whole = tested_store_load(tested, workload_id(1));
    assert_true(whole->count > 2 && whole->first == 0);
    for (uint32_t first = 0; first < whole->count + 2; first++) {
        StoreRequest request = request_of(STORE_LOAD, workload_id(1));
        request.load.first = first;
        StoreCompletion part = tested_store_run(tested, request);
        size_t count = first < whole->count ? whole->count - first : 0;
        assert_int_equal(part.game->first, first);
        assert_int_equal(part.game->count, count);
        for (size_t i = 0; i < count; i++)
            assert_string_equal(part.game->moves[i].path, whole->moves[first + i].path);
        store_completion_free(&part);
    }
    store_game_free(whole);
}

/* ---- damage ---- */

static void test_check(void **state) {
    TestedStore *tested = *state;
    tested_store_run_workload(tested, 10);
    StoreCompletion check = tested_store_run(tested, request_of(STORE_CHECK, 0));
    assert_int_equal(check.result, STORE_OK);
    assert_int_equal(check.totals.games, WORKLOAD_GAMES - 1);
    assert_true(check.totals.moves > 30);
    assert_int_equal(check.totals.damaged, 0);
    assert_string_equal(check.text, "");
    store_completion_free(&check);
}

/* A game without one of its moves is damaged, which hurts no other. */
static void test_damaged_game(void **state) {
    TestedStore *tested = *state;
    tested_store_run_workload(tested, 10);
    tested_store_damage(tested, workload_id(1));
    StoreCompletion game = tested_store_run(tested, request_of(STORE_LOAD, workload_id(1)));
    assert_int_equal(game.result, STORE_DAMAGED);
    assert_null(game.game);
    assert_true(game.text && game.text[0]);
    store_completion_free(&game);
    StoreCompletion check = tested_store_run(tested, request_of(STORE_CHECK, 0));
    assert_int_equal(check.totals.games, WORKLOAD_GAMES - 1);
    assert_int_equal(check.totals.damaged, 1);
    store_completion_free(&check);
    StoreCompletion list =
        tested_store_run(tested, (StoreRequest){.kind = STORE_LIST_GAMES, .list = {.limit = 100}});
    assert_int_equal(list.id_count, WORKLOAD_GAMES - 1);
    store_completion_free(&list);
    for (size_t i = 2; i < 4; i++) {
        game = tested_store_run(tested, request_of(STORE_LOAD, workload_id(i)));
        assert_int_equal(game.result, STORE_OK);
        assert_int_equal(
            result_of(tested, request_move(workload_id(i), (uint32_t)game.game->count, "a2a3")),
            game.game->end.outcome.reason == REASON_NONE ? STORE_OK : STORE_CONFLICT);
        store_completion_free(&game);
    }
}

/* ---- the tests of all stores ---- */

static int open_tested(void **state) {
    tested_store_open(*state);
    return 0;
}

static int clear_tested(void **state) {
    tested_store_clear(*state);
    return 0;
}

static const struct CMUnitTest contract[] = {
    cmocka_unit_test(test_results),
    cmocka_unit_test(test_move_after_end),
    cmocka_unit_test(test_game_loaded_again),
    cmocka_unit_test(test_hiding),
    cmocka_unit_test(test_deletion_of_finished_game),
    cmocka_unit_test(test_order),
    cmocka_unit_test(test_lists),
    cmocka_unit_test(test_columns),
    cmocka_unit_test(test_large_values),
    cmocka_unit_test(test_rematch),
    cmocka_unit_test(test_service_time),
    cmocka_unit_test(test_put),
    cmocka_unit_test(test_put_rematch),
    cmocka_unit_test(test_load_from_ply),
    cmocka_unit_test(test_check),
    cmocka_unit_test(test_damaged_game),
    cmocka_unit_test(test_versions),
};
enum { TEST_COUNT = sizeof contract / sizeof *contract };

static void test_of_store(TestedStore *tested, const struct CMUnitTest *promise,
                          struct CMUnitTest *test) {
    size_t size = strlen(tested_store_name(tested)) + strlen(promise->name) + sizeof ": ";
    char *name = memory_allocate(size);
    snprintf(name, size, "%s: %s", tested_store_name(tested), promise->name);
    *test = (struct CMUnitTest){name, promise->test_func, open_tested, clear_tested, tested};
}

int main(void) {
    TestedStore *stores[TESTED_STORES_MAX];
    struct CMUnitTest tests[TESTED_STORES_MAX * TEST_COUNT];
    if (scratch_make(NULL) != 0)
        return 1;
    size_t count = tested_stores_begin(stores), tested = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t promise = 0; promise < TEST_COUNT; promise++)
            test_of_store(stores[i], &contract[promise], &tests[tested++]);
    int failed = _cmocka_run_group_tests("store", tests, tested, NULL, NULL);
    for (size_t i = 0; i < tested; i++)
        free((char *)(uintptr_t)tests[i].name);
    tested_stores_end();
    scratch_remove(NULL);
    return failed;
}
