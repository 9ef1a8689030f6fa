/* The same random requests give the same results, lists and games in every store. */
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
#include "base/random.h"
#include "../support/dump.h"
#include "../support/scratch.h"
#include "../support/tested_store.h"
#include "../support/workload.h"

enum { SEEDS = 4, BATCHES = 150, BATCH_MAX = 12, GAMES_MAX = 1000, CREATORS = 40 };

static TestedStore *stores[TESTED_STORES_MAX];
static size_t store_count;

/* The created games, from which requests for present, absent and almost right ones are made. */
typedef struct Plan {
    uint64_t state;
    uint64_t games; /* ids 1 to this one were used */
    uint32_t plies[GAMES_MAX];
    uint64_t rematch_of[GAMES_MAX];
    /* Of the present batch. */
    StoreRequest requests[BATCH_MAX];
    size_t count;
    bool changed[GAMES_MAX]; /* one change of each game in a batch */
    StoreGame put[BATCH_MAX];
    StoreMove moves[3];
    unsigned results[STORE_FAILED + 1]; /* of changes */
} Plan;

static size_t below(Plan *plan, size_t limit) {
    return random_below(&plan->state, limit);
}

static bool one_in(Plan *plan, size_t count) {
    return below(plan, count) == 0;
}

/* ---- requests ---- */

static uint64_t any_game(Plan *plan) {
    uint64_t first = plan->games > 12 ? plan->games - 12 : 0;
    return first + 1 + below(plan, (size_t)(plan->games - first) + 1);
}

static uint64_t new_or_any_game(Plan *plan) {
    return one_in(plan, 4) ? any_game(plan) : plan->games + 1;
}

static Outcome any_outcome(Plan *plan) {
    static const Outcome outcomes[] = {{RESULT_WHITE, REASON_RESIGNED},
                                       {RESULT_BLACK, REASON_TIME},
                                       {RESULT_OPEN, REASON_ABORTED},
                                       {RESULT_DRAW, REASON_AGREED}};
    return outcomes[below(plan, sizeof outcomes / sizeof *outcomes)];
}

static Color any_color(Plan *plan) {
    return one_in(plan, 2) ? WHITE : BLACK;
}

/* The next ply, or sometimes another. */
static uint32_t likely_ply(Plan *plan, uint64_t id) {
    return plan->plies[id] + (one_in(plan, 5) ? (uint32_t)below(plan, 3) : 0);
}

static StoreRequest create(Plan *plan) {
    StoreRequest request = request_create(new_or_any_game(plan), one_in(plan, 2) ? 60000 : 0);
    StoreHeader *header = &request.create;
    header->created_ms += (int64_t)below(plan, 5);
    header->has_creator = !one_in(plan, 3);
    memset(&header->creator, (int)below(plan, CREATORS), sizeof header->creator);
    header->rematch_of = one_in(plan, 6) ? any_game(plan) : 0;
    return request;
}

static StoreRequest put(Plan *plan) {
    StoreGame *game = &plan->put[plan->count];
    *game = (StoreGame){.header = create(plan).create};
    game->header.rematch_of = 0;
    game->draw = (StoreDraw){STORE_OFFER_OPEN, any_color(plan), 1, 0};
    game->count = below(plan, 4);
    game->moves = plan->moves;
    if (one_in(plan, 2))
        game->end = (StoreEnd){any_outcome(plan), any_color(plan), (uint32_t)game->count, 5};
    return (StoreRequest){.kind = STORE_PUT, .id = game->header.id, .put = game};
}

static StoreRequest move(Plan *plan, uint64_t id) {
    uint32_t ply = likely_ply(plan, id);
    StoreRequest request = request_move(id, ply, ply % 2 ? "a6a5" : "a2a3");
    request.move.move.at_ms = one_in(plan, 3) ? -1 : (int64_t)below(plan, 1000000);
    if (one_in(plan, 8))
        request.move.end =
            (StoreEnd){any_outcome(plan), any_color(plan), ply + !one_in(plan, 4), 0};
    return request;
}

static StoreRequest seat(Plan *plan, uint64_t id) {
    static const char *const names[] = {"", "Ada", "B\303\266", "a 'quoted' \\ name\",{}"};
    return request_seat(id, any_color(plan), (unsigned char)below(plan, 2), names[below(plan, 4)]);
}

static StoreRequest change(Plan *plan) {
    uint64_t id = any_game(plan);
    StoreOffer offer = (StoreOffer)below(plan, STORE_OFFER_WITHDRAWN + 1);
    switch (below(plan, 14)) {
    case 0:
    case 1:
        return create(plan);
    case 2:
        return put(plan);
    case 3:
        return seat(plan, id);
    case 4:
        return request_draw(id, offer, likely_ply(plan, id));
    case 5:
        return request_end(id, any_outcome(plan), any_color(plan), likely_ply(plan, id));
    case 6:
        return request_rematch(id, offer, any_color(plan));
    case 7:
        return request_of(STORE_DELETE, id);
    case 8:
        return request_of(STORE_PROBE, 0);
    default:
        return move(plan, id);
    }
}

static StoreRequest query(Plan *plan) {
    static const StoreKind lists[] = {STORE_LIST_GAMES, STORE_LIST_TIMED, STORE_LIST_UNSTARTED,
                                      STORE_LIST_FINISHED};
    StoreRequest request = request_of(STORE_LOAD, any_game(plan));
    if (one_in(plan, 2)) {
        request.load.first = one_in(plan, 2) ? 0 : (uint32_t)below(plan, 5);
        return request;
    }
    if (one_in(plan, 8))
        return request_of(STORE_TOTALS, 0);
    request = request_of(lists[below(plan, 4)], 0);
    request.list.after = any_game(plan) - 1;
    request.list.limit = 1 + below(plan, 5);
    request.list.before_ms = 1700000000000 + (int64_t)below(plan, 6);
    return request;
}

/* Returns whether the games that a request changes have no other change in the batch. */
static bool is_only_change(Plan *plan, const StoreRequest *request) {
    uint64_t other = request->kind == STORE_CREATE   ? request->create.rematch_of
                     : request->kind == STORE_DELETE ? plan->rematch_of[request->id]
                                                     : 0;
    if (request->id == 0)
        return true;
    if (plan->changed[request->id] || (other != 0 && plan->changed[other]))
        return false;
    plan->changed[request->id] = true;
    if (other != 0)
        plan->changed[other] = true;
    return true;
}

/* A batch begins with its changes, because a query may see later changes too. */
static void plan_batch(Plan *plan) {
    size_t changes = below(plan, BATCH_MAX), queries = 1 + below(plan, BATCH_MAX - changes);
    memset(plan->changed, 0, sizeof plan->changed);
    plan->count = 0;
    for (size_t i = 0; i < changes; i++) {
        StoreRequest request = change(plan);
        if (request.id > plan->games)
            plan->games = request.id;
        if (is_only_change(plan, &request))
            plan->requests[plan->count++] = request;
    }
    for (size_t i = 0; i < queries; i++)
        plan->requests[plan->count++] = query(plan);
}

/* Learns from the results what will be likely. */
static void learn(Plan *plan, const StoreRequest *request, const StoreCompletion *completion) {
    plan->results[completion->result] += store_is_change(request->kind);
    if (completion->result != STORE_OK)
        return;
    if (request->kind == STORE_MOVE)
        plan->plies[request->id]++;
    if (request->kind == STORE_PUT)
        plan->plies[request->id] = (uint32_t)request->put->count;
    if (request->kind == STORE_CREATE)
        plan->rematch_of[request->id] = request->create.rematch_of;
}

/* ---- comparing ---- */

static void describe(const Plan *plan, const StoreCompletion *completion, Buffer *text) {
    buffer_add_format(text, "%td: kind %d result %d game %llu",
                      completion->request - plan->requests, (int)completion->kind,
                      (int)completion->result, (unsigned long long)completion->id);
    if (completion->kind == STORE_TOTALS)
        buffer_add_format(text, " games %llu", (unsigned long long)completion->totals.games);
    for (size_t i = 0; i < completion->id_count; i++)
        buffer_add_format(text, " %llu", (unsigned long long)completion->ids[i]);
    buffer_add_string(text, "\n");
    if (completion->game) {
        buffer_add_format(text, "from %u\n", completion->game->first);
        dump_game(completion->game, text);
    }
}

static void run_batch(Plan *plan, TestedStore *tested, Buffer *text) {
    buffer_add_string(text, "");
    for (size_t i = 0; i < plan->count; i++)
        tested_store_prepare(tested, &plan->requests[i]);
    for (size_t i = 0; i < plan->count; i++)
        store_submit(tested_store_of(tested), &plan->requests[i]);
    for (size_t i = 0; i < plan->count; i++) {
        StoreCompletion completion = tested_store_next(tested);
        describe(plan, &completion, text);
        if (tested == stores[0])
            learn(plan, &plan->requests[i], &completion);
        store_completion_free(&completion);
    }
}

static void assert_same(const char *expected, const char *found, const TestedStore *tested,
                        uint64_t seed, size_t batch) {
    if (strcmp(expected, found) != 0)
        fail_msg("seed %llu, batch %zu: %s says\n%s\ninstead of\n%s", (unsigned long long)seed,
                 batch, tested_store_name(tested), found, expected);
}

static void run_seed(uint64_t seed) {
    Plan *plan = memory_allocate(sizeof *plan);
    plan->state = seed;
    for (size_t i = 0; i < 3; i++)
        plan->moves[i] = request_move(1, (uint32_t)i, "b2b3").move.move;
    for (size_t batch = 0; batch < BATCHES; batch++) {
        Buffer expected = {0};
        plan_batch(plan);
        run_batch(plan, stores[0], &expected);
        for (size_t i = 1; i < store_count; i++) {
            Buffer found = {0};
            run_batch(plan, stores[i], &found);
            assert_same(expected.bytes, found.bytes, stores[i], seed, batch);
            buffer_free(&found);
        }
        buffer_free(&expected);
    }
    char *expected = tested_store_dump(stores[0]);
    for (size_t i = 1; i < store_count; i++) {
        char *found = tested_store_dump(stores[i]);
        assert_same(expected, found, stores[i], seed, BATCHES);
        free(found);
    }
    const unsigned *results = plan->results;
    print_message(
        "seed %llu: %llu games; changes: %u made, %u duplicate, %u conflicts, %u missing\n",
        (unsigned long long)seed, (unsigned long long)plan->games, results[STORE_OK],
        results[STORE_DUPLICATE], results[STORE_CONFLICT], results[STORE_MISSING]);
    for (StoreResult result = STORE_OK; result <= STORE_MISSING; result++)
        assert_true(results[result] > 0);
    free(expected);
    free(plan);
}

static void test_same_results(void **state) {
    (void)state;
    const char *only = getenv("STORE_SEED"); /* repeats one */
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        for (size_t i = 0; i < store_count; i++)
            tested_store_open(stores[i]);
        run_seed(only ? strtoull(only, NULL, 10) : seed);
        for (size_t i = 0; i < store_count; i++)
            tested_store_clear(stores[i]);
    }
}

static int begin(void **state) {
    if (scratch_make(state) != 0)
        return -1;
    store_count = tested_stores_begin(stores);
    return 0;
}

static int end(void **state) {
    tested_stores_end();
    return scratch_remove(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_results)};
    return cmocka_run_group_tests(tests, begin, end);
}
