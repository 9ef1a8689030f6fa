#include <config.h>

#include "server/parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/buffer.h"
#include "rules/diagram.h"
#include "rules/gamefile.h"
#include "rules/memory.h"
#include "server/replay.h"

enum {
    LIST_DEFAULT = 100,
    LIST_LIMIT_MAX = 1000,
    EXPORT_PLIES_PER_TOKEN = 20, /* cost as much work as another command */
    LEGAL_MOVES_MAX = 1000       /* a monkey can have tens of thousands */
};

/* ---- about one game ---- */

HandlerStatus command_get(Core *core, Client *client, const Request *request, CachedGame *game) {
    reply_game(core, client, request->tag, game);
    client_send(core, client,
                reply_begin_game(core, message_success(VERB_GET), request->tag, game));
    return HANDLER_DONE;
}

/* The plies from= to the last, or limit= of them. */
static void set_ply_range(Stream *stream, const Request *request, const GameState *state) {
    const Fields *field = &request->field;
    uint32_t from = fields_has(field, FIELD_FROM) ? field->from : 0;
    stream->at = from < state->count ? from : state->count;
    stream->end = state->count;
    if (fields_has(field, FIELD_LIMIT) && field->limit < stream->end - stream->at)
        stream->end = stream->at + field->limit;
}

HandlerStatus command_moves(Core *core, Client *client, const Request *request, CachedGame *game) {
    set_ply_range(stream_begin(core, client, STREAM_MOVES, request, game), request, &game->state);
    return HANDLER_DONE;
}

/* Events begin with the ply after the last one of the reply, because they wait for its end. */
HandlerStatus command_watch(Core *core, Client *client, const Request *request, CachedGame *game) {
    if (!subscriber_check_limit(core, client, request->tag, game))
        return HANDLER_DONE;
    subscriber_add(core, client, game)->notified = true;
    reply_game(core, client, request->tag, game);
    set_ply_range(stream_begin(core, client, STREAM_WATCH, request, game), request, &game->state);
    return HANDLER_DONE;
}

HandlerStatus command_legal(Core *core, Client *client, const Request *request, CachedGame *game) {
    const Fields *field = &request->field;
    size_t limit = LEGAL_MOVES_MAX;
    if (fields_has(field, FIELD_LIMIT) && field->limit < limit)
        limit = field->limit;
    Square from = fields_has(field, FIELD_SQUARE) ? field->square : SQUARE_NONE;
    Stream *stream = stream_begin(core, client, STREAM_LEGAL, request, game);
    stream->moves = memory_allocate(sizeof *stream->moves);
    movelist_init(stream->moves);
    stream->more = !game_state_legal_moves(&game->state, from, limit, stream->moves);
    return HANDLER_DONE;
}

static void begin_text_stream(Core *core, Client *client, const Request *request, CachedGame *game,
                              char *text, size_t length) {
    Stream *stream = stream_begin(core, client, STREAM_TEXT, request, game);
    stream->text = text;
    stream->text_length = length;
    core->export_bytes += length;
}

HandlerStatus command_board(Core *core, Client *client, const Request *request, CachedGame *game) {
    Buffer picture = {0};
    const Position *position = &game->state.position;
    diagram_board(position, &picture);
    buffer_add_string(&picture, "\n");
    for (Color color = WHITE; color <= BLACK; color++) {
        diagram_player(position, color, &picture);
        buffer_add_string(&picture, "\n");
    }
    size_t length = picture.length;
    begin_text_stream(core, client, request, game, buffer_take(&picture), length);
    return HANDLER_DONE;
}

HandlerStatus command_export(Core *core, Client *client, const Request *request, CachedGame *game) {
    if (core->export_bytes > (size_t)core->limits.exports_mib * 1024 * 1024) {
        reply_error(core, client, request->tag, PROTO_ERR_BUSY,
                    "too many games are being exported");
        return HANDLER_DONE;
    }
    token_bucket_charge(&client->commands, core_command_rate(core),
                        game->state.count / EXPORT_PLIES_PER_TOKEN, core->now_ms);
    StoreGame *stored = game_state_save(&game->state);
    Record *record = game_replay_record(stored, &core->error);
    store_game_free(stored);
    if (!record) {
        reply_error(core, client, request->tag, PROTO_ERR_INTERNAL, "%s", core->error.text);
        return HANDLER_DONE;
    }
    size_t length;
    char *text = gamefile_write(record, &length);
    record_free(record);
    begin_text_stream(core, client, request, game, text, length);
    return HANDLER_DONE;
}

HandlerStatus command_say(Core *core, Client *client, const Request *request, CachedGame *game) {
    const Subscriber *subscriber = subscriber_find(client, game);
    if (!subscriber || !subscriber->notified) {
        reply_error(core, client, request->tag, PROTO_ERR_NOTSEATED,
                    "only those who play or watch game %s can talk there", game->state.name.text);
        return HANDLER_DONE;
    }
    Seat seat = (Seat)subscriber->seat;
    const char *name = seat == SEAT_NONE ? "spectator" : game->state.seat[seat].name;
    if (!name)
        name = color_name((Color)seat);
    Message *message = reply_begin_game(core, EVENT_SAY, NULL, game);
    message->field.seat = seat;
    strncpy(message->field.name, name, NAME_MAX_BYTES);
    strcpy(message->field.text, request->field.text);
    fields_set(&message->field, FIELD_SIDE_ARG);
    fields_set(&message->field, FIELD_SPEAKER);
    fields_set(&message->field, FIELD_TEXT);
    subscriber_notify_all(core, game, message, client);
    client_send(core, client,
                reply_begin_game(core, message_success(VERB_SAY), request->tag, game));
    return HANDLER_DONE;
}

/* ---- about the server ---- */

HandlerStatus command_list(Core *core, Client *client, const Request *request) {
    const Fields *field = &request->field;
    Stream *stream = stream_begin(core, client, STREAM_LIST, request, NULL);
    bool chosen = fields_has(field, FIELD_CHOICE);
    stream->open = !chosen || field->choice == LIST_OPEN;
    stream->live = !chosen || field->choice == LIST_LIVE;
    stream->at = fields_has(field, FIELD_FROM) ? field->from : 0;
    stream->limit = fields_has(field, FIELD_LIMIT) ? field->limit : LIST_DEFAULT;
    if (stream->limit > LIST_LIMIT_MAX)
        stream->limit = LIST_LIMIT_MAX;
    return HANDLER_DONE;
}

HandlerStatus command_stats(Core *core, Client *client, const Request *request) {
    CoreStats stats;
    core_stats(core, &stats);
    const struct {
        const char *key;
        uint64_t value;
    } rows[] = {{"clients", stats.clients},
                {"open", core->games.listed_count[LISTING_OPEN]},
                {"live", core->games.listed_count[LISTING_LIVE]},
                {"moves", stats.public_moves},
                {"created", stats.public_created},
                {"uptime", (uint64_t)(stats.uptime_ms / 1000)},
                {"readonly", stats.readonly}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Message *message = reply_begin(core, DATA_STAT, request->tag);
        snprintf(message->field.text, sizeof message->field.text, "%s=%" PRIu64, rows[i].key,
                 rows[i].value);
        fields_set(&message->field, FIELD_ECHO);
        client_send(core, client, message);
    }
    client_send(core, client, reply_begin(core, message_success(VERB_STATS), request->tag));
    return HANDLER_DONE;
}

static void send_help_line(Core *core, Client *client, const char *tag, Verb verb) {
    Message *message = reply_begin(core, COMMENT_TEXT, tag);
    snprintf(message->field.text, sizeof message->field.text, "%s%s%s: %s", verb_word(verb),
             *verb_synopsis(verb) ? " " : "", verb_synopsis(verb), verb_summary(verb));
    fields_set(&message->field, FIELD_TEXT);
    char line[MESSAGE_LINE_SIZE];
    client_send_line(core, client, line, message_write(message, line), false);
}

HandlerStatus command_help(Core *core, Client *client, const Request *request) {
    bool one = fields_has(&request->field, FIELD_TOPIC);
    for (int verb = 0; verb < VERB_COUNT; verb++)
        if (!one || request->field.topic == (Verb)verb)
            send_help_line(core, client, request->tag, (Verb)verb);
    client_send(core, client, reply_begin(core, message_success(VERB_HELP), request->tag));
    return HANDLER_DONE;
}
