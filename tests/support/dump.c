#include <config.h>

#include "dump.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/store/game_replay.h"
#include "workload.h"

static void dump_hash(const char *name, const KeyHash *hash, Buffer *text) {
    buffer_add_format(text, " %s=", name);
    for (size_t i = 0; i < KEY_HASH_SIZE; i++)
        buffer_add_format(text, "%02x", hash->bytes[i]);
}

void dump_game(const StoreGame *game, Buffer *text) {
    const StoreHeader *header = &game->header;
    buffer_add_format(text, "game %llu %lld %s %s %lld+%lld%s", (unsigned long long)header->id,
                      (long long)header->created_ms, header->variant, header->start,
                      (long long)header->base_ms, (long long)header->increment_ms,
                      header->hidden ? " private" : "");
    buffer_add_format(text, "%s claim %u rematch of %llu", header->per_move ? " per move" : "",
                      header->claim_minutes, (unsigned long long)header->rematch_of);
    if (header->kept)
        dump_hash("invite", &header->invite, text);
    if (header->has_creator)
        dump_hash("maker", &header->creator, text);
    for (int color = WHITE; color <= BLACK; color++) {
        buffer_add_format(text, " [%s]", header->seat[color].name);
        if (header->seat[color].taken)
            dump_hash("seat", &header->seat[color].hash, text);
    }
    buffer_add_format(text, "\n draw %d %d %u %u\n", (int)game->draw.state, (int)game->draw.by,
                      game->draw.ply, game->draw.decline_ply);
    buffer_add_format(text, " end %s %s %d %u %u\n", result_text(game->end.outcome.result),
                      reason_word(game->end.outcome.reason), (int)game->end.by, game->end.ply,
                      game->end.ms);
    buffer_add_format(text, " rematch %d %d %llu\n", (int)game->rematch.state,
                      (int)game->rematch.by, (unsigned long long)game->rematch_game);
    for (size_t ply = 0; ply < game->count; ply++)
        buffer_add_format(text, " %zu %s %u %lld\n", ply, game->moves[ply].path,
                          game->moves[ply].ms, (long long)game->moves[ply].at_ms);
}

/* Adds errors to the text, so that it differs from the text of a correct store. */
static bool dump_answer(const StoreCompletion *answer, Buffer *text) {
    Error error = {0};
    if (answer->result == STORE_DAMAGED)
        buffer_add_format(text, "damaged: %s\n", answer->text);
    if (answer->game)
        dump_game(answer->game, text);
    if (answer->game && !game_replay_check(answer->game, &error))
        buffer_add_format(text, "against the rules: %s\n", error.text);
    for (size_t i = 0; i < answer->id_count; i++)
        buffer_add_format(text, "listed %llu\n", (unsigned long long)answer->ids[i]);
    if (answer->kind == STORE_TOTALS)
        buffer_add_format(text, "games %llu, service time %lld\n",
                          (unsigned long long)answer->totals.games,
                          (long long)answer->totals.service_ms);
    return answer->result != STORE_FAILED && answer->result != STORE_FULL;
}

size_t dump_run(Database *database, const StoreRequest *requests, size_t count,
                StoreCompletion *completions) {
    StoreRequest *copies = memory_resize(NULL, count, sizeof *copies);
    StoreRequest **pointers = memory_resize(NULL, count, sizeof(StoreRequest *));
    for (size_t i = 0; i < count; i++) {
        copies[i] = requests[i];
        pointers[i] = &copies[i];
        store_completion_begin(pointers[i]);
    }
    size_t changes = database_run(database, pointers, count);
    for (size_t i = 0; i < count; i++)
        completions[i] = copies[i].completion;
    free(pointers);
    free(copies);
    return changes;
}

char *dump_database(Database *database) {
    StoreRequest questions[WORKLOAD_GAMES + 3] = {
        {.kind = STORE_TOTALS},
        {.kind = STORE_LIST_TIMED, .list = {.limit = 1000}},
        {.kind = STORE_LIST_UNSTARTED, .list = {.limit = 1000, .before_ms = INT64_MAX}},
    };
    enum { COUNT = sizeof questions / sizeof *questions };
    StoreCompletion answers[COUNT];
    Buffer text = {0};
    bool answered = true;
    for (size_t game = 0; game < WORKLOAD_GAMES; game++)
        questions[3 + game] = request_of(STORE_LOAD, workload_id(game));
    dump_run(database, questions, COUNT, answers);
    for (size_t i = 0; i < COUNT; i++) {
        answered = dump_answer(&answers[i], &text) && answered;
        store_completion_free(&answers[i]);
    }
    if (answered)
        return buffer_take(&text);
    buffer_free(&text);
    return NULL;
}

char *dump_all(Database *database) {
    sqlite3_stmt *ids;
    Buffer text = {0};
    bool answered = sqlite3_prepare_v2(database->connection, "SELECT id FROM game ORDER BY id", -1,
                                       &ids, NULL) == SQLITE_OK;
    while (answered && sqlite3_step(ids) == SQLITE_ROW) {
        StoreRequest question = request_of(STORE_LOAD, (uint64_t)sqlite3_column_int64(ids, 0));
        StoreCompletion answer;
        dump_run(database, &question, 1, &answer);
        answered = dump_answer(&answer, &text) && answer.result == STORE_OK;
        store_completion_free(&answer);
    }
    sqlite3_finalize(ids);
    if (answered)
        return buffer_take(&text);
    buffer_free(&text);
    return NULL;
}
