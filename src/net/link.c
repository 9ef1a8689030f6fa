#include <config.h>

#include "net/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/link_parts.h"
#include "rules/memory.h"

/* A connection that lasted that long starts the delays anew. */
enum { LASTING_MS = 5000 };

static void set_phase(Link *link, Phase phase) {
    link->phase = phase;
    link->since = link->now;
}

Link *link_create(const LinkOptions *options, NewsListener *listener, void *context,
                  int64_t now_ms) {
    Link *link = memory_allocate(sizeof *link);
    link->options = *options;
    link->listener = listener;
    link->context = context;
    link->chance = options->chance;
    link->now = now_ms;
    queue_init(&link->waiting);
    queue_init(&link->sent);
    set_phase(link, PHASE_CONNECTING);
    return link;
}

void link_free(Link *link) {
    if (!link)
        return;
    queue_free(&link->waiting);
    queue_free(&link->sent);
    follows_free(link);
    buffer_free(&link->output);
    free(link);
}

void link_tell(Link *link, News news) {
    if (news.message && fields_has(&news.message->field, FIELD_ID))
        news.id = news.message->field.id;
    link->listener(link->context, &news);
}

bool link_is_online(const Link *link) {
    return link->phase == PHASE_ONLINE;
}

unsigned link_request(Link *link, const Request *request) {
    unsigned ticket = link_add(link, request, false);
    link_send_waiting(link);
    return ticket;
}

/* ---- connections come and go ---- */

bool link_wants_connection(const Link *link) {
    return link->phase == PHASE_CONNECTING || link->phase == PHASE_GREETING ||
           link->phase == PHASE_ONLINE;
}

/* Up to a quarter more or less, so that the clients of a server that comes back do not all come at
 * once. */
static int64_t spread(Link *link, int64_t delay) {
    link->chance = link->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    int64_t quarter = delay / 4;
    return delay - quarter + (int64_t)(link->chance >> 33) % (2 * quarter + 1);
}

static int64_t next_delay(Link *link) {
    int64_t delay = LINK_FIRST_DELAY_MS;
    for (unsigned i = 0; i < link->failures && delay < LINK_LAST_DELAY_MS; i++)
        delay *= 2;
    if (delay > LINK_LAST_DELAY_MS)
        delay = LINK_LAST_DELAY_MS;
    int64_t asked = (int64_t)link->retry_seconds * 1000;
    return spread(link, asked > delay ? asked : delay);
}

void link_drop(Link *link, const char *why) {
    if (!link_wants_connection(link))
        return;
    if (link->phase == PHASE_ONLINE && link->now - link->since >= LASTING_MS)
        link->failures = 0;
    int64_t delay = next_delay(link);
    link->failures++;
    link->retry_seconds = 0;
    link->attempt_at = link->now + delay;
    set_phase(link, PHASE_WAITING);
    buffer_clear(&link->output);
    link_requeue(link);
    link_tell(link, (News){.kind = NEWS_OFFLINE, .sentence = why, .wait_ms = delay});
}

static void give_up(Link *link, const char *why) {
    set_phase(link, PHASE_GAVE_UP);
    buffer_clear(&link->output);
    link_tell(link, (News){.kind = NEWS_GAVE_UP, .sentence = why});
}

void link_lost(Link *link, const char *why, int64_t now_ms) {
    link->now = now_ms;
    link_drop(link, why);
}

static void greet(Link *link) {
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
    link->now = link->heard_at = now_ms;
    link->pinged = false;
    line_reader_init(&link->reader, link->line, LINE_SERVER_MAX);
    set_phase(link, PHASE_GREETING);
    greet(link);
}

void link_hurry(Link *link, int64_t now_ms) {
    link->now = now_ms;
    if (link->phase == PHASE_WAITING)
        set_phase(link, PHASE_CONNECTING);
}

/* ---- lines come in ---- */

/* The answer to the greeting. */
static void take_greeting(Link *link, const Message *message) {
    if (message->type == message_done(VERB_HELLO)) {
        set_phase(link, PHASE_ONLINE);
        link_tell(link, (News){.kind = NEWS_ONLINE, .message = message});
        follows_begin(link);
        link_send_waiting(link);
    } else if (message->kind == MESSAGE_REFUSAL && message->field.retry == RETRY_NO) {
        give_up(link, message->field.text);
    } else if (message->kind == MESSAGE_REFUSAL) {
        link_drop(link, message->field.text);
    }
}

static void take_event(Link *link, const Message *message) {
    if (message->type == EVENT_BYE)
        link->retry_seconds = message->field.retry_seconds;
    if (message->type == EVENT_HELLO && message->field.protocol != PROTOCOL_VERSION)
        give_up(link, "the server speaks another version of the protocol");
    else if (message->type != EVENT_HELLO && message->type != EVENT_PING &&
             message->type != MESSAGE_UNKNOWN)
        follows_event(link, message);
}

static void take_line(Link *link, const char *line, size_t length) {
    Message message;
    Error error;
    if (!message_parse(line, length, &message, &error)) {
        link_drop(link, error.text);
        return;
    }
    if (message.kind == MESSAGE_EVENT)
        take_event(link, &message);
    else if (link->phase == PHASE_GREETING)
        take_greeting(link, &message);
    else
        link_answer(link, &message);
}

void link_receive(Link *link, const char *bytes, size_t length, int64_t now_ms) {
    link->now = link->heard_at = now_ms;
    link->pinged = false;
    while (link->phase == PHASE_GREETING || link->phase == PHASE_ONLINE) {
        LineStatus status = line_reader_take(&link->reader, &bytes, &length);
        if (status == LINE_NONE)
            break;
        if (status == LINE_READY)
            take_line(link, link->reader.bytes, link->reader.length);
        else
            link_drop(link, "the server sent a line that is too long");
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
    case PHASE_WAITING:
        return link->attempt_at;
    case PHASE_CONNECTING:
    case PHASE_GREETING:
        return link->since + LINK_GREETING_MS;
    case PHASE_ONLINE:
        return earlier(link->heard_at + (link->pinged ? LINK_DEAD_MS : LINK_SILENCE_MS),
                       link_delayed_until(link));
    default:
        return INT64_MAX;
    }
}

static void tick_online(Link *link) {
    int64_t silence = link->now - link->heard_at;
    if (silence >= LINK_DEAD_MS) {
        link_drop(link, "the server does not answer");
        return;
    }
    if (silence >= LINK_SILENCE_MS && !link->pinged) {
        link->pinged = true;
        link_add(link, &(Request){.verb = VERB_PING}, true);
    }
    link_send_waiting(link);
}

void link_tick(Link *link, int64_t now_ms) {
    link->now = now_ms;
    bool late = now_ms - link->since >= LINK_GREETING_MS;
    if (link->phase == PHASE_ONLINE)
        tick_online(link);
    else if (link->phase == PHASE_WAITING && now_ms >= link->attempt_at)
        set_phase(link, PHASE_CONNECTING);
    else if (link->phase == PHASE_CONNECTING && late)
        link_drop(link, "the server cannot be reached");
    else if (link->phase == PHASE_GREETING && late)
        link_drop(link, "the server does not answer");
}
