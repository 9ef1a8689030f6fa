#include <config.h>

#include "server/parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static CommandHandler command_hello, command_ping, command_quit;

/* Who carries out a command: `plain`, or for one about a game `about`. */
static const struct {
    CommandHandler *handler;
    GameCommandHandler *game_handler;
    bool read_only; /* `about` also while a change of the game is on its way to the store */
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

/* ---- messages ---- */

Message *reply_begin(Core *core, MessageType type, const char *tag) {
    message_start(&core->message, type, tag);
    return &core->message;
}

Message *reply_begin_game(Core *core, MessageType type, const char *tag, const CachedGame *game) {
    Message *message = reply_begin(core, type, tag);
    message->field.id = game->state.name;
    fields_set(&message->field, FIELD_ID);
    return message;
}

Message *reply_begin_error(Core *core, const char *tag, ProtocolError word, const char *format,
                           ...) {
    char text[sizeof core->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    core->counters.command_errors++;
    message_set_error(&core->message, tag, word, "%s", text);
    return &core->message;
}

void reply_error(Core *core, Client *client, const char *tag, ProtocolError word,
                 const char *format, ...) {
    char text[sizeof core->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    client_send(core, client, reply_begin_error(core, tag, word, "%s", text));
}

void reply_game_over(Core *core, Client *client, const char *tag, const CachedGame *game) {
    Message *message = reply_begin_error(core, tag, PROTO_ERR_OVER, "%s",
                                         outcome_sentence(game->state.end.outcome));
    message->field.result = game->state.end.outcome.result;
    fields_set(&message->field, FIELD_RESULT);
    client_send(core, client, message);
}

/* ---- the line ---- */

static HandlerStatus run_game_command(Core *core, Client *client, const Request *request) {
    HandlerStatus status;
    CachedGame *game =
        game_cache_get(core, client, request->tag, game_id_number(&request->field.id),
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
    if (request->verb == VERB_NONE)
        return HANDLER_DONE;
    if (commands[request->verb].handler)
        return commands[request->verb].handler(core, client, request);
    return run_game_command(core, client, request);
}

/* ---- the simplest ---- */

static HandlerStatus command_hello(Core *core, Client *client, const Request *request) {
    Message *message = reply_begin(core, message_success(VERB_HELLO), request->tag);
    Fields *field = &message->field;
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
    if (fields_has(&request->field, FIELD_ECHO)) {
        strcpy(message->field.text, request->field.text);
        fields_set(&message->field, FIELD_ECHO);
    }
    client_send(core, client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_quit(Core *core, Client *client, const Request *request) {
    client_send(core, client, reply_begin(core, message_success(VERB_QUIT), request->tag));
    client_close_after_output(core, client);
    return HANDLER_DONE;
}
