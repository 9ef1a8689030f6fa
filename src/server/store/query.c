#include <config.h>

#include "server/store/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Begins the parameters of a statement with an id. */
static SqlBinder bind_id(const Database *database, SqlStatement statement, uint64_t id) {
    SqlBinder binder = sql_bind(database->statement[statement]);
    sql_bind_number(&binder, (int64_t)id);
    return binder;
}

/* ---- changes ---- */

static bool row_changed(const Database *database) {
    return sqlite3_changes(database->connection) > 0;
}

/* Sets the result of a change that has changed no row. */
static int set_rejection_result(Database *database, const StoreRequest *request,
                                StoreCompletion *completion) {
    bool found;
    int64_t id;
    bind_id(database, SQL_EXISTS, request->id);
    int code = sql_read_number(database->statement[SQL_EXISTS], &found, &id);
    completion->result = found ? STORE_CONFLICT : STORE_MISSING;
    return code;
}

/* Runs a change of one game and sets its result. */
static int run_change(Database *database, const StoreRequest *request, SqlStatement statement,
                      const SqlBinder *binder, StoreCompletion *completion) {
    int code = binder->code == SQLITE_OK ? sql_step(database->statement[statement]) : binder->code;
    if (code != SQLITE_OK || row_changed(database))
        return code;
    return set_rejection_result(database, request, completion);
}

/* Sets the result of a CREATE: the id is in use, or the creator's key has created a game. */
static int set_create_rejection(Database *database, const StoreHeader *header,
                                StoreCompletion *completion) {
    completion->result = STORE_CONFLICT;
    if (!header->has_creator)
        return SQLITE_OK;
    bool found;
    int64_t id = 0;
    SqlBinder binder = sql_bind(database->statement[SQL_FIND_CREATOR]);
    sql_bind_hash(&binder, &header->creator);
    int code = sql_read_number(database->statement[SQL_FIND_CREATOR], &found, &id);
    if (found) {
        completion->result = STORE_DUPLICATE;
        completion->id = (uint64_t)id;
    }
    return code;
}

static int insert_game(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    const StoreHeader *header = &request->create;
    completion->id = header->id;
    SqlBinder binder = sql_bind(database->statement[SQL_CREATE]);
    sql_bind_number(&binder, (int64_t)header->id);
    sql_bind_number(&binder, header->created_ms);
    sql_bind_text(&binder, header->variant);
    sql_bind_text(&binder, header->start);
    sql_bind_number(&binder, header->base_ms);
    sql_bind_number(&binder, header->increment_ms);
    sql_bind_number(&binder, header->hidden);
    sql_bind_hash(&binder, header->has_creator ? &header->creator : NULL);
    for (int color = WHITE; color <= BLACK; color++) {
        sql_bind_hash(&binder, header->seat[color].taken ? &header->seat[color].hash : NULL);
        sql_bind_text(&binder, header->seat[color].name);
    }
    int code = binder.code == SQLITE_OK ? sql_step(database->statement[SQL_CREATE]) : binder.code;
    if (code != SQLITE_OK)
        return code;
    if (!row_changed(database))
        return set_create_rejection(database, header, completion);
    database->games++;
    return SQLITE_OK;
}

static int update_seat(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    SqlStatement statement = request->seat.color == WHITE ? SQL_SEAT_WHITE : SQL_SEAT_BLACK;
    SqlBinder binder = bind_id(database, statement, request->id);
    sql_bind_hash(&binder, &request->seat.hash);
    sql_bind_text(&binder, request->seat.name);
    return run_change(database, request, statement, &binder, completion);
}

static int update_end(Database *database, const StoreRequest *request, const StoreEnd *end,
                      StoreCompletion *completion) {
    SqlBinder binder = bind_id(database, SQL_END, request->id);
    sql_bind_number(&binder, end->ply);
    sql_bind_text(&binder, result_text(end->outcome.result));
    sql_bind_text(&binder, reason_word(end->outcome.reason));
    sql_bind_text(&binder, sql_color_word(end->by));
    sql_bind_number(&binder, end->ms);
    return run_change(database, request, SQL_END, &binder, completion);
}

/* An end at another ply is refused before the move is written. */
static int insert_move(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    const StoreEnd *end = &request->move.end;
    bool ends = end->outcome.reason != REASON_NONE;
    if (ends && end->ply != request->move.ply + 1)
        return set_rejection_result(database, request, completion);
    SqlBinder binder = bind_id(database, SQL_MOVE, request->id);
    sql_bind_number(&binder, request->move.ply);
    sql_bind_number(&binder, request->move.move.ms);
    sql_bind_text(&binder, request->move.move.path);
    int code = run_change(database, request, SQL_MOVE, &binder, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK && request->move.ply == 0) {
        bind_id(database, SQL_FIRST_MOVE, request->id);
        code = sql_step(database->statement[SQL_FIRST_MOVE]);
    }
    if (code == SQLITE_OK && completion->result == STORE_OK && ends)
        code = update_end(database, request, end, completion);
    return code;
}

static int update_draw(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    SqlBinder binder = bind_id(database, SQL_DRAW, request->id);
    sql_bind_text(&binder, sql_offer_word(request->draw.state));
    sql_bind_text(&binder, sql_color_word(request->draw.by));
    sql_bind_number(&binder, request->draw.ply);
    sql_bind_number(&binder, request->draw.decline_ply);
    return run_change(database, request, SQL_DRAW, &binder, completion);
}

static int delete_game(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    SqlBinder binder = bind_id(database, SQL_DELETE, request->id);
    int code = run_change(database, request, SQL_DELETE, &binder, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK)
        database->games--;
    return code;
}

int query_write(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    switch (request->kind) {
    case STORE_CREATE:
        return insert_game(database, request, completion);
    case STORE_SEAT:
        return update_seat(database, request, completion);
    case STORE_MOVE:
        return insert_move(database, request, completion);
    case STORE_DRAW:
        return update_draw(database, request, completion);
    case STORE_END:
        return update_end(database, request, &request->end, completion);
    case STORE_DELETE:
        return delete_game(database, request, completion);
    default:
        return sql_step(database->statement[SQL_PROBE]);
    }
}

/* ---- loading a game ---- */

/* Reads the columns of a row in order. */
typedef struct RowReader {
    sqlite3_stmt *statement;
    int column;
    const char *invalid_column; /* name of the first invalid one, or NULL */
} RowReader;

static void mark_invalid(RowReader *row) {
    if (!row->invalid_column)
        row->invalid_column = sqlite3_column_name(row->statement, row->column - 1);
}

static int64_t column_number(RowReader *row, int64_t min, int64_t max) {
    int64_t number = sqlite3_column_int64(row->statement, row->column++);
    if (sqlite3_column_type(row->statement, row->column - 1) != SQLITE_INTEGER || number < min ||
        number > max)
        mark_invalid(row);
    return number;
}

static uint32_t column_count(RowReader *row) {
    return (uint32_t)column_number(row, 0, UINT32_MAX);
}

/* Reads NULL as "". */
static void column_text(RowReader *row, char *text, size_t size) {
    const char *bytes = (const char *)sqlite3_column_text(row->statement, row->column);
    size_t length = (size_t)sqlite3_column_bytes(row->statement, row->column++);
    text[0] = '\0';
    if (!bytes)
        return;
    if (length >= size || strlen(bytes) != length)
        mark_invalid(row);
    else
        memcpy(text, bytes, length + 1);
}

/* Returns false for NULL. */
static bool column_hash(RowReader *row, KeyHash *hash) {
    const void *bytes = sqlite3_column_blob(row->statement, row->column);
    int length = sqlite3_column_bytes(row->statement, row->column++);
    if (!bytes)
        return false;
    if (length != KEY_HASH_SIZE)
        mark_invalid(row);
    else
        memcpy(hash->bytes, bytes, KEY_HASH_SIZE);
    return true;
}

static Color column_color(RowReader *row) {
    char word[8];
    Color color;
    column_text(row, word, sizeof word);
    if (!sql_parse_color(word, &color))
        mark_invalid(row);
    return color;
}

static void read_game_header(RowReader *row, StoreHeader *header) {
    header->created_ms = column_number(row, 0, INT64_MAX);
    column_text(row, header->variant, sizeof header->variant);
    column_text(row, header->start, sizeof header->start);
    header->base_ms = column_number(row, 0, INT64_MAX);
    header->increment_ms = column_number(row, 0, INT64_MAX);
    header->hidden = column_number(row, 0, 1) != 0;
    header->has_creator = column_hash(row, &header->creator);
    for (int color = WHITE; color <= BLACK; color++) {
        header->seat[color].taken = column_hash(row, &header->seat[color].hash);
        column_text(row, header->seat[color].name, sizeof header->seat[color].name);
    }
}

static void read_draw_offer(RowReader *row, StoreDraw *draw) {
    char word[16];
    column_text(row, word, sizeof word);
    if (!sql_parse_offer(word, &draw->state))
        mark_invalid(row);
    draw->by = column_color(row);
    draw->ply = column_count(row);
    draw->decline_ply = column_count(row);
}

static void read_game_end(RowReader *row, StoreEnd *end) {
    char result[16], reason[16];
    column_text(row, result, sizeof result);
    column_text(row, reason, sizeof reason);
    if (!reason[0] && !row->invalid_column)
        return;
    if (!sql_parse_outcome(result, reason, &end->outcome))
        mark_invalid(row);
    end->by = column_color(row);
    end->ply = column_count(row);
    end->ms = column_count(row);
}

static void set_damaged(StoreCompletion *completion, const char *what) {
    completion->result = STORE_DAMAGED;
    free(completion->text);
    completion->text = memory_strdup(what);
}

static void set_invalid_field(StoreCompletion *completion, const char *where,
                              const RowReader *row) {
    char sentence[120];
    snprintf(sentence, sizeof sentence, "%s: the field \"%s\" is invalid", where,
             row->invalid_column);
    set_damaged(completion, sentence);
}

/* Loads the game's row, and its column `moved`. */
static int load_game_row(Database *database, StoreCompletion *completion, StoreGame *game,
                         bool *moved) {
    sqlite3_stmt *statement = database->statement[SQL_LOAD_GAME];
    bind_id(database, SQL_LOAD_GAME, completion->id);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        RowReader row = {statement, 0, NULL};
        read_game_header(&row, &game->header);
        *moved = column_number(&row, 0, 1) != 0;
        read_draw_offer(&row, &game->draw);
        read_game_end(&row, &game->end);
        if (row.invalid_column)
            set_invalid_field(completion, "its row", &row);
    } else if (code == SQLITE_DONE) {
        completion->result = STORE_MISSING;
    }
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static void add_move(StoreGame *game, size_t *capacity, sqlite3_stmt *statement,
                     StoreCompletion *completion) {
    if (game->count == *capacity) {
        *capacity = *capacity ? *capacity * 2 : 64;
        game->moves = memory_resize(game->moves, *capacity, sizeof *game->moves);
    }
    StoreMove *move = &game->moves[game->count];
    RowReader row = {statement, 0, NULL};
    if (column_count(&row) != game->count)
        mark_invalid(&row);
    move->ms = column_count(&row);
    column_text(&row, move->path, sizeof move->path);
    if (row.invalid_column) {
        char where[40];
        snprintf(where, sizeof where, "move %zu", game->count + 1);
        set_invalid_field(completion, where, &row);
    }
    game->count++;
}

static int load_moves(Database *database, StoreCompletion *completion, StoreGame *game) {
    sqlite3_stmt *statement = database->statement[SQL_LOAD_MOVES];
    bind_id(database, SQL_LOAD_MOVES, completion->id);
    size_t capacity = 0;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && completion->result == STORE_OK)
        add_move(game, &capacity, statement, completion);
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int query_load_game(Database *database, StoreCompletion *completion) {
    StoreGame *game = memory_allocate(sizeof *game);
    bool moved = false;
    game->header.id = completion->id;
    completion->result = STORE_OK;
    int code = load_game_row(database, completion, game, &moved);
    if (code == SQLITE_OK && completion->result == STORE_OK)
        code = load_moves(database, completion, game);
    if (code == SQLITE_OK && completion->result == STORE_OK && moved != (game->count > 0))
        set_damaged(completion, "its row: the field \"moved\" contradicts its moves");
    /* Damage of one game is not a failure of the store. */
    if ((code & 0xff) == SQLITE_CORRUPT) {
        set_damaged(completion, sqlite3_errmsg(database->connection));
        code = SQLITE_OK;
    }
    if (code == SQLITE_OK && completion->result == STORE_OK)
        completion->game = game;
    else
        store_game_free(game);
    return code;
}

/* ---- lists ---- */

static int list_ids(Database *database, const StoreRequest *request, SqlStatement statement,
                    StoreCompletion *completion) {
    sqlite3_stmt *rows = database->statement[statement];
    SqlBinder binder = bind_id(database, statement, request->list.after);
    sql_bind_number(&binder, (int64_t)request->list.limit);
    if (statement == SQL_UNSTARTED_GAMES)
        sql_bind_number(&binder, request->list.before_ms);
    size_t capacity = 0;
    int code;
    while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
        if (completion->id_count == capacity) {
            capacity = capacity ? capacity * 2 : 64;
            completion->ids = memory_resize(completion->ids, capacity, sizeof *completion->ids);
        }
        completion->ids[completion->id_count++] = (uint64_t)sqlite3_column_int64(rows, 0);
    }
    sqlite3_reset(rows);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int query_read(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    completion->result = STORE_OK;
    switch (request->kind) {
    case STORE_LIST_TIMED:
        return list_ids(database, request, SQL_TIMED_GAMES, completion);
    case STORE_LIST_UNSTARTED:
        return list_ids(database, request, SQL_UNSTARTED_GAMES, completion);
    case STORE_TOTALS:
        completion->totals.games = database->games;
        return SQLITE_OK;
    default:
        return query_load_game(database, completion);
    }
}
