#include <config.h>

#include "server/database.h"

/* Whether the last statement changed a row. */
static bool has_changed(const Database *database) {
    return sqlite3_changes(database->connection) > 0;
}

/* A change of a game was refused: why? */
static int explain(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    bool found;
    int64_t id;
    Binder binder = database_bind(database, SQL_EXISTS);
    bind_number(&binder, (int64_t)request->id);
    int code = database_number(database, SQL_EXISTS, &found, &id);
    completion->result = found ? STORE_CONFLICT : STORE_MISSING;
    return code;
}

/* Steps a change of one game, and finds its result. */
static int change(Database *database, const StoreRequest *request, Statement statement,
                  const Binder *binder, StoreCompletion *completion) {
    int code = binder->code == SQLITE_OK ? database_step(database, statement) : binder->code;
    if (code != SQLITE_OK || has_changed(database))
        return code;
    return explain(database, request, completion);
}

/* It is there already. A key that made a game before makes no other. */
static int explain_create(Database *database, const StoreHead *head, StoreCompletion *completion) {
    completion->result = STORE_CONFLICT;
    if (!head->has_maker)
        return SQLITE_OK;
    bool found;
    int64_t id = 0;
    Binder binder = database_bind(database, SQL_FIND_MAKER);
    bind_hash(&binder, head->maker);
    int code = database_number(database, SQL_FIND_MAKER, &found, &id);
    if (found) {
        completion->result = STORE_DUPLICATE;
        completion->id = (uint64_t)id;
    }
    return code;
}

static int create(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    const StoreHead *head = &request->create;
    completion->id = head->id;
    Binder binder = database_bind(database, SQL_CREATE);
    bind_number(&binder, (int64_t)head->id);
    bind_number(&binder, head->created_ms);
    bind_text(&binder, head->variant);
    bind_text(&binder, head->start);
    bind_number(&binder, head->base_ms);
    bind_number(&binder, head->increment_ms);
    bind_number(&binder, head->hidden);
    bind_hash(&binder, head->has_maker ? head->maker : NULL);
    for (int color = WHITE; color <= BLACK; color++) {
        bind_hash(&binder, head->seat[color].taken ? head->seat[color].hash : NULL);
        bind_text(&binder, head->seat[color].name);
    }
    int code = binder.code == SQLITE_OK ? database_step(database, SQL_CREATE) : binder.code;
    if (code != SQLITE_OK)
        return code;
    if (!has_changed(database))
        return explain_create(database, head, completion);
    database->games++;
    return SQLITE_OK;
}

static int seat(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    Statement statement = request->seat.color == WHITE ? SQL_SEAT_WHITE : SQL_SEAT_BLACK;
    Binder binder = database_bind(database, statement);
    bind_number(&binder, (int64_t)request->id);
    bind_hash(&binder, request->seat.hash);
    bind_text(&binder, request->seat.name);
    return change(database, request, statement, &binder, completion);
}

static int end(Database *database, const StoreRequest *request, const StoreEnd *how,
               StoreCompletion *completion) {
    Binder binder = database_bind(database, SQL_END);
    bind_number(&binder, (int64_t)request->id);
    bind_number(&binder, how->ply);
    bind_text(&binder, result_text(how->outcome.result));
    bind_text(&binder, reason_word(how->outcome.reason));
    bind_text(&binder, word_of_color(how->by));
    bind_number(&binder, how->ms);
    return change(database, request, SQL_END, &binder, completion);
}

static int first_move(Database *database, uint64_t id) {
    Binder binder = database_bind(database, SQL_FIRST_MOVE);
    bind_number(&binder, (int64_t)id);
    return database_step(database, SQL_FIRST_MOVE);
}

/* An end whose plies are not those with this move is refused before the move is written. */
static int move(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    const StoreEnd *how = &request->move.end;
    bool ends = how->outcome.reason != REASON_NONE;
    if (ends && how->ply != request->move.ply + 1)
        return explain(database, request, completion);
    Binder binder = database_bind(database, SQL_MOVE);
    bind_number(&binder, (int64_t)request->id);
    bind_number(&binder, request->move.ply);
    bind_number(&binder, request->move.move.ms);
    bind_text(&binder, request->move.move.path);
    int code = change(database, request, SQL_MOVE, &binder, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK && request->move.ply == 0)
        code = first_move(database, request->id);
    if (code == SQLITE_OK && completion->result == STORE_OK && ends)
        code = end(database, request, how, completion);
    return code;
}

static int draw(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    Binder binder = database_bind(database, SQL_DRAW);
    bind_number(&binder, (int64_t)request->id);
    bind_text(&binder, word_of_offer(request->draw.state));
    bind_text(&binder, word_of_color(request->draw.by));
    bind_number(&binder, request->draw.ply);
    bind_number(&binder, request->draw.decline_ply);
    return change(database, request, SQL_DRAW, &binder, completion);
}

static int remove_game(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    Binder binder = database_bind(database, SQL_DELETE);
    bind_number(&binder, (int64_t)request->id);
    int code = change(database, request, SQL_DELETE, &binder, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK)
        database->games--;
    return code;
}

int database_change(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    switch (request->kind) {
    case STORE_CREATE:
        return create(database, request, completion);
    case STORE_SEAT:
        return seat(database, request, completion);
    case STORE_MOVE:
        return move(database, request, completion);
    case STORE_DRAW:
        return draw(database, request, completion);
    case STORE_END:
        return end(database, request, &request->end, completion);
    case STORE_DELETE:
        return remove_game(database, request, completion);
    default:
        return database_step(database, SQL_PROBE);
    }
}
