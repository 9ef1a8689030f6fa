#include <config.h>

#include "server/core/command.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "rules/diagram.h"
#include "rules/games/gamefile.h"
#include "server/core/command_join.h"
#include "server/core/command_new.h"
#include "server/core/command_play.h"
#include "server/core/command_rematch.h"
#include "server/core/command_talk.h"
#include "server/core/core_parts.h"
#include "server/core/game_sync.h"
#include "server/core/reply.h"
#include "server/store/game_replay.h"

enum {
    LIST_DEFAULT = 100,
    LIST_LIMIT_MAX = 1000,
    EXPORT_PLIES_PER_TOKEN = 20, /* plies of an EXPORT that cost one token */
    LEGAL_MOVES_MAX = 1000,      /* a monkey can have tens of thousands */
    LEGAL_MOVES_FEW = 100        /* are sent whatever memory other replies take */
};

/* ---- replies ---- */

/* Begins the last line of a reply. */
static Message *begin_success(const Command *command) {
    const Request *request = command->request;
    MessageType type = message_success(request->verb);
    return command->game ? reply_begin_game(command->core, type, request->tag, command->game)
                         : reply_begin(command->core, type, request->tag);
}

HandlerStatus command_succeed(const Command *command) {
    client_send(command->core, command->client, begin_success(command));
    return HANDLER_DONE;
}

HandlerStatus command_reject(const Command *command, ProtocolError word, const char *format, ...) {
    char text[sizeof command->core->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reply_error(command->core, command->client, command->request->tag, word, "%s", text);
    return HANDLER_DONE;
}

HandlerStatus command_reject_rate(const Command *command, int64_t wait_ms, const char *format,
                                  ...) {
    char text[sizeof command->core->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Message *message =
        reply_begin_error(command->core, command->request->tag, PROTO_ERR_RATE, "%s", text);
    message->fields.wait_ms = (uint32_t)wait_ms;
    fields_set(&message->fields, FIELD_WAIT);
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

bool command_refreshes(const Command *command) {
    Client *client = command->client;
    if (!command->core->store->is_shared || client->has_refreshed)
        return false;
    client->has_refreshed = true;
    game_sync_note_version(command->game, UINT64_MAX);
    return true;
}

/* ---- the connection ---- */

/* What this server offers beyond the first servers of congo/1. */
static const char features[] = "rematch,claim,invite,permove,mute,names,subscribe,readonly";

static HandlerStatus command_hello(const Command *command) {
    Message *message = begin_success(command);
    Fields *fields = &message->fields;
    fields->protocol = PROTOCOL_VERSION;
    fields->maxline = LINE_CLIENT_MAX;
    size_t length = 0;
    const Variant *variant;
    for (size_t i = 0; (variant = variant_builtin(i)); i++)
        length += (size_t)snprintf(fields->text + length, sizeof fields->text - length, "%s%s",
                                   i > 0 ? "," : "", variant->name);
    fields_set(fields, FIELD_PROTOCOL);
    fields_set(fields, FIELD_MAXLINE);
    strcpy(fields->features, features);
    fields_set(fields, FIELD_VARIANTS);
    fields_set(fields, FIELD_FEATURES);
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_ping(const Command *command) {
    Message *message = begin_success(command);
    if (fields_has(&command->request->fields, FIELD_ECHO)) {
        strcpy(message->fields.text, command->request->fields.text);
        fields_set(&message->fields, FIELD_ECHO);
    }
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_quit(const Command *command) {
    command_succeed(command);
    client_close_after_output(command->core, command->client);
    return HANDLER_DONE;
}

/* ---- games ---- */

static HandlerStatus command_get(const Command *command) {
    reply_game(command->core, command->client, command->request->tag, command->game);
    return command_succeed(command);
}

static Stream *begin_stream(const Command *command, StreamKind kind) {
    return stream_begin(command->core, command->client, kind, command->request, command->game);
}

/* Limits the stream to `limit=` plies, beginning with `from=`. */
static void set_ply_range(Stream *stream, const Command *command) {
    const Fields *fields = &command->request->fields;
    uint32_t from = fields_has(fields, FIELD_FROM) ? fields->from : 0;
    stream->end = command->game->state.count;
    stream->at = from < stream->end ? from : stream->end;
    if (fields_has(fields, FIELD_LIMIT) && fields->limit < stream->end - stream->at)
        stream->end = stream->at + fields->limit;
}

static HandlerStatus command_moves(const Command *command) {
    set_ply_range(begin_stream(command, STREAM_MOVES), command);
    return HANDLER_DONE;
}

/* Events wait for the end of the reply, so the first event follows its last ply without a gap. */
static HandlerStatus command_watch(const Command *command) {
    Core *core = command->core;
    const char *tag = command->request->tag;
    if (!subscriber_check_limit(core, command->client, tag, command->game))
        return HANDLER_DONE;
    Subscriber *subscriber = subscriber_add(core, command->client, command->game);
    subscriber_start_events(subscriber);
    if (fields_has(&command->request->fields, FIELD_NAME))
        subscriber_set_name(subscriber, command->request->fields.name);
    reply_game(core, command->client, tag, command->game);
    set_ply_range(begin_stream(command, STREAM_WATCH), command);
    return HANDLER_DONE;
}

static HandlerStatus command_unwatch(const Command *command) {
    Subscriber *subscriber = subscriber_find(command->client, command->game);
    command_succeed(command);
    if (subscriber)
        subscriber_remove(command->core, subscriber);
    return HANDLER_DONE;
}

static HandlerStatus command_legal(const Command *command) {
    const Fields *fields = &command->request->fields;
    size_t limit = LEGAL_MOVES_MAX;
    if (fields_has(fields, FIELD_LIMIT) && fields->limit < limit)
        limit = fields->limit;
    Square from = fields_has(fields, FIELD_SQUARE) ? fields->square : SQUARE_NONE;
    MoveList moves;
    movelist_init(&moves);
    bool complete = game_state_legal_moves(&command->game->state, from, limit, &moves);
    if (moves.count > LEGAL_MOVES_FEW && !stream_check_memory(command->core)) {
        command_reject(command, PROTO_ERR_BUSY,
                       "too many long replies are being sent; try again later");
    } else {
        Stream *stream = begin_stream(command, STREAM_LEGAL);
        stream_set_moves(command->core, stream, &moves);
        stream->more = !complete;
    }
    movelist_free(&moves);
    return HANDLER_DONE;
}

static HandlerStatus begin_text_stream(const Command *command, char *text, size_t length) {
    stream_set_text(command->core, begin_stream(command, STREAM_TEXT), text, length);
    return HANDLER_DONE;
}

static HandlerStatus command_board(const Command *command) {
    Buffer picture = {0};
    const Position *position = &command->game->state.position;
    diagram_board(position, &picture);
    buffer_add_string(&picture, "\n");
    for (Color color = WHITE; color <= BLACK; color++) {
        diagram_player(position, color, &picture);
        buffer_add_string(&picture, "\n");
    }
    size_t length = picture.length;
    return begin_text_stream(command, buffer_take(&picture), length);
}

static HandlerStatus command_export(const Command *command) {
    Core *core = command->core;
    const GameState *state = &command->game->state;
    if (!stream_check_memory(core))
        return command_reject(command, PROTO_ERR_BUSY,
                              "too many games are being exported; try again later");
    token_bucket_charge(&command->client->commands, core->command_rate,
                        state->count / EXPORT_PLIES_PER_TOKEN, core->now_ms);
    StoreGame *stored = game_state_save(state);
    Record *record = game_replay_record(stored, &core->error);
    store_game_free(stored);
    if (!record)
        return command_reject(command, PROTO_ERR_INTERNAL, "%s", core->error.text);
    size_t length;
    char *text = gamefile_write(record, GAME_CONGO, &length);
    record_free(record);
    return begin_text_stream(command, text, length);
}

/* ---- the server ---- */

/* Begins a list of the open or the live games, or of both. */
static Stream *begin_list_stream(const Command *command) {
    const Fields *fields = &command->request->fields;
    Stream *stream = begin_stream(command, STREAM_LIST);
    bool chosen = fields_has(fields, FIELD_CHOICE);
    stream->open = !chosen || fields->choice == LIST_OPEN;
    stream->live = !chosen || fields->choice == LIST_LIVE;
    return stream;
}

static HandlerStatus command_list(const Command *command) {
    const Fields *fields = &command->request->fields;
    Stream *stream = begin_list_stream(command);
    stream->at = fields_has(fields, FIELD_FROM) ? fields->from : 0;
    stream->limit = fields_has(fields, FIELD_LIMIT) ? fields->limit : LIST_DEFAULT;
    if (stream->limit > LIST_LIMIT_MAX)
        stream->limit = LIST_LIMIT_MAX;
    return HANDLER_DONE;
}

/* What changes while the games are listed is told after the reply. */
static HandlerStatus command_subscribe(const Command *command) {
    Stream *stream = begin_list_stream(command);
    stream->limit = UINT32_MAX;
    list_feed_subscribe(command->core, command->client, stream->open, stream->live);
    return HANDLER_DONE;
}

static HandlerStatus command_unsubscribe(const Command *command) {
    list_feed_unsubscribe(command->core, command->client);
    return command_succeed(command);
}

static HandlerStatus command_stats(const Command *command) {
    Core *core = command->core;
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
        Message *message = reply_begin(core, DATA_STAT, command->request->tag);
        snprintf(message->fields.text, sizeof message->fields.text, "%s=%" PRIu64, rows[i].key,
                 rows[i].value);
        fields_set(&message->fields, FIELD_ECHO);
        client_send(core, command->client, message);
    }
    return command_succeed(command);
}

static HandlerStatus command_help(const Command *command) {
    const Fields *fields = &command->request->fields;
    bool chosen = fields_has(fields, FIELD_TOPIC);
    Stream *stream = begin_stream(command, STREAM_HELP);
    stream->at = chosen ? fields->topic : 0;
    stream->end = chosen ? fields->topic + 1 : VERB_COUNT;
    return HANDLER_DONE;
}

/* ---- all commands ---- */

static const struct {
    CommandHandler *handler;
    bool has_game;
    bool read_only; /* runs even while a change of the game is pending */
} commands[VERB_COUNT] = {
    [VERB_HELLO] = {.handler = command_hello},
    [VERB_NEW] = {.handler = command_new},
    [VERB_JOIN] = {.handler = command_join, .has_game = true},
    [VERB_WATCH] = {.handler = command_watch, .has_game = true, .read_only = true},
    [VERB_UNWATCH] = {.handler = command_unwatch, .has_game = true, .read_only = true},
    [VERB_GET] = {.handler = command_get, .has_game = true, .read_only = true},
    [VERB_MOVES] = {.handler = command_moves, .has_game = true, .read_only = true},
    [VERB_LEGAL] = {.handler = command_legal, .has_game = true, .read_only = true},
    [VERB_BOARD] = {.handler = command_board, .has_game = true, .read_only = true},
    [VERB_EXPORT] = {.handler = command_export, .has_game = true, .read_only = true},
    [VERB_MOVE] = {.handler = command_move, .has_game = true},
    [VERB_RESIGN] = {.handler = command_resign, .has_game = true},
    [VERB_DRAW] = {.handler = command_draw, .has_game = true},
    [VERB_ABORT] = {.handler = command_abort, .has_game = true},
    [VERB_CLAIM] = {.handler = command_claim, .has_game = true},
    [VERB_REMATCH] = {.handler = command_rematch, .has_game = true},
    [VERB_SAY] = {.handler = command_say, .has_game = true, .read_only = true},
    [VERB_MUTE] = {.handler = command_mute, .has_game = true, .read_only = true},
    [VERB_UNMUTE] = {.handler = command_unmute, .has_game = true, .read_only = true},
    [VERB_LIST] = {.handler = command_list},
    [VERB_SUBSCRIBE] = {.handler = command_subscribe},
    [VERB_UNSUBSCRIBE] = {.handler = command_unsubscribe},
    [VERB_STATS] = {.handler = command_stats},
    [VERB_HELP] = {.handler = command_help},
    [VERB_PING] = {.handler = command_ping},
    [VERB_QUIT] = {.handler = command_quit},
};

/* A client that has been on another server may know of moves that this one has not heard of yet. */
static bool knows_more(const Command *command) {
    const Fields *fields = &command->request->fields;
    return fields->from > command->game->state.count || fields->ply > command->game->state.count;
}

static HandlerStatus run_request(Core *core, Client *client, const Request *request) {
    Verb verb = request->verb;
    Command command = {.core = core, .client = client, .request = request};
    if (verb == VERB_NONE)
        return HANDLER_DONE;
    if (commands[verb].has_game) {
        HandlerStatus status;
        command.game =
            game_cache_get(core, client, request->tag, game_id_number(&request->fields.id),
                           commands[verb].read_only, &status);
        if (!command.game)
            return status;
        if (knows_more(&command) && command_refreshes(&command))
            return HANDLER_RETRY;
    }
    if (!commands[verb].handler)
        return command_reject(&command, PROTO_ERR_SYNTAX, "this server has no %s", verb_word(verb));
    return commands[verb].handler(&command);
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
    seat_key_clear(&request->fields.invite);
    return status;
}
