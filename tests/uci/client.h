/* A client of congo-engine in a test: sends bytes to the program and reads its lines. Whatever goes
 * wrong fails the test. */
#ifndef TESTS_UCI_CLIENT_H
#define TESTS_UCI_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/compiler.h"
#include "match/process.h"

typedef struct Client {
    Process process;
    LineBuffer output;
} Client;

/* Starts the program without arguments. */
void client_start(Client *client);

/* Sends bytes; takes in what the program prints meanwhile, so that neither waits for the other. */
void client_send(Client *client, const char *bytes, size_t length);

/* Sends a line. */
void client_say(Client *client, const char *format, ...) PRINTF_LIKE(2, 3);

/* The next line, valid until the next call; NULL when there is none for a long time, or ever. */
const char *client_line(Client *client);

/* Reads up to a line that begins so; returns it. */
const char *client_expect(Client *client, const char *beginning);

/* The next line begins so. */
void client_expect_next(Client *client, const char *beginning);

/* Nothing is printed before the answer to isready. */
void client_expect_silence(Client *client);

/* Closes the program's input; the line with this beginning (NULL: none) is still printed, and it
 * ends well. */
void client_end(Client *client, const char *beginning);

#endif
