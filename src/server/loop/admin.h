/*
 * The administrator's socket. A request is one line: a verb of config/admin_verbs.h with its
 * arguments, or "GET /metrics HTTP/1.1", which is answered in HTTP. The answer is text up to the
 * end of the connection. Except for statistics, its last line begins with "ok" or "failed".
 */
#ifndef SERVER_LOOP_ADMIN_H
#define SERVER_LOOP_ADMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

#include "base/buffer.h"
#include "base/error.h"
#include "server/core/core.h"
#include "server/loop/handshaker.h"
#include "server/loop/loop.h"
#include "server/store/store.h"

/* ---- the protocols of systemd, sd_notify(3) and sd_listen_fds(3), without its library ---- */

/* Sends "READY=1" or "STOPPING=1" to the service manager, if there is one. */
void systemd_notify(const char *state);

/* Returns the next listening socket that systemd has passed to this process, and sets `name` to its
 * name in the unit, or to "". Returns -1 if there is none left, or with an error if the descriptor
 * is something else. */
int systemd_next_socket(char *name, size_t size, Error *error);

/* ---- the administrator's socket ---- */

/* Opens and serves the socket of the settings. */
bool admin_open(Loop *loop, Error *error);

/* Serves a listening socket. Takes over `fd`. */
bool admin_serve(Loop *loop, int fd, Error *error);

/* Closes the connection of an administrator. */
void admin_close_session(uv_handle_t *session);

/* Sends a request to a running server and adds its answer. Returns false with an error if there is
 * no answer. */
bool admin_ask(const char *socket_path, const char *request, Buffer *answer, Error *error);

/* Returns whether there is an answer whose last line does not begin with "failed". */
bool admin_is_ok(const Buffer *answer);

/* Adds the last lines of an answer: the result of a backup or a check. */
void admin_report(Buffer *answer, const StoreCompletion *completion);

#endif
