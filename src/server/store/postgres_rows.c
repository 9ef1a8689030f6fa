#include <config.h>

#include "server/store/postgres_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/store/postgres_connection.h"
#include "server/store/store.h"

/* ---- columns ---- */

static bool is_time(long long ms) {
    return ms >= -1 && ms <= STORE_TIME_MAX_MS; /* -1: unknown */
}

/* Reads the columns of a row in order. */
typedef struct ColumnReader {
    const PGresult *result;
    int column;
    const char *invalid_column; /* name of the first invalid one, or NULL */
} ColumnReader;

static void mark_invalid(ColumnReader *row) {
    if (!row->invalid_column)
        row->invalid_column = PQfname(row->result, row->column - 1);
}

/* Returns the text of the next column, "" for NULL. */
static const char *next_column(ColumnReader *row) {
    return PQgetvalue(row->result, 0, row->column++);
}

static int64_t next_number(ColumnReader *row, int64_t max) {
    int64_t number = strtoll(next_column(row), NULL, 10);
    if (number < 0 || number > max || PQgetisnull(row->result, 0, row->column - 1))
        mark_invalid(row);
    return number;
}

static int64_t next_time(ColumnReader *row) {
    return next_number(row, STORE_TIME_MAX_MS);
}

static uint32_t next_count(ColumnReader *row) {
    return (uint32_t)next_number(row, UINT32_MAX);
}

static bool next_boolean(ColumnReader *row) {
    return next_column(row)[0] == 't';
}

static void next_text(ColumnReader *row, char *text, size_t size) {
    text[0] = '\0';
    if (!text_copy(text, size, next_column(row)))
        mark_invalid(row);
}

/* Returns false for NULL. */
static bool next_hash(ColumnReader *row, KeyHash *hash) {
    const char *text = next_column(row);
    if (PQgetisnull(row->result, 0, row->column - 1))
        return false;
    if (strncmp(text, "\\x", 2) != 0 || strlen(text) != 2 + 2 * KEY_HASH_SIZE ||
        !text_parse_hex(text + 2, hash->bytes, KEY_HASH_SIZE))
        mark_invalid(row);
    return true;
}

static Color next_color(ColumnReader *row) {
    Color color;
    if (!store_words_parse_color(next_column(row), &color))
        mark_invalid(row);
    return color;
}

static StoreOffer next_offer(ColumnReader *row) {
    StoreOffer offer;
    if (!store_words_parse_offer(next_column(row), &offer))
        mark_invalid(row);
    return offer;
}

/* ---- games ---- */

static void read_header(ColumnReader *row, StoreHeader *header) {
    header->created_ms = next_time(row);
    next_text(row, header->variant, sizeof header->variant);
    next_text(row, header->start, sizeof header->start);
    header->base_ms = next_time(row);
    header->increment_ms = next_time(row);
    header->per_move = next_boolean(row);
    header->claim_minutes = next_count(row);
    header->hidden = next_boolean(row);
    header->kept = next_hash(row, &header->invite);
    header->has_creator = next_hash(row, &header->creator);
    header->rematch_of = (uint64_t)next_number(row, INT64_MAX);
    for (int color = WHITE; color <= BLACK; color++) {
        header->seat[color].taken = next_hash(row, &header->seat[color].hash);
        next_text(row, header->seat[color].name, sizeof header->seat[color].name);
    }
}

static void read_end(ColumnReader *row, StoreEnd *end) {
    const char *result = next_column(row), *reason = next_column(row);
    if (*reason && !store_words_parse_outcome(result, reason, &end->outcome))
        mark_invalid(row);
    end->by = next_color(row);
    end->ply = next_count(row);
    end->ms = next_count(row);
}

static void read_state(ColumnReader *row, StoreGame *game) {
    game->draw.state = next_offer(row);
    game->draw.by = next_color(row);
    game->draw.ply = next_count(row);
    game->draw.decline_ply = next_count(row);
    read_end(row, &game->end);
    game->rematch.state = next_offer(row);
    game->rematch.by = next_color(row);
    game->rematch_game = (uint64_t)next_number(row, INT64_MAX);
    for (int role = 0; role < ROLE_COUNT; role++) {
        game->presence[role].server = next_count(row);
        game->presence[role].generation = (uint64_t)next_number(row, INT64_MAX);
        game->presence[role].left_ms = next_time(row);
    }
    game->version = (uint64_t)next_number(row, INT64_MAX);
}

/* Reads "PLY MS AT_MS PATH" and moves *text behind it. */
static bool read_move(const char **text, uint32_t ply, StoreMove *move) {
    char *end;
    if (strtoll(*text, &end, 10) != ply || *end != ' ')
        return false;
    long long ms = strtoll(end, &end, 10);
    move->at_ms = strtoll(end, &end, 10);
    if (ms < 0 || ms > UINT32_MAX || !is_time(move->at_ms) || *end != ' ')
        return false;
    move->ms = (uint32_t)ms;
    size_t length = strcspn(++end, ";");
    if (length >= sizeof move->path)
        return false;
    memcpy(move->path, end, length);
    move->path[length] = '\0';
    *text = end + length + (end[length] == ';');
    return true;
}

/* Reads the moves from game->first up to `plies`, separated by semicolons. */
static void read_moves(const char *text, uint32_t plies, StoreGame *game,
                       StoreCompletion *completion) {
    size_t most = 1;
    for (const char *at = text; (at = strchr(at, ';')); at++)
        most++;
    if (game->first < plies)
        game->moves = memory_resize(NULL, most, sizeof *game->moves);
    for (uint32_t ply = game->first; ply < plies; ply++, game->count++) {
        if (!*text) {
            store_completion_set_damaged(completion, "move %u: moves are missing after it", ply);
            return;
        }
        if (!read_move(&text, ply, &game->moves[game->count])) {
            store_completion_set_damaged(completion, "move %u: a field is invalid", ply + 1);
            return;
        }
    }
    if (*text)
        store_completion_set_damaged(completion,
                                     "its row: the field \"plies\" contradicts its moves");
}

bool postgres_rows_read_game(const PGresult *result, uint32_t first, StoreCompletion *completion) {
    ColumnReader row = {.result = result, .column = 1}; /* behind the id */
    int moves_column = PQnfields(result) - 1;
    const char *moves = PQgetvalue(result, 0, moves_column);
    if ((uint64_t)postgres_number(result, 0, 0) != completion->id)
        return false;
    if (PQgetisnull(result, 0, 1)) {
        completion->result = STORE_MISSING;
        if (!PQgetisnull(result, 0, moves_column))
            store_completion_set_damaged(completion,
                                         "it has moves, but the game itself is missing");
        return true;
    }
    completion->result = STORE_OK;
    StoreGame *game = memory_allocate(sizeof *game);
    game->header.id = completion->id;
    game->first = first;
    read_header(&row, &game->header);
    read_state(&row, game);
    uint32_t plies = next_count(&row);
    if (next_boolean(&row) != (plies > 0))
        mark_invalid(&row);
    if (row.invalid_column)
        store_completion_set_damaged(completion, "its row: the field \"%s\" is invalid",
                                     row.invalid_column);
    else
        read_moves(moves, plies, game, completion);
    completion->version = game->version;
    if (completion->result == STORE_OK)
        completion->game = game;
    else
        store_game_free(game);
    return true;
}

void postgres_rows_read_ids(const PGresult *result, size_t limit, StoreCompletion *completion) {
    int count = PQntuples(result);
    bool has_others = PQnfields(result) > 1;
    completion->result = STORE_OK;
    completion->id =
        count > 0 && (size_t)count >= limit ? (uint64_t)postgres_number(result, count - 1, 0) : 0;
    if (count > 0)
        completion->ids = memory_resize(NULL, (size_t)count, sizeof *completion->ids);
    for (int i = 0; i < count; i++)
        if (!has_others || postgres_boolean(result, i, 1))
            completion->ids[completion->id_count++] = (uint64_t)postgres_number(result, i, 0);
}

/* ---- events ---- */

void postgres_rows_write_move(const StoreRequest *request, Buffer *text) {
    const StoreMove *move = &request->move.move;
    const StoreEnd *end = &request->move.end;
    buffer_add_format(text, "%" PRIu32 " %" PRIu32 " %lld %s", request->move.ply, move->ms,
                      (long long)move->at_ms, move->path);
    if (outcome_is_over(end->outcome))
        buffer_add_format(text, " %s %s %s %" PRIu32, result_text(end->outcome.result),
                          reason_word(end->outcome.reason), store_words_color(end->by), end->ms);
}

static bool read_move_news(const char *text, StoreNews *news) {
    char result[8], reason[16], color[2];
    long long at_ms;
    StoreMove *move = &news->move.move;
    StoreEnd *end = &news->move.end;
    int count =
        sscanf(text, "%" SCNu32 " %" SCNu32 " %lld %39s %7s %15s %1s %" SCNu32, &news->move.ply,
               &move->ms, &at_ms, move->path, result, reason, color, &end->ms);
    move->at_ms = at_ms;
    end->ply = count == 8 ? news->move.ply + 1 : 0;
    return is_time(at_ms) &&
           (count == 4 || (count == 8 && store_words_parse_outcome(result, reason, &end->outcome) &&
                           store_words_parse_color(color, &end->by)));
}

/* A name has no line break. */
void postgres_rows_write_talk(const StoreTalk *talk, Buffer *text) {
    buffer_add_format(text, "%d %s\n", (int)talk->seat, talk->name);
    buffer_add_string(text, talk->text);
}

static bool read_talk_news(const char *text, StoreTalk *talk) {
    char *name, *end;
    long seat = strtol(text, &name, 10);
    if (*name != ' ' || seat < SEAT_WHITE || seat > SEAT_NONE || !(end = strchr(++name, '\n')) ||
        (size_t)(end - name) >= sizeof talk->name)
        return false;
    talk->seat = (Seat)seat;
    memcpy(talk->name, name, (size_t)(end - name));
    return text_copy(talk->text, sizeof talk->text, end + 1);
}

uint64_t postgres_rows_generation(const PGresult *result, int row, StoreKind kind) {
    bool arrives = kind == STORE_CREATE || kind == STORE_SEAT || kind == STORE_ARRIVE;
    return arrives ? (uint64_t)postgres_number(result, row, EVENT_TEXT) : 0;
}

/* An event that cannot be read counts as a change of any kind. */
void postgres_rows_read_news(const PGresult *result, int row, StoreCompletion *completion) {
    StoreNews *news = memory_allocate(sizeof *news), read;
    const char *kind = PQgetvalue(result, row, EVENT_KIND);
    const char *text = PQgetvalue(result, row, EVENT_TEXT);
    news->id = (uint64_t)postgres_number(result, row, EVENT_GAME);
    news->version = (uint64_t)postgres_number(result, row, EVENT_VERSION);
    news->listed = postgres_boolean(result, row, EVENT_LISTED);
    read = *news;
    if (strcmp(kind, "delete") == 0)
        read.kind = NEWS_DELETE;
    else if (strcmp(kind, "move") == 0 && read_move_news(text, &read))
        read.kind = NEWS_MOVE;
    else if (strcmp(kind, "talk") == 0 && read_talk_news(text, &read.talk))
        read.kind = NEWS_TALK;
    else
        read = *news;
    *news = read;
    *completion = (StoreCompletion){
        .kind = STORE_NEWS, .id = news->id, .version = news->version, .news = news};
}
