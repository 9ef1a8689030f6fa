/*
 * Every system call of file operations fails in turn. After each failure a complete file exists,
 * old or new; a reported success is durable and a failure has a reason; nothing stays open or
 * blocks the next operation.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "fault_injection.h"
#include "play/autosave.h"
#include "play/puzzles/puzzle.h"
#include "play/online/seats.h"
#include "play/online/servers.h"
#include "play/storage.h"
#include "../support/scratch.h"
#include "../support/sample_seat.h"
#include "../support/unfinished_game.h"

/* An operation during which a call fails, and its check. */
typedef struct FaultCase {
    void (*prepare)(void);
    bool (*run)(Error *error);
    void (*check)(bool done); /* called when all calls work again */
} FaultCase;

/* ---- an operation with each call failing ---- */

static int count_open(void) {
    int count = 0;
    for (int file = 0; file < 64; file++)
        count += fcntl(file, F_GETFD) != -1;
    return count;
}

/* Expects an error with a path and a reason. */
static void assert_error_text(const Error *error, int code) {
    char reason[128];
    snprintf(reason, sizeof reason, "%s", strerror(code));
    bool why = strstr(error->text, reason) != NULL || strstr(error->text, "disk is full") != NULL;
    if (error->code != ERROR_IO || strchr(error->text, '/') == NULL || !why)
        fail_msg("%s failed (%s): \"%s\"", fault_injection_failed_call(), reason, error->text);
}

/* Returns false if the operation has fewer calls. */
static bool run_with_fault(const FaultCase *fault_case, int number, int code) {
    Error error = {0};
    assert_int_equal(scratch_make(NULL), 0);
    fault_case->prepare();
    int before = count_open();
    fault_injection_plan(number, code);
    bool done = fault_case->run(&error);
    const char *failed = fault_injection_failed_call();
    if (!done && (error.code || !failed))
        assert_error_text(&error, code);
    if (code == EINTR && !done)
        fail_msg("%s was interrupted: \"%s\"", failed, error.text);
    fault_injection_plan(0, 0);
    if (count_open() != before)
        fail_msg("%s failed: a file stays open", failed);
    fault_case->check(done);
    assert_int_equal(scratch_remove(NULL), 0);
    return failed != NULL;
}

static void run_with_each_fault(const FaultCase *fault_case, int least_calls) {
    static const int codes[] = {ENOSPC, EINTR};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        int number = 1;
        while (run_with_fault(fault_case, number, codes[i]))
            number++;
        if (codes[i] != EINTR)
            assert_in_range(number, least_calls + 1, 500);
    }
}

static void prepare_nothing(void) {
}

/* Returns the text of a file in the scratch folder, or NULL. */
static char *text_of(const char *name) {
    size_t length;
    return file_read(scratch_path(name), &length, NULL);
}

/* ---- files ---- */

static bool write_game(bool overwrite, Error *error) {
    return file_write_atomic(scratch_path("game"), "new", 3, 0600, overwrite, error);
}

static bool write_new(Error *error) {
    return write_game(false, error);
}

static void check_new(bool done) {
    char *text = text_of("game");
    assert_true(text != NULL || !done);
    if (text)
        assert_string_equal(text, "new");
    else
        assert_true(write_game(false, NULL));
    free(text);
}

static void a_new_file_is_complete_or_absent(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_nothing, write_new, check_new}, 8);
}

static void prepare_old(void) {
    scratch_write("game", "old");
}

static bool replace_old(Error *error) {
    return write_game(true, error);
}

static void check_replaced(bool done) {
    char *text = text_of("game");
    assert_non_null(text);
    if (done || strcmp(text, "old") != 0)
        assert_string_equal(text, "new");
    free(text);
    assert_int_equal(scratch_count("."), 1);
    assert_true(write_game(true, NULL));
}

static void a_replaced_file_is_the_old_or_the_new_one(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_old, replace_old, check_replaced}, 8);
}

static bool read_old(Error *error) {
    size_t length;
    char *text = file_read(scratch_path("game"), &length, error);
    if (text)
        assert_string_equal(text, "old");
    free(text);
    return text != NULL;
}

static bool stream_old(Error *error) {
    size_t length;
    int file = open(scratch_path("game"), O_RDONLY);
    if (file < 0) {
        assert_string_equal(fault_injection_failed_call(), "open");
        return error_set(error, ERROR_IO, "%s: %s", scratch_path("game"), strerror(errno));
    }
    char *text = file_read_stream(file, "/dev/stdin", &length, error);
    if (text)
        assert_string_equal(text, "old");
    free(text);
    close(file);
    return text != NULL;
}

static void check_nothing(bool done) {
    (void)done;
}

static void a_file_is_read_completely_or_not_at_all(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_old, read_old, check_nothing}, 3);
    run_with_each_fault(&(FaultCase){prepare_old, stream_old, check_nothing}, 2);
}

/* ---- autosaves ---- */

#define GAME "[Variant \"congo\"]\n[White \"%s\"]\n\n1. P-DD3 *\n"

static bool save(Autosave *autosave, const char *white, Error *error) {
    char text[128];
    int length = snprintf(text, sizeof text, GAME, white);
    return autosave_write(autosave, text, (size_t)length, error);
}

static bool play(Error *error) {
    Autosave *autosave = autosave_create(error);
    bool done = autosave && save(autosave, "one", error) && save(autosave, "two", error);
    autosave_close(autosave, false);
    return done;
}

/* Returns who plays White in the unfinished game, or NULL. */
static const char *find_unfinished(UnfinishedGame *game) {
    Error error = {0};
    bool found = find_unfinished_game(game, &error);
    assert_string_equal(error.text, "");
    return found ? record_tag(game->record, "White") : NULL;
}

static void check_played(bool done) {
    UnfinishedGame game;
    const char *white = find_unfinished(&game);
    assert_true(white != NULL || !done);
    if (done)
        assert_string_equal(white, "two");
    else if (white)
        assert_true(strcmp(white, "one") == 0 || strcmp(white, "two") == 0);
    if (white)
        file_remove_locked(autosave_path(game.autosave));
    autosave_release_unfinished(&game);
    assert_null(find_unfinished(&game)); /* this removes empty files */
    assert_int_equal(scratch_count("state/congo"), 0);
}

static void a_game_is_saved_if_success_is_reported(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_nothing, play, check_played}, 12);
}

static void prepare_unfinished(void) {
    Autosave *autosave = autosave_create(NULL);
    assert_true(save(autosave, "kept", NULL));
    autosave_close(autosave, false);
}

/* Finding no game is allowed without an error: the next attempt finds it. */
static bool resume(Error *error) {
    UnfinishedGame game;
    bool found = find_unfinished_game(&game, error);
    if (found)
        assert_string_equal(record_tag(game.record, "White"), "kept");
    autosave_release_unfinished(&game);
    return found || error->code == ERROR_NONE;
}

static void check_unfinished(bool done) {
    (void)done;
    UnfinishedGame game;
    assert_int_equal(scratch_count("state/congo"), 1);
    const char *white = find_unfinished(&game);
    assert_non_null(white);
    assert_string_equal(white, "kept");
    autosave_release_unfinished(&game);
}

static void an_unfinished_game_is_never_lost(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_unfinished, resume, check_unfinished}, 6);
}

/* ---- puzzles ---- */

static void prepare_solved(void) {
    assert_true(puzzle_progress_add(1, NULL));
    FILE *file = fopen(scratch_path("state/congo/puzzles"), "a");
    assert_non_null(file);
    assert_true(fputs("no position\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static bool add_second(Error *error) {
    return puzzle_progress_add(2, error);
}

static void check_added(bool done) {
    PuzzleProgress progress;
    puzzle_progress_read(&progress, NULL);
    assert_true(progress.done[1]);
    assert_true(progress.done[2] || !done);
    if (progress.done[2]) { /* the damaged file was kept */
        char *text = text_of("state/congo/puzzles.broken");
        assert_non_null(text);
        assert_non_null(strstr(text, "no position\n"));
        free(text);
    }
    assert_true(puzzle_progress_add(2, NULL));
}

static void a_solved_puzzle_is_saved_or_an_error_reported(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_solved, add_second, check_added}, 20);
}

static bool read_solved(Error *error) {
    PuzzleProgress progress;
    assert_false(puzzle_progress_read(&progress, error));
    bool damaged = error->code == ERROR_SYNTAX;
    assert_int_equal(progress.solved, damaged);
    return damaged;
}

static void the_progress_is_read_or_an_error_reported(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_solved, read_solved, check_nothing}, 4);
}

/* ---- seats ---- */

static bool save_seat(Error *error) {
    SavedSeatFile *file = saved_seat_create(&sample_seat, error);
    saved_seat_close(file, false);
    return file != NULL;
}

static void check_saved_seat(bool done) {
    SavedSeat found;
    bool kept = saved_seats_find(&sample_seat.servers, &sample_seat.id, SEAT_WHITE, NULL, &found);
    assert_true(kept || !done);
    if (kept) {
        assert_string_equal(found.key.text, sample_seat.key.text);
        assert_string_equal(found.name, sample_seat.name);
    }
    assert_true(save_seat(NULL));
    saved_seat_delete(&sample_seat);
    assert_false(saved_seats_find(&sample_seat.servers, &sample_seat.id, SEAT_WHITE, NULL, &found));
}

static void a_seat_is_saved_or_an_error_reported(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_nothing, save_seat, check_saved_seat}, 12);
}

/* A program that lists the seats locks each of them for a moment. */
static void a_seat_that_is_being_listed_is_saved(void **state) {
    (void)state;
    const char *failed;
    bool saved;
    int number = 1;
    do {
        assert_int_equal(scratch_make(NULL), 0);
        fault_injection_plan(number++, EWOULDBLOCK);
        saved = save_seat(NULL);
        failed = fault_injection_failed_call();
        fault_injection_plan(0, 0);
        assert_int_equal(scratch_remove(NULL), 0);
        assert_non_null(failed);
    } while (strcmp(failed, "flock") != 0);
    assert_true(saved);
}

static void prepare_saved_seat(void) {
    assert_true(save_seat(NULL));
}

/* Unreadable files are skipped without an error. */
static bool find_seat(Error *error) {
    (void)error;
    SavedSeat found;
    if (saved_seats_find(&sample_seat.servers, &sample_seat.id, SEAT_ANY, NULL, &found))
        assert_string_equal(found.key.text, sample_seat.key.text);
    return true;
}

static void check_seat_is_there(bool done) {
    (void)done;
    check_saved_seat(true);
}

static void a_saved_seat_is_never_lost(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_saved_seat, find_seat, check_seat_is_there}, 8);
    run_with_each_fault(&(FaultCase){prepare_saved_seat, save_seat, check_seat_is_there}, 12);
}

/* ---- servers with encrypted connections ---- */

static const ServerAddress first_server = {
    .host = "one.example", .port = 7154, .tls = SERVER_TLS_ON, .pin = {true, {1, 2, 3}}};
static const ServerAddress second_server = {
    .host = "two.example", .port = 99, .tls = SERVER_TLS_ON};

static void prepare_known_server(void) {
    assert_true(tls_servers_remember(&first_server, NULL));
}

static bool remember_server(Error *error) {
    return tls_servers_remember(&second_server, error);
}

/* A failing call never makes a known server an unknown one, which may be spoken to in plain. */
static bool find_server(Error *error) {
    TlsServer known;
    if (!tls_servers_find(first_server.host, 0, &known, error))
        return false;
    assert_int_equal(known.port, first_server.port);
    assert_true(fingerprint_equal(&known.pin, &first_server.pin));
    return true;
}

static void check_servers(bool done) {
    TlsServer known;
    assert_true(find_server(NULL));
    assert_true(tls_servers_find(second_server.host, 0, &known, NULL));
    assert_true(known.port == second_server.port || (!done && known.port == 0));
    assert_true(remember_server(NULL));
}

static void check_first_server(bool done) {
    (void)done;
    assert_true(find_server(NULL));
}

static void an_encrypted_server_is_never_forgotten(void **state) {
    (void)state;
    run_with_each_fault(&(FaultCase){prepare_known_server, remember_server, check_servers}, 12);
    run_with_each_fault(&(FaultCase){prepare_known_server, find_server, check_first_server}, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_file_is_complete_or_absent),
        cmocka_unit_test(a_replaced_file_is_the_old_or_the_new_one),
        cmocka_unit_test(a_file_is_read_completely_or_not_at_all),
        cmocka_unit_test(a_game_is_saved_if_success_is_reported),
        cmocka_unit_test(an_unfinished_game_is_never_lost),
        cmocka_unit_test(a_solved_puzzle_is_saved_or_an_error_reported),
        cmocka_unit_test(the_progress_is_read_or_an_error_reported),
        cmocka_unit_test(a_seat_is_saved_or_an_error_reported),
        cmocka_unit_test(a_seat_that_is_being_listed_is_saved),
        cmocka_unit_test(a_saved_seat_is_never_lost),
        cmocka_unit_test(an_encrypted_server_is_never_forgotten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
