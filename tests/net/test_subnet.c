/* Addresses and subnets as text, and which addresses a subnet has. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "net/subnet.h"

static void test_writing_what_was_parsed(void **state) {
    (void)state;
    static const char *const same[][2] = {
        {"192.0.2.7", "192.0.2.7"},          {"192.0.2.7/24", "192.0.2.0/24"},
        {"0.0.0.0/0", "0.0.0.0/0"},          {"2001:DB8::7", "2001:db8::7"},
        {"2001:db8::7/33", "2001:db8::/33"}, {"::/0", "::/0"},
        {"10.255.0.0/12", "10.240.0.0/12"},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        Subnet subnet;
        char text[SUBNET_TEXT_SIZE];
        assert_true(subnet_parse(same[i][0], &subnet));
        assert_string_equal(subnet_write(&subnet, text), same[i][1]);
    }
}

static void test_no_subnets(void **state) {
    (void)state;
    static const char *const none[] = {
        "",
        "17",
        "192.0.2",
        "192.0.2.256",
        "192.0.2.0/33",
        "192.0.2.0/",
        "/8",
        "::/129",
        "::g",
        "::/-1",
        "1.2.3.4/a",
        " 1.2.3.4",
        "1.2.3.4 ",
        "example.org",
        "1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb:cccc:dddd:eeee",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        Subnet subnet;
        assert_false(subnet_parse(none[i], &subnet));
    }
}

static void check(const char *subnet_text, const char *address, bool is_in) {
    Subnet subnet, one;
    assert_true(subnet_parse(subnet_text, &subnet) && subnet_parse(address, &one));
    assert_int_equal(subnet_contains(&subnet, &one.address), is_in);
}

static void test_what_a_subnet_has(void **state) {
    (void)state;
    check("192.0.2.0/24", "192.0.2.255", true);
    check("192.0.2.0/24", "192.0.3.0", false);
    check("192.0.2.0/25", "192.0.2.128", false);
    check("0.0.0.0/0", "203.0.113.9", true);
    check("0.0.0.0/0", "2001:db8::1", false);
    check("::/0", "203.0.113.9", true);
    check("2001:db8::/32", "2001:db8:ffff::1", true);
    check("2001:db8::/32", "2001:db9::1", false);
    check("192.0.2.7", "192.0.2.7", true);
    check("192.0.2.7", "192.0.2.6", false);
    check("::ffff:192.0.2.7", "192.0.2.7", true);
}

static void test_addresses(void **state) {
    (void)state;
    char text[SUBNET_TEXT_SIZE];
    Address address = {{0}};
    assert_string_equal(address_write(&address, text), "a Unix socket");
    address_set_ipv4(&address, (const uint8_t[]){192, 0, 2, 7});
    assert_true(address_is_mapped(&address));
    assert_string_equal(address_write(&address, text), "192.0.2.7");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_writing_what_was_parsed),
        cmocka_unit_test(test_no_subnets),
        cmocka_unit_test(test_what_a_subnet_has),
        cmocka_unit_test(test_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
