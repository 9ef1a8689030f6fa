#include <config.h>

#include "server/core/core_parts.h"

enum {
    ERROR_COST = 3,   /* commands that a refused one counts for, past the limit */
    REPLY_COST = 1024 /* bytes of a long reply that count as another command */
};

/* Each pause is twice as long as the one before, up to half of what a burst takes to come back, and
 * as many more commands follow it at once: no fewer commands, but less work than for one at a time.
 */
static int64_t backoff_ms(Client *client, TokenBucketRate rate, int64_t wait_ms) {
    int64_t length_us = rate.interval_us << client->backoff,
            longest_us = rate.burst * rate.interval_us / 2;
    if (length_us < longest_us)
        client->backoff++;
    else
        length_us = longest_us;
    int64_t length_ms = length_us / US_PER_MS;
    return length_ms > wait_ms ? length_ms : wait_ms;
}

bool scheduler_take_token(Core *core, Client *client) {
    if (client->token_taken)
        return true;
    TokenBucketRate rate = core_command_rate(core);
    if (token_bucket_is_full(&client->commands, core->now_ms))
        client->backoff = 0;
    int64_t wait = token_bucket_take(&client->commands, rate, core->now_ms);
    if (wait > 0) {
        client->paused = true;
        client->deadline_ms = core->now_ms + backoff_ms(client, rate, wait);
        return false;
    }
    client->token_taken = true;
    return true;
}

void scheduler_charge_error(Core *core, Client *client) {
    if (client->backoff > 0)
        token_bucket_charge(&client->commands, core_command_rate(core), ERROR_COST - 1,
                            core->now_ms);
}

void scheduler_charge_reply(Core *core, Client *client, size_t length) {
    client->uncharged_bytes += (uint32_t)length;
    token_bucket_charge(&client->commands, core_command_rate(core),
                        client->uncharged_bytes / REPLY_COST, core->now_ms);
    client->uncharged_bytes %= REPLY_COST;
}

/* A round ends with so many clients, or so much written for them: half a millisecond of work. One
 * for those past the limit is only every so often: the time is left to others. */
enum { ROUND_CLIENTS_MAX = 32, ROUND_BYTES_MAX = 8 * 1024, LOW_PRIORITY_INTERVAL = 4 };

/* Who asks for much has not been stopped yet, but soon will be. */
static bool is_near_rate_limit(const Core *core, const Client *client) {
    return client->backoff > 0 ||
           token_bucket_is_low(&client->commands, core_command_rate(core), core->now_ms);
}

void scheduler_defer(Core *core, Client *client) {
    if (client->defer_priority != DEFER_NONE)
        return;
    client->defer_priority = is_near_rate_limit(core, client) ? DEFER_LOW : DEFER_NORMAL;
    ClientQueue *queue = &core->deferred[client->defer_priority];
    client->next_deferred = NULL;
    client->previous_deferred = queue->last;
    *(queue->last ? &queue->last->next_deferred : &queue->first) = client;
    queue->last = client;
}

void scheduler_cancel(Core *core, Client *client) {
    if (client->defer_priority == DEFER_NONE)
        return;
    ClientQueue *queue = &core->deferred[client->defer_priority];
    Client *next = client->next_deferred, *previous = client->previous_deferred;
    *(previous ? &previous->next_deferred : &queue->first) = next;
    *(next ? &next->previous_deferred : &queue->last) = previous;
    client->next_deferred = client->previous_deferred = NULL;
    client->defer_priority = DEFER_NONE;
}

/* Those who want still more have another turn after all others. */
static void run_queue(Core *core, const ClientQueue *queue) {
    uint64_t byte_limit = core->written + ROUND_BYTES_MAX;
    for (int i = 0; i < ROUND_CLIENTS_MAX && queue->first && core->written < byte_limit; i++) {
        Client *client = queue->first;
        scheduler_cancel(core, client);
        client_resume(core, client);
    }
}

void core_run_deferred(Core *core) {
    run_queue(core, &core->deferred[DEFER_NORMAL]);
    if (core->rounds++ % LOW_PRIORITY_INTERVAL == 0)
        run_queue(core, &core->deferred[DEFER_LOW]);
    clients_disconnect_slow(core);
}

bool core_has_deferred(const Core *core) {
    return core->deferred[DEFER_NORMAL].first || core->deferred[DEFER_LOW].first;
}
