#include <config.h>

#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A move, or the end of a game with the path "1-0 lion". */
typedef struct LoggedMove {
    uint32_t ply;
    char path[40];
} LoggedMove;

typedef struct MoveLog {
    LoggedMove *moves; /* owned */
    size_t count, capacity;
} MoveLog;

typedef struct Watcher {
    size_t game;
    uint32_t from;
    MoveLog seen;
} Watcher;

typedef struct HistoryGame {
    char id[16];
    bool acknowledged, is_stored;
    MoveLog sent, acknowledged_moves, stored;
    MoveLog acknowledged_end, stored_end;
} HistoryGame;

struct History {
    HistoryGame *games; /* owned */
    size_t game_count;
    size_t *index; /* owned: game numbers plus 1, by a hash of the id */
    size_t index_size;
    Watcher *watchers; /* owned */
    size_t watcher_count, watcher_capacity;
};

History *history_create(void) {
    return memory_allocate(sizeof(History));
}

static void free_move_log(MoveLog *log) {
    free(log->moves);
}

void history_free(History *history) {
    for (size_t i = 0; i < history->game_count; i++) {
        HistoryGame *game = &history->games[i];
        free_move_log(&game->sent);
        free_move_log(&game->acknowledged_moves);
        free_move_log(&game->stored);
        free_move_log(&game->acknowledged_end);
        free_move_log(&game->stored_end);
    }
    for (size_t i = 0; i < history->watcher_count; i++)
        free_move_log(&history->watchers[i].seen);
    free(history->games);
    free(history->index);
    free(history->watchers);
    free(history);
}

/* ---- games by id ---- */

static size_t slot_of(const History *history, const char *id) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const char *letter = id; *letter; letter++)
        hash = (hash ^ (unsigned char)*letter) * UINT64_C(1099511628211);
    size_t slot = (size_t)(hash >> 20) & (history->index_size - 1);
    while (history->index[slot] && strcmp(history->games[history->index[slot] - 1].id, id) != 0)
        slot = (slot + 1) & (history->index_size - 1);
    return slot;
}

static void grow_index(History *history) {
    history->index_size = history->index_size ? history->index_size * 4 : 64;
    free(history->index);
    history->index = memory_allocate(history->index_size * sizeof *history->index);
    for (size_t i = 0; i < history->game_count; i++)
        history->index[slot_of(history, history->games[i].id)] = i + 1;
}

static HistoryGame *find_or_add_game(History *history, const char *id) {
    if (history->game_count * 2 >= history->index_size)
        grow_index(history);
    size_t slot = slot_of(history, id);
    if (history->index[slot])
        return &history->games[history->index[slot] - 1];
    history->games = memory_resize(history->games, history->game_count + 1, sizeof *history->games);
    HistoryGame *game = &history->games[history->game_count++];
    *game = (HistoryGame){0};
    snprintf(game->id, sizeof game->id, "%s", id);
    history->index[slot] = history->game_count;
    return game;
}

/* ---- recording ---- */

static void log_append(MoveLog *log, uint32_t ply, const char *first, const char *second) {
    if (log->count == log->capacity) {
        log->capacity = log->capacity ? log->capacity * 2 : 8;
        log->moves = memory_resize(log->moves, log->capacity, sizeof *log->moves);
    }
    LoggedMove *move = &log->moves[log->count++];
    *move = (LoggedMove){.ply = ply};
    snprintf(move->path, sizeof move->path, "%s%s%s", first, second ? " " : "",
             second ? second : "");
}

void history_sent(History *history, const char *game, uint32_t ply, const char *path) {
    log_append(&find_or_add_game(history, game)->sent, ply, path, NULL);
}

void history_acknowledged_game(History *history, const char *game) {
    find_or_add_game(history, game)->acknowledged = true;
}

void history_acknowledged(History *history, const char *game, uint32_t ply, const char *path) {
    log_append(&find_or_add_game(history, game)->acknowledged_moves, ply, path, NULL);
}

void history_acknowledged_end(History *history, const char *game, const char *result,
                              const char *reason) {
    log_append(&find_or_add_game(history, game)->acknowledged_end, 0, result, reason);
}

size_t history_watch(History *history, const char *game, uint32_t from) {
    size_t number = (size_t)(find_or_add_game(history, game) - history->games);
    if (history->watcher_count == history->watcher_capacity) {
        history->watcher_capacity = history->watcher_capacity * 2 + 64;
        history->watchers =
            memory_resize(history->watchers, history->watcher_capacity, sizeof *history->watchers);
    }
    history->watchers[history->watcher_count] = (Watcher){.game = number, .from = from};
    return history->watcher_count++;
}

void history_saw(History *history, size_t watcher, uint32_t ply, const char *path) {
    log_append(&history->watchers[watcher].seen, ply, path, NULL);
}

void history_stored_game(History *history, const char *game) {
    find_or_add_game(history, game)->is_stored = true;
}

void history_stored(History *history, const char *game, uint32_t ply, const char *path) {
    log_append(&find_or_add_game(history, game)->stored, ply, path, NULL);
}

void history_stored_end(History *history, const char *game, const char *result,
                        const char *reason) {
    log_append(&find_or_add_game(history, game)->stored_end, 0, result, reason);
}

/* ---- checking ---- */

static void report_fault(Buffer *faults, const char *game, const char *what, uint32_t ply,
                         const char *path) {
    buffer_add_format(faults, "game %s: %s: ply %lu %s\n", game, what, (unsigned long)ply, path);
}

static bool log_contains(const MoveLog *log, const LoggedMove *move) {
    for (size_t i = 0; i < log->count; i++)
        if (log->moves[i].ply == move->ply && strcmp(log->moves[i].path, move->path) == 0)
            return true;
    return false;
}

static void check_stored(const HistoryGame *game, Buffer *faults) {
    for (size_t i = 0; i < game->stored.count; i++) {
        const LoggedMove *move = &game->stored.moves[i];
        if (move->ply < i)
            report_fault(faults, game->id, "a ply is stored twice", move->ply, move->path);
        else if (move->ply > i)
            report_fault(faults, game->id, "plies are not contiguous", move->ply, move->path);
        if (!log_contains(&game->sent, move))
            report_fault(faults, game->id, "a move is stored that nobody sent", move->ply,
                         move->path);
    }
}

static void check_acknowledged(const HistoryGame *game, Buffer *faults) {
    if (game->acknowledged && !game->is_stored)
        report_fault(faults, game->id, "an acknowledged game is missing", 0, "");
    for (size_t i = 0; i < game->acknowledged_moves.count; i++) {
        const LoggedMove *move = &game->acknowledged_moves.moves[i];
        if (!log_contains(&game->stored, move))
            report_fault(faults, game->id, "an acknowledged move is missing", move->ply,
                         move->path);
    }
    const MoveLog *end = &game->stored_end;
    for (size_t i = 0; i < game->acknowledged_end.count; i++)
        if (end->count == 0 ||
            strcmp(end->moves[0].path, game->acknowledged_end.moves[i].path) != 0)
            report_fault(faults, game->id, "an acknowledged end is missing", 0,
                         game->acknowledged_end.moves[i].path);
    if (end->count > 1)
        report_fault(faults, game->id, "it ends twice", 0, end->moves[1].path);
}

/* Checks that a watcher saw the stored plies. It may have missed the last ones, which were
 * committed but not sent when the server died. */
static void check_watcher(const HistoryGame *game, const Watcher *watcher, Buffer *faults) {
    for (size_t i = 0; i < watcher->seen.count; i++) {
        const LoggedMove *move = &watcher->seen.moves[i];
        uint32_t expected = watcher->from + (uint32_t)i;
        if (move->ply > expected)
            report_fault(faults, game->id, "a watcher has a gap before", move->ply, move->path);
        else if (move->ply < expected)
            report_fault(faults, game->id, "a watcher saw it twice", move->ply, move->path);
        if (move->ply != expected)
            return;
        if (!log_contains(&game->stored, move))
            report_fault(faults, game->id, "a watcher saw what is not there", move->ply,
                         move->path);
    }
}

bool history_check(const History *history, Buffer *faults) {
    size_t before = faults->length;
    for (size_t i = 0; i < history->game_count; i++) {
        check_stored(&history->games[i], faults);
        check_acknowledged(&history->games[i], faults);
    }
    for (size_t i = 0; i < history->watcher_count; i++)
        check_watcher(&history->games[history->watchers[i].game], &history->watchers[i], faults);
    return faults->length == before;
}
