#include <config.h>

#include "pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"

enum { TIMEOUT_MS = 300000, CHUNK_BYTES = 1 << 16 };

/* Returns false at the end of the output. */
static bool receive(const Process *process, Buffer *output) {
    char chunk[CHUNK_BYTES];
    ssize_t count = read(process->output_fd, chunk, sizeof chunk);
    if (count > 0)
        buffer_add(output, chunk, (size_t)count);
    return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Returns the number of bytes sent so far. */
static size_t send_some(Process *process, const Buffer *input, size_t sent) {
    ssize_t count = write(process->input_fd, input->bytes + sent, input->length - sent);
    return sent + (count > 0 ? (size_t)count : 0);
}

static void close_input(Process *process) {
    close(process->input_fd);
    process->input_fd = open("/dev/null", O_WRONLY);
}

static bool exchange_all(Process *process, const Buffer *input, Buffer *output) {
    size_t sent = 0;
    bool open = true;
    while (open) {
        struct pollfd files[2] = {
            {.fd = process->output_fd, .events = POLLIN},
            {.fd = sent < input->length ? process->input_fd : -1, .events = POLLOUT}};
        if (poll(files, 2, TIMEOUT_MS) <= 0 && errno != EINTR)
            return false;
        if (files[1].revents != 0)
            sent = send_some(process, input, sent);
        if (files[1].revents != 0 && sent == input->length)
            close_input(process);
        if (files[0].revents != 0)
            open = receive(process, output);
    }
    return true;
}

bool pipe_run(const char *command, const Buffer *input, Buffer *output, Error *error) {
    Process process = {0};
    char exit_text[PROCESS_EXIT_TEXT_SIZE];
    if (!process_start(&process, command, error))
        return false;
    bool completed = exchange_all(&process, input, output);
    process_end(&process, (int64_t)TIMEOUT_MS * 1000, exit_text);
    if (!completed)
        return error_set(error, ERROR_IO, "%s: it neither answers nor reads", command);
    return strcmp(exit_text, "ended with status 0") == 0 ||
           error_set(error, ERROR_IO, "%s %s", command, exit_text);
}

bool exchange_next(Exchange *exchange) {
    const char *prompt = exchange->prompt != NULL ? exchange->prompt : "\n > ";
    const char *at = strstr(exchange->rest, prompt);
    if (at == NULL)
        return false;
    exchange->line = at + strlen(prompt);
    exchange->line_length = strcspn(exchange->line, "\n");
    exchange->answer = exchange->line + exchange->line_length;
    exchange->answer += *exchange->answer == '\n';
    const char *next = strstr(exchange->answer - 1, prompt);
    exchange->answer_length =
        next != NULL ? (size_t)(next - exchange->answer) : strlen(exchange->answer);
    exchange->rest = next != NULL ? next : exchange->answer + exchange->answer_length;
    return next != NULL;
}
