#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server/store/store_open.h"

static void paths_are_told_from_connection_strings(void **state) {
    (void)state;
    static const char *const strings[] = {"postgresql:///congo", "postgres://host/congo",
                                          "dbname=congo", "host = /run/postgresql dbname=congo"};
    static const char *const paths[] = {"/var/lib/congod/games.db",
                                        "games.db",
                                        "postgresql.db",
                                        "./host=1.db",
                                        "/srv/a=b/games.db",
                                        "Games=1.db",
                                        "="};
    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        if (!conninfo_matches(strings[i]))
            fail_msg("a path: %s", strings[i]);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (conninfo_matches(paths[i]))
            fail_msg("no path: %s", paths[i]);
}

#ifdef HAVE_LIBPQ

static void mistakes_are_reported_without_the_password(void **state) {
    (void)state;
    static const struct {
        const char *conninfo, *sentence;
    } rows[] = {
        {"hos=x", "malformed: invalid connection option \"hos\""},
        {"host=x dbname", "malformed: missing \"=\" after \"dbname\" in connection info string"},
        {"postgresql:///congo?hst=x", "malformed: invalid URI query parameter: \"hst\""},
        {"host=x password=sec ret", "malformed; as it may contain a password, it is not shown"},
        {"postgresql://ada:secret@[::1/congo", "malformed; as it may contain"},
        {"postgresql:///congo?password=%zsecret", "malformed; as it may contain"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Error error = {0};
        if (conninfo_check(rows[i].conninfo, &error))
            fail_msg("accepted: %s", rows[i].conninfo);
        if (!strstr(error.text, rows[i].sentence) || strchr(error.text, '\n') ||
            strstr(error.text, "ret"))
            fail_msg("%s: %s", rows[i].conninfo, error.text);
    }
}

static void passwords_are_found_and_not_shown(void **state) {
    (void)state;
    static const struct {
        const char *conninfo, *shown;
        bool has_password;
    } rows[] = {
        {"postgresql:///congo", "dbname=congo", false},
        {"postgres://ada@h1,h2:55/congo", "user=ada dbname=congo host=h1,h2 port=,55", false},
        {"postgresql://ada:secret@h/congo", "user=ada dbname=congo host=h", true},
        {"postgresql:///congo?password=secret&user=ada", "user=ada dbname=congo", true},
        {"host=h password = 'secret'", "host=h", true},
        {"host=h sslpassword=secret", "host=h", true},
        {"host=h passfile=/etc/congo/pgpass", "passfile=/etc/congo/pgpass host=h", false},
    };
    char shown[CONNINFO_SHOWN_SIZE];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_true(conninfo_check(rows[i].conninfo, NULL));
        assert_int_equal(conninfo_has_password(rows[i].conninfo), rows[i].has_password);
        assert_string_equal(conninfo_show(rows[i].conninfo, shown), rows[i].shown);
    }
}

static void long_strings_are_cut(void **state) {
    (void)state;
    char conninfo[1000], shown[CONNINFO_SHOWN_SIZE];
    snprintf(conninfo, sizeof conninfo, "dbname=%0900d", 7);
    assert_true(conninfo_check(conninfo, NULL));
    conninfo_show(conninfo, shown);
    assert_int_equal(strlen(shown), CONNINFO_SHOWN_SIZE - 1);
    assert_string_equal(shown + CONNINFO_SHOWN_SIZE - 5, "0...");
}

#else

static void without_libpq_there_is_a_sentence(void **state) {
    (void)state;
    Error error = {0};
    assert_false(conninfo_check("postgresql:///congo", &error));
    assert_non_null(strstr(error.text, "was built without PostgreSQL (libpq)"));
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_told_from_connection_strings),
#ifdef HAVE_LIBPQ
        cmocka_unit_test(mistakes_are_reported_without_the_password),
        cmocka_unit_test(passwords_are_found_and_not_shown),
        cmocka_unit_test(long_strings_are_cut),
#else
        cmocka_unit_test(without_libpq_there_is_a_sentence),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
