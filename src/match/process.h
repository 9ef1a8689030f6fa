/*
 * Another program that reads and writes lines, run by sh(1) in a process group of its own, so that
 * it and whatever it starts can be killed together, and a key that interrupts this program does not
 * reach it. SIGPIPE must be ignored.
 */
#ifndef MATCH_PROCESS_H
#define MATCH_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/line_buffer.h"

/* All 0: none. */
typedef struct Process {
    pid_t pid;
    int input_fd, output_fd; /* its input and output */
    LineBuffer lines;        /* of its output */
} Process;

typedef enum ProcessRead {
    PROCESS_LINE,
    PROCESS_TIMEOUT,    /* nothing until the deadline */
    PROCESS_CLOSED,     /* it has closed its output */
    PROCESS_INTERRUPTED /* see process_set_interrupt */
} ProcessRead;

/* Reads return PROCESS_INTERRUPTED as soon as there is something to read from this file; -1: never.
 * To be set before the first process is started. */
void process_set_interrupt(int file);

/* Runs `sh -c command`; a command that is no more than a path with arguments becomes the process
 * itself. Any thread. */
bool process_start(Process *process, const char *command, Error *error);

/* Writes text, and waits until the deadline for room; false when it did not take it all. */
bool process_write(Process *process, const char *text, size_t length, int64_t deadline_us);

/* Reads the next line without its end, valid until the next call. A line of more than 64 KiB is
 * cut.
 */
ProcessRead process_read(Process *process, int64_t deadline_us, const char **line);

/* Closes its input, waits a while for it to end by itself and kills it if it does not. Says how it
 * ended in `how` ("was killed by signal 11", "ended with status 1", ""), if that is not NULL. */
enum { PROCESS_EXIT_TEXT_SIZE = 48 };
void process_end(Process *process, int64_t grace_us, char exit_text[PROCESS_EXIT_TEXT_SIZE]);

#endif
