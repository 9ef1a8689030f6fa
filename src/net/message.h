/* Lines of a server, parsed and written: replies and events. */
#ifndef NET_MESSAGE_H
#define NET_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "base/error.h"
#include "net/protocol.h"
#include "net/line.h"
#include "net/protocol_error.h"
#include "net/request.h"
#include "net/verb.h"

/* The first byte of a line. */
typedef enum MessageKind {
    MESSAGE_OK = '+',      /* success, ends a reply */
    MESSAGE_ERROR = '-',   /* error, ends a reply */
    MESSAGE_DATA = '=',    /* a line of data in a reply */
    MESSAGE_EVENT = '!',   /* never between the lines of a reply */
    MESSAGE_COMMENT = '#', /* text for a person */
} MessageKind;

/* Kind and first word. Values below VERB_COUNT are the final lines of successful replies: see
 * message_success. */
typedef enum MessageType {
    DATA_GAME = VERB_COUNT,
    DATA_MOVE,
    DATA_LEGAL, /* text: moves separated by blanks */
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
    EVENT_REMATCH,
    EVENT_REPLACED,
    EVENT_LIST,     /* a game is new in the lists, or has changed */
    EVENT_UNLIST,   /* a game is no longer listed */
    EVENT_RELIST,   /* forget all listed games: EVENT_LISTs follow */
    EVENT_READONLY, /* the server's disk is full */
    EVENT_WRITABLE, /* the disk has room again */
    EVENT_PING,
    EVENT_BYE,
    COMMENT_TEXT,
    MESSAGE_REJECTED, /* with `error` */
    MESSAGE_UNKNOWN   /* an unknown word: only the kind matters */
} MessageType;

typedef struct Message {
    MessageKind kind; /* follows from `type`; ignored by message_write */
    MessageType type;
    char tag[TAG_MAX + 1]; /* of the request that it answers, or "" */
    ProtocolError error;   /* of a MESSAGE_REJECTED; PROTO_ERR_NONE for an unknown word */
    Fields fields;
} Message;

/* Returns the type of the final line of a verb's reply: "+MOVE" (PING's is +PONG, QUIT's +BYE). */
static inline MessageType message_success(Verb verb) {
    return (MessageType)verb;
}

/* Starts an empty message. `tag` may be NULL or "", as for an event. */
void message_start(Message *message, MessageType type, const char *tag);

/* Starts a MESSAGE_REJECTED with the error's own retry= and a sentence. The caller may add
 * FIELD_NEXT, FIELD_HASH, FIELD_WAIT and FIELD_RESULT. */
void message_set_error(Message *message, const char *tag, ProtocolError error, const char *format,
                       ...) PRINTF_LIKE(4, 5);

enum { MESSAGE_LINE_SIZE = LINE_SERVER_MAX + 2 }; /* with LF and NUL */

/*
 * Writes the line with its LF and returns its length. Fields that are set are written in the order
 * of the manual page, as far as the line's format has them. Text is sanitized, and cut if the line
 * would become too long.
 */
size_t message_write(const Message *message, char line[MESSAGE_LINE_SIZE]);

/* Parses a line without its end, of any bytes. Unknown fields are skipped; an unknown word gives
 * MESSAGE_UNKNOWN. Returns false with an error if it is not a line of a server. */
bool message_parse(const char *line, size_t length, Message *message, Error *error);

#endif
