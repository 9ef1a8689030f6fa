#include <config.h>

#include "server/store/game_load.h"

#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "base/memory.h"
#include "server/store/store.h"

/* ---- columns ---- */

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
    if (!store_words_parse_color(word, &color))
        mark_invalid(row);
    return color;
}

/* ---- a game's row ---- */

static void read_game_header(RowReader *row, StoreHeader *header) {
    header->created_ms = column_number(row, 0, INT64_MAX);
    column_text(row, header->variant, sizeof header->variant);
    column_text(row, header->start, sizeof header->start);
    header->base_ms = column_number(row, 0, INT64_MAX);
    header->increment_ms = column_number(row, 0, INT64_MAX);
    header->per_move = column_number(row, 0, 1) != 0;
    header->claim_minutes = column_count(row);
    header->hidden = column_number(row, 0, 1) != 0;
    header->kept = column_hash(row, &header->invite);
    header->has_creator = column_hash(row, &header->creator);
    header->rematch_of = (uint64_t)column_number(row, 0, INT64_MAX);
    for (int color = WHITE; color <= BLACK; color++) {
        header->seat[color].taken = column_hash(row, &header->seat[color].hash);
        column_text(row, header->seat[color].name, sizeof header->seat[color].name);
    }
}

static StoreOffer column_offer(RowReader *row) {
    char word[16];
    StoreOffer offer;
    column_text(row, word, sizeof word);
    if (!store_words_parse_offer(word, &offer))
        mark_invalid(row);
    return offer;
}

static void read_game_end(RowReader *row, StoreEnd *end) {
    char result[16], reason[16];
    column_text(row, result, sizeof result);
    column_text(row, reason, sizeof reason);
    if (reason[0] && !store_words_parse_outcome(result, reason, &end->outcome))
        mark_invalid(row);
    end->by = column_color(row);
    end->ply = column_count(row);
    end->ms = column_count(row);
}

static uint64_t add_text(uint64_t hash, const char *text) {
    size_t length = strlen(text);
    return fnv_bytes(fnv_number(hash, length), text, length);
}

static uint64_t add_key_hash(uint64_t hash, bool present, const KeyHash *key) {
    hash = fnv_number(hash, present);
    return present ? fnv_bytes(hash, key->bytes, sizeof key->bytes) : hash;
}

static uint64_t add_header(uint64_t hash, const StoreHeader *header) {
    hash = fnv_number(hash, header->id);
    hash = fnv_number(hash, (uint64_t)header->created_ms);
    hash = add_text(add_text(hash, header->variant), header->start);
    hash = fnv_number(hash, (uint64_t)header->base_ms);
    hash = fnv_number(hash, (uint64_t)header->increment_ms);
    hash = fnv_number(hash, header->per_move);
    hash = fnv_number(hash, header->claim_minutes);
    hash = fnv_number(hash, header->hidden);
    hash = add_key_hash(hash, header->kept, &header->invite);
    hash = add_key_hash(hash, header->has_creator, &header->creator);
    hash = fnv_number(hash, header->rematch_of);
    for (int color = WHITE; color <= BLACK; color++) {
        const StoreSeat *seat = &header->seat[color];
        hash = add_text(add_key_hash(hash, seat->taken, &seat->hash), seat->name);
    }
    return hash;
}

uint64_t game_row_sum(const GameRow *row) {
    const StoreGame *game = &row->game;
    uint64_t hash = add_header(FNV_START, &game->header);
    hash = fnv_number(hash, row->moved);
    hash = fnv_number(hash, game->draw.state);
    hash = fnv_number(hash, game->draw.by);
    hash = fnv_number(hash, game->draw.ply);
    hash = fnv_number(hash, game->draw.decline_ply);
    hash = fnv_number(hash, game->end.outcome.result);
    hash = fnv_number(hash, game->end.outcome.reason);
    hash = fnv_number(hash, game->end.by);
    hash = fnv_number(hash, game->end.ply);
    hash = fnv_number(hash, game->end.ms);
    hash = fnv_number(hash, game->rematch.state);
    hash = fnv_number(hash, game->rematch.by);
    return fnv_number(hash, game->rematch_game);
}

static void read_game_row(sqlite3_stmt *statement, GameRow *row, StoreCompletion *completion) {
    RowReader reader = {statement, 0, NULL};
    StoreGame *game = &row->game;
    read_game_header(&reader, &game->header);
    row->moved = column_number(&reader, 0, 1) != 0;
    game->draw.state = column_offer(&reader);
    game->draw.by = column_color(&reader);
    game->draw.ply = column_count(&reader);
    game->draw.decline_ply = column_count(&reader);
    read_game_end(&reader, &game->end);
    game->rematch.state = column_offer(&reader);
    game->rematch.by = column_color(&reader);
    game->rematch_game = (uint64_t)column_number(&reader, 0, INT64_MAX);
    row->sum = (uint64_t)column_number(&reader, INT64_MIN, INT64_MAX);
    if (reader.invalid_column)
        store_completion_set_damaged(completion, "its row: the field \"%s\" is invalid",
                                     reader.invalid_column);
}

static int read_row(Database *database, uint64_t id, GameRow *row, StoreCompletion *completion) {
    sqlite3_stmt *statement = database->statement[SQL_LOAD_GAME];
    SqlBinder binder = sql_bind(statement);
    sql_bind_number(&binder, (int64_t)id);
    *row = (GameRow){.game.header.id = id};
    completion->result = STORE_OK;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        read_game_row(statement, row, completion);
    else if (code == SQLITE_DONE)
        completion->result = STORE_MISSING;
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Moves without a game are what is left of one. */
static int find_moves(Database *database, uint64_t id, StoreCompletion *completion) {
    bool found;
    int64_t ply;
    SqlBinder binder = sql_bind(database->statement[SQL_LAST_MOVE]);
    sql_bind_number(&binder, (int64_t)id);
    int code = sql_read_number(binder.statement, &found, &ply);
    if (code == SQLITE_OK && found)
        store_completion_set_damaged(completion, "it has moves, but the game itself is missing");
    return code;
}

int game_row_load(Database *database, uint64_t id, GameRow *row, StoreCompletion *completion) {
    int code = read_row(database, id, row, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK && row->sum != game_row_sum(row))
        store_completion_set_damaged(completion, "its row: the checksum is wrong");
    return code == SQLITE_OK && completion->result == STORE_MISSING
               ? find_moves(database, id, completion)
               : code;
}

/* ---- moves ---- */

/* Returns whether the last of some rows is that of a game's last move. */
static bool is_complete(const GameRow *row, uint32_t count, bool is_marked) {
    return game_row_is_over(row) ? count == row->game.end.ply : is_marked;
}

int game_load_tail(Database *database, const GameRow *row, MoveTail *tail,
                   StoreCompletion *completion) {
    sqlite3_stmt *statement = database->statement[SQL_LAST_MOVE];
    SqlBinder binder = sql_bind(statement);
    sql_bind_number(&binder, (int64_t)row->game.header.id);
    *tail = (MoveTail){.hash = move_hash_start(row->game.header.id)};
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        RowReader reader = {statement, 0, NULL};
        tail->count = (uint32_t)column_number(&reader, 0, UINT32_MAX - 1) + 1;
        tail->hash = (uint64_t)column_number(&reader, INT64_MIN, INT64_MAX);
        if (!is_complete(row, tail->count, column_number(&reader, 0, 1) != 0))
            store_completion_set_damaged(completion, "its last move is missing");
        if (reader.invalid_column)
            store_completion_set_damaged(completion, "its last move: the field \"%s\" is invalid",
                                         reader.invalid_column);
    }
    sqlite3_reset(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return code;
    if (completion->result == STORE_OK && row->moved != (tail->count > 0))
        store_completion_set_damaged(completion,
                                     "its row: the field \"moved\" contradicts its moves");
    return SQLITE_OK;
}

/* The moves of a game while they are read. */
typedef struct MoveReader {
    StoreGame *game;
    size_t capacity;
    uint32_t count; /* read so far, with those that the game leaves out */
    uint64_t hash;
    bool is_marked; /* the last move that was read is marked as the last */
} MoveReader;

static void keep_move(MoveReader *moves, const StoreMove *move) {
    StoreGame *game = moves->game;
    if (moves->count < game->first)
        return;
    if (game->count == moves->capacity) {
        moves->capacity = moves->capacity ? moves->capacity * 2 : 64;
        game->moves = memory_resize(game->moves, moves->capacity, sizeof *game->moves);
    }
    game->moves[game->count++] = *move;
}

static void read_move(MoveReader *moves, sqlite3_stmt *statement, StoreCompletion *completion) {
    StoreMove move = {0};
    RowReader row = {statement, 0, NULL};
    if (column_count(&row) != moves->count)
        mark_invalid(&row);
    move.ms = column_count(&row);
    column_text(&row, move.path, sizeof move.path);
    move.at_ms = column_number(&row, -1, INT64_MAX);
    moves->hash = move_hash_next(moves->hash, moves->count, &move);
    bool same = (uint64_t)column_number(&row, INT64_MIN, INT64_MAX) == moves->hash;
    bool follows_last = moves->is_marked;
    moves->is_marked = column_number(&row, 0, 1) != 0;
    keep_move(moves, &move);
    moves->count++;
    if (row.invalid_column)
        store_completion_set_damaged(completion, "move %u: the field \"%s\" is invalid",
                                     moves->count, row.invalid_column);
    else if (!same)
        store_completion_set_damaged(completion, "move %u: the checksum is wrong", moves->count);
    else if (follows_last)
        store_completion_set_damaged(
            completion, "move %u: the move before it is marked as the last", moves->count);
}

static int load_moves(Database *database, StoreCompletion *completion, const GameRow *row,
                      StoreGame *game) {
    sqlite3_stmt *statement = database->statement[SQL_LOAD_MOVES];
    SqlBinder binder = sql_bind(statement);
    sql_bind_number(&binder, (int64_t)completion->id);
    MoveReader moves = {.game = game, .hash = move_hash_start(completion->id)};
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && completion->result == STORE_OK)
        read_move(&moves, statement, completion);
    sqlite3_reset(statement);
    game->moves_hash = moves.hash;
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return code;
    if (completion->result == STORE_OK && moves.count > 0 &&
        !is_complete(row, moves.count, moves.is_marked))
        store_completion_set_damaged(completion, "move %u: moves are missing after it",
                                     moves.count);
    if (completion->result == STORE_OK && row->moved != (moves.count > 0))
        store_completion_set_damaged(completion,
                                     "its row: the field \"moved\" contradicts its moves");
    return SQLITE_OK;
}

int game_load(Database *database, uint32_t first, StoreCompletion *completion) {
    GameRow row;
    int code = game_row_load(database, completion->id, &row, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    StoreGame *game = memory_allocate(sizeof *game);
    *game = row.game;
    game->first = first;
    code = load_moves(database, completion, &row, game);
    if (code == SQLITE_OK && completion->result == STORE_OK)
        completion->game = game;
    else
        store_game_free(game);
    return code;
}
