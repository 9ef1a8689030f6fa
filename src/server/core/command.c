#include <config.h>

#include "server/core/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "rules/diagram.h"
#include "rules/gamefile.h"
#include "server/core/command_join.h"
#include "server/core/command_new.h"
#include "server/core/command_play.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"
#include "server/store/game_replay.h"

enum {
    LIST_DEFAULT = 100,
    LIST_LIMIT_MAX = 1000,
    EXPORT_PLIES_PER_TOKEN = 20, /* plies of an EXPORT that cost as much work as a command */
    LEGAL_MOVES_MAX = 1000       /* a monkey can have tens of thousands */
};

/* ---- the connection ---- */

static HandlerStatus command_hello(Core *core, Client *client, const Request *request) {
    Message *message = reply_begin(core, message_success(VERB_HELLO), request->tag);
    Fields *field = &message->fields;
    field->protocol = PROTOCOL_VERSION;
    field->maxline = LINE_CLIENT_MAX;
    size_t length = 0;
    const Variant *variant;
    for (size_t i = 0; (variant = variant_builtin(i)); i++)
        length += (size_t)snprintf(field->text + length, sizeof field->text - length, "%s%s",
                                   i > 0 ? "," : "", variant->name);
    fields_set(field, FIELD_PROTOCOL);
    fields_set(field, FIELD_MAXLINE);
    fields_set(field, FIELD_VARIANTS);
    client_send(core, client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_ping(Core *core, Client *client, const Request *request) {
    Message *message = reply_begin(core, message_success(VERB_PING), request->tag);
    if (fields_has(&request->fields, FIELD_ECHO)) {
        strcpy(message->fields.text, request->fields.text);
        fields_set(&message->fields, FIELD_ECHO);
    }
    client_send(core, client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_quit(Core *core, Client *client, const Request *request) {
    client_send(core, client, reply_begin(core, message_success(VERB_QUIT), request->tag));
    client_close_after_output(core, client);
    return HANDLER_DONE;
}

/* ---- games ---- */

static HandlerStatus command_get(Core *core, Client *client, const Request *request,
                                 CachedGame *game) {
    reply_game(core, client, request->tag, game);
    client_send(core, client,
                reply_begin_game(core, message_success(VERB_GET), request->tag, game));
    return HANDLER_DONE;
}

/* Limits the stream to the plies from=, at most limit= of them. */
static void set_ply_range(Stream *stream, const Request *request, const GameState *state) {
    const Fields *field = &request->fields;
    uint32_t from = fields_has(field, FIELD_FROM) ? field->from : 0;
    stream->at = from < state->count ? from : state->count;
    stream->end = state->count;
    if (fields_has(field, FIELD_LIMIT) && field->limit < stream->end - stream->at)
        stream->end = stream->at + field->limit;
}

static HandlerStatus command_moves(Core *core, Client *client, const Request *request,
                                   CachedGame *game) {
    set_ply_range(stream_begin(core, client, STREAM_MOVES, request, game), request, &game->state);
    return HANDLER_DONE;
}

/* Events wait for the end of the reply, so the first is about the ply after its last one. */
static HandlerStatus command_watch(Core *core, Client *client, const Request *request,
                                   CachedGame *game) {
    if (!subscriber_check_limit(core, client, request->tag, game))
        return HANDLER_DONE;
    subscriber_add(core, client, game)->notified = true;
    reply_game(core, client, request->tag, game);
    set_ply_range(stream_begin(core, client, STREAM_WATCH, request, game), request, &game->state);
    return HANDLER_DONE;
}

static HandlerStatus command_legal(Core *core, Client *client, const Request *request,
                                   CachedGame *game) {
    const Fields *field = &request->fields;
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

static HandlerStatus command_board(Core *core, Client *client, const Request *request,
                                   CachedGame *game) {
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

static HandlerStatus command_export(Core *core, Client *client, const Request *request,
                                    CachedGame *game) {
    if (core->export_bytes > (size_t)core->limits.exports_mib * 1024 * 1024) {
        reply_error(core, client, request->tag, PROTO_ERR_BUSY,
                    "too many games are being exported");
        return HANDLER_DONE;
    }
    token_bucket_charge(&client->commands, core->command_rate,
                        game->state.count / EXPORT_PLIES_PER_TOKEN, core->now_ms);
    StoreGame *stored = game_state_save(&game->state);
    Record *record = game_replay_record(stored, &core->error);
    store_game_free(stored);
    if (!record) {
        reply_error(core, client, request->tag, PROTO_ERR_INTERNAL, "%s", core->error.text);
        return HANDLER_DONE;
    }
    size_t length;
    char *text = gamefile_write(record, GAME_CONGO, &length);
    record_free(record);
    begin_text_stream(core, client, request, game, text, length);
    return HANDLER_DONE;
}

static HandlerStatus command_unwatch(Core *core, Client *client, const Request *request,
                                     CachedGame *game) {
    Subscriber *subscriber = subscriber_find(client, game);
    client_send(core, client,
                reply_begin_game(core, message_success(VERB_UNWATCH), request->tag, game));
    if (subscriber)
        subscriber_remove(core, subscriber);
    return HANDLER_DONE;
}

static HandlerStatus command_say(Core *core, Client *client, const Request *request,
                                 CachedGame *game) {
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
    message->fields.seat = seat;
    text_copy(message->fields.name, sizeof message->fields.name, name);
    strcpy(message->fields.text, request->fields.text);
    fields_set(&message->fields, FIELD_SIDE_ARG);
    fields_set(&message->fields, FIELD_SPEAKER);
    fields_set(&message->fields, FIELD_TEXT);
    subscriber_notify_all(core, game, message, client);
    client_send(core, client,
                reply_begin_game(core, message_success(VERB_SAY), request->tag, game));
    return HANDLER_DONE;
}

/* ---- the server ---- */

static HandlerStatus command_list(Core *core, Client *client, const Request *request) {
    const Fields *field = &request->fields;
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

static HandlerStatus command_stats(Core *core, Client *client, const Request *request) {
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
        snprintf(message->fields.text, sizeof message->fields.text, "%s=%" PRIu64, rows[i].key,
                 rows[i].value);
        fields_set(&message->fields, FIELD_ECHO);
        client_send(core, client, message);
    }
    client_send(core, client, reply_begin(core, message_success(VERB_STATS), request->tag));
    return HANDLER_DONE;
}

static void send_help_line(Core *core, Client *client, const char *tag, Verb verb) {
    Message *message = reply_begin(core, COMMENT_TEXT, tag);
    snprintf(message->fields.text, sizeof message->fields.text, "%s%s%s: %s", verb_word(verb),
             *verb_synopsis(verb) ? " " : "", verb_synopsis(verb), verb_summary(verb));
    fields_set(&message->fields, FIELD_TEXT);
    client_send(core, client, message);
}

static HandlerStatus command_help(Core *core, Client *client, const Request *request) {
    bool one = fields_has(&request->fields, FIELD_TOPIC);
    for (int verb = 0; verb < VERB_COUNT; verb++)
        if (!one || request->fields.topic == (Verb)verb)
            send_help_line(core, client, request->tag, (Verb)verb);
    client_send(core, client, reply_begin(core, message_success(VERB_HELP), request->tag));
    return HANDLER_DONE;
}

/* ---- all commands ---- */

static const struct {
    CommandHandler *handler;
    GameCommandHandler *game_handler; /* of a command about a game */
    bool read_only;                   /* runs also while a change of the game is pending */
} commands[VERB_COUNT] = {
    [VERB_HELLO] = {.handler = command_hello},
    [VERB_NEW] = {.handler = command_new},
    [VERB_JOIN] = {.game_handler = command_join},
    [VERB_WATCH] = {.game_handler = command_watch, .read_only = true},
    [VERB_UNWATCH] = {.game_handler = command_unwatch, .read_only = true},
    [VERB_GET] = {.game_handler = command_get, .read_only = true},
    [VERB_MOVES] = {.game_handler = command_moves, .read_only = true},
    [VERB_LEGAL] = {.game_handler = command_legal, .read_only = true},
    [VERB_BOARD] = {.game_handler = command_board, .read_only = true},
    [VERB_EXPORT] = {.game_handler = command_export, .read_only = true},
    [VERB_MOVE] = {.game_handler = command_move},
    [VERB_RESIGN] = {.game_handler = command_resign},
    [VERB_DRAW] = {.game_handler = command_draw},
    [VERB_ABORT] = {.game_handler = command_abort},
    [VERB_SAY] = {.game_handler = command_say, .read_only = true},
    [VERB_LIST] = {.handler = command_list},
    [VERB_STATS] = {.handler = command_stats},
    [VERB_HELP] = {.handler = command_help},
    [VERB_PING] = {.handler = command_ping},
    [VERB_QUIT] = {.handler = command_quit},
};

static HandlerStatus run_request(Core *core, Client *client, const Request *request) {
    if (request->verb == VERB_NONE)
        return HANDLER_DONE;
    if (commands[request->verb].handler)
        return commands[request->verb].handler(core, client, request);
    HandlerStatus status;
    CachedGame *game =
        game_cache_get(core, client, request->tag, game_id_number(&request->fields.id),
                       commands[request->verb].read_only, &status);
    return game ? commands[request->verb].game_handler(core, client, request, game) : status;
}

HandlerStatus command_run(Core *core, Client *client) {
    Request *request = &core->request;
    error_clear(&core->error);
    ProtocolError word =
        request_parse(client->reader.bytes, client->reader.length, request, &core->error);
    if (word != PROTO_ERR_NONE) {
        reply_error(core, client, request->tag, word, "%s", core->error.text);
        return HANDLER_DONE;
    }
    HandlerStatus status = run_request(core, client, request);
    seat_key_clear(&request->fields.key);
    return status;
}
