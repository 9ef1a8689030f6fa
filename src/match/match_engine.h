/* An engine of a match: a process that speaks UCI. */
#ifndef MATCH_MATCH_ENGINE_H
#define MATCH_MATCH_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/buffer.h"
#include "config/command_options.h"
#include "rules/record.h"

/*
 * A child process that reads and writes lines, run by sh(1) in a process group of its own: it and
 * its children can be killed together, and Ctrl-C does not reach them. SIGPIPE must be ignored.
 */

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
    PROCESS_INTERRUPTED /* see process_set_interrupt */
} ProcessRead;

/* Sets a file that ends every wait with PROCESS_INTERRUPTED as soon as it is readable. Call it
 * before the first process is started. */
void process_set_interrupt(int file);

/* Runs `sh -c command`. A plain path with arguments replaces the shell. Thread-safe. */
bool process_start(Process *process, const char *command, Error *error);

/* Writes text. Returns false if the process has not taken all of it at the deadline. */
bool process_write(Process *process, const char *text, size_t length, int64_t deadline_us);

/* Reads the next line without its end, valid until the next call. Cuts a line
 * of more than 64 KiB. */
ProcessRead process_read(Process *process, int64_t deadline_us, const char **line);

/* Closes its input, and kills the process if it does not end within the grace period. Sets
 * exit_text, which may be NULL, to "was killed by signal 11", "ended with status 1" or "". */
enum { PROCESS_EXIT_TEXT_SIZE = 48 };

void process_end(Process *process, int64_t grace_us, char exit_text[PROCESS_EXIT_TEXT_SIZE]);

typedef struct MatchEngine {
    const MatchSetup *setup;
    const MatchEngineConfig *config;
    Process process;             /* all 0: not running */
    const MatchVariant *variant; /* last set, or NULL */
    char *variants;         /* owned; its declaration of UCI_Variant, NULL without that option */
    bool reads_variants;    /* it has the option VariantPath */
    unsigned options_known; /* bit i: it has the configured option i */
} MatchEngine;

typedef enum MatchEngineStatus {
    MATCH_ENGINE_MOVED,
    MATCH_ENGINE_CRASHED, /* the process ended, or closed its output */
    MATCH_ENGINE_TIMEOUT,
    MATCH_ENGINE_INTERRUPTED
} MatchEngineStatus;

typedef struct MatchEngineMove {
    char text[64];      /* the word after "bestmove", perhaps cut */
    int64_t elapsed_us; /* from writing "go" to reading the move */
    int depth;          /* 0: not reported */
    int64_t nodes;      /* 0: not reported */
    bool has_score;
    int score; /* hundredths of a pawn, from the engine's view */
    int mate;  /* moves to a win, negative to a loss; 0: none found */
} MatchEngineMove;

/* Prepares the engine for a game of the variant, starting the process if it is not running. On
 * failure the process does not run; ERROR_STATE means an interrupt. */
bool match_engine_new_game(MatchEngine *engine, const MatchVariant *variant, Error *error);

/* Lets the engine search the last position of the game. clock_us is the time left by color; it
 * counts only for an engine with a clock. If no move arrives, ends the process and sets exit_text
 * as process_end() does. */
MatchEngineStatus match_engine_go(MatchEngine *engine, const Record *game,
                                  const int64_t clock_us[COLOR_COUNT], MatchEngineMove *move,
                                  char exit_text[PROCESS_EXIT_TEXT_SIZE]);

/* Asks the engine to quit, or kills it. */
void match_engine_quit(MatchEngine *engine);

#endif
