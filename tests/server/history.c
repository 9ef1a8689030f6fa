#include <config.h>

#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A move, or the end of a game with the path "1-0 lion". */
typedef struct Told {
    uint32_t ply;
    char path[40];
} Told;

typedef struct MoveLog {
    Told *told; /* owned */
    size_t count, capacity;
} MoveLog;

typedef struct Watcher {
    size_t game;
    uint32_t from;
    MoveLog saw;
} Watcher;

typedef struct Account {
    char id[16];
    bool acknowledged, is_stored;
    MoveLog sent, acked, stored;
    MoveLog acked_end, stored_end;
} Account;

struct History {
    Account *games; /* owned */
    size_t game_count;
    size_t *index; /* owned: game numbers plus 1, by a hash of the id */
    size_t index_size;
    Watcher *watchers; /* owned */
    size_t watcher_count, watcher_capacity;
};

History *history_create(void) {
    return memory_allocate(sizeof(History));
}

static void free_move_log(MoveLog *tale) {
    free(tale->told);
}

void history_free(History *history) {
    for (size_t i = 0; i < history->game_count; i++) {
        Account *game = &history->games[i];
        free_move_log(&game->sent);
        free_move_log(&game->acked);
        free_move_log(&game->stored);
        free_move_log(&game->acked_end);
        free_move_log(&game->stored_end);
    }
    for (size_t i = 0; i < history->watcher_count; i++)
        free_move_log(&history->watchers[i].saw);
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

static Account *account_of(History *history, const char *id) {
    if (history->game_count * 2 >= history->index_size)
        grow_index(history);
    size_t slot = slot_of(history, id);
    if (history->index[slot])
        return &history->games[history->index[slot] - 1];
    history->games = memory_resize(history->games, history->game_count + 1, sizeof *history->games);
    Account *game = &history->games[history->game_count++];
    *game = (Account){0};
    snprintf(game->id, sizeof game->id, "%s", id);
    history->index[slot] = history->game_count;
    return game;
}

/* ---- noting ---- */

static void log_append(MoveLog *tale, uint32_t ply, const char *first, const char *second) {
    if (tale->count == tale->capacity) {
        tale->capacity = tale->capacity ? tale->capacity * 2 : 8;
        tale->told = memory_resize(tale->told, tale->capacity, sizeof *tale->told);
    }
    Told *told = &tale->told[tale->count++];
    *told = (Told){.ply = ply};
    snprintf(told->path, sizeof told->path, "%s%s%s", first, second ? " " : "",
             second ? second : "");
}

void history_sent(History *history, const char *game, uint32_t ply, const char *path) {
    log_append(&account_of(history, game)->sent, ply, path, NULL);
}

void history_acknowledged_game(History *history, const char *game) {
    account_of(history, game)->acknowledged = true;
}

void history_acknowledged(History *history, const char *game, uint32_t ply, const char *path) {
    log_append(&account_of(history, game)->acked, ply, path, NULL);
}

void history_acknowledged_end(History *history, const char *game, const char *result,
                              const char *reason) {
    log_append(&account_of(history, game)->acked_end, 0, result, reason);
}

size_t history_watch(History *history, const char *game, uint32_t from) {
    size_t number = (size_t)(account_of(history, game) - history->games);
    if (history->watcher_count == history->watcher_capacity) {
        history->watcher_capacity = history->watcher_capacity * 2 + 64;
        history->watchers =
            memory_resize(history->watchers, history->watcher_capacity, sizeof *history->watchers);
    }
    history->watchers[history->watcher_count] = (Watcher){.game = number, .from = from};
    return history->watcher_count++;
}

void history_saw(History *history, size_t watcher, uint32_t ply, const char *path) {
    log_append(&history->watchers[watcher].saw, ply, path, NULL);
}

void history_stored_game(History *history, const char *game) {
    account_of(history, game)->is_stored = true;
}

void history_stored(History *history, const char *game, uint32_t ply, const char *path) {
    log_append(&account_of(history, game)->stored, ply, path, NULL);
}

void history_stored_end(History *history, const char *game, const char *result,
                        const char *reason) {
    log_append(&account_of(history, game)->stored_end, 0, result, reason);
}

/* ---- checking ---- */

static void fault(Buffer *faults, const char *game, const char *what, uint32_t ply,
                  const char *path) {
    buffer_add_format(faults, "game %s: %s: ply %lu %s\n", game, what, (unsigned long)ply, path);
}

static bool is_stored(const Account *game, uint32_t ply, const char *path) {
    for (size_t i = 0; i < game->stored.count; i++)
        if (game->stored.told[i].ply == ply && strcmp(game->stored.told[i].path, path) == 0)
            return true;
    return false;
}

static bool was_sent(const Account *game, const Told *told) {
    for (size_t i = 0; i < game->sent.count; i++)
        if (game->sent.told[i].ply == told->ply && strcmp(game->sent.told[i].path, told->path) == 0)
            return true;
    return false;
}

static void check_stored(const Account *game, Buffer *faults) {
    for (size_t i = 0; i < game->stored.count; i++) {
        const Told *told = &game->stored.told[i];
        if (told->ply < i)
            fault(faults, game->id, "a ply is stored twice", told->ply, told->path);
        else if (told->ply > i)
            fault(faults, game->id, "plies are not contiguous", told->ply, told->path);
        if (!was_sent(game, told))
            fault(faults, game->id, "a move is stored that nobody sent", told->ply, told->path);
    }
}

static void check_acknowledged(const Account *game, Buffer *faults) {
    if (game->acknowledged && !game->is_stored)
        fault(faults, game->id, "an acknowledged game is missing", 0, "");
    for (size_t i = 0; i < game->acked.count; i++) {
        const Told *told = &game->acked.told[i];
        if (!is_stored(game, told->ply, told->path))
            fault(faults, game->id, "an acknowledged move is missing", told->ply, told->path);
    }
    const MoveLog *end = &game->stored_end;
    for (size_t i = 0; i < game->acked_end.count; i++)
        if (end->count == 0 || strcmp(end->told[0].path, game->acked_end.told[i].path) != 0)
            fault(faults, game->id, "an acknowledged end is missing", 0,
                  game->acked_end.told[i].path);
    if (end->count > 1)
        fault(faults, game->id, "it ends twice", 0, end->told[1].path);
}

/* Everybody has to see the stored plies. A watcher may have missed the end of what was committed
 * and not yet sent when the server died. */
static void check_watcher(const Account *game, const Watcher *watcher, Buffer *faults) {
    for (size_t i = 0; i < watcher->saw.count; i++) {
        const Told *told = &watcher->saw.told[i];
        uint32_t expected = watcher->from + (uint32_t)i;
        if (told->ply > expected)
            fault(faults, game->id, "a watcher has a gap before", told->ply, told->path);
        else if (told->ply < expected)
            fault(faults, game->id, "a watcher saw it twice", told->ply, told->path);
        if (told->ply != expected)
            return;
        if (!is_stored(game, told->ply, told->path))
            fault(faults, game->id, "a watcher saw what is not there", told->ply, told->path);
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
