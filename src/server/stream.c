#include <config.h>

#include "server/parts.h"

#include <stdlib.h>
#include <string.h>

#include "rules/coordinate.h"
#include "rules/memory.h"

enum { LEGAL_LINE = 400 }; /* bytes of moves in a line */

Stream *stream_begin(Core *core, Client *client, StreamKind kind, const Request *request,
                     Game *game) {
    Stream *stream = memory_allocate(sizeof *stream);
    stream->kind = kind;
    stream->verb = request->verb;
    memcpy(stream->tag, request->tag, sizeof stream->tag);
    stream->game = game;
    if (game) {
        game->uses++;
        game_update(core, game);
    }
    client->stream = stream;
    return stream;
}

void stream_stop(Core *core, Client *client) {
    Stream *stream = client->stream;
    if (!stream)
        return;
    client->stream = NULL;
    if (stream->game) {
        stream->game->uses--;
        game_update(core, stream->game);
    }
    if (stream->moves)
        movelist_free(stream->moves);
    free(stream->moves);
    core->export_bytes -= stream->text_length;
    free(stream->text);
    free(stream);
}

/* ---- lines of each kind; false when there are no more ---- */

static bool next_ply(Core *core, Client *client, Stream *stream) {
    if (stream->at >= stream->end)
        return false;
    describe_move(core, client, stream->tag, stream->game, stream->at++);
    return true;
}

static bool next_moves(Core *core, Client *client, Stream *stream) {
    if (stream->sent >= stream->moves->count)
        return false;
    Message *message = message_begin(core, DATA_LEGAL, stream->tag);
    char *text = message->field.text;
    size_t length = 0;
    while (stream->sent < stream->moves->count && length < LEGAL_LINE) {
        if (length > 0)
            text[length++] = ' ';
        length += coordinate_write(stream->moves->moves[stream->sent++], text + length);
    }
    fields_set(&message->field, FIELD_ECHO);
    client_send(core, client, message);
    return true;
}

static bool next_game(Core *core, Client *client, Stream *stream) {
    stream->at = games_next_listed(core, stream->open, stream->live, stream->at);
    stream->more = stream->at < core->games.slot_count;
    if (!stream->more || stream->limit == 0)
        return false;
    stream->limit--;
    describe_listed(core, client, stream->tag, core->games.slots[stream->at++]);
    return true;
}

static bool next_text(Core *core, Client *client, Stream *stream) {
    if (stream->text_at >= stream->text_length)
        return false;
    const char *line = stream->text + stream->text_at;
    const char *end = memchr(line, '\n', stream->text_length - stream->text_at);
    size_t length = end ? (size_t)(end - line) : stream->text_length - stream->text_at;
    Message *message = message_begin(core, DATA_TEXT, stream->tag);
    size_t shown = length < LINE_CLIENT_MAX ? length : LINE_CLIENT_MAX;
    memcpy(message->field.text, line, shown);
    message->field.text[shown] = '\0';
    fields_set(&message->field, FIELD_TEXT);
    client_send(core, client, message);
    stream->text_at += length + (end ? 1 : 0);
    return true;
}

/* ---- final lines ---- */

static void finish(Core *core, Client *client, const Stream *stream) {
    MessageType type = message_success(stream->verb);
    Message *message = stream->game ? message_about(core, type, stream->tag, stream->game)
                                    : message_begin(core, type, stream->tag);
    Fields *field = &message->field;
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
        break;
    case STREAM_TEXT:
        break;
    }
    client_send(core, client, message);
}

typedef bool Producer(Core *core, Client *client, Stream *stream);

static Producer *const producers[] = {
    [STREAM_WATCH] = next_ply, [STREAM_MOVES] = next_ply, [STREAM_LEGAL] = next_moves,
    [STREAM_LIST] = next_game, [STREAM_TEXT] = next_text,
};

static void produce(Core *core, Client *client) {
    Stream *stream = client->stream;
    while (!client->slow && outbox_length(&client->out) < STREAM_ROOM) {
        if (producers[stream->kind](core, client, stream))
            continue;
        finish(core, client, stream);
        stream_stop(core, client);
        outbox_move(&client->out, &client->held);
        return;
    }
}

void stream_run(Core *core, Client *client) {
    uint64_t before = core->written;
    produce(core, client);
    client_charge_reply(core, client, core->written - before);
}
