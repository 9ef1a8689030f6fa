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

enum { TIMEOUT_MS = 300000, LINE_SIZE_MAX = 1 << 20 };

void client_start(Client *client) {
    const char *build = getenv("CONGO_BUILD");
    char command[4096];
    Error error = {0};
    signal(SIGPIPE, SIG_IGN);
    *client = (Client){.output.limit = LINE_SIZE_MAX};
    snprintf(command, sizeof command, "exec '%s/src/congo-engine'", build ? build : ".");
    if (!process_start(&client->process, command, &error))
        fail_msg("%s", error.text);
}

static void receive(Client *client) {
    if (line_buffer_read(&client->output, client->process.output_fd) < 0 && errno != EINTR &&
        errno != EAGAIN)
        client->output.ended = true;
}

/* Waits until the program has printed something or, if `to_write`, can read more. */
static bool wait_for_output(Client *client, bool to_write) {
    struct pollfd files[2] = {
        {.fd = client->output.ended ? -1 : client->process.output_fd, .events = POLLIN},
        {.fd = to_write ? client->process.input_fd : -1, .events = POLLOUT}};
    int ready = poll(files, 2, TIMEOUT_MS);
    if (ready <= 0 && errno != EINTR)
        return false;
    if (files[0].revents != 0)
        receive(client);
    return true;
}

void client_send(Client *client, const char *bytes, size_t length) {
    while (length > 0) {
        if (!wait_for_output(client, true))
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

const char *client_line(Client *client) {
    size_t length;
    const char *line;
    while (!(line = line_buffer_next(&client->output, &length))) {
        if (client->output.ended || !wait_for_output(client, false))
            return NULL;
    }
    return line;
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
    process_end(&client->process, (int64_t)TIMEOUT_MS * 1000, exit_text);
    assert_string_equal(exit_text, "ended with status 0");
    line_buffer_free(&client->output);
}
