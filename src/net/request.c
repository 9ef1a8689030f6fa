#include <config.h>

#include "net/request.h"

#include <string.h>

#include "base/text.h"
#include "net/line_format.h"

Request request_for_game(Verb verb, const GameId *id) {
    Request request = {.verb = verb, .fields.id = *id};
    fields_set(&request.fields, FIELD_ID);
    return request;
}

/* Checks rules that the format of a verb does not express. */
static ProtocolError check_fields(const Request *request, Error *error) {
    const Fields *fields = &request->fields;
    bool standard = fields_has(fields, FIELD_STANDARD), fen = fields_has(fields, FIELD_FEN);
    if (request->verb == VERB_HELLO && fields->protocol != PROTOCOL_VERSION) {
        error_set(error, ERROR_UNSUPPORTED, "this server supports congo/%d only", PROTOCOL_VERSION);
        return PROTO_ERR_VERSION;
    }
    if (request->verb == VERB_NEW && standard == fen) {
        error_set(error, ERROR_SYNTAX, "expected either \"standard\" or fen=, found %s",
                  standard ? "both" : "neither");
        return PROTO_ERR_SYNTAX;
    }
    if (request->verb == VERB_SAY && !fields->text[0]) {
        error_set(error, ERROR_SYNTAX, "text: expected text, found no printable characters");
        return PROTO_ERR_SYNTAX;
    }
    if (fields_has(fields, FIELD_SEAT) && fields->seat == SEAT_ANY) {
        error_set(error, ERROR_SYNTAX, "seat: expected w, b or none, found \"any\"");
        return PROTO_ERR_BADARG;
    }
    if (fields_has(fields, FIELD_SEAT_ARG) && fields->seat == SEAT_NONE) {
        error_set(error, ERROR_SYNTAX, "seat: expected w, b or any, found \"none\"");
        return PROTO_ERR_BADARG;
    }
    return PROTO_ERR_NONE;
}

static void trim(const char **line, size_t *length) {
    while (*length > 0 && **line == ' ')
        ++*line, --*length;
    while (*length > 0 && (*line)[*length - 1] == ' ')
        --*length;
}

ProtocolError request_parse(const char *line, size_t length, Request *request, Error *error) {
    char excerpt[EXCERPT_SIZE];
    request->verb = VERB_NONE;
    request->fields = (Fields){0};
    trim(&line, &length);
    if (!line_format_read_tag(&line, &length, request->tag)) {
        error_set(error, ERROR_SYNTAX,
                  "expected a tag of 1 to %d letters, digits, '_' and '-' after the '@'", TAG_MAX);
        return PROTO_ERR_SYNTAX;
    }
    trim(&line, &length);
    if (length == 0 && !request->tag[0])
        return PROTO_ERR_NONE;
    const char *blank = length > 0 ? memchr(line, ' ', length) : NULL;
    size_t size = blank ? (size_t)(blank - line) : length;
    Verb verb = verb_find(line, size);
    if (verb == VERB_NONE) {
        error_set(error, ERROR_SYNTAX, "\"%s\" is not a command; HELP lists them",
                  text_excerpt(line, size, excerpt));
        return PROTO_ERR_SYNTAX;
    }
    ProtocolError status = line_format_read(verb_format(verb), LINE_STRICT, line + size,
                                            length - size, &request->fields, error);
    request->verb = verb;
    return status == PROTO_ERR_NONE ? check_fields(request, error) : status;
}

void request_read_tag(const char *line, size_t length, char tag[TAG_MAX + 1]) {
    trim(&line, &length);
    if (!line_format_read_tag(&line, &length, tag))
        tag[0] = '\0';
}

static bool begins_with(const char *text, size_t length, const char *word) {
    size_t size = strlen(word);
    return length >= size && text_matches(text, size, word);
}

/* The line is a method, a target that is a path, "*" or an address, and the version. */
bool request_is_http(const char *line, size_t length) {
    static const char *const targets[] = {"/", "*", "http://", "https://"};
    size_t at = 0;
    while (at < length &&
           ((line[at] >= 'A' && line[at] <= 'Z') || (line[at] >= 'a' && line[at] <= 'z')))
        at++;
    if (at == 0 || at == length || line[at] != ' ')
        return false;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (begins_with(line + at + 1, length - at - 1, targets[i]))
            return true;
    for (; at < length; at++)
        if (begins_with(line + at, length - at, " HTTP/"))
            return true;
    return false;
}

size_t request_write(const Request *request, char line[REQUEST_LINE_SIZE]) {
    LineWriter writer = {line, 0, LINE_CLIENT_MAX};
    if (request->tag[0]) {
        line_writer_add(&writer, "@", 1);
        line_writer_add_string(&writer, request->tag);
        line_writer_add(&writer, " ", 1);
    }
    line_writer_add_string(&writer, verb_word(request->verb));
    line_format_write(verb_format(request->verb), &request->fields, &writer);
    return line_writer_finish(&writer);
}
