/*
 * A child process that reads and writes lines, run by sh(1) in a process group of its own: it and
 * its children can be killed together, and Ctrl-C does not reach them. SIGPIPE must be ignored.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buffer.h"
#include "base/error.h"

enum { PROCESS_EXIT_TEXT_SIZE = 48 };

/* All 0: not running. */
typedef struct Process {
    pid_t pid;
    int input_fd, output_fd; /* to its standard input, from its standard output */
    LineBuffer lines;
} Process;

typedef enum ProcessRead {
    PROCESS_LINE,
    PROCESS_TIMEOUT,
    PROCESS_CLOSED,     /* the process has closed its output */
    PROCESS_INTERRUPTED /* see interrupt_flag */
} ProcessRead;

/* Runs `sh -c command`. A plain path with arguments replaces the shell. Thread-safe. */
bool process_start(Process *process, const char *command, Error *error);

/* Writes text. Returns false if the process has not taken all of it at the deadline. */
bool process_write(Process *process, const char *text, size_t length, int64_t deadline_us);

/* Reads the next line without its end, valid until the next call. Cuts a line of more than 64 KiB.
 */
ProcessRead process_read(Process *process, int64_t deadline_us, const char **line);

/* Closes its input, and kills the process if it does not end within the grace period. Sets
 * exit_text, which may be NULL, to "was killed by signal 11", "ended with status 1" or "". */
void process_end(Process *process, int64_t grace_us, char exit_text[PROCESS_EXIT_TEXT_SIZE]);

#endif
