#include <config.h>

#include "server/store/query.h"

#include <assert.h>
#include <string.h>

#include "base/fnv.h"
#include "base/memory.h"
#include "server/store/game_load.h"
#include "server/store/store_words.h"

/* Begins the parameters of a statement with an id. */
static SqlBinder bind_id(const Database *database, SqlStatement statement, uint64_t id) {
    SqlBinder binder = sql_bind(database->statement[statement]);
    sql_bind_number(&binder, (int64_t)id);
    return binder;
}

static int run(const SqlBinder *binder) {
    return binder->code == SQLITE_OK ? sql_step(binder->statement) : binder->code;
}

static bool is_over(const GameRow *row) {
    return row->game.end.outcome.reason != REASON_NONE;
}

/* ---- columns of a game's row, in their order ---- */

static void bind_header(SqlBinder *binder, const StoreHeader *header) {
    sql_bind_number(binder, (int64_t)header->id);
    sql_bind_number(binder, header->created_ms);
    sql_bind_text(binder, header->variant);
    sql_bind_text(binder, header->start);
    sql_bind_number(binder, header->base_ms);
    sql_bind_number(binder, header->increment_ms);
    sql_bind_number(binder, header->per_move);
    sql_bind_number(binder, header->claim_minutes);
    sql_bind_number(binder, header->hidden);
    sql_bind_hash(binder, header->kept ? &header->invite : NULL);
    sql_bind_hash(binder, header->has_creator ? &header->creator : NULL);
    sql_bind_number(binder, (int64_t)header->rematch_of);
    for (int color = WHITE; color <= BLACK; color++) {
        sql_bind_hash(binder, header->seat[color].taken ? &header->seat[color].hash : NULL);
        sql_bind_text(binder, header->seat[color].name);
    }
}

static void bind_draw(SqlBinder *binder, const StoreDraw *draw) {
    sql_bind_text(binder, store_words_offer(draw->state));
    sql_bind_text(binder, store_words_color(draw->by));
    sql_bind_number(binder, draw->ply);
    sql_bind_number(binder, draw->decline_ply);
}

static void bind_end(SqlBinder *binder, const StoreEnd *end) {
    bool is_over = end->outcome.reason != REASON_NONE;
    sql_bind_text(binder, result_text(end->outcome.result));
    sql_bind_text(binder, is_over ? reason_word(end->outcome.reason) : NULL);
    sql_bind_text(binder, store_words_color(end->by));
    sql_bind_number(binder, end->ply);
    sql_bind_number(binder, end->ms);
}

static void bind_rematch(SqlBinder *binder, const StoreGame *game) {
    sql_bind_text(binder, store_words_offer(game->rematch.state));
    sql_bind_text(binder, store_words_color(game->rematch.by));
    sql_bind_number(binder, (int64_t)game->rematch_game);
}

/* ---- changes of a game's row ----
 *
 * A row is loaded first, so that the change of a damaged row is refused: a new checksum would hide
 * the damage.
 */

/* Runs a statement whose parameters so far are followed by the row's checksum and id. */
static int write_row(SqlBinder *binder, const GameRow *row) {
    sql_bind_number(binder, (int64_t)game_row_sum(row));
    sql_bind_number(binder, (int64_t)row->game.header.id);
    return run(binder);
}

static int write_rematch(Database *database, const GameRow *row) {
    SqlBinder binder = sql_bind(database->statement[SQL_REMATCH]);
    bind_rematch(&binder, &row->game);
    return write_row(&binder, row);
}

static int change_seat(Database *database, GameRow *row, const StoreRequest *request,
                       StoreCompletion *completion) {
    StoreSeat *seat = &row->game.header.seat[request->seat.color];
    if (seat->taken && !key_hash_equal(&seat->hash, &request->seat.hash)) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    seat->taken = true;
    seat->hash = request->seat.hash;
    memcpy(seat->name, request->seat.name, sizeof seat->name);
    SqlBinder binder = sql_bind(
        database->statement[request->seat.color == WHITE ? SQL_SEAT_WHITE : SQL_SEAT_BLACK]);
    sql_bind_hash(&binder, &seat->hash);
    sql_bind_text(&binder, seat->name);
    return write_row(&binder, row);
}

static int change_draw(Database *database, GameRow *row, const StoreRequest *request,
                       StoreCompletion *completion) {
    if (is_over(row)) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    row->game.draw = request->draw;
    SqlBinder binder = sql_bind(database->statement[SQL_DRAW]);
    bind_draw(&binder, &request->draw);
    return write_row(&binder, row);
}

static int change_rematch(Database *database, GameRow *row, const StoreRequest *request,
                          StoreCompletion *completion) {
    if (!is_over(row) || row->game.rematch_game != 0) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    row->game.rematch = request->rematch;
    return write_rematch(database, row);
}

static int write_end(Database *database, GameRow *row, const StoreEnd *end) {
    row->game.end = *end;
    SqlBinder binder = sql_bind(database->statement[SQL_END]);
    bind_end(&binder, end);
    return write_row(&binder, row);
}

static int change_end(Database *database, GameRow *row, const StoreRequest *request,
                      StoreCompletion *completion) {
    MoveTail tail;
    int code = game_load_tail(database, row, &tail, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    if (!is_over(row) && request->end.ply == tail.count)
        return write_end(database, row, &request->end);
    completion->result = STORE_CONFLICT;
    return SQLITE_OK;
}

static int mark_moved(Database *database, GameRow *row) {
    row->moved = true;
    SqlBinder binder = sql_bind(database->statement[SQL_MOVED]);
    return write_row(&binder, row);
}

/* `hash` is the checksum of the moves up to this one. */
static int insert_move(Database *database, uint64_t id, uint32_t ply, const StoreMove *move,
                       uint64_t hash, bool last) {
    SqlBinder binder = bind_id(database, SQL_MOVE, id);
    sql_bind_number(&binder, ply);
    sql_bind_number(&binder, move->ms);
    sql_bind_text(&binder, move->path);
    sql_bind_number(&binder, move->at_ms);
    sql_bind_number(&binder, (int64_t)hash);
    sql_bind_number(&binder, last);
    return run(&binder);
}

static int write_move(Database *database, uint64_t id, const MoveTail *tail,
                      const StoreMove *move) {
    uint32_t ply = tail->count;
    int code = SQLITE_OK;
    if (ply > 0) {
        SqlBinder last = bind_id(database, SQL_MOVE_NOT_LAST, id);
        sql_bind_number(&last, ply - 1);
        code = run(&last);
    }
    return code == SQLITE_OK
               ? insert_move(database, id, ply, move, move_hash_next(tail->hash, ply, move), true)
               : code;
}

static int add_move(Database *database, GameRow *row, const StoreRequest *request,
                    StoreCompletion *completion) {
    const StoreEnd *end = &request->move.end;
    bool ends = end->outcome.reason != REASON_NONE;
    MoveTail tail;
    int code = game_load_tail(database, row, &tail, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    if (is_over(row) || request->move.ply != tail.count || (ends && end->ply != tail.count + 1)) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    code = write_move(database, request->id, &tail, &request->move.move);
    if (code == SQLITE_OK && tail.count == 0)
        code = mark_moved(database, row);
    return code == SQLITE_OK && ends ? write_end(database, row, end) : code;
}

/* Sets or removes the rematch of a game. One that is missing or damaged stays as it is. */
static int link_rematch(Database *database, uint64_t id, uint64_t rematch) {
    GameRow row;
    StoreCompletion ignored = {0};
    int code = game_row_load(database, id, &row, &ignored);
    bool loaded = code == SQLITE_OK && ignored.result == STORE_OK;
    store_completion_free(&ignored);
    if (!loaded)
        return code;
    row.game.rematch_game = rematch;
    return write_rematch(database, &row);
}

static int delete_game(Database *database, GameRow *row, const StoreRequest *request,
                       StoreCompletion *completion) {
    MoveTail tail;
    int code = game_load_tail(database, row, &tail, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    if (tail.count > 0) {
        completion->result = STORE_CONFLICT;
        return SQLITE_OK;
    }
    SqlBinder binder = bind_id(database, SQL_DELETE, request->id);
    code = run(&binder);
    if (code == SQLITE_OK && row->game.header.rematch_of != 0)
        code = link_rematch(database, row->game.header.rematch_of, 0);
    if (code == SQLITE_OK)
        database->games--;
    return code;
}

typedef int RowChange(Database *database, GameRow *row, const StoreRequest *request,
                      StoreCompletion *completion);

static int change_row(Database *database, const StoreRequest *request, RowChange *change,
                      StoreCompletion *completion) {
    GameRow row;
    int code = game_row_load(database, request->id, &row, completion);
    return code == SQLITE_OK && completion->result == STORE_OK
               ? change(database, &row, request, completion)
               : code;
}

/* ---- new games ---- */

/* Finds the game that a key has created. An entry of the index without such a game is damage. */
static int find_creator(Database *database, const StoreHeader *header,
                        StoreCompletion *completion) {
    bool found;
    int64_t id = 0;
    SqlBinder binder = sql_bind(database->statement[SQL_FIND_CREATOR]);
    sql_bind_hash(&binder, &header->creator);
    int code = sql_read_number(database->statement[SQL_FIND_CREATOR], &found, &id);
    if (code != SQLITE_OK || !found)
        return code;
    GameRow row;
    code = game_row_load(database, (uint64_t)id, &row, completion);
    if (code != SQLITE_OK || completion->result == STORE_DAMAGED)
        return code;
    if (completion->result == STORE_MISSING || !row.game.header.has_creator ||
        !key_hash_equal(&row.game.header.creator, &header->creator))
        return SQLITE_CORRUPT_INDEX;
    completion->result = STORE_DUPLICATE;
    completion->id = (uint64_t)id;
    return SQLITE_OK;
}

/* Finds the rematch of a game, which is the only one. */
static int find_rematch(Database *database, const StoreHeader *header,
                        StoreCompletion *completion) {
    GameRow row;
    int code = game_row_load(database, header->rematch_of, &row, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK && row.game.rematch_game != 0) {
        completion->result = STORE_DUPLICATE;
        completion->id = row.game.rematch_game;
    }
    return code;
}

/* Adds a game without its moves. `*added` is false if the id is in use. */
static int insert_game(Database *database, const GameRow *row, bool *added) {
    SqlBinder binder = sql_bind(database->statement[SQL_CREATE]);
    bind_header(&binder, &row->game.header);
    sql_bind_number(&binder, row->moved);
    bind_draw(&binder, &row->game.draw);
    bind_end(&binder, &row->game.end);
    bind_rematch(&binder, &row->game);
    sql_bind_number(&binder, (int64_t)game_row_sum(row));
    int code = run(&binder);
    *added = code == SQLITE_OK && sqlite3_changes(database->connection) > 0;
    database->games += *added;
    return code;
}

static int create_game(Database *database, const StoreRequest *request,
                       StoreCompletion *completion) {
    const GameRow row = {.game.header = request->create};
    const StoreHeader *header = &row.game.header;
    bool added = false;
    int code = SQLITE_OK;
    completion->id = header->id;
    if (header->has_creator)
        code = find_creator(database, header, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK && header->rematch_of != 0)
        code = find_rematch(database, header, completion);
    if (code != SQLITE_OK || completion->result != STORE_OK)
        return code;
    code = insert_game(database, &row, &added);
    if (code == SQLITE_OK && !added)
        completion->result = STORE_CONFLICT;
    return added && header->rematch_of != 0 ? link_rematch(database, header->rematch_of, header->id)
                                            : code;
}

static int put_moves(Database *database, const StoreGame *game) {
    uint64_t hash = move_hash_start(game->header.id);
    int code = SQLITE_OK;
    for (uint32_t ply = 0; ply < game->count && code == SQLITE_OK; ply++) {
        hash = move_hash_next(hash, ply, &game->moves[ply]);
        code = insert_move(database, game->header.id, ply, &game->moves[ply], hash,
                           ply + 1 == game->count);
    }
    return code;
}

static int put_game(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    GameRow row = {.game = *request->put, .moved = request->put->count > 0};
    const StoreHeader *header = &row.game.header;
    bool added = false;
    int code = SQLITE_OK;
    if (header->has_creator)
        code = find_creator(database, header, completion);
    if (code == SQLITE_OK && completion->result == STORE_OK)
        code = insert_game(database, &row, &added);
    completion->id = header->id;
    if (code == SQLITE_OK && completion->result != STORE_DAMAGED && !added)
        completion->result = STORE_CONFLICT;
    return added ? put_moves(database, &row.game) : code;
}

/* ---- the service time ---- */

static uint64_t clock_sum(int64_t service_ms) {
    return fnv_number(FNV_START, (uint64_t)service_ms);
}

static int set_clock(Database *database, int64_t service_ms) {
    SqlBinder binder = sql_bind(database->statement[SQL_SET_CLOCK]);
    sql_bind_number(&binder, service_ms);
    sql_bind_number(&binder, (int64_t)clock_sum(service_ms));
    return run(&binder);
}

/* Reads the latest time of a move: the next best of a service time that is damaged. */
static int read_latest_move_time(Database *database, int64_t *latest_ms) {
    sqlite3_stmt *statement = database->statement[SQL_MOVE_TIMES];
    int code;
    *latest_ms = 0;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        if (sqlite3_column_int64(statement, 0) > *latest_ms)
            *latest_ms = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
    return code;
}

static int read_clock(Database *database, int64_t *service_ms) {
    sqlite3_stmt *statement = database->statement[SQL_CLOCK];
    int code = sqlite3_step(statement);
    bool valid = code == SQLITE_DONE;
    *service_ms = 0;
    if (code == SQLITE_ROW) {
        *service_ms = sqlite3_column_int64(statement, 0);
        valid = (uint64_t)sqlite3_column_int64(statement, 1) == clock_sum(*service_ms);
    }
    sqlite3_reset(statement);
    if (!valid) {
        int moves_code = read_latest_move_time(database, service_ms);
        code = code == SQLITE_ROW ? moves_code : code;
    }
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int query_write(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    static RowChange *const row_changes[] = {
        [STORE_SEAT] = change_seat, [STORE_MOVE] = add_move,          [STORE_DRAW] = change_draw,
        [STORE_END] = change_end,   [STORE_REMATCH] = change_rematch, [STORE_DELETE] = delete_game,
    };
    completion->result = STORE_OK;
    switch (request->kind) {
    case STORE_CREATE:
        return create_game(database, request, completion);
    case STORE_CLOCK:
        return set_clock(database, request->service_ms);
    case STORE_PROBE:
        return sql_step(database->statement[SQL_PROBE]);
    case STORE_PUT:
        return put_game(database, request, completion);
    default:
        assert(row_changes[request->kind]); /* no kind of a shared store */
        return change_row(database, request, row_changes[request->kind], completion);
    }
}

/* ---- lists ---- */

static void add_id(StoreCompletion *completion, size_t *capacity, uint64_t id) {
    if (completion->id_count == *capacity) {
        *capacity = *capacity ? *capacity * 2 : 64;
        completion->ids = memory_resize(completion->ids, *capacity, sizeof *completion->ids);
    }
    completion->ids[completion->id_count++] = id;
}

static int list_ids(Database *database, const StoreRequest *request, SqlStatement statement,
                    StoreCompletion *completion) {
    sqlite3_stmt *rows = database->statement[statement];
    SqlBinder binder = bind_id(database, statement, request->list.after);
    sql_bind_number(&binder, (int64_t)request->list.limit);
    if (statement == SQL_UNSTARTED_GAMES)
        sql_bind_number(&binder, request->list.before_ms);
    uint64_t after = request->list.after;
    size_t capacity = 0;
    int code;
    while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
        uint64_t id = (uint64_t)sqlite3_column_int64(rows, 0);
        /* On a damaged page ids may not ascend; who asks for those after the last would never end.
         */
        if (id <= after) {
            code = SQLITE_CORRUPT;
            break;
        }
        add_id(completion, &capacity, id);
        after = id;
    }
    sqlite3_reset(rows);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

int query_next_game(Database *database, uint64_t after, QueryNext *next) {
    static const SqlStatement sources[] = {SQL_NEXT_GAME, SQL_NEXT_MOVES, SQL_NEXT_UNMOVED};
    *next = (QueryNext){0};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        bool found;
        int64_t id = 0;
        bind_id(database, sources[i], after);
        int code = sql_read_number(database->statement[sources[i]], &found, &id);
        if (code == SQLITE_OK && found && (uint64_t)id <= after)
            next->damage = "games are not in order";
        else if (database_is_damage(code))
            next->damage = sqlite3_errstr(code);
        else if (code != SQLITE_OK)
            return code;
        else if (found && (!next->found || (uint64_t)id < next->id))
            *next = (QueryNext){true, (uint64_t)id, next->damage};
    }
    return SQLITE_OK;
}

static int list_all(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    QueryNext next = {.id = request->list.after};
    const char *damage = NULL;
    size_t capacity = 0;
    int code = SQLITE_OK;
    while (completion->id_count < request->list.limit && code == SQLITE_OK) {
        code = query_next_game(database, next.id, &next);
        damage = next.damage ? next.damage : damage;
        if (!next.found)
            break;
        add_id(completion, &capacity, next.id);
    }
    if (code != SQLITE_OK || !damage)
        return code;
    if (!sqlite3_get_autocommit(database->connection))
        return SQLITE_CORRUPT; /* the transaction would fail, so this runs again after it */
    completion->text = memory_strdup(damage);
    return SQLITE_OK;
}

int query_read(Database *database, const StoreRequest *request, StoreCompletion *completion) {
    completion->result = STORE_OK;
    switch (request->kind) {
    case STORE_LOAD:
        return game_load(database, request->load.first, completion);
    case STORE_LIST_GAMES:
        return list_all(database, request, completion);
    case STORE_LIST_TIMED:
        return list_ids(database, request, SQL_TIMED_GAMES, completion);
    case STORE_LIST_UNSTARTED:
        return list_ids(database, request, SQL_UNSTARTED_GAMES, completion);
    case STORE_TOTALS:
        completion->totals.games = database->games;
        return read_clock(database, &completion->totals.service_ms);
    default:
        assert(false); /* a kind of a shared store */
        return SQLITE_MISUSE;
    }
}
