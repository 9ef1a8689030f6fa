#include <config.h>

#include "server/parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "rules/memory.h"

/* ---- time ---- */

/* When the line that has not ended, or the first one, is too late. */
static int64_t line_due(const Core *core, const Client *client) {
    int64_t due = INT64_MAX;
    if (!client->greeted)
        due = client->opened_ms + (int64_t)core->limits.first_line_s * 1000;
    if (client->begun_ms != 0) {
        int64_t end = client->begun_ms + (int64_t)core->limits.line_s * 1000;
        due = end < due ? end : due;
    }
    return due;
}

void client_set_timer(Core *core, Client *client) {
    int64_t due = client->paused || client->leaving ? client->until_ms : line_due(core, client);
    if (due == INT64_MAX)
        timers_stop(&core->timers, &client->timer);
    else if (client->timer.place == 0 || client->timer.due != due)
        timers_set(&core->timers, &client->timer, due);
}

/* ---- output ---- */

void client_note_change(Core *core, Client *client) {
    if (client->changed)
        return;
    client->changed = true;
    client->next_changed = core->changed;
    core->changed = client;
}

void client_send_line(Core *core, Client *client, const char *line, size_t length, bool event) {
    if (client->slow || client->leaving)
        return;
    outbox_add(event && client->stream ? &client->held : &client->out, line, length);
    core->written += length;
    client_note_change(core, client);
    size_t waiting = outbox_length(&client->out) + outbox_length(&client->held);
    if (waiting > (size_t)core->limits.events_kib * 1024) {
        client->slow = true;
        core->slow_clients = true;
    }
}

void client_send(Core *core, Client *client, const Message *message) {
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    bool event = line[0] == MESSAGE_EVENT || line[0] == MESSAGE_COMMENT;
    client_send_line(core, client, line, length, event && message->tag[0] == '\0');
}

/* Who is past the limit gets its answers together, when its turn is over: sending is most of the
 * work with nonsense. */
static bool is_held_back(const Client *client) {
    return client->pauses > 0 && !client->leaving &&
           (client->waits_for || client->turn != TURN_NONE) &&
           outbox_length(&client->out) <= REPLY_ROOM;
}

const char *core_output(const Client *client, size_t *length) {
    *length = is_held_back(client) ? 0 : outbox_length(&client->out);
    return *length ? outbox_bytes(&client->out) : NULL;
}

void core_sent(Core *core, Client *client, size_t length) {
    bool full = outbox_length(&client->out) > REPLY_ROOM;
    outbox_take(&client->out, length);
    if (full)
        client_note_change(core, client);
    size_t left = outbox_length(&client->out);
    if (!client->leaving &&
        ((client->stream && left < STREAM_ROOM) || (full && left <= REPLY_ROOM)))
        client_put_off(core, client);
    if (client->leaving && outbox_length(&client->out) == 0) {
        client->gone = true;
        client_note_change(core, client);
    }
    clients_settle(core);
}

ClientWish core_wish(const Client *client) {
    if (client->gone)
        return CLIENT_CLOSE;
    bool pause = client->leaving || client->input_ended || client->paused || client->line_held ||
                 client->backlog || client->change || client->stream || client->waits_for ||
                 outbox_length(&client->out) > REPLY_ROOM;
    return pause ? CLIENT_PAUSE : CLIENT_READ;
}

void *core_link(const Client *client) {
    return client->link;
}

Client *core_next_changed(Core *core) {
    Client *client = core->changed;
    if (client) {
        core->changed = client->next_changed;
        client->next_changed = NULL;
        client->changed = false;
    }
    return client;
}

/* ---- what is due ---- */

static void time_out(Core *core, Client *client, const char *why) {
    core->figures.timed_out++;
    client_dismiss(core, client, why, 0);
}

void client_mind_time(Core *core, Client *client) {
    if (client->leaving) {
        client->gone = true;
        client_note_change(core, client);
    } else if (client->paused) {
        client->paused = false;
        client_put_off(core, client);
    } else if (core->now_ms >= line_due(core, client)) {
        time_out(core, client, client->begun_ms != 0 ? "unfinished line" : "silence");
    } else {
        client_set_timer(core, client);
    }
}

/* ---- coming and going ---- */

static void greet(Core *core, Client *client) {
    Message *message = message_begin(core, EVENT_HELLO, NULL);
    message->field.protocol = PROTOCOL_VERSION;
    snprintf(message->field.program, sizeof message->field.program, "congod/%s", core->version);
    message->field.maxline = LINE_CLIENT_MAX;
    fields_set(&message->field, FIELD_PROTOCOL);
    fields_set(&message->field, FIELD_PROGRAM);
    fields_set(&message->field, FIELD_MAXLINE);
    client_send(core, client, message);
}

static const char *refusal_of(const Core *core, const Origin *origin) {
    if (core->draining || core->failure)
        return "!BYE shutting down retry=5\n";
    if (core->client_count >= (uint32_t)core->limits.clients)
        return "!BYE full retry=30\n";
    if (core->limits.clients_per_address > 0 && !address_is_local(&origin->address) &&
        origin->clients > core->limits.clients_per_address)
        return "!BYE too many connections of this address retry=60\n";
    return NULL;
}

Client *core_open(Core *core, const Address *address, void *link, const char **refusal) {
    core->figures.connections++;
    Origin *origin = origins_enter(&core->origins, address, core->now_ms);
    *refusal = refusal_of(core, origin);
    if (*refusal) {
        core->figures.refused++;
        origins_leave(origin);
        return NULL;
    }
    Client *client = memory_allocate(sizeof *client);
    client->link = link;
    client->origin = origin;
    client->timer = (Timer){.owner = client, .kind = TIMER_CLIENT};
    client->turn = TURN_NONE;
    line_reader_init(&client->reader, NULL, LINE_CLIENT_MAX);
    client->next = core->clients;
    if (core->clients)
        core->clients->previous = client;
    core->clients = client;
    core->client_count++;
    client->opened_ms = core->now_ms;
    client_set_timer(core, client);
    greet(core, client);
    return client;
}

static void forget_change(Core *core, Client *client) {
    Client **link = &core->changed;
    while (*link != client)
        link = &(*link)->next_changed;
    *link = client->next_changed;
}

void core_closed(Core *core, Client *client) {
    client->leaving = true;
    client_let_go(core, client);
    timers_stop(&core->timers, &client->timer);
    origins_leave(client->origin);
    if (client->changed)
        forget_change(core, client);
    client_lose_turn(core, client);
    if (client->previous)
        client->previous->next = client->next;
    else
        core->clients = client->next;
    if (client->next)
        client->next->previous = client->previous;
    core->client_count--;
    outbox_free(&client->out);
    outbox_free(&client->held);
    free(client->reader.bytes);
    free(client);
    clients_settle(core);
}
