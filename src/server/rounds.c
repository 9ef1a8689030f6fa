#include <config.h>

#include "server/parts.h"

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
