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
    CLOSE_TIMEOUT_MS = 10 * 1000, /* to send the last output */
    JUMP_MS = 1000                /* after a deadline that was missed because the time jumped */
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

/* The time of a shared store goes on in jumps after this server could not reach the store. Returns
 * whether the line has more time for that reason. */
static bool restart_deadline(const Core *core, Client *client) {
    if (!core->store->is_shared || core->now_ms < line_deadline(core, client) + JUMP_MS)
        return false;
    client->connected_ms = core->now_ms;
    if (client->line_started_ms != 0)
        client->line_started_ms = core->now_ms;
    return true;
}

void client_on_timer(Core *core, Client *client) {
    if (client->closing) {
        client->close_now = true;
        client_mark_changed(core, client);
    } else if (client->paused) {
        client->paused = false;
        scheduler_defer(core, client);
    } else if (core->now_ms >= line_deadline(core, client) && !restart_deadline(core, client)) {
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
    TAILQ_INSERT_TAIL(&core->changed, client, changed_entry);
}

static void queue_slow(Core *core, Client *client) {
    if (client->slow || client->closing)
        return;
    client->slow = true;
    TAILQ_INSERT_TAIL(&core->slow, client, slow_entry);
}

static void unqueue_slow(Core *core, Client *client) {
    if (client->slow)
        TAILQ_REMOVE(&core->slow, client, slow_entry);
    client->slow = false;
}

void client_mark_slow(Core *core, Client *client) {
    queue_slow(core, client);
    delivery_stop_all(core, client);
}

void client_send_line(Core *core, Client *client, const char *line, size_t length) {
    if (client->slow || client->closing)
        return;
    output_buffer_append(&client->output, line, length);
    core->written += length;
    client_mark_changed(core, client);
    if (output_buffer_length(&client->output) > (size_t)core->limits.events_kib * 1024)
        queue_slow(core, client);
}

void client_begin_reply(Core *core, Client *client) {
    if (!client->in_reply)
        delivery_take_all(core, client);
    client->in_reply = true;
}

void client_send(Core *core, Client *client, const Message *message) {
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    client_begin_reply(core, client);
    client_send_line(core, client, line, length);
    client->in_reply = line[0] == MESSAGE_DATA || line[0] == MESSAGE_COMMENT;
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

void client_hold_output(Client *client, size_t length) {
    output_buffer_hold(&client->output, length);
}

void client_sent(Core *core, Client *client, size_t length) {
    bool was_full = output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
    output_buffer_consume(&client->output, length);
    size_t left = output_buffer_length(&client->output);
    if (client->closing && left == 0)
        client->close_now = true;
    if (was_full || client->close_now)
        client_mark_changed(core, client);
    if (!client->closing && ((client->stream && left < STREAM_HIGH_WATER) ||
                             ((was_full || client->is_behind || list_feed_is_stuck(client->list)) &&
                              left <= OUTPUT_HIGH_WATER)))
        scheduler_defer(core, client);
}

void client_notify_all(Core *core, MessageType event, const char *comment) {
    delivery_add(core, &core->announcements, reply_begin(core, event, NULL), (EventAudience){0});
    Message *message = reply_begin(core, COMMENT_TEXT, NULL);
    text_copy(message->fields.text, sizeof message->fields.text, comment);
    fields_set(&message->fields, FIELD_TEXT);
    delivery_add(core, &core->announcements, message, (EventAudience){0});
    delivery_spread(core, &core->announcements);
}

/* ---- input ---- */

/* Received bytes that are not processed yet; borrowed. */
typedef struct ClientInput {
    const char *bytes;
    size_t length;
} ClientInput;

static bool is_blocked(const Core *core, const Client *client) {
    return client->pending || client->waiting_for || client->stream || client->paused ||
           client->closing || client->slow || client->is_behind || core->draining ||
           output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
}

ClientAction client_action(const Client *client) {
    if (client->close_now)
        return CLIENT_CLOSE;
    bool pause = client->closing || client->input_ended || client->paused || client->line_pending ||
                 client->backlog || client->pending || client->stream || client->waiting_for ||
                 client->is_behind || output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
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
        !client->closing && (status == HANDLER_RETRY || status == HANDLER_PENDING_RETRY ||
                             (status == HANDLER_PENDING && core->store->is_shared));
    client->token_taken = client->line_pending;
    if (client->stream)
        stream_run(core, client);
    delivery_take(core, client);
    list_feed_resume(core, client);
}

/* Each piece of a line that is too long costs a token, because the line may be endless. */
static void charge_long_line(Core *core, Client *client) {
    if (!scheduler_take_token(core, client))
        token_bucket_charge(&client->commands, core->command_rate, 1, core->now_ms);
    client->token_taken = false;
}

/* The first LINE_CLIENT_MAX bytes of the line are in the reader. */
static void reject_long_line(Core *core, Client *client) {
    char tag[TAG_MAX + 1];
    client->has_sent_line = true;
    charge_long_line(core, client);
    request_read_tag(client->reader.bytes, LINE_CLIENT_MAX, tag);
    reply_error(core, client, tag, PROTO_ERR_TOOLONG, "a line can have at most %d bytes",
                LINE_CLIENT_MAX);
    scheduler_charge_error(core, client);
}

/* A page in a browser can send a request with lines of this protocol after its first line. */
static bool is_http(const Client *client, LineStatus status) {
    const LineReader *reader = &client->reader;
    return request_is_http(reader->bytes, status == LINE_READY ? reader->length : LINE_CLIENT_MAX);
}

static void run_lines(Core *core, Client *client, ClientInput *input) {
    delivery_take(core, client);
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
        client->has_refreshed = false;
        if (!client->has_sent_line && is_http(client, status))
            client_disconnect(core, client, "this server speaks congo/1, not HTTP", 0);
        else if (status == LINE_READY)
            run_line(core, client);
        else
            reject_long_line(core, client);
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
    delivery_take(core, client);
    list_feed_resume(core, client);
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
    if (core->readonly)
        client_send(core, client, reply_begin(core, EVENT_READONLY, NULL));
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
    client->serial = ++core->last_serial;
    client->address_entry = entry;
    client->timer = (Timer){.owner = client, .kind = TIMER_CLIENT};
    line_reader_init(&client->reader, NULL, LINE_CLIENT_MAX);
    LIST_INSERT_HEAD(&core->clients, client, entry);
    core->client_count++;
    client->connected_ms = core->now_ms;
    set_timer(core, client);
    send_greeting(core, client);
    delivery_start(client, &client->announcements, &core->announcements);
    return client;
}

void *client_user_data(const Client *client) {
    return client->user_data;
}

/* Cancels the client's input, stream, waits and subscriptions. Calls of the store continue without
 * it. */
static void detach(Core *core, Client *client) {
    unqueue_slow(core, client);
    drop_backlog(client);
    client->line_pending = client->token_taken = client->paused = false;
    stream_stop(core, client);
    if (client->waiting_for)
        game_cache_cancel_wait(client);
    if (client->pending) {
        client->pending->client = NULL;
        client->pending = NULL;
    }
    delivery_stop_all(core, client);
    list_feed_unsubscribe(core, client);
    subscriber_remove_all(core, client);
}

void client_close(Core *core, Client *client) {
    client->closing = true;
    detach(core, client);
    timers_cancel(&core->timers, &client->timer);
    address_table_remove_client(client->address_entry);
    scheduler_cancel(core, client);
    if (client->changed)
        TAILQ_REMOVE(&core->changed, client, changed_entry);
    LIST_REMOVE(client, entry);
    core->client_count--;
    output_buffer_free(&client->output);
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
    unqueue_slow(core, client);
    stream_stop(core, client);
    delivery_take(core, client);
    delivery_stop_all(core, client);
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
    Client *client;
    while ((client = TAILQ_FIRST(&core->slow))) {
        core->counters.slow++;
        delivery_stop_all(core, client);
        output_buffer_truncate(&client->output);
        client_disconnect(core, client, "slow", 0);
    }
}
