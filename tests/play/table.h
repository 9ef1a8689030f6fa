/* A session on a loop of its own, with somebody who listens to it: what the tests of the session
 * sit down at. Whatever goes wrong here fails the test. Include cmocka.h before it. */
#ifndef TESTS_PLAY_TABLE_H
#define TESTS_PLAY_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"

typedef struct Table {
    uv_loop_t loop;
    Session *session;
    uv_prepare_t painter; /* where a screen would be painted, in every round */
    int told[SESSION_EVENT_COUNT];
    bool unpainted; /* a position that was told */
    bool ran_ahead; /* a computer thought about it before it was painted */
    bool freed;
} Table;

/* Players as on the command line; quick computers, nothing on disk. */
SessionSetup table_setup(const char *white, const char *black, const char *game);

/* One to go on with the game left over in the state folder, which must be there. */
SessionSetup table_take_up(void);
/* Whether no game is left over there. */
bool table_nothing_left(void);

/* What waits at a table for ever ends the program: it is a failure, not a hang. */
void table_sit_down(Table *table, const SessionSetup *setup);
void table_get_up(Table *table);

/* The current ply of the game. */
size_t table_ply(const Table *table);

/* Makes a move of the side to move, which has to be legal. */
void table_play(Table *table, const char *text);
/* How the game stands. */
void table_expect_outcome(const Table *table, Result result, Reason reason);
/* Sees that a call failed with that code and a sentence. */
void table_expect_refusal(bool done, const Error *error, ErrorCode code);

/* Each lets the loop turn until what it waits for has come. */
void table_run_until_told(Table *table, SessionEvent event);
void table_run_until_ply(Table *table, size_t ply);
void table_run_until_thinking(Table *table, ThinkingPurpose purpose);
/* While there is something to do at once. */
void table_run_dry(Table *table);
/* For a while, for what ought not to come. */
void table_run_on(Table *table);

/* The call, which has `&error`, succeeds. */
#define assert_done(call)                                                                          \
    do {                                                                                           \
        Error error = {0};                                                                         \
        bool done = call;                                                                          \
        assert_string_equal(error.text, "");                                                       \
        assert_true(done);                                                                         \
    } while (0)

/* The call, which has `&error`, is refused. */
#define assert_refused(call, code)                                                                 \
    do {                                                                                           \
        Error error = {0};                                                                         \
        table_expect_refusal(call, &error, code);                                                  \
    } while (0)

#endif
