#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rules/movegen.h"
#include "simulated_play.h"
#include "simulation_parts.h"

enum {
    MOVES_EXAMINED = 200,
    LATE_MS = 6000 /* with the ways of lines and news */
};

/* ---- requests ---- */

static SentRequest *find_request(Actor *client, unsigned tag) {
    for (size_t i = 0; i < REQUESTS_MAX; i++)
        if (client->requests[i].tag == tag)
            return &client->requests[i];
    return NULL;
}

static void send_line(Actor *client, const SentRequest *request, const char *text) {
    SentRequest *free_request = find_request(client, 0);
    if (!client->connection || !free_request)
        return;
    char line[400];
    if (request->verb == VERB_JOIN || request->verb == VERB_NEW)
        client->asked_ms = client->simulation->schedule.now_ms;
    *free_request = *request;
    free_request->tag = ++client->last_tag;
    int length = snprintf(line, sizeof line, "@%u %s\n", free_request->tag, text);
    simulation_trace(client->simulation, "client %u sends %.*s", client->number, length - 1, line);
    network_send(client->connection, line, (size_t)length);
}

void actor_send(Actor *client, Verb verb, const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    SentRequest request = {.verb = verb, .watcher = SIZE_MAX};
    snprintf(request.id, sizeof request.id, "%s", client->id);
    if (client->table && strcmp(client->id, client->table->id) == 0)
        request.acknowledged = client->table->acknowledged;
    send_line(client, &request, text);
}

void actor_request(Actor *client, const SentRequest *request, const char *text) {
    snprintf(client->line, sizeof client->line, "%s", text);
    client->line_request = *request;
    client->line_request.watcher = SIZE_MAX;
    actor_send_again(client);
}

void actor_send_again(Actor *client) {
    if (!client->line[0] || !client->connection)
        return;
    client->line_is_sent = true;
    send_line(client, &client->line_request, client->line);
    if (random_once_in(&client->random, 10)) /* twice at once */
        send_line(client, &client->line_request, client->line);
}

bool actor_is_waiting(const Actor *client) {
    if (!client->takes_part || client->is_double)
        return false;
    for (size_t i = 0; i < REQUESTS_MAX && client->connection; i++)
        if (client->requests[i].tag != 0)
            return true;
    return client->line[0] || !client->connection;
}

static void forget_line(Actor *client) {
    client->line[0] = '\0';
}

/* ---- the game ---- */

void actor_join(Actor *client) {
    const Table *table = client->table;
    char kept[40] = "";
    bool any = table->is_rematch && random_once_in(&client->random, 3);
    if (table->kept && client->player == 1)
        snprintf(kept, sizeof kept, " invite=%s", table->invite.text);
    client->is_joining = true;
    actor_send(client, VERB_JOIN, "JOIN %s %s key=%s%s name=%s", client->id,
               any                                      ? "any"
               : table->colors[client->player] == WHITE ? "w"
                                                        : "b",
               table->keys[client->player].text, kept, table->names[client->player]);
}

void actor_enter(Actor *client) {
    const Table *table = client->table;
    if (!table->id[0] || !client->connection)
        return;
    if (strcmp(client->id, table->id) != 0) {
        if (client->id[0] && random_once_in(&client->random, 2))
            actor_send(client, VERB_UNWATCH, "UNWATCH %s", client->id);
        snprintf(client->id, sizeof client->id, "%s", table->id);
        if (client->moves)
            memset(client->moves, 0, client->moves_capacity * sizeof *client->moves);
        client->seen = 0;
        client->came_too_late = client->has_created = false;
        client->is_over = client->is_alone = client->draw_offered = client->rematch_offered = false;
        client->color = table->colors[client->player];
        position_start(&client->position, variant_default());
        forget_line(client);
    }
    client->is_watching = client->is_seated = client->was_told_end = false;
    if (client->role == CLIENT_PLAYER)
        actor_join(client);
    else if (table->kept && random_once_in(&client->random, 2)) /* a stranger's attempt */
        actor_send(client, VERB_NONE, "JOIN %s b key=%s name=eve", client->id,
                   table->creator_key.text);
    SentRequest watch = {.verb = VERB_WATCH, .from = client->seen};
    char text[80];
    snprintf(watch.id, sizeof watch.id, "%s", client->id);
    watch.watcher = history_watch(client->simulation->history, client->id, client->seen);
    snprintf(text, sizeof text, "WATCH %s from=%u", client->id, client->seen);
    send_line(client, &watch, text);
}

static void make_known_moves(Actor *client) {
    while (client->seen < client->moves_capacity && client->moves[client->seen][0]) {
        Move move;
        Error error = {0};
        if (!coordinate_parse(&client->position, client->moves[client->seen], &move, &error)) {
            simulation_fault(client->simulation, "client %u is told of a move that is none: %s",
                             client->number, client->moves[client->seen]);
            return;
        }
        position_make(&client->position, move);
        client->seen++;
        client->draw_offered = false;
    }
}

/* Learns of a move. Whoever tells it, it is always the same one. */
static void learn(Actor *client, uint32_t ply, const char *path) {
    while (ply >= client->moves_capacity) {
        size_t more = client->moves_capacity + 64;
        client->moves =
            memory_resize(client->moves, client->moves_capacity + more, sizeof *client->moves);
        memset(client->moves + client->moves_capacity, 0, more * sizeof *client->moves);
        client->moves_capacity += more;
    }
    if (client->moves[ply][0] && strcmp(client->moves[ply], path) != 0)
        simulation_fault(client->simulation,
                         "client %u is told of two moves at ply %u of game %s: %s and %s",
                         client->number, ply, client->id, client->moves[ply], path);
    snprintf(client->moves[ply], sizeof client->moves[ply], "%s", path);
    make_known_moves(client);
}

/* A move that is told on this connection: each once, in order. */
static void on_told(Actor *client, const char *id, uint32_t ply, const char *path,
                    const char *line) {
    if (strcmp(id, client->id) != 0)
        return; /* of the game before */
    if (!client->is_watching) {
        simulation_fault(client->simulation, "client %u has an event without watching: %s",
                         client->number, line);
        return;
    }
    if (ply != client->next)
        simulation_fault(client->simulation, "client %u has %s before ply %u: %s", client->number,
                         ply < client->next ? "a move again" : "a gap", client->next, line);
    history_saw(client->simulation->history, client->watcher, ply, path);
    client->next = ply + 1;
    learn(client, ply, path);
}

/* From here on, the game's moves are told. */
static void start_watching(Actor *client, const char *id, uint32_t ply) {
    if (strcmp(id, client->id) != 0)
        return;
    if (client->is_watching && client->next != ply)
        simulation_fault(client->simulation,
                         "client %u is at ply %u of game %s, but the reply says %u", client->number,
                         client->next, id, ply);
    if (client->is_watching)
        return;
    client->is_watching = true;
    client->next = ply;
    client->watcher = history_watch(client->simulation->history, id, ply);
}

static void on_end(Actor *client, const Message *message, const char *id) {
    if (!fields_has(&message->fields, FIELD_REASON))
        return;
    history_acknowledged_end(client->simulation->history, id, result_text(message->fields.result),
                             reason_word(message->fields.reason));
    if (strcmp(id, client->id) != 0)
        return;
    client->is_over = true;
    client->draw_offered = false;
    if (client->table->over_ms == 0)
        client->table->over_ms = client->simulation->schedule.now_ms;
}

static void on_rematch(Actor *client, const Message *message, const char *id) {
    Simulation *simulation = client->simulation;
    if (!fields_has(&message->fields, FIELD_GAME))
        return;
    const char *rematch = message->fields.game.text;
    history_acknowledged_rematch(simulation->history, id, rematch);
    history_acknowledged_game(simulation->history, rematch);
    if (strcmp(client->table->id, id) == 0)
        play_begin_rematch(client->table, simulation, rematch);
}

/* ---- replies ---- */

static void on_created(Actor *client, const Message *message) {
    Table *table = client->table;
    const char *id = message->fields.id.text;
    history_acknowledged_game(client->simulation->history, id);
    if (table->id[0])
        return; /* the line was sent twice */
    forget_line(client);
    play_set_game(table, client->simulation, id);
    if (table->creator_sits) { /* from now on */
        start_watching(client, id, message->fields.ply);
        client->has_created = true;
    }
}

static void on_joined(Actor *client, const SentRequest *request, const Message *message) {
    Simulation *simulation = client->simulation;
    const Table *table = client->table;
    if (request->verb == VERB_NONE) {
        simulation_fault(simulation, "client %u has a seat that is kept for another in game %s",
                         client->number, request->id);
        return;
    }
    if (strcmp(request->id, table->id) == 0) {
        history_acknowledged_seat(simulation->history, request->id, (Color)message->fields.seat,
                                  table->names[client->player]);
        if (message->fields.seat != (Seat)table->colors[client->player])
            simulation_fault(simulation, "client %u has the wrong seat of game %s", client->number,
                             request->id);
    }
    start_watching(client, request->id, message->fields.ply);
    client->is_joining = false;
    client->is_seated = strcmp(request->id, client->id) == 0;
    if (client->is_seated)
        actor_send_again(client);
}

static void on_moved(Actor *client, const SentRequest *request, const Message *message,
                     const char *line) {
    Simulation *simulation = client->simulation;
    bool is_duplicate = fields_has(&message->fields, FIELD_DUP);
    history_acknowledged(simulation->history, request->id, request->ply, request->path);
    if (strcmp(request->id, client->table->id) == 0 && client->table->acknowledged <= request->ply)
        client->table->acknowledged = request->ply + 1;
    if (is_duplicate && strcmp(request->id, client->id) == 0 && client->is_watching &&
        request->ply >= client->next)
        simulation_fault(simulation, "client %u has not been told of its move before: %s",
                         client->number, line);
    if (is_duplicate)
        simulation->result->duplicates++;
    else
        on_told(client, request->id, request->ply, request->path, line);
    simulation->result->moves += !is_duplicate;
}

/* Returns whether a reply is that to the line that waits for an answer. */
static bool is_to_line(const Actor *client, const SentRequest *request) {
    return client->line[0] && request->verb == client->line_request.verb &&
           request->ply == client->line_request.ply &&
           strcmp(request->path, client->line_request.path) == 0 &&
           strcmp(request->id, client->line_request.id) == 0;
}

static void on_success(Actor *client, const SentRequest *request, const Message *message,
                       const char *line) {
    bool is_answer = is_to_line(client, request);
    switch ((unsigned)message->type) {
    case VERB_NEW:
        on_created(client, message);
        break;
    case VERB_JOIN:
        on_joined(client, request, message);
        break;
    case VERB_WATCH:
        start_watching(client, request->id, message->fields.ply);
        break;
    case VERB_MOVE:
        on_moved(client, request, message, line);
        break;
    case VERB_REMATCH:
        on_rematch(client, message, request->id);
        break;
    case VERB_SUBSCRIBE:
        client->is_subscribed = true;
        break;
    default:
        break;
    }
    if (is_answer)
        forget_line(client);
    if (request->verb == VERB_MOVE || request->verb == VERB_RESIGN || request->verb == VERB_DRAW ||
        request->verb == VERB_ABORT || request->verb == VERB_CLAIM)
        on_end(client, message, request->id);
}

/* Returns whether a client that knows the game can be told so. */
static bool is_expected(const Actor *client, const SentRequest *request, ProtocolError error) {
    bool is_current = strcmp(request->id, client->id) == 0;
    switch (error) {
    case PROTO_ERR_STALE:
    case PROTO_ERR_OVER:
    case PROTO_ERR_READONLY:
        return true;
    case PROTO_ERR_AHEAD:
        return client->is_readonly; /* and its server has missed news, so that JOIN told nothing */
    case PROTO_ERR_NOTSEATED:
        return !client->is_seated || !is_current;
    case PROTO_ERR_NOOFFER:
        return request->verb == VERB_DRAW || request->verb == VERB_REMATCH ||
               request->verb == VERB_CLAIM;
    case PROTO_ERR_RATE:
        return request->verb == VERB_CLAIM;
    case PROTO_ERR_TAKEN:
        return request->verb == VERB_NONE;
    case PROTO_ERR_BUSY:
        return request->verb == VERB_JOIN || request->verb == VERB_NEW ||
               request->verb == VERB_NONE;
    default:
        return false;
    }
}

static void on_error(Actor *client, const SentRequest *request, const Message *message,
                     const char *line) {
    if (!is_expected(client, request, message->error))
        simulation_fault(client->simulation, "client %u is told: %s", client->number, line);
    client->simulation->result->stale += message->error == PROTO_ERR_STALE;
    if (message->error == PROTO_ERR_READONLY || message->error == PROTO_ERR_BUSY) {
        client->line_is_sent = false;
        if (request->verb == VERB_JOIN)
            client->is_joining = false;
        return;
    }
    if (request->verb == VERB_JOIN && message->error == PROTO_ERR_OVER)
        client->came_too_late = true; /* nobody has waited for the other player */
    if (is_to_line(client, request))
        forget_line(client);
}

static void on_reply(Actor *client, const Message *message, const char *line) {
    SentRequest *sent = find_request(client, (unsigned)atoi(message->tag));
    if (!sent || atoi(message->tag) == 0) {
        simulation_fault(client->simulation, "client %u has an answer to nothing: %s",
                         client->number, line);
        return;
    }
    SentRequest request = *sent;
    if (message->kind == MESSAGE_OK || message->kind == MESSAGE_ERROR)
        sent->tag = 0;
    if (message->kind == MESSAGE_OK) {
        on_success(client, &request, message, line);
    } else if (message->kind == MESSAGE_ERROR) {
        on_error(client, &request, message, line);
    } else if (message->type == DATA_MOVE && request.verb == VERB_WATCH) {
        history_saw(client->simulation->history, request.watcher, message->fields.ply,
                    message->fields.move);
        if (strcmp(request.id, client->id) == 0)
            learn(client, message->fields.ply, message->fields.move);
    } else if (message->type == DATA_GAME) {
        if (message->fields.ply < request.acknowledged)
            simulation_fault(client->simulation,
                             "client %u is shown less than %u plies, which were acknowledged: %s",
                             client->number, request.acknowledged, line);
        on_end(client, message, request.id);
    } else if (message->type == DATA_LIST && request.verb == VERB_SUBSCRIBE) {
        play_list(client, message->fields.id.text, true);
    }
}

/* ---- events ---- */

/* Each line of talk is heard once, those of a speaker's connection in order unless its server had a
 * new number meanwhile. */
static void on_talk(Actor *client, const Message *message) {
    SharedDatabaseStats stats;
    shared_database_stats(client->simulation->database, &stats);
    bool is_ordered = stats.burials == 0;
    Heard heard;
    if (sscanf(message->fields.text, "%u.%u.%u", &heard.speaker, &heard.connection,
               &heard.number) != 3)
        return;
    client->simulation->result->talk++;
    for (size_t i = 0; i < client->heard_count; i++) {
        Heard *before = &client->heard[i];
        if (before->speaker != heard.speaker || before->connection != heard.connection)
            continue;
        if (heard.number == before->number || (heard.number < before->number && is_ordered))
            simulation_fault(client->simulation, "client %u hears %s %s", client->number,
                             heard.number == before->number ? "twice" : "too late",
                             message->fields.text);
        if (heard.number > before->number)
            before->number = heard.number;
        return;
    }
    if (client->heard_count < HEARD_MAX)
        client->heard[client->heard_count++] = heard;
}

/* The client that took this one's seat asked for it later, or at about the same time. A
 * command that has waited longer loses to the client that is there. */
static void check_replacement(const Actor *client, const char *line) {
    const Simulation *simulation = client->simulation;
    int64_t latest_ms = client->ghost_ms;
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++) {
        const Actor *other = &simulation->clients[i];
        bool is_rival = other->table == client->table && other->player == client->player &&
                        other->role == CLIENT_PLAYER;
        if (is_rival && other->ghost_ms > latest_ms)
            latest_ms = other->ghost_ms;
        if (is_rival && other != client && other->asked_ms > latest_ms)
            latest_ms = other->asked_ms;
    }
    if (latest_ms < client->asked_ms - LATE_MS &&
        shared_database_knows_presences(simulation->database))
        simulation_fault(client->simulation, "client %u loses its seat to a late command: %s",
                         client->number, line);
}

static void on_event(Actor *client, const Message *message, const char *line) {
    const char *id = message->fields.id.text;
    bool is_current = strcmp(id, client->id) == 0;
    bool is_other = message->fields.seat != (Seat)client->color;
    switch ((unsigned)message->type) {
    case EVENT_MOVE:
        on_told(client, id, message->fields.ply, message->fields.move, line);
        if (is_current && client->seen == message->fields.next &&
            message->fields.hash != fen_hash_position(&client->position))
            simulation_fault(client->simulation, "client %u has another position than %s",
                             client->number, line);
        break;
    case EVENT_END:
        if (is_current && client->was_told_end)
            simulation_fault(client->simulation, "client %u is told twice: %s", client->number,
                             line);
        client->was_told_end = client->was_told_end || is_current;
        on_end(client, message, id);
        break;
    case EVENT_OFFER:
        client->draw_offered = client->draw_offered || (is_current && is_other);
        break;
    case EVENT_REMATCH:
        client->rematch_offered = is_current && is_other && strstr(line, " offer");
        on_rematch(client, message, id);
        break;
    case EVENT_REPLACED:
        if (is_current && !client->is_seated && !client->is_joining && !client->has_created)
            simulation_fault(client->simulation, "client %u, which has no seat, is told: %s",
                             client->number, line);
        if (is_current)
            check_replacement(client, line);
        client->simulation->result->replaced++;
        client->is_seated = client->is_seated && !is_current;
        client->has_created = client->has_created && !is_current;
        break;
    case EVENT_LEAVE:
    case EVENT_JOIN:
        if (is_current && is_other)
            client->is_alone = message->type == EVENT_LEAVE;
        break;
    case EVENT_READONLY:
    case EVENT_WRITABLE:
        client->is_readonly = message->type == EVENT_READONLY;
        break;
    case EVENT_SAY:
        on_talk(client, message);
        break;
    case EVENT_LIST:
        play_list(client, id, true);
        break;
    case EVENT_UNLIST:
        play_list(client, id, false);
        break;
    case EVENT_RELIST:
        client->listed_count = 0;
        break;
    default:
        break;
    }
}

static void on_line(Actor *client, const char *line, size_t length) {
    Message message;
    Error error = {0};
    simulation_trace(client->simulation, "client %u receives %s", client->number, line);
    if (!message_parse(line, length, &message, &error)) {
        simulation_fault(client->simulation, "client %u cannot read: %s", client->number, line);
        return;
    }
    if (message.kind == MESSAGE_EVENT && client->in_reply && message.type != EVENT_BYE)
        simulation_fault(client->simulation, "client %u has an event within a reply: %s",
                         client->number, line);
    if (message.kind == MESSAGE_EVENT) {
        on_event(client, &message, line);
        return;
    }
    client->in_reply = message.kind == MESSAGE_DATA;
    if (message.kind != MESSAGE_COMMENT)
        on_reply(client, &message, line);
}

void actor_on_bytes(Actor *client, const char *bytes, size_t length) {
    Connection *connection = client->connection;
    client->answered_ms = client->simulation->schedule.now_ms;
    while (client->connection == connection &&
           line_reader_next(&client->reader, &bytes, &length) == LINE_READY)
        on_line(client, client->reader.bytes, client->reader.length);
}

/* ---- connections ---- */

static void connect_again(Actor *client, int64_t ms) {
    schedule_after(&client->simulation->schedule, &client->connect, ms);
}

static void on_connect(void *owner) {
    Actor *client = owner;
    Simulation *simulation = client->simulation;
    if (client->connection || simulation->is_leaving || !client->takes_part ||
        (client->is_double && simulation->is_ending))
        return;
    if (client->away_until > simulation->schedule.now_ms && !simulation->is_ending) {
        connect_again(client, 500);
        return;
    }
    client->connection = network_connect(client, &simulation->servers[client->host]);
    if (!client->connection) { /* the next one, perhaps */
        client->host = (client->host + 1) % SIMULATION_SERVERS;
        connect_again(client, random_between(&client->random, 50, 800));
        return;
    }
    simulation_trace(simulation, "client %u connects to machine %u", client->number, client->host);
    simulation->result->reconnections += client->connections > 0;
    client->connections++;
    client->said = 0;
    client->heard_count = client->listed_count = 0;
    client->in_reply = client->is_subscribed = client->line_is_sent = client->is_readonly = false;
    client->is_alone = false;
    memset(client->requests, 0, sizeof client->requests);
    line_reader_init(&client->reader, client->reader_bytes, LINE_SERVER_MAX);
    play_on_connected(client);
}

void actor_on_disconnected(Actor *client) {
    simulation_trace(client->simulation, "client %u has lost its connection", client->number);
    if (client->asked_ms > client->ghost_ms)
        client->ghost_ms = client->asked_ms;
    client->asked_ms = -1;
    client->is_seated = client->is_watching = client->is_joining = client->has_created = false;
    if (random_once_in(&client->random, 2))
        client->host = (unsigned)random_below(&client->random, SIMULATION_SERVERS);
    connect_again(client, random_between(&client->random, 1, 1500));
}

void actor_leave(Actor *client, int64_t ms) {
    client->away_until = client->simulation->schedule.now_ms + ms;
    if (!client->connection)
        return;
    network_close(client->connection);
    actor_on_disconnected(client);
}

void actor_choose_move(Actor *client, char path[COORDINATE_SIZE]) {
    MoveList moves;
    movelist_init(&moves);
    movegen_some(&client->position, MOVES_EXAMINED, &moves);
    path[0] = '\0';
    if (moves.count > 0)
        coordinate_write(moves.moves[random_below(&client->random, moves.count)], path);
    movelist_free(&moves);
}

void actor_create(Simulation *simulation, unsigned number) {
    Actor *client = &simulation->clients[number];
    uint64_t random = simulation->plan->seed * 1000 + number;
    *client = (Actor){.simulation = simulation,
                      .number = number,
                      .random = random_next(&random),
                      .takes_part = simulation->plan->clients >> number & 1};
    client->host = (unsigned)random_below(&client->random, SIMULATION_SERVERS);
    client->connect = task_for(on_connect, client);
    play_create(client);
    connect_again(client, random_between(&client->random, 100, 3000));
}

void actor_destroy(Actor *client) {
    if (client->connection)
        network_close(client->connection);
    free(client->moves);
}
