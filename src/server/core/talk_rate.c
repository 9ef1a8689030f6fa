#include <config.h>

#include "server/core/talk_rate.h"

#include "server/core/core_parts.h"

enum {
    LINES_BURST = 5,
    HEARERS_PER_LINE = 1000, /* so many hearers cost the speaker one more line */
    FEW_HEARERS = 8,         /* they do not count: players can talk whatever goes on elsewhere */
    GAMES_AT_RATE = 4        /* that many games can use up the rate of the server */
};

void talk_rate_configure(Core *core) {
    int heard = core->limits.heard_per_s;
    core->talk.line_rate = token_bucket_rate(core->limits.talk_per_minute, 60 * 1000, LINES_BURST);
    core->talk.heard_rate = token_bucket_rate(heard, 1000, heard);
    core->talk.game_rate =
        token_bucket_rate(heard, 1000 * GAMES_AT_RATE, heard / GAMES_AT_RATE + 1);
}

static int64_t longest(int64_t a, int64_t b) {
    return a > b ? a : b;
}

int64_t talk_rate_take(Core *core, Client *client, CachedGame *game, uint32_t hearers) {
    bool counts = hearers > FEW_HEARERS;
    int64_t now_ms = core->now_ms;
    int64_t wait_ms = token_bucket_wait(&client->talk, core->talk.line_rate, now_ms);
    if (counts) {
        wait_ms = longest(wait_ms, token_bucket_wait(&game->talk, core->talk.game_rate, now_ms));
        wait_ms =
            longest(wait_ms, token_bucket_wait(&core->talk.heard, core->talk.heard_rate, now_ms));
    }
    if (wait_ms > 0)
        return wait_ms;
    token_bucket_charge(&client->talk, core->talk.line_rate, 1 + hearers / HEARERS_PER_LINE,
                        now_ms);
    if (counts) {
        token_bucket_charge(&game->talk, core->talk.game_rate, hearers, now_ms);
        token_bucket_charge(&core->talk.heard, core->talk.heard_rate, hearers, now_ms);
    }
    return 0;
}
