#include <config.h>

#include "server/database.h"

/* Whether the last statement changed a row. */
static bool row_changed(const Database *database) {
    return sqlite3_changes(database->connection) > 0;
}

/* A change of a game was refused: why? */
static int set_refusal_result(Database *database, const StoreRequest *request,
                              StoreCompletion *completion) {
    bool found;
    int64_t id;
    SqlBinder binder = sql_bind(database, SQL_EXISTS);
    sql_bind_number(&binder, (int64_t)request->id);
    int code = sql_read_number(database, SQL_EXISTS, &found, &id);
    completion->result = found ? STORE_CONFLICT : STORE_MISSING;
    return code;
}

/* Steps a change of one game, and finds its result. */
static int change(Database *database, const StoreRequest *request, SqlStatement statement,
                  const SqlBinder *binder, StoreCompletion *completion) {
    int code = binder->code == SQLITE_OK ? sql_step(database, statement) : binder->code;
    if (code != SQLITE_OK || row_changed(database))
        return code;
    return set_refusal_result(database, request, completion);
}

/* It is there already. A key that made a game before makes no other. */
static int set_create_refusal(Database *database, const StoreHeader *header,
                              StoreCompletion *completion) {
    completion->result = STORE_CONFLICT;
    if (!header->has_creator)
        return SQLITE_OK;
    bool found;
    int64_t id = 0;
    SqlBinder binder = sql_bind(database, SQL_FIND_CREATOR);
    sql_bind_hash(&binder, header->creator);
    int code = sql_read_number(database, SQL_FIND_CREATOR, &found, &id);
    if (found) {
        completion->result = STORE_DUPLICATE;
        completion->id = (uint64_t)id;
    }
    return code;
}

static int create(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    const StoreHeader *header = &request->create;
    completion->id = header->id;
    SqlBinder binder = sql_bind(database, SQL_CREATE);
    sql_bind_number(&binder, (int64_t)header->id);
    sql_bind_number(&binder, header->created_ms);
    sql_bind_text(&binder, header->variant);
    sql_bind_text(&binder, header->start);
    sql_bind_number(&binder, header->base_ms);
    sql_bind_number(&binder, header->increment_ms);
    sql_bind_number(&binder, header->hidden);
    sql_bind_hash(&binder, header->has_creator ? header->creator : NULL);
    for (int color = WHITE; color <= BLACK; color++) {
        sql_bind_hash(&binder, header->seat[color].taken ? header->seat[color].hash : NULL);
        sql_bind_text(&binder, header->seat[color].name);
    }
    int code = binder.code == SQLITE_OK ? sql_step(database, SQL_CREATE) : binder.code;
    if (code != SQLITE_OK)
        return code;
    if (!row_changed(database))
        return set_create_refusal(database, header, completion);
    database->games++;
    return SQLITE_OK;
}

static int seat(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    SqlStatement statement = request->seat.color == WHITE ? SQL_SEAT_WHITE : SQL_SEAT_BLACK;
    SqlBinder binder = sql_bind(database, statement);
    sql_bind_number(&binder, (int64_t)request->id);
    sql_bind_hash(&binder, request->seat.hash);
    sql_bind_text(&binder, request->seat.name);
    return change(database, request, statement, &binder, completion);
}

static int end(Database *database, const StoreRequest *request, const StoreEnd *how,
               StoreCompletion *completion) {
    SqlBinder binder = sql_bind(database, SQL_END);
    sql_bind_number(&binder, (int64_t)request->id);
    sql_bind_number(&binder, how->ply);
    sql_bind_text(&binder, result_text(how->outcome.result));
    sql_bind_text(&binder, reason_word(how->outcome.reason));
    sql_bind_text(&binder, sql_color_word(how->by));
    sql_bind_number(&binder, how->ms);
    return change(database, request, SQL_END, &binder, completion);
}

static int first_move(Database *database, uint64_t id) {
    SqlBinder binder = sql_bind(database, SQL_FIRST_MOVE);
    sql_bind_number(&binder, (int64_t)id);
    return sql_step(database, SQL_FIRST_MOVE);
}

/* An end whose plies are not those with this move is refused before the move is written. */
static int move(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    const StoreEnd *how = &request->move.end;
    bool ends = how->outcome.reason != REASON_NONE;
    if (ends && how->ply != request->move.ply + 1)
        return set_refusal_result(database, request, completion);
    SqlBinder binder = sql_bind(database, SQL_MOVE);
    sql_bind_number(&binder, (int64_t)request->id);
    sql_bind_number(&binder, request->move.ply);
    sql_bind_number(&binder, request->move.move.ms);
    sql_bind_text(&binder, request->move.move.path);
    int code = change(database, request, SQL_MOVE, &binder, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK && request->move.ply == 0)
        code = first_move(database, request->id);
    if (code == SQLITE_OK && completion->result == STORE_OK && ends)
        code = end(database, request, how, completion);
    return code;
}

static int draw(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    SqlBinder binder = sql_bind(database, SQL_DRAW);
    sql_bind_number(&binder, (int64_t)request->id);
    sql_bind_text(&binder, sql_offer_word(request->draw.state));
    sql_bind_text(&binder, sql_color_word(request->draw.by));
    sql_bind_number(&binder, request->draw.ply);
    sql_bind_number(&binder, request->draw.decline_ply);
    return change(database, request, SQL_DRAW, &binder, completion);
}

static int remove_game(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    SqlBinder binder = sql_bind(database, SQL_DELETE);
    sql_bind_number(&binder, (int64_t)request->id);
    int code = change(database, request, SQL_DELETE, &binder, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK)
        database->games--;
    return code;
}

int query_write(Database *database, const StoreRequest *request, StoreCompletion *completion) {
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
        return sql_step(database, SQL_PROBE);
    }
}
