#include <config.h>

#include "server/store/game_replay.h"

#include <string.h>
#include <time.h>

#include "rules/coordinate.h"
#include "rules/fen.h"

/* What the clocks showed is derived from the times used, as the server's core does it: they start
 * after each side's first move. */
typedef struct ReplayClocks {
    int64_t left_ms[COLOR_COUNT];
    bool moved[COLOR_COUNT];
} ReplayClocks;

static int64_t charge_clock(ReplayClocks *clocks, const StoreHeader *header, Color color,
                            uint32_t used_ms) {
    if (header->base_ms == 0)
        return -1;
    if (clocks->moved[color])
        clocks->left_ms[color] += header->increment_ms - (int64_t)used_ms;
    clocks->moved[color] = true;
    return clocks->left_ms[color];
}

static Record *begin(const StoreHeader *header, Error *error) {
    const Variant *variant = variant_find(header->variant);
    if (!variant) {
        error_set(error, ERROR_RANGE, "there is no variant \"%s\"", header->variant);
        return NULL;
    }
    Position start;
    if (!fen_parse(header->start, variant, &start, error))
        return NULL;
    Record *record = record_create(&start);
    if (record_is_over(record)) {
        error_set(error, ERROR_STATE, "the start position %s is the end of a game", header->start);
        record_free(record);
        return NULL;
    }
    return record;
}

static bool play_moves(const StoreGame *game, Record *record, Error *error) {
    ReplayClocks clocks = {{game->header.base_ms, game->header.base_ms}, {false, false}};
    for (size_t ply = 0; ply < game->count; ply++) {
        const StoreMove *move = &game->moves[ply];
        Color mover = position_side(record_position(record));
        Move made;
        if (memchr(move->path, '\0', sizeof move->path) == NULL)
            return error_set(error, ERROR_SYNTAX, "ply %zu: a path without an end", ply);
        int64_t left = charge_clock(&clocks, &game->header, mover, move->ms);
        if (!coordinate_parse(record_position(record), move->path, &made, error) ||
            !record_play(record, made, move->ms, left, error))
            return error_prefix(error, "ply %zu, %.40s: ", ply, move->path);
    }
    return true;
}

/* The stored end and the one the moves make, if they do, are the same. */
static bool play_end(const StoreGame *game, Record *record, Error *error) {
    Outcome stored = game->end.outcome;
    if (stored.reason != REASON_NONE && game->end.ply != game->count)
        return error_set(error, ERROR_STATE, "it ended after %lu plies but has %zu",
                         (unsigned long)game->end.ply, game->count);
    Outcome played = record_outcome(record);
    if (played.reason == REASON_NONE && stored.reason != REASON_NONE)
        return record_declare(record, stored, error);
    if (played.reason != stored.reason || played.result != stored.result)
        return error_set(error, ERROR_STATE,
                         "its end is kept as %s \"%s\", but its moves end %s \"%s\"",
                         result_text(stored.result), reason_word(stored.reason),
                         result_text(played.result), reason_word(played.reason));
    return true;
}

static void set_tags(const StoreHeader *header, Record *record) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (header->seat[color].name[0])
            record_set_tag(record, record_player_tag((Color)color), header->seat[color].name);
    time_t seconds = (time_t)(header->created_ms / 1000);
    struct tm utc;
    char date[32];
    if (gmtime_r(&seconds, &utc) && strftime(date, sizeof date, "%Y.%m.%d", &utc) > 0)
        record_set_tag(record, "Date", date);
}

Record *game_replay_record(const StoreGame *game, Error *error) {
    Record *record = begin(&game->header, error);
    if (!record)
        return NULL;
    if (!play_moves(game, record, error) || !play_end(game, record, error)) {
        record_free(record);
        return NULL;
    }
    set_tags(&game->header, record);
    return record;
}

bool game_replay_check(const StoreGame *game, Error *error) {
    Record *record = game_replay_record(game, error);
    record_free(record);
    return record != NULL;
}
