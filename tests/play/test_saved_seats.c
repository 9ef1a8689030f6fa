/* Saved seats: locking against other programs, and erasing keys from memory. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <malloc.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/online/seats.h"
#include "../support/scratch.h"
#include "../support/sample_seat.h"

enum { HANG_SECONDS = 600, REWRITES = 200 };

/* Starts a process that lists the unlocked seats until it finds one or is killed. */
static pid_t start_listing(void) {
    pid_t other = fork();
    assert_true(other >= 0);
    if (other != 0)
        return other;
    while (count_unlocked_seats() == 0)
        continue;
    _exit(1);
}

static void a_locked_seat_is_never_listed(void **state) {
    (void)state;
    Error error = {0};
    SavedSeatFile *file = saved_seat_create(&sample_seat, &error);
    assert_string_equal(error.text, "");
    pid_t other = start_listing();
    for (int i = 0; i < REWRITES; i++) {
        assert_true(saved_seat_write(file, &sample_seat, &error));
        assert_int_equal(count_unlocked_seats(), 0);
    }
    int status;
    assert_int_equal(kill(other, SIGKILL), 0);
    assert_int_equal(waitpid(other, &status, 0), other);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(scratch_count("state/congo/seats"), 1);
    saved_seat_close(file, false);
    assert_int_equal(count_unlocked_seats(), 1);
}

static void only_one_program_has_a_seat(void **state) {
    (void)state;
    Error error = {0};
    SavedSeatFile *file = saved_seat_create(&sample_seat, &error);
    assert_non_null(file);
    assert_null(saved_seat_create(&sample_seat, &error));
    assert_int_equal(error.code, ERROR_STATE);
    saved_seat_close(file, true);
    assert_int_equal(scratch_count("state/congo/seats"), 0);
    file = saved_seat_create(&sample_seat, &error);
    assert_non_null(file);
    saved_seat_close(file, true);
}

static void expect_move(const char *text, uint32_t ply, uint64_t hash) {
    SavedSeat seat;
    assert_true(saved_seats_find(&sample_seat.servers, &sample_seat.id, SEAT_WHITE, NULL, &seat));
    assert_string_equal(seat.unconfirmed.text, text);
    assert_int_equal(seat.unconfirmed.ply, ply);
    assert_true(seat.unconfirmed.hash == hash);
    assert_string_equal(seat.name, "Ada");
}

/* A seat keeps a move, takes it out again, and does without one that cannot be read. */
static void a_seat_keeps_an_unconfirmed_move(void **state) {
    (void)state;
    Error error = {0};
    SavedSeat seat = sample_seat;
    static const char *const damaged[] = {"", "12", "12 050bd97a59c258fb", "x y z",
                                          "1 2 a1b2c3d4e5f6g7a1b2c3d4e5f6g7a1b2c3d4e5f6g7"};
    char text[400];
    seat.unconfirmed = (UnconfirmedMove){"a1c3e5", 300, UINT64_C(0x050bd97a59c258fb)};
    SavedSeatFile *file = saved_seat_create(&seat, &error);
    assert_non_null(file);
    saved_seat_close(file, false);
    expect_move("a1c3e5", 300, UINT64_C(0x050bd97a59c258fb));
    file = saved_seat_create(&sample_seat, &error);
    assert_non_null(file);
    saved_seat_close(file, true);
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        snprintf(text, sizeof text,
                 "server example.org:7000\ngame %s\nseat w\nkey %s\nmove %s\nname Ada\n",
                 sample_seat.id.text, sample_seat.key.text, damaged[i]);
        scratch_write("state/congo/seats/ABCDEFGHJK-0123456789abcdef.seat", text);
        expect_move("", 0, 0);
    }
}

/* ---- several servers ---- */

static ServerList list_of(const char *text) {
    ServerList list;
    assert_true(server_list_parse(text, &list, NULL));
    return list;
}

/* Saves the seat on other servers and unlocks it. */
static void save_on(const char *servers) {
    Error error = {0};
    SavedSeat seat = sample_seat;
    seat.servers = list_of(servers);
    SavedSeatFile *file = saved_seat_create(&seat, &error);
    assert_string_equal(error.text, "");
    assert_true(saved_seat_write(file, &seat, &error)); /* again, as when the game is open */
    saved_seat_close(file, false);
}

/* Expects these servers of the only saved seat, and that it is found by lists with one of them. */
static void expect_saved_on(const char *servers) {
    SavedSeatList seats;
    ServerList expected = list_of(servers);
    assert_int_equal(scratch_count("state/congo/seats"), 1);
    saved_seats_list(&seats);
    assert_int_equal(seats.count, 1);
    assert_int_equal(seats.seats[0].servers.count, expected.count);
    for (int i = 0; i < expected.count; i++) {
        SavedSeat found;
        ServerList only = server_list_of(&expected.servers[i]);
        assert_true(
            server_address_is_same(&seats.seats[0].servers.servers[i], &expected.servers[i]));
        assert_true(saved_seats_find(&only, &sample_seat.id, SEAT_WHITE, NULL, &found));
    }
    saved_seats_free(&seats);
}

static void a_seat_is_found_by_any_of_its_servers(void **state) {
    (void)state;
    SavedSeat found;
    ServerList strange = list_of("x.example,y.example");
    save_on("a.example,b.example:99,./c");
    expect_saved_on("a.example,b.example:99,./c");
    assert_false(saved_seats_find(&strange, &sample_seat.id, SEAT_WHITE, NULL, &found));
    save_on("./c");
    expect_saved_on("./c,a.example,b.example:99");
    save_on("d.example,b.example:99");
    expect_saved_on("d.example,b.example:99,./c,a.example");
    SavedSeat seat = sample_seat;
    seat.servers = list_of("a.example");
    saved_seat_delete(&seat);
    assert_int_equal(scratch_count("state/congo/seats"), 0);
}

/* A seat is locked against a program that names another server of its list. */
static void a_seat_on_several_servers_has_one_lock(void **state) {
    (void)state;
    Error error = {0};
    SavedSeat seat = sample_seat, same = sample_seat;
    seat.servers = list_of("a.example,b.example");
    same.servers = list_of("b.example,c.example");
    SavedSeatFile *file = saved_seat_create(&seat, &error);
    assert_non_null(file);
    assert_null(saved_seat_create(&same, &error));
    assert_int_equal(error.code, ERROR_STATE);
    saved_seat_close(file, true);
}

/* A file of an earlier version, whose name has another origin now, is read and goes on. */
static void a_file_with_one_server_is_read(void **state) {
    (void)state;
    char text[400];
    save_on("a.example"); /* makes the folder */
    SavedSeat seat = sample_seat;
    seat.servers = list_of("a.example");
    saved_seat_delete(&seat);
    snprintf(text, sizeof text,
             "# a remark\nserver old.example:7154\ntls on\ngame %s\nseat w\nkey %s\nname Ada\n",
             sample_seat.id.text, sample_seat.key.text);
    scratch_write("state/congo/seats/ABCDEFGHJK-0123456789abcdef.seat", text);
    save_on("new.example,old.example");
    SavedSeatList seats;
    saved_seats_list(&seats);
    assert_int_equal(seats.count, 1);
    assert_int_equal(seats.seats[0].servers.count, 2);
    assert_string_equal(seats.seats[0].servers.servers[1].host, "old.example");
    saved_seats_free(&seats);
    assert_int_equal(scratch_count("state/congo/seats"), 1);
}

/* ---- freed memory ---- */

static bool key_was_freed;

void __real_free(void *block);
void __wrap_free(void *block);
void __wrap_free(void *block) {
    size_t size = block ? malloc_usable_size(block) : 0;
    for (size_t at = 0; at + SEAT_KEY_LENGTH <= size; at++)
        if (memcmp((const char *)block + at, sample_seat.key.text, SEAT_KEY_LENGTH) == 0)
            key_was_freed = true;
    __real_free(block);
}

static void no_key_is_left_in_freed_memory(void **state) {
    (void)state;
    Error error = {0};
    SavedSeat seat;
    SeatKey key;
    key_was_freed = false;
    SavedSeatFile *file = saved_seat_create(&sample_seat, &error);
    assert_non_null(file);
    assert_true(saved_seat_write(file, &sample_seat, &error));
    saved_seat_close(file, false);
    assert_false(key_was_freed);
    assert_true(saved_seats_find(&sample_seat.servers, &sample_seat.id, SEAT_WHITE, NULL, &seat));
    assert_false(key_was_freed);
    scratch_write("key", sample_seat.key.text);
    assert_true(saved_seat_read_key(scratch_path("key"), &key, &error));
    assert_string_equal(key.text, sample_seat.key.text);
    assert_false(key_was_freed);
}

#define in_scratch(test) cmocka_unit_test_setup_teardown(test, scratch_make, scratch_remove)

int main(void) {
    const struct CMUnitTest tests[] = {
        in_scratch(a_locked_seat_is_never_listed),
        in_scratch(only_one_program_has_a_seat),
        in_scratch(a_seat_keeps_an_unconfirmed_move),
        in_scratch(a_seat_is_found_by_any_of_its_servers),
        in_scratch(a_seat_on_several_servers_has_one_lock),
        in_scratch(a_file_with_one_server_is_read),
        in_scratch(no_key_is_left_in_freed_memory),
    };
    alarm(HANG_SECONDS); /* a deadlock fails instead of hanging */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
