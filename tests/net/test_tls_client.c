/* The client's end of encrypted connections, against a server in memory: good and bad certificates,
 * bytes that are cut, lost and changed everywhere, and servers that mean harm. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/tls_client.h"

#ifndef HAVE_TLS

static void test_this_program_cannot_encrypt(void **state) {
    (void)state;
    Error error;
    assert_false(tls_client_is_available());
    assert_null(tls_client_create("localhost", &(Fingerprint){0}, &error));
    assert_string_equal(error.text,
                        "this program cannot encrypt connections: it was built without OpenSSL");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_this_program_cannot_encrypt)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

#include "../support/tls_peer.h"

enum { STREAM_SIZE = 1 << 16, ANY_SIZE = 1 << 14 };

static Identity authority, server;
static char authority_path[] = "/tmp/congo-test-XXXXXX";

static const Fingerprint no_pin;

/* A client and a server, and the bytes between them. */
typedef struct Pair {
    TlsClient *client;
    TlsPeer peer;
    char sent[STREAM_SIZE]; /* by the server, as it came to the client */
    size_t sent_length;
    size_t changed; /* index of a byte that is changed on its way; SIZE_MAX: none */
    size_t lost;    /* index of the first byte that does not arrive; SIZE_MAX: none */
} Pair;

static Pair *pair_open(const char *host, const Fingerprint *pin, const Identity *identity,
                       int version) {
    Error error;
    Pair *pair = test_calloc(1, sizeof *pair);
    pair->changed = pair->lost = SIZE_MAX;
    pair->peer = tls_peer_open(identity, version);
    pair->client = tls_client_create(host, pin, &error);
    assert_non_null(pair->client);
    return pair;
}

static void pair_close(Pair *pair) {
    tls_client_free(pair->client);
    tls_peer_close(&pair->peer);
    test_free(pair);
}

static size_t piece_size(size_t most) {
    static uint64_t seed = 1;
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return 1 + (size_t)(seed >> 33) % most;
}

static void carry_to_server(Pair *pair) {
    size_t length;
    char *bytes = tls_client_take_output(pair->client, &length);
    tls_peer_receive(&pair->peer, bytes, length);
    free(bytes);
}

/* Carries the server's bytes to the client in pieces of at most `most` bytes. Returns whether there
 * were any. */
static bool carry_to_client(Pair *pair, size_t most) {
    char piece[ANY_SIZE];
    size_t length = tls_peer_take_output(&pair->peer, piece, piece_size(most));
    size_t from = pair->sent_length;
    assert_true(from + length <= STREAM_SIZE);
    for (size_t i = 0; i < length; i++)
        if (from + i == pair->changed)
            piece[i] = (char)(piece[i] ^ 1 << piece_size(8) % 8);
    memcpy(pair->sent + from, piece, length);
    pair->sent_length += length;
    size_t arriving = from >= pair->lost ? 0 : pair->lost - from;
    tls_client_receive(pair->client, piece, arriving < length ? arriving : length);
    return length > 0;
}

/* Runs the handshake, and what the server says. Plain text goes to `got`. */
static size_t converse(Pair *pair, size_t most, const char *says, char *got, size_t size) {
    char heard[ANY_SIZE];
    size_t length = 0;
    bool said = false;
    for (bool any = true; any;) {
        size_t read;
        carry_to_server(pair);
        tls_peer_read(&pair->peer, heard, sizeof heard);
        if (SSL_is_init_finished(pair->peer.ssl) && !said) {
            tls_peer_write(&pair->peer, says, strlen(says));
            said = true;
        }
        any = carry_to_client(pair, most);
        while ((read = tls_client_read(pair->client, got + length, size - length)) > 0)
            length += read;
    }
    got[length] = '\0';
    return length;
}

static TlsClientState meet(const char *host, const Fingerprint *pin, const Identity *identity,
                           CertificateProblem *problem) {
    char got[ANY_SIZE];
    Pair *pair = pair_open(host, pin, identity, 0);
    converse(pair, ANY_SIZE - 1, "!HELLO\n", got, sizeof got);
    TlsClientState state = tls_client_state(pair->client);
    *problem = (CertificateProblem){0};
    if (tls_client_problem(pair->client))
        *problem = *tls_client_problem(pair->client);
    /* Not a byte comes from a server that was not accepted. */
    assert_string_equal(got, state == TLS_CLIENT_OPEN ? "!HELLO\n" : "");
    pair_close(pair);
    return state;
}

static void accepts(const char *host, const Fingerprint *pin, const Identity *identity) {
    CertificateProblem problem;
    assert_int_equal(meet(host, pin, identity, &problem), TLS_CLIENT_OPEN);
    assert_int_equal(problem.fault, CERTIFICATE_GOOD);
}

static void rejects(const char *host, const Fingerprint *pin, const Identity *identity,
                    CertificateFault fault, const char *sentence) {
    CertificateProblem problem;
    char text[CERTIFICATE_TEXT_SIZE];
    Fingerprint shown = identity_fingerprint(identity);
    assert_int_equal(meet(host, pin, identity, &problem), TLS_CLIENT_FAILED);
    assert_int_equal(problem.fault, fault);
    assert_true(fingerprint_equal(&problem.fingerprint, &shown));
    certificate_describe(&problem, host, text);
    if (!strstr(text, sentence))
        fail_msg("\"%s\" lacks \"%s\"", text, sentence);
}

/* ---- certificates ---- */

static void test_an_authority_vouches_for_the_server(void **state) {
    (void)state;
    accepts("localhost", &no_pin, &server);
    accepts("localhost.", &no_pin, &server);
    accepts("LocalHost", &no_pin, &server);
    accepts("127.0.0.1", &no_pin, &server);
    accepts("::1", &no_pin, &server);
}

static void test_nobody_vouches_for_the_server(void **state) {
    (void)state;
    Identity alone = identity_make("DNS:localhost", -1, 1, NULL);
    Identity foreign_authority = identity_make(NULL, -1, 1, NULL);
    Identity foreign = identity_make("DNS:localhost", -1, 1, &foreign_authority);
    rejects("localhost", &no_pin, &alone, CERTIFICATE_UNKNOWN_SIGNER,
            "the certificate of localhost is signed by nobody known here");
    rejects("localhost", &no_pin, &foreign, CERTIFICATE_UNKNOWN_SIGNER, "nobody known here");
    identity_free(&alone);
    identity_free(&foreign);
    identity_free(&foreign_authority);
}

static void test_a_certificate_of_another_name(void **state) {
    (void)state;
    rejects("congo.example", &no_pin, &server, CERTIFICATE_OTHER_NAME,
            "the certificate of congo.example belongs to another name: localhost, *.play.example");
    rejects("127.0.0.2", &no_pin, &server, CERTIFICATE_OTHER_NAME, "another name");
    rejects("a.b.play.example", &no_pin, &server, CERTIFICATE_OTHER_NAME, "another name");
    accepts("a.play.example", &no_pin, &server);
}

static void test_a_certificate_out_of_date(void **state) {
    (void)state;
    Identity old = identity_make("DNS:localhost", -20, -10, &authority);
    Identity young = identity_make("DNS:localhost", 10, 20, &authority);
    rejects("localhost", &no_pin, &old, CERTIFICATE_EXPIRED, "localhost expired on 2");
    rejects("localhost", &no_pin, &young, CERTIFICATE_NOT_YET_VALID, "is not valid before 2");
    identity_free(&old);
    identity_free(&young);
}

static void test_a_pinned_certificate_needs_nothing_else(void **state) {
    (void)state;
    Identity alone = identity_make("DNS:other.example", -20, -10, NULL);
    Fingerprint pin = identity_fingerprint(&alone), other = identity_fingerprint(&server);
    accepts("localhost", &pin, &alone);
    rejects("localhost", &other, &alone, CERTIFICATE_CHANGED, "is not the one that was trusted");
    /* The authorities have no say then. */
    rejects("localhost", &pin, &server, CERTIFICATE_CHANGED, "is not the one that was trusted");
    identity_free(&alone);
}

static void test_names_of_strangers_are_safe_on_a_terminal(void **state) {
    (void)state;
    Identity odd = identity_make("DNS:a\033[2Jb\001c", -1, 1, &authority);
    CertificateProblem problem;
    meet("localhost", &no_pin, &odd, &problem);
    assert_int_equal(problem.fault, CERTIFICATE_OTHER_NAME);
    assert_string_equal(problem.detail, "a [2Jb c");
    identity_free(&odd);
}

static void test_fingerprints(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "0", "00", "zz"};
    Fingerprint pin = identity_fingerprint(&server), read;
    char text[FINGERPRINT_SIZE], loose[4 * FINGERPRINT_BYTES] = "";
    fingerprint_write(&pin, text);
    assert_int_equal(strlen(text), 2 * FINGERPRINT_BYTES);
    assert_true(fingerprint_parse(text, &read) && fingerprint_equal(&pin, &read));
    for (int i = 0; i < FINGERPRINT_BYTES; i++)
        sprintf(loose + strlen(loose), "%s%02X", i == 0 ? "" : i % 2 ? ":" : " ", pin.bytes[i]);
    assert_true(fingerprint_parse(loose, &read) && fingerprint_equal(&pin, &read));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(fingerprint_parse(wrong[i], &read));
    strcat(loose, "0");
    assert_false(fingerprint_parse(loose, &read));
    text[2 * FINGERPRINT_BYTES - 1] = 'g';
    assert_false(fingerprint_parse(text, &read));
    assert_false(fingerprint_equal(&no_pin, &no_pin));
}

/* ---- versions ---- */

static void test_obsolete_versions_are_refused(void **state) {
    (void)state;
    static const int versions[] = {TLS1_VERSION, TLS1_1_VERSION, TLS1_2_VERSION, TLS1_3_VERSION};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        char got[ANY_SIZE];
        Pair *pair = pair_open("localhost", &no_pin, &server, versions[i]);
        converse(pair, ANY_SIZE - 1, "x", got, sizeof got);
        assert_int_equal(tls_client_state(pair->client),
                         versions[i] >= TLS1_2_VERSION ? TLS_CLIENT_OPEN : TLS_CLIENT_FAILED);
        pair_close(pair);
    }
}

/* ---- bytes ---- */

static void test_bytes_may_be_cut_anywhere(void **state) {
    (void)state;
    char says[3000], got[ANY_SIZE];
    memset(says, 'a', sizeof says - 1);
    says[sizeof says - 1] = '\0';
    for (int version = TLS1_2_VERSION; version <= TLS1_3_VERSION; version++)
        for (size_t most = 1; most < 40; most++) {
            Pair *pair = pair_open("localhost", &no_pin, &server, version);
            converse(pair, most, says, got, sizeof got);
            assert_string_equal(got, says);
            tls_client_write(pair->client, "MOVE\n", 5);
            carry_to_server(pair);
            assert_int_equal(tls_peer_read(&pair->peer, got, sizeof got), 5);
            assert_memory_equal(got, "MOVE\n", 5);
            SSL_shutdown(pair->peer.ssl);
            while (carry_to_client(pair, most))
                assert_int_equal(tls_client_read(pair->client, got, sizeof got), 0);
            assert_int_equal(tls_client_state(pair->client), TLS_CLIENT_CLOSED);
            pair_close(pair);
        }
}

static void test_the_server_learns_of_the_end(void **state) {
    (void)state;
    char got[ANY_SIZE];
    Pair *pair = pair_open("localhost", &no_pin, &server, 0);
    converse(pair, 100, "x", got, sizeof got);
    tls_client_close(pair->client);
    carry_to_server(pair);
    int result = SSL_read(pair->peer.ssl, got, sizeof got);
    assert_int_equal(SSL_get_error(pair->peer.ssl, result), SSL_ERROR_ZERO_RETURN);
    pair_close(pair);
}

/* The rest of the stream is lost: the client waits, and has only what was whole. */
static void test_a_truncated_stream(void **state) {
    (void)state;
    char got[ANY_SIZE];
    size_t length = SIZE_MAX - 1;
    for (size_t lost = 0; lost < length; lost++) {
        Pair *pair = pair_open("localhost", &no_pin, &server, 0);
        pair->lost = lost;
        converse(pair, ANY_SIZE - 1, "secret", got, sizeof got);
        assert_true(got[0] == '\0' || strcmp(got, "secret") == 0);
        assert_true(tls_client_state(pair->client) != TLS_CLIENT_CLOSED);
        if (tls_client_state(pair->client) == TLS_CLIENT_OPEN)
            length = pair->sent_length;
        pair_close(pair);
    }
}

/* One changed byte: the client never reads a plain byte that the server has not written. */
static void test_a_changed_byte(void **state) {
    (void)state;
    char got[ANY_SIZE];
    unsigned opened = 0, failed = 0;
    for (int version = TLS1_2_VERSION; version <= TLS1_3_VERSION; version++)
        for (size_t changed = 0, length = 1; changed < length; changed++) {
            Pair *pair = pair_open("localhost", &no_pin, &server, version);
            pair->changed = changed;
            converse(pair, ANY_SIZE - 1, "secret", got, sizeof got);
            assert_true(got[0] == '\0' || strcmp(got, "secret") == 0);
            length = pair->sent_length > length ? pair->sent_length : length;
            opened += got[0] != '\0';
            failed += tls_client_state(pair->client) == TLS_CLIENT_FAILED;
            pair_close(pair);
        }
    assert_true(failed > 1000);
    assert_true(opened < 50); /* such as the version of an inner record, which nobody reads */
}

/* ---- servers that mean harm ---- */

static TlsClientState answer_with(const char *bytes, size_t length, char error[160]) {
    Error failure;
    TlsClient *client = tls_client_create("localhost", &no_pin, &failure);
    tls_client_receive(client, bytes, length);
    TlsClientState state = tls_client_state(client);
    snprintf(error, 160, "%s", tls_client_error(client));
    tls_client_free(client);
    return state;
}

static void test_a_server_that_does_not_encrypt(void **state) {
    (void)state;
    static const char *const greetings[] = {"!HELLO congo/1\n", "HTTP/1.1 400\r\n", "\r\n"};
    char error[160];
    for (size_t i = 0; i < sizeof greetings / sizeof *greetings; i++) {
        assert_int_equal(answer_with(greetings[i], 1, error), TLS_CLIENT_FAILED);
        assert_string_equal(error, "this port is not for encrypted connections");
        assert_int_equal(answer_with(greetings[i], strlen(greetings[i]), error), TLS_CLIENT_FAILED);
        assert_string_equal(error, "this port is not for encrypted connections");
    }
}

static void test_records_of_any_content(void **state) {
    (void)state;
    char record[5 + 512], error[160];
    for (int type = 0; type < 256; type++)
        for (int length = 0; length <= 512; length += 64) {
            memset(record, type ^ length, sizeof record);
            memcpy(record, (char[]){(char)type, 3, 3, (char)(length >> 8), (char)length}, 5);
            assert_int_not_equal(answer_with(record, sizeof record, error), TLS_CLIENT_OPEN);
        }
}

/* A message that would never end is refused at once, not collected. */
static void test_a_huge_message(void **state) {
    (void)state;
    char error[160];
    static const char record[] = "\x16\x03\x03\xff\xff\x02\xff\xff\xff";
    static const char message[] = "\x16\x03\x03\x40\x00\x02\xff\xff\xff";
    assert_int_equal(answer_with(record, sizeof record - 1, error), TLS_CLIENT_FAILED);
    char bytes[5 + 0x4000] = "";
    memcpy(bytes, message, sizeof message - 1);
    assert_int_equal(answer_with(bytes, sizeof bytes, error), TLS_CLIENT_FAILED);
}

static void test_garbage_after_the_handshake(void **state) {
    (void)state;
    for (size_t length = 1; length < 300; length += 7) {
        char got[ANY_SIZE], garbage[300];
        Pair *pair = pair_open("localhost", &no_pin, &server, 0);
        converse(pair, 100, "x", got, sizeof got);
        for (size_t i = 0; i < sizeof garbage; i++)
            garbage[i] = (char)piece_size(256);
        tls_client_receive(pair->client, garbage, length);
        assert_int_equal(tls_client_read(pair->client, got, sizeof got), 0);
        tls_client_receive(pair->client, garbage, sizeof garbage);
        assert_int_equal(tls_client_read(pair->client, got, sizeof got), 0);
        assert_true(tls_client_state(pair->client) == TLS_CLIENT_FAILED || length < 5);
        /* Nothing that comes later counts. */
        if (tls_client_state(pair->client) == TLS_CLIENT_FAILED) {
            tls_peer_write(&pair->peer, "late", 4);
            carry_to_client(pair, ANY_SIZE - 1);
            assert_int_equal(tls_client_read(pair->client, got, sizeof got), 0);
        }
        pair_close(pair);
    }
}

/* A server may change its keys as often as it likes: nothing grows. */
static void test_endless_key_changes(void **state) {
    (void)state;
    char got[ANY_SIZE];
    Pair *pair = pair_open("localhost", &no_pin, &server, TLS1_3_VERSION);
    converse(pair, 100, "x", got, sizeof got);
    for (int i = 0; i < 200 && tls_client_state(pair->client) == TLS_CLIENT_OPEN; i++) {
        SSL_key_update(pair->peer.ssl, SSL_KEY_UPDATE_REQUESTED);
        SSL_do_handshake(pair->peer.ssl);
        pair->sent_length = 0;
        while (carry_to_client(pair, 1000))
            tls_client_read(pair->client, got, sizeof got);
        carry_to_server(pair);
        tls_peer_read(&pair->peer, got, sizeof got);
    }
    pair_close(pair);
}

static int make_identities(void **state) {
    (void)state;
    int file = mkstemp(authority_path);
    assert_true(file >= 0);
    close(file);
    authority = identity_make(NULL, -30, 30, NULL);
    identity_save(&authority, authority_path);
    setenv("SSL_CERT_FILE", authority_path, 1);
    server =
        identity_make("DNS:localhost,DNS:*.play.example,IP:127.0.0.1,IP:::1", -1, 1, &authority);
    return 0;
}

static int free_identities(void **state) {
    (void)state;
    unlink(authority_path);
    identity_free(&server);
    identity_free(&authority);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_authority_vouches_for_the_server),
        cmocka_unit_test(test_nobody_vouches_for_the_server),
        cmocka_unit_test(test_a_certificate_of_another_name),
        cmocka_unit_test(test_a_certificate_out_of_date),
        cmocka_unit_test(test_a_pinned_certificate_needs_nothing_else),
        cmocka_unit_test(test_names_of_strangers_are_safe_on_a_terminal),
        cmocka_unit_test(test_fingerprints),
        cmocka_unit_test(test_obsolete_versions_are_refused),
        cmocka_unit_test(test_bytes_may_be_cut_anywhere),
        cmocka_unit_test(test_the_server_learns_of_the_end),
        cmocka_unit_test(test_a_truncated_stream),
        cmocka_unit_test(test_a_changed_byte),
        cmocka_unit_test(test_a_server_that_does_not_encrypt),
        cmocka_unit_test(test_records_of_any_content),
        cmocka_unit_test(test_a_huge_message),
        cmocka_unit_test(test_garbage_after_the_handshake),
        cmocka_unit_test(test_endless_key_changes),
    };
    return cmocka_run_group_tests(tests, make_identities, free_identities);
}

#endif
