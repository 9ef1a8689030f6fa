/* How servers are reached: what the user says, what is remembered, and what decides between them.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "net/tls_client.h"
#include "play/online/network_open.h"
#include "play/online/servers.h"
#include "play/storage.h"
#include "../support/scratch.h"

#define PIN       "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define OTHER_PIN "ff112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static const char servers[] = "# a remark\n"
                              "listed.example 5000 -\n"
                              "pinned.example 7154 " PIN "\n"
                              "two.example 1000 " PIN "\n"
                              "two.example 2000 -\n"
                              "::1 7154 -\n";

static void write_servers(const char *text) {
    char path[FILE_PATH_SIZE];
    assert_true(storage_state_path("tls-servers", path, NULL));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* Sets settings from words such as "host=a tls=on". */
static void set(Settings *settings, const char *words) {
    char text[400], *rest = text;
    Error error = {0};
    settings_default(settings);
    snprintf(text, sizeof text, "%s", words);
    for (char *word; (word = text_next_word(&rest));) {
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (!settings_set(settings, word, value, &error))
            fail_msg("%s: %s", word, error.text);
    }
}

typedef struct Expectation {
    const char *settings;
    bool encrypted;
    int port;
    const char *pin; /* or NULL */
} Expectation;

static void expect(const Expectation *expected, const ServerAddress *address) {
    Fingerprint pin = {0};
    if (expected->pin)
        fingerprint_parse(expected->pin, &pin);
    if ((address->tls == SERVER_TLS_ON) != expected->encrypted || address->port != expected->port ||
        address->pin.known != pin.known || (pin.known && !fingerprint_equal(&address->pin, &pin)))
        fail_msg("%s: tls %d, port %d", expected->settings, address->tls, address->port);
}

static void test_settings_and_memory_decide(void **state) {
    (void)state;
    static const Expectation cases[] = {
        {"host=new.example", false, 7153, NULL},
        {"host=new.example port=9", false, 9, NULL},
        {"host=new.example tls=on", true, 7154, NULL},
        {"host=new.example tls=on port=9", true, 9, NULL},
        {"host=new.example fingerprint=" PIN, true, 7154, PIN},
        {"host=new.example fingerprint=" PIN " tls=off", false, 7153, PIN},
        {"host=listed.example", true, 5000, NULL},
        {"host=LISTED.example.", true, 5000, NULL},
        {"host=listed.example port=7153", true, 7153, NULL},
        {"host=listed.example tls=on", true, 5000, NULL},
        {"host=listed.example tls=off", false, 7153, NULL},
        {"host=pinned.example", true, 7154, PIN},
        {"host=pinned.example port=9", true, 9, NULL},
        {"host=pinned.example fingerprint=" OTHER_PIN, true, 7154, OTHER_PIN},
        {"host=two.example", true, 2000, NULL},
        {"host=two.example port=1000", true, 1000, PIN},
        {"host=::1", true, 7154, NULL},
        {"host=/run/listed.example", false, 0, NULL},
        {"host=/run/listed.example tls=on", false, 0, NULL},
    };
    write_servers(servers);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Settings settings;
        ServerList list;
        const ServerAddress *address = &list.servers[0];
        Error error = {0};
        set(&settings, cases[i].settings);
        bool decided = network_servers_from_settings(&settings, &list, &error);
        if (cases[i].encrypted && !tls_client_is_available()) {
            assert_false(decided);
            assert_non_null(strstr(error.text, "was built without OpenSSL"));
            continue;
        }
        assert_true(decided);
        expect(&cases[i], address);
        assert_true(server_connect_decide(&list, &error)); /* again */
        expect(&cases[i], address);
    }
}

/* Expects these servers of settings, "+tls" behind those that are encrypted. */
static void expect_list(const char *settings, const char *written) {
    char text[SERVER_LIST_MAX * SERVER_ADDRESS_SIZE] = "", server[SERVER_ADDRESS_SIZE];
    Settings from;
    ServerList list;
    Error error = {0};
    set(&from, settings);
    if (!network_servers_from_settings(&from, &list, &error))
        fail_msg("%s: %s", settings, error.text);
    for (int i = 0; i < list.count; i++) {
        server_address_write(&list.servers[i], server);
        text_append(text, sizeof text, "%s%s%s", i > 0 ? "," : "", server,
                    list.servers[i].tls == SERVER_TLS_ON ? "+tls" : "");
    }
    if (strcmp(text, written) != 0)
        fail_msg("%s: %s", settings, text);
}

/* All servers of a list are encrypted, or none: nobody gets a key in plain by keeping the encrypted
 * ones from being reached. */
static void test_lists_are_decided_as_a_whole(void **state) {
    (void)state;
    Settings settings;
    ServerList list;
    write_servers(servers);
    expect_list("host=a.example,b.example", "a.example:7153,b.example:7153");
    expect_list("host=a.example:1,b.example,[::2] port=9", "a.example:1,b.example:9,[::2]:9");
    expect_list("host=a.example,listed.example tls=off", "a.example:7153,listed.example:7153");
    for (int seed = 1; seed < 7; seed++) {
        char words[64];
        snprintf(words, sizeof words, "host=a.example,b.example,c.example seed=%d", seed);
        set(&settings, words);
        assert_true(network_servers_from_settings(&settings, &list, NULL));
        assert_int_equal(list.first, seed % 3);
    }
    if (!tls_client_is_available())
        return;
    expect_list("host=a.example,b.example:9,/run/x tls=on",
                "a.example:7154+tls,b.example:9+tls,/run/x");
    expect_list("host=a.example:1,/run/x,b.example,listed.example",
                "a.example:1+tls,/run/x,b.example:7154+tls,listed.example:5000+tls");
    set(&settings, "host=pinned.example,two.example fingerprint=" OTHER_PIN);
    assert_true(network_servers_from_settings(&settings, &list, NULL));
    assert_true(list.servers[0].pin.known);
    assert_true(fingerprint_equal(&list.servers[0].pin, &list.servers[1].pin));
    set(&settings, "host=pinned.example,new.example");
    assert_true(network_servers_from_settings(&settings, &list, NULL));
    assert_true(list.servers[0].pin.known);
    assert_false(list.servers[1].pin.known); /* each is trusted by itself */
}

/* A saved seat goes to where its server is now, unless the settings say how to reach that server.
 */
static void test_a_saved_seat(void **state) {
    (void)state;
    static const struct {
        Expectation expected;
        ServerAddress saved;
    } cases[] = {
        {{"host=x", false, 5, NULL}, {.host = "new.example", .port = 5, .is_plain_port = true}},
        {{"host=x", true, 5000, NULL},
         {.host = "listed.example", .port = 5, .is_plain_port = true}},
        {{"host=x tls=off", true, 5000, NULL},
         {.host = "listed.example", .port = 5, .is_plain_port = true}},
        {{"host=listed.example tls=off", false, 7153, NULL},
         {.host = "listed.example", .port = 5000, .tls = SERVER_TLS_ON}},
        {{"host=x", true, 7154, PIN},
         {.host = "pinned.example", .port = 7154, .tls = SERVER_TLS_ON}},
        {{"host=pinned.example fingerprint=" OTHER_PIN, true, 7154, OTHER_PIN},
         {.host = "pinned.example", .port = 7154, .tls = SERVER_TLS_ON}},
        {{"host=x", true, 8, NULL}, {.host = "forgotten.example", .port = 8, .tls = SERVER_TLS_ON}},
        {{"host=x", false, 0, NULL}, {.host = "/run/listed.example"}},
    };
    if (!tls_client_is_available())
        skip();
    write_servers(servers);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Settings settings;
        NetworkOptions options = {0};
        SavedSeat seat = {.servers = server_list_of(&cases[i].saved)};
        set(&settings, cases[i].expected.settings);
        assert_true(network_servers_from_settings(&settings, &options.servers, NULL));
        network_options_use_seat(&options, &seat);
        assert_true(server_connect_decide(&options.servers, NULL));
        expect(&cases[i].expected, &options.servers.servers[0]);
    }
}

static void remember(const char *host, int port, const char *pin) {
    Error error = {0};
    ServerAddress address = {.port = port, .tls = SERVER_TLS_ON};
    snprintf(address.host, sizeof address.host, "%s", host);
    if (pin)
        fingerprint_parse(pin, &address.pin);
    if (!server_connect_remember(&address, &error))
        fail_msg("%s", error.text);
}

static void knows(const char *host, int asked, int port, const char *pin) {
    TlsServer known;
    char text[FINGERPRINT_SIZE];
    assert_true(tls_servers_find(host, asked, &known, NULL));
    assert_int_equal(known.port, port);
    assert_int_equal(known.pin.known, pin != NULL);
    fingerprint_write(&known.pin, text);
    if (pin)
        assert_string_equal(text, pin);
}

static void test_servers_are_remembered(void **state) {
    (void)state;
    knows("a.example", 0, 0, NULL);
    remember("a.example", 1, NULL);
    knows("a.example", 0, 1, NULL);
    remember("a.example", 1, PIN);
    knows("a.example", 1, 1, PIN);
    remember("b.example", 3, OTHER_PIN);
    remember("a.example", 2, NULL);
    knows("a.example", 0, 2, NULL);
    knows("a.example", 1, 1, PIN);
    remember("a.example", 1, PIN); /* known: nothing changes */
    knows("a.example", 0, 2, NULL);
    knows("B.example", 0, 3, OTHER_PIN);
    /* Plain servers are not. */
    assert_true(
        server_connect_remember(&(ServerAddress){.host = "plain.example", .port = 4}, NULL));
    knows("plain.example", 0, 0, NULL);
}

/* Several programs remember servers at the same time: none is forgotten. */
static void test_many_programs_remember(void **state) {
    (void)state;
    enum { PROGRAMS = 8, EACH = 10 };
    for (int program = 0; program < PROGRAMS; program++) {
        pid_t other = fork();
        assert_true(other >= 0);
        if (other != 0)
            continue;
        for (int i = 1; i <= EACH; i++) {
            ServerAddress address = {
                .host = "many.example", .port = EACH * program + i, .tls = SERVER_TLS_ON};
            if (!tls_servers_remember(&address, NULL))
                _exit(1);
        }
        _exit(0);
    }
    for (int program = 0; program < PROGRAMS; program++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    for (int port = 1; port <= PROGRAMS * EACH; port++)
        knows("many.example", port, port, NULL);
}

static void test_a_damaged_file_refuses(void **state) {
    (void)state;
    static const char long_pin[] = "a.example 7154 " PIN "0\n";
    static const char *const damages[] = {"",
                                          "a.example",
                                          "a.example 7154 -",
                                          "a.example 7154\n",
                                          "a.example 0 -\n",
                                          long_pin,
                                          "a.example 7154 - x\n",
                                          "\n",
                                          "# a remark"};
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        ServerAddress address = {.host = "new.example", .port = 1};
        ServerList list = server_list_of(&address);
        Error error = {0};
        write_servers(damages[i]);
        assert_false(server_connect_decide(&list, &error));
        assert_non_null(strstr(error.text, "tls-servers:1: cannot be read"));
        address.tls = list.servers[0].tls = SERVER_TLS_ON;
        assert_false(server_connect_decide(&list, &error));
        /* The file is not written either, which would lose what is in it. */
        assert_false(server_connect_remember(&address, &error));
        list.servers[0].tls = SERVER_TLS_OFF;
        assert_true(server_connect_decide(&list, &error));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_settings_and_memory_decide, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(test_lists_are_decided_as_a_whole, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(test_a_saved_seat, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(test_servers_are_remembered, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(test_many_programs_remember, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(test_a_damaged_file_refuses, scratch_make, scratch_remove),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
