/* A session on a loop of its own, with somebody who listens to it: what the tests of the session
 * sit down at. Whatever goes wrong here fails the test. Include cmocka.h before it. */
#ifndef TESTS_PLAY_SESSION_FIXTURE_H
#define TESTS_PLAY_SESSION_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"

typedef struct SessionFixture {
    uv_loop_t loop;
    Session *session;
    uv_prepare_t painter; /* where a screen would be painted, in every round */
    int told[SESSION_EVENT_COUNT];
    bool unpainted; /* a position that was told */
    bool ran_ahead; /* a computer thought about it before it was painted */
    bool freed;
} SessionFixture;

/* Players as on the command line; quick computers, nothing on disk. */
SessionSetup fixture_setup(const char *white, const char *black, const char *game);

/* One to go on with the game left over in the state folder, which must be there. */
SessionSetup fixture_setup_resumed(void);
/* Whether no game is left over there. */
bool fixture_no_unfinished_game(void);

/* What waits at a table for ever ends the program: it is a failure, not a hang. */
void fixture_start(SessionFixture *fixture, const SessionSetup *setup);
void fixture_stop(SessionFixture *fixture);

/* The current ply of the game. */
size_t fixture_ply(const SessionFixture *fixture);

/* Makes a move of the side to move, which has to be legal. */
void fixture_play(SessionFixture *fixture, const char *text);
/* How the game stands. */
void fixture_expect_outcome(const SessionFixture *fixture, Result result, Reason reason);
/* Sees that a call failed with that code and a sentence. */
void fixture_expect_error(bool done, const Error *error, ErrorCode code);

/* Each lets the loop turn until what it waits for has come. */
void fixture_run_until_event(SessionFixture *fixture, SessionEvent event);
void fixture_run_until_ply(SessionFixture *fixture, size_t ply);
void fixture_run_until_thinking(SessionFixture *fixture, ThinkingPurpose purpose);
/* While there is something to do at once. */
void fixture_run_until_idle(SessionFixture *fixture);
/* For a while, for what ought not to come. */
void fixture_run_a_while(SessionFixture *fixture);

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
        fixture_expect_error(call, &error, code);                                                  \
    } while (0)

#endif
