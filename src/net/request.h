/* Lines of a client, parsed and written. */
#ifndef NET_REQUEST_H
#define NET_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "net/protocol.h"
#include "net/line.h"
#include "net/protocol_error.h"
#include "net/verb.h"

typedef struct Request {
    char tag[TAG_MAX + 1]; /* or "" */
    Verb verb;             /* VERB_NONE for an empty line, which needs no reply */
    Fields fields;
} Request;

/* Returns a request about a game, without further fields. */
Request request_for_game(Verb verb, const GameId *id);

/*
 * Parses a line without its end, of any bytes. On failure returns the protocol error for the reply
 * (SYNTAX, BADARG, VERSION, BADKEY, BADFEN, BADVARIANT) and sets `error`; the tag is set in any
 * case. Only the form is checked: a FEN, a variant or a move may still be invalid.
 */
ProtocolError request_parse(const char *line, size_t length, Request *request, Error *error);

/* Reads the tag of a line, of which the beginning is enough; "" if there is none. */
void request_read_tag(const char *line, size_t length, char tag[TAG_MAX + 1]);

/* Returns whether a line, of which the beginning is enough, looks like the first line of an HTTP
 * request: browsers can be made to send such to any server. No request of this protocol does. */
bool request_is_http(const char *line, size_t length);

enum { REQUEST_LINE_SIZE = LINE_CLIENT_MAX + 2 }; /* with LF and NUL */

/* Writes the line with its LF and returns its length. Text that does not fit is cut. */
size_t request_write(const Request *request, char line[REQUEST_LINE_SIZE]);

#endif
