#include <config.h>

#include "net/link_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

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
    int64_t asked = refusal->field.wait_ms;
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
                                  .id = pending->request.field.id,
                                  .message = message,
                                  .wait_ms = delay});
}

static void on_final_line(Link *link, PendingRequest *pending, const Message *message) {
    if (message->type == MESSAGE_REFUSED && message->field.retry == RETRY_LATER &&
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
                                      .id = pending->request.field.id,
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
    const Fields *asked = &pending->request.field, *told = &message->field;
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
