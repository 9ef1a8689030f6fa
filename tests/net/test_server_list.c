/* Lists of servers: reading them, and which lists are of the same arena. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "net/servers.h"

static ServerList list_of(const char *text) {
    ServerList list;
    Error error = {0};
    if (!server_list_parse(text, &list, &error))
        fail_msg("%s: %s", text, error.text);
    return list;
}

static void expect_list(const ServerList *list, const char *written) {
    char text[SERVER_LIST_MAX * SERVER_ADDRESS_SIZE] = "", server[SERVER_ADDRESS_SIZE];
    for (int i = 0; i < list->count; i++) {
        server_address_write(&list->servers[i], server);
        text_append(text, sizeof text, "%s%s", i > 0 ? "," : "", server);
    }
    assert_string_equal(text, written);
}

static void reads(const char *text, const char *written) {
    ServerList list = list_of(text);
    expect_list(&list, written);
    assert_int_equal(list.first, list.count > 1 ? SERVER_LIST_ANY : 0);
}

static void test_lists_are_read(void **state) {
    (void)state;
    reads("a.example", "a.example:7153");
    reads("a.example,b.example:99", "a.example:7153,b.example:99");
    reads("a.example , ::1,[::1]:7,/run/congod.sock,10.0.0.1",
          "a.example:7153,[::1]:7153,[::1]:7,/run/congod.sock,10.0.0.1:7153");
    reads("a.example,A.example.,b.example,a.example:7153", "a.example:7153,b.example:7153");
    reads("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
          "1:7153,2:7153,3:7153,4:7153,5:7153,6:7153,7:7153,8:7153,9:7153,10:7153,11:7153,12:7153,"
          "13:7153,14:7153,15:7153,16:7153");
}

static void test_errors_name_the_wrong_server(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"a,b:0,c", "server \"b:0\": expected a port from 1 to 65535, found \"0\""},
        {"a,b c", "server \"b c\": expected host, host:port or the path of a socket, found "
                  "\"b c\""},
        {"a,,b", "expected a server before and after each comma, found \"a,,b\""},
        {"a,", "expected a server before and after each comma, found \"a,\""},
        {",", "expected a server before and after each comma, found \",\""},
        {"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17",
         "expected at most 16 servers, found \"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\""},
        {"b:0", "expected a port from 1 to 65535, found \"0\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ServerList list = {.count = 5};
        Error error = {0};
        if (server_list_parse(cases[i].text, &list, &error))
            fail_msg("%s: read", cases[i].text);
        assert_string_equal(error.text, cases[i].error);
        assert_int_equal(list.count, 5);
    }
}

static void compare(const char *a, const char *b, bool same) {
    ServerList one = list_of(a), other = list_of(b);
    if (server_list_is_same(&one, &other) != same || server_list_is_same(&other, &one) != same)
        fail_msg("%s and %s", a, b);
}

static void test_lists_with_a_common_server_are_the_same(void **state) {
    (void)state;
    compare("a,b,c", "c,a,b", true);
    compare("a,b,c", "b", true);
    compare("a,b", "b,c", true);
    compare("a,b", "c,d", false);
    compare("a:1,b:1", "a:2,b:2", false);
    compare("./one,./two", "./two", true);
    compare("localhost:1", "127.0.0.1:1", true);
    compare("Localhost.", "[::1]:7153", true);
    compare("localhost:1", "127.0.0.1:2", false);
    compare("localhost", "localhost.example", false);
    /* The encrypted port of a server is another one. */
    ServerList plain = list_of("a:7153,b:7153"), encrypted = list_of("b:7154");
    encrypted.servers[0].tls = SERVER_TLS_ON;
    assert_true(server_list_is_same(&plain, &encrypted));
}

static void test_lists_are_joined_and_begin_with_a_server(void **state) {
    (void)state;
    ServerList list = list_of("a,b"), more = list_of("c,b,d");
    server_list_add(&list, &more);
    expect_list(&list, "a:7153,b:7153,c:7153,d:7153");
    server_list_start_with(&list, &more.servers[0]);
    expect_list(&list, "c:7153,a:7153,b:7153,d:7153");
    assert_int_equal(list.first, 0);
    ServerList other = list_of("x,y");
    server_list_start_with(&list, &other.servers[0]); /* not in it */
    expect_list(&list, "c:7153,a:7153,b:7153,d:7153");
    ServerList full = list_of("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16");
    server_list_add(&full, &other);
    assert_int_equal(full.count, SERVER_LIST_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists_are_read),
        cmocka_unit_test(test_errors_name_the_wrong_server),
        cmocka_unit_test(test_lists_with_a_common_server_are_the_same),
        cmocka_unit_test(test_lists_are_joined_and_begin_with_a_server),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
