#include <config.h>

#include "shared_judge.h"

#include <inttypes.h>
#include <stdio.h>

#include "server/store/game_replay.h"

enum { KIND_COUNT = STORE_TIME + 1 };

static const char *const kind_names[KIND_COUNT] = {[STORE_CREATE] = "CREATE",
                                                   [STORE_SEAT] = "SEAT",
                                                   [STORE_MOVE] = "MOVE",
                                                   [STORE_DRAW] = "DRAW",
                                                   [STORE_END] = "END",
                                                   [STORE_REMATCH] = "REMATCH",
                                                   [STORE_ARRIVE] = "ARRIVE",
                                                   [STORE_LEAVE] = "LEAVE",
                                                   [STORE_HIDE] = "HIDE",
                                                   [STORE_DELETE] = "DELETE",
                                                   [STORE_CLOCK] = "CLOCK",
                                                   [STORE_PROBE] = "PROBE",
                                                   [STORE_TELL] = "TELL",
                                                   [STORE_PUT] = "PUT",
                                                   [STORE_LOAD] = "LOAD",
                                                   [STORE_LIST_GAMES] = "LIST_GAMES",
                                                   [STORE_LIST_TIMED] = "LIST_TIMED",
                                                   [STORE_LIST_UNSTARTED] = "LIST_UNSTARTED",
                                                   [STORE_LIST_FINISHED] = "LIST_FINISHED",
                                                   [STORE_LIST_PRESENT] = "LIST_PRESENT",
                                                   [STORE_TOTALS] = "TOTALS",
                                                   [STORE_BACKUP] = "BACKUP",
                                                   [STORE_CHECK] = "CHECK",
                                                   [STORE_NEWS] = "NEWS",
                                                   [STORE_MEMBERS] = "MEMBERS",
                                                   [STORE_MISSED] = "MISSED",
                                                   [STORE_TIME] = "TIME"};

static const char *const result_names[] = {"OK",      "DUPLICATE", "CONFLICT", "MISSING",
                                           "DAMAGED", "REJECTED",  "FULL",     "FAILED"};

const char *shared_judge_kind(StoreKind kind) {
    return kind_names[kind];
}

const char *shared_judge_result(StoreResult result) {
    return result_names[result];
}

static bool is_conditional(StoreKind kind) {
    switch (kind) {
    case STORE_SEAT:
    case STORE_MOVE:
    case STORE_DRAW:
    case STORE_END:
    case STORE_REMATCH:
    case STORE_ARRIVE:
        return true;
    default:
        return false;
    }
}

/* Returns what is wrong with a request whatever is stored, or NULL. */
static const char *judge_form(const StoreRequest *request) {
    switch (request->kind) {
    case STORE_CLOCK:
        return "the service time of a shared store is not the server's";
    case STORE_SEAT:
        return request->role == (Role)request->seat.color ? NULL : "it is of another role";
    case STORE_ARRIVE:
        return request->role < ROLE_COUNT ? NULL : "it is of no role";
    case STORE_LEAVE:
        if (request->role >= ROLE_COUNT)
            return "it is of no role";
        return request->leave.generation > 0 ? NULL : "it is of no generation";
    case STORE_MOVE:
        return request->move.move.at_ms >= 0 ? NULL : "nobody knows when the move arrived";
    case STORE_NEWS:
    case STORE_MEMBERS:
    case STORE_MISSED:
    case STORE_TIME:
        return "it is no request";
    default:
        return NULL;
    }
}

/* Returns the side that made the last move or, without moves, the one that does not begin. */
static Color last_mover(const StoreGame *game) {
    Position start;
    const Variant *variant = variant_find(game->header.variant);
    if (!variant || !fen_parse(game->header.start, variant, &start, NULL))
        return BLACK;
    Color begins = position_side(&start);
    return game->count % 2 == 0 ? color_other(begins) : begins;
}

/* Returns whether another server has the client of a role. */
static bool is_elsewhere(const StoreGame *game, Color color, uint32_t server) {
    uint32_t there = game->presence[color].server;
    return there != 0 && there != server;
}

/* The player who is to move loses on time by the clock, or has been away for long. */
static const char *judge_time(const MemoryGames *games, const StoreGame *game, const StoreEnd *end,
                              int64_t error_ms) {
    Color loser = color_other(last_mover(game));
    const StorePresence *presence = &game->presence[loser];
    int64_t since_ms = game->count > 0 ? game->moves[game->count - 1].at_ms : 0;
    int64_t now_ms = games->service_ms + error_ms;
    if (end->by != loser)
        return "the player who is not to move loses on time";
    if (game->header.base_ms > 0) {
        ClockRule rule = {game->header.base_ms, game->header.increment_ms, game->header.per_move};
        int64_t left_ms = rule.base_ms;
        for (size_t ply = 0; ply < game->count; ply++)
            if ((game->count - ply) % 2 == 0)
                left_ms =
                    game_replay_charge_clock(&rule, left_ms, (uint32_t)ply, game->moves[ply].ms);
        if (game->count >= COLOR_COUNT && now_ms - since_ms >= left_ms && end->ms >= left_ms)
            return NULL;
    }
    if (game->header.claim_minutes == 0)
        return "the player who loses on time has time left";
    int64_t needed_ms = (int64_t)game->header.claim_minutes * 60 * 1000;
    if (presence->server != 0)
        return "a game is claimed from a player who is present";
    if (now_ms - since_ms < needed_ms || now_ms - presence->left_ms < needed_ms)
        return "a game is claimed too early";
    return NULL;
}

/* Returns what is wrong with a change that is going to be made, or NULL. */
static const char *judge_change(const MemoryGames *games, const StoreGame *game, uint32_t server,
                                const StoreRequest *request, const SharedJudgement *how) {
    const StoreEnd *end = &request->end;
    switch (request->kind) {
    case STORE_MOVE:
        if (how->presence_is_stored && is_elsewhere(game, color_other(last_mover(game)), server))
            return "the mover's seat is taken by a client of another server";
        if (request->move.move.at_ms > games->service_ms + how->clock_error_ms)
            return "the move arrives in the future";
        if (game->count > 0 &&
            request->move.move.at_ms + how->clock_error_ms < game->moves[game->count - 1].at_ms)
            return "the move arrived before the last one";
        return NULL;
    case STORE_END:
        if (end->outcome.reason == REASON_TIME)
            return judge_time(games, game, end, how->clock_error_ms);
        return how->presence_is_stored && is_elsewhere(game, end->by, server)
                   ? "the seat of the player is taken by a client of another server"
                   : NULL;
    case STORE_ARRIVE:
        if (request->role != ROLE_CREATOR && !game->header.seat[request->role].taken)
            return "nobody has taken the seat";
        return NULL;
    default:
        return NULL;
    }
}

bool shared_judge_request(const MemoryGames *games, uint32_t server, const StoreRequest *request,
                          const SharedJudgement *how, char fault[SHARED_JUDGE_TEXT]) {
    const StoreGame *game = memory_games_find(games, request->id);
    const char *why = judge_form(request);
    if (!why && game && is_conditional(request->kind)) {
        if (request->version == 0)
            why = "it names no version";
        else if (request->version > game->version)
            why = "its version is above the stored one";
        else if (request->version == game->version)
            why = judge_change(games, game, server, request, how);
    }
    if (!why && game && request->kind == STORE_LEAVE &&
        request->leave.generation > game->presence[request->role].generation)
        why = "its generation is above the stored one";
    if (why)
        snprintf(fault, SHARED_JUDGE_TEXT,
                 "server %" PRIu32 ": %s of game %s with version %" PRIu64 " (stored: %" PRIu64
                 "): %s",
                 server, kind_names[request->kind], game_id_from_number(request->id).text,
                 request->version, game ? game->version : 0, why);
    return !why;
}
