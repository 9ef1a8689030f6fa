#include <config.h>

#include "server/store/postgres_batch.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/store/postgres_changes.h"
#include "server/store/postgres_rows.h"

enum { BATCH_MAX = 2000 };

/* Instead of the place of a request: a command for many moves, or many leaves. */
#define MANY SIZE_MAX

/* The changes are sent in this order. */
typedef enum ChangeGroup {
    CHANGE_MOVE,
    CHANGE_LEAVE,
    CHANGE_OTHER,
    CHANGE_GROUP_COUNT
} ChangeGroup;

/* A change of a batch, and what it is sorted by; see postgres_statement.h on locks. */
typedef struct Change {
    ChangeGroup group;
    uint64_t game;          /* of a move or a leave; else 0 */
    const KeyHash *creator; /* the key that a new game is created with, or NULL */
    size_t place;           /* of the request */
} Change;

typedef struct PostgresBatch {
    StoreRequest *const *requests;
    size_t count;
    uint32_t buried; /* instead of requests: a server */
    bool *done;      /* the requests that have their results */
    bool one_by_one; /* each change is a command of its own, to find the one that meets damage */
    bool was_repeated;

    /* Of the last transaction. */
    Change *changes;
    size_t group_count[CHANGE_GROUP_COUNT];
    size_t lead;      /* commands before the first change */
    size_t *commands; /* the places of the requests, or MANY */
    PGresult **results;
    size_t command_count;
    bool notifies;
    bool sent;      /* its end is unknown, unless ... */
    bool committed; /* ... this is set */
    PostgresError error;
} PostgresBatch;

/* ---- which requests ---- */

/* A set of ids. */
typedef struct IdSet {
    uint64_t *ids; /* owned; 0: free */
    size_t mask;
} IdSet;

static bool id_set_add(IdSet *set, uint64_t id) {
    size_t at = (size_t)(id * UINT64_C(0x9e3779b97f4a7c15) >> 20) & set->mask;
    while (set->ids[at] != 0 && set->ids[at] != id)
        at = (at + 1) & set->mask;
    bool added = set->ids[at] == 0;
    set->ids[at] = id;
    return added;
}

static uint64_t changed_game(const StoreRequest *request) {
    return request->kind == STORE_CREATE ? request->create.id
           : request->kind == STORE_PUT  ? request->put->header.id
                                         : request->id;
}

/* Adds the games that a request changes or loads. Returns false if it changes one that is there:
 * the changes of a batch come before its queries. */
static bool add_games(IdSet *games, const StoreRequest *request) {
    if (request->kind == STORE_LOAD)
        id_set_add(games, request->id + 1);
    if (!store_is_change(request->kind) || request->kind == STORE_PROBE ||
        request->kind == STORE_CLOCK || request->kind == STORE_TELL)
        return true;
    uint64_t parent = request->kind == STORE_CREATE ? request->create.rematch_of : 0;
    return id_set_add(games, changed_game(request) + 1) &&
           (parent == 0 || id_set_add(games, parent + 1));
}

size_t postgres_batch_size(StoreRequest *const *requests, size_t count) {
    size_t size = 0, slots = 8;
    if (count > BATCH_MAX)
        count = BATCH_MAX;
    while (slots < 4 * count)
        slots *= 2;
    IdSet games = {memory_allocate(slots * sizeof *games.ids), slots - 1};
    while (size < count && (add_games(&games, requests[size]) || size == 0))
        size++;
    free(games.ids);
    return size;
}

/* ---- results ---- */

static void set_result(PostgresBatch *batch, size_t place, StoreResult result, const char *text) {
    StoreCompletion *completion = &batch->requests[place]->completion;
    batch->done[place] = true;
    completion->result = result;
    completion->text = text ? memory_strdup(text) : NULL;
}

static bool is_open_change(const PostgresBatch *batch, size_t place) {
    return !batch->done[place] && store_is_change(batch->requests[place]->kind);
}

static bool is_open_query(const PostgresBatch *batch, size_t place) {
    return !batch->done[place] && !store_is_change(batch->requests[place]->kind);
}

static bool has_open_changes(const PostgresBatch *batch) {
    if (batch->buried)
        return true;
    for (size_t i = 0; i < batch->count; i++)
        if (is_open_change(batch, i))
            return true;
    return false;
}

/* ---- a transaction ---- */

static void send_command(PostgresBatch *batch, size_t place) {
    batch->commands[batch->command_count++] = place;
}

static const KeyHash *creator_of(const StoreRequest *request) {
    const StoreHeader *header = request->kind == STORE_CREATE ? &request->create
                                : request->kind == STORE_PUT  ? &request->put->header
                                                              : NULL;
    return header && header->has_creator ? &header->creator : NULL;
}

static int compare_creators(const KeyHash *one, const KeyHash *other) {
    if (!one || !other)
        return (one != NULL) - (other != NULL);
    return memcmp(one->bytes, other->bytes, sizeof one->bytes);
}

static int compare_changes(const void *a, const void *b) {
    const Change *one = a, *other = b;
    int creators = compare_creators(one->creator, other->creator);
    if (one->group != other->group)
        return one->group < other->group ? -1 : 1;
    if (one->game != other->game)
        return one->game < other->game ? -1 : 1;
    if (creators != 0)
        return creators;
    return one->place < other->place ? -1 : one->place > other->place;
}

/* Lists the changes that are open. */
static size_t collect_changes(PostgresBatch *batch) {
    size_t count = 0;
    memset(batch->group_count, 0, sizeof batch->group_count);
    for (size_t i = 0; i < batch->count; i++) {
        if (!is_open_change(batch, i))
            continue;
        const StoreRequest *request = batch->requests[i];
        ChangeGroup group = request->kind == STORE_MOVE    ? CHANGE_MOVE
                            : request->kind == STORE_LEAVE ? CHANGE_LEAVE
                                                           : CHANGE_OTHER;
        batch->changes[count++] =
            (Change){group, group == CHANGE_OTHER ? 0 : request->id, creator_of(request), i};
        batch->group_count[group]++;
    }
    qsort(batch->changes, count, sizeof *batch->changes, compare_changes);
    return count;
}

/* Returns whether a change locks the row of a game that is there. */
static bool locks_game(const StoreRequest *request) {
    return request->kind == STORE_CREATE
               ? request->create.rematch_of != 0
               : request->kind != STORE_PUT && request->kind != STORE_PROBE &&
                     request->kind != STORE_CLOCK && request->kind != STORE_TELL;
}

/* A statement for many changes locks their games by ascending ids, and one for a single change has
 * one game, unless it deletes a rematch. For all else, a command before them locks the games. To
 * find damage, each change shall meet it itself. */
static void send_locks(PostgresConnection *connection, PostgresBatch *batch, size_t changes) {
    size_t *places = memory_resize(NULL, changes + 1, sizeof *places), count = 0;
    bool deletes = false;
    for (size_t i = 0; i < changes; i++) {
        size_t place = batch->changes[i].place;
        deletes = deletes || batch->requests[place]->kind == STORE_DELETE;
        if (locks_game(batch->requests[place]))
            places[count++] = place;
    }
    bool one_statement = batch->group_count[CHANGE_MOVE] == count ||
                         batch->group_count[CHANGE_LEAVE] == count || count == 1;
    if ((deletes || !one_statement) && !batch->one_by_one) {
        postgres_changes_send_locks(connection, batch->requests, places, count);
        batch->lead++;
    }
    free(places);
}

/* Sends moves or leaves. */
static void send_group(PostgresConnection *connection, PostgresBatch *batch, ChangeGroup group,
                       const Change *changes, PostgresMark mark) {
    size_t count = batch->group_count[group];
    size_t *places = memory_resize(NULL, count + 1, sizeof *places);
    for (size_t i = 0; i < count; i++)
        places[i] = changes[i].place;
    size_t step = batch->one_by_one ? 1 : count;
    for (size_t i = 0; i < count; i += step) {
        send_command(batch, batch->one_by_one ? places[i] : MANY);
        (group == CHANGE_MOVE ? postgres_changes_send_moves : postgres_changes_send_leaves)(
            connection, batch->requests, places + i, step, mark);
    }
    free(places);
}

static void send_changes(PostgresConnection *connection, PostgresBatch *batch, PostgresMark mark) {
    size_t count = collect_changes(batch), moves = batch->group_count[CHANGE_MOVE];
    send_locks(connection, batch, count);
    send_group(connection, batch, CHANGE_MOVE, batch->changes, mark);
    send_group(connection, batch, CHANGE_LEAVE, batch->changes + moves, mark);
    for (size_t i = moves + batch->group_count[CHANGE_LEAVE]; i < count; i++) {
        size_t place = batch->changes[i].place;
        send_command(batch, place);
        postgres_changes_send(connection, batch->requests[place], mark, place);
    }
}

static void send_lock_servers(PostgresConnection *connection, PostgresBatch *batch,
                              PostgresMark mark) {
    PostgresParameters parameters = {0};
    postgres_add_number(&parameters, batch->buried);
    postgres_add_number(&parameters, mark.server);
    postgres_send(connection, STATEMENT_LOCK_SERVERS, &parameters);
    batch->lead++;
}

static void send_bury(PostgresConnection *connection, PostgresBatch *batch, PostgresMark mark) {
    PostgresParameters parameters = {0};
    postgres_add_number(&parameters, batch->buried);
    postgres_add_number(&parameters, mark.server);
    send_command(batch, 0);
    postgres_send(connection, STATEMENT_BURY, &parameters);
    parameters.count = 1;
    send_command(batch, 0);
    postgres_send(connection, STATEMENT_LOCK_PRESENT, &parameters);
    postgres_add_number(&parameters, mark.server);
    postgres_add_number(&parameters, (int64_t)mark.number);
    send_command(batch, 0);
    postgres_send(connection, STATEMENT_END_PRESENCES, &parameters);
}

static void send_transaction(PostgresConnection *connection, PostgresBatch *batch,
                             PostgresMark mark) {
    char payload[64];
    PostgresParameters marked = {0}, told = {0};
    postgres_add_number(&marked, mark.server);
    postgres_add_number(&marked, (int64_t)mark.number);
    batch->lead = 2;
    batch->command_count = 0;
    postgres_send(connection, STATEMENT_BEGIN, NULL);
    if (batch->buried)
        send_lock_servers(connection, batch, mark);
    postgres_send(connection, STATEMENT_MARK, &marked);
    send_changes(connection, batch, mark);
    if (batch->buried)
        send_bury(connection, batch, mark);
    postgres_send(connection, STATEMENT_COMMIT, NULL);
    postgres_send_end(connection);
    if (batch->notifies) {
        snprintf(payload, sizeof payload, "%u %llu", mark.server, (unsigned long long)mark.number);
        postgres_add_text(&told, payload);
        postgres_send(connection, STATEMENT_NOTIFY, &told);
        postgres_send_end(connection);
    }
    batch->sent = true;
    batch->committed = false;
}

static void set_made(PostgresBatch *batch, size_t place, uint64_t version, uint64_t generation) {
    batch->done[place] = true;
    postgres_changes_set_made(batch->requests[place], version, generation,
                              &batch->requests[place]->completion);
}

/* A command for moves or leaves: many, or a single one to find damage. */
static bool is_many(const PostgresBatch *batch, size_t place) {
    return place == MANY || batch->requests[place]->kind == STORE_MOVE ||
           batch->requests[place]->kind == STORE_LEAVE;
}

/* Returns whether the batch has the change of an item, and no result for it yet. */
static bool has_item(const PostgresBatch *batch, int64_t item) {
    size_t place = item > 0 ? postgres_item_place(item) : batch->count;
    return place < batch->count && item == postgres_item(place) && is_open_change(batch, place);
}

/* Returns whether the results are those of the batch's changes, and not those of others. */
static bool are_own_results(const PostgresBatch *batch) {
    for (size_t i = 0; i < batch->command_count && !batch->buried; i++) {
        size_t place = batch->commands[i];
        const PGresult *result = batch->results[i];
        if (!is_many(batch, place) && !postgres_changes_is_result(result, place))
            return false;
        for (int row = 0; is_many(batch, place) && row < PQntuples(result); row++) {
            int64_t item = postgres_number(result, row, 0);
            if (!has_item(batch, item) || !is_many(batch, postgres_item_place(item)))
                return false;
        }
    }
    return true;
}

/* Reads which of many changes were made. */
static void read_many(PostgresBatch *batch, const PGresult *result) {
    for (int row = 0; row < PQntuples(result); row++)
        set_made(batch, postgres_item_place(postgres_number(result, row, 0)),
                 (uint64_t)postgres_number(result, row, 1), 0);
}

/* Reads the results of a transaction that was committed. */
static void read_results(PostgresBatch *batch) {
    for (size_t i = 0; i < batch->command_count && !batch->buried; i++) {
        size_t place = batch->commands[i];
        if (is_many(batch, place))
            read_many(batch, batch->results[i]);
        else
            batch->done[place] = postgres_changes_read(batch->results[i], batch->requests[place],
                                                       &batch->requests[place]->completion);
    }
}

/* Sets the result of a move or a leave that was not made, by the game's version. */
static void set_not_made(PostgresBatch *batch, size_t place, uint64_t version) {
    bool leaves = batch->requests[place]->kind == STORE_LEAVE;
    set_result(batch, place, leaves ? STORE_OK : STORE_CONFLICT, NULL);
    if (leaves)
        batch->requests[place]->completion.version = version;
}

/* Moves that were not made are conflicts if their games are there. Leaves are none: another client
 * has the role. */
static void read_not_made(PostgresConnection *connection, PostgresBatch *batch) {
    if (batch->buried)
        return;
    size_t changes = batch->group_count[CHANGE_MOVE] + batch->group_count[CHANGE_LEAVE];
    size_t *places = memory_resize(NULL, changes + 1, sizeof *places), count = 0;
    for (size_t i = 0; i < changes; i++)
        if (!batch->done[batch->changes[i].place])
            places[count++] = batch->changes[i].place;
    if (count > 0) {
        postgres_clear(connection);
        postgres_changes_send_versions(connection, batch->requests, places, count);
        postgres_send_end(connection);
        PGresult *result = postgres_receive(connection);
        postgres_receive_nothing(connection);
        for (size_t i = 0; result && i < count; i++)
            set_result(batch, places[i], STORE_MISSING, NULL);
        for (int row = 0; row < PQntuples(result); row++)
            for (size_t i = 0; i < count; i++)
                if (batch->requests[places[i]]->id == (uint64_t)postgres_number(result, row, 0))
                    set_not_made(batch, places[i], (uint64_t)postgres_number(result, row, 1));
        PQclear(result);
    }
    free(places);
}

/* Receives what send_transaction() has asked for. */
static void receive_transaction(PostgresWriter *writer, PostgresBatch *batch, PostgresMark mark) {
    PostgresConnection *connection = &writer->connection;
    for (size_t i = 0; i < batch->lead; i++)
        postgres_receive_nothing(connection);
    for (size_t i = 0; i < batch->command_count; i++)
        batch->results[i] = postgres_receive(connection);
    batch->committed = postgres_receive_commit(connection);
    if (batch->committed && !are_own_results(batch)) {
        postgres_distrust(connection);
        batch->committed = false; /* the events tell it */
    }
    if (batch->committed) {
        postgres_store_set_number(writer->store, mark.number);
        read_results(batch);
    } else {
        batch->error = connection->error;
    }
    for (size_t i = 0; i < batch->command_count; i++)
        PQclear(batch->results[i]);
    /* An end; the notification, which need not be sent, and its end. */
    for (int i = 0; i < (batch->notifies ? 3 : 1); i++)
        postgres_receive_nothing(connection);
}

/* ---- queries ---- */

static void send_queries(PostgresConnection *connection, PostgresBatch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        if (is_open_query(batch, i))
            postgres_changes_send_query(connection, batch->requests[i]);
    postgres_send_end(connection);
}

/* Receives the results of queries. Those of a batch whose changes were not made are not read. */
static void receive_queries(PostgresConnection *connection, PostgresBatch *batch) {
    bool read = batch->error.fault == POSTGRES_OK;
    if (connection->error.fault != POSTGRES_LOST)
        postgres_clear(connection);
    for (size_t i = 0; i < batch->count; i++) {
        if (!is_open_query(batch, i))
            continue;
        PostgresFault before = connection->error.fault;
        PGresult *result = postgres_receive(connection);
        if (result && read) {
            batch->done[i] = postgres_changes_read_query(result, batch->requests[i],
                                                         &batch->requests[i]->completion);
            if (!batch->done[i])
                postgres_distrust(connection);
        } else if (read && before == POSTGRES_OK && connection->error.fault == POSTGRES_DAMAGED) {
            set_result(batch, i, STORE_DAMAGED, connection->error.why.text);
        }
        PQclear(result);
    }
    postgres_receive_nothing(connection);
    if (read && connection->error.fault != POSTGRES_DAMAGED)
        batch->error = connection->error;
}

/* ---- lost connections ---- */

static void set_failure(PostgresWriter *writer, const Error *why) {
    if (writer->failure.code == ERROR_NONE)
        writer->failure = *why;
}

/* Doubles the pause, so that repeated failures do not burden the database. */
static int next_pause(int pause_ms) {
    enum { FIRST_MS = 1, LONGEST_MS = 1000 };
    return pause_ms == 0 ? FIRST_MS : pause_ms * 2 < LONGEST_MS ? pause_ms * 2 : LONGEST_MS;
}

/* Waits before another attempt. Returns false if another attempt is pointless. */
static bool may_go_on(PostgresWriter *writer, int pause_ms) {
    Error closed = {0};
    if (pause_ms > 0)
        postgres_store_pause(writer->store, &writer->deadline, pause_ms);
    if (pause_ms > 0 && postgres_store_gives_up(writer->store, &writer->deadline)) {
        error_set(&closed, ERROR_STATE, "the store was closed");
        set_failure(writer, &closed);
    }
    return writer->failure.code == ERROR_NONE;
}

/* The others recognise the connection by this name. */
static bool name_connection(PostgresWriter *writer) {
    PostgresParameters parameters = {0};
    postgres_add_number(&parameters, postgres_store_server(writer->store));
    PGresult *result = postgres_run(&writer->connection, STATEMENT_NAME, &parameters);
    PQclear(result);
    return result != NULL;
}

static bool reconnect(PostgresWriter *writer) {
    char reason[sizeof writer->failure.text];
    Error error = {0};
    snprintf(reason, sizeof reason, "%s", writer->connection.error.why.text);
    do {
        if (!postgres_store_reconnect(writer->store, &writer->connection, &writer->deadline, reason,
                                      &error)) {
            set_failure(writer, &error);
            return false;
        }
    } while (!name_connection(writer));
    return true;
}

bool postgres_batch_register(PostgresWriter *writer) {
    PGresult *result = postgres_run(&writer->connection, STATEMENT_REGISTER, NULL);
    int64_t number = result ? postgres_number(result, 0, 0) : 0;
    bool good = postgres_is_server(number);
    if (good)
        postgres_store_set_server(writer->store, (uint32_t)number);
    else if (result)
        postgres_distrust(&writer->connection);
    PQclear(result);
    if (!good || !name_connection(writer))
        return false;
    PGresult *members = postgres_run(&writer->connection, STATEMENT_MEMBERS, NULL);
    if (members)
        postgres_store_read_members(writer->store, members);
    PQclear(members);
    return members != NULL;
}

void postgres_batch_register_again(PostgresWriter *writer) {
    for (int pause_ms = 0; !postgres_batch_register(writer); pause_ms = next_pause(pause_ms))
        if (!may_go_on(writer, pause_ms) || !reconnect(writer))
            return;
    postgres_store_publish(writer->store, STORE_MISSED);
}

/* Takes the results of a batch that was committed from its events. */
static void read_events(PostgresBatch *batch, const PGresult *events) {
    if (batch->buried)
        return;
    for (int row = 0; row < PQntuples(events); row++) {
        int64_t item = postgres_number(events, row, EVENT_ITEM);
        size_t place = postgres_item_place(item);
        if (has_item(batch, item))
            set_made(batch, place, (uint64_t)postgres_number(events, row, EVENT_VERSION),
                     postgres_rows_generation(events, row, batch->requests[place]->kind));
    }
}

/* Ends what is left of a server's connections in the database, which may hold locks. */
static void send_end_others(PostgresConnection *connection, uint32_t server) {
    PostgresParameters parameters = {0};
    postgres_add_number(&parameters, server);
    postgres_send(connection, STATEMENT_END_OTHERS, &parameters);
}

/* Returns the events of a batch, or NULL. Sets the last number of this server, and whether it was
 * buried. */
static PGresult *lock_server(PostgresConnection *connection, PostgresMark mark, uint64_t *number,
                             bool *was_buried) {
    PostgresParameters server = {0}, events = {0};
    postgres_add_number(&server, mark.server);
    postgres_add_number(&events, mark.server);
    postgres_add_number(&events, (int64_t)mark.number);
    postgres_clear(connection);
    send_end_others(connection, mark.server);
    postgres_send_end(connection);
    postgres_send(connection, STATEMENT_BEGIN, NULL);
    postgres_send(connection, STATEMENT_LOCK_SERVER, &server);
    postgres_send(connection, STATEMENT_BATCH_EVENTS, &events);
    postgres_send(connection, STATEMENT_COMMIT, NULL);
    postgres_send_end(connection);
    for (int i = 0; i < 3; i++)
        postgres_receive_nothing(connection);
    PGresult *row = postgres_receive(connection), *found = postgres_receive(connection);
    bool good = postgres_receive_commit(connection); /* waits for the standby, too */
    good = postgres_receive_nothing(connection) && good && row && found;
    if (good) {
        bool exists = PQntuples(row) > 0;
        *number = exists ? (uint64_t)postgres_number(row, 0, 0) : 0;
        *was_buried = !exists || postgres_boolean(row, 0, 1);
    }
    PQclear(row);
    if (good)
        return found;
    PQclear(found);
    return NULL;
}

/* Ends a transaction that was not committed, so that the connection can be used again. */
static bool roll_back(PostgresWriter *writer) {
    PGresult *result = postgres_run(&writer->connection, STATEMENT_ROLLBACK, NULL);
    PQclear(result);
    return result != NULL || reconnect(writer);
}

/*
 * Finds out whether the last transaction was committed. The change of the server's row waits for a
 * process of the database that still commits it, and is itself committed as durably, so that what
 * was committed before is, too: with standbys, it may have been visible earlier. If the transaction
 * arrives even later, it finds the row with another number and fails.
 */
static void resolve(PostgresWriter *writer, PostgresBatch *batch, PostgresMark mark) {
    uint64_t number = 0;
    bool was_buried = false;
    PGresult *events;
    for (int pause_ms = 0; !(events = lock_server(&writer->connection, mark, &number, &was_buried));
         pause_ms = next_pause(pause_ms)) {
        PostgresFault fault = writer->connection.error.fault;
        if (!may_go_on(writer, pause_ms) ||
            (fault == POSTGRES_LOST ? !reconnect(writer) : !roll_back(writer)))
            return;
    }
    if (number == mark.number) {
        batch->committed = true;
        postgres_store_set_number(writer->store, mark.number);
        read_events(batch, events);
    }
    PQclear(events);
    /* Another number is that of a database that was restored from a backup. */
    if (was_buried || (number != mark.number && number != mark.number - 1))
        postgres_batch_register_again(writer);
}

/* ---- batches ---- */

static void set_full(PostgresBatch *batch) {
    for (size_t i = 0; i < batch->count; i++)
        if (is_open_change(batch, i))
            set_result(batch, i, STORE_FULL, NULL);
}

/* The transaction runs again without the change that meets damage. */
static void set_damaged(PostgresWriter *writer, PostgresBatch *batch) {
    size_t command = batch->error.place - batch->lead; /* wraps around */
    size_t place = command < batch->command_count ? batch->commands[command] : batch->count;
    bool met_lock = !batch->one_by_one && batch->error.place + 1 == batch->lead;
    if (place == MANY || met_lock)
        batch->one_by_one = true;
    else if (place < batch->count)
        set_result(batch, place, STORE_DAMAGED, batch->error.why.text);
    else
        set_failure(writer, &batch->error.why);
}

/* Tells the operator once for each batch. */
static void report_repeat(PostgresWriter *writer, PostgresBatch *batch) {
    Error error = {0};
    store_queue_count_repeat(&writer->store->queue);
    if (batch->was_repeated)
        return;
    batch->was_repeated = true;
    error_set(&error, ERROR_STATE,
              "the database could not run a transaction, which is repeated: %s",
              batch->error.why.text);
    store_queue_report(&writer->store->queue, error.text);
}

static void handle_fault(PostgresWriter *writer, PostgresBatch *batch, PostgresMark mark) {
    PostgresFault fault = batch->error.fault;
    bool unknown = batch->sent && !batch->committed;
    if (fault == POSTGRES_LOST ? !reconnect(writer) : unknown && !roll_back(writer))
        return;
    if (unknown && (fault == POSTGRES_LOST || fault == POSTGRES_BURIED))
        resolve(writer, batch, mark);
    else if (fault == POSTGRES_FULL)
        set_full(batch);
    else if (fault == POSTGRES_DAMAGED)
        set_damaged(writer, batch);
    else if (fault == POSTGRES_REPEAT)
        report_repeat(writer, batch);
    else if (fault == POSTGRES_FAILED)
        set_failure(writer, &batch->error.why);
}

/* Runs what is open of a batch. */
static void run_once(PostgresWriter *writer, PostgresBatch *batch) {
    PostgresConnection *connection = &writer->connection;
    PostgresMark mark = postgres_store_next_mark(writer->store);
    postgres_clear(connection);
    batch->error = connection->error;
    batch->sent = batch->committed = false;
    /* A server that has just come finds the events with its heartbeat. */
    batch->notifies = !postgres_store_is_alone(writer->store);
    memset(batch->group_count, 0, sizeof batch->group_count);
    if (has_open_changes(batch))
        send_transaction(connection, batch, mark);
    send_queries(connection, batch);
    if (batch->sent)
        receive_transaction(writer, batch, mark);
    receive_queries(connection, batch);
    if (batch->error.fault != POSTGRES_OK)
        handle_fault(writer, batch, mark);
    else
        read_not_made(connection, batch);
}

static void begin_batch(PostgresBatch *batch) {
    size_t room = batch->count + 3; /* to bury a server takes three commands */
    batch->done = memory_allocate(room * sizeof *batch->done);
    batch->changes = memory_resize(NULL, room, sizeof *batch->changes);
    batch->commands = memory_resize(NULL, room, sizeof *batch->commands);
    batch->results = memory_resize(NULL, room, sizeof *batch->results);
}

static void end_batch(PostgresBatch *batch) {
    free(batch->done);
    free(batch->changes);
    free(batch->commands);
    free(batch->results);
}

static size_t count_open(const PostgresBatch *batch) {
    size_t open = 0;
    for (size_t i = 0; i < batch->count; i++)
        open += !batch->done[i];
    return open;
}

size_t postgres_batch_run(PostgresWriter *writer, StoreRequest *const *requests, size_t count) {
    PostgresBatch batch = {.requests = requests, .count = count};
    size_t changes = 0;
    begin_batch(&batch);
    for (size_t i = 0; i < count; i++)
        store_completion_begin(requests[i]);
    for (int pause_ms = 0; count_open(&batch) > 0 && may_go_on(writer, pause_ms);) {
        run_once(writer, &batch);
        pause_ms = batch.error.fault == POSTGRES_OK ? 0 : next_pause(pause_ms);
    }
    for (size_t i = 0; i < count; i++)
        if (!batch.done[i])
            set_result(&batch, i, STORE_FAILED, writer->failure.text);
    end_batch(&batch);
    for (size_t i = 0; i < count; i++)
        changes += requests[i]->completion.result == STORE_OK && store_is_change(requests[i]->kind);
    return changes;
}

/* Publishes the news of a batch of this server. */
static void tell_batch(PostgresWriter *writer, PostgresMark mark) {
    PGresult *events = NULL;
    for (int pause_ms = 0; !events && may_go_on(writer, pause_ms);
         pause_ms = next_pause(pause_ms)) {
        PostgresParameters parameters = {0};
        postgres_add_number(&parameters, mark.server);
        postgres_add_number(&parameters, (int64_t)mark.number);
        events = postgres_run(&writer->connection, STATEMENT_BATCH_EVENTS, &parameters);
        if (!events)
            reconnect(writer);
    }
    if (events)
        postgres_store_publish_news(writer->store, events);
    PQclear(events);
}

void postgres_batch_bury(PostgresWriter *writer, uint32_t server) {
    assert(server != 0);
    PostgresBatch batch = {.buried = server};
    PostgresMark mark = postgres_store_next_mark(writer->store);
    if (server != mark.server) {
        postgres_clear(&writer->connection);
        send_end_others(&writer->connection, server);
        postgres_send_end(&writer->connection);
        for (int i = 0; i < 2; i++)
            postgres_receive_nothing(&writer->connection);
    }
    begin_batch(&batch);
    run_once(writer, &batch);
    end_batch(&batch);
    if (batch.committed && server != mark.server)
        tell_batch(writer, mark);
}
