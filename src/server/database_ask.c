#include <config.h>

#include "server/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

/* ---- a game ------------------------------------------------------------------------------- */

/* Columns of a row, one after the other; `wrong` is the name of the first that makes no sense. */
typedef struct Row {
    sqlite3_stmt *statement;
    int column;
    const char *wrong;
} Row;

static void say_wrong(Row *row) {
    if (!row->wrong)
        row->wrong = sqlite3_column_name(row->statement, row->column - 1);
}

static int64_t get_number(Row *row, int64_t min, int64_t max) {
    int64_t number = sqlite3_column_int64(row->statement, row->column++);
    if (sqlite3_column_type(row->statement, row->column - 1) != SQLITE_INTEGER || number < min ||
        number > max)
        say_wrong(row);
    return number;
}

static uint32_t get_count(Row *row) {
    return (uint32_t)get_number(row, 0, UINT32_MAX);
}

/* "" for NULL. */
static void get_text(Row *row, char *text, size_t size) {
    const char *bytes = (const char *)sqlite3_column_text(row->statement, row->column);
    size_t length = (size_t)sqlite3_column_bytes(row->statement, row->column++);
    text[0] = '\0';
    if (!bytes)
        return;
    if (length >= size || strlen(bytes) != length)
        say_wrong(row);
    else
        memcpy(text, bytes, length + 1);
}

/* False for NULL. */
static bool get_hash(Row *row, unsigned char *hash) {
    const void *bytes = sqlite3_column_blob(row->statement, row->column);
    int length = sqlite3_column_bytes(row->statement, row->column++);
    if (!bytes)
        return false;
    if (length != STORE_HASH_SIZE)
        say_wrong(row);
    else
        memcpy(hash, bytes, STORE_HASH_SIZE);
    return true;
}

static Color get_color(Row *row) {
    char word[8];
    Color color;
    get_text(row, word, sizeof word);
    if (!word_find_color(word, &color))
        say_wrong(row);
    return color;
}

static void get_head(Row *row, StoreHead *head) {
    head->created_ms = get_number(row, 0, INT64_MAX);
    get_text(row, head->variant, sizeof head->variant);
    get_text(row, head->start, sizeof head->start);
    head->base_ms = get_number(row, 0, INT64_MAX);
    head->increment_ms = get_number(row, 0, INT64_MAX);
    head->hidden = get_number(row, 0, 1) != 0;
    head->has_maker = get_hash(row, head->maker);
    for (int color = WHITE; color <= BLACK; color++) {
        head->seat[color].taken = get_hash(row, head->seat[color].hash);
        get_text(row, head->seat[color].name, sizeof head->seat[color].name);
    }
}

static void get_draw(Row *row, StoreDraw *draw) {
    char word[16];
    get_text(row, word, sizeof word);
    if (!word_find_offer(word, &draw->state))
        say_wrong(row);
    draw->by = get_color(row);
    draw->ply = get_count(row);
    draw->decline_ply = get_count(row);
}

static void get_end(Row *row, StoreEnd *end) {
    char result[16], reason[16];
    get_text(row, result, sizeof result);
    get_text(row, reason, sizeof reason);
    if (!reason[0] && !row->wrong)
        return;
    if (!word_find_outcome(result, reason, &end->outcome))
        say_wrong(row);
    end->by = get_color(row);
    end->ply = get_count(row);
    end->ms = get_count(row);
}

static void set_damage(StoreCompletion *completion, const char *what) {
    completion->result = STORE_DAMAGED;
    free(completion->text);
    completion->text = memory_strdup(what);
}

static void set_wrong_field(StoreCompletion *completion, const char *thing, const Row *row) {
    char sentence[120];
    snprintf(sentence, sizeof sentence, "%s: its field \"%s\" makes no sense", thing, row->wrong);
    set_damage(completion, sentence);
}

/* The game's row; *moved is whether it says that there are moves. */
static int load_row(Database *database, StoreCompletion *completion, StoreGame *game, bool *moved) {
    sqlite3_stmt *statement = database->statement[SQL_GAME];
    Binder binder = database_bind(database, SQL_GAME);
    bind_number(&binder, (int64_t)completion->id);
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
        Row row = {statement, 0, NULL};
        get_head(&row, &game->head);
        *moved = get_number(&row, 0, 1) != 0;
        get_draw(&row, &game->draw);
        get_end(&row, &game->end);
        if (row.wrong)
            set_wrong_field(completion, "its row", &row);
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
    Row row = {statement, 0, NULL};
    if (get_count(&row) != game->count)
        say_wrong(&row);
    move->ms = get_count(&row);
    get_text(&row, move->path, sizeof move->path);
    if (row.wrong) {
        char thing[40];
        snprintf(thing, sizeof thing, "move %zu of its list", game->count + 1);
        set_wrong_field(completion, thing, &row);
    }
    game->count++;
}

static int load_moves(Database *database, StoreCompletion *completion, StoreGame *game) {
    sqlite3_stmt *statement = database->statement[SQL_MOVES];
    Binder binder = database_bind(database, SQL_MOVES);
    bind_number(&binder, (int64_t)completion->id);
    size_t capacity = 0;
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW && completion->result == STORE_OK)
        add_move(game, &capacity, statement, completion);
    sqlite3_reset(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int database_load(Database *database, StoreCompletion *completion) {
    StoreGame *game = memory_allocate(sizeof *game);
    bool moved = false;
    game->head.id = completion->id;
    completion->result = STORE_OK;
    int code = load_row(database, completion, game, &moved);
    if (code == SQLITE_OK && completion->result == STORE_OK)
        code = load_moves(database, completion, game);
    if (code == SQLITE_OK && completion->result == STORE_OK && moved != (game->count > 0))
        set_damage(completion, "its row: the field \"moved\" is not true");
    /* Other games may be whole. */
    if ((code & 0xff) == SQLITE_CORRUPT) {
        set_damage(completion, sqlite3_errmsg(database->connection));
        code = SQLITE_OK;
    }
    if (code == SQLITE_OK && completion->result == STORE_OK)
        completion->game = game;
    else
        storegame_free(game);
    return code;
}

/* ---- lists -------------------------------------------------------------------------------- */

static int list(Database *database, const StoreRequest *request, Statement statement,
                StoreCompletion *completion) {
    Binder binder = database_bind(database, statement);
    bind_number(&binder, (int64_t)request->list.after);
    bind_number(&binder, (int64_t)request->list.limit);
    if (statement == SQL_UNMOVED)
        bind_number(&binder, request->list.before_ms);
    sqlite3_stmt *rows = database->statement[statement];
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

static int totals(Database *database, StoreCompletion *completion) {
    completion->totals.games = database->games;
    completion->totals.bytes = database_size(database);
    return SQLITE_OK;
}

int database_ask(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    completion->result = STORE_OK;
    switch (request->kind) {
    case STORE_CLOCKED:
        return list(database, request, SQL_CLOCKED, completion);
    case STORE_UNMOVED:
        return list(database, request, SQL_UNMOVED, completion);
    case STORE_TOTALS:
        return totals(database, completion);
    default:
        return database_load(database, completion);
    }
}
