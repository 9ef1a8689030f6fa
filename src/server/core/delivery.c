#include <config.h>

#include "server/core/delivery.h"

#include "server/core/core_parts.h"

enum {
    AT_ONCE = 32,         /* readers that receive an event at once */
    READERS_PER_TURN = 16 /* readers of a turn that sends nothing */
};

/* ---- readers ---- */

void delivery_start(Client *client, EventReader *reader, EventLog *log) {
    if (reader->log)
        return;
    reader->client = client;
    reader->serial = client->serial;
    event_reader_start(reader, log);
    LIST_INSERT_HEAD(&client->readers, reader, of_client);
}

void delivery_stop(Core *core, EventReader *reader) {
    if (!reader->log)
        return;
    LIST_REMOVE(reader, of_client);
    event_reader_stop(&core->events, reader);
}

void delivery_stop_all(Core *core, Client *client) {
    EventReader *reader;
    while ((reader = LIST_FIRST(&client->readers)))
        delivery_stop(core, reader);
}

/* ---- events ---- */

/* A client that does not read keeps the events of a log in memory: beyond a limit, the clients that
 * have read the least are disconnected. */
static void mark_slow_readers(Core *core, const EventLog *log) {
    while (log->bytes > (size_t)core->limits.events_kib * 1024)
        client_mark_slow(core, event_log_last_reader(log)->client);
    while (core->events.bytes > (size_t)core->limits.events_total_mib * 1024 * 1024)
        client_mark_slow(core, event_logs_last_reader(&core->events)->client);
}

void delivery_add(Core *core, EventLog *log, const Message *event, EventAudience audience) {
    if (log->reader_count == 0)
        return;
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(event, line);
    event_log_add(&core->events, log, line, length, audience);
    mark_slow_readers(core, log);
}

static bool has_room(const Client *client, size_t length) {
    size_t waiting = output_buffer_length(&client->output);
    return waiting == 0 || waiting + length <= OUTPUT_HIGH_WATER;
}

static void take_from(Core *core, EventReader *reader, bool all) {
    Client *client = reader->client;
    const EventEntry *event;
    while ((event = event_reader_next(&core->events, reader)) &&
           (all || (!client->in_reply && has_room(client, event->length)))) {
        client_send_line(core, client, event->line, event->length);
        core->counters.events++;
        event_reader_advance(&core->events, reader);
    }
    event_reader_block(reader, event != NULL);
}

static void take(Core *core, Client *client, bool all) {
    if (!client->is_behind && client->events_seen == core->events.count)
        return;
    client->events_seen = core->events.count;
    client->is_behind = false;
    EventReader *reader;
    LIST_FOREACH(reader, &client->readers, of_client) {
        if (event_reader_is_behind(reader))
            take_from(core, reader, all);
        client->is_behind = client->is_behind || reader->blocked;
    }
}

void delivery_take(Core *core, Client *client) {
    take(core, client, false);
}

void delivery_take_all(Core *core, Client *client) {
    take(core, client, true);
}

/* ---- turns ---- */

void delivery_spread(Core *core, EventLog *log) {
    const EventReader *reader;
    if (log->reader_count <= AT_ONCE)
        while ((reader = event_log_next_waiting(log)))
            delivery_take(core, reader->client);
    if (log->scheduled || !event_log_next_waiting(log))
        return;
    log->scheduled = true;
    TAILQ_INSERT_TAIL(&core->scheduled_logs, log, scheduled_entry);
}

void delivery_cancel(Core *core, EventLog *log) {
    if (!log->scheduled)
        return;
    log->scheduled = false;
    TAILQ_REMOVE(&core->scheduled_logs, log, scheduled_entry);
}

/* A turn sends something to one client, if it can. */
bool delivery_run_turn(Core *core) {
    EventLog *log = TAILQ_FIRST(&core->scheduled_logs);
    if (!log)
        return false;
    delivery_cancel(core, log);
    uint64_t written = core->written;
    const EventReader *reader;
    for (int i = 0; i < READERS_PER_TURN && core->written == written; i++) {
        if (!(reader = event_log_next_waiting(log)))
            return true;
        delivery_take(core, reader->client);
    }
    delivery_spread(core, log);
    return true;
}
