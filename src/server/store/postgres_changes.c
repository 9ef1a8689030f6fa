#include <config.h>

#include "server/store/postgres_changes.h"

#include <inttypes.h>

#include "base/buffer.h"
#include "server/store/postgres_rows.h"
#include "server/store/store.h"

/* ---- arrays ---- */

/* An array as PostgreSQL reads it: {1,2,NULL} or {"a","b"}. */
static void begin_element(Buffer *array) {
    buffer_add_string(array, array->length == 0 ? "{" : ",");
}

static void add_number(Buffer *array, int64_t number) {
    begin_element(array);
    buffer_add_format(array, "%" PRId64, number);
}

/* The texts are the store's own words, without quotes and backslashes. */
static void add_text(Buffer *array, const char *text) {
    begin_element(array);
    if (text)
        buffer_add_format(array, "\"%s\"", text);
    else
        buffer_add_string(array, "NULL");
}

static void add_arrays(PostgresParameters *parameters, Buffer *arrays, size_t count) {
    for (size_t i = 0; i < count; i++) {
        buffer_add_string(&arrays[i], arrays[i].length == 0 ? "{}" : "}");
        postgres_add_text(parameters, arrays[i].bytes);
    }
}

static void free_arrays(Buffer *arrays, size_t count) {
    for (size_t i = 0; i < count; i++)
        buffer_free(&arrays[i]);
}

/* ---- changes ---- */

static void add_header(PostgresParameters *parameters, const StoreHeader *header) {
    postgres_add_number(parameters, header->created_ms);
    postgres_add_text(parameters, header->variant);
    postgres_add_text(parameters, header->start);
    postgres_add_number(parameters, header->base_ms);
    postgres_add_number(parameters, header->increment_ms);
    postgres_add_boolean(parameters, header->per_move);
    postgres_add_number(parameters, header->claim_minutes);
    postgres_add_boolean(parameters, header->hidden);
    postgres_add_hash(parameters, header->kept ? &header->invite : NULL);
    postgres_add_hash(parameters, header->has_creator ? &header->creator : NULL);
    postgres_add_number(parameters, (int64_t)header->rematch_of);
    for (int color = WHITE; color <= BLACK; color++) {
        const StoreSeat *seat = &header->seat[color];
        postgres_add_hash(parameters, seat->taken ? &seat->hash : NULL);
        postgres_add_text(parameters, seat->name);
    }
}

static void add_draw(PostgresParameters *parameters, const StoreDraw *draw) {
    postgres_add_text(parameters, store_words_offer(draw->state));
    postgres_add_text(parameters, store_words_color(draw->by));
    postgres_add_number(parameters, draw->ply);
    postgres_add_number(parameters, draw->decline_ply);
}

static void add_put(PostgresParameters *parameters, const StoreGame *game, Buffer arrays[3]) {
    bool is_over = outcome_is_over(game->end.outcome);
    postgres_add_number(parameters, (int64_t)game->count);
    add_header(parameters, &game->header);
    add_draw(parameters, &game->draw);
    postgres_add_text(parameters, result_text(game->end.outcome.result));
    postgres_add_text(parameters, is_over ? reason_word(game->end.outcome.reason) : NULL);
    postgres_add_text(parameters, store_words_color(game->end.by));
    postgres_add_number(parameters, game->end.ply);
    postgres_add_number(parameters, game->end.ms);
    postgres_add_text(parameters, store_words_offer(game->rematch.state));
    postgres_add_text(parameters, store_words_color(game->rematch.by));
    postgres_add_number(parameters, (int64_t)game->rematch_game);
    for (size_t i = 0; i < game->count; i++) {
        add_number(&arrays[0], game->moves[i].ms);
        add_number(&arrays[1], game->moves[i].at_ms);
        add_text(&arrays[2], game->moves[i].path);
    }
    add_arrays(parameters, arrays, 3);
}

static const PostgresStatement statement_of[] = {
    [STORE_CREATE] = STATEMENT_CREATE,   [STORE_SEAT] = STATEMENT_SEAT,
    [STORE_DRAW] = STATEMENT_DRAW,       [STORE_END] = STATEMENT_END,
    [STORE_REMATCH] = STATEMENT_REMATCH, [STORE_ARRIVE] = STATEMENT_ARRIVE,
    [STORE_HIDE] = STATEMENT_HIDE,       [STORE_DELETE] = STATEMENT_DELETE,
    [STORE_TELL] = STATEMENT_TELL,       [STORE_PUT] = STATEMENT_PUT,
};

static void add_change(PostgresParameters *parameters, const StoreRequest *request,
                       Buffer arrays[3], Buffer *text) {
    switch (request->kind) {
    case STORE_CREATE:
        postgres_add_number(parameters, request->role);
        add_header(parameters, &request->create);
        break;
    case STORE_PUT:
        add_put(parameters, request->put, arrays);
        break;
    case STORE_SEAT:
        postgres_add_number(parameters, request->role);
        postgres_add_number(parameters, request->seat.color);
        postgres_add_hash(parameters, &request->seat.hash);
        postgres_add_text(parameters, request->seat.name);
        break;
    case STORE_ARRIVE:
        postgres_add_number(parameters, request->role);
        break;
    case STORE_DRAW:
        add_draw(parameters, &request->draw);
        break;
    case STORE_END:
        postgres_add_number(parameters, request->end.ply);
        postgres_add_text(parameters, result_text(request->end.outcome.result));
        postgres_add_text(parameters, reason_word(request->end.outcome.reason));
        postgres_add_text(parameters, store_words_color(request->end.by));
        postgres_add_number(parameters, request->end.ms);
        break;
    case STORE_REMATCH:
        postgres_add_text(parameters, store_words_offer(request->rematch.state));
        postgres_add_text(parameters, store_words_color(request->rematch.by));
        break;
    case STORE_HIDE:
        postgres_add_boolean(parameters, request->hidden);
        break;
    case STORE_TELL:
        postgres_rows_write_talk(&request->tell, text);
        postgres_add_text(parameters, text->bytes);
        break;
    default: /* nothing more */
        break;
    }
}

/* A change of no game. */
static void send_without_game(PostgresConnection *connection, const StoreRequest *request,
                              size_t place) {
    PostgresParameters parameters = {0};
    if (request->kind == STORE_CLOCK)
        postgres_add_number(&parameters, request->service_ms);
    postgres_add_number(&parameters, postgres_item(place));
    postgres_send(connection, request->kind == STORE_CLOCK ? STATEMENT_CLOCK : STATEMENT_PROBE,
                  &parameters);
}

void postgres_changes_send(PostgresConnection *connection, const StoreRequest *request,
                           PostgresMark mark, size_t place) {
    PostgresParameters parameters = {0};
    Buffer arrays[3] = {{0}}, text = {0};
    if (request->kind == STORE_PROBE || request->kind == STORE_CLOCK) {
        send_without_game(connection, request, place);
        return;
    }
    bool is_put = request->kind == STORE_PUT;
    uint64_t id = is_put                          ? request->put->header.id
                  : request->kind == STORE_CREATE ? request->create.id
                                                  : request->id;
    postgres_add_number(&parameters, (int64_t)id);
    postgres_add_number(&parameters, is_put ? 1 : (int64_t)request->version);
    postgres_add_number(&parameters, mark.server);
    postgres_add_number(&parameters, (int64_t)mark.number);
    postgres_add_number(&parameters, postgres_item(place));
    add_change(&parameters, request, arrays, &text);
    postgres_send(connection, statement_of[request->kind], &parameters);
    free_arrays(arrays, 3);
    buffer_free(&text);
}

void postgres_changes_set_made(const StoreRequest *request, uint64_t version, uint64_t generation,
                               StoreCompletion *completion) {
    completion->result = STORE_OK;
    completion->version = version;
    completion->generation = generation;
    if (request->kind == STORE_CREATE)
        completion->id = request->create.id;
}

/* The columns of a change's result. */
enum {
    CHANGED_ITEM,
    CHANGED_VERSION,
    CHANGED_GENERATION,
    KNOWN_VERSION,
    OF_CREATOR, /* of a new game: that of the same creator, and what the earlier game has */
    PARENT_VERSION,
    PARENT_REMATCH
};

bool postgres_changes_is_result(const PGresult *result, size_t place) {
    return postgres_number(result, 0, CHANGED_ITEM) == postgres_item(place);
}

/* The reasons for which a game was not created, in the order in which they count. Returns false if
 * there is none. */
static bool read_not_created(const PGresult *result, const StoreRequest *request,
                             StoreCompletion *completion) {
    bool is_rematch = request->create.rematch_of != 0;
    completion->id = request->create.id;
    completion->result = STORE_CONFLICT;
    if (!PQgetisnull(result, 0, OF_CREATOR)) {
        completion->result = STORE_DUPLICATE;
        completion->id = (uint64_t)postgres_number(result, 0, OF_CREATOR);
    } else if (is_rematch && PQgetisnull(result, 0, PARENT_VERSION)) {
        completion->result = STORE_MISSING;
    } else if (is_rematch && postgres_number(result, 0, PARENT_REMATCH) != 0) {
        completion->result = STORE_DUPLICATE;
        completion->id = (uint64_t)postgres_number(result, 0, PARENT_REMATCH);
    } else if (PQgetisnull(result, 0, KNOWN_VERSION)) {
        return is_rematch &&
               (uint64_t)postgres_number(result, 0, PARENT_VERSION) != request->version;
    }
    return true;
}

bool postgres_changes_read(const PGresult *result, const StoreRequest *request,
                           StoreCompletion *completion) {
    bool made = !PQgetisnull(result, 0, CHANGED_VERSION),
         known = !PQgetisnull(result, 0, KNOWN_VERSION);
    if (made) {
        postgres_changes_set_made(request, (uint64_t)postgres_number(result, 0, CHANGED_VERSION),
                                  (uint64_t)postgres_number(result, 0, CHANGED_GENERATION),
                                  completion);
    } else if (request->kind == STORE_CREATE) {
        return read_not_created(result, request, completion);
    } else if (request->kind == STORE_PUT) {
        completion->result = STORE_CONFLICT;
    } else {
        completion->result = known ? STORE_CONFLICT : STORE_MISSING;
    }
    return true;
}

/* ---- many changes at once ---- */

/* Sends a statement with arrays, and frees these. */
static void send_many(PostgresConnection *connection, PostgresStatement statement, Buffer *arrays,
                      size_t count, PostgresMark mark) {
    PostgresParameters parameters = {0};
    postgres_add_number(&parameters, mark.server);
    postgres_add_number(&parameters, (int64_t)mark.number);
    add_arrays(&parameters, arrays, count);
    postgres_send(connection, statement, &parameters);
    free_arrays(arrays, count);
}

void postgres_changes_send_leaves(PostgresConnection *connection, StoreRequest *const *requests,
                                  const size_t *places, size_t count, PostgresMark mark) {
    enum { ITEM, ID, ROLE, GENERATION, COUNT };
    Buffer arrays[COUNT] = {{0}};
    for (size_t i = 0; i < count; i++) {
        const StoreRequest *request = requests[places[i]];
        add_number(&arrays[ITEM], postgres_item(places[i]));
        add_number(&arrays[ID], (int64_t)request->id);
        add_number(&arrays[ROLE], request->role);
        add_number(&arrays[GENERATION], (int64_t)request->leave.generation);
    }
    send_many(connection, STATEMENT_LEAVES, arrays, COUNT, mark);
}

void postgres_changes_send_moves(PostgresConnection *connection, StoreRequest *const *requests,
                                 const size_t *places, size_t count, PostgresMark mark) {
    enum { ITEM, ID, KNOWN, PLY, MS, AT_MS, PATH, RESULT, REASON, BY, END_MS, TEXT, COUNT };
    Buffer arrays[COUNT] = {{0}}, text = {0};
    for (size_t i = 0; i < count; i++) {
        const StoreRequest *request = requests[places[i]];
        const StoreEnd *end = &request->move.end;
        bool ends = outcome_is_over(end->outcome);
        bool valid = !ends || end->ply == request->move.ply + 1;
        add_number(&arrays[ITEM], postgres_item(places[i]));
        add_number(&arrays[ID], (int64_t)request->id);
        add_number(&arrays[KNOWN], valid ? (int64_t)request->version : -1);
        add_number(&arrays[PLY], request->move.ply);
        add_number(&arrays[MS], request->move.move.ms);
        add_number(&arrays[AT_MS], request->move.move.at_ms);
        add_text(&arrays[PATH], request->move.move.path);
        add_text(&arrays[RESULT], ends ? result_text(end->outcome.result) : NULL);
        add_text(&arrays[REASON], ends ? reason_word(end->outcome.reason) : NULL);
        add_text(&arrays[BY], ends ? store_words_color(end->by) : NULL);
        if (ends)
            add_number(&arrays[END_MS], end->ms);
        else
            add_text(&arrays[END_MS], NULL);
        postgres_rows_write_move(request, &text);
        add_text(&arrays[TEXT], text.bytes);
        buffer_clear(&text);
    }
    send_many(connection, STATEMENT_MOVES, arrays, COUNT, mark);
    buffer_free(&text);
}

void postgres_changes_send_versions(PostgresConnection *connection, StoreRequest *const *requests,
                                    const size_t *places, size_t count) {
    PostgresParameters parameters = {0};
    Buffer ids = {0};
    for (size_t i = 0; i < count; i++)
        add_number(&ids, (int64_t)requests[places[i]]->id);
    add_arrays(&parameters, &ids, 1);
    postgres_send(connection, STATEMENT_VERSIONS, &parameters);
    buffer_free(&ids);
}

void postgres_changes_send_locks(PostgresConnection *connection, StoreRequest *const *requests,
                                 const size_t *places, size_t count) {
    enum { ALL, DELETED, COUNT };
    PostgresParameters parameters = {0};
    Buffer arrays[COUNT] = {{0}};
    for (size_t i = 0; i < count; i++) {
        const StoreRequest *request = requests[places[i]];
        bool creates = request->kind == STORE_CREATE;
        add_number(&arrays[ALL], (int64_t)(creates ? request->create.rematch_of : request->id));
        if (request->kind == STORE_DELETE)
            add_number(&arrays[DELETED], (int64_t)request->id);
    }
    add_arrays(&parameters, arrays, COUNT);
    postgres_send(connection, STATEMENT_LOCK_GAMES, &parameters);
    free_arrays(arrays, COUNT);
}

/* ---- queries ---- */

static PostgresStatement query_of(StoreKind kind) {
    switch (kind) {
    case STORE_LIST_GAMES:
        return STATEMENT_LIST_GAMES;
    case STORE_LIST_TIMED:
        return STATEMENT_LIST_TIMED;
    case STORE_LIST_UNSTARTED:
        return STATEMENT_LIST_UNSTARTED;
    case STORE_LIST_FINISHED:
        return STATEMENT_LIST_FINISHED;
    case STORE_LIST_PRESENT:
        return STATEMENT_LIST_PRESENT;
    case STORE_TOTALS:
        return STATEMENT_COUNT_GAMES;
    default:
        return STATEMENT_LOAD;
    }
}

void postgres_changes_send_query(PostgresConnection *connection, const StoreRequest *request) {
    PostgresParameters parameters = {0};
    PostgresStatement statement = query_of(request->kind);
    if (request->kind == STORE_LOAD) {
        postgres_add_number(&parameters, (int64_t)request->id);
        postgres_add_number(&parameters, request->load.first);
    } else if (request->kind != STORE_TOTALS) {
        postgres_add_number(&parameters, (int64_t)request->list.after);
        postgres_add_number(&parameters, request->list.limit < INT64_MAX
                                             ? (int64_t)request->list.limit
                                             : INT64_MAX);
        if (request->kind == STORE_LIST_UNSTARTED || request->kind == STORE_LIST_FINISHED)
            postgres_add_number(&parameters, request->list.before_ms);
    }
    postgres_send(connection, statement, &parameters);
}

bool postgres_changes_read_query(const PGresult *result, const StoreRequest *request,
                                 StoreCompletion *completion) {
    if (request->kind == STORE_LOAD)
        return postgres_rows_read_game(result, request->load.first, completion);
    if (request->kind == STORE_TOTALS) {
        completion->result = STORE_OK;
        completion->totals.games = (uint64_t)postgres_number(result, 0, 0);
        completion->totals.service_ms = postgres_number(result, 0, 1);
        return completion->totals.service_ms >= 0 &&
               completion->totals.service_ms <= STORE_TIME_MAX_MS;
    }
    postgres_rows_read_ids(result, request->list.limit, completion);
    return true;
}
