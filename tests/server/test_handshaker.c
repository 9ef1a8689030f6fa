/* The limits of TLS handshakes, with peers that say nothing. tests/server/tls.sh makes handshakes.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../support/loop_helper.h"

#include "server/loop/handshaker.h"

enum { HANDSHAKES = 20 };

typedef struct Peer {
    int sockets[2]; /* the server's end, and its own */
    bool ended;
} Peer;

static uv_loop_t loop;
static Handshaker *handshaker;
static Peer peers[HANDSHAKES];
static int begun_count, ended_count;

static void on_done(void *owner, TlsSession *session) {
    Peer *peer = owner;
    assert_null(session);
    assert_false(peer->ended);
    peer->ended = true;
    ended_count++;
}

static void start(int handshakes, int per_address, int seconds) {
    ServerSettings settings;
    server_settings_default(&settings);
    settings.limits.handshakes = handshakes;
    settings.limits.handshakes_per_address = per_address;
    settings.limits.handshake_s = seconds;
    begun_count = ended_count = 0;
    uv_loop_init(&loop);
    handshaker = handshaker_start(&loop, NULL, &settings.limits, on_done, NULL);
    assert_non_null(handshaker);
}

/* Begins the handshake of a peer at an address. */
static void begin(int number, const char *text) {
    Peer *peer = &peers[number];
    struct sockaddr_in6 address;
    Address from;
    peer->ended = false;
    assert_int_equal(uv_ip6_addr(text, 0, &address), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, peer->sockets), 0);
    begun_count++;
    memcpy(from.bytes, &address.sin6_addr, sizeof from.bytes);
    handshaker_begin(handshaker, peer->sockets[0], &from, peer);
}

static bool have_ended(void *count) {
    return ended_count >= *(int *)count;
}

/* Waits until so many handshakes have ended. */
static void await_end_of(int count) {
    if (!loop_run_until(&loop, have_ended, &count))
        fail_msg("%d handshakes have ended instead of %d", ended_count, count);
    assert_int_equal(ended_count, count);
}

/* Returns which of the handshakes have ended, as a text of 0 and 1. */
static const char *ended(int count) {
    static char text[HANDSHAKES + 1];
    for (int i = 0; i < count; i++)
        text[i] = peers[i].ended ? '1' : '0';
    text[count] = '\0';
    return text;
}

static void expect_stats(uint64_t underway, uint64_t failed) {
    HandshakerStats stats;
    handshaker_stats(handshaker, &stats);
    assert_int_equal(stats.underway, underway);
    assert_int_equal(stats.completed, 0);
    assert_int_equal(stats.failed, failed);
}

static void close_handle(uv_handle_t *handle, void *context) {
    (void)context;
    uv_close(handle, NULL);
}

/* Ends all handshakes, which the owner is told. */
static int stop(void **state) {
    (void)state;
    handshaker_stop(handshaker);
    uv_walk(&loop, close_handle, NULL);
    int failed = loop_finish(&loop);
    handshaker_free(handshaker);
    for (int i = 0; i < begun_count; i++) {
        close(peers[i].sockets[0]);
        close(peers[i].sockets[1]);
    }
    if (ended_count != begun_count)
        print_error("%d of %d handshakes have ended\n", ended_count, begun_count);
    return failed || ended_count != begun_count;
}

static void oldest_handshake_gives_way(void **state) {
    (void)state;
    start(6, 0, 3600);
    for (int i = 0; i < 10; i++)
        begin(i, "2001:db8::1");
    await_end_of(4);
    assert_string_equal(ended(10), "1111000000");
    expect_stats(6, 4);
}

static void oldest_handshake_of_an_address_gives_way(void **state) {
    (void)state;
    start(100, 2, 3600);
    begin(0, "2001:db8::1");
    begin(1, "::ffff:192.0.2.1");
    begin(2, "2001:db8::2"); /* of the same /64 */
    begin(3, "2001:db8:0:1::1");
    begin(4, "2001:db8::3");
    begin(5, "2001:db8::1");
    begin(6, "::ffff:192.0.2.2");
    await_end_of(2);
    assert_string_equal(ended(7), "1010000");
}

static void loopback_and_unix_sockets_are_not_limited(void **state) {
    (void)state;
    start(100, 2, 3600);
    for (int i = 0; i < 15; i++)
        begin(i, i % 3 == 0 ? "::" : i % 3 == 1 ? "::1" : "::ffff:127.0.0.9");
    begin(15, "2001:db8::1");
    begin(16, "2001:db8::1");
    begin(17, "2001:db8::1");
    await_end_of(1);
    assert_string_equal(ended(18), "000000000000000100");
}

static void silent_peers_have_a_time_limit(void **state) {
    (void)state;
    start(100, 0, 1);
    for (int i = 0; i < 3; i++)
        begin(i, "2001:db8::1");
    await_end_of(3);
    expect_stats(0, 3);
    begin(3, "2001:db8::1"); /* the time of a later one is limited, too */
    await_end_of(4);
}

static void peers_that_leave_end_their_handshakes(void **state) {
    (void)state;
    start(100, 0, 3600);
    begin(0, "2001:db8::1");
    begin(1, "2001:db8::1");
    begin(2, "2001:db8::1");
    assert_int_equal(shutdown(peers[1].sockets[1], SHUT_RDWR), 0);
    await_end_of(1);
    /* So does a connection that its owner shuts down. */
    assert_int_equal(shutdown(peers[0].sockets[0], SHUT_RDWR), 0);
    await_end_of(2);
    assert_string_equal(ended(3), "110");
}

static void words_are_answered(void **state) {
    (void)state;
    char answer[100] = "";
    start(100, 0, 3600);
    begin(0, "2001:db8::1");
    assert_int_equal(send(peers[0].sockets[1], "PING\n", 5, 0), 5);
    await_end_of(1);
    assert_true(recv(peers[0].sockets[1], answer, sizeof answer - 1, 0) > 0);
    assert_string_equal(answer, "!BYE this port is for encrypted connections (TLS)\n");
}

static void handshake_on_a_file_that_cannot_be_polled_ends(void **state) {
    (void)state;
    Address from = {{0}};
    FILE *file = tmpfile();
    assert_non_null(file);
    start(100, 0, 3600);
    begin(0, "2001:db8::1");
    begun_count++;
    peers[1] = (Peer){.sockets = {dup(fileno(file)), dup(fileno(file))}};
    fclose(file);
    handshaker_begin(handshaker, peers[1].sockets[0], &from, &peers[1]);
    await_end_of(1);
    expect_stats(1, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(oldest_handshake_gives_way, stop),
        cmocka_unit_test_teardown(oldest_handshake_of_an_address_gives_way, stop),
        cmocka_unit_test_teardown(loopback_and_unix_sockets_are_not_limited, stop),
        cmocka_unit_test_teardown(silent_peers_have_a_time_limit, stop),
        cmocka_unit_test_teardown(peers_that_leave_end_their_handshakes, stop),
        cmocka_unit_test_teardown(words_are_answered, stop),
        cmocka_unit_test_teardown(handshake_on_a_file_that_cannot_be_polled_ends, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
