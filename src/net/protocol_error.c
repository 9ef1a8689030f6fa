#include <config.h>

#include "net/protocol_error.h"

#include "base/text.h"

typedef struct ProtocolErrorRow {
    const char *text;
    Retry retry;
} ProtocolErrorRow;

static const ProtocolErrorRow rows[PROTO_ERR_COUNT] = {
    [PROTO_ERR_NONE] = {"", RETRY_NO},
    [PROTO_ERR_SYNTAX] = {"SYNTAX", RETRY_NO},
    [PROTO_ERR_TOOLONG] = {"TOOLONG", RETRY_NO},
    [PROTO_ERR_VERSION] = {"VERSION", RETRY_NO},
    [PROTO_ERR_BADARG] = {"BADARG", RETRY_NO},
    [PROTO_ERR_NOGAME] = {"NOGAME", RETRY_NO},
    [PROTO_ERR_BADFEN] = {"BADFEN", RETRY_NO},
    [PROTO_ERR_BADVARIANT] = {"BADVARIANT", RETRY_NO},
    [PROTO_ERR_BADKEY] = {"BADKEY", RETRY_NO},
    [PROTO_ERR_TAKEN] = {"TAKEN", RETRY_NO},
    [PROTO_ERR_NOTSEATED] = {"NOTSEATED", RETRY_NO},
    [PROTO_ERR_TURN] = {"TURN", RETRY_SYNC},
    [PROTO_ERR_ILLEGAL] = {"ILLEGAL", RETRY_SYNC},
    [PROTO_ERR_STALE] = {"STALE", RETRY_SYNC},
    [PROTO_ERR_AHEAD] = {"AHEAD", RETRY_SYNC},
    [PROTO_ERR_DESYNC] = {"DESYNC", RETRY_SYNC},
    [PROTO_ERR_OVER] = {"OVER", RETRY_SYNC},
    [PROTO_ERR_NOOFFER] = {"NOOFFER", RETRY_SYNC},
    [PROTO_ERR_LATE] = {"LATE", RETRY_SYNC},
    [PROTO_ERR_RATE] = {"RATE", RETRY_LATER},
    [PROTO_ERR_BUSY] = {"BUSY", RETRY_LATER},
    [PROTO_ERR_READONLY] = {"READONLY", RETRY_LATER},
    [PROTO_ERR_FULL] = {"FULL", RETRY_LATER},
    [PROTO_ERR_INTERNAL] = {"INTERNAL", RETRY_LATER},
};

const char *protocol_error_text(ProtocolError error) {
    return rows[error].text;
}

Retry protocol_error_retry(ProtocolError error) {
    return rows[error].retry;
}

ProtocolError protocol_error_find(const char *text, size_t length) {
    for (int error = PROTO_ERR_NONE + 1; error < PROTO_ERR_COUNT; error++)
        if (text_matches(text, length, rows[error].text))
            return (ProtocolError)error;
    return PROTO_ERR_NONE;
}
