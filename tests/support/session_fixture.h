/* A session on a loop of its own, with a listener that counts its events. Every failure here fails
 * the test. Include cmocka.h first. */
#ifndef TESTS_SUPPORT_SESSION_FIXTURE_H
#define TESTS_SUPPORT_SESSION_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "play/session.h"

typedef struct SessionFixture {
    uv_loop_t loop;
    Session *session;
    uv_prepare_t paint; /* simulates the painting of the screen in every round */
    int event_counts[SESSION_EVENT_COUNT];
    bool pending_repaint; /* a position was reported and not painted */
    bool ran_ahead;       /* a computer thought about it before it was painted */
    bool freed;
} SessionFixture;

/* Returns a setup with players as on the command line, quick computers and no autosave. */
SessionSetup fixture_setup(const char *white, const char *black, const char *game);

/* Returns the setup to resume the unfinished game in the state folder, which must exist. */
SessionSetup fixture_setup_resumed(void);
/* Returns whether there is no unfinished game. */
bool fixture_no_unfinished_game(void);

/* A session that hangs ends the test by an alarm. */
void fixture_start(SessionFixture *fixture, const SessionSetup *setup);
void fixture_stop(SessionFixture *fixture);

/* Returns the current ply. */
size_t fixture_ply(const SessionFixture *fixture);

/* Makes a legal move of the side to move. */
void fixture_play(SessionFixture *fixture, const char *text);
void fixture_expect_outcome(const SessionFixture *fixture, Result result, Reason reason);
/* Expects that a call failed with this code and a sentence. */
void fixture_expect_error(bool done, const Error *error, ErrorCode code);

/* Each runs the loop until the condition holds. */
void fixture_run_until_event(SessionFixture *fixture, SessionEvent event);
void fixture_run_until_ply(SessionFixture *fixture, size_t ply);
void fixture_run_until_thinking(SessionFixture *fixture, ThinkingPurpose purpose);
void fixture_run_until_idle(SessionFixture *fixture);
/* Runs the loop for a while, to check that nothing happens. */
void fixture_run_a_while(SessionFixture *fixture);

/* Expects that a call with `&error` succeeds. */
#define assert_done(call)                                                                          \
    do {                                                                                           \
        Error error = {0};                                                                         \
        bool done = call;                                                                          \
        assert_string_equal(error.text, "");                                                       \
        assert_true(done);                                                                         \
    } while (0)

/* Expects that a call with `&error` fails. */
#define assert_rejected(call, code)                                                                \
    do {                                                                                           \
        Error error = {0};                                                                         \
        fixture_expect_error(call, &error, code);                                                  \
    } while (0)

#endif
