/*
 * Asking a running server through its administrator's socket. A request is one line, "metrics",
 * "check" or "backup PATH"; the answer is text up to the end of the connection, whose last line
 * begins with "ok" or "failed" for the latter two. "GET /metrics HTTP/1.1" is answered in HTTP.
 */
#ifndef SERVER_LOOP_ADMIN_H
#define SERVER_LOOP_ADMIN_H

#include <stdbool.h>

#include "base/buffer.h"
#include "base/error.h"
#include "server/store/store.h"

/* False with a sentence when no server answers there. */
bool admin_ask(const char *socket_path, const char *request, Buffer *answer, Error *error);

/* What an answer says in its last line. */
bool admin_is_ok(const Buffer *answer);

/* The last lines of an answer, for both the server and the file's own check. */
void admin_report(Buffer *answer, const StoreCompletion *completion);

#endif
