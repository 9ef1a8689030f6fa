/* The server's settings: defaults, the sample, the manual page, and mistakes. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "config/admin_verbs.h"
#include "config/server_settings.h"
#include "config/settings.h"

static char path[64];

static int set_up(void **state) {
    (void)state;
    snprintf(path, sizeof path, "server_settings.%ld.conf", (long)getpid());
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    unlink(path);
    return 0;
}

static bool read_text(const char *text, ServerSettings *settings, Error *error) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return server_settings_read(settings, path, error);
}

static const char *source_path(const char *name) {
    static char found[4096];
    const char *source = getenv("CONGO_SOURCE");
    snprintf(found, sizeof found, "%s/%s", source ? source : ".", name);
    return found;
}

/* The sample has every setting, at its default. */
static void sample_has_the_defaults(void **state) {
    (void)state;
    ServerSettings standard, sample;
    Error error = {0};
    server_settings_default(&standard);
    memset(&sample, 0xff, sizeof sample);
    memset(&sample.listen, 0, sizeof sample.listen);
    memset(&sample.listen_tls, 0, sizeof sample.listen_tls);
    memset(sample.certificate, 0, sizeof sample.certificate);
    memset(sample.certificate_key, 0, sizeof sample.certificate_key);
    memset(sample.database, 0, sizeof sample.database);
    memset(sample.admin, 0, sizeof sample.admin);
    if (!server_settings_read(&sample, source_path("etc/congod.conf"), &error))
        fail_msg("%s", error.text);
    assert_memory_equal(&sample.limits, &standard.limits, sizeof standard.limits);
    assert_memory_equal(&sample.listen, &standard.listen, sizeof standard.listen);
    assert_memory_equal(&sample.listen_tls, &standard.listen_tls, sizeof standard.listen_tls);
    assert_string_equal(sample.certificate, "");
    assert_string_equal(sample.certificate_key, "");
    assert_string_equal(sample.database, standard.database);
    assert_string_equal(sample.admin, standard.admin);
    assert_string_equal(sample.restrictions, "");
    assert_string_equal(sample.message, "");
    assert_string_equal(sample.contact, "");
    assert_int_equal(sample.log, standard.log);
    assert_int_equal(sample.log_connections, standard.log_connections);
}

static void manual_page_is_complete(void **state) {
    (void)state;
    static char text[64 * 1024];
    FILE *file = fopen(source_path("man/congod.8"), "r");
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    size_t items = table_congod_conf.count + ADMIN_VERB_COUNT;
    for (size_t i = 0; i < table_congod_conf.count; i++) {
        const Setting *setting = &table_congod_conf.rows[i];
        char item[100], value[100];
        snprintf(item, sizeof item, "\n.It Ic %s\n", setting->path);
        const char *found = strstr(text, item);
        if (!found)
            fail_msg("congod(8) lacks %s", setting->path);
        if (setting->kind == SETTING_NUMBER) {
            snprintf(value, sizeof value, "The default is %" PRId64 ".\n", setting->default_number);
            const char *said = strstr(found, value), *next = strstr(found + 1, "\n.It ");
            if (!said || (next && said > next))
                fail_msg("congod(8) has another default for %s", setting->path);
        }
    }
    for (const char *item = text; (item = strstr(item, "\n.It Ic ")); item++)
        items--;
    assert_int_equal(items, 0);
}

static void values_are_read(void **state) {
    (void)state;
    ServerSettings settings;
    Error error = {0};
    server_settings_default(&settings);
    assert_true(
        read_text("listen = [ \"127.0.0.1:0\", \"/tmp/s\" ]; admin = \"\"; log = \"syslog\";"
                  "log_connections = true; limits = { clients = 7; games = 0; };",
                  &settings, &error));
    assert_int_equal(settings.listen.count, 2);
    assert_string_equal(settings.listen.text[1], "/tmp/s");
    assert_string_equal(settings.admin, "");
    assert_int_equal(settings.log, SERVER_LOG_SYSLOG);
    assert_true(settings.log_connections);
    assert_int_equal(settings.limits.clients, 7);
    assert_int_equal(settings.limits.games_per_minute, 0);
    assert_int_equal(settings.limits.commands_per_s, 20);
    assert_true(read_text("listen = \"::1:7\";", &settings, &error));
    assert_true(read_text("listen = \"[fe80::1%lo]:7\";", &settings, &error));
    assert_true(read_text("log_connections = \"no\";", &settings, &error));
    assert_false(settings.log_connections);
    assert_true(read_text("listen = \"[::1]:7\";", &settings, &error));
    assert_int_equal(settings.listen.count, 1);
}

/* Only programs on this computer can connect until an administrator wants more: not by the
 * defaults, and not by the unit of systemd. */
static void others_cannot_connect_by_default(void **state) {
    (void)state;
    ServerSettings settings;
    char line[200];
    int found = 0;
    server_settings_default(&settings);
    assert_int_equal(settings.listen.count, 2);
    assert_string_equal(settings.listen.text[0], "127.0.0.1:7153");
    assert_string_equal(settings.listen.text[1], "[::1]:7153");
    assert_int_equal(settings.listen_tls.count, 2);
    assert_string_equal(settings.listen_tls.text[0], "127.0.0.1:7154");
    assert_string_equal(settings.listen_tls.text[1], "[::1]:7154");
    FILE *unit = fopen(source_path("etc/congod.socket"), "r");
    assert_non_null(unit);
    while (fgets(line, sizeof line, unit)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "ListenStream=", 13) != 0 || line[13] == '/')
            continue;
        assert_true(found < settings.listen.count);
        assert_string_equal(line + 13, settings.listen.text[found++]);
    }
    assert_int_equal(found, settings.listen.count);
    fclose(unit);
}

static void mistakes_are_reported(void **state) {
    (void)state;
    static const struct {
        const char *text, *sentence;
    } rows[] = {
        {"listen = 7153;", ":1: listen: expected an address in numbers and a port such as"},
        {"listen = \"here\";", ":1: listen: expected an address in numbers and a port such as"},
        {"listen = \"localhost:7153\";",
         ":1: listen: expected an address in numbers and a port such as"},
        {"listen = \"127.0.0.1:99999\";",
         ":1: listen: expected an address in numbers and a port such as"},
        {"listen = \"127.0.0.1:\";",
         ":1: listen: expected an address in numbers and a port such as"},
        {"listen = \"127.0.0.1:71x\";",
         ":1: listen: expected an address in numbers and a port such as"},
        {"database = \"\";", ":1: database: expected a path, or a connection string of PostgreSQL, "
                             "of 1 to 1023 bytes, found \"\""},
        {"\nlog = \"paper\";", ":2: log: expected \"stderr\" or \"syslog\", found \"paper\""},
        {"log_connections = 1;", ":1: log_connections: expected true or false"},
        {"limits = { clients = 0; };", ":1: limits.clients: expected a whole number from 1 to"},
        {"limits = { clients = 5000000000; };", ":1: limits.clients: expected a whole number"},
        {"limits = { clients = \"5\"; };", ":1: limits.clients: expected a whole number"},
        {"limits = { client = 5; };",
         ":1: limits.client: not a setting, the closest is limits.clients"},
        {"limits = 5;", ":1: limits: "},
        {"certificate = \"x.pem\";",
         ": certificate and certificate_key belong together: set both or neither"},
        {"listen_tls = 7154;", ":1: listen_tls: expected an address in numbers and a port such as"},
        {"databas = \"x\";", ":1: databas: not a setting, the closest is database"},
        {"admin = 5;", ":1: admin: "},
        {"admin = \"0.0.0.0:7154\";", ":1: admin: expected a path from / on"},
        {"admin = \"admin.socket\";", ":1: admin: expected a path from / on"},
        {"log = ;", ":1: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ServerSettings settings, before;
        Error error = {0};
        server_settings_default(&settings);
        before = settings;
        if (read_text(rows[i].text, &settings, &error))
            fail_msg("accepted: %s", rows[i].text);
        if (!strstr(error.text, rows[i].sentence))
            fail_msg("%s: %s", rows[i].text, error.text);
        assert_memory_equal(&settings, &before, sizeof before);
    }
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {TEST(sample_has_the_defaults), TEST(manual_page_is_complete),
                                       TEST(values_are_read), TEST(mistakes_are_reported),
                                       TEST(others_cannot_connect_by_default)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
