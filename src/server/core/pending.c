#include <config.h>

#include "server/core/pending.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/core/commands.h"
#include "server/core/core_parts.h"
#include "server/core/game.h"
#include "server/core/messages.h"

PendingCall *pending_begin(Core *core, StoreKind kind, Client *client, const Request *command,
                           CachedGame *game) {
    PendingCall *pending = LIST_FIRST(&core->pending_calls.unused);
    if (pending)
        LIST_REMOVE(pending, entry);
    else
        pending = memory_allocate(sizeof *pending);
    *pending = (PendingCall){
        .request.kind = kind, .client = client, .game = game, .verb = VERB_NONE, .seat = SEAT_NONE};
    if (game) {
        pending->request.id = game->state.id;
        pending->request.version = game->state.version;
    }
    if (command) {
        pending->verb = command->verb;
        memcpy(pending->tag, command->tag, sizeof pending->tag);
    }
    LIST_INSERT_HEAD(&core->pending_calls.all, pending, entry);
    return pending;
}

void pending_submit(Core *core, PendingCall *pending) {
    if (pending->client)
        pending->client->pending = pending;
    if (pending->game && pending->request.kind != STORE_LOAD) {
        pending->game->change_pending = true;
        if (pending->game->idle)
            game_cache_update(core, pending->game);
    }
    if (!pending->done)
        core->pending_calls.waiting++;
    store_submit(core->store, &pending->request);
}

bool pending_check_writable(Core *core, Client *client, const char *tag) {
    if (!core->readonly)
        return true;
    reply_error(core, client, tag, PROTO_ERR_READONLY,
                "the server's disk is full: games cannot be changed until there is room again");
    return false;
}

static void end(Core *core, PendingCall *pending) {
    LIST_REMOVE(pending, entry);
    seat_key_clear(&pending->key);
    LIST_INSERT_HEAD(&core->pending_calls.unused, pending, entry);
}

void pending_free(Core *core) {
    PendingCall *pending;
    while ((pending = LIST_FIRST(&core->pending_calls.all))) {
        if (pending->done)
            pending->done(pending->done_context, &(StoreCompletion){.kind = pending->request.kind,
                                                                    .result = STORE_REJECTED});
        end(core, pending);
    }
    while ((pending = LIST_FIRST(&core->pending_calls.unused))) {
        LIST_REMOVE(pending, entry);
        free(pending);
    }
}

/* ---- completions ---- */

static void on_probe(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    core->probing = false;
    if (completion->result != STORE_FULL)
        core_set_readonly(core, false);
    core_schedule_periodic(core);
}

static void on_deleted(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    if (completion->result != STORE_OK)
        return;
    if (core->counters.games_stored > 0)
        core->counters.games_stored--;
    game_cache_forget_rematch(core, completion->id);
}

/* These are the first results of the store: no game is loaded before the service time is known. */
static void on_totals(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    if (core->store->is_shared)
        core->counters.games_stored = 0; /* the other servers' games are counted */
    core->counters.games_stored += completion->totals.games;
    if (completion->result == STORE_OK)
        core->earlier_service_ms = completion->totals.service_ms;
}

static void on_clock(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)pending;
    (void)completion;
    core->clocks_pending--;
    core_schedule_periodic(core);
}

static CompletionHandler *const completion_handlers[] = {
    [STORE_CREATE] = command_new_done,
    [STORE_SEAT] = command_join_done,
    [STORE_MOVE] = command_move_done,
    [STORE_DRAW] = command_draw_done,
    [STORE_END] = command_end_done,
    [STORE_REMATCH] = command_rematch_done,
    [STORE_ARRIVE] = command_arrive_done,
    [STORE_LEAVE] = presence_left,
    [STORE_HIDE] = game_sync_on_hidden,
    [STORE_DELETE] = on_deleted,
    [STORE_CLOCK] = on_clock,
    [STORE_PROBE] = on_probe,
    [STORE_TELL] = command_say_done,
    [STORE_LOAD] = game_cache_loaded,
    [STORE_LIST_GAMES] = outage_answered,
    [STORE_LIST_TIMED] = core_on_timed_games,
    [STORE_LIST_UNSTARTED] = core_on_old_games,
    [STORE_LIST_FINISHED] = core_on_old_games,
    [STORE_LIST_PRESENT] = core_on_present_games,
    [STORE_TOTALS] = on_totals,
};

/* Rejects the client's command. */
static void report_failure(Core *core, PendingCall *pending, StoreResult result) {
    if (result != STORE_FULL) {
        core->counters.conflicts++;
        if (pending->game)
            pending->game->is_refused = true;
    }
    if (!pending->client)
        return;
    if (result == STORE_FULL)
        pending_check_writable(core, pending->client, pending->tag);
    else
        reply_error(core, pending->client, pending->tag, PROTO_ERR_INTERNAL,
                    result == STORE_DAMAGED
                        ? "the database is damaged where this would be stored"
                        : "the game in the database differs from the game in the server's memory");
}

static bool handles_result(const PendingCall *pending, StoreResult result) {
    return result == STORE_OK ||
           (pending->request.kind >= STORE_DELETE && pending->request.kind != STORE_TELL) ||
           (pending->request.kind == STORE_CREATE &&
            (result == STORE_DUPLICATE || result == STORE_CONFLICT));
}

static void handle(Core *core, PendingCall *pending, StoreCompletion *completion) {
    CachedGame *game = pending->game;
    bool changed = completion->result == STORE_OK && store_is_change(pending->request.kind);
    if (game && changed && core->store->is_shared && pending->request.kind != STORE_LEAVE)
        game->state.version++;
    completion_handlers[pending->request.kind](core, pending, completion);
    if (changed && (pending->request.kind == STORE_SEAT || pending->request.kind == STORE_ARRIVE))
        presence_set_here(core, game, presence_role(pending->seat), completion->generation);
}

/* Continues with what waits for the completion. May remove the game. */
static void update_game(Core *core, CachedGame *game) {
    game_cache_wake_waiting(core, game);
    if (core->store->is_shared)
        presence_settle(core, game);
    if ((game->status == GAME_MISSING || game->status == GAME_DAMAGED) &&
        !game_cache_is_in_use(core, game)) {
        game_cache_remove(core, game);
        return;
    }
    game_cache_update(core, game);
    if (core->store->is_shared)
        game_sync_update(core, game);
}

/* A handler may pass the client to another call. */
static void complete(Core *core, PendingCall *pending, StoreCompletion *completion) {
    Client *client = pending->client;
    CachedGame *game = pending->game;
    if (client)
        client->pending = NULL;
    if (game && pending->request.kind != STORE_LOAD)
        game->change_pending = false;
    if (completion->result == STORE_FULL && store_is_change(pending->request.kind) &&
        pending->request.kind != STORE_PROBE)
        core_set_readonly(core, true);
    if (!game_sync_is_overtaken(core, pending, completion)) {
        if (handles_result(pending, completion->result))
            handle(core, pending, completion);
        else
            report_failure(core, pending, completion->result);
    }
    if (client && pending->client) {
        if (!pending->run_again) {
            client->line_pending = client->token_taken = false;
            client->created_id = 0;
        }
        client_resume(core, client);
    }
    if (game)
        update_game(core, game);
}

void pending_complete(Core *core, StoreCompletion *completion) {
    PendingCall *pending = (PendingCall *)completion->request;
    if (!pending->done)
        core->pending_calls.waiting--;
    if (completion->result == STORE_FAILED)
        core_fail(core, completion->text ? completion->text : "the database has failed");
    if (pending->done) {
        if (completion->result == STORE_OK && store_is_change(pending->request.kind))
            handle(core, pending, completion);
        pending->done(pending->done_context, completion);
    } else if (!core->failure) {
        complete(core, pending, completion);
    }
    end(core, pending);
}
