#include <config.h>

#include "net/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "net/link_state.h"

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
    if (event.message && fields_has(&event.message->fields, FIELD_ID))
        event.id = event.message->fields.id;
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
    hello.fields.protocol = PROTOCOL_VERSION;
    fields_set(&hello.fields, FIELD_PROTOCOL);
    if (link->options.program[0]) {
        strcpy(hello.fields.program, link->options.program);
        fields_set(&hello.fields, FIELD_CLIENT);
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
    } else if (message->kind == MESSAGE_ERROR && message->fields.retry == RETRY_NO) {
        fail_for_good(link, message->fields.text);
    } else if (message->kind == MESSAGE_ERROR) {
        link_disconnect(link, message->fields.text);
    }
}

static void on_event(Link *link, const Message *message) {
    if (message->type == EVENT_BYE)
        link->retry_seconds = message->fields.retry_seconds;
    if (message->type == EVENT_HELLO && message->fields.protocol != PROTOCOL_VERSION)
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

void request_queue_init(RequestQueue *queue) {
    *queue = (RequestQueue){NULL, &queue->first};
}

static void request_queue_push(RequestQueue *queue, PendingRequest *pending) {
    pending->next = NULL;
    *queue->end = pending;
    queue->end = &pending->next;
}

/* Takes out what *place points to. */
static PendingRequest *request_queue_take(RequestQueue *queue, PendingRequest **place) {
    PendingRequest *pending = *place;
    *place = pending->next;
    if (!pending->next)
        queue->end = place;
    pending->next = NULL;
    return pending;
}

void request_queue_free(RequestQueue *queue) {
    while (queue->first)
        free(request_queue_take(queue, &queue->first));
}

unsigned link_enqueue(Link *link, const Request *request, bool internal) {
    PendingRequest *pending = memory_allocate(sizeof *pending);
    pending->request = *request;
    link->last_request_id = link->last_request_id % INT32_MAX + 1;
    pending->request_id = link->last_request_id;
    pending->internal = internal;
    snprintf(pending->request.tag, sizeof pending->request.tag, "%u", pending->request_id);
    request_queue_push(&link->waiting, pending);
    return pending->request_id;
}

static void send_pending(Link *link, bool internal) {
    char line[REQUEST_LINE_SIZE];
    for (PendingRequest **place = &link->waiting.first; *place;) {
        if ((*place)->internal != internal || (*place)->send_after_ms > link->now) {
            place = &(*place)->next;
            continue;
        }
        PendingRequest *pending = request_queue_take(&link->waiting, place);
        buffer_add(&link->output, line, request_write(&pending->request, line));
        request_queue_push(&link->sent, pending);
    }
}

void link_flush(Link *link) {
    if (link->phase != LINK_ONLINE)
        return;
    send_pending(link, true);
    send_pending(link, false);
}

int64_t link_next_send(const Link *link) {
    int64_t until = INT64_MAX;
    for (const PendingRequest *pending = link->waiting.first; pending; pending = pending->next)
        if (pending->send_after_ms < until)
            until = pending->send_after_ms;
    return until;
}

/* Whether sending it twice does no more than sending it once. */
static bool is_idempotent(const PendingRequest *pending) {
    return !pending->internal && pending->request.verb != VERB_SAY &&
           pending->request.verb != VERB_PING && pending->request.verb != VERB_QUIT;
}

void link_requeue(Link *link) {
    RequestQueue sent = link->sent, waiting = link->waiting, dropped;
    if (!sent.first)
        sent.end = &sent.first;
    if (!waiting.first)
        waiting.end = &waiting.first;
    request_queue_init(&link->sent);
    request_queue_init(&link->waiting);
    request_queue_init(&dropped);
    while (sent.first) {
        PendingRequest *pending = request_queue_take(&sent, &sent.first);
        request_queue_push(is_idempotent(pending) ? &link->waiting : &dropped, pending);
    }
    /* What is the link's own is asked anew after the next greeting. */
    while (waiting.first) {
        PendingRequest *pending = request_queue_take(&waiting, &waiting.first);
        request_queue_push(pending->internal ? &dropped : &link->waiting, pending);
    }
    /* News may make new requests, so they come last. */
    for (PendingRequest *pending = link->waiting.first; pending; pending = pending->next) {
        if (pending->reply_started)
            link_notify(
                link, (LinkEvent){.kind = LINK_EVENT_RESTARTED, .request_id = pending->request_id});
        pending->reply_started = false;
    }
    while (dropped.first) {
        PendingRequest *pending = request_queue_take(&dropped, &dropped.first);
        if (!pending->internal)
            link_notify(link, (LinkEvent){.kind = LINK_EVENT_REQUEST_LOST,
                                          .request_id = pending->request_id});
        free(pending);
    }
}

/* ---- answers ---- */

/* Requests that mean the same however late they come. */
static bool is_deferrable(const PendingRequest *pending) {
    Verb verb = pending->request.verb;
    return pending->internal || verb == VERB_MOVE || verb == VERB_RESIGN || verb == VERB_DRAW ||
           verb == VERB_ABORT;
}

static int64_t backoff_ms(const PendingRequest *pending, const Message *refusal) {
    int64_t delay = 500;
    for (unsigned i = 0; i < pending->deferrals && delay < LINK_RETRY_MAX_MS; i++)
        delay *= 2;
    int64_t asked = refusal->fields.wait_ms;
    return asked > delay ? asked : delay;
}

/* Refused for now: it is sent again later. */
static void defer(Link *link, PendingRequest *pending, const Message *message) {
    int64_t delay = backoff_ms(pending, message);
    pending->deferrals++;
    pending->send_after_ms = link->now + delay;
    request_queue_push(&link->waiting, pending);
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_DEFERRED,
                                  .request_id = pending->internal ? 0 : pending->request_id,
                                  .id = pending->request.fields.id,
                                  .message = message,
                                  .wait_ms = delay});
}

static void on_final_line(Link *link, PendingRequest *pending, const Message *message) {
    if (message->type == MESSAGE_REFUSED && message->fields.retry == RETRY_LATER &&
        is_deferrable(pending)) {
        defer(link, pending, message);
        return;
    }
    if (pending->internal) {
        subscriptions_on_reply(link, pending, message);
    } else {
        if (pending->request.verb == VERB_MOVE)
            subscriptions_on_move_reply(link, &pending->request, message);
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_REPLY,
                                      .request_id = pending->request_id,
                                      .id = pending->request.fields.id,
                                      .message = message});
    }
    free(pending);
}

static void on_data(Link *link, PendingRequest *pending, const Message *message) {
    if (pending->internal) {
        subscriptions_on_reply(link, pending, message);
        return;
    }
    pending->reply_started = true;
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_DATA,
                                  .request_id = pending->request_id,
                                  .message = message});
}

/* Whether a line can answer the request: under its tag, and about no other game. */
static bool answers_request(const PendingRequest *pending, const Message *message) {
    const Fields *asked = &pending->request.fields, *told = &message->fields;
    return strcmp(pending->request.tag, message->tag) == 0 &&
           (!fields_has(asked, FIELD_ID) || !fields_has(told, FIELD_ID) ||
            strcmp(asked->id.text, told->id.text) == 0);
}

bool link_on_reply(Link *link, const Message *message) {
    bool final = message->kind == MESSAGE_OK || message->kind == MESSAGE_ERROR;
    PendingRequest *first = link->sent.first;
    if (!final && !message->tag[0] && message->kind == MESSAGE_COMMENT)
        return true;
    if (!first || !answers_request(first, message)) {
        link_disconnect(link, "the server answered what it was not asked");
        return false;
    }
    if (final)
        on_final_line(link, request_queue_take(&link->sent, &link->sent.first), message);
    else
        on_data(link, first, message);
    return true;
}
