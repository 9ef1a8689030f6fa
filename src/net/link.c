#include <config.h>

#include "net/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/link_parts.h"
#include "rules/memory.h"

/* A connection that lasted that long starts the delays anew. */
enum { STABLE_CONNECTION_MS = 5000 };

static void set_phase(Link *link, LinkPhase phase) {
    link->phase = phase;
    link->phase_since_ms = link->now;
}

Link *link_create(const LinkOptions *options, LinkListener *listener, void *context,
                  int64_t now_ms) {
    Link *link = memory_allocate(sizeof *link);
    link->options = *options;
    link->listener = listener;
    link->context = context;
    link->seed = options->seed;
    link->now = now_ms;
    request_queue_init(&link->waiting);
    request_queue_init(&link->sent);
    set_phase(link, LINK_CONNECTING);
    return link;
}

void link_free(Link *link) {
    if (!link)
        return;
    request_queue_free(&link->waiting);
    request_queue_free(&link->sent);
    subscriptions_free(link);
    buffer_free(&link->output);
    free(link);
}

void link_notify(Link *link, LinkEvent event) {
    if (event.message && fields_has(&event.message->field, FIELD_ID))
        event.id = event.message->field.id;
    link->listener(link->context, &event);
}

bool link_is_online(const Link *link) {
    return link->phase == LINK_ONLINE;
}

unsigned link_request(Link *link, const Request *request) {
    unsigned request_id = link_enqueue(link, request, false);
    link_flush(link);
    return request_id;
}

/* ---- connections come and go ---- */

bool link_wants_connection(const Link *link) {
    return link->phase == LINK_CONNECTING || link->phase == LINK_GREETING ||
           link->phase == LINK_ONLINE;
}

/* Up to a quarter more or less, so that the clients of a server that comes back do not all come at
 * once. */
static int64_t add_jitter(Link *link, int64_t delay) {
    link->seed = link->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    int64_t quarter = delay / 4;
    return delay - quarter + (int64_t)(link->seed >> 33) % (2 * quarter + 1);
}

static int64_t next_backoff(Link *link) {
    int64_t delay = LINK_RETRY_MIN_MS;
    for (unsigned i = 0; i < link->failed_attempts && delay < LINK_RETRY_MAX_MS; i++)
        delay *= 2;
    if (delay > LINK_RETRY_MAX_MS)
        delay = LINK_RETRY_MAX_MS;
    int64_t asked = (int64_t)link->retry_seconds * 1000;
    return add_jitter(link, asked > delay ? asked : delay);
}

void link_disconnect(Link *link, const char *why) {
    if (!link_wants_connection(link))
        return;
    if (link->phase == LINK_ONLINE && link->now - link->phase_since_ms >= STABLE_CONNECTION_MS)
        link->failed_attempts = 0;
    int64_t delay = next_backoff(link);
    link->failed_attempts++;
    link->retry_seconds = 0;
    link->retry_at_ms = link->now + delay;
    set_phase(link, LINK_WAITING);
    buffer_clear(&link->output);
    link_requeue(link);
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_OFFLINE, .sentence = why, .wait_ms = delay});
}

static void fail_for_good(Link *link, const char *why) {
    set_phase(link, LINK_FAILED);
    buffer_clear(&link->output);
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_FAILED, .sentence = why});
}

void link_lost(Link *link, const char *why, int64_t now_ms) {
    link->now = now_ms;
    link_disconnect(link, why);
}

static void send_hello(Link *link) {
    Request hello = {.verb = VERB_HELLO};
    hello.field.protocol = PROTOCOL_VERSION;
    fields_set(&hello.field, FIELD_PROTOCOL);
    if (link->options.program[0]) {
        strcpy(hello.field.program, link->options.program);
        fields_set(&hello.field, FIELD_CLIENT);
    }
    char line[REQUEST_LINE_SIZE];
    buffer_add(&link->output, line, request_write(&hello, line));
}

void link_connected(Link *link, int64_t now_ms) {
    link->now = link->last_received_ms = now_ms;
    link->ping_sent = false;
    line_reader_init(&link->reader, link->line, LINE_SERVER_MAX);
    set_phase(link, LINK_GREETING);
    send_hello(link);
}

void link_retry_now(Link *link, int64_t now_ms) {
    link->now = now_ms;
    if (link->phase == LINK_WAITING)
        set_phase(link, LINK_CONNECTING);
}

/* ---- lines come in ---- */

/* The answer to the greeting. */
static void on_hello_reply(Link *link, const Message *message) {
    if (message->type == message_success(VERB_HELLO)) {
        set_phase(link, LINK_ONLINE);
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_ONLINE, .message = message});
        subscriptions_start(link);
        link_flush(link);
    } else if (message->kind == MESSAGE_ERROR && message->field.retry == RETRY_NO) {
        fail_for_good(link, message->field.text);
    } else if (message->kind == MESSAGE_ERROR) {
        link_disconnect(link, message->field.text);
    }
}

static void on_event(Link *link, const Message *message) {
    if (message->type == EVENT_BYE)
        link->retry_seconds = message->field.retry_seconds;
    if (message->type == EVENT_HELLO && message->field.protocol != PROTOCOL_VERSION)
        fail_for_good(link, "the server speaks another version of the protocol");
    else if (message->type != EVENT_HELLO && message->type != EVENT_PING &&
             message->type != MESSAGE_UNKNOWN)
        subscriptions_on_event(link, message);
}

static void on_line(Link *link, const char *line, size_t length) {
    Message message;
    Error error;
    if (!message_parse(line, length, &message, &error)) {
        link_disconnect(link, error.text);
        return;
    }
    if (message.kind == MESSAGE_EVENT)
        on_event(link, &message);
    else if (link->phase == LINK_GREETING)
        on_hello_reply(link, &message);
    else
        link_on_reply(link, &message);
}

void link_receive(Link *link, const char *bytes, size_t length, int64_t now_ms) {
    link->now = link->last_received_ms = now_ms;
    link->ping_sent = false;
    while (link->phase == LINK_GREETING || link->phase == LINK_ONLINE) {
        LineStatus status = line_reader_next(&link->reader, &bytes, &length);
        if (status == LINE_NONE)
            break;
        if (status == LINE_READY)
            on_line(link, link->reader.bytes, link->reader.length);
        else
            link_disconnect(link, "the server sent a line that is too long");
    }
}

const char *link_output(const Link *link, size_t *length) {
    *length = link->output.length;
    return link->output.bytes;
}

void link_take_output(Link *link, size_t length) {
    Buffer *output = &link->output;
    memmove(output->bytes, output->bytes + length, output->length - length);
    output->length -= length;
}

/* ---- time goes by ---- */

static int64_t earlier(int64_t a, int64_t b) {
    return a < b ? a : b;
}

int64_t link_deadline(const Link *link) {
    switch (link->phase) {
    case LINK_WAITING:
        return link->retry_at_ms;
    case LINK_CONNECTING:
    case LINK_GREETING:
        return link->phase_since_ms + LINK_CONNECT_TIMEOUT_MS;
    case LINK_ONLINE:
        return earlier(link->last_received_ms +
                           (link->ping_sent ? LINK_DEAD_AFTER_MS : LINK_PING_AFTER_MS),
                       link_next_send(link));
    default:
        return INT64_MAX;
    }
}

static void tick_online(Link *link) {
    int64_t silence = link->now - link->last_received_ms;
    if (silence >= LINK_DEAD_AFTER_MS) {
        link_disconnect(link, "the server does not answer");
        return;
    }
    if (silence >= LINK_PING_AFTER_MS && !link->ping_sent) {
        link->ping_sent = true;
        link_enqueue(link, &(Request){.verb = VERB_PING}, true);
    }
    link_flush(link);
}

void link_tick(Link *link, int64_t now_ms) {
    link->now = now_ms;
    bool late = now_ms - link->phase_since_ms >= LINK_CONNECT_TIMEOUT_MS;
    if (link->phase == LINK_ONLINE)
        tick_online(link);
    else if (link->phase == LINK_WAITING && now_ms >= link->retry_at_ms)
        set_phase(link, LINK_CONNECTING);
    else if (link->phase == LINK_CONNECTING && late)
        link_disconnect(link, "the server cannot be reached");
    else if (link->phase == LINK_GREETING && late)
        link_disconnect(link, "the server does not answer");
}
