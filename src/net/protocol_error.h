/* The errors of the protocol, and what a client can do about each. */
#ifndef NET_PROTOCOL_ERROR_H
#define NET_PROTOCOL_ERROR_H

#include <stddef.h>

typedef enum ProtocolError {
    PROTO_ERR_NONE,
    PROTO_ERR_SYNTAX,
    PROTO_ERR_TOOLONG,
    PROTO_ERR_VERSION,
    PROTO_ERR_BADARG,
    PROTO_ERR_NOGAME,
    PROTO_ERR_BADFEN,
    PROTO_ERR_BADVARIANT,
    PROTO_ERR_BADKEY,
    PROTO_ERR_TAKEN,
    PROTO_ERR_NOTSEATED,
    PROTO_ERR_TURN,
    PROTO_ERR_ILLEGAL,
    PROTO_ERR_STALE,
    PROTO_ERR_AHEAD,
    PROTO_ERR_DESYNC,
    PROTO_ERR_OVER,
    PROTO_ERR_NOOFFER,
    PROTO_ERR_LATE,
    PROTO_ERR_RATE,
    PROTO_ERR_BUSY,
    PROTO_ERR_READONLY,
    PROTO_ERR_FULL,
    PROTO_ERR_INTERNAL,
    PROTO_ERR_COUNT
} ProtocolError;

typedef enum Retry {
    RETRY_NO,   /* the same line will never succeed */
    RETRY_SYNC, /* ask for the state of the game and decide again */
    RETRY_LATER /* send the same line again later */
} Retry;

/* Returns the word of an error: "SYNTAX"; "" for PROTO_ERR_NONE. */
const char *protocol_error_text(ProtocolError error);
Retry protocol_error_retry(ProtocolError error);

/* Finds an error by its word in any case. Returns PROTO_ERR_NONE if there is none. */
ProtocolError protocol_error_find(const char *text, size_t length);

#endif
