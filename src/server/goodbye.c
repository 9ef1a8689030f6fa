#include <config.h>

#include "server/parts.h"

#include <stdlib.h>
#include <string.h>

void client_drop_backlog(Client *client) {
    free(client->backlog);
    client->backlog = NULL;
    client->backlog_start = client->backlog_end = 0;
}

static void drop_input(Client *client) {
    client_drop_backlog(client);
    client->line_pending = client->token_taken = client->paused = false;
}

void client_detach(Core *core, Client *client) {
    drop_input(client);
    stream_stop(core, client);
    if (client->waiting_for)
        game_cache_cancel_wait(client);
    if (client->pending) {
        client->pending->client = NULL;
        client->pending = NULL;
    }
    subscriber_remove_all(core, client);
}

/* Waits for the last bytes to leave, but not for ever. */
void client_close_after_output(Core *core, Client *client) {
    client->closing = true;
    client->close_now = output_buffer_length(&client->output) == 0;
    client->deadline_ms = core->now_ms + CLOSE_TIMEOUT_MS;
    client_detach(core, client);
    client_set_timer(core, client);
    client_mark_changed(core, client);
}

void client_disconnect(Core *core, Client *client, const char *why, uint32_t retry_s) {
    if (client->closing)
        return;
    Message *message = reply_begin(core, EVENT_BYE, NULL);
    strncpy(message->field.text, why, sizeof message->field.text - 1);
    message->field.retry_seconds = retry_s;
    fields_set(&message->field, FIELD_BYE_REASON);
    fields_set(&message->field, FIELD_RETRY_IN);
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    output_buffer_free(
        &client->held_events); /* events that wait for the rest of a reply, which does not come */
    output_buffer_append(&client->output, line, length);
    client_close_after_output(core, client);
}

static void disconnect_slow(Core *core, Client *client) {
    core->counters.slow++;
    output_buffer_truncate(&client->output);
    client_disconnect(core, client, "slow", 0);
}

/* Those who leave are missed by others, who may turn out to be slow. */
void clients_disconnect_slow(Core *core) {
    while (core->slow_clients) {
        core->slow_clients = false;
        for (Client *client = core->clients; client; client = client->next)
            if (client->slow && !client->closing)
                disconnect_slow(core, client);
    }
}

void clients_notify_all(Core *core, const char *remark) {
    Message *message = reply_begin(core, COMMENT_TEXT, NULL);
    strncpy(message->field.text, remark, sizeof message->field.text - 1);
    fields_set(&message->field, FIELD_TEXT);
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    for (Client *client = core->clients; client; client = client->next)
        client_send_line(core, client, line, length, true);
}

void clients_disconnect_all(Core *core, const char *why, uint32_t retry_s) {
    for (Client *client = core->clients; client; client = client->next)
        client_disconnect(core, client, why, retry_s);
}
