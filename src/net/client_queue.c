#include <config.h>

#include "net/client_parts.h"

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

/* Takes out what *link points to. */
static Pending *queue_take(Queue *queue, Pending **link) {
    Pending *pending = *link;
    *link = pending->next;
    if (!pending->next)
        queue->end = link;
    pending->next = NULL;
    return pending;
}

void queue_free(Queue *queue) {
    while (queue->first)
        free(queue_take(queue, &queue->first));
}

unsigned client_add(Client *client, const Request *request, bool own) {
    Pending *pending = memory_allocate(sizeof *pending);
    pending->request = *request;
    client->last_ticket = client->last_ticket % INT32_MAX + 1;
    pending->ticket = client->last_ticket;
    pending->own = own;
    snprintf(pending->request.tag, sizeof pending->request.tag, "%u", pending->ticket);
    queue_push(&client->waiting, pending);
    return pending->ticket;
}

static void send_those(Client *client, bool own) {
    char line[REQUEST_LINE_SIZE];
    for (Pending **link = &client->waiting.first; *link;) {
        if ((*link)->own != own || (*link)->not_before > client->now) {
            link = &(*link)->next;
            continue;
        }
        Pending *pending = queue_take(&client->waiting, link);
        buffer_add(&client->output, line, request_write(&pending->request, line));
        queue_push(&client->sent, pending);
    }
}

void client_send_waiting(Client *client) {
    if (client->phase != PHASE_ONLINE)
        return;
    send_those(client, true);
    send_those(client, false);
}

int64_t client_delayed_until(const Client *client) {
    int64_t until = INT64_MAX;
    for (const Pending *pending = client->waiting.first; pending; pending = pending->next)
        if (pending->not_before < until)
            until = pending->not_before;
    return until;
}

/* Whether sending it twice does no more than sending it once. */
static bool can_repeat(const Pending *pending) {
    return !pending->own && pending->request.verb != VERB_SAY &&
           pending->request.verb != VERB_PING && pending->request.verb != VERB_QUIT;
}

void client_requeue(Client *client) {
    Queue sent = client->sent, waiting = client->waiting, dropped;
    if (!sent.first)
        sent.end = &sent.first;
    if (!waiting.first)
        waiting.end = &waiting.first;
    queue_init(&client->sent);
    queue_init(&client->waiting);
    queue_init(&dropped);
    while (sent.first) {
        Pending *pending = queue_take(&sent, &sent.first);
        queue_push(can_repeat(pending) ? &client->waiting : &dropped, pending);
    }
    /* What is the client's own is asked anew after the next greeting. */
    while (waiting.first) {
        Pending *pending = queue_take(&waiting, &waiting.first);
        queue_push(pending->own ? &dropped : &client->waiting, pending);
    }
    /* News may make new requests, so they come last. */
    for (Pending *pending = client->waiting.first; pending; pending = pending->next) {
        if (pending->began)
            client_tell(client, (News){.kind = NEWS_AGAIN, .ticket = pending->ticket});
        pending->began = false;
    }
    while (dropped.first) {
        Pending *pending = queue_take(&dropped, &dropped.first);
        if (!pending->own)
            client_tell(client, (News){.kind = NEWS_DROPPED, .ticket = pending->ticket});
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
    for (unsigned i = 0; i < pending->refusals && delay < CLIENT_LAST_DELAY_MS; i++)
        delay *= 2;
    int64_t asked = refusal->field.wait_ms;
    return asked > delay ? asked : delay;
}

/* Refused for now: it is sent again later. */
static void postpone(Client *client, Pending *pending, const Message *message) {
    int64_t delay = delay_after(pending, message);
    pending->refusals++;
    pending->not_before = client->now + delay;
    queue_push(&client->waiting, pending);
    client_tell(client, (News){.kind = NEWS_DELAYED,
                               .ticket = pending->own ? 0 : pending->ticket,
                               .id = pending->request.field.id,
                               .message = message,
                               .wait_ms = delay});
}

static void finish(Client *client, Pending *pending, const Message *message) {
    if (message->type == REFUSAL && message->field.retry == RETRY_LATER && can_wait(pending)) {
        postpone(client, pending, message);
        return;
    }
    if (pending->own) {
        follows_answer(client, pending, message);
    } else {
        if (pending->request.verb == VERB_MOVE)
            follows_moved(client, &pending->request, message);
        client_tell(client, (News){.kind = NEWS_REPLY,
                                   .ticket = pending->ticket,
                                   .id = pending->request.field.id,
                                   .message = message});
    }
    free(pending);
}

static void take_data(Client *client, Pending *pending, const Message *message) {
    if (pending->own) {
        follows_answer(client, pending, message);
        return;
    }
    pending->began = true;
    client_tell(client, (News){.kind = NEWS_DATA, .ticket = pending->ticket, .message = message});
}

bool client_answer(Client *client, const Message *message) {
    bool final = message->kind == MESSAGE_DONE || message->kind == MESSAGE_REFUSAL;
    Pending *first = client->sent.first;
    if (!final && !message->tag[0] && message->kind == MESSAGE_REMARK)
        return true;
    if (!first || strcmp(first->request.tag, message->tag) != 0) {
        client_drop(client, "the server answered what it was not asked");
        return false;
    }
    if (final)
        finish(client, queue_take(&client->sent, &client->sent.first), message);
    else
        take_data(client, first, message);
    return true;
}
