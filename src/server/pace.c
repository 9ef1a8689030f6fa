#include <config.h>

#include "server/parts.h"

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
