/*
 * The administrator's socket. A request is one line: "metrics", "check", "backup PATH", or "GET
 * /metrics HTTP/1.1", which is answered in HTTP. The answer is text up to the end of the
 * connection. After "check" and "backup" its last line begins with "ok" or "failed".
 */
#ifndef SERVER_LOOP_ADMIN_H
#define SERVER_LOOP_ADMIN_H

#include <stdbool.h>

#include <uv.h>

#include "base/buffer.h"
#include "base/error.h"
#include "server/loop/loop.h"
#include "server/store/store.h"

/* Opens and serves the socket of the settings. */
bool admin_open(Loop *loop, Error *error);

/* Serves a listening socket. Takes over `fd`. */
void admin_serve(Loop *loop, int fd);

/* Closes the connection of an administrator. */
void admin_close_session(uv_handle_t *session);

/* Sends a request to a running server and adds its answer. Returns false with an error if there is
 * no answer. */
bool admin_ask(const char *socket_path, const char *request, Buffer *answer, Error *error);

/* Returns whether the last line of an answer begins with "ok". */
bool admin_is_ok(const Buffer *answer);

/* Adds the last lines of an answer: the result of a backup or a check. */
void admin_report(Buffer *answer, const StoreCompletion *completion);

#endif
