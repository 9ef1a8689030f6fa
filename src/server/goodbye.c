#include <config.h>

#include "server/parts.h"

#include <stdlib.h>
#include <string.h>

void client_drop_backlog(Client *client) {
    free(client->backlog);
    client->backlog = NULL;
    client->backlog_at = client->backlog_end = 0;
}

static void drop_input(Client *client) {
    client_drop_backlog(client);
    client->line_held = client->charged = client->paused = false;
}

void client_let_go(Core *core, Client *client) {
    drop_input(client);
    stream_stop(core, client);
    if (client->waits_for)
        game_forget_waiting(client);
    if (client->change) {
        client->change->client = NULL;
        client->change = NULL;
    }
    watch_remove_all(core, client);
}

/* Waits for the last bytes to leave, but not for ever. */
void client_leave(Core *core, Client *client) {
    client->leaving = true;
    client->gone = outbox_length(&client->out) == 0;
    client->until_ms = core->now_ms + LINGER_MS;
    client_let_go(core, client);
    client_set_timer(core, client);
    client_note_change(core, client);
}

void client_dismiss(Core *core, Client *client, const char *why, uint32_t retry_s) {
    if (client->leaving)
        return;
    Message *message = message_begin(core, EVENT_BYE, NULL);
    strncpy(message->field.text, why, sizeof message->field.text - 1);
    message->field.retry_seconds = retry_s;
    fields_set(&message->field, FIELD_BYE_REASON);
    fields_set(&message->field, FIELD_RETRY_IN);
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    outbox_free(&client->held); /* events that wait for the rest of a reply, which does not come */
    outbox_add(&client->out, line, length);
    client_leave(core, client);
}

static void dismiss_slow(Core *core, Client *client) {
    core->figures.slow++;
    outbox_cut(&client->out);
    client_dismiss(core, client, "slow", 0);
}

/* Those who leave are missed by others, who may turn out to be slow. */
void clients_settle(Core *core) {
    while (core->slow_clients) {
        core->slow_clients = false;
        for (Client *client = core->clients; client; client = client->next)
            if (client->slow && !client->leaving)
                dismiss_slow(core, client);
    }
}

void clients_tell_all(Core *core, const char *remark) {
    Message *message = message_begin(core, COMMENT_TEXT, NULL);
    strncpy(message->field.text, remark, sizeof message->field.text - 1);
    fields_set(&message->field, FIELD_TEXT);
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    for (Client *client = core->clients; client; client = client->next)
        client_send_line(core, client, line, length, true);
}

void clients_dismiss_all(Core *core, const char *why, uint32_t retry_s) {
    for (Client *client = core->clients; client; client = client->next)
        client_dismiss(core, client, why, retry_s);
}
