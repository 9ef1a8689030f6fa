#include <config.h>

#include "server/parts.h"

enum {
    REFUSED_COST = 3, /* commands that a refused one counts for, past the limit */
    REPLY_COST = 1024 /* bytes of a long reply that count as another command */
};

/* Each pause is twice as long as the one before, up to half of what a burst takes to come back, and
 * as many more commands follow it at once: no fewer commands, but less work than for one at a time.
 */
static int64_t pause_length(Client *client, BucketRate rate, int64_t wait_ms) {
    int64_t length_us = rate.interval_us << client->pauses,
            longest_us = rate.burst * rate.interval_us / 2;
    if (length_us < longest_us)
        client->pauses++;
    else
        length_us = longest_us;
    int64_t length_ms = length_us / US_PER_MS;
    return length_ms > wait_ms ? length_ms : wait_ms;
}

bool client_may_command(Core *core, Client *client) {
    if (client->charged)
        return true;
    BucketRate rate = core_command_rate(core);
    if (bucket_is_full(&client->commands, core->now_ms))
        client->pauses = 0;
    int64_t wait = bucket_take(&client->commands, rate, core->now_ms);
    if (wait > 0) {
        client->paused = true;
        client->until_ms = core->now_ms + pause_length(client, rate, wait);
        return false;
    }
    client->charged = true;
    return true;
}

void client_charge_refusal(Core *core, Client *client) {
    if (client->pauses > 0)
        bucket_charge(&client->commands, core_command_rate(core), REFUSED_COST - 1, core->now_ms);
}

void client_charge_reply(Core *core, Client *client, size_t length) {
    client->uncharged += (uint32_t)length;
    bucket_charge(&client->commands, core_command_rate(core), client->uncharged / REPLY_COST,
                  core->now_ms);
    client->uncharged %= REPLY_COST;
}
