#include <config.h>

#include "net/link_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

void queue_init(Queue *queue) {
    *queue = (Queue){NULL, &queue->first};
}

static void queue_push(Queue *queue, Pending *pending) {
    pending->next = NULL;
    *queue->end = pending;
    queue->end = &pending->next;
}

/* Takes out what *place points to. */
static Pending *queue_take(Queue *queue, Pending **place) {
    Pending *pending = *place;
    *place = pending->next;
    if (!pending->next)
        queue->end = place;
    pending->next = NULL;
    return pending;
}

void queue_free(Queue *queue) {
    while (queue->first)
        free(queue_take(queue, &queue->first));
}

unsigned link_add(Link *link, const Request *request, bool own) {
    Pending *pending = memory_allocate(sizeof *pending);
    pending->request = *request;
    link->last_ticket = link->last_ticket % INT32_MAX + 1;
    pending->ticket = link->last_ticket;
    pending->own = own;
    snprintf(pending->request.tag, sizeof pending->request.tag, "%u", pending->ticket);
    queue_push(&link->waiting, pending);
    return pending->ticket;
}

static void send_those(Link *link, bool own) {
    char line[REQUEST_LINE_SIZE];
    for (Pending **place = &link->waiting.first; *place;) {
        if ((*place)->own != own || (*place)->not_before > link->now) {
            place = &(*place)->next;
            continue;
        }
        Pending *pending = queue_take(&link->waiting, place);
        buffer_add(&link->output, line, request_write(&pending->request, line));
        queue_push(&link->sent, pending);
    }
}

void link_send_waiting(Link *link) {
    if (link->phase != PHASE_ONLINE)
        return;
    send_those(link, true);
    send_those(link, false);
}

int64_t link_delayed_until(const Link *link) {
    int64_t until = INT64_MAX;
    for (const Pending *pending = link->waiting.first; pending; pending = pending->next)
        if (pending->not_before < until)
            until = pending->not_before;
    return until;
}

/* Whether sending it twice does no more than sending it once. */
static bool can_repeat(const Pending *pending) {
    return !pending->own && pending->request.verb != VERB_SAY &&
           pending->request.verb != VERB_PING && pending->request.verb != VERB_QUIT;
}

void link_requeue(Link *link) {
    Queue sent = link->sent, waiting = link->waiting, dropped;
    if (!sent.first)
        sent.end = &sent.first;
    if (!waiting.first)
        waiting.end = &waiting.first;
    queue_init(&link->sent);
    queue_init(&link->waiting);
    queue_init(&dropped);
    while (sent.first) {
        Pending *pending = queue_take(&sent, &sent.first);
        queue_push(can_repeat(pending) ? &link->waiting : &dropped, pending);
    }
    /* What is the link's own is asked anew after the next greeting. */
    while (waiting.first) {
        Pending *pending = queue_take(&waiting, &waiting.first);
        queue_push(pending->own ? &dropped : &link->waiting, pending);
    }
    /* News may make new requests, so they come last. */
    for (Pending *pending = link->waiting.first; pending; pending = pending->next) {
        if (pending->began)
            link_tell(link, (News){.kind = NEWS_AGAIN, .ticket = pending->ticket});
        pending->began = false;
    }
    while (dropped.first) {
        Pending *pending = queue_take(&dropped, &dropped.first);
        if (!pending->own)
            link_tell(link, (News){.kind = NEWS_DROPPED, .ticket = pending->ticket});
        free(pending);
    }
}

/* ---- answers ---- */

/* Requests that mean the same however late they come. */
static bool can_wait(const Pending *pending) {
    Verb verb = pending->request.verb;
    return pending->own || verb == VERB_MOVE || verb == VERB_RESIGN || verb == VERB_DRAW ||
           verb == VERB_ABORT;
}

static int64_t delay_after(const Pending *pending, const Message *refusal) {
    int64_t delay = 500;
    for (unsigned i = 0; i < pending->refusals && delay < LINK_LAST_DELAY_MS; i++)
        delay *= 2;
    int64_t asked = refusal->field.wait_ms;
    return asked > delay ? asked : delay;
}

/* Refused for now: it is sent again later. */
static void postpone(Link *link, Pending *pending, const Message *message) {
    int64_t delay = delay_after(pending, message);
    pending->refusals++;
    pending->not_before = link->now + delay;
    queue_push(&link->waiting, pending);
    link_tell(link, (News){.kind = NEWS_DELAYED,
                           .ticket = pending->own ? 0 : pending->ticket,
                           .id = pending->request.field.id,
                           .message = message,
                           .wait_ms = delay});
}

static void finish(Link *link, Pending *pending, const Message *message) {
    if (message->type == REFUSAL && message->field.retry == RETRY_LATER && can_wait(pending)) {
        postpone(link, pending, message);
        return;
    }
    if (pending->own) {
        follows_answer(link, pending, message);
    } else {
        if (pending->request.verb == VERB_MOVE)
            follows_moved(link, &pending->request, message);
        link_tell(link, (News){.kind = NEWS_REPLY,
                               .ticket = pending->ticket,
                               .id = pending->request.field.id,
                               .message = message});
    }
    free(pending);
}

static void take_data(Link *link, Pending *pending, const Message *message) {
    if (pending->own) {
        follows_answer(link, pending, message);
        return;
    }
    pending->began = true;
    link_tell(link, (News){.kind = NEWS_DATA, .ticket = pending->ticket, .message = message});
}

/* Whether a line can answer the request: under its tag, and about no other game. */
static bool is_answer(const Pending *pending, const Message *message) {
    const Fields *asked = &pending->request.field, *told = &message->field;
    return strcmp(pending->request.tag, message->tag) == 0 &&
           (!fields_has(asked, FIELD_ID) || !fields_has(told, FIELD_ID) ||
            strcmp(asked->id.text, told->id.text) == 0);
}

bool link_answer(Link *link, const Message *message) {
    bool final = message->kind == MESSAGE_DONE || message->kind == MESSAGE_REFUSAL;
    Pending *first = link->sent.first;
    if (!final && !message->tag[0] && message->kind == MESSAGE_REMARK)
        return true;
    if (!first || !is_answer(first, message)) {
        link_drop(link, "the server answered what it was not asked");
        return false;
    }
    if (final)
        finish(link, queue_take(&link->sent, &link->sent.first), message);
    else
        take_data(link, first, message);
    return true;
}
