/*
 * A program in a pseudo-terminal of its own, under a leader that does for it what a shell does: it
 * gives it the terminal, notes when it stops, lets it go on at once, and sees how it ends. What the
 * program writes is read all the time, so that it never waits for the test.
 */
#ifndef TESTS_SCREEN_PTY_H
#define TESTS_SCREEN_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { PTY_TAIL_SIZE = 32 * 1024 };

typedef struct Pty {
    int terminal; /* the side of the keyboard and the screen */
    int reports;  /* of the leader */
    pid_t leader;
    pid_t program;
    bool ended;
    int status;     /* of the program, as wait tells it; when it has ended */
    int stops;      /* so far */
    int bad_modes;  /* stops and ends so far after which the terminal's modes were not as before */
    size_t clears;  /* times the whole screen was cleared so far */
    size_t matched; /* bytes of the clearing sequence seen at the end of the output */
    char tail[PTY_TAIL_SIZE]; /* the newest output, around the end */
    size_t written;           /* bytes of output so far */
} Pty;

/* Both lists end with NULL; the environment is all of it. Standard error goes to that file, which
 * is added to. False when the system has no more terminals or processes. */
bool pty_start(Pty *pty, char *const arguments[], char *const environment[], const char *folder,
               const char *error_file, int columns, int lines);

/* Types the bytes; false if they are not taken within the patience (in seconds). */
bool pty_type(Pty *pty, const char *bytes, size_t length, int patience);

/* Reads what comes for that long. */
void pty_wait(Pty *pty, int milliseconds);

/* Forgets the output so far, and waits until a text of at most 80 bytes is in what comes, as the
 * program writes it: without anything between its characters. False if it takes longer. */
void pty_forget(Pty *pty);
bool pty_wait_text(Pty *pty, const char *text, int milliseconds);

/* Redraws come with the screen cleared: waits until it has been more than `before` times, or the
 * program has ended. False if it takes longer. */
bool pty_wait_clear(Pty *pty, size_t before, int milliseconds);

void pty_resize(Pty *pty, int columns, int lines);
void pty_signal(Pty *pty, int number);

/* Ends what is still there, and forgets it. */
void pty_close(Pty *pty);

/* The newest output with escapes made visible, for messages. */
void pty_print_tail(const Pty *pty, size_t bytes);

#endif
