/* The service time of a shared store. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "server/base/service_clock.h"

static void it_follows_the_closest_reading(void **state) {
    (void)state;
    ServiceClock clock = {0};
    assert_int_equal(service_clock_now(&clock, 1000), 0);
    assert_true(service_clock_is_stopped(&clock, 1000));
    service_clock_add(&clock, 1000, 1040, 500020); /* at most 20 ms wrong */
    assert_int_equal(service_clock_now(&clock, 1040), 500040);
    service_clock_add(&clock, 1998, 2002, 500990); /* 2 ms, and 10 ms behind the first */
    assert_int_equal(service_clock_now(&clock, 2040), 501030);
    service_clock_add(&clock, 2900, 3000, 501970); /* 50 ms, and no contradiction */
    assert_int_equal(service_clock_now(&clock, 3000), 501990);
}

static void it_never_goes_back(void **state) {
    (void)state;
    ServiceClock clock = {0};
    service_clock_add(&clock, 0, 40, 1000);
    assert_int_equal(service_clock_now(&clock, 40), 1020);
    service_clock_add(&clock, 50, 50, 1015);
    assert_int_equal(service_clock_now(&clock, 50), 1020);
    assert_int_equal(service_clock_now(&clock, 60), 1025);
}

static void it_stands_still_without_readings(void **state) {
    (void)state;
    ServiceClock clock = {0};
    service_clock_add(&clock, 0, 0, 1000);
    assert_int_equal(service_clock_now(&clock, 1900), 2900);
    assert_false(service_clock_is_stopped(&clock, 1900));
    assert_int_equal(service_clock_now(&clock, 60000), 1000 + SERVICE_CLOCK_GRACE_MS);
    assert_true(service_clock_is_stopped(&clock, 60000));
    /* So has the database's. */
    service_clock_add(&clock, 60000, 60000, 1000 + SERVICE_CLOCK_GRACE_MS);
    assert_int_equal(service_clock_now(&clock, 60500), 1500 + SERVICE_CLOCK_GRACE_MS);
    assert_false(service_clock_is_stopped(&clock, 60500));
}

static void it_catches_up_with_other_servers(void **state) {
    (void)state;
    ServiceClock clock = {0};
    service_clock_add(&clock, 0, 0, 1000);
    service_clock_now(&clock, 60000);
    service_clock_add(&clock, 60000, 60002, 61001); /* only this server had no connection */
    assert_int_equal(service_clock_now(&clock, 60002), 61002);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_follows_the_closest_reading),
        cmocka_unit_test(it_never_goes_back),
        cmocka_unit_test(it_stands_still_without_readings),
        cmocka_unit_test(it_catches_up_with_other_servers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
