/*
 * A configuration file: the game's, the server's ('s' as the first byte) or a variant's ('v'). One
 * that is refused is refused with a sentence that names a line of it and changes nothing; one that
 * is taken gives settings which, written as a file, are read as the same settings.
 */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "given_file.h"
#include "written.h"

#include "config/server_settings.h"
#include "config/settings.h"
#include "config/variantfile.h"
#include "rules/gamefile.h"

/* What is read. */
typedef struct Given {
    const char *path;
    const uint8_t *bytes;
    size_t length;
} Given;

/* ---- sentences ---- */

static unsigned long count_lines(const Given *given) {
    unsigned long lines = 1;
    for (size_t i = 0; i < given->length; i++)
        lines += given->bytes[i] == '\n';
    return lines;
}

/* "FILE:LINE: what is wrong", or "FILE: what is wrong". */
static void check_sentence(const Error *error, const Given *given) {
    size_t name = strlen(given->path);
    fuzz_require(error->code != ERROR_NONE && strncmp(error->text, given->path, name) == 0);
    const char *rest = error->text + name;
    fuzz_require(rest[0] == ':' && rest[1] != '\0');
    if (isdigit((unsigned char)rest[1])) {
        unsigned long line = strtoul(rest + 1, NULL, 10);
        /* libconfig counts a line that begins with the end of the text. */
        fuzz_require(line >= 1 && line <= count_lines(given) + 1);
    }
    for (; *rest; rest++)
        fuzz_require(!iscntrl((unsigned char)*rest));
}

/* ---- the game's settings ---- */

static void read_settings(const Given *given) {
    static Settings settings, before;
    Error error = {0};
    settings_default(&settings);
    memcpy(&before, &settings, sizeof before);
    if (settings_file_read(&settings, given->path, &error)) {
        written_check_settings(&settings);
        return;
    }
    check_sentence(&error, given);
    fuzz_require(memcmp(&before, &settings, sizeof before) == 0);
}

/* ---- the server's settings ---- */

static void add_server_number(Buffer *text, const ServerSettingInfo *info, int value) {
    int min, max;
    fuzz_require(sscanf(info->form, "a whole number from %d to %d", &min, &max) == 2);
    fuzz_require(value >= min && value <= max);
    buffer_add_format(text, "%s = %d;\n", info->path + strlen("limits."), value);
}

static void add_limits(Buffer *text, const ServerLimits *limits) {
    const int values[] = {
        limits->clients,          limits->clients_per_address,
        limits->first_line_s,     limits->line_s,
        limits->commands_per_s,   limits->commands_burst,
        limits->games_per_minute, limits->events_kib,
        limits->watched,          limits->unstarted_days,
        limits->idle_s,           limits->idle_games,
        limits->exports_mib,
    };
    enum { VALUES = sizeof values / sizeof values[0] };
    static_assert(sizeof values == sizeof *limits, "every limit is there");
    const ServerSettingInfo *info;
    size_t next = 0;
    buffer_add_string(text, "limits = {\n");
    for (size_t i = 0; (info = server_settings_info(i)); i++)
        if (strncmp(info->path, "limits.", strlen("limits.")) == 0) {
            fuzz_require(next < VALUES);
            add_server_number(text, info, values[next++]);
        }
    fuzz_require(next == VALUES);
    buffer_add_string(text, "};\n");
}

static void write_server(const ServerSettings *settings, Buffer *text) {
    fuzz_require(settings->listen_count >= 0 && settings->listen_count <= SERVER_LISTEN_MAX);
    buffer_add_string(text, "listen = [");
    for (int i = 0; i < settings->listen_count; i++) {
        buffer_add_string(text, i > 0 ? ", " : "");
        written_string(text, settings->listen[i]);
    }
    buffer_add_string(text, "];\n");
    written_named(text, "database", settings->database);
    written_named(text, "admin", settings->admin);
    written_named(text, "log", settings->log == SERVER_LOG_SYSLOG ? "syslog" : "stderr");
    buffer_add_format(text, "log_connections = %s;\n",
                      settings->log_connections ? "true" : "false");
    add_limits(text, &settings->limits);
}

static void check_server(const ServerSettings *settings) {
    ServerSettings again;
    Buffer text = {0}, copy = {0};
    write_server(settings, &text);
    server_settings_default(&again);
    fuzz_require(server_settings_read(&again, written_file(&text), NULL));
    write_server(&again, &copy);
    fuzz_require(text.length == copy.length && memcmp(text.bytes, copy.bytes, text.length) == 0);
    buffer_free(&text);
    buffer_free(&copy);
}

static void read_server(const Given *given) {
    ServerSettings settings, before;
    Error error = {0};
    server_settings_default(&settings);
    memcpy(&before, &settings, sizeof before);
    if (server_settings_read(&settings, given->path, &error)) {
        check_server(&settings);
        return;
    }
    check_sentence(&error, given);
    fuzz_require(memcmp(&before, &settings, sizeof before) == 0);
}

/* ---- a variant ---- */

static void require_same_variant(const Variant *a, const Variant *b) {
    fuzz_require(strcmp(a->name, b->name) == 0 && variant_same_rules(a, b));
}

/* A game of the variant is saved with it. */
static void check_saved(const Variant *variant) {
    Position start;
    size_t length;
    GameReader reader;
    position_start(&start, variant);
    Record *record = record_create(&start);
    char *text = gamefile_write(record, &length);
    gamereader_init(&reader, "game", text, length);
    Record *back = gamereader_next(&reader, true, NULL);
    fuzz_require(back && record_equal(record, back));
    require_same_variant(variant, &back->variant);
    record_free(record);
    record_free(back);
    free(text);
}

static void check_variant(const Variant *variant) {
    Buffer text = {0};
    Variant again;
    fuzz_require(variant_check(variant, NULL, NULL));
    check_saved(variant);
    buffer_add_string(&text, "variant = ");
    written_variant(&text, variant);
    buffer_add_string(&text, ";\n");
    fuzz_require(variantfile_load(written_file(&text), &again, NULL));
    require_same_variant(variant, &again);
    buffer_free(&text);
}

static void read_variant(const Given *given) {
    Variant variant = *variant_default(), before;
    Error error = {0};
    memcpy(&before, &variant, sizeof before);
    if (variantfile_load(given->path, &variant, &error)) {
        check_variant(&variant);
        return;
    }
    check_sentence(&error, given);
    fuzz_require(memcmp(&before, &variant, sizeof before) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    Given given = {given_file(data + 1, size - 1), data + 1, size - 1};
    if (data[0] == 's')
        read_server(&given);
    else if (data[0] == 'v')
        read_variant(&given);
    else
        read_settings(&given);
    return 0;
}
