#include <config.h>

#include "server/core/scheduler.h"

#include "server/core/core_parts.h"

enum {
    ERROR_COST = 3,    /* tokens for an invalid command of a throttled client */
    REPLY_COST = 1024, /* bytes of a long reply for a token */
    ROUND_TURNS = 32,  /* a round ends after this many turns, or with this many bytes of output: */
    ROUND_BYTES = 8 * 1024,
    ROUND_LIST_TURNS = 2 /* turns of the feed of the lists */
};

/* A pause lasts until the tokens of a whole turn are back, but of at most half a burst. Thus a
 * client at its limit receives a few large pieces: most of the cost of such clients is sending. */
bool scheduler_take_token(Core *core, Client *client) {
    if (client->token_taken)
        return true;
    TokenBucketRate rate = core->command_rate;
    if (token_bucket_is_full(&client->commands, core->now_ms))
        client->throttled = false;
    int64_t wait_ms = token_bucket_take(&client->commands, rate, core->now_ms);
    client->token_taken = wait_ms == 0;
    if (wait_ms > 0) {
        int64_t tokens = rate.burst / 2 < LINES_PER_TURN ? rate.burst / 2 : LINES_PER_TURN;
        int64_t pause_ms = tokens * rate.interval_us / US_PER_MS;
        client->paused = client->throttled = true;
        client->deadline_ms = core->now_ms + (pause_ms > wait_ms ? pause_ms : wait_ms);
    }
    return client->token_taken;
}

void scheduler_charge_error(Core *core, Client *client) {
    if (client->throttled)
        token_bucket_charge(&client->commands, core->command_rate, ERROR_COST - 1, core->now_ms);
}

void scheduler_charge_reply(Core *core, Client *client, size_t length) {
    client->uncharged_bytes += (uint32_t)length;
    token_bucket_charge(&client->commands, core->command_rate, client->uncharged_bytes / REPLY_COST,
                        core->now_ms);
    client->uncharged_bytes %= REPLY_COST;
}

void scheduler_defer(Core *core, Client *client) {
    if (client->deferred)
        return;
    client->deferred = true;
    TAILQ_INSERT_TAIL(&core->deferred, client, deferred_entry);
}

void scheduler_cancel(Core *core, Client *client) {
    if (!client->deferred)
        return;
    client->deferred = false;
    TAILQ_REMOVE(&core->deferred, client, deferred_entry);
}

/* A client with more work gets its next turn after all others. */
static bool run_client_turn(Core *core) {
    Client *client = TAILQ_FIRST(&core->deferred);
    if (!client)
        return false;
    scheduler_cancel(core, client);
    client_resume(core, client);
    return true;
}

bool scheduler_has_work(const Core *core) {
    return !TAILQ_EMPTY(&core->deferred) || !TAILQ_EMPTY(&core->scheduled_logs) ||
           !TAILQ_EMPTY(&core->list_feed.ready);
}

/* The feed of the lists has few turns, since it can wait. Then clients and events alternate. */
void scheduler_run(Core *core) {
    for (int turn = 0; turn < ROUND_LIST_TURNS && list_feed_run_turn(core);)
        turn++;
    uint64_t byte_limit = core->written + ROUND_BYTES;
    for (int turn = 0; turn < ROUND_TURNS && core->written < byte_limit; turn++) {
        bool clients_first = turn % 2 == 0;
        if (!(clients_first && run_client_turn(core)) && !delivery_run_turn(core) &&
            !run_client_turn(core))
            return;
    }
}
