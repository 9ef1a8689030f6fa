#include <config.h>

#include "server/parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static Handler command_hello, command_ping, command_quit;

/* Who carries out a command: `plain`, or for one about a game `about`. */
static const struct {
    Handler *plain;
    GameHandler *about;
    bool reading; /* `about` also while a change of the game is on its way to the store */
} commands[VERB_COUNT] = {
    [VERB_HELLO] = {.plain = command_hello},
    [VERB_NEW] = {.plain = command_new},
    [VERB_JOIN] = {.about = command_join},
    [VERB_WATCH] = {.about = command_watch, .reading = true},
    [VERB_UNWATCH] = {.about = command_unwatch, .reading = true},
    [VERB_GET] = {.about = command_get, .reading = true},
    [VERB_MOVES] = {.about = command_moves, .reading = true},
    [VERB_LEGAL] = {.about = command_legal, .reading = true},
    [VERB_BOARD] = {.about = command_board, .reading = true},
    [VERB_EXPORT] = {.about = command_export, .reading = true},
    [VERB_MOVE] = {.about = command_move},
    [VERB_RESIGN] = {.about = command_resign},
    [VERB_DRAW] = {.about = command_draw},
    [VERB_ABORT] = {.about = command_abort},
    [VERB_SAY] = {.about = command_say, .reading = true},
    [VERB_LIST] = {.plain = command_list},
    [VERB_STATS] = {.plain = command_stats},
    [VERB_HELP] = {.plain = command_help},
    [VERB_PING] = {.plain = command_ping},
    [VERB_QUIT] = {.plain = command_quit},
};

/* ---- messages ---- */

Message *message_begin(Core *core, MessageType type, const char *tag) {
    message_start(&core->message, type, tag);
    return &core->message;
}

Message *message_about(Core *core, MessageType type, const char *tag, const Game *game) {
    Message *message = message_begin(core, type, tag);
    message->field.id = game->state.name;
    fields_set(&message->field, FIELD_ID);
    return message;
}

Message *command_refusal(Core *core, const char *tag, ProtocolError word, const char *format, ...) {
    char text[sizeof core->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    core->figures.refusals++;
    message_set_error(&core->message, tag, word, "%s", text);
    return &core->message;
}

void command_refuse(Core *core, Client *client, const char *tag, ProtocolError word,
                    const char *format, ...) {
    char text[sizeof core->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    client_send(core, client, command_refusal(core, tag, word, "%s", text));
}

void command_refuse_over(Core *core, Client *client, const char *tag, const Game *game) {
    Message *message =
        command_refusal(core, tag, PROTO_ERR_OVER, "%s", outcome_sentence(game->state.end.outcome));
    message->field.result = game->state.end.outcome.result;
    fields_set(&message->field, FIELD_RESULT);
    client_send(core, client, message);
}

/* ---- the line ---- */

static Step run_about(Core *core, Client *client, const Request *request) {
    Step step;
    Game *game = game_wanted(core, client, request->tag, game_id_number(&request->field.id),
                             commands[request->verb].reading, &step);
    return game ? commands[request->verb].about(core, client, request, game) : step;
}

Step command_run(Core *core, Client *client) {
    Request *request = &core->request;
    error_clear(&core->error);
    ProtocolError word =
        request_parse(client->reader.bytes, client->reader.length, request, &core->error);
    if (word != PROTO_ERR_NONE) {
        command_refuse(core, client, request->tag, word, "%s", core->error.text);
        return STEP_DONE;
    }
    if (request->verb == VERB_NONE)
        return STEP_DONE;
    if (commands[request->verb].plain)
        return commands[request->verb].plain(core, client, request);
    return run_about(core, client, request);
}

/* ---- the simplest ---- */

static Step command_hello(Core *core, Client *client, const Request *request) {
    Message *message = message_begin(core, message_success(VERB_HELLO), request->tag);
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
    return STEP_DONE;
}

static Step command_ping(Core *core, Client *client, const Request *request) {
    Message *message = message_begin(core, message_success(VERB_PING), request->tag);
    if (fields_has(&request->field, FIELD_ECHO)) {
        strcpy(message->field.text, request->field.text);
        fields_set(&message->field, FIELD_ECHO);
    }
    client_send(core, client, message);
    return STEP_DONE;
}

static Step command_quit(Core *core, Client *client, const Request *request) {
    client_send(core, client, message_begin(core, message_success(VERB_QUIT), request->tag));
    client_leave(core, client);
    return STEP_DONE;
}
