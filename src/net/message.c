#include <config.h>

#include "net/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "net/form.h"
#include "net/text.h"
#include "rules/clean.h"

typedef struct Row {
    MessageKind kind;
    const char *word; /* "": text follows at once; NULL: not one word */
    Form form;
} Row;

#define ENDING FIELD_RESULT, FIELD_REASON

/* All but the last lines of replies, which come from the table of verbs. */
static const Row rows[] = {
    [DATA_GAME] = {MESSAGE_DATA,
                   "GAME",
                   {1,
                    {FIELD_ID},
                    {FIELD_VARIANT, FIELD_FIRST, FIELD_FEN, FIELD_HASH, FIELD_PLY, FIELD_TURN,
                     FIELD_WHITE, FIELD_BLACK, FIELD_WON, FIELD_BON, FIELD_CLOCK, FIELD_WMS,
                     FIELD_BMS, FIELD_OFFER, ENDING}}},
    [DATA_MOVE] = {MESSAGE_DATA,
                   "MOVE",
                   {3, {FIELD_ID, FIELD_PLY_AT, FIELD_MOVE}, {FIELD_BY, FIELD_MS}}},
    [DATA_LEGAL] = {MESSAGE_DATA, "LEGAL", {0, {FIELD_ECHO}, {0}}},
    [DATA_LIST] = {MESSAGE_DATA,
                   "LIST",
                   {1,
                    {FIELD_ID},
                    {FIELD_VARIANT, FIELD_WHITE, FIELD_BLACK, FIELD_PLY, FIELD_CLOCK}}},
    [DATA_STAT] = {MESSAGE_DATA, "STAT", {0, {FIELD_ECHO}, {0}}},
    [DATA_TEXT] = {MESSAGE_DATA, "", {0, {FIELD_TEXT}, {0}}},
    [EVENT_HELLO] = {MESSAGE_EVENT, "HELLO", {1, {FIELD_PROTOCOL, FIELD_PROGRAM}, {FIELD_MAXLINE}}},
    [EVENT_MOVE] = {MESSAGE_EVENT,
                    "MOVE",
                    {3,
                     {FIELD_ID, FIELD_PLY_AT, FIELD_MOVE},
                     {FIELD_BY, FIELD_NEXT, FIELD_FEN, FIELD_HASH, FIELD_WMS, FIELD_BMS}}},
    [EVENT_JOIN] = {MESSAGE_EVENT, "JOIN", {2, {FIELD_ID, FIELD_SIDE_AT}, {FIELD_NAME}}},
    [EVENT_LEAVE] = {MESSAGE_EVENT, "LEAVE", {2, {FIELD_ID, FIELD_SIDE_AT}, {0}}},
    [EVENT_OFFER] = {MESSAGE_EVENT, "OFFER", {2, {FIELD_ID, FIELD_SIDE_AT}, {0}}},
    [EVENT_DECLINE] = {MESSAGE_EVENT, "DECLINE", {2, {FIELD_ID, FIELD_SIDE_AT}, {0}}},
    [EVENT_SAY] = {MESSAGE_EVENT,
                   "SAY",
                   {3, {FIELD_ID, FIELD_SIDE_AT, FIELD_SPEAKER, FIELD_TEXT}, {0}}},
    [EVENT_END] = {MESSAGE_EVENT, "END", {1, {FIELD_ID}, {ENDING}}},
    [EVENT_REPLACED] = {MESSAGE_EVENT, "REPLACED", {1, {FIELD_ID}, {0}}},
    [EVENT_PING] = {MESSAGE_EVENT, "PING", {0, {FIELD_ECHO}, {0}}},
    [EVENT_BYE] = {MESSAGE_EVENT, "BYE", {0, {FIELD_WHY}, {FIELD_RETRY_IN}}},
    [REMARK] = {MESSAGE_REMARK, "", {0, {FIELD_TEXT}, {0}}},
    [REFUSAL] = {MESSAGE_REFUSAL,
                 NULL,
                 {0,
                  {0},
                  {FIELD_NEXT, FIELD_HASH, FIELD_RESULT, FIELD_WAIT, FIELD_RETRY, FIELD_MSG}}},
    [MESSAGE_UNKNOWN] = {MESSAGE_EVENT, NULL, {0, {0}, {0}}},
};

static bool is_done(MessageType type) {
    return (int)type < VERB_COUNT;
}

static const Form *form_of(MessageType type) {
    return is_done(type) ? verb_done_form((Verb)type) : &rows[type].form;
}

static const char *word_of(const Message *message) {
    if (is_done(message->type))
        return verb_done_word((Verb)message->type);
    const char *word = rows[message->type].word;
    return word ? word : error_word_text(message->error);
}

void message_start(Message *message, MessageType type, const char *tag) {
    message->kind = is_done(type) ? MESSAGE_DONE : rows[type].kind;
    message->type = type;
    snprintf(message->tag, sizeof message->tag, "%s", tag ? tag : "");
    message->error = WORD_NONE;
    fields_clear(&message->field);
}

void message_refuse(Message *message, const char *tag, ErrorWord word, const char *format, ...) {
    message_start(message, REFUSAL, tag);
    message->error = word;
    message->field.retry = error_word_retry(word);
    fields_set(&message->field, FIELD_RETRY);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message->field.text, sizeof message->field.text, format, arguments);
    va_end(arguments);
    fields_set(&message->field, FIELD_MSG);
}

size_t message_write(const Message *message, char line[MESSAGE_LINE_SIZE]) {
    char kind = (char)(is_done(message->type) ? MESSAGE_DONE : rows[message->type].kind);
    LineWriter writer = {line, 0, LINE_SERVER_MAX};
    line_write(&writer, &kind, 1);
    if (message->tag[0]) {
        line_write(&writer, "@", 1);
        line_write_string(&writer, message->tag);
        if (kind != MESSAGE_REMARK)
            line_write(&writer, " ", 1);
    }
    line_write_string(&writer, word_of(message));
    form_write(form_of(message->type), &message->field, &writer);
    return line_finish(&writer);
}

/* The type of a line of that kind and word. */
static MessageType find_type(MessageKind kind, const char *word, size_t length) {
    if (kind == MESSAGE_REFUSAL)
        return REFUSAL;
    if (kind == MESSAGE_REMARK)
        return REMARK;
    if (kind == MESSAGE_DONE) {
        Verb verb = verb_find_done(word, length);
        return verb == VERB_NONE ? MESSAGE_UNKNOWN : message_done(verb);
    }
    int type = VERB_COUNT;
    while (type < REMARK &&
           (rows[type].kind != kind || !text_matches(word, length, rows[type].word)))
        type++;
    return type < REMARK ? (MessageType)type : MESSAGE_UNKNOWN;
}

bool message_parse(const char *line, size_t length, Message *message, Error *error) {
    char excerpt[EXCERPT_SIZE];
    const char *kind = length > 0 && line[0] ? strchr("+-=!#", line[0]) : NULL;
    message_start(message, MESSAGE_UNKNOWN, NULL);
    if (!kind)
        return error_set(error, ERROR_SYNTAX, "a line of a server begins with one of \"+-=!#\": %s",
                         text_excerpt(line, length, excerpt));
    message->kind = (MessageKind)*kind;
    line++, length--;
    if (!tag_read(&line, &length, message->tag))
        return error_set(error, ERROR_SYNTAX, "not a tag: %s", text_excerpt(line, length, excerpt));
    if (message->tag[0] && length > 0 && *kind != MESSAGE_REMARK)
        line++, length--;
    const char *blank = length > 0 ? memchr(line, ' ', length) : NULL;
    size_t size = blank ? (size_t)(blank - line) : length;
    message->type = find_type(message->kind, line, size);
    if (message->type == REFUSAL)
        message->error = error_word_find(line, size);
    if (message->type == REMARK)
        size = 0;
    ErrorWord word = form_read(form_of(message->type), FORM_LENIENT, line + size, length - size,
                               &message->field, error);
    return word == WORD_NONE;
}
