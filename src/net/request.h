/* A client's line as a struct, both ways. */
#ifndef NET_REQUEST_H
#define NET_REQUEST_H

#include <stddef.h>

#include "base/error.h"
#include "net/field.h"
#include "net/line.h"
#include "net/protocol_error.h"
#include "net/verb.h"

typedef struct Request {
    char tag[TAG_MAX + 1]; /* "": none */
    Verb verb;             /* VERB_NONE: an empty line, which needs no answer */
    Fields fields;
} Request;

/*
 * Reads a line without its end; any bytes are allowed. PROTO_ERR_NONE when it is a request; else
 * the word to answer with (SYNTAX, BADARG, VERSION, BADKEY, BADFEN, BADVARIANT) and a sentence in
 * *error. The tag is set in either case, if there was one. What needs to know games is not checked
 * here: a FEN and the name of a variant are only text that could be one, and a move is squares.
 */
ProtocolError request_parse(const char *line, size_t length, Request *request, Error *error);

enum { REQUEST_LINE_SIZE = LINE_CLIENT_MAX + 2 }; /* with LF and NUL */

/* Writes the line with its LF, and returns its length. Text that would make it too long is cut. */
size_t request_write(const Request *request, char line[REQUEST_LINE_SIZE]);

#endif
