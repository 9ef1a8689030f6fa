#include <config.h>

#include "server/parts.h"

/* A round ends with so many clients, or so much written for them: half a millisecond of work. One
 * for those past the limit is only every so often: the time is left to others. */
enum { ROUND_CLIENTS = 32, ROUND_BYTES = 8 * 1024, LATE_ROUNDS = 4 };

/* Who asks for much has not been stopped yet, but soon will be. */
static bool is_greedy(const Core *core, const Client *client) {
    return client->pauses > 0 ||
           bucket_is_low(&client->commands, core_command_rate(core), core->now_ms);
}

void client_put_off(Core *core, Client *client) {
    if (client->turn != TURN_NONE)
        return;
    client->turn = is_greedy(core, client) ? TURN_LATE : TURN_SOON;
    Queue *queue = &core->put_off[client->turn];
    client->next_put_off = NULL;
    client->previous_put_off = queue->last;
    *(queue->last ? &queue->last->next_put_off : &queue->first) = client;
    queue->last = client;
}

void client_lose_turn(Core *core, Client *client) {
    if (client->turn == TURN_NONE)
        return;
    Queue *queue = &core->put_off[client->turn];
    Client *next = client->next_put_off, *previous = client->previous_put_off;
    *(previous ? &previous->next_put_off : &queue->first) = next;
    *(next ? &next->previous_put_off : &queue->last) = previous;
    client->next_put_off = client->previous_put_off = NULL;
    client->turn = TURN_NONE;
}

/* Those who want still more have another turn after all others. */
static void go_round(Core *core, const Queue *queue) {
    uint64_t enough = core->written + ROUND_BYTES;
    for (int i = 0; i < ROUND_CLIENTS && queue->first && core->written < enough; i++) {
        Client *client = queue->first;
        client_lose_turn(core, client);
        client_resume(core, client);
    }
}

void core_go_round(Core *core) {
    go_round(core, &core->put_off[TURN_SOON]);
    if (core->rounds++ % LATE_ROUNDS == 0)
        go_round(core, &core->put_off[TURN_LATE]);
    clients_settle(core);
}

bool core_has_round(const Core *core) {
    return core->put_off[TURN_SOON].first || core->put_off[TURN_LATE].first;
}
