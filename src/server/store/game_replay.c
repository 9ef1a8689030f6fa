#include <config.h>

#include "server/store/game_replay.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "rules/fen.h"

int64_t game_replay_charge_clock(const ClockRule *rule, int64_t left_ms, uint32_t ply,
                                 uint32_t used_ms) {
    if (ply < COLOR_COUNT || rule->per_move)
        return left_ms;
    left_ms -= used_ms;
    return (left_ms > 0 ? left_ms : 0) + rule->increment_ms;
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
        error_set(error, ERROR_STATE, "the start position %s is already the end of a game",
                  header->start);
        record_free(record);
        return NULL;
    }
    return record;
}

static bool play_moves(const StoreGame *game, Record *record, Error *error) {
    const StoreHeader *header = &game->header;
    ClockRule rule = {header->base_ms, header->increment_ms, header->per_move};
    int64_t left_ms[COLOR_COUNT] = {header->base_ms, header->base_ms};
    for (uint32_t ply = 0; ply < game->count; ply++) {
        const StoreMove *move = &game->moves[ply];
        Color mover = position_side(record_position(record));
        if (memchr(move->path, '\0', sizeof move->path) == NULL)
            return error_set(error, ERROR_SYNTAX, "ply %lu: the move is too long",
                             (unsigned long)ply);
        left_ms[mover] = game_replay_charge_clock(&rule, left_ms[mover], ply, move->ms);
        if (!record_play_coordinates(record, move->path, move->ms,
                                     rule.base_ms > 0 ? left_ms[mover] : -1, error))
            return error_prefix(error, "ply %lu, %.40s: ", (unsigned long)ply, move->path);
    }
    return true;
}

/* Declares the stored end, or checks that the moves lead to it. */
static bool play_end(const StoreGame *game, Record *record, Error *error) {
    Outcome stored = game->end.outcome;
    if (stored.reason != REASON_NONE && game->end.ply != game->count)
        return error_set(error, ERROR_STATE, "it is marked as ended at ply %lu but has %zu",
                         (unsigned long)game->end.ply, game->count);
    Outcome played = record_outcome(record);
    if (played.reason == REASON_NONE && stored.reason != REASON_NONE)
        return record_declare(record, stored, error);
    if (played.reason != stored.reason || played.result != stored.result)
        return error_set(error, ERROR_STATE,
                         "it is marked as ended %s \"%s\", but its moves end %s \"%s\"",
                         result_text(stored.result), reason_word(stored.reason),
                         result_text(played.result), reason_word(played.reason));
    return true;
}

/* Sets TimeControl as PGN writes it: "300+5", or "1/86400" for a day for each move. */
static void tag_time_control(const StoreHeader *header, Record *record) {
    char text[64];
    long long seconds = (long long)(header->base_ms / 1000);
    if (header->base_ms == 0)
        return;
    if (header->per_move)
        snprintf(text, sizeof text, "1/%lld", seconds);
    else
        snprintf(text, sizeof text, "%lld+%lld", seconds, (long long)(header->increment_ms / 1000));
    record_set_tag(record, "TimeControl", text);
}

static void set_tags(const StoreHeader *header, Record *record) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (header->seat[color].name[0])
            record_set_tag(record, color_name((Color)color), header->seat[color].name);
    time_t seconds = (time_t)(header->created_ms / 1000);
    struct tm utc;
    char date[32];
    if (gmtime_r(&seconds, &utc) && strftime(date, sizeof date, "%Y.%m.%d", &utc) > 0)
        record_set_tag(record, "Date", date);
    tag_time_control(header, record);
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
