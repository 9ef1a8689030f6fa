/* What clients send becomes lines, and these are carried out when their time has come. */
#include <config.h>

#include "server/parts.h"

#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

/* Bytes on their way into the core: just received, or kept until now. */
typedef struct Input {
    const char *bytes;
    size_t length;
} Input;

static bool is_blocked(const Core *core, const Client *client) {
    return client->change || client->waits_for || client->stream || client->paused ||
           client->leaving || client->slow || core->draining ||
           outbox_length(&client->out) > REPLY_ROOM;
}

static void run_line(Core *core, Client *client) {
    client->line_held = !client_may_command(core, client);
    if (client->line_held)
        return;
    client->greeted = true;
    core->figures.commands++;
    uint64_t refusals = core->figures.refusals;
    Step step = command_run(core, client);
    if (core->figures.refusals > refusals)
        client_charge_refusal(core, client);
    client->line_held = !client->leaving && (step == STEP_AGAIN || step == STEP_KEEP);
    client->charged = client->line_held;
    if (client->stream)
        stream_run(core, client);
}

static void refuse_long_line(Core *core, Client *client) {
    client_may_command(core, client);
    client->charged = false;
    command_refuse(core, client, NULL, PROTO_ERR_TOOLONG, "a line has at most %d bytes",
                   LINE_CLIENT_MAX);
    client_charge_refusal(core, client);
}

/* What is read of a line that is too long counts, too: it could go on for ever. */
static void charge_skipped(Core *core, Client *client, size_t length) {
    if (!client->reader.skipping || length == 0)
        return;
    client_may_command(core, client);
    client->charged = false;
}

static void run_input(Core *core, Client *client, Input *input) {
    for (int lines = 0; lines < LINES_A_TURN && !is_blocked(core, client); lines++) {
        if (client->line_held) {
            run_line(core, client);
            continue;
        }
        size_t length = input->length;
        LineStatus status = line_reader_next(&client->reader, &input->bytes, &input->length);
        if (status == LINE_NONE) {
            charge_skipped(core, client, length);
            return;
        }
        client->begun_ms = 0;
        if (status == LINE_READY)
            run_line(core, client);
        else
            refuse_long_line(core, client);
    }
}

/* Lines are read in memory of the core; a client gets memory of its own only while a line of it has
 * begun or has to wait. */
static void lend_scratch(Core *core, Client *client) {
    if (!client->reader.bytes)
        client->reader.bytes = core->scratch;
}

static void return_scratch(Core *core, Client *client) {
    LineReader *reader = &client->reader;
    bool needed = client->line_held || line_reader_is_partial(reader);
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
static void watch_time(Core *core, Client *client) {
    bool begun = line_reader_is_partial(&client->reader) && !client->line_held && !client->backlog;
    if (!begun)
        client->begun_ms = 0;
    else if (client->begun_ms == 0)
        client->begun_ms = core->now_ms;
    client_set_timer(core, client);
}

static void say_last(Core *core, Client *client) {
    if (client->input_ended && !client->backlog && !client->line_held && !client->leaving &&
        !is_blocked(core, client))
        client_leave(core, client);
}

static void run(Core *core, Client *client, Input *input) {
    lend_scratch(core, client);
    run_input(core, client, input);
    return_scratch(core, client);
    if (input->length > 0 && !is_blocked(core, client))
        client_put_off(core, client);
}

static void keep_rest(Client *client, Input rest) {
    if (rest.length == 0 || client->leaving)
        return;
    client->backlog = memory_resize(NULL, rest.length, 1);
    memcpy(client->backlog, rest.bytes, rest.length);
    client->backlog_at = 0;
    client->backlog_end = (uint32_t)rest.length;
}

/* Only for callers that go on reading against the client's wish. */
static void add_to_backlog(Client *client, const char *bytes, size_t length) {
    client->backlog = memory_resize(client->backlog, client->backlog_end + length, 1);
    memcpy(client->backlog + client->backlog_end, bytes, length);
    client->backlog_end += (uint32_t)length;
}

static void run_backlog(Core *core, Client *client) {
    char *bytes = client->backlog;
    Input input = {NULL, 0};
    if (bytes)
        input = (Input){bytes + client->backlog_at, client->backlog_end - client->backlog_at};
    run(core, client, &input);
    if (client->backlog && input.length == 0)
        client_drop_backlog(client);
    else if (client->backlog)
        client->backlog_at = client->backlog_end - (uint32_t)input.length;
}

void client_resume(Core *core, Client *client) {
    if (client->leaving)
        return;
    if (client->stream)
        stream_run(core, client);
    if (!is_blocked(core, client))
        run_backlog(core, client);
    watch_time(core, client);
    say_last(core, client);
    client_note_change(core, client);
}

void core_receive(Core *core, Client *client, const char *bytes, size_t length) {
    if (client->leaving)
        return;
    if (client->backlog) {
        add_to_backlog(client, bytes, length);
        return;
    }
    client->arrived_ms = core->now_ms;
    Input input = {bytes, length};
    run(core, client, &input);
    keep_rest(client, input);
    watch_time(core, client);
    client_note_change(core, client);
    clients_settle(core);
}

void core_end_of_input(Core *core, Client *client) {
    client->input_ended = true;
    say_last(core, client);
    client_note_change(core, client);
    clients_settle(core);
}
