#include <config.h>

#include "server/core/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/core/command.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"
#include "server/core/scheduler.h"

enum {
    OUTPUT_HIGH_WATER = 16 * 1024, /* bytes of output at which no further command is run */
    CLOSE_TIMEOUT_MS = 10 * 1000   /* to send the last output */
};

/* ---- deadlines ---- */

/* Returns when the first line, or a line that was begun, is overdue. */
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

static void set_timer(Core *core, Client *client) {
    int64_t due =
        client->paused || client->closing ? client->deadline_ms : line_deadline(core, client);
    if (due == INT64_MAX)
        timers_cancel(&core->timers, &client->timer);
    else if (client->timer.heap_index == 0 || client->timer.due != due)
        timers_set(&core->timers, &client->timer, due);
}

void client_on_timer(Core *core, Client *client) {
    if (client->closing) {
        client->close_now = true;
        client_mark_changed(core, client);
    } else if (client->paused) {
        client->paused = false;
        scheduler_defer(core, client);
    } else if (core->now_ms >= line_deadline(core, client)) {
        core->counters.timed_out++;
        client_disconnect(core, client,
                          client->line_started_ms != 0 ? "unfinished line" : "silence", 0);
    } else {
        set_timer(core, client);
    }
}

/* ---- output ---- */

void client_mark_changed(Core *core, Client *client) {
    if (client->changed)
        return;
    client->changed = true;
    LIST_INSERT_HEAD(&core->changed, client, changed_entry);
}

void client_send_line(Core *core, Client *client, const char *line, size_t length, bool is_event) {
    if (client->slow || client->closing)
        return;
    output_buffer_append(is_event && client->stream ? &client->held_events : &client->output, line,
                         length);
    core->written += length;
    client_mark_changed(core, client);
    size_t waiting =
        output_buffer_length(&client->output) + output_buffer_length(&client->held_events);
    if (waiting > (size_t)core->limits.events_kib * 1024)
        client->slow = core->slow_clients = true;
}

void client_send(Core *core, Client *client, const Message *message) {
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    bool is_event = line[0] == MESSAGE_EVENT || line[0] == MESSAGE_COMMENT;
    client_send_line(core, client, line, length, is_event && message->tag[0] == '\0');
}

/* A throttled client receives the replies of its turn together. */
static bool is_output_held(const Client *client) {
    return client->throttled && !client->closing && (client->waiting_for || client->deferred) &&
           output_buffer_length(&client->output) <= OUTPUT_HIGH_WATER;
}

const char *client_output(const Client *client, size_t *length) {
    *length = is_output_held(client) ? 0 : output_buffer_length(&client->output);
    return *length ? output_buffer_bytes(&client->output) : NULL;
}

void client_sent(Core *core, Client *client, size_t length) {
    bool was_full = output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
    output_buffer_consume(&client->output, length);
    size_t left = output_buffer_length(&client->output);
    if (client->closing && left == 0)
        client->close_now = true;
    if (was_full || client->close_now)
        client_mark_changed(core, client);
    if (!client->closing &&
        ((client->stream && left < STREAM_HIGH_WATER) || (was_full && left <= OUTPUT_HIGH_WATER)))
        scheduler_defer(core, client);
}

void client_notify_all(Core *core, const char *comment) {
    Message *message = reply_begin(core, COMMENT_TEXT, NULL);
    text_copy(message->fields.text, sizeof message->fields.text, comment);
    fields_set(&message->fields, FIELD_TEXT);
    Client *client;
    LIST_FOREACH(client, &core->clients, entry)
        client_send(core, client, message);
}

/* ---- input ---- */

/* Received bytes that are not processed yet; borrowed. */
typedef struct ClientInput {
    const char *bytes;
    size_t length;
} ClientInput;

static bool is_blocked(const Core *core, const Client *client) {
    return client->pending || client->waiting_for || client->stream || client->paused ||
           client->closing || client->slow || core->draining ||
           output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
}

ClientAction client_action(const Client *client) {
    if (client->close_now)
        return CLIENT_CLOSE;
    bool pause = client->closing || client->input_ended || client->paused || client->line_pending ||
                 client->backlog || client->pending || client->stream || client->waiting_for ||
                 output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
    return pause ? CLIENT_PAUSE : CLIENT_READ;
}

static void run_line(Core *core, Client *client) {
    client->line_pending = !scheduler_take_token(core, client);
    if (client->line_pending)
        return;
    client->has_sent_line = true;
    core->counters.commands++;
    uint64_t errors = core->counters.command_errors;
    HandlerStatus status = command_run(core, client);
    if (core->counters.command_errors > errors)
        scheduler_charge_error(core, client);
    client->line_pending =
        !client->closing && (status == HANDLER_RETRY || status == HANDLER_PENDING_RETRY);
    client->token_taken = client->line_pending;
    if (client->stream)
        stream_run(core, client);
}

/* Each piece of a line that is too long costs a token, because the line may be endless. */
static void charge_long_line(Core *core, Client *client) {
    if (!scheduler_take_token(core, client))
        token_bucket_charge(&client->commands, core->command_rate, 1, core->now_ms);
    client->token_taken = false;
}

static void run_lines(Core *core, Client *client, ClientInput *input) {
    for (int lines = 0; lines < LINES_PER_TURN && !is_blocked(core, client); lines++) {
        if (client->line_pending) {
            run_line(core, client);
            continue;
        }
        size_t length = input->length;
        LineStatus status = line_reader_next(&client->reader, &input->bytes, &input->length);
        if (status == LINE_NONE) {
            if (client->reader.skipping && length > 0)
                charge_long_line(core, client);
            return;
        }
        client->line_started_ms = 0;
        if (status == LINE_READY) {
            run_line(core, client);
        } else {
            charge_long_line(core, client);
            reply_error(core, client, NULL, PROTO_ERR_TOOLONG, "a line can have at most %d bytes",
                        LINE_CLIENT_MAX);
            scheduler_charge_error(core, client);
        }
    }
}

/* Lines are read into the core's scratch memory. A client gets memory of its own only while a line
 * is unfinished or pending. */
static void return_scratch(Core *core, Client *client) {
    LineReader *reader = &client->reader;
    bool needed = client->line_pending || line_reader_is_partial(reader);
    if (needed && reader->bytes == core->scratch) {
        reader->bytes = memory_resize(NULL, sizeof core->scratch, 1);
        memcpy(reader->bytes, core->scratch, sizeof core->scratch);
    } else if (!needed) {
        if (reader->bytes != core->scratch)
            free(reader->bytes);
        reader->bytes = NULL;
    }
}

static void process_input(Core *core, Client *client, ClientInput *input) {
    if (!client->reader.bytes)
        client->reader.bytes = core->scratch;
    run_lines(core, client, input);
    return_scratch(core, client);
    if (input->length > 0 && !is_blocked(core, client))
        scheduler_defer(core, client);
}

static void drop_backlog(Client *client) {
    free(client->backlog);
    client->backlog = NULL;
    client->backlog_start = client->backlog_end = 0;
}

static void append_backlog(Client *client, const char *bytes, size_t length) {
    client->backlog = memory_resize(client->backlog, client->backlog_end + length, 1);
    memcpy(client->backlog + client->backlog_end, bytes, length);
    client->backlog_end += (uint32_t)length;
}

static void process_backlog(Core *core, Client *client) {
    ClientInput input = {NULL, 0};
    if (client->backlog)
        input = (ClientInput){client->backlog + client->backlog_start,
                              client->backlog_end - client->backlog_start};
    process_input(core, client, &input);
    if (input.length == 0 || client->closing)
        drop_backlog(client);
    else
        client->backlog_start = client->backlog_end - (uint32_t)input.length;
}

static void update_line_timer(Core *core, Client *client) {
    bool is_unfinished =
        line_reader_is_partial(&client->reader) && !client->line_pending && !client->backlog;
    if (!is_unfinished)
        client->line_started_ms = 0;
    else if (client->line_started_ms == 0)
        client->line_started_ms = core->now_ms;
    set_timer(core, client);
}

static void close_if_finished(Core *core, Client *client) {
    if (client->input_ended && !client->backlog && !client->line_pending && !client->closing &&
        !is_blocked(core, client))
        client_close_after_output(core, client);
}

void client_resume(Core *core, Client *client) {
    if (client->closing)
        return;
    if (client->stream)
        stream_run(core, client);
    if (!is_blocked(core, client))
        process_backlog(core, client);
    update_line_timer(core, client);
    close_if_finished(core, client);
    client_mark_changed(core, client);
}

void client_receive(Core *core, Client *client, const char *bytes, size_t length) {
    if (client->closing)
        return;
    if (client->backlog) { /* the owner ignores CLIENT_PAUSE */
        append_backlog(client, bytes, length);
        return;
    }
    client->received_ms = core->now_ms;
    ClientInput input = {bytes, length};
    process_input(core, client, &input);
    if (input.length > 0 && !client->closing)
        append_backlog(client, input.bytes, input.length);
    update_line_timer(core, client);
    client_mark_changed(core, client);
    client_disconnect_slow(core);
}

void client_end_input(Core *core, Client *client) {
    client->input_ended = true;
    close_if_finished(core, client);
    client_mark_changed(core, client);
    client_disconnect_slow(core);
}

/* ---- opening and closing ---- */

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

static const char *connection_limit_error(const Core *core, const AddressEntry *entry) {
    if (core->draining || core->failure)
        return "!BYE shutting down retry=5\n";
    if (core->client_count >= (uint32_t)core->limits.clients)
        return "!BYE full retry=30\n";
    if (core->limits.clients_per_address > 0 && !address_is_local(&entry->address) &&
        entry->clients > core->limits.clients_per_address)
        return "!BYE too many connections from this address retry=60\n";
    return NULL;
}

Client *client_open(Core *core, const Address *address, void *user_data, const char **rejection) {
    core->counters.connections++;
    AddressEntry *entry = address_table_add_client(&core->addresses, address, core->now_ms);
    *rejection = connection_limit_error(core, entry);
    if (*rejection) {
        core->counters.rejected++;
        address_table_remove_client(entry);
        return NULL;
    }
    Client *client = memory_allocate(sizeof *client);
    client->user_data = user_data;
    client->address_entry = entry;
    client->timer = (Timer){.owner = client, .kind = TIMER_CLIENT};
    line_reader_init(&client->reader, NULL, LINE_CLIENT_MAX);
    LIST_INSERT_HEAD(&core->clients, client, entry);
    core->client_count++;
    client->connected_ms = core->now_ms;
    set_timer(core, client);
    send_greeting(core, client);
    return client;
}

void *client_user_data(const Client *client) {
    return client->user_data;
}

/* Cancels the client's input, stream, waits and subscriptions. Calls of the store continue without
 * it. */
static void detach(Core *core, Client *client) {
    drop_backlog(client);
    client->line_pending = client->token_taken = client->paused = false;
    stream_stop(core, client);
    if (client->waiting_for)
        game_cache_cancel_wait(client);
    if (client->pending) {
        client->pending->client = NULL;
        client->pending = NULL;
    }
    subscriber_remove_all(core, client);
}

void client_close(Core *core, Client *client) {
    client->closing = true;
    detach(core, client);
    timers_cancel(&core->timers, &client->timer);
    address_table_remove_client(client->address_entry);
    scheduler_cancel(core, client);
    if (client->changed)
        LIST_REMOVE(client, changed_entry);
    LIST_REMOVE(client, entry);
    core->client_count--;
    output_buffer_free(&client->output);
    output_buffer_free(&client->held_events);
    free(client->reader.bytes);
    free(client);
    client_disconnect_slow(core);
}

void client_close_after_output(Core *core, Client *client) {
    client->closing = true;
    client->close_now = output_buffer_length(&client->output) == 0;
    client->deadline_ms = core->now_ms + CLOSE_TIMEOUT_MS;
    detach(core, client);
    set_timer(core, client);
    client_mark_changed(core, client);
}

void client_disconnect(Core *core, Client *client, const char *why, uint32_t retry_s) {
    if (client->closing)
        return;
    client->slow = false;
    stream_stop(core, client);
    output_buffer_free(&client->held_events);
    Message *message = reply_begin(core, EVENT_BYE, NULL);
    text_copy(message->fields.text, sizeof message->fields.text, why);
    message->fields.retry_seconds = retry_s;
    fields_set(&message->fields, FIELD_BYE_REASON);
    fields_set(&message->fields, FIELD_RETRY_IN);
    client_send(core, client, message);
    client_close_after_output(core, client);
}

void client_disconnect_all(Core *core, const char *why, uint32_t retry_s) {
    Client *client;
    LIST_FOREACH(client, &core->clients, entry)
        client_disconnect(core, client, why, retry_s);
}

/* The LEAVE events of a disconnected client may make other clients slow, hence the loop. */
void client_disconnect_slow(Core *core) {
    while (core->slow_clients) {
        core->slow_clients = false;
        Client *client;
        LIST_FOREACH(client, &core->clients, entry) {
            if (!client->slow || client->closing)
                continue;
            core->counters.slow++;
            output_buffer_truncate(&client->output);
            client_disconnect(core, client, "slow", 0);
        }
    }
}
