/* Sessions: files, autosaves and kills. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/player.h"
#include "play/session.h"
#include "play/storage.h"
#include "rules/coordinate.h"
#include "../support/scratch.h"
#include "../support/session_fixture.h"

enum { FOREVER_MS = 100000000, PLIES_MAX = 20 };

static const char *program; /* this program, started again as a player that gets killed */

/* The monkey on a1 can go c3, e3, g1, or c3, a3. */
static const char chain[] = "2l4/7/7/7/1p1p3/1p3p1/M2L3/w/-1";

/* ---- files ---- */

static void a_game_is_saved_up_to_the_current_ply(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS};
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    fixture_play(&fixture, "b6b5");
    fixture_play(&fixture, "d2d3");
    assert_done(session_undo(fixture.session, &error));
    const char *path = scratch_path("game");
    assert_done(session_save(fixture.session, path, false, &error));
    assert_rejected(session_save(fixture.session, path, false, &error), ERROR_STATE);
    Record *record = storage_load_game(path, 1, NULL, NULL);
    assert_non_null(record);
    assert_int_equal(record->count, 2);
    assert_null(record_tag(record, "White")); /* a person without a name */
    assert_non_null(record_tag(record, "Date"));
    record_free(record);
    assert_done(session_redo(fixture.session, &error));
    assert_done(session_save(fixture.session, path, true, &error));
    record = storage_load_game(path, 1, NULL, NULL);
    assert_true(record_equal(record, session_record(fixture.session)));
    record_free(record);
    fixture_stop(&fixture);
}

static void a_game_is_set_up_from_settings(void **state) {
    (void)state;
    Error error = {0};
    SessionSetup setup;
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    snprintf(settings->game, sizeof settings->game, "2l4/7/7/7/7/7/7/w/-1");
    assert_false(session_setup_from_settings(settings, &setup, &error)); /* finished */
    assert_int_equal(error.code, ERROR_STATE);
    snprintf(settings->game, sizeof settings->game, "2l4/7/7/7/7/7/w/-1");
    assert_false(session_setup_from_settings(settings, &setup, &error));
    snprintf(settings->load_path, sizeof settings->load_path, "%s", scratch_path("game"));
    assert_false(session_setup_from_settings(settings, &setup, &error));
    assert_int_equal(error.code, ERROR_IO);
    scratch_write("game", "[White "
                          "\"1234567890123456789012345678901234567890123456789012345678901\xc3\xa9"
                          "\xc3\xa9\"]\n1. P-BB3 *\n");
    assert_true(session_setup_from_settings(settings, &setup, &error));
    assert_int_equal(strlen(setup.player[WHITE].name), PLAYER_NAME_SIZE - 1);
    record_free(setup.record);
    scratch_write("game", "[White "
                          "\"23456789012345678901234567890123456789012345678901234567890123\xc3\xa9"
                          "\xc3\xa9\"]\n1. P-BB3 *\n");
    assert_true(session_setup_from_settings(settings, &setup, &error));
    assert_int_equal(strlen(setup.player[WHITE].name),
                     PLAYER_NAME_SIZE - 2); /* cut between characters */
    record_free(setup.record);
    scratch_write("game", "[White \"Ada\"]\n[Black \"ai/random\"]\n\n1. P-BB3 P-BB5 *\n");
    assert_true(session_setup_from_settings(settings, &setup, &error));
    assert_int_equal(setup.record->count, 2);
    assert_string_equal(setup.player[WHITE].name, "Ada");
    assert_string_equal(setup.player[BLACK].name, "");
    record_free(setup.record);
    free(settings);
}

/* Starts the session of a game from a file, under the default settings. */
static void open_file(SessionFixture *fixture, const char *text) {
    Error error = {0};
    SessionSetup setup;
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    settings->level = 3;
    snprintf(settings->load_path, sizeof settings->load_path, "%s", scratch_path("game"));
    scratch_write("game", text);
    assert_true(session_setup_from_settings(settings, &setup, &error));
    setup.autosave = false;
    fixture_start(fixture, &setup);
    free(settings);
}

static void expect_players(const SessionFixture *fixture, const char *white, const char *black,
                           bool has_you) {
    char name[PLAYER_NAME_SIZE];
    Color you;
    player_name_write(fixture->session, WHITE, PLAYER_NAME_FULL, name);
    assert_string_equal(name, white);
    player_name_write(fixture->session, BLACK, PLAYER_NAME_FULL, name);
    assert_string_equal(name, black);
    assert_int_equal(player_name_you(fixture->session, &you), has_you);
}

#define LION_TAKEN "\n1. P-DD3 P-DD5 2. C4 P:C4 3. L:D7# 1-0\n"

static void a_finished_game_is_that_of_its_named_players(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup;
    open_file(&fixture, "[White \"Ada\"]\n[Black \"Bo\"]\n" LION_TAKEN);
    expect_players(&fixture, "Ada", "Bo", false);
    session_get_setup(fixture.session, &setup); /* of a rematch */
    assert_false(setup.is_of_others);
    assert_string_equal(setup.player[BLACK].name, "");
    assert_done(session_undo(fixture.session, &error));
    expect_players(&fixture, "Ada", "Bo", false);
    fixture_play(&fixture, "D1-D2"); /* another game */
    expect_players(&fixture, "Ada", "Computer, level 3", true);
    fixture_stop(&fixture);
}

static void other_games_are_those_of_the_settings(void **state) {
    (void)state;
    static const struct {
        const char *text, *white;
    } games[] = {
        {"[White \"Ada\"]\n[Black \"Bo\"]\n\n1. P-DD3 P-DD5 *\n", "Ada"},
        {"[White \"Ada\"]\n[Black \"Computer, level 8\"]\n" LION_TAKEN, "Ada"},
        {"[White \"Ada\"]\n[Black \"?\"]\n" LION_TAKEN, "Ada"},
        {"[White \"White\"]\n[Black \"black\"]\n" LION_TAKEN, "You"},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        SessionFixture fixture;
        open_file(&fixture, games[i].text);
        expect_players(&fixture, games[i].white, "Computer, level 3", true);
        fixture_stop(&fixture);
    }
}

/* ---- unfinished games ---- */

/* Notes what a file of games can keep of a move. */
static void note_everything(Record *record, size_t ply) {
    record_set_glyphs(record, ply, (const unsigned char[]){4, 14, 0});
    record_set_comment(record, ply, "leaves the giraffe in the river");
    record_set_variations(record, ply, "(1. D1-C1 {is quiet})");
    record_set_score(record, ply, &(RecordScore){true, 12, -4, 0});
}

static void an_unfinished_game_is_resumed(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/negamax", "hi/random", chain);
    setup.autosave = true;
    setup.player[WHITE].level = 4;
    setup.player[BLACK].level = 7;
    setup.limits = (SearchLimits){.depth = 3, .movetime_ms = 1234};
    setup.clock = (ClockSetting){.base_ms = FOREVER_MS, .increment_ms = 7000};
    snprintf(setup.player[WHITE].name, sizeof setup.player[WHITE].name, "Ada \"the\" \\ Fox");
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "D1-D2");
    fixture_play(&fixture, "C7-C6");
    fixture_play(&fixture, "D2-D1");
    assert_done(session_undo(fixture.session, &error));
    note_everything((Record *)session_record(fixture.session), 1);
    assert_done(session_step(fixture.session, A1, C3, &error));
    int64_t left = session_clock_ms(fixture.session, WHITE);
    assert_true(fixture_no_unfinished_game());
    assert_true(autosave_is_resumable(session_record(fixture.session)));
    Record *before = record_clone(session_record(fixture.session));
    fixture_stop(&fixture);

    setup = fixture_setup_resumed();
    assert_true(record_equal(setup.record, before));
    record_free(before);
    assert_int_equal(setup.record->current, 2);
    assert_int_equal(setup.player[WHITE].level, 4);
    assert_int_equal(setup.player[BLACK].level, 7);
    assert_int_equal(setup.limits.depth, 3);
    assert_int_equal(setup.limits.movetime_ms, 1234);
    assert_int_equal(setup.clock.increment_ms, 7000);
    assert_int_equal(setup.player[WHITE].kind, PLAYER_HUMAN);
    assert_int_equal(setup.player[WHITE].advisor, ADVISOR_NEGAMAX);
    assert_string_equal(setup.player[WHITE].name, "Ada \"the\" \\ Fox");
    assert_int_equal(setup.player[BLACK].advisor, ADVISOR_RANDOM);
    fixture_start(&fixture, &setup);
    assert_int_equal(session_open_jumps(fixture.session, NULL, NULL), 1);
    assert_true(session_clock_ms(fixture.session, WHITE) <= left);
    assert_done(session_step(fixture.session, C3, C3, &error));
    assert_int_equal(fixture_ply(&fixture), 3);
    assert_done(session_resign(fixture.session, BLACK, &error));
    fixture_stop(&fixture);
    assert_true(fixture_no_unfinished_game());         /* the game is over */
    assert_int_equal(scratch_count("state/congo"), 1); /* the folder of kept games */
    assert_int_equal(scratch_count("state/congo/games"), 1);
}

/* Returns the number of plies in the only game of the state folder. */
static size_t saved_plies(void) {
    char path[SCRATCH_PATH_SIZE] = "";
    DIR *directory = opendir(scratch_path("state/congo"));
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (strstr(entry->d_name, ".congo") && !strstr(entry->d_name, ".new"))
            snprintf(path, sizeof path, "%s/%.200s", scratch_path("state/congo"), entry->d_name);
    if (directory)
        closedir(directory);
    Record *record =
        storage_load_game(path, 0, NULL, NULL); /* NULL while the file is new and empty */
    size_t plies = record ? record->count : 0;
    record_free(record);
    return plies;
}

static void every_turn_is_saved_in_the_background(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    setup.autosave = true;
    fixture_start(&fixture, &setup);
    fixture_run_until_ply(&fixture, 10); /* faster than the disk */
    assert_done(session_pause(fixture.session, true, &error));
    size_t played = fixture_ply(&fixture);
    while (saved_plies() < played)
        fixture_run_a_while(&fixture);
    assert_int_equal(saved_plies(), played);
    fixture_stop(&fixture);
    setup = fixture_setup_resumed();
    assert_true(setup.start_paused);
    assert_int_equal(setup.player[WHITE].kind, PLAYER_COMPUTER);
    fixture_start(&fixture, &setup);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture_ply(&fixture), played);
    assert_true(session_is_paused(fixture.session));
    fixture_stop(&fixture);
}

static void a_game_without_a_move_leaves_nothing(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.autosave = true;
    fixture_start(&fixture, &setup);
    assert_done(session_autosave(fixture.session, &error));
    fixture_run_a_while(&fixture);
    fixture_stop(&fixture);
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void two_games_have_two_files(void **state) {
    (void)state;
    SessionFixture one, two;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.autosave = true;
    fixture_start(&one, &setup);
    setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.autosave = true;
    fixture_start(&two, &setup);
    fixture_play(&one, "b2b3");
    fixture_play(&two, "d2d3");
    assert_done(session_autosave(one.session, &error));
    assert_done(session_autosave(two.session, &error));
    assert_int_equal(scratch_count("state/congo"), 2);
    fixture_stop(&one);
    fixture_stop(&two);
    assert_int_equal(scratch_count("state/congo"), 2);
}

static void a_failing_disk_does_not_stop_the_game(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "ai/random", "standard");
    setup.autosave = true;
    scratch_write("state", "in the way");
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    fixture_run_until_event(&fixture, SESSION_NOTICE);
    assert_non_null(strstr(session_notice(fixture.session), "state"));
    fixture_run_until_ply(&fixture, 2);
    fixture_run_a_while(&fixture);
    assert_int_equal(fixture.event_counts[SESSION_NOTICE], 1); /* only once */
    assert_rejected(session_autosave(fixture.session, &error), ERROR_IO);
    fixture_stop(&fixture);
}

static void a_session_that_cannot_begin_unlocks_its_game(void **state) {
    (void)state;
    Error error = {0};
    SessionFixture fixture;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", "standard");
    setup.autosave = true;
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    fixture_stop(&fixture);
    setup = fixture_setup_resumed();
    setup.player[BLACK].kind = PLAYER_DEFENDER; /* without an exercise */
    assert_null(session_create(NULL, &setup, NULL, NULL, &error));
    assert_int_equal(error.code, ERROR_STATE);
    setup = fixture_setup_resumed();
    fixture_start(&fixture, &setup);
    fixture_stop(&fixture);
}

static void broken_tags_are_refused(void **state) {
    (void)state;
    static const char *const tags[] = {
        "CongoWhite \"me\"",
        "CongoBlack \"hi/\"",
        "CongoLevel \"11\"",
        "CongoLevel \"\"",
        "CongoDepth \"-1\"",
        "CongoMoveTime \"1 2\"",
        "CongoClock \"5\"",
        "CongoClockLeft \"1 2 3\"",
        "CongoPaused \"maybe\"",
        "CongoPly \"3\"",
        "CongoCapture \"b6b5\"",
        "CongoCapture \"a1c3\"",
        "CongoLevel \"99999999999999999999\"",
    };
    Settings *settings = malloc(sizeof *settings);
    assert_non_null(settings);
    settings_default(settings);
    Autosave *autosave = autosave_create(NULL);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        Error error = {0};
        SessionSetup setup;
        char text[256];
        int length = snprintf(text, sizeof text, "[%s]\n\n1. P-BB3 P-BB5 *\n", tags[i]);
        assert_false(
            session_setup_resume(settings, autosave, text, (size_t)length, &setup, &error));
        assert_non_null(strstr(error.text, "Congo"));
    }
    autosave_close(autosave, true);
    free(settings);
}

/* ---- killed ---- */

typedef struct Child {
    pid_t id;
    FILE *output;
} Child;

/* Starts this program again as a player and reads its output by lines. */
static Child start_child(const char *role) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t id = fork();
    assert_true(id >= 0);
    if (id == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execl(program, program, role, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    assert_non_null(output);
    return (Child){id, output};
}

static void kill_child(Child *child) {
    int status;
    assert_int_equal(kill(child->id, SIGKILL), 0);
    assert_int_equal(waitpid(child->id, &status, 0), child->id);
    assert_true(WIFSIGNALED(status));
    fclose(child->output);
}

/* Waits until a completely written game in the state folder contains the text. */
static void wait_for_saved(const char *wanted) {
    for (bool found = false; !found; usleep(1000)) {
        DIR *directory = opendir(scratch_path("state/congo"));
        if (!directory)
            continue;
        for (struct dirent *entry; (entry = readdir(directory));) {
            char name[SCRATCH_PATH_SIZE / 2];
            size_t length;
            if (!strstr(entry->d_name, ".congo") || strstr(entry->d_name, ".new"))
                continue;
            snprintf(name, sizeof name, "state/congo/%.300s", entry->d_name);
            char *text = file_read(scratch_path(name), &length, NULL);
            found = found || (text && strstr(text, wanted));
            free(text);
        }
        closedir(directory);
    }
}

static void print_moves(void *context, Session *session, SessionEvent event) {
    size_t *printed = context;
    char text[COORDINATE_SIZE];
    const Record *record = session_record(session);
    for (; event == SESSION_POSITION && *printed < record->current; ++*printed) {
        coordinate_write(record->plies[*printed].move, text);
        printf("%s\n", text);
    }
    fflush(stdout);
    if (*printed >= PLIES_MAX && !session_is_paused(session))
        session_pause(session, true, NULL);
}

/* The child that plays against itself and prints every move. It does not come to an end, however
 * late it is killed. */
static int child_watch(void) {
    uv_loop_t loop;
    size_t printed = 0;
    SessionSetup setup = fixture_setup("ai/random", "ai/random", "standard");
    setup.autosave = true;
    uv_loop_init(&loop);
    session_create(&loop, &setup, print_moves, &printed, NULL);
    return uv_run(&loop, UV_RUN_DEFAULT);
}

static void ignore_event(void *context, Session *session, SessionEvent event) {
    (void)context;
    (void)session;
    (void)event;
}

/* The child that moves as a person and leaves a capture open. */
static int child_capture(void) {
    uv_loop_t loop;
    SessionSetup setup = fixture_setup("hi/random", "hi/random", chain);
    setup.autosave = true;
    uv_loop_init(&loop);
    Session *session = session_create(&loop, &setup, ignore_event, NULL, NULL);
    session_submit_text(session, "D1-D2", notation_congo, NULL);
    session_submit_text(session, "C7-C6", notation_congo, NULL);
    session_step(session, A1, C3, NULL);
    session_step(session, C3, E3, NULL);
    return uv_run(&loop, UV_RUN_DEFAULT);
}

static void a_killed_game_of_people_is_resumed(void **state) {
    (void)state;
    SessionFixture fixture;
    Child child = start_child("capture");
    wait_for_saved("a1c3e3");
    assert_true(fixture_no_unfinished_game()); /* it is locked */
    kill_child(&child);
    SessionSetup setup = fixture_setup_resumed();
    assert_int_equal(setup.record->count, 2);
    fixture_start(&fixture, &setup);
    assert_int_equal(session_open_jumps(fixture.session, NULL, NULL), 2);
    assert_done(session_undo_jump(fixture.session, &error));
    assert_done(session_step(fixture.session, C3, A3, &error));
    assert_int_equal(fixture_ply(&fixture), 3);
    fixture_stop(&fixture);
}

static void a_killed_game_of_computers_keeps_its_moves(void **state) {
    (void)state;
    for (int round = 0; round < 5; round++) {
        char line[COORDINATE_SIZE + 2], text[COORDINATE_SIZE + 2];
        Child child = start_child("watch");
        wait_for_saved("1. ");
        kill(child.id, SIGKILL);
        int status;
        assert_int_equal(waitpid(child.id, &status, 0), child.id);
        SessionSetup setup = fixture_setup_resumed();
        assert_true(setup.record->count > 0);
        for (size_t i = 0; i < setup.record->count && fgets(line, sizeof line, child.output); i++) {
            size_t length = coordinate_write(setup.record->plies[i].move, text);
            snprintf(text + length, sizeof text - length, "\n");
            assert_string_equal(line, text);
        }
        fclose(child.output);
        autosave_close(setup.resumed, true);
        record_free(setup.record);
    }
}

#define in_scratch(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {
        in_scratch(a_game_is_saved_up_to_the_current_ply),
        in_scratch(a_game_is_set_up_from_settings),
        in_scratch(a_finished_game_is_that_of_its_named_players),
        in_scratch(other_games_are_those_of_the_settings),
        in_scratch(an_unfinished_game_is_resumed),
        in_scratch(every_turn_is_saved_in_the_background),
        in_scratch(a_game_without_a_move_leaves_nothing),
        in_scratch(two_games_have_two_files),
        in_scratch(a_failing_disk_does_not_stop_the_game),
        in_scratch(a_session_that_cannot_begin_unlocks_its_game),
        in_scratch(broken_tags_are_refused),
        in_scratch(a_killed_game_of_people_is_resumed),
        in_scratch(a_killed_game_of_computers_keeps_its_moves),
    };
    program = arguments[0];
    if (count == 2 && strcmp(arguments[1], "watch") == 0)
        return child_watch();
    if (count == 2 && strcmp(arguments[1], "capture") == 0)
        return child_capture();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
