/* A server's line as a struct, both ways: replies and events. */
#ifndef NET_MESSAGE_H
#define NET_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/error.h"
#include "net/field.h"
#include "net/line.h"
#include "net/protocol_error.h"
#include "net/request.h"
#include "net/verb.h"

/* The first byte of a line. */
typedef enum MessageKind {
    MESSAGE_OK = '+',      /* success, ends a reply */
    MESSAGE_ERROR = '-',   /* refusal, ends a reply */
    MESSAGE_DATA = '=',    /* a line of data in a reply */
    MESSAGE_EVENT = '!',   /* never between the lines of a reply */
    MESSAGE_COMMENT = '#', /* text for a person */
} MessageKind;

/* Kind and word. The numbers below VERB_COUNT are the last lines of replies: see message_success.
 */
typedef enum MessageType {
    DATA_GAME = VERB_COUNT,
    DATA_MOVE,
    DATA_LEGAL, /* text: moves with blanks between */
    DATA_LIST,
    DATA_STAT, /* text: key=value */
    DATA_TEXT, /* text: a line of BOARD or EXPORT */
    EVENT_HELLO,
    EVENT_MOVE,
    EVENT_JOIN,
    EVENT_LEAVE,
    EVENT_OFFER,
    EVENT_DECLINE,
    EVENT_SAY,
    EVENT_END,
    EVENT_REPLACED,
    EVENT_PING,
    EVENT_BYE,
    COMMENT_TEXT,
    MESSAGE_REFUSED, /* `error` says which */
    MESSAGE_UNKNOWN  /* a word this program does not know: to be ignored, but for its kind */
} MessageType;

typedef struct Message {
    MessageKind kind; /* follows from `type`; set by message_parse, not read by message_write */
    MessageType type;
    char tag[TAG_MAX + 1]; /* of the request it answers; "": none */
    ProtocolError
        error; /* of a MESSAGE_REFUSED; PROTO_ERR_NONE: a word this program does not know */
    Fields fields;
} Message;

/* The type of the last line of a verb's reply, "+MOVE" (PING's is +PONG, QUIT's is +BYE). */
static inline MessageType message_success(Verb verb) {
    return (MessageType)verb;
}

/* Empties a message and gives it a type; tag may be NULL or "" (an event has none). */
void message_start(Message *message, MessageType type, const char *tag);

/* A refusal with the word's own retry= and a sentence; add fields (FIELD_NEXT, FIELD_HASH,
 * FIELD_WAIT, FIELD_RESULT) to it as needed. */
void message_set_error(Message *message, const char *tag, ProtocolError word, const char *format,
                       ...) PRINTF_LIKE(4, 5);

enum { MESSAGE_LINE_SIZE = LINE_SERVER_MAX + 2 }; /* with LF and NUL */

/*
 * Writes the line with its LF, and returns its length. The fields that are set and that the line
 * can have are written, in the order of the manual page. Text is filtered (net/text.h), and cut if
 * the line would become too long.
 */
size_t message_write(const Message *message, char line[MESSAGE_LINE_SIZE]);

/* Reads a line without its end; any bytes are allowed. False when it is none of a server: then the
 * sentence says why. Unknown fields are skipped; an unknown word makes MESSAGE_UNKNOWN. */
bool message_parse(const char *line, size_t length, Message *message, Error *error);

#endif
