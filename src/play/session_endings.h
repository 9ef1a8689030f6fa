/*
 * The solved endings of a session's variant: opened on libuv's pool when the session is created,
 * and closed with it. Private to the session; interfaces call session_list_ending.
 */
#ifndef PLAY_SESSION_ENDINGS_H
#define PLAY_SESSION_ENDINGS_H

#include <uv.h>

#include "play/session.h"

typedef struct SessionEndings {
    struct Endings *tables; /* NULL: none, or not opened yet */
    bool opening;           /* on the pool, which the members below belong to */
    uv_work_t work;
    char setting[SETTING_PATH_SIZE];
    Variant variant;
    Error error;                   /* about a folder or a file that cannot be used */
    void (*closed)(void *session); /* not NULL: to be closed when they are open */
} SessionEndings;

/* Begins to open the tables that the setup names, if it names any. */
void session_endings_open(Session *session);

/* Closes the tables, which no search may use any more. If they are still being opened, returns at
 * once and calls `closed` with the session later. */
void session_endings_close(Session *session, void (*closed)(void *session));

#endif
