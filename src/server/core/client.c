#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/core/core_parts.h"

/* ---- time ---- */

/* When the line that has not ended, or the first one, is too late. */
static int64_t line_deadline(const Core *core, const Client *client) {
    int64_t due = INT64_MAX;
    if (!client->has_sent_line)
        due = client->connected_ms + (int64_t)core->limits.first_line_s * 1000;
    if (client->line_started_ms != 0) {
        int64_t end = client->line_started_ms + (int64_t)core->limits.line_s * 1000;
        due = end < due ? end : due;
    }
    return due;
}

void client_set_timer(Core *core, Client *client) {
    int64_t due =
        client->paused || client->closing ? client->deadline_ms : line_deadline(core, client);
    if (due == INT64_MAX)
        timers_cancel(&core->timers, &client->timer);
    else if (client->timer.heap_index == 0 || client->timer.due != due)
        timers_set(&core->timers, &client->timer, due);
}

/* ---- output ---- */

void client_mark_changed(Core *core, Client *client) {
    if (client->changed)
        return;
    client->changed = true;
    client->next_changed = core->changed;
    core->changed = client;
}

void client_send_line(Core *core, Client *client, const char *line, size_t length, bool event) {
    if (client->slow || client->closing)
        return;
    output_buffer_append(event && client->stream ? &client->held_events : &client->output, line,
                         length);
    core->written += length;
    client_mark_changed(core, client);
    size_t waiting =
        output_buffer_length(&client->output) + output_buffer_length(&client->held_events);
    if (waiting > (size_t)core->limits.events_kib * 1024) {
        client->slow = true;
        core->slow_clients = true;
    }
}

void client_send(Core *core, Client *client, const Message *message) {
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    bool event = line[0] == MESSAGE_EVENT || line[0] == MESSAGE_COMMENT;
    client_send_line(core, client, line, length, event && message->tag[0] == '\0');
}

/* Who is past the limit gets its answers together, when its turn is over: sending is most of the
 * work with nonsense. */
static bool is_output_deferred(const Client *client) {
    return client->backoff > 0 && !client->closing &&
           (client->waiting_for || client->defer_priority != DEFER_NONE) &&
           output_buffer_length(&client->output) <= OUTPUT_HIGH_WATER;
}

const char *client_output(const Client *client, size_t *length) {
    *length = is_output_deferred(client) ? 0 : output_buffer_length(&client->output);
    return *length ? output_buffer_bytes(&client->output) : NULL;
}

void client_sent(Core *core, Client *client, size_t length) {
    bool full = output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
    output_buffer_consume(&client->output, length);
    if (full)
        client_mark_changed(core, client);
    size_t left = output_buffer_length(&client->output);
    if (!client->closing &&
        ((client->stream && left < STREAM_HIGH_WATER) || (full && left <= OUTPUT_HIGH_WATER)))
        scheduler_defer(core, client);
    if (client->closing && output_buffer_length(&client->output) == 0) {
        client->close_now = true;
        client_mark_changed(core, client);
    }
    clients_disconnect_slow(core);
}

ClientAction client_action(const Client *client) {
    if (client->close_now)
        return CLIENT_CLOSE;
    bool pause = client->closing || client->input_ended || client->paused || client->line_pending ||
                 client->backlog || client->pending || client->stream || client->waiting_for ||
                 output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
    return pause ? CLIENT_PAUSE : CLIENT_READ;
}

void *client_user_data(const Client *client) {
    return client->link;
}

Client *core_next_changed(Core *core) {
    Client *client = core->changed;
    if (client) {
        core->changed = client->next_changed;
        client->next_changed = NULL;
        client->changed = false;
    }
    return client;
}

/* ---- what is due ---- */

static void disconnect_idle(Core *core, Client *client, const char *why) {
    core->counters.timed_out++;
    client_disconnect(core, client, why, 0);
}

void client_on_timer(Core *core, Client *client) {
    if (client->closing) {
        client->close_now = true;
        client_mark_changed(core, client);
    } else if (client->paused) {
        client->paused = false;
        scheduler_defer(core, client);
    } else if (core->now_ms >= line_deadline(core, client)) {
        disconnect_idle(core, client, client->line_started_ms != 0 ? "unfinished line" : "silence");
    } else {
        client_set_timer(core, client);
    }
}

/* ---- coming and going ---- */

static void send_greeting(Core *core, Client *client) {
    Message *message = reply_begin(core, EVENT_HELLO, NULL);
    message->fields.protocol = PROTOCOL_VERSION;
    snprintf(message->fields.program, sizeof message->fields.program, "congod/%s", core->version);
    message->fields.maxline = LINE_CLIENT_MAX;
    fields_set(&message->fields, FIELD_PROTOCOL);
    fields_set(&message->fields, FIELD_PROGRAM);
    fields_set(&message->fields, FIELD_MAXLINE);
    client_send(core, client, message);
}

static const char *connection_limit_error(const Core *core, const AddressEntry *address_entry) {
    if (core->draining || core->failure)
        return "!BYE shutting down retry=5\n";
    if (core->client_count >= (uint32_t)core->limits.clients)
        return "!BYE full retry=30\n";
    if (core->limits.clients_per_address > 0 && !address_is_local(&address_entry->address) &&
        address_entry->clients > core->limits.clients_per_address)
        return "!BYE too many connections of this address retry=60\n";
    return NULL;
}

Client *client_open(Core *core, const Address *address, void *link, const char **refusal) {
    core->counters.connections++;
    AddressEntry *address_entry = address_table_add_client(&core->addresses, address, core->now_ms);
    *refusal = connection_limit_error(core, address_entry);
    if (*refusal) {
        core->counters.refused++;
        address_table_remove_client(address_entry);
        return NULL;
    }
    Client *client = memory_allocate(sizeof *client);
    client->link = link;
    client->address_entry = address_entry;
    client->timer = (Timer){.owner = client, .kind = TIMER_CLIENT};
    client->defer_priority = DEFER_NONE;
    line_reader_init(&client->reader, NULL, LINE_CLIENT_MAX);
    client->next = core->clients;
    if (core->clients)
        core->clients->previous = client;
    core->clients = client;
    core->client_count++;
    client->connected_ms = core->now_ms;
    client_set_timer(core, client);
    send_greeting(core, client);
    return client;
}

static void unlink_changed(Core *core, Client *client) {
    Client **link = &core->changed;
    while (*link != client)
        link = &(*link)->next_changed;
    *link = client->next_changed;
}

void client_close(Core *core, Client *client) {
    client->closing = true;
    client_detach(core, client);
    timers_cancel(&core->timers, &client->timer);
    address_table_remove_client(client->address_entry);
    if (client->changed)
        unlink_changed(core, client);
    scheduler_cancel(core, client);
    if (client->previous)
        client->previous->next = client->next;
    else
        core->clients = client->next;
    if (client->next)
        client->next->previous = client->previous;
    core->client_count--;
    output_buffer_free(&client->output);
    output_buffer_free(&client->held_events);
    free(client->reader.bytes);
    free(client);
    clients_disconnect_slow(core);
}

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
    text_copy(message->fields.text, sizeof message->fields.text, why);
    message->fields.retry_seconds = retry_s;
    fields_set(&message->fields, FIELD_BYE_REASON);
    fields_set(&message->fields, FIELD_RETRY_IN);
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
    text_copy(message->fields.text, sizeof message->fields.text, remark);
    fields_set(&message->fields, FIELD_TEXT);
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    for (Client *client = core->clients; client; client = client->next)
        client_send_line(core, client, line, length, true);
}

void clients_disconnect_all(Core *core, const char *why, uint32_t retry_s) {
    for (Client *client = core->clients; client; client = client->next)
        client_disconnect(core, client, why, retry_s);
}
