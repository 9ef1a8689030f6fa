#include <config.h>

#include "server/core/client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "rules/coordinate.h"
#include "server/core/messages.h"
#include "server/core/commands.h"
#include "server/core/core_parts.h"
#include "server/core/game.h"

/* Returns the bytes to send, valid until the next change. */
static inline const char *output_buffer_bytes(const OutputBuffer *buffer) {
    return buffer->bytes + buffer->start;
}

enum { LINES_PER_TURN = 16 };

/* Bytes of output at which a stream waits. With a line it is less than OUTPUT_HIGH_WATER, so that
 * the output of a client that does not read is mostly that of an unfinished stream. */
enum { STREAM_HIGH_WATER = 2 * 1024 };

static void output_buffer_free(OutputBuffer *buffer);
static bool delivery_run_turn(Core *core);
static void client_mark_slow(Core *core, Client *client);
static void client_begin_reply(Core *core, Client *client);

/* ---- the buffer of the output ---- */

enum { OUTPUT_BUFFER_MIN_SIZE = 512 }; /* usually a reply and an event */

static void reserve(OutputBuffer *buffer, size_t room) {
    if (buffer->capacity - buffer->end >= room)
        return;
    size_t length = output_buffer_length(buffer);
    if (buffer->start > 0) {
        memmove(buffer->bytes, buffer->bytes + buffer->start, length);
        buffer->start = 0;
        buffer->end = (uint32_t)length;
    }
    size_t capacity = buffer->capacity ? buffer->capacity : OUTPUT_BUFFER_MIN_SIZE;
    while (capacity - length < room)
        capacity *= 2;
    if (capacity != buffer->capacity) {
        buffer->bytes = memory_resize(buffer->bytes, capacity, 1);
        buffer->capacity = (uint32_t)capacity;
    }
}

static void empty(OutputBuffer *buffer) {
    buffer->start = buffer->end = 0;
    if (buffer->capacity > OUTPUT_BUFFER_MIN_SIZE)
        output_buffer_free(buffer);
}

/* Removes the first `length` bytes, which were sent. */
static void output_buffer_consume(OutputBuffer *buffer, size_t length) {
    if (length == 0)
        return;
    buffer->start += (uint32_t)length;
    buffer->held = 0;
    bool mid_line = buffer->bytes[buffer->start - 1] != '\n';
    if (buffer->start == buffer->end)
        empty(buffer);
    buffer->mid_line = mid_line;
}

/* Removes everything but what is held, and the rest of a line that was sent or held in part. */
static void output_buffer_truncate(OutputBuffer *buffer) {
    size_t length = output_buffer_length(buffer), kept = buffer->held;
    const char *bytes = output_buffer_bytes(buffer);
    bool mid_line = buffer->mid_line;
    if (length > kept && (kept > 0 ? bytes[kept - 1] != '\n' : mid_line)) {
        const char *end = memchr(bytes + kept, '\n', length - kept);
        kept = end ? (size_t)(end + 1 - bytes) : kept;
    }
    if (kept > 0)
        buffer->end = buffer->start + (uint32_t)kept;
    else
        empty(buffer);
    buffer->mid_line = mid_line;
}

static void output_buffer_free(OutputBuffer *buffer) {
    free(buffer->bytes);
    *buffer = (OutputBuffer){0};
}

/* ---- fair scheduling ---- */

enum {
    ERROR_COST = 3,    /* tokens for an invalid command of a throttled client */
    REPLY_COST = 1024, /* bytes of a long reply for a token */
    ROUND_TURNS = 32,  /* a round ends after this many turns, or with this many bytes of output: */
    ROUND_BYTES = 8 * 1024,
    ROUND_LIST_TURNS = 2 /* turns of the feed of the lists */
};

/* Takes a token for a command. Pauses the client and returns false if its bucket is empty. A pause
 * lasts until the tokens of a whole turn are back, but of at most half a burst. Thus a
 * client at its limit receives a few large pieces: most of the cost of such clients is sending. */
static bool scheduler_take_token(Core *core, Client *client) {
    if (client->token_taken)
        return true;
    TokenBucketRate rate = core->command_rate;
    if (token_bucket_is_full(&client->commands, core->now_ms))
        client->throttled = false;
    int64_t wait_ms = token_bucket_take(&client->commands, rate, core->now_ms);
    client->token_taken = wait_ms == 0;
    if (wait_ms > 0) {
        int64_t tokens = rate.burst / 2 < LINES_PER_TURN ? rate.burst / 2 : LINES_PER_TURN;
        int64_t pause_ms = tokens * rate.interval_us / US_PER_MS;
        client->paused = client->throttled = true;
        client->deadline_ms = core->now_ms + max_i64(pause_ms, wait_ms);
    }
    return client->token_taken;
}

/* Charges an invalid command, which costs more once the client has exceeded its rate limit. */
static void scheduler_charge_error(Core *core, Client *client) {
    if (!client->throttled)
        return;
    token_bucket_charge(&client->commands, core->command_rate, ERROR_COST - 1, core->now_ms);
    if (!client->is_reported)
        core_report_abuse(core, &client->address, "a flood of invalid lines");
    client->is_reported = true;
}

/* Charges `length` bytes of a long reply. */
static void scheduler_charge_reply(Core *core, Client *client, size_t length) {
    client->uncharged_bytes += (uint32_t)length;
    token_bucket_charge(&client->commands, core->command_rate, client->uncharged_bytes / REPLY_COST,
                        core->now_ms);
    client->uncharged_bytes %= REPLY_COST;
}

/* Add the client to the queue of the next rounds, or remove it. Both may be repeated. */
static void scheduler_defer(Core *core, Client *client) {
    if (client->deferred)
        return;
    client->deferred = true;
    TAILQ_INSERT_TAIL(&core->deferred, client, deferred_entry);
}

static void scheduler_cancel(Core *core, Client *client) {
    if (!client->deferred)
        return;
    client->deferred = false;
    TAILQ_REMOVE(&core->deferred, client, deferred_entry);
}

/* A client with more work gets its next turn after all others. */
static bool run_client_turn(Core *core) {
    Client *client = TAILQ_FIRST(&core->deferred);
    if (!client)
        return false;
    scheduler_cancel(core, client);
    client_resume(core, client);
    return true;
}

/* The feed of the lists has few turns, since it can wait. Then clients and events alternate. */
void scheduler_run(Core *core) {
    for (int turn = 0; turn < ROUND_LIST_TURNS && list_feed_run_turn(core);)
        turn++;
    uint64_t byte_limit = core->written + ROUND_BYTES;
    for (int turn = 0; turn < ROUND_TURNS && core->written < byte_limit; turn++) {
        bool clients_first = turn % 2 == 0;
        if (!(clients_first && run_client_turn(core)) && !delivery_run_turn(core) &&
            !run_client_turn(core))
            return;
    }
}

/* ---- long replies ---- */

enum { LEGAL_LINE = 400 }; /* bytes of moves after which a line ends */

Stream *stream_begin(Core *core, Client *client, StreamKind kind, const Request *request,
                     CachedGame *game) {
    client_begin_reply(core, client);
    Stream *stream = memory_allocate(sizeof *stream);
    stream->kind = kind;
    stream->verb = request->verb;
    memcpy(stream->tag, request->tag, sizeof stream->tag);
    stream->game = game;
    if (game) {
        game->stream_count++;
        game_cache_update(core, game);
    }
    client->stream = stream;
    return stream;
}

/* Frees the client's stream, if it has one. */
static void stream_stop(Core *core, Client *client) {
    Stream *stream = client->stream;
    if (!stream)
        return;
    client->stream = NULL;
    if (stream->game) {
        stream->game->stream_count--;
        game_cache_update(core, stream->game);
    }
    core->stream_bytes -= stream->text_length + stream->move_count * sizeof *stream->moves;
    free(stream->moves);
    free(stream->text);
    free(stream);
}

void stream_set_text(Core *core, Stream *stream, char *text, size_t length) {
    stream->text = memory_resize(text, length + 1, 1); /* a buffer may be larger */
    stream->text_length = length;
    core->stream_bytes += length;
}

void stream_set_moves(Core *core, Stream *stream, const MoveList *moves) {
    stream->move_count = (uint32_t)moves->count;
    stream->moves = memory_resize(NULL, moves->count + 1, sizeof *stream->moves);
    memcpy(stream->moves, moves->moves, moves->count * sizeof *stream->moves);
    core->stream_bytes += moves->count * sizeof *stream->moves;
}

bool stream_check_memory(const Core *core) {
    return core->stream_bytes <= (size_t)core->limits.exports_mib * 1024 * 1024;
}

/* ---- producers: each sends a line, or returns false at the end of the reply ---- */

static bool produce_ply(Core *core, Client *client, Stream *stream) {
    if (stream->at >= stream->end)
        return false;
    reply_move(core, client, stream->tag, stream->game, stream->at++);
    return true;
}

static bool produce_moves(Core *core, Client *client, Stream *stream) {
    if (stream->sent >= stream->move_count)
        return false;
    Message *message = reply_begin(core, DATA_LEGAL, stream->tag);
    char *text = message->fields.text;
    size_t length = 0;
    while (stream->sent < stream->move_count && length < LEGAL_LINE) {
        if (length > 0)
            text[length++] = ' ';
        length += coordinate_write(stream->moves[stream->sent++], text + length);
    }
    fields_set(&message->fields, FIELD_ECHO);
    client_send(core, client, message);
    return true;
}

static bool produce_listed_game(Core *core, Client *client, Stream *stream) {
    stream->at = game_cache_next_listed(core, stream->open, stream->live, stream->at);
    stream->more = stream->at < core->games.slot_count;
    if (!stream->more || stream->limit == 0)
        return false;
    stream->limit--;
    reply_listed_game(core, client, stream->tag, core->games.slots[stream->at++]);
    return true;
}

static bool produce_help(Core *core, Client *client, Stream *stream) {
    if (stream->at >= stream->end)
        return false;
    Verb verb = (Verb)stream->at++;
    Message *message = reply_begin(core, COMMENT_TEXT, stream->tag);
    snprintf(message->fields.text, sizeof message->fields.text, "%s%s%s: %s", verb_word(verb),
             *verb_synopsis(verb) ? " " : "", verb_synopsis(verb), verb_summary(verb));
    fields_set(&message->fields, FIELD_TEXT);
    client_send(core, client, message);
    return true;
}

static bool produce_text(Core *core, Client *client, Stream *stream) {
    if (stream->text_at >= stream->text_length)
        return false;
    const char *line = stream->text + stream->text_at;
    const char *end = memchr(line, '\n', stream->text_length - stream->text_at);
    size_t length = end ? (size_t)(end - line) : stream->text_length - stream->text_at;
    Message *message = reply_begin(core, DATA_TEXT, stream->tag);
    size_t shown = length < LINE_CLIENT_MAX ? length : LINE_CLIENT_MAX;
    memcpy(message->fields.text, line, shown);
    message->fields.text[shown] = '\0';
    fields_set(&message->fields, FIELD_TEXT);
    client_send(core, client, message);
    stream->text_at += length + (end ? 1 : 0);
    return true;
}

/* ---- final lines ---- */

static void finish(Core *core, Client *client, const Stream *stream) {
    MessageType type = message_success(stream->verb);
    Message *message = stream->game ? reply_begin_game(core, type, stream->tag, stream->game)
                                    : reply_begin(core, type, stream->tag);
    Fields *field = &message->fields;
    switch (stream->kind) {
    case STREAM_WATCH:
        field->ply = stream->end;
        fields_set(field, FIELD_PLY);
        break;
    case STREAM_MOVES:
        field->next = stream->end;
        fields_set(field, FIELD_NEXT);
        break;
    case STREAM_LEGAL:
        field->count = stream->sent;
        fields_set(field, FIELD_AMOUNT);
        if (stream->more)
            fields_set(field, FIELD_MORE);
        break;
    case STREAM_LIST:
        field->next = stream->at;
        if (stream->more)
            fields_set(field, FIELD_NEXT);
        field->choice = stream->open ? LIST_OPEN : LIST_LIVE;
        if (!stream->open || !stream->live)
            fields_set(field, FIELD_CHOICE);
        break;
    case STREAM_HELP:
    case STREAM_TEXT:
        break;
    }
    client_send(core, client, message);
}

typedef bool Producer(Core *core, Client *client, Stream *stream);

static Producer *const producers[] = {
    [STREAM_WATCH] = produce_ply,   [STREAM_MOVES] = produce_ply,
    [STREAM_LEGAL] = produce_moves, [STREAM_LIST] = produce_listed_game,
    [STREAM_HELP] = produce_help,   [STREAM_TEXT] = produce_text,
};

/* Sends lines until the output reaches STREAM_HIGH_WATER or the reply is complete. */
static void stream_run(Core *core, Client *client) {
    Stream *stream = client->stream;
    uint64_t before = core->written;
    while (!client->slow && output_buffer_length(&client->output) < STREAM_HIGH_WATER) {
        if (producers[stream->kind](core, client, stream))
            continue;
        finish(core, client, stream);
        stream_stop(core, client);
        break;
    }
    scheduler_charge_reply(core, client, (size_t)(core->written - before));
}

/* ---- the delivery of events ---- */

enum {
    AT_ONCE = 32,         /* readers that receive an event at once */
    READERS_PER_TURN = 16 /* readers of a turn that sends nothing */
};

/* ---- readers ---- */

/* Makes the client, by one of its readers, receive the later events of a log. May be repeated. */
static void delivery_start(Client *client, EventReader *reader, EventLog *log) {
    if (reader->log)
        return;
    reader->client = client;
    reader->serial = client->serial;
    event_reader_start(reader, log);
    LIST_INSERT_HEAD(&client->readers, reader, of_client);
}

/* Ends that. May be repeated. */
static void delivery_stop(Core *core, EventReader *reader) {
    if (!reader->log)
        return;
    LIST_REMOVE(reader, of_client);
    event_reader_stop(&core->events, reader);
}

static void delivery_stop_all(Core *core, Client *client) {
    EventReader *reader;
    while ((reader = LIST_FIRST(&client->readers)))
        delivery_stop(core, reader);
}

/* ---- events ---- */

/* Adds an event to a log. Clients take it when delivery_take() or delivery_spread() is called.
 * A client that does not read keeps the events of a log in memory: beyond a limit, the clients that
 * have read the least are marked as slow. */
static void delivery_add(Core *core, EventLog *log, const Message *event, EventAudience audience) {
    if (log->reader_count == 0)
        return;
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(event, line);
    event_log_add(&core->events, log, line, length, audience);
    while (log->bytes > (size_t)core->limits.events_kib * 1024)
        client_mark_slow(core, event_log_last_reader(log)->client);
    while (core->events.bytes > (size_t)core->limits.events_total_mib * 1024 * 1024)
        client_mark_slow(core, event_logs_last_reader(&core->events)->client);
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

/* Sends the client its events as far as its output has room, unless a reply is being sent. */
static void delivery_take(Core *core, Client *client) {
    take(core, client, false);
}

/* Sends the client all its events, so that they come before a reply. */
static void delivery_take_all(Core *core, Client *client) {
    take(core, client, true);
}

/* ---- turns ---- */

/* Lets the readers of a log take its events: few at once, many in turns of the scheduler. */
static void delivery_spread(Core *core, EventLog *log) {
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

/* Runs a turn of the log that waits the longest: sends something to one client, if it can. Returns
 * false if no log waits. */
static bool delivery_run_turn(Core *core) {
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

/* ---- subscribers ---- */

Subscriber *subscriber_find(const Client *client, const CachedGame *game) {
    Subscriber *subscriber;
    LIST_FOREACH(subscriber, &client->subscribers, of_client)
        if (subscriber->game == game)
            break;
    return subscriber;
}

/* Returns the client's oldest subscription to a game that is over, or NULL. */
static Subscriber *find_oldest_over(const Client *client) {
    Subscriber *subscriber, *oldest = NULL;
    LIST_FOREACH(subscriber, &client->subscribers, of_client)
        if (game_state_is_over(&subscriber->game->state))
            oldest = subscriber;
    return oldest;
}

bool subscriber_check_limit(Core *core, Client *client, const char *tag, const CachedGame *game) {
    if (client->subscriber_count < core->limits.watched || subscriber_find(client, game) ||
        find_oldest_over(client))
        return true;
    reply_error(core, client, tag, PROTO_ERR_FULL,
                "a connection watches at most %d game%s; UNWATCH one", core->limits.watched,
                text_plural((uint64_t)core->limits.watched));
    return false;
}

Subscriber *subscriber_add(Core *core, Client *client, CachedGame *game) {
    Subscriber *subscriber = subscriber_find(client, game);
    if (subscriber)
        return subscriber;
    Subscriber *over = find_oldest_over(client);
    if (over && client->subscriber_count >= core->limits.watched)
        subscriber_remove(core, over);
    subscriber = memory_allocate(sizeof *subscriber);
    *subscriber = (Subscriber){.client = client, .game = game, .seat = SEAT_NONE};
    LIST_INSERT_HEAD(&client->subscribers, subscriber, of_client);
    LIST_INSERT_HEAD(&game->subscribers, subscriber, of_game);
    client->subscriber_count++;
    core->subscriber_count++;
    game_cache_update(core, game);
    return subscriber;
}

void subscriber_start_events(Subscriber *subscriber) {
    delivery_start(subscriber->client, &subscriber->events, &subscriber->game->events);
}

void subscriber_notify(Core *core, CachedGame *game, const Message *event, EventAudience audience) {
    delivery_add(core, &game->events, event, audience);
    for (int color = 0; color < COLOR_COUNT; color++)
        if (game->seated[color])
            delivery_take(core, game->seated[color]->client);
    delivery_spread(core, &game->events);
}

void subscriber_notify_all(Core *core, CachedGame *game, const Message *event,
                           const Client *except) {
    subscriber_notify(core, game, event, (EventAudience){.except = except ? except->serial : 0});
}

void subscriber_set_name(Subscriber *subscriber, const char *name) {
    free(subscriber->name);
    subscriber->name = name[0] ? memory_strdup(name) : NULL;
}

Seat subscriber_seat(const CachedGame *game, const Client *client) {
    for (int color = 0; color < COLOR_COUNT; color++)
        if (game->seated[color] && game->seated[color]->client == client)
            return (Seat)color;
    return SEAT_NONE;
}

static void replace(Core *core, Subscriber *subscriber) {
    subscriber->seat = SEAT_NONE;
    subscriber->events.is_player = false;
    announce_replaced(core, subscriber->game, subscriber->client);
}

void subscriber_take_seat(Core *core, Subscriber *subscriber, Color color, bool is_announced) {
    CachedGame *game = subscriber->game;
    Subscriber *before = game->seated[color];
    bool was_present = presence_is_present(core, game, (Role)color);
    delivery_take_all(core, subscriber->client); /* while it is a spectator */
    subscriber_start_events(subscriber);
    game->seated[color] = subscriber;
    subscriber->seat = (uint8_t)color;
    subscriber->events.is_player = true;
    if (before && before != subscriber)
        replace(core, before);
    game_cache_update_lists(core, game);
    if (is_announced || !was_present)
        announce_join(core, game, color, subscriber->client);
}

void subscriber_lose_seat(Core *core, CachedGame *game, Color color) {
    Subscriber *holder = game->seated[color];
    game->seated[color] = NULL;
    replace(core, holder);
}

void subscriber_remove(Core *core, Subscriber *subscriber) {
    CachedGame *game = subscriber->game;
    Seat seat = (Seat)subscriber->seat;
    if (game->creator == subscriber)
        game->creator = NULL;
    if (seat != SEAT_NONE) {
        game->seated[seat] = NULL;
        game->absent_since_ms[seat] = core->now_ms;
    }
    delivery_stop(core, &subscriber->events);
    LIST_REMOVE(subscriber, of_client);
    LIST_REMOVE(subscriber, of_game);
    subscriber->client->subscriber_count--;
    core->subscriber_count--;
    free(subscriber->name);
    free(subscriber);
    if (seat != SEAT_NONE && !presence_is_present(core, game, (Role)seat))
        announce_leave(core, game, (Color)seat);
    presence_settle(core, game);
    game_cache_update(core, game);
}

/* ---- the rate of talk ---- */

enum {
    LINES_BURST = 5,
    HEARERS_PER_LINE = 1000, /* each full number of them costs the speaker one more line */
    FEW_HEARERS = 8,         /* up to these are free: players can always talk to each other */
    GAMES_AT_RATE = 4        /* that many games can use up the rate of the server */
};

void talk_rate_configure(Core *core) {
    int heard = core->limits.heard_per_s;
    core->talk.line_rate = token_bucket_rate(core->limits.talk_per_minute, 60 * 1000, LINES_BURST);
    core->talk.heard_rate = token_bucket_rate(heard, 1000, heard);
    core->talk.game_rate =
        token_bucket_rate(heard, 1000 * GAMES_AT_RATE, heard / GAMES_AT_RATE + 1);
}

int64_t talk_rate_take(Core *core, Client *client, CachedGame *game, uint32_t hearers) {
    bool counts = hearers > FEW_HEARERS;
    int64_t now_ms = core->now_ms;
    int64_t wait_ms = token_bucket_wait(&client->talk, core->talk.line_rate, now_ms);
    if (counts) {
        wait_ms = max_i64(wait_ms, token_bucket_wait(&game->talk, core->talk.game_rate, now_ms));
        wait_ms =
            max_i64(wait_ms, token_bucket_wait(&core->talk.heard, core->talk.heard_rate, now_ms));
    }
    if (wait_ms > 0)
        return wait_ms;
    token_bucket_charge(&client->talk, core->talk.line_rate, 1 + hearers / HEARERS_PER_LINE,
                        now_ms);
    if (counts) {
        token_bucket_charge(&game->talk, core->talk.game_rate, hearers, now_ms);
        token_bucket_charge(&core->talk.heard, core->talk.heard_rate, hearers, now_ms);
    }
    return 0;
}

/* ---- one client ---- */

enum {
    CLOSE_TIMEOUT_MS = 10 * 1000, /* to send the last output */
    JUMP_MS = 1000                /* after a deadline that was missed because the time jumped */
};

/* ---- deadlines ---- */

/* Returns when the first line, or a line that was begun, is overdue. */
static int64_t line_deadline(const Core *core, const Client *client) {
    int64_t due = INT64_MAX;
    if (!client->has_sent_line)
        due = client->connected_ms + (int64_t)core->limits.first_line_s * 1000;
    if (client->line_started_ms != 0)
        due = min_i64(due, client->line_started_ms + (int64_t)core->limits.line_s * 1000);
    return due;
}

static void set_timer(Core *core, Client *client) {
    int64_t due =
        client->paused || client->closing ? client->deadline_ms : line_deadline(core, client);
    if (due == INT64_MAX)
        timers_cancel(&core->timers, &client->timer);
    else if (client->timer.heap_index == 0 || client->timer.due != due)
        timers_set(&core->timers, &client->timer, due);
}

/* The time of a shared store goes on in jumps after this server could not reach the store. Returns
 * whether the line has more time for that reason. */
static bool restart_deadline(const Core *core, Client *client) {
    if (!core->store->is_shared || core->now_ms < line_deadline(core, client) + JUMP_MS)
        return false;
    client->connected_ms = core->now_ms;
    if (client->line_started_ms != 0)
        client->line_started_ms = core->now_ms;
    return true;
}

void client_on_timer(Core *core, Client *client) {
    if (client->closing) {
        client->close_now = true;
        client_mark_changed(core, client);
    } else if (client->paused) {
        client->paused = false;
        scheduler_defer(core, client);
    } else if (core->now_ms >= line_deadline(core, client) && !restart_deadline(core, client)) {
        core->counters.timed_out++;
        client_disconnect(core, client,
                          client->line_started_ms != 0 ? "unfinished line" : "silence", 0);
    } else {
        set_timer(core, client);
    }
}

/* ---- output ---- */

void client_mark_changed(Core *core, Client *client) {
    if (client->changed)
        return;
    client->changed = true;
    TAILQ_INSERT_TAIL(&core->changed, client, changed_entry);
}

static void queue_slow(Core *core, Client *client) {
    if (client->slow || client->closing)
        return;
    client->slow = true;
    TAILQ_INSERT_TAIL(&core->slow, client, slow_entry);
}

static void unqueue_slow(Core *core, Client *client) {
    if (client->slow)
        TAILQ_REMOVE(&core->slow, client, slow_entry);
    client->slow = false;
}

/* Ends the client's events, which it does not read, and disconnects it soon. */
static void client_mark_slow(Core *core, Client *client) {
    queue_slow(core, client);
    delivery_stop_all(core, client);
}

void client_send_line(Core *core, Client *client, const char *line, size_t length) {
    if (client->slow || client->closing)
        return;
    OutputBuffer *output = &client->output;
    reserve(output, length);
    memcpy(output->bytes + output->end, line, length);
    output->end += (uint32_t)length;
    core->written += length;
    client_mark_changed(core, client);
    if (output_buffer_length(output) > (size_t)core->limits.events_kib * 1024)
        queue_slow(core, client);
}

/* Sends the events that come before a reply, and none until its last line. */
static void client_begin_reply(Core *core, Client *client) {
    if (!client->in_reply)
        delivery_take_all(core, client);
    client->in_reply = true;
}

void client_send(Core *core, Client *client, const Message *message) {
    char line[MESSAGE_LINE_SIZE];
    size_t length = message_write(message, line);
    client_begin_reply(core, client);
    client_send_line(core, client, line, length);
    client->in_reply = line[0] == MESSAGE_DATA || line[0] == MESSAGE_COMMENT;
}

const char *client_output(const Client *client, size_t *length) {
    *length = output_buffer_length(&client->output);
    /* A throttled client receives the replies of its turn together. */
    if (client->throttled && !client->closing && (client->waiting_for || client->deferred) &&
        *length <= OUTPUT_HIGH_WATER)
        *length = 0;
    return *length ? output_buffer_bytes(&client->output) : NULL;
}

void client_hold_output(Client *client, size_t length) {
    client->output.held = (uint32_t)length;
}

void client_sent(Core *core, Client *client, size_t length) {
    bool was_full = output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
    output_buffer_consume(&client->output, length);
    size_t left = output_buffer_length(&client->output);
    if (client->closing && left == 0)
        client->close_now = true;
    if (was_full || client->close_now)
        client_mark_changed(core, client);
    if (!client->closing && ((client->stream && left < STREAM_HIGH_WATER) ||
                             ((was_full || client->is_behind || list_feed_is_stuck(client->list)) &&
                              left <= OUTPUT_HIGH_WATER)))
        scheduler_defer(core, client);
}

void client_notify_all(Core *core, MessageType event, const char *text) {
    bool is_notice = event == EVENT_NOTICE;
    if (!is_notice)
        delivery_add(core, &core->announcements, reply_begin(core, event, NULL),
                     (EventAudience){0});
    Message *message = reply_begin(core, is_notice ? EVENT_NOTICE : COMMENT_TEXT, NULL);
    text_copy(message->fields.text, sizeof message->fields.text, text);
    fields_set(&message->fields, FIELD_TEXT);
    delivery_add(core, &core->announcements, message, (EventAudience){0});
    delivery_spread(core, &core->announcements);
}

/* ---- input ---- */

/* Received bytes that are not processed yet; borrowed. */
typedef struct ClientInput {
    const char *bytes;
    size_t length;
} ClientInput;

static bool is_blocked(const Core *core, const Client *client) {
    return client->pending || client->waiting_for || client->waits_for_database || client->stream ||
           client->paused || client->closing || client->slow || client->is_behind ||
           core->draining || output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
}

ClientAction client_action(const Client *client) {
    if (client->close_now)
        return CLIENT_CLOSE;
    bool pause = client->closing || client->input_ended || client->paused || client->line_pending ||
                 client->backlog || client->pending || client->stream || client->waiting_for ||
                 client->is_behind || output_buffer_length(&client->output) > OUTPUT_HIGH_WATER;
    return pause ? CLIENT_PAUSE : CLIENT_READ;
}

static void run_line(Core *core, Client *client) {
    client->line_pending = !scheduler_take_token(core, client);
    if (client->line_pending)
        return;
    client->has_sent_line = true;
    core->counters.commands++;
    uint64_t errors = core->counters.command_errors;
    HandlerStatus status = command_run(core, client);
    if (core->counters.command_errors > errors)
        scheduler_charge_error(core, client);
    client->line_pending =
        !client->closing && (status == HANDLER_RETRY || status == HANDLER_PENDING_RETRY ||
                             (status == HANDLER_PENDING && core->store->is_shared));
    client->token_taken = client->line_pending;
    if (client->stream)
        stream_run(core, client);
    delivery_take(core, client);
    list_feed_resume(core, client);
}

/* Each piece of a line that is too long costs a token, because the line may be endless. */
static void charge_long_line(Core *core, Client *client) {
    if (!scheduler_take_token(core, client))
        token_bucket_charge(&client->commands, core->command_rate, 1, core->now_ms);
    client->token_taken = false;
}

/* The first LINE_CLIENT_MAX bytes of the line are in the reader. */
static void reject_long_line(Core *core, Client *client) {
    char tag[TAG_MAX + 1];
    client->has_sent_line = true;
    charge_long_line(core, client);
    request_read_tag(client->reader.bytes, LINE_CLIENT_MAX, tag);
    reply_error(core, client, tag, PROTO_ERR_TOOLONG, "a line can have at most %d bytes",
                LINE_CLIENT_MAX);
    scheduler_charge_error(core, client);
}

static void run_lines(Core *core, Client *client, ClientInput *input) {
    delivery_take(core, client);
    for (int lines = 0; lines < LINES_PER_TURN && !is_blocked(core, client); lines++) {
        if (client->line_pending) {
            run_line(core, client);
            continue;
        }
        size_t length = input->length;
        LineStatus status = line_reader_next(&client->reader, &input->bytes, &input->length);
        if (status == LINE_NONE) {
            if (client->reader.skipping && length > 0)
                charge_long_line(core, client);
            return;
        }
        client->line_started_ms = 0;
        client->has_asked = false;
        size_t shown = status == LINE_READY ? client->reader.length : LINE_CLIENT_MAX;
        /* A page in a browser can send a request with lines of this protocol after its first. */
        if (!client->has_sent_line && request_is_http(client->reader.bytes, shown))
            client_disconnect(core, client, "this server speaks congo/1, not HTTP", 0);
        else if (status == LINE_READY)
            run_line(core, client);
        else
            reject_long_line(core, client);
    }
}

/* Lines are read into the core's scratch memory. A client gets memory of its own only while a line
 * is unfinished or pending. */
static void return_scratch(Core *core, Client *client) {
    LineReader *reader = &client->reader;
    bool needed = client->line_pending || line_reader_is_partial(reader);
    if (needed && reader->bytes == core->scratch) {
        reader->bytes = memory_resize(NULL, sizeof core->scratch, 1);
        memcpy(reader->bytes, core->scratch, sizeof core->scratch);
    } else if (!needed) {
        if (reader->bytes != core->scratch)
            free(reader->bytes);
        reader->bytes = NULL;
    }
}

static void process_input(Core *core, Client *client, ClientInput *input) {
    if (!client->reader.bytes)
        client->reader.bytes = core->scratch;
    run_lines(core, client, input);
    return_scratch(core, client);
    if (input->length > 0 && !is_blocked(core, client))
        scheduler_defer(core, client);
}

static void drop_backlog(Client *client) {
    free(client->backlog);
    client->backlog = NULL;
    client->backlog_start = client->backlog_end = 0;
}

static void append_backlog(Client *client, const char *bytes, size_t length) {
    client->backlog = memory_resize(client->backlog, client->backlog_end + length, 1);
    memcpy(client->backlog + client->backlog_end, bytes, length);
    client->backlog_end += (uint32_t)length;
}

static void process_backlog(Core *core, Client *client) {
    ClientInput input = {NULL, 0};
    if (client->backlog)
        input = (ClientInput){client->backlog + client->backlog_start,
                              client->backlog_end - client->backlog_start};
    process_input(core, client, &input);
    if (input.length == 0 || client->closing)
        drop_backlog(client);
    else
        client->backlog_start = client->backlog_end - (uint32_t)input.length;
}

static void update_line_timer(Core *core, Client *client) {
    bool is_unfinished =
        line_reader_is_partial(&client->reader) && !client->line_pending && !client->backlog;
    if (!is_unfinished)
        client->line_started_ms = 0;
    else if (client->line_started_ms == 0)
        client->line_started_ms = core->now_ms;
    set_timer(core, client);
}

static void close_if_finished(Core *core, Client *client) {
    if (client->input_ended && !client->backlog && !client->line_pending && !client->closing &&
        !is_blocked(core, client))
        client_close_after_output(core, client);
}

void client_resume(Core *core, Client *client) {
    if (client->closing)
        return;
    if (client->stream)
        stream_run(core, client);
    delivery_take(core, client);
    list_feed_resume(core, client);
    if ((client->backlog || client->reader.bytes) && !is_blocked(core, client))
        process_backlog(core, client);
    update_line_timer(core, client);
    close_if_finished(core, client);
    client_mark_changed(core, client);
}

bool client_waits_for_database(Core *core, Client *client) {
    client->waits_for_database = !core_database_answers(core);
    return client->waits_for_database;
}

void client_resume_waiting(Core *core) {
    Client *client;
    LIST_FOREACH(client, &core->clients, entry)
        if (client->waits_for_database) {
            client->waits_for_database = false;
            scheduler_defer(core, client);
        }
}

void client_receive(Core *core, Client *client, const char *bytes, size_t length) {
    if (client->closing)
        return;
    if (client->backlog) { /* the owner ignores CLIENT_PAUSE */
        append_backlog(client, bytes, length);
        return;
    }
    client->received_ms = core->now_ms;
    client->watched_ms = core->outage.now_ms;
    ClientInput input = {bytes, length};
    process_input(core, client, &input);
    if (input.length > 0 && !client->closing)
        append_backlog(client, input.bytes, input.length);
    update_line_timer(core, client);
    client_mark_changed(core, client);
    client_disconnect_slow(core);
}

void client_end_input(Core *core, Client *client) {
    client->input_ended = true;
    close_if_finished(core, client);
    client_mark_changed(core, client);
    client_disconnect_slow(core);
}

/* ---- opening and closing ---- */

static void send_comment(Core *core, Client *client, const char *what, const char *text) {
    if (!text || !text[0])
        return;
    Message *message = reply_begin(core, COMMENT_TEXT, NULL);
    snprintf(message->fields.text, sizeof message->fields.text, "%s%s", what, text);
    fields_set(&message->fields, FIELD_TEXT);
    client_send(core, client, message);
    client->in_reply = false; /* it belongs to no reply */
}

static void send_greeting(Core *core, Client *client) {
    Message *message = reply_begin(core, EVENT_HELLO, NULL);
    message->fields.protocol = PROTOCOL_VERSION;
    snprintf(message->fields.program, sizeof message->fields.program, "congod/%s", core->version);
    message->fields.maxline = LINE_CLIENT_MAX;
    fields_set(&message->fields, FIELD_PROTOCOL);
    fields_set(&message->fields, FIELD_PROGRAM);
    fields_set(&message->fields, FIELD_MAXLINE);
    client_send(core, client, message);
    if (core->readonly)
        client_send(core, client, reply_begin(core, EVENT_READONLY, NULL));
    send_comment(core, client, "", core->greeting);
    send_comment(core, client, "Contact: ", core->contact);
}

static const char *connection_limit_error(const Core *core, const Address *address,
                                          const AddressEntry *entry) {
    if (core->draining || core->failure)
        return "!BYE shutting down retry=5\n";
    if (restrictions_ban(core, address))
        return "!BYE " BAN_REASON " retry=3600\n";
    if (!core_database_answers(core))
        return "!BYE " OUTAGE_REASON " retry=5\n";
    if (core->client_count >= (uint32_t)core->limits.clients)
        return "!BYE full retry=30\n";
    if (core->limits.clients_per_address > 0 && !address_is_local(&entry->address) &&
        entry->clients > core->limits.clients_per_address) {
        core_report_abuse(core, address, "too many connections");
        return "!BYE too many connections from this address retry=60\n";
    }
    return NULL;
}

Client *client_open(Core *core, const Address *address, void *user_data, const char **rejection) {
    core->counters.connections++;
    AddressEntry *entry = address_table_add_client(&core->addresses, address, core->now_ms);
    *rejection = connection_limit_error(core, address, entry);
    if (*rejection) {
        core->counters.rejected++;
        address_table_remove_client(entry);
        return NULL;
    }
    Client *client = memory_allocate(sizeof *client);
    client->user_data = user_data;
    client->serial = ++core->last_serial;
    client->address = *address;
    client->address_entry = entry;
    client->timer = (Timer){.owner = client, .kind = TIMER_CLIENT};
    line_reader_init(&client->reader, NULL, LINE_CLIENT_MAX);
    LIST_INSERT_HEAD(&core->clients, client, entry);
    core->client_count++;
    client->connected_ms = core->now_ms;
    set_timer(core, client);
    send_greeting(core, client);
    delivery_start(client, &client->announcements, &core->announcements);
    return client;
}

void *client_user_data(const Client *client) {
    return client->user_data;
}

/* Cancels the client's input, stream, waits and subscriptions. Calls of the store continue without
 * it. */
static void detach(Core *core, Client *client) {
    unqueue_slow(core, client);
    drop_backlog(client);
    client->line_pending = client->token_taken = client->paused = false;
    stream_stop(core, client);
    if (client->waiting_for)
        game_cache_cancel_wait(client);
    if (client->pending) {
        client->pending->client = NULL;
        client->pending = NULL;
    }
    delivery_stop_all(core, client);
    list_feed_unsubscribe(core, client);
    for (Subscriber *subscriber = LIST_FIRST(&client->subscribers), *next; subscriber;
         subscriber = next) {
        next = LIST_NEXT(subscriber, of_client);
        subscriber_remove(core, subscriber);
    }
}

void client_close(Core *core, Client *client) {
    client->closing = true;
    detach(core, client);
    timers_cancel(&core->timers, &client->timer);
    address_table_remove_client(client->address_entry);
    scheduler_cancel(core, client);
    if (client->changed)
        TAILQ_REMOVE(&core->changed, client, changed_entry);
    LIST_REMOVE(client, entry);
    core->client_count--;
    output_buffer_free(&client->output);
    free(client->reader.bytes);
    free(client);
    client_disconnect_slow(core);
}

void client_close_after_output(Core *core, Client *client) {
    client->closing = true;
    client->close_now = output_buffer_length(&client->output) == 0;
    client->deadline_ms = core->now_ms + CLOSE_TIMEOUT_MS;
    detach(core, client);
    set_timer(core, client);
    client_mark_changed(core, client);
}

void client_disconnect(Core *core, Client *client, const char *why, uint32_t retry_s) {
    if (client->closing)
        return;
    unqueue_slow(core, client);
    stream_stop(core, client);
    delivery_take(core, client);
    delivery_stop_all(core, client);
    Message *message = reply_begin(core, EVENT_BYE, NULL);
    text_copy(message->fields.text, sizeof message->fields.text, why);
    message->fields.retry_seconds = retry_s;
    fields_set(&message->fields, FIELD_BYE_REASON);
    fields_set(&message->fields, FIELD_RETRY_IN);
    client_send(core, client, message);
    client_close_after_output(core, client);
}

void client_disconnect_all(Core *core, const char *why, uint32_t retry_s) {
    Client *client;
    LIST_FOREACH(client, &core->clients, entry)
        client_disconnect(core, client, why, retry_s);
}

/* The LEAVE events of a disconnected client may make other clients slow, hence the loop. */
void client_disconnect_slow(Core *core) {
    Client *client;
    while ((client = TAILQ_FIRST(&core->slow))) {
        core->counters.slow++;
        delivery_stop_all(core, client);
        output_buffer_truncate(&client->output);
        client_disconnect(core, client, "slow", 0);
    }
}
