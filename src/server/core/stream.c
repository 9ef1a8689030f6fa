#include <config.h>

#include "server/core/stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rules/coordinate.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"
#include "server/core/scheduler.h"

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

void stream_stop(Core *core, Client *client) {
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

void stream_run(Core *core, Client *client) {
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
