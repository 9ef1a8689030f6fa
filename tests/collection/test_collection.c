/* Games that are over are kept, and all games are one list. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/random.h"
#include "collection/collection.h"
#include "collection/game_statistics.h"
#include "play/autosave.h"
#include "rules/games/gamefile.h"
#include "../support/sample_seat.h"
#include "../support/scratch.h"
#include "../support/session_fixture.h"
#include "../support/unfinished_game.h"

static Settings settings;

/* ---- helpers ---- */

static size_t count_files(const char *folder, const char *suffix) {
    FileList files;
    if (!file_list_folder(folder, suffix, &files, NULL))
        return 0;
    size_t count = files.count;
    file_list_free(&files);
    return count;
}

static size_t kept_count(void) {
    char folder[FILE_PATH_SIZE];
    assert_true(autosave_kept_folder(folder, NULL));
    return count_files(folder, ".congo");
}

static size_t autosave_count(void) {
    char folder[FILE_PATH_SIZE];
    assert_true(storage_state_folder(folder, NULL));
    return count_files(folder, ".congo");
}

static SessionSetup new_game(void) {
    SessionSetup setup = fixture_setup("hi/negamax", "hi/random", "standard");
    setup.autosave = true;
    return setup;
}

/* Plays a game of two moves, resigned by Black. */
static void start_resigned(SessionFixture *fixture) {
    SessionSetup setup = new_game();
    fixture_start(fixture, &setup);
    fixture_play(fixture, "b2b3");
    fixture_play(fixture, "b6b5");
    assert_done(session_resign(fixture->session, BLACK, &error));
}

static Collection *open_collection(void) {
    Error error = {0};
    Collection *collection = collection_open(&settings, NULL, &error);
    assert_string_equal(error.text, "");
    assert_non_null(collection);
    return collection;
}

/* Writes a kept game. */
static void write_kept(const char *name, const char *text) {
    char folder[FILE_PATH_SIZE], path[FILE_PATH_SIZE + 64];
    Error error = {0};
    assert_true(autosave_kept_folder(folder, NULL));
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file_write_atomic(path, text, strlen(text), 0600, true, &error);
    assert_string_equal(error.text, "");
}

/* Writes a game with players as in an autosave. */
static void write_played(int number, const char *white, const char *black, const char *level,
                         const char *result) {
    char name[64], text[512];
    snprintf(name, sizeof name, "20260101-0000%02d-0.congo", number);
    snprintf(text, sizeof text,
             "[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n[Reason \"resigned\"]\n"
             "[CongoWhite \"%s\"]\n[CongoBlack \"%s\"]\n[CongoLevel \"%s\"]\n\n1. P-BB3 P-BB5 %s\n",
             white, black, result, white, black, level, result);
    write_kept(name, text);
}

/* ---- keeping ---- */

static void a_game_that_is_over_is_kept(void **state) {
    (void)state;
    SessionFixture fixture;
    start_resigned(&fixture);
    fixture_run_until_idle(&fixture);
    assert_int_equal(kept_count(), 0);
    fixture_stop(&fixture);
    assert_int_equal(kept_count(), 1);
    assert_int_equal(autosave_count(), 0);
    Collection *collection = open_collection();
    assert_int_equal(collection_count(collection), 1);
    const GameInfo *info = collection_game(collection, 0);
    assert_int_equal(info->kind, GAME_KEPT);
    assert_int_equal(info->outcome.result, RESULT_WHITE);
    assert_int_equal(info->outcome.reason, REASON_RESIGNED);
    assert_int_equal(info->plies, 2);
    assert_false(info->has_user);
    collection_close(collection);
}

static void what_is_taken_back_after_the_end_is_kept_once(void **state) {
    (void)state;
    SessionFixture fixture;
    start_resigned(&fixture);
    fixture_run_until_idle(&fixture);
    assert_done(session_undo(fixture.session, &error));
    fixture_play(&fixture, "d2d3");
    fixture_run_until_idle(&fixture);
    fixture_stop(&fixture);
    assert_int_equal(kept_count(), 0);
    assert_int_equal(autosave_count(), 1);
    SessionSetup setup = fixture_setup_resumed();
    fixture_start(&fixture, &setup);
    assert_done(session_resign(fixture.session, WHITE, &error));
    assert_done(session_undo(fixture.session, &error));
    assert_done(session_resign(fixture.session, BLACK, &error));
    fixture_stop(&fixture);
    assert_int_equal(kept_count(), 1);
    assert_int_equal(autosave_count(), 0);
}

static void games_without_a_move_and_unwanted_games_are_not_kept(void **state) {
    (void)state;
    SessionFixture fixture;
    SessionSetup setup = new_game();
    fixture_start(&fixture, &setup);
    assert_done(session_resign(fixture.session, WHITE, &error));
    fixture_run_until_idle(&fixture);
    fixture_stop(&fixture);
    assert_int_equal(kept_count() + autosave_count(), 0);
    setup = new_game();
    setup.keep_finished = false;
    fixture_start(&fixture, &setup);
    fixture_play(&fixture, "b2b3");
    assert_done(session_resign(fixture.session, BLACK, &error));
    fixture_stop(&fixture);
    assert_int_equal(kept_count() + autosave_count(), 0);
}

static void a_kept_game_that_is_opened_again_is_not_doubled(void **state) {
    (void)state;
    SessionFixture fixture;
    start_resigned(&fixture);
    fixture_stop(&fixture);
    Collection *collection = open_collection();
    SessionSetup setup = new_game();
    record_free(setup.record);
    setup.record = collection_load(collection, 0, NULL);
    assert_non_null(setup.record);
    fixture_start(&fixture, &setup);
    assert_done(session_go_to_ply(fixture.session, 1, &error));
    assert_done(session_go_to_ply(fixture.session, 2, &error));
    fixture_run_until_idle(&fixture);
    fixture_stop(&fixture);
    assert_int_equal(kept_count(), 1);
    assert_int_equal(autosave_count(), 0);
    collection_close(collection);
}

static void mark_first_move(void *context, Record *record) {
    record_set_mark(record, 1, *(unsigned char *)context);
}

/* Opens the only kept game as it is shown, and marks its first move. */
static void mark_kept(SessionFixture *fixture, unsigned char mark) {
    SessionSetup setup;
    Collection *collection = open_collection();
    assert_true(collection_show(collection, 0, &settings, &setup, NULL));
    setup.hash_mb = 1;
    fixture_start(fixture, &setup);
    collection_close(collection);
    session_edit_notes(fixture->session, mark_first_move, &mark);
}

static unsigned char kept_mark(void) {
    Collection *collection = open_collection();
    Record *record = collection_load(collection, 0, NULL);
    assert_non_null(record);
    unsigned char mark = record_mark(record, 1);
    record_free(record);
    collection_close(collection);
    return mark;
}

static struct stat kept_stat(void) {
    Collection *collection = open_collection();
    struct stat found;
    assert_int_equal(stat(collection_game(collection, 0)->path, &found), 0);
    collection_close(collection);
    return found;
}

static void what_is_noted_on_a_kept_game_is_kept_with_it(void **state) {
    (void)state;
    SessionFixture fixture;
    start_resigned(&fixture);
    fixture_stop(&fixture);
    struct stat before = kept_stat();
    mark_kept(&fixture, 2);
    assert_done(session_autosave(fixture.session, &error));
    assert_int_equal(kept_mark(), 2);
    unsigned char blunder = 4;
    session_edit_notes(fixture.session, mark_first_move, &blunder);
    fixture_stop(&fixture);
    assert_int_equal(kept_mark(), 4);
    assert_int_equal(kept_count(), 1);
    struct stat after = kept_stat();
    assert_int_equal(after.st_mtim.tv_sec, before.st_mtim.tv_sec);
    assert_int_equal(after.st_mtim.tv_nsec, before.st_mtim.tv_nsec);
    assert_int_equal(after.st_mode, before.st_mode);
}

static void notes_that_cannot_be_written_are_reported_and_tried_again(void **state) {
    (void)state;
    SessionFixture fixture;
    start_resigned(&fixture);
    fixture_stop(&fixture);
    mark_kept(&fixture, 2);
    fixture_run_until_idle(&fixture);
    scratch_fill_disk(true);
    Error error = {0};
    bool done = session_autosave(fixture.session, &error);
    scratch_fill_disk(false);
    assert_false(done);
    assert_int_equal(error.code, ERROR_IO);
    fixture_run_until_idle(&fixture);
    assert_int_equal(fixture.event_counts[SESSION_NOTICE], 1);
    assert_non_null(strstr(session_notice(fixture.session), "the review is not kept: "));
    assert_int_equal(kept_mark(), 0);
    fixture_stop(&fixture);
    assert_int_equal(kept_mark(), 2);
}

static void another_game_from_a_kept_one_leaves_it_alone(void **state) {
    (void)state;
    SessionFixture fixture;
    start_resigned(&fixture);
    fixture_stop(&fixture);
    mark_kept(&fixture, 2);
    assert_done(session_undo(fixture.session, &error));
    fixture_play(&fixture, "a2a3");
    assert_done(session_resign(fixture.session, WHITE, &error));
    fixture_stop(&fixture);
    assert_int_equal(kept_count(), 2);
    assert_int_equal(autosave_count(), 0);
    Collection *collection = open_collection();
    Record *record = collection_load(collection, 1, NULL); /* the older one */
    assert_non_null(record);
    assert_int_equal(record_mark(record, 1), 2); /* as it was when it was over */
    record_free(record);
    collection_close(collection);
}

/* The file that a killed program leaves, without its lock. */
static void leave_autosave(const char *text) {
    Autosave *autosave = autosave_create(NULL);
    assert_non_null(autosave);
    assert_true(autosave_write(autosave, text, strlen(text), NULL));
    autosave_close(autosave, false);
}

static const char finished[] = "[Result \"1-0\"]\n[Reason \"resigned\"]\n\n1. P-BB3 P-BB5 1-0\n";

static void a_finished_game_of_a_killed_program_is_kept_at_the_next_start(void **state) {
    (void)state;
    UnfinishedGame game;
    Error error = {0};
    leave_autosave(finished);
    assert_false(find_unfinished_game(&game, &error));
    assert_int_equal(autosave_count(), 1); /* not removed */
    Collection *collection = open_collection();
    assert_int_equal(collection_count(collection), 1);
    assert_int_equal(collection_game(collection, 0)->kind, GAME_KEPT);
    collection_close(collection);
    assert_true(kept_games_tidy(&settings, &error));
    assert_int_equal(autosave_count(), 0);
    assert_int_equal(kept_count(), 1);
    leave_autosave(finished);
    settings.keep_games = KEEP_NONE;
    assert_true(kept_games_tidy(&settings, &error));
    assert_int_equal(autosave_count(), 0);
    assert_int_equal(kept_count(), 1); /* what was kept before stays */
}

static void a_network_game_is_kept_once(void **state) {
    (void)state;
    leave_autosave(
        "[CongoWhite \"net\"]\n[GameId \"0000000012\"]\n[Result \"1-0\"]\n[Reason \"resigned\"]\n\n"
        "1. P-BB3 P-BB5 1-0\n");
    assert_true(kept_games_tidy(&settings, NULL));
    leave_autosave(
        "[CongoWhite \"net\"]\n[GameId \"0000000012\"]\n[Result \"1-0\"]\n[Reason \"resigned\"]\n\n"
        "1. P-BB3 P-BB5 1-0\n");
    assert_true(kept_games_tidy(&settings, NULL));
    assert_int_equal(autosave_count(), 0);
    assert_int_equal(kept_count(), 1);
    /* A game that goes on from it here is another one. */
    leave_autosave("[CongoWhite \"ai/negamax\"]\n[GameId \"0000000012\"]\n[Result \"1-0\"]\n"
                   "[Reason \"resigned\"]\n\n1. P-BB3 P-CC5 1-0\n");
    assert_true(kept_games_tidy(&settings, NULL));
    assert_int_equal(kept_count(), 2);
}

static void a_network_game_that_is_over_is_shown(void **state) {
    (void)state;
    SessionSetup setup;
    write_played(1, "hi/negamax", "net", "3", "0-1");
    Collection *collection = open_collection();
    assert_int_equal(collection_game(collection, 0)->player[BLACK], PLAYER_REMOTE);
    assert_done(collection_show(collection, 0, &settings, &setup, &error));
    assert_int_equal(setup.player[WHITE].kind, PLAYER_HUMAN);
    assert_int_equal(setup.player[BLACK].kind, PLAYER_COMPUTER);
    session_setup_discard(&setup);
    collection_close(collection);
}

/* A file is where the folder should be. */
static void a_game_that_cannot_be_kept_stays_for_the_next_start(void **state) {
    (void)state;
    SessionFixture fixture;
    char folder[FILE_PATH_SIZE];
    Error error = {0};
    assert_true(storage_state_folder(folder, NULL));
    scratch_write("state/congo/games", "");
    start_resigned(&fixture);
    fixture_stop(&fixture);
    assert_int_equal(autosave_count(), 1);
    assert_false(kept_games_tidy(&settings, &error));
    assert_null(collection_open(&settings, NULL, &error));
    assert_int_equal(autosave_count(), 1);
    assert_int_equal(unlink(scratch_path("state/congo/games")), 0);
    assert_true(kept_games_tidy(&settings, NULL));
    assert_int_equal(autosave_count(), 0);
    assert_int_equal(kept_count(), 1);
}

static void old_games_are_removed_if_the_settings_say_so(void **state) {
    (void)state;
    char name[64];
    time_t recent = time(NULL) - 9 * 24 * 60 * 60, old = time(NULL) - 11 * 24 * 60 * 60;
    strftime(name, sizeof name, "%Y%m%d-%H%M%S-0.congo", gmtime(&recent));
    write_kept(name, finished);
    strftime(name, sizeof name, "%Y%m%d-%H%M%S-0.congo", gmtime(&old));
    write_kept(name, finished);
    assert_true(kept_games_tidy(&settings, NULL));
    assert_int_equal(kept_count(), 2);
    settings.keep_games = KEEP_DAYS + 10;
    assert_true(kept_games_tidy(&settings, NULL));
    assert_int_equal(kept_count(), 1);
}

/* ---- the list ---- */

static void games_of_the_same_second_are_listed_in_order(void **state) {
    (void)state;
    enum { GAMES = 5, NEWEST = 3 };
    char folder[FILE_PATH_SIZE], *paths[GAMES];
    FileList files;
    for (int i = 0; i < GAMES; i++)
        leave_autosave("1. P-BB3 P-BB5 *\n");
    assert_true(storage_state_folder(folder, NULL));
    assert_true(file_list_folder(folder, AUTOSAVE_SUFFIX, &files, NULL));
    assert_int_equal(files.count, GAMES);
    for (int i = 0; i < GAMES; i++) {
        int age = (i + NEWEST) % GAMES;
        const struct timespec time = {1000000000, 1000 * (GAMES - age)};
        paths[age] = files.paths[i];
        assert_int_equal(utimensat(AT_FDCWD, files.paths[i], (struct timespec[]){time, time}, 0),
                         0);
    }
    Collection *collection = collection_open_unfinished(&settings, NULL);
    assert_int_equal(collection_count(collection), GAMES);
    for (int i = 0; i < GAMES; i++)
        assert_string_equal(collection_game(collection, (size_t)i)->path, paths[i]);
    collection_close(collection);
    file_list_free(&files);
}

static void the_list_has_games_of_all_kinds(void **state) {
    (void)state;
    SavedSeat seat = sample_seat;
    leave_autosave("[CongoWhite \"hi/negamax\"]\n[CongoBlack \"ai/negamax\"]\n"
                   "[CongoLevel \"3\"]\n\n1. P-BB3 P-BB5 *\n");
    Autosave *held = autosave_create(NULL);
    const char *text = "[Variant \"islands\"]\n\n1. P-BB3 *\n";
    assert_true(autosave_write(held, text, strlen(text), NULL));
    saved_seat_close(saved_seat_create(&seat, NULL), false);
    write_played(1, "hi/negamax", "ai/negamax", "7", "0-1");
    write_kept("20250101-000000-0.congo", "[White \"Ada\"]\n\n1. Nonsense 1-0\n");
    Collection *collection = open_collection();
    int seen[GAME_UNREADABLE + 1] = {0};
    for (size_t i = 0; i < collection_count(collection); i++) {
        const GameInfo *info = collection_game(collection, i);
        char words[GAME_WORDS_SIZE];
        Position position;
        seen[info->kind]++;
        game_words_players(info, true, words);
        if (info->kind == GAME_UNFINISHED) {
            assert_string_equal(words, "You are White against Computer, level 3");
            assert_string_equal(game_words_result(info, words), "move 2");
        } else if (info->kind == GAME_IN_PLAY) {
            assert_string_equal(words, "White - Black (islands)");
        } else if (info->kind == GAME_KEPT) {
            assert_string_equal(words, "You are White against Computer, level 7");
            assert_string_equal(game_words_result(info, words), "lost");
            assert_int_equal(game_info_user_result(info), USER_LOST);
        } else if (info->kind == GAME_ON_SERVER) {
            assert_non_null(collection_seat(collection, i));
            assert_string_equal(game_words_result(info, words), "online");
        } else {
            assert_true(strstr(info->problem, "20250101-000000-0.congo") != NULL);
            assert_null(collection_load(collection, i, NULL));
        }
        bool has_board = info->kind != GAME_ON_SERVER && info->kind != GAME_UNREADABLE;
        assert_int_equal(game_info_position(info, &position), has_board);
    }
    for (int kind = 0; kind <= GAME_UNREADABLE; kind++)
        assert_int_equal(seen[kind], 1);
    collection_close(collection);
    autosave_close(held, true);
}

/* The seat of a game that is over is kept for a rematch, or for a move that the server lacks. */
static void a_kept_game_is_listed_once(void **state) {
    (void)state;
    SavedSeat seat = sample_seat;
    write_kept("20260101-000000-ABCDEFGHJK.congo",
               "[White \"Ada\"]\n[Black \"Bo\"]\n[Result \"0-1\"]\n[Reason \"resigned\"]\n"
               "[GameId \"ABCDEFGHJK\"]\n[CongoWhite \"hi/negamax\"]\n[CongoBlack \"net\"]\n\n"
               "1. P-BB3 P-BB5 0-1\n");
    saved_seat_close(saved_seat_create(&seat, NULL), false);
    Collection *collection = open_collection();
    assert_int_equal(collection_count(collection), 1);
    assert_int_equal(collection_game(collection, 0)->kind, GAME_KEPT);
    strcpy(seat.unconfirmed.text, "b2b3");
    saved_seat_close(saved_seat_create(&seat, NULL), false);
    assert_true(collection_refresh(collection, NULL));
    assert_int_equal(collection_count(collection), 2);
    collection_close(collection);
}

/* A seat that a running program has, this one included, is a game in play, which is left alone. */
static void a_seat_that_is_played_is_listed(void **state) {
    (void)state;
    SessionSetup setup;
    char words[GAME_WORDS_SIZE];
    SavedSeatFile *file = saved_seat_create(&sample_seat, NULL);
    Collection *collection = open_collection();
    assert_int_equal(collection_count(collection), 1);
    const GameInfo *info = collection_game(collection, 0);
    assert_int_equal(info->kind, GAME_IN_PLAY);
    assert_string_equal(game_words_players(info, true, words),
                        "You, White in game ABCDEFGHJK on example.org:7000");
    assert_string_equal(game_words_result(info, words), "online");
    assert_string_equal(game_words_how(info, words), "It is being played in an open window.");
    assert_rejected(collection_load(collection, 0, &error) != NULL, ERROR_STATE);
    assert_rejected(collection_show(collection, 0, &settings, &setup, &error), ERROR_STATE);
    assert_rejected(collection_resume(collection, 0, &settings, &setup, &error), ERROR_STATE);
    assert_rejected(collection_save(collection, 0, scratch_path("saved"), false, &error),
                    ERROR_STATE);
    assert_rejected(collection_delete(collection, 0, &error), ERROR_STATE);
    assert_int_equal(scratch_count("state/congo/seats"), 1);
    saved_seat_close(file, false);
    assert_true(collection_refresh(collection, NULL));
    assert_int_equal(collection_game(collection, 0)->kind, GAME_ON_SERVER);
    collection_close(collection);
}

/* A network game that is over has an autosave and a seat while it is on the board. */
static void a_network_game_that_is_over_on_the_board_is_listed_once(void **state) {
    (void)state;
    const char *text = "[Result \"0-1\"]\n[Reason \"resigned\"]\n[GameId \"ABCDEFGHJK\"]\n"
                       "[CongoWhite \"hi/negamax\"]\n[CongoBlack \"net\"]\n\n"
                       "1. P-BB3 P-BB5 0-1\n";
    Autosave *held = autosave_create(NULL);
    assert_true(autosave_write(held, text, strlen(text), NULL));
    SavedSeatFile *file = saved_seat_create(&sample_seat, NULL);
    Collection *collection = open_collection();
    assert_int_equal(collection_count(collection), 1);
    assert_int_equal(collection_game(collection, 0)->plies, 2);
    collection_close(collection);
    saved_seat_close(file, true);
    autosave_close(held, true);
}

static void leave_aged_autosave(const char *white, time_t age) {
    char text[200];
    const struct timespec times[2] = {{.tv_sec = age}, {.tv_sec = age}};
    Autosave *autosave = autosave_create(NULL);
    snprintf(text, sizeof text,
             "[White \"%s\"]\n[CongoWhite \"hi/negamax\"]\n[CongoBlack \"hi/negamax\"]\n\n"
             "1. P-BB3 *\n",
             white);
    assert_true(autosave_write(autosave, text, strlen(text), NULL));
    assert_int_equal(utimensat(AT_FDCWD, autosave_path(autosave), times, 0), 0);
    autosave_close(autosave, false);
}

/* The seat is that of a game that is over: its player waits for a rematch. */
static void unfinished_games_are_listed_alone_and_the_newest_comes_first(void **state) {
    (void)state;
    static const char *const expected[] = {"newest", "newer", "old"};
    Error failure = {0};
    SessionSetup setup;
    SavedSeat used = sample_seat;
    size_t number;
    leave_aged_autosave("old", 1000);
    leave_aged_autosave("newest", 3000);
    leave_aged_autosave("newer", 2000);
    leave_autosave("1. Z-A1");
    leave_autosave("[White \"Ada\"]\n[GameId \"ABCDEFGHJK\"]\n[CongoWhite \"hi/negamax\"]\n"
                   "[CongoBlack \"net\"]\n[Result \"1-0\"]\n[Reason \"resigned\"]\n\n"
                   "1. P-BB3 P-BB5 1-0\n");
    write_played(1, "hi/negamax", "ai/negamax", "7", "0-1");
    Autosave *held = autosave_create(NULL);
    assert_true(autosave_write(held, "1. P-BB3 *\n", 11, NULL));
    saved_seat_close(saved_seat_create(&sample_seat, NULL), false);
    strcpy(used.id.text, "0000000012");
    SavedSeatFile *file = saved_seat_create(&used, NULL);
    Collection *collection = collection_open_unfinished(&settings, &failure);
    assert_string_equal(failure.text, "");
    assert_int_equal(collection_count(collection), 4);
    assert_string_equal(collection_seat(collection, 0)->id.text, "ABCDEFGHJK");
    assert_false(collection_preview(collection, 0, &settings, &setup));
    for (int i = 0; i < 3; i++) {
        const GameInfo *info = collection_game(collection, (size_t)i + 1);
        assert_string_equal(info->name[WHITE], expected[i]);
        assert_int_equal(info->played, 3000 - 1000 * i);
    }
    assert_true(collection_preview(collection, 1, &settings, &setup));
    assert_int_equal(setup.record->count, 1);
    record_free(setup.record);
    assert_done(collection_delete(collection, 1, &error));
    assert_done(collection_undelete(collection, &number, &error));
    assert_int_equal(number, 1);
    assert_int_equal(collection_count(collection), 4);
    assert_int_equal(scratch_count("state/congo/games"), 1); /* no index was made */
    collection_close(collection);
    saved_seat_close(file, true);
    autosave_close(held, true);
}

static size_t found(const Collection *collection, const char *words) {
    size_t numbers[64];
    assert_true(collection_count(collection) <= 64);
    return collection_search(collection, words, numbers);
}

static void games_are_found_by_their_words(void **state) {
    (void)state;
    write_played(1, "hi/negamax", "ai/negamax", "7", "0-1");
    write_played(2, "hi/negamax", "ai/negamax", "3", "1-0");
    write_played(3, "ai/greedy", "hi/negamax", "3", "1-0");
    write_kept("20250615-120000-0.congo",
               "[White \"Ada\"]\n[Black \"Bo\"]\n[Variant \"islands\"]\n[Result \"1/2-1/2\"]\n"
               "[Reason \"agreed\"]\n\n1. P-BB3 1/2-1/2\n");
    Collection *collection = open_collection();
    assert_int_equal(found(collection, ""), 4);
    assert_int_equal(found(collection, "level 7"), 1);
    assert_int_equal(found(collection, "WON"), 1);
    assert_int_equal(found(collection, "lost"), 2);
    assert_int_equal(found(collection, "ada"), 1);
    assert_int_equal(found(collection, " june  2025 draw"), 1);
    assert_int_equal(found(collection, "2025-06 islands agreed"), 1);
    assert_int_equal(found(collection, "resigned"), 3);
    assert_int_equal(found(collection, "ada resigned"), 0);
    assert_string_equal(collection_game(collection, 3)->name[WHITE], "Ada"); /* the oldest */
    collection_close(collection);
}

static void a_deleted_game_is_brought_back(void **state) {
    (void)state;
    char folder[FILE_PATH_SIZE], path[FILE_PATH_SIZE];
    size_t number = 99;
    for (int i = 1; i <= 3; i++)
        write_played(i, "hi/negamax", "ai/negamax", "7", "0-1");
    Collection *collection = open_collection();
    snprintf(path, sizeof path, "%s", collection_game(collection, 1)->path);
    assert_done(collection_delete(collection, 1, &error));
    assert_int_equal(kept_count(), 2);
    assert_int_equal(collection_count(collection), 2);
    assert_int_equal(collection_deleted(collection), 1);
    assert_true(kept_games_tidy(&settings, NULL)); /* another program leaves it alone */
    assert_done(collection_undelete(collection, &number, &error));
    assert_int_equal(number, 1);
    assert_string_equal(collection_game(collection, 1)->path, path);
    assert_int_equal(kept_count(), 3);
    assert_rejected(collection_undelete(collection, &number, &error), ERROR_STATE);
    assert_done(collection_delete(collection, 0, &error));
    collection_close(collection);
    assert_int_equal(kept_count(), 2);
    assert_true(autosave_kept_folder(folder, NULL));
    assert_int_equal(count_files(folder, KEPT_GAMES_TRASH), 0);
}

/* Sets the number below which a new descriptor must be. */
static void limit_files(rlim_t most) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

static void a_list_that_cannot_be_read_again_stays_as_it_is(void **state) {
    (void)state;
    size_t number;
    Error error = {0};
    for (int i = 1; i <= 2; i++)
        write_played(i, "hi/negamax", "ai/negamax", "7", "0-1");
    Collection *collection = open_collection();
    assert_true(collection_delete(collection, 0, NULL));
    limit_files(0);
    bool restored = collection_undelete(collection, &number, &error);
    limit_files(RLIM_INFINITY);
    assert_false(restored);
    assert_int_equal(error.code, ERROR_IO);
    assert_int_equal(kept_count(), 2);
    assert_int_equal(collection_count(collection), 1);
    assert_int_equal(collection_game(collection, 0)->plies, 2);
    assert_true(collection_refresh(collection, NULL));
    assert_int_equal(collection_count(collection), 2);
    collection_close(collection);
}

/* Its lock can be opened, but not the folder to sync. */
static void a_game_whose_folder_cannot_be_synced_is_deleted(void **state) {
    (void)state;
    size_t number;
    write_played(1, "hi/negamax", "ai/negamax", "7", "0-1");
    Collection *collection = open_collection();
    int next = dup(STDIN_FILENO);
    close(next);
    limit_files((rlim_t)next + 1);
    bool deleted = collection_delete(collection, 0, NULL);
    limit_files(RLIM_INFINITY);
    assert_true(deleted);
    assert_int_equal(kept_count(), 0);
    assert_true(kept_games_tidy(&settings, NULL));
    assert_done(collection_undelete(collection, &number, &error));
    assert_int_equal(kept_count(), 1);
    collection_close(collection);
}

static void what_a_killed_program_deleted_is_gone_at_the_next_start(void **state) {
    (void)state;
    char folder[FILE_PATH_SIZE];
    write_kept("20260101-000001-0.congo" KEPT_GAMES_TRASH, finished);
    assert_true(autosave_kept_folder(folder, NULL));
    assert_int_equal(count_files(folder, KEPT_GAMES_TRASH), 1);
    assert_true(kept_games_tidy(&settings, NULL));
    assert_int_equal(count_files(folder, KEPT_GAMES_TRASH), 0);
}

static void a_game_that_is_played_is_not_deleted_and_a_seat_comes_back(void **state) {
    (void)state;
    SavedSeat seat = sample_seat;
    size_t number;
    Autosave *held = autosave_create(NULL);
    assert_true(autosave_write(held, "1. P-BB3 *\n", 11, NULL));
    Collection *collection = open_collection();
    assert_rejected(collection_delete(collection, 0, &error), ERROR_STATE);
    autosave_close(held, true);
    saved_seat_close(saved_seat_create(&seat, NULL), false);
    assert_true(collection_refresh(collection, NULL));
    assert_int_equal(collection_count(collection), 1);
    assert_done(collection_delete(collection, 0, &error));
    assert_true(collection_refresh(collection, NULL));
    assert_int_equal(collection_count(collection), 0);
    assert_done(collection_undelete(collection, &number, &error));
    assert_string_equal(collection_seat(collection, number)->key.text, seat.key.text);
    collection_close(collection);
}

static void an_unfinished_game_goes_on_and_any_game_is_saved(void **state) {
    (void)state;
    SessionSetup setup;
    SessionFixture fixture;
    leave_autosave("[CongoWhite \"hi/negamax\"]\n[CongoBlack \"hi/random\"]\n\n1. P-BB3 P-BB5 *\n");
    write_played(1, "hi/negamax", "ai/negamax", "7", "0-1");
    Collection *collection = open_collection();
    assert_int_equal(collection_game(collection, 0)->kind, GAME_UNFINISHED);
    assert_rejected(collection_resume(collection, 1, &settings, &setup, &error), ERROR_STATE);
    const char *path = scratch_path("saved");
    assert_done(collection_save(collection, 1, path, false, &error));
    assert_rejected(collection_save(collection, 1, path, false, &error), ERROR_STATE);
    Record *record = storage_load_game(path, 1, NULL, NULL);
    assert_non_null(record);
    assert_int_equal(record->count, 2);
    assert_null(record_tag(record, "CongoWhite"));
    record_free(record);
    assert_done(collection_resume(collection, 0, &settings, &setup, &error));
    fixture_start(&fixture, &setup);
    assert_int_equal(fixture_ply(&fixture), 2);
    assert_true(collection_refresh(collection, NULL));
    assert_int_equal(collection_game(collection, 0)->kind, GAME_IN_PLAY);
    fixture_stop(&fixture);
    collection_close(collection);
}

/* ---- the index ---- */

static void index_file(char path[FILE_PATH_SIZE + 8]) {
    char folder[FILE_PATH_SIZE];
    assert_true(autosave_kept_folder(folder, NULL));
    snprintf(path, FILE_PATH_SIZE + 8, "%s/index", folder);
}

static void check_same(Collection *collection, size_t count, const char *name) {
    assert_int_equal(collection_count(collection), count);
    for (size_t i = 0; i < count; i++) {
        const GameInfo *info = collection_game(collection, i);
        assert_int_equal(info->kind, GAME_KEPT);
        assert_string_equal(info->variant->name, "congo");
        assert_int_equal(info->plies, 2);
        assert_string_equal(info->name[BLACK], name);
    }
    collection_close(collection);
}

static void a_damaged_index_is_made_anew(void **state) {
    (void)state;
    char path[FILE_PATH_SIZE + 8];
    uint64_t seed = 1;
    size_t length;
    for (int i = 0; i < 5; i++)
        write_played(i, "hi/negamax", "ai/negamax", "7", "0-1");
    check_same(open_collection(), 5, "Computer, level 7");
    index_file(path);
    char *good = file_read(path, &length, NULL);
    assert_non_null(good);
    for (int round = 0; round < 200; round++) {
        char *bad = malloc(length);
        memcpy(bad, good, length);
        bad[random_below(&seed, length)] ^= (char)(1 + random_below(&seed, 255));
        size_t cut = round % 2 == 0 ? length : random_below(&seed, length);
        assert_true(file_write_atomic(path, bad, cut, 0600, true, NULL));
        free(bad);
        check_same(open_collection(), 5, "Computer, level 7");
    }
    assert_int_equal(unlink(path), 0);
    check_same(open_collection(), 5, "Computer, level 7");
    size_t made;
    char *again = file_read(path, &made, NULL);
    assert_int_equal(made, length);
    assert_memory_equal(again, good, length);
    free(again);
    free(good);
}

static void a_file_that_changes_is_read_again(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++)
        write_played(i, "hi/negamax", "ai/negamax", "7", "0-1");
    check_same(open_collection(), 5, "Computer, level 7");
    for (int i = 0; i < 5; i++)
        write_played(i, "hi/negamax", "ai/negamax", "8", "0-1");
    check_same(open_collection(), 5, "Computer, level 8");
}

/* The games stay as they are: the index alone must not be believed. */
static void the_index_is_used(void **state) {
    (void)state;
    char path[FILE_PATH_SIZE];
    struct stat status;
    write_played(1, "hi/negamax", "ai/negamax", "7", "0-1");
    Collection *collection = open_collection();
    snprintf(path, sizeof path, "%s", collection_game(collection, 0)->path);
    collection_close(collection);
    assert_int_equal(stat(path, &status), 0);
    write_played(1, "hi/negamax", "ai/negamax", "8", "0-1");
    struct timespec times[2] = {status.st_atim, status.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    check_same(open_collection(), 1, "Computer, level 7");
}

/* Lets no file be opened between the first report and the last one. */
static bool refuse_last_batch(void *context, size_t done, size_t total) {
    (void)context;
    limit_files(done < total ? 0 : RLIM_INFINITY);
    return true;
}

static size_t count_unreadable(const StorageWatch *watch) {
    size_t unreadable = 0;
    Collection *collection = collection_open(&settings, watch, NULL);
    assert_non_null(collection);
    for (size_t i = 0; i < collection_count(collection); i++)
        unreadable += collection_game(collection, i)->kind == GAME_UNREADABLE;
    collection_close(collection);
    return unreadable;
}

static void a_game_that_could_not_be_opened_once_is_read_again(void **state) {
    (void)state;
    enum { GAMES = 66 };
    for (int i = 0; i < GAMES; i++)
        write_played(i, "hi/negamax", "ai/negamax", "7", "0-1");
    assert_in_range(count_unreadable(&(StorageWatch){.on_progress = refuse_last_batch}), 1,
                    GAMES - 1);
    assert_int_equal(count_unreadable(NULL), 0);
}

/* Programs read and write the index at the same time, while games come and go. */
static void programs_share_the_index(void **state) {
    (void)state;
    enum { PROGRAMS = 4, ROUNDS = 20 };
    pid_t children[PROGRAMS];
    write_played(0, "hi/negamax", "ai/negamax", "7", "0-1");
    for (int i = 0; i < PROGRAMS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        for (int round = 0; children[i] == 0 && round < ROUNDS; round++) {
            write_played(1 + i, "hi/negamax", "ai/negamax", round % 2 == 0 ? "3" : "4", "1-0");
            Collection *collection = collection_open(&settings, NULL, NULL);
            bool good = collection != NULL;
            for (size_t game = 0; good && game < collection_count(collection); game++)
                good = collection_game(collection, game)->kind == GAME_KEPT;
            collection_close(collection);
            if (!good)
                _exit(1);
        }
        if (children[i] == 0)
            _exit(0);
    }
    for (int i = 0; i < PROGRAMS; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    Collection *collection = open_collection();
    assert_int_equal(collection_count(collection), 1 + PROGRAMS);
    collection_close(collection);
}

static int setup_state(void **state) {
    settings_default(&settings);
    settings.threads = 1;
    settings.hash_mb = 1;
    return scratch_make(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_that_is_over_is_kept, setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(what_is_taken_back_after_the_end_is_kept_once, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(games_without_a_move_and_unwanted_games_are_not_kept,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(a_kept_game_that_is_opened_again_is_not_doubled,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(notes_that_cannot_be_written_are_reported_and_tried_again,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(what_is_noted_on_a_kept_game_is_kept_with_it, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(another_game_from_a_kept_one_leaves_it_alone, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(
            a_finished_game_of_a_killed_program_is_kept_at_the_next_start, setup_state,
            scratch_remove),
        cmocka_unit_test_setup_teardown(a_network_game_is_kept_once, setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(a_network_game_that_is_over_is_shown, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_game_that_cannot_be_kept_stays_for_the_next_start,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(old_games_are_removed_if_the_settings_say_so, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(games_of_the_same_second_are_listed_in_order, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(the_list_has_games_of_all_kinds, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_kept_game_is_listed_once, setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(a_seat_that_is_played_is_listed, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_network_game_that_is_over_on_the_board_is_listed_once,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(
            unfinished_games_are_listed_alone_and_the_newest_comes_first, setup_state,
            scratch_remove),
        cmocka_unit_test_setup_teardown(games_are_found_by_their_words, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_deleted_game_is_brought_back, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_list_that_cannot_be_read_again_stays_as_it_is,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(a_game_whose_folder_cannot_be_synced_is_deleted,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(what_a_killed_program_deleted_is_gone_at_the_next_start,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(a_game_that_is_played_is_not_deleted_and_a_seat_comes_back,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(an_unfinished_game_goes_on_and_any_game_is_saved,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(a_damaged_index_is_made_anew, setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(a_file_that_changes_is_read_again, setup_state,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(a_game_that_could_not_be_opened_once_is_read_again,
                                        setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(programs_share_the_index, setup_state, scratch_remove),
        cmocka_unit_test_setup_teardown(the_index_is_used, setup_state, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
