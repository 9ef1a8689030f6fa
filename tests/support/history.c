#include <config.h>

#include "history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A ply and its move; a color and the player in its seat; 0 and the end of a game, "1-0 lion", or
 * the id of a rematch. */
typedef struct LogEntry {
    uint32_t number;
    char text[40];
} LogEntry;

typedef struct Log {
    LogEntry *entries; /* owned */
    size_t count, capacity;
} Log;

typedef struct Watcher {
    size_t game;
    uint32_t from;
    Log seen;
} Watcher;

enum { TERMS_SIZE = 260 };

typedef struct HistoryGame {
    char id[16];
    bool acknowledged, is_stored;
    Log sent, acknowledged_moves, stored;
    Log acknowledged_end, stored_end;
    bool allowed_time[COLOR_COUNT];
    Log sent_seats, acknowledged_seats, stored_seats;
    bool present[COLOR_COUNT];
    Log stored_presence;
    char terms[TERMS_SIZE];          /* stored */
    char offer[4], stored_offer[4];  /* "w", "b" or "-"; "": unknown */
    Log rematches, stored_rematches; /* ids */
} HistoryGame;

struct History {
    HistoryGame *games; /* owned */
    size_t game_count;
    size_t *index; /* owned: game numbers plus 1, by a hash of the id */
    size_t index_size;
    Watcher *watchers; /* owned */
    size_t watcher_count, watcher_capacity;
    bool counted;
    size_t stored_count; /* if `counted` */
};

History *history_create(void) {
    return memory_allocate(sizeof(History));
}

static void free_log(Log *log) {
    free(log->entries);
}

void history_free(History *history) {
    for (size_t i = 0; i < history->game_count; i++) {
        HistoryGame *game = &history->games[i];
        free_log(&game->sent);
        free_log(&game->acknowledged_moves);
        free_log(&game->stored);
        free_log(&game->acknowledged_end);
        free_log(&game->stored_end);
        free_log(&game->sent_seats);
        free_log(&game->acknowledged_seats);
        free_log(&game->stored_seats);
        free_log(&game->stored_presence);
        free_log(&game->rematches);
        free_log(&game->stored_rematches);
    }
    for (size_t i = 0; i < history->watcher_count; i++)
        free_log(&history->watchers[i].seen);
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

static void log_append(Log *log, uint32_t number, const char *first, const char *second) {
    if (log->count == log->capacity) {
        log->capacity = log->capacity ? log->capacity * 2 : 8;
        log->entries = memory_resize(log->entries, log->capacity, sizeof *log->entries);
    }
    LogEntry *entry = &log->entries[log->count++];
    *entry = (LogEntry){.number = number};
    snprintf(entry->text, sizeof entry->text, "%s%s%s", first, second ? " " : "",
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

void history_sent_seat(History *history, const char *game, const char *player) {
    log_append(&find_or_add_game(history, game)->sent_seats, 0, player, NULL);
}

void history_acknowledged_seat(History *history, const char *game, Color color,
                               const char *player) {
    log_append(&find_or_add_game(history, game)->acknowledged_seats, color, player, NULL);
}

void history_acknowledged_offer(History *history, const char *game, const char *by) {
    HistoryGame *found = find_or_add_game(history, game);
    snprintf(found->offer, sizeof found->offer, "%s", by);
}

void history_acknowledged_rematch(History *history, const char *game, const char *rematch) {
    log_append(&find_or_add_game(history, game)->rematches, 0, rematch, NULL);
}

void history_allowed_time(History *history, const char *game, Color winner) {
    find_or_add_game(history, game)->allowed_time[winner] = true;
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

void history_present(History *history, const char *game, Color color) {
    find_or_add_game(history, game)->present[color] = true;
}

void history_forget_stored(History *history) {
    for (size_t i = 0; i < history->game_count; i++) {
        HistoryGame *game = &history->games[i];
        game->is_stored = game->present[WHITE] = game->present[BLACK] = false;
        game->stored.count = game->stored_end.count = game->stored_seats.count = 0;
        game->stored_presence.count = game->stored_rematches.count = 0;
        game->terms[0] = game->stored_offer[0] = '\0';
    }
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

void history_stored_seat(History *history, const char *game, Color color, const char *player) {
    log_append(&find_or_add_game(history, game)->stored_seats, color, player, NULL);
}

void history_stored_presence(History *history, const char *game, Color color, bool present) {
    log_append(&find_or_add_game(history, game)->stored_presence, color, present ? "there" : "away",
               NULL);
}

void history_stored_terms(History *history, const char *game, const char *terms) {
    HistoryGame *found = find_or_add_game(history, game);
    snprintf(found->terms, sizeof found->terms, "%s", terms);
}

void history_stored_offer(History *history, const char *game, const char *by) {
    HistoryGame *found = find_or_add_game(history, game);
    snprintf(found->stored_offer, sizeof found->stored_offer, "%s", by);
}

void history_stored_rematch(History *history, const char *game, const char *rematch) {
    log_append(&find_or_add_game(history, game)->stored_rematches, 0, rematch, NULL);
}

void history_stored_count(History *history, size_t games) {
    history->counted = true;
    history->stored_count = games;
}

/* ---- checking ---- */

static void report_fault(Buffer *faults, const HistoryGame *game, const char *what,
                         const char *text) {
    buffer_add_format(faults, "game %s: %s: %s\n", game->id, what, text);
}

static void report_move(Buffer *faults, const HistoryGame *game, const char *what,
                        const LogEntry *move) {
    char text[64];
    snprintf(text, sizeof text, "ply %lu %s", (unsigned long)move->number, move->text);
    report_fault(faults, game, what, text);
}

static bool log_contains(const Log *log, uint32_t number, const char *text) {
    for (size_t i = 0; i < log->count; i++)
        if (log->entries[i].number == number && strcmp(log->entries[i].text, text) == 0)
            return true;
    return false;
}

static bool log_has_entry(const Log *log, const LogEntry *entry) {
    return log_contains(log, entry->number, entry->text);
}

static void check_stored(const HistoryGame *game, Buffer *faults) {
    for (size_t i = 0; i < game->stored.count; i++) {
        const LogEntry *move = &game->stored.entries[i];
        if (move->number < i)
            report_move(faults, game, "a ply is stored twice", move);
        else if (move->number > i)
            report_move(faults, game, "plies are not contiguous", move);
        if (!log_has_entry(&game->sent, move))
            report_move(faults, game, "a move is stored that nobody sent", move);
    }
}

static void check_acknowledged(const HistoryGame *game, Buffer *faults) {
    if (game->acknowledged && !game->is_stored)
        report_fault(faults, game, "an acknowledged game is missing", "");
    for (size_t i = 0; i < game->acknowledged_moves.count; i++) {
        const LogEntry *move = &game->acknowledged_moves.entries[i];
        if (!log_has_entry(&game->stored, move))
            report_move(faults, game, "an acknowledged move is missing", move);
    }
}

static void check_end(const HistoryGame *game, Buffer *faults) {
    const Log *end = &game->stored_end;
    for (size_t i = 0; i < game->acknowledged_end.count; i++)
        if (end->count == 0 ||
            strcmp(end->entries[0].text, game->acknowledged_end.entries[i].text) != 0)
            report_fault(faults, game, "an acknowledged end is missing",
                         game->acknowledged_end.entries[i].text);
    if (end->count > 1)
        report_fault(faults, game, "it ends twice", end->entries[1].text);
    for (int winner = WHITE; winner <= BLACK; winner++)
        if (!game->allowed_time[winner] &&
            log_contains(end, 0, winner == WHITE ? "1-0 time" : "0-1 time"))
            report_fault(faults, game, "it was won on time without a right to it",
                         end->entries[0].text);
}

static void check_seats(const HistoryGame *game, Buffer *faults) {
    for (size_t i = 0; i < game->acknowledged_seats.count; i++) {
        const LogEntry *seat = &game->acknowledged_seats.entries[i];
        if (!log_has_entry(&game->stored_seats, seat))
            report_fault(faults, game, "an acknowledged seat is missing", seat->text);
    }
    for (size_t i = 0; i < game->stored_seats.count && game->sent_seats.count > 0; i++) {
        const LogEntry *seat = &game->stored_seats.entries[i];
        if (!log_contains(&game->sent_seats, 0, seat->text))
            report_fault(faults, game, "a stranger has a seat", seat->text);
    }
}

static void check_presence(const HistoryGame *game, Buffer *faults) {
    for (size_t i = 0; i < game->stored_presence.count; i++) {
        const LogEntry *presence = &game->stored_presence.entries[i];
        if (strcmp(presence->text, game->present[presence->number] ? "there" : "away") != 0)
            buffer_add_format(faults, "game %s: %s is said to be %s\n", game->id,
                              presence->number == WHITE ? "White" : "Black", presence->text);
    }
}

/* ---- rematches ---- */

static const HistoryGame *find_game(const History *history, const char *id) {
    size_t number = history->index_size > 0 ? history->index[slot_of(history, id)] : 0;
    return number > 0 ? &history->games[number - 1] : NULL;
}

/* Checks that a rematch has the terms of its game, and its players with colors swapped. */
static void check_terms(const HistoryGame *game, const HistoryGame *rematch, Buffer *faults) {
    if (strcmp(game->terms, rematch->terms) != 0)
        report_fault(faults, rematch, "a rematch has other terms", rematch->terms);
    for (size_t i = 0; i < game->stored_seats.count; i++) {
        const LogEntry *seat = &game->stored_seats.entries[i];
        if (!log_contains(&rematch->stored_seats, !seat->number, seat->text))
            report_fault(faults, rematch, "a player of a rematch has not the other color",
                         seat->text);
    }
}

static void check_rematch(const History *history, const HistoryGame *game, Buffer *faults) {
    const Log *stored = &game->stored_rematches;
    for (size_t i = 0; i < game->rematches.count; i++)
        if (!log_has_entry(stored, &game->rematches.entries[i]))
            report_fault(faults, game, "an acknowledged rematch is missing",
                         game->rematches.entries[i].text);
    for (size_t i = 0; i < stored->count; i++) {
        const HistoryGame *rematch = find_game(history, stored->entries[i].text);
        if (i > 0)
            report_fault(faults, game, "it has another rematch", stored->entries[i].text);
        if (!rematch || !rematch->is_stored)
            report_fault(faults, game, "the game of a rematch is missing", stored->entries[i].text);
        else
            check_terms(game, rematch, faults);
    }
    if (stored->count == 0 && game->offer[0] && strcmp(game->offer, game->stored_offer) != 0)
        buffer_add_format(faults,
                          "game %s: an acknowledged offer or answer is missing: %s, not %s\n",
                          game->id, game->offer, game->stored_offer);
}

/* ---- the whole ---- */

/* Checks that a watcher saw the stored plies. It may have missed the last ones, which were
 * committed but not sent when the server died. */
static void check_watcher(const HistoryGame *game, const Watcher *watcher, Buffer *faults) {
    for (size_t i = 0; i < watcher->seen.count; i++) {
        const LogEntry *move = &watcher->seen.entries[i];
        uint32_t expected = watcher->from + (uint32_t)i;
        if (move->number > expected)
            report_move(faults, game, "a watcher has a gap before", move);
        else if (move->number < expected)
            report_move(faults, game, "a watcher saw it twice", move);
        if (move->number != expected)
            return;
        if (!log_has_entry(&game->stored, move))
            report_move(faults, game, "a watcher saw what is not there", move);
    }
}

/* A client that got no answer repeats its line until it knows the game. */
static void check_count(const History *history, Buffer *faults) {
    size_t known = 0;
    for (size_t i = 0; i < history->game_count; i++)
        known += history->games[i].acknowledged;
    if (history->counted && history->stored_count > known)
        buffer_add_format(faults, "%zu games are stored, but clients know %zu\n",
                          history->stored_count, known);
}

bool history_check(const History *history, Buffer *faults) {
    size_t before = faults->length;
    for (size_t i = 0; i < history->game_count; i++) {
        const HistoryGame *game = &history->games[i];
        check_stored(game, faults);
        check_acknowledged(game, faults);
        check_end(game, faults);
        check_seats(game, faults);
        check_presence(game, faults);
        check_rematch(history, game, faults);
    }
    for (size_t i = 0; i < history->watcher_count; i++)
        check_watcher(&history->games[history->watchers[i].game], &history->watchers[i], faults);
    check_count(history, faults);
    return faults->length == before;
}
