#include <config.h>

#include "net/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "net/line_format.h"

typedef struct MessageRow {
    MessageKind kind;
    const char *word; /* "": the text follows at once; NULL: the word of a protocol error */
    LineFormat format;
} MessageRow;

#define OUTCOME_FIELDS FIELD_RESULT, FIELD_REASON
#define LISTED_GAME_FIELDS                                                                         \
    FIELD_VARIANT, FIELD_WHITE, FIELD_BLACK, FIELD_PLY, FIELD_CLOCK, FIELD_PER_MOVE, FIELD_CLAIM

/* Without the final lines of replies, which are in the table of verbs. */
static const MessageRow rows[] = {
    [DATA_GAME] = {MESSAGE_DATA,
                   "GAME",
                   {1, {FIELD_ID}, {FIELD_VARIANT,      FIELD_FIRST,   FIELD_FEN,
                                    FIELD_HASH,         FIELD_PLY,     FIELD_TURN,
                                    FIELD_WHITE,        FIELD_BLACK,   FIELD_WHITE_ONLINE,
                                    FIELD_BLACK_ONLINE, FIELD_KEPT,    FIELD_CLOCK,
                                    FIELD_PER_MOVE,     FIELD_CLAIM,   FIELD_WMS,
                                    FIELD_BMS,          FIELD_AWAY,    FIELD_OFFER,
                                    OUTCOME_FIELDS,     FIELD_REMATCH, FIELD_GAME}}},
    [DATA_MOVE] = {MESSAGE_DATA,
                   "MOVE",
                   {3, {FIELD_ID, FIELD_PLY_ARG, FIELD_MOVE}, {FIELD_BY, FIELD_USED_MS}}},
    [DATA_LEGAL] = {MESSAGE_DATA, "LEGAL", {0, {FIELD_ECHO}, {0}}},
    [DATA_LIST] = {MESSAGE_DATA, "LIST", {1, {FIELD_ID}, {LISTED_GAME_FIELDS}}},
    [DATA_STAT] = {MESSAGE_DATA, "STAT", {0, {FIELD_ECHO}, {0}}},
    [DATA_TEXT] = {MESSAGE_DATA, "", {0, {FIELD_TEXT}, {0}}},
    [EVENT_HELLO] = {MESSAGE_EVENT, "HELLO", {1, {FIELD_PROTOCOL, FIELD_PROGRAM}, {FIELD_MAXLINE}}},
    [EVENT_MOVE] = {MESSAGE_EVENT,
                    "MOVE",
                    {3,
                     {FIELD_ID, FIELD_PLY_ARG, FIELD_MOVE},
                     {FIELD_BY, FIELD_NEXT, FIELD_FEN, FIELD_HASH, FIELD_WMS, FIELD_BMS}}},
    [EVENT_JOIN] = {MESSAGE_EVENT, "JOIN", {2, {FIELD_ID, FIELD_SIDE_ARG}, {FIELD_NAME}}},
    [EVENT_LEAVE] = {MESSAGE_EVENT, "LEAVE", {2, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [EVENT_OFFER] = {MESSAGE_EVENT, "OFFER", {2, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [EVENT_DECLINE] = {MESSAGE_EVENT, "DECLINE", {2, {FIELD_ID, FIELD_SIDE_ARG}, {0}}},
    [EVENT_SAY] = {MESSAGE_EVENT,
                   "SAY",
                   {3, {FIELD_ID, FIELD_SIDE_ARG, FIELD_SPEAKER, FIELD_TEXT}, {0}}},
    [EVENT_END] = {MESSAGE_EVENT, "END", {1, {FIELD_ID}, {OUTCOME_FIELDS}}},
    [EVENT_REMATCH] = {MESSAGE_EVENT,
                       "REMATCH",
                       {3, {FIELD_ID, FIELD_SIDE_ARG, FIELD_ACTION}, {FIELD_GAME}}},
    [EVENT_REPLACED] = {MESSAGE_EVENT, "REPLACED", {1, {FIELD_ID}, {0}}},
    [EVENT_LIST] = {MESSAGE_EVENT, "LIST", {1, {FIELD_ID}, {LISTED_GAME_FIELDS}}},
    [EVENT_UNLIST] = {MESSAGE_EVENT, "UNLIST", {1, {FIELD_ID}, {0}}},
    [EVENT_RELIST] = {MESSAGE_EVENT, "RELIST", {0, {0}, {0}}},
    [EVENT_READONLY] = {MESSAGE_EVENT, "READONLY", {0, {0}, {0}}},
    [EVENT_WRITABLE] = {MESSAGE_EVENT, "WRITABLE", {0, {0}, {0}}},
    [EVENT_PING] = {MESSAGE_EVENT, "PING", {0, {FIELD_ECHO}, {0}}},
    [EVENT_BYE] = {MESSAGE_EVENT, "BYE", {0, {FIELD_BYE_REASON}, {FIELD_RETRY_IN}}},
    [COMMENT_TEXT] = {MESSAGE_COMMENT, "", {0, {FIELD_TEXT}, {0}}},
    [MESSAGE_REJECTED] =
        {MESSAGE_ERROR,
         NULL,
         {0, {0}, {FIELD_NEXT, FIELD_HASH, FIELD_RESULT, FIELD_WAIT, FIELD_RETRY, FIELD_MSG}}},
    [MESSAGE_UNKNOWN] = {MESSAGE_EVENT, NULL, {0, {0}, {0}}},
};

static bool is_success(MessageType type) {
    return (int)type < VERB_COUNT;
}

static const LineFormat *format_of(MessageType type) {
    return is_success(type) ? verb_success_format((Verb)type) : &rows[type].format;
}

static const char *word_of(const Message *message) {
    if (is_success(message->type))
        return verb_success_word((Verb)message->type);
    const char *word = rows[message->type].word;
    return word ? word : protocol_error_text(message->error);
}

void message_start(Message *message, MessageType type, const char *tag) {
    message->kind = is_success(type) ? MESSAGE_OK : rows[type].kind;
    message->type = type;
    snprintf(message->tag, sizeof message->tag, "%s", tag ? tag : "");
    message->error = PROTO_ERR_NONE;
    message->fields = (Fields){0};
}

void message_set_error(Message *message, const char *tag, ProtocolError error, const char *format,
                       ...) {
    message_start(message, MESSAGE_REJECTED, tag);
    message->error = error;
    message->fields.retry = protocol_error_retry(error);
    fields_set(&message->fields, FIELD_RETRY);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->fields.text, sizeof message->fields.text, format, arguments);
    va_end(arguments);
    fields_set(&message->fields, FIELD_MSG);
}

size_t message_write(const Message *message, char line[MESSAGE_LINE_SIZE]) {
    char kind = (char)(is_success(message->type) ? MESSAGE_OK : rows[message->type].kind);
    LineWriter writer = {line, 0, LINE_SERVER_MAX};
    line_writer_add(&writer, &kind, 1);
    if (message->tag[0]) {
        line_writer_add(&writer, "@", 1);
        line_writer_add_string(&writer, message->tag);
        if (kind != MESSAGE_COMMENT)
            line_writer_add(&writer, " ", 1);
    }
    line_writer_add_string(&writer, word_of(message));
    line_format_write(format_of(message->type), &message->fields, &writer);
    return line_writer_finish(&writer);
}

static MessageType find_type(MessageKind kind, const char *word, size_t length) {
    if (kind == MESSAGE_ERROR)
        return MESSAGE_REJECTED;
    if (kind == MESSAGE_COMMENT)
        return COMMENT_TEXT;
    if (kind == MESSAGE_OK) {
        Verb verb = verb_find_success(word, length);
        return verb == VERB_NONE ? MESSAGE_UNKNOWN : message_success(verb);
    }
    int type = VERB_COUNT;
    while (type < COMMENT_TEXT &&
           (rows[type].kind != kind || !text_matches(word, length, rows[type].word)))
        type++;
    return type < COMMENT_TEXT ? (MessageType)type : MESSAGE_UNKNOWN;
}

bool message_parse(const char *line, size_t length, Message *message, Error *error) {
    char excerpt[EXCERPT_SIZE];
    const char *kind = length > 0 && line[0] ? strchr("+-=!#", line[0]) : NULL;
    message_start(message, MESSAGE_UNKNOWN, NULL);
    if (!kind)
        return error_set(error, ERROR_SYNTAX,
                         "expected a line that begins with one of \"+-=!#\", found \"%s\"",
                         text_excerpt(line, length, excerpt));
    message->kind = (MessageKind)*kind;
    line++, length--;
    if (!line_format_read_tag(&line, &length, message->tag))
        return error_set(error, ERROR_SYNTAX, "expected a tag, found \"%s\"",
                         text_excerpt(line, length, excerpt));
    if (message->tag[0] && length > 0 && *kind != MESSAGE_COMMENT)
        line++, length--;
    const char *blank = length > 0 ? memchr(line, ' ', length) : NULL;
    size_t size = blank ? (size_t)(blank - line) : length;
    message->type = find_type(message->kind, line, size);
    if (message->type == MESSAGE_REJECTED)
        message->error = protocol_error_find(line, size);
    if (message->type == COMMENT_TEXT)
        size = 0;
    return line_format_read(format_of(message->type), LINE_LENIENT, line + size, length - size,
                            &message->fields, error) == PROTO_ERR_NONE;
}
