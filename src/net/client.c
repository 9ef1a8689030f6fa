#include <config.h>

#include "net/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/client_parts.h"
#include "rules/memory.h"

/* A connection that lasted that long starts the delays anew. */
enum { LASTING_MS = 5000 };

static void set_phase(Client *client, Phase phase) {
    client->phase = phase;
    client->since = client->now;
}

Client *client_create(const ClientOptions *options, ClientListener *listener, void *context,
                      int64_t now_ms) {
    Client *client = memory_allocate(sizeof *client);
    client->options = *options;
    client->listener = listener;
    client->context = context;
    client->chance = options->chance;
    client->now = now_ms;
    queue_init(&client->waiting);
    queue_init(&client->sent);
    set_phase(client, PHASE_CONNECTING);
    return client;
}

void client_free(Client *client) {
    if (!client)
        return;
    queue_free(&client->waiting);
    queue_free(&client->sent);
    follows_free(client);
    buffer_free(&client->output);
    free(client);
}

void client_tell(Client *client, News news) {
    if (news.message && fields_has(&news.message->field, FIELD_ID))
        news.id = news.message->field.id;
    client->listener(client->context, &news);
}

bool client_is_online(const Client *client) {
    return client->phase == PHASE_ONLINE;
}

unsigned client_request(Client *client, const Request *request) {
    unsigned ticket = client_add(client, request, false);
    client_send_waiting(client);
    return ticket;
}

/* ---- connections come and go ---- */

bool client_wants_connection(const Client *client) {
    return client->phase == PHASE_CONNECTING || client->phase == PHASE_GREETING ||
           client->phase == PHASE_ONLINE;
}

/* Up to a quarter more or less, so that the clients of a server that comes back do not all come at
 * once. */
static int64_t spread(Client *client, int64_t delay) {
    client->chance = client->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    int64_t quarter = delay / 4;
    return delay - quarter + (int64_t)(client->chance >> 33) % (2 * quarter + 1);
}

static int64_t next_delay(Client *client) {
    int64_t delay = CLIENT_FIRST_DELAY_MS;
    for (unsigned i = 0; i < client->failures && delay < CLIENT_LAST_DELAY_MS; i++)
        delay *= 2;
    if (delay > CLIENT_LAST_DELAY_MS)
        delay = CLIENT_LAST_DELAY_MS;
    int64_t asked = (int64_t)client->retry_seconds * 1000;
    return spread(client, asked > delay ? asked : delay);
}

void client_drop(Client *client, const char *why) {
    if (!client_wants_connection(client))
        return;
    if (client->phase == PHASE_ONLINE && client->now - client->since >= LASTING_MS)
        client->failures = 0;
    int64_t delay = next_delay(client);
    client->failures++;
    client->retry_seconds = 0;
    client->attempt_at = client->now + delay;
    set_phase(client, PHASE_WAITING);
    buffer_clear(&client->output);
    client_requeue(client);
    client_tell(client, (News){.kind = NEWS_OFFLINE, .sentence = why, .wait_ms = delay});
}

static void give_up(Client *client, const char *why) {
    set_phase(client, PHASE_GAVE_UP);
    buffer_clear(&client->output);
    client_tell(client, (News){.kind = NEWS_GAVE_UP, .sentence = why});
}

void client_lost(Client *client, const char *why, int64_t now_ms) {
    client->now = now_ms;
    client_drop(client, why);
}

static void greet(Client *client) {
    Request hello = {.verb = VERB_HELLO};
    hello.field.protocol = PROTOCOL_VERSION;
    fields_set(&hello.field, FIELD_PROTOCOL);
    if (client->options.program[0]) {
        strcpy(hello.field.program, client->options.program);
        fields_set(&hello.field, FIELD_CLIENT);
    }
    char line[REQUEST_LINE_SIZE];
    buffer_add(&client->output, line, request_write(&hello, line));
}

void client_connected(Client *client, int64_t now_ms) {
    client->now = client->heard_at = now_ms;
    client->pinged = false;
    line_reader_init(&client->reader, client->line, LINE_SERVER_MAX);
    set_phase(client, PHASE_GREETING);
    greet(client);
}

void client_hurry(Client *client, int64_t now_ms) {
    client->now = now_ms;
    if (client->phase == PHASE_WAITING)
        set_phase(client, PHASE_CONNECTING);
}

/* ---- lines come in ---- */

/* The answer to the greeting. */
static void take_greeting(Client *client, const Message *message) {
    if (message->type == DONE_HELLO) {
        set_phase(client, PHASE_ONLINE);
        client_tell(client, (News){.kind = NEWS_ONLINE, .message = message});
        follows_begin(client);
        client_send_waiting(client);
    } else if (message->kind == MESSAGE_REFUSAL && message->field.retry == RETRY_NO) {
        give_up(client, message->field.text);
    } else if (message->kind == MESSAGE_REFUSAL) {
        client_drop(client, message->field.text);
    }
}

static void take_event(Client *client, const Message *message) {
    if (message->type == EVENT_BYE)
        client->retry_seconds = message->field.retry_seconds;
    if (message->type == EVENT_HELLO && message->field.protocol != PROTOCOL_VERSION)
        give_up(client, "the server speaks another version of the protocol");
    else if (message->type != EVENT_HELLO && message->type != EVENT_PING &&
             message->type != MESSAGE_UNKNOWN)
        follows_event(client, message);
}

static void take_line(Client *client, const char *line, size_t length) {
    Message message;
    Error error;
    if (!message_parse(line, length, &message, &error)) {
        client_drop(client, error.text);
        return;
    }
    if (message.kind == MESSAGE_EVENT)
        take_event(client, &message);
    else if (client->phase == PHASE_GREETING)
        take_greeting(client, &message);
    else
        client_answer(client, &message);
}

void client_receive(Client *client, const char *bytes, size_t length, int64_t now_ms) {
    client->now = client->heard_at = now_ms;
    client->pinged = false;
    while (client->phase == PHASE_GREETING || client->phase == PHASE_ONLINE) {
        LineStatus status = line_reader_take(&client->reader, &bytes, &length);
        if (status == LINE_NONE)
            break;
        if (status == LINE_READY)
            take_line(client, client->reader.bytes, client->reader.length);
        else
            client_drop(client, "the server sent a line that is too long");
    }
}

const char *client_output(const Client *client, size_t *length) {
    *length = client->output.length;
    return client->output.bytes;
}

void client_take_output(Client *client, size_t length) {
    Buffer *output = &client->output;
    memmove(output->bytes, output->bytes + length, output->length - length);
    output->length -= length;
}

/* ---- time goes by ---- */

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t client_deadline(const Client *client) {
    switch (client->phase) {
    case PHASE_WAITING:
        return client->attempt_at;
    case PHASE_CONNECTING:
    case PHASE_GREETING:
        return client->since + CLIENT_GREETING_MS;
    case PHASE_ONLINE:
        return earlier(client->heard_at + (client->pinged ? CLIENT_DEAD_MS : CLIENT_SILENCE_MS),
                       client_delayed_until(client));
    default:
        return INT64_MAX;
    }
}

static void tick_online(Client *client) {
    int64_t silence = client->now - client->heard_at;
    if (silence >= CLIENT_DEAD_MS) {
        client_drop(client, "the server does not answer");
        return;
    }
    if (silence >= CLIENT_SILENCE_MS && !client->pinged) {
        client->pinged = true;
        client_add(client, &(Request){.verb = VERB_PING}, true);
    }
    client_send_waiting(client);
}

void client_tick(Client *client, int64_t now_ms) {
    client->now = now_ms;
    bool late = now_ms - client->since >= CLIENT_GREETING_MS;
    if (client->phase == PHASE_ONLINE)
        tick_online(client);
    else if (client->phase == PHASE_WAITING && now_ms >= client->attempt_at)
        set_phase(client, PHASE_CONNECTING);
    else if (client->phase == PHASE_CONNECTING && late)
        client_drop(client, "the server cannot be reached");
    else if (client->phase == PHASE_GREETING && late)
        client_drop(client, "the server does not answer");
}
