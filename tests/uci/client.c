#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "client.h"

enum { PATIENCE_MS = 60000, CHUNK_BYTES = 1 << 16, FORGET_BYTES = 1 << 20 };

void client_start(Client *client) {
    const char *build = getenv("CONGO_BUILD");
    char command[4096];
    Error error = {0};
    signal(SIGPIPE, SIG_IGN);
    memset(client, 0, sizeof *client);
    snprintf(command, sizeof command, "exec '%s/src/congo-engine'", build ? build : ".");
    if (!process_start(&client->process, command, &error))
        fail_msg("%s", error.text);
}

/* Takes in what there is. */
static void client_hear(Client *client) {
    char chunk[CHUNK_BYTES];
    ssize_t count = read(client->process.output_fd, chunk, sizeof chunk);
    if (count > 0)
        buffer_add(&client->heard, chunk, (size_t)count);
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        client->closed = true;
}

/* Waits until the program has printed something, or, if wanted, has room for more. */
static bool client_wait(Client *client, bool to_write) {
    struct pollfd files[2] = {
        {.fd = client->closed ? -1 : client->process.output_fd, .events = POLLIN},
        {.fd = to_write ? client->process.input_fd : -1, .events = POLLOUT}};
    int ready = poll(files, 2, PATIENCE_MS);
    if (ready <= 0 && errno != EINTR)
        return false;
    if (files[0].revents != 0)
        client_hear(client);
    return true;
}

void client_send(Client *client, const char *bytes, size_t length) {
    while (length > 0) {
        if (!client_wait(client, true))
            fail_msg("the program does not read");
        ssize_t count = write(client->process.input_fd, bytes, length);
        if (count < 0 && errno != EINTR && errno != EAGAIN)
            fail_msg("the program is gone: %s", strerror(errno));
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
}

void client_say(Client *client, const char *format, ...) {
    char line[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && length < (int)sizeof line - 1);
    line[length] = '\n';
    client_send(client, line, (size_t)length + 1);
}

/* Makes the heard text begin with what was not given out. */
static void client_forget(Client *client) {
    if (client->read < FORGET_BYTES)
        return;
    size_t left = client->heard.length - client->read;
    memmove(client->heard.bytes, client->heard.bytes + client->read, left);
    client->heard.length = left;
    client->heard.bytes[left] = '\0';
    client->read = 0;
}

const char *client_line(Client *client) {
    client_forget(client);
    for (;;) {
        size_t left = client->heard.length - client->read;
        const char *begin = client->heard.bytes ? client->heard.bytes + client->read : "";
        const char *end = left > 0 ? memchr(begin, '\n', left) : NULL;
        if (end) {
            buffer_clear(&client->line);
            buffer_add(&client->line, begin, (size_t)(end - begin));
            client->read += (size_t)(end - begin) + 1;
            return client->line.bytes;
        }
        if (client->closed || !client_wait(client, false))
            return NULL;
    }
}

static bool begins_with(const char *line, const char *beginning) {
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

const char *client_expect(Client *client, const char *beginning) {
    const char *line;
    while ((line = client_line(client))) {
        if (begins_with(line, beginning))
            return line;
    }
    fail_msg("expected \"%s\"", beginning);
    return NULL;
}

void client_expect_next(Client *client, const char *beginning) {
    const char *line = client_line(client);
    if (line == NULL || !begins_with(line, beginning))
        fail_msg("expected \"%s\", found \"%s\"", beginning, line ? line : "nothing");
}

void client_expect_silence(Client *client) {
    client_say(client, "isready");
    client_expect_next(client, "readyok");
}

void client_end(Client *client, const char *beginning) {
    char exit_text[PROCESS_EXIT_TEXT_SIZE];
    if (client->process.input_fd >= 0)
        close(client->process.input_fd);
    client->process.input_fd = open("/dev/null", O_WRONLY);
    if (beginning)
        client_expect(client, beginning);
    while (client_line(client))
        continue;
    process_end(&client->process, (int64_t)PATIENCE_MS * 1000, exit_text);
    assert_string_equal(exit_text, "ended with status 0");
    buffer_free(&client->heard);
    buffer_free(&client->line);
}
