/* What clients send becomes lines, and these are carried out when their time has come. */
#include <config.h>

#include "server/core/core_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Bytes on their way into the core: just received, or kept until now. */
typedef struct InputBytes {
    const char *bytes;
    size_t length;
} InputBytes;

static bool is_blocked(const Core *core, const Client *client) {
    return client->pending || client->waiting_for || client->stream || client->paused ||
           client->closing || client->slow || core->draining ||
           output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
}

static void execute_line(Core *core, Client *client) {
    client->line_pending = !scheduler_take_token(core, client);
    if (client->line_pending)
        return;
    client->has_sent_line = true;
    core->counters.commands++;
    uint64_t command_errors = core->counters.command_errors;
    HandlerStatus status = command_run(core, client);
    if (core->counters.command_errors > command_errors)
        scheduler_charge_error(core, client);
    client->line_pending =
        !client->closing && (status == HANDLER_RETRY || status == HANDLER_PENDING_RETRY);
    client->token_taken = client->line_pending;
    if (client->stream)
        stream_run(core, client);
}

static void reject_long_line(Core *core, Client *client) {
    scheduler_take_token(core, client);
    client->token_taken = false;
    reply_error(core, client, NULL, PROTO_ERR_TOOLONG, "a line has at most %d bytes",
                LINE_CLIENT_MAX);
    scheduler_charge_error(core, client);
}

/* What is read of a line that is too long counts, too: it could go on for ever. */
static void charge_discarded(Core *core, Client *client, size_t length) {
    if (!client->reader.skipping || length == 0)
        return;
    scheduler_take_token(core, client);
    client->token_taken = false;
}

static void execute_lines(Core *core, Client *client, InputBytes *input) {
    for (int lines = 0; lines < LINES_PER_TURN && !is_blocked(core, client); lines++) {
        if (client->line_pending) {
            execute_line(core, client);
            continue;
        }
        size_t length = input->length;
        LineStatus status = line_reader_next(&client->reader, &input->bytes, &input->length);
        if (status == LINE_NONE) {
            charge_discarded(core, client, length);
            return;
        }
        client->line_started_ms = 0;
        if (status == LINE_READY)
            execute_line(core, client);
        else
            reject_long_line(core, client);
    }
}

/* Lines are read in memory of the core; a client gets memory of its own only while a line of it has
 * begun or has to wait. */
static void borrow_scratch(Core *core, Client *client) {
    if (!client->reader.bytes)
        client->reader.bytes = core->scratch;
}

static void return_scratch(Core *core, Client *client) {
    LineReader *reader = &client->reader;
    bool needed = client->line_pending || line_reader_is_partial(reader);
    if (needed && reader->bytes == core->scratch) {
        reader->bytes = memory_resize(NULL, sizeof core->scratch, 1);
        memcpy(reader->bytes, core->scratch, sizeof core->scratch);
    } else if (!needed && reader->bytes != core->scratch) {
        free(reader->bytes);
        reader->bytes = NULL;
    } else if (!needed) {
        reader->bytes = NULL;
    }
}

/* A line that has begun has to end soon. */
static void update_line_timer(Core *core, Client *client) {
    bool begun =
        line_reader_is_partial(&client->reader) && !client->line_pending && !client->backlog;
    if (!begun)
        client->line_started_ms = 0;
    else if (client->line_started_ms == 0)
        client->line_started_ms = core->now_ms;
    client_set_timer(core, client);
}

static void close_if_finished(Core *core, Client *client) {
    if (client->input_ended && !client->backlog && !client->line_pending && !client->closing &&
        !is_blocked(core, client))
        client_close_after_output(core, client);
}

static void process_input(Core *core, Client *client, InputBytes *input) {
    borrow_scratch(core, client);
    execute_lines(core, client, input);
    return_scratch(core, client);
    if (input->length > 0 && !is_blocked(core, client))
        scheduler_defer(core, client);
}

static void save_backlog(Client *client, InputBytes rest) {
    if (rest.length == 0 || client->closing)
        return;
    client->backlog = memory_resize(NULL, rest.length, 1);
    memcpy(client->backlog, rest.bytes, rest.length);
    client->backlog_start = 0;
    client->backlog_end = (uint32_t)rest.length;
}

/* Only for callers that go on reading against the client's wish. */
static void append_backlog(Client *client, const char *bytes, size_t length) {
    client->backlog = memory_resize(client->backlog, client->backlog_end + length, 1);
    memcpy(client->backlog + client->backlog_end, bytes, length);
    client->backlog_end += (uint32_t)length;
}

static void process_backlog(Core *core, Client *client) {
    char *bytes = client->backlog;
    InputBytes input = {NULL, 0};
    if (bytes)
        input = (InputBytes){bytes + client->backlog_start,
                             client->backlog_end - client->backlog_start};
    process_input(core, client, &input);
    if (client->backlog && input.length == 0)
        client_drop_backlog(client);
    else if (client->backlog)
        client->backlog_start = client->backlog_end - (uint32_t)input.length;
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
    if (client->backlog) {
        append_backlog(client, bytes, length);
        return;
    }
    client->received_ms = core->now_ms;
    InputBytes input = {bytes, length};
    process_input(core, client, &input);
    save_backlog(client, input);
    update_line_timer(core, client);
    client_mark_changed(core, client);
    clients_disconnect_slow(core);
}

void client_end_input(Core *core, Client *client) {
    client->input_ended = true;
    close_if_finished(core, client);
    client_mark_changed(core, client);
    clients_disconnect_slow(core);
}
