/* A client of congo-engine in a test: sends lines and reads the answers. Every failure fails the
 * test. */
#ifndef TESTS_SUPPORT_CLIENT_H
#define TESTS_SUPPORT_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/compiler.h"
#include "base/process.h"

typedef struct Client {
    Process process;
    LineBuffer output;
} Client;

/* Starts the program without arguments. */
void client_start(Client *client);

/* Sends bytes. Reads the program's output meanwhile, so that neither blocks the other. */
void client_send(Client *client, const char *bytes, size_t length);

/* Sends a line. */
void client_say(Client *client, const char *format, ...) PRINTF_LIKE(2, 3);

/* Returns the next line, or NULL at the end or after a timeout. It is valid until the next call. */
const char *client_line(Client *client);

/* Reads up to a line with this beginning and returns it. */
const char *client_expect(Client *client, const char *beginning);

/* Expects the next line to have this beginning. */
void client_expect_next(Client *client, const char *beginning);

/* Expects no output before the answer to "isready". */
void client_expect_silence(Client *client);

/* Closes the program's input. Expects a line with this beginning, unless it is NULL, and success.
 */
void client_end(Client *client, const char *beginning);

#endif
