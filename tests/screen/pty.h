/*
 * A program in a pseudo-terminal of its own. A leader does what a shell does: gives the program the
 * terminal, notices when it stops, continues it at once, and reports how it ends. Output is read
 * continuously, so that the program never blocks on it.
 */
#ifndef TESTS_SCREEN_PTY_H
#define TESTS_SCREEN_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PTY_TAIL_SIZE = 32 * 1024 };

typedef struct Pty {
    int terminal; /* master side */
    int reports;  /* of the leader */
    pid_t leader;
    pid_t program;
    bool ended;
    int status;     /* exit status of the program as from wait(), once it has ended */
    int stops;      /* number of stops so far */
    int bad_modes;  /* number of stops and exits that left the terminal's modes changed */
    size_t clears;  /* number of times that the screen was cleared */
    size_t matched; /* length of the clearing sequence's beginning at the end of the output */
    char tail[PTY_TAIL_SIZE]; /* ring buffer of the newest output */
    size_t written;           /* total bytes of output */
} Pty;

/* Starts a program. Both lists end with NULL; the environment is complete. Standard error is
 * appended to a file. Returns false if the system has no more terminals or processes. */
bool pty_start(Pty *pty, char *const arguments[], char *const environment[], const char *folder,
               const char *error_file, int columns, int lines);

/* Types bytes. Returns false if the program does not take them within `timeout_s` seconds. */
bool pty_type(Pty *pty, const char *bytes, size_t length, int timeout_s);

/* Reads output for a time. Returns early if the program ends. */
void pty_wait(Pty *pty, int milliseconds);

/* Discards the output so far. */
void pty_forget(Pty *pty);
/* Waits until the output since pty_forget() contains a text in one piece. Returns false on timeout.
 */
bool pty_wait_text(Pty *pty, const char *text, int milliseconds);

/* Waits until the screen was cleared more than `before` times, as for a redraw, or the program
 * has ended. Returns false on timeout. */
bool pty_wait_clear(Pty *pty, size_t before, int milliseconds);

void pty_resize(Pty *pty, int columns, int lines);
void pty_signal(Pty *pty, int number);

/* Kills the program if it still runs, and frees everything. Does nothing if none was started, or
 * it is closed already. */
void pty_close(Pty *pty);

/* Prints how the program ended, or that it runs, on standard error. */
void pty_print_end(const Pty *pty);

/* Prints the newest output on standard error, with control characters made visible. */
void pty_print_tail(const Pty *pty, size_t bytes);

#endif
