/*
 * Random user actions in a terminal, determined by a seed: keys, typed and pasted texts,
 * mouse events, garbage, resizes, stops. Excluded are the terminal's own keys that end the program
 * (Ctrl-C, Ctrl-\) or hold its output (Ctrl-S), and texts that name a file outside the working
 * folder.
 */
#ifndef TESTS_SCREEN_USER_ACTIONS_H
#define TESTS_SCREEN_USER_ACTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { USER_ACTION_BYTES_MAX = 12 * 1024 };

typedef enum UserActionType {
    USER_ACTION_TYPE,
    USER_ACTION_RESIZE,
    USER_ACTION_SIGNAL,
    USER_ACTION_WAIT
} UserActionType;

typedef struct UserAction {
    const char *name;
    UserActionType kind;
    char bytes[USER_ACTION_BYTES_MAX]; /* to type */
    size_t length;
    int columns, lines;
    int signal;
    int milliseconds;
    bool makes_signal; /* may cause a stop or a resize, also without USER_ACTION_SIGNAL */
} UserAction;

/* Fills in the next random action and advances the seed, which must not be 0. */
void user_action_choose(uint64_t *seed, UserAction *action);

#endif
