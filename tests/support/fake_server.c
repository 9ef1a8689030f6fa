#include <config.h>

#include "fake_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "net/protocol.h"

FakeServer *fake_create(void) {
    return memory_allocate(sizeof(FakeServer));
}

void fake_free(FakeServer *server) {
    for (size_t i = 0; i < server->wire_count; i++) {
        buffer_free(&server->wires[i]->output);
        free(server->wires[i]);
    }
    free(server);
}

void fake_move(uint32_t ply, char move[COORDINATE_SIZE]) {
    snprintf(move, COORDINATE_SIZE, "a%ub%u", 1 + ply % 7, 1 + ply * 3 % 7);
}

/* Returns the hash of the position after `count` plies. */
static uint64_t fake_hash(const FakeServer *server, uint32_t count) {
    return (count + 1) * UINT64_C(0x9e3779b97f4a7c15) + server->other_game;
}

static void send(FakeWire *wire, const Message *message) {
    char line[MESSAGE_LINE_SIZE];
    if (wire->open)
        buffer_add(&wire->output, line, message_write(message, line));
}

static void start_game_message(Message *message, MessageType type, const char *tag) {
    message_start(message, type, tag);
    strcpy(message->fields.id.text, FAKE_ID);
    fields_set(&message->fields, FIELD_ID);
}

static void broadcast(FakeServer *server, const Message *event, const FakeWire *except) {
    for (size_t i = 0; i < server->wire_count; i++)
        if (server->wires[i] != except && server->wires[i]->listens)
            send(server->wires[i], event);
}

static void set_position(const FakeServer *server, Message *message, uint32_t count) {
    message->fields.ply = count;
    message->fields.hash = fake_hash(server, count);
    fields_set(&message->fields, FIELD_PLY);
    fields_set(&message->fields, FIELD_HASH);
}

static void set_outcome(const FakeServer *server, Message *message) {
    bool over = server->count == FAKE_PLIES;
    message->fields.result = over ? RESULT_WHITE : RESULT_OPEN;
    message->fields.reason = REASON_LION;
    fields_set(&message->fields, FIELD_RESULT);
    if (over)
        fields_set(&message->fields, FIELD_REASON);
}

static void send_game(const FakeServer *server, FakeWire *wire, const char *tag) {
    Message message;
    start_game_message(&message, DATA_GAME, tag);
    set_position(server, &message, server->count);
    set_outcome(server, &message);
    send(wire, &message);
}

static void reject(FakeWire *wire, const Request *request, ProtocolError word) {
    Message message;
    message_set_error(&message, request->tag, word, "not now");
    send(wire, &message);
}

static void on_hello(FakeServer *server, FakeWire *wire, const Request *request) {
    (void)server;
    Message message;
    message_start(&message, message_success(VERB_HELLO), request->tag);
    message.fields.protocol = PROTOCOL_VERSION;
    fields_set(&message.fields, FIELD_PROTOCOL);
    send(wire, &message);
}

/* Sends REPLACED to the older wire that had the seat. */
static void take_seat(FakeServer *server, FakeWire *wire, Seat seat) {
    Message event;
    for (size_t i = 0; i < server->wire_count; i++)
        if (server->wires[i] != wire && server->wires[i]->seat == seat) {
            server->wires[i]->seat = SEAT_NONE;
            start_game_message(&event, EVENT_REPLACED, NULL);
            send(server->wires[i], &event);
        }
    wire->seat = seat;
    wire->listens = true;
}

static void on_join(FakeServer *server, FakeWire *wire, const Request *request) {
    Seat seat = request->fields.seat;
    if (seat == SEAT_ANY)
        seat = !server->key[0].text[0] || strcmp(server->key[0].text, request->fields.key.text) == 0
                   ? SEAT_WHITE
                   : SEAT_BLACK;
    if (server->late > 0) {
        server->late--;
        reject(wire, request, PROTO_ERR_BUSY);
        return;
    }
    if (server->key[seat].text[0] &&
        strcmp(server->key[seat].text, request->fields.key.text) != 0) {
        reject(wire, request, PROTO_ERR_TAKEN);
        return;
    }
    server->key[seat] = request->fields.key;
    send_game(server, wire, request->tag);
    Message message;
    start_game_message(&message, message_success(VERB_JOIN), request->tag);
    message.fields.seat = seat;
    fields_set(&message.fields, FIELD_SEAT);
    set_position(server, &message, server->count);
    send(wire, &message);
    take_seat(server, wire, seat);
}

static void on_watch(FakeServer *server, FakeWire *wire, const Request *request) {
    Message message;
    send_game(server, wire, request->tag);
    for (uint32_t ply = request->fields.from; ply < server->count; ply++) {
        start_game_message(&message, DATA_MOVE, request->tag);
        message.fields.ply = ply;
        message.fields.by = (Seat)(ply % 2);
        strcpy(message.fields.move, server->moves[ply]);
        fields_set(&message.fields, FIELD_PLY_ARG);
        fields_set(&message.fields, FIELD_MOVE);
        fields_set(&message.fields, FIELD_BY);
        send(wire, &message);
    }
    start_game_message(&message, message_success(VERB_WATCH), request->tag);
    message.fields.ply = server->count;
    fields_set(&message.fields, FIELD_PLY);
    send(wire, &message);
    wire->listens = true;
}

static void confirm_move(const FakeServer *server, FakeWire *wire, const Request *request,
                         bool dup) {
    Message message;
    start_game_message(&message, message_success(VERB_MOVE), request->tag);
    message.fields.ply = request->fields.ply;
    message.fields.next = request->fields.ply + 1;
    message.fields.hash = fake_hash(server, message.fields.next);
    fields_set(&message.fields, FIELD_PLY_ARG);
    fields_set(&message.fields, FIELD_NEXT);
    fields_set(&message.fields, FIELD_HASH);
    if (dup)
        fields_set(&message.fields, FIELD_DUP);
    send(wire, &message);
}

static void make_move(FakeServer *server, FakeWire *wire, const Request *request) {
    strcpy(server->moves[server->count++], request->fields.move);
    confirm_move(server, wire, request, false);
    Message event;
    start_game_message(&event, EVENT_MOVE, NULL);
    event.fields = request->fields;
    event.fields.by = wire->seat;
    event.fields.next = server->count;
    event.fields.hash = fake_hash(server, server->count);
    fields_set(&event.fields, FIELD_BY);
    fields_set(&event.fields, FIELD_NEXT);
    fields_set(&event.fields, FIELD_HASH);
    broadcast(server, &event, wire);
    if (server->count == FAKE_PLIES) {
        start_game_message(&event, EVENT_END, NULL);
        set_outcome(server, &event);
        broadcast(server, &event, NULL);
    }
}

static void on_move(FakeServer *server, FakeWire *wire, const Request *request) {
    uint32_t ply = request->fields.ply;
    if (wire->seat == SEAT_NONE) {
        reject(wire, request, PROTO_ERR_NOTSEATED);
    } else if (ply < server->count) {
        bool same = ply % 2 == wire->seat && strcmp(server->moves[ply], request->fields.move) == 0;
        server->dups += same;
        if (same)
            confirm_move(server, wire, request, true);
        else
            reject(wire, request, PROTO_ERR_STALE);
    } else if (ply > server->count) {
        reject(wire, request, PROTO_ERR_AHEAD);
    } else if (ply == FAKE_PLIES) {
        reject(wire, request, PROTO_ERR_OVER);
    } else if (ply % 2 != wire->seat) {
        reject(wire, request, PROTO_ERR_TURN);
    } else if (server->busy > 0) {
        server->busy--;
        reject(wire, request, PROTO_ERR_BUSY);
    } else {
        make_move(server, wire, request);
    }
}

static void on_say(FakeServer *server, FakeWire *wire, const Request *request) {
    Message message;
    server->says++;
    start_game_message(&message, message_success(VERB_SAY), request->tag);
    send(wire, &message);
}

static void on_ping(FakeServer *server, FakeWire *wire, const Request *request) {
    (void)server;
    Message message;
    message_start(&message, message_success(VERB_PING), request->tag);
    send(wire, &message);
}

static void on_line(FakeServer *server, FakeWire *wire) {
    static void (*const handlers[VERB_COUNT])(FakeServer *, FakeWire *, const Request *) = {
        [VERB_HELLO] = on_hello, [VERB_JOIN] = on_join, [VERB_WATCH] = on_watch,
        [VERB_MOVE] = on_move,   [VERB_SAY] = on_say,   [VERB_PING] = on_ping,
    };
    Request request;
    Error error;
    if (request_parse(wire->reader.bytes, wire->reader.length, &request, &error) !=
            PROTO_ERR_NONE ||
        request.verb == VERB_NONE || !handlers[request.verb])
        abort(); /* our client never sends such a line */
    handlers[request.verb](server, wire, &request);
}

FakeWire *fake_connect(FakeServer *server) {
    if (server->wire_count == FAKE_WIRES_MAX)
        abort();
    FakeWire *wire = memory_allocate(sizeof *wire);
    server->wires[server->wire_count++] = wire;
    wire->open = true;
    wire->seat = SEAT_NONE;
    line_reader_init(&wire->reader, wire->line, LINE_CLIENT_MAX);
    Message hello;
    message_start(&hello, EVENT_HELLO, NULL);
    hello.fields.protocol = PROTOCOL_VERSION;
    strcpy(hello.fields.program, "fake/1");
    fields_set(&hello.fields, FIELD_PROTOCOL);
    fields_set(&hello.fields, FIELD_PROGRAM);
    send(wire, &hello);
    return wire;
}

void fake_disconnect(FakeServer *server, FakeWire *wire) {
    (void)server;
    wire->open = wire->listens = false;
    wire->seat = SEAT_NONE;
}

void fake_receive(FakeServer *server, FakeWire *wire, const char *bytes, size_t length) {
    while (line_reader_next(&wire->reader, &bytes, &length) == LINE_READY)
        on_line(server, wire);
}
