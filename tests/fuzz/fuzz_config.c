/*
 * A configuration file: the game's, the server's ('s' as the first byte) or a variant's ('v'). One
 * that is refused is refused with a sentence that names a line of it and changes nothing; one that
 * is taken gives settings which, written as a file, are read as the same settings.
 */
#include <config.h>

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#include "config/server_settings.h"
#include "config/setting.h"
#include "config/settings.h"
#include "rules/buffer.h"
#include "rules/coordinate.h"
#include "rules/gamefile.h"

/* libconfig's own: its scanner forgets a string in which it finds a fault. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:libconfig.so\n";
}

/* The readers want a path; this one is of a file that has no name and leaves nothing behind. */
static char path[32];

/* In memory where there is such a folder. */
static int open_file(void) {
    char shared[] = "/dev/shm/congo-fuzz-XXXXXX", common[] = "/tmp/congo-fuzz-XXXXXX";
    char *name = shared;
    int file = mkstemp(name);
    if (file < 0)
        file = mkstemp(name = common);
    fuzz_require(file >= 0 && unlink(name) == 0);
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    return file;
}

static void put_file(const void *bytes, size_t length) {
    static int file = -1;
    if (file < 0)
        file = open_file();
    fuzz_require(ftruncate(file, 0) == 0);
    fuzz_require(pwrite(file, bytes, length, 0) == (ssize_t)length);
    fuzz_require(lseek(file, 0, SEEK_SET) == 0);
}

static void put_text(const Buffer *text) {
    put_file(text->length > 0 ? text->bytes : "", text->length);
}

/* ---- sentences ---- */

static unsigned long count_lines(const uint8_t *bytes, size_t length) {
    unsigned long lines = 1;
    for (size_t i = 0; i < length; i++)
        lines += bytes[i] == '\n';
    return lines;
}

/* "FILE:LINE: what is wrong", or "FILE: what is wrong". */
static void check_sentence(const Error *error, const uint8_t *bytes, size_t length) {
    size_t name = strlen(path);
    fuzz_require(error->code != ERROR_NONE && strncmp(error->text, path, name) == 0);
    const char *rest = error->text + name;
    fuzz_require(rest[0] == ':' && rest[1] != '\0');
    if (isdigit((unsigned char)rest[1])) {
        unsigned long line = strtoul(rest + 1, NULL, 10);
        /* libconfig counts a line that begins with the end of the text. */
        fuzz_require(line >= 1 && line <= count_lines(bytes, length) + 1);
    }
    for (; *rest; rest++)
        fuzz_require(!iscntrl((unsigned char)*rest));
}

/* ---- writing ---- */

static void add_string(Buffer *text, const char *value) {
    buffer_add_string(text, "\"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            buffer_add_string(text, "\\");
        buffer_add(text, value, 1);
    }
    buffer_add_string(text, "\"");
}

static void add_named(Buffer *text, const char *name, const char *value) {
    buffer_add_format(text, "%s = ", name);
    add_string(text, value);
    buffer_add_string(text, ";\n");
}

static void add_variant(Buffer *text, const Variant *variant) {
    Bitboard islands = variant->islands;
    buffer_add_string(text, "{\n");
    add_named(text, "name", variant->name);
    add_named(text, "start", variant->start);
    buffer_add_string(text, "islands = [");
    while (islands) {
        char square[SQUARE_TEXT_SIZE];
        add_string(text, square_write(bitboard_pop(&islands), square));
        buffer_add_string(text, islands ? ", " : "");
    }
    buffer_add_string(text, "];\n");
    add_named(text, "pawns", pawns_words[variant->pawns]);
    add_named(text, "extra", variant->elephante ? "T" : "");
    add_named(text, "repetition", repetition_words[variant->repetition]);
    buffer_add_format(text, "quiet_plies = %d;\n", variant->quiet_plies);
    add_named(text, "bare_lions", bare_lions_words[variant->bare_lions]);
    buffer_add_string(text, "}");
}

/* ---- the game's settings ---- */

static const char *word_of(const SettingWord *words, int value) {
    while (words->word && words->value != value)
        words++;
    fuzz_require(words->word);
    return words->word;
}

static void add_number(Buffer *text, const Setting *setting, int64_t value) {
    fuzz_require(value >= setting->least && value <= setting->most);
    buffer_add_format(text, "%" PRId64, value);
}

static void add_player(Buffer *text, const PlayerSetting *player) {
    buffer_add_format(text, "\"%s/%s\"", player->mind == MIND_HUMAN ? "hi" : "ai", player->advisor);
}

static void add_clock(Buffer *text, ClockSetting clock) {
    fuzz_require(clock.base_ms >= 0 && clock.increment_ms >= 0);
    if (clock.base_ms == 0)
        buffer_add_string(text, "\"none\"");
    else
        buffer_add_format(text, "\"%" PRId64 "+%" PRId64 "\"", clock.base_ms / 1000,
                          clock.increment_ms / 1000);
}

static void add_value(Buffer *text, const Setting *setting, const Settings *settings) {
    const void *place = (const char *)settings + setting->offset;
    if (setting->read == reader_number)
        add_number(text, setting, *(const int *)place);
    else if (setting->read == reader_milliseconds)
        add_number(text, setting, *(const int64_t *)place);
    else if (setting->read == reader_switch)
        buffer_add_string(text, *(const bool *)place ? "true" : "false");
    else if (setting->read == reader_word)
        add_string(text, word_of(setting->words, *(const int *)place));
    else if (setting->read == reader_player)
        add_player(text, place);
    else if (setting->read == reader_clock)
        add_clock(text, settings->clock);
    else if (setting->read == reader_variant)
        add_string(text, settings->variant.name);
    else
        add_string(text, place);
}

static void add_variants(Buffer *text, const Settings *settings) {
    fuzz_require(settings->custom_count <= CUSTOM_VARIANTS_MAX);
    buffer_add_string(text, "variants = (");
    for (int i = 0; i < settings->custom_count; i++) {
        fuzz_require(variant_check(&settings->custom[i], NULL));
        buffer_add_string(text, i > 0 ? ", " : "");
        add_variant(text, &settings->custom[i]);
    }
    buffer_add_string(text, ");\n");
}

static void add_keys(Buffer *text, const Settings *settings) {
    fuzz_require(settings->key_count <= KEY_BINDINGS_MAX);
    buffer_add_string(text, "keys = {");
    for (int i = 0; i < settings->key_count; i++) {
        const KeyBinding *binding = &settings->keys[i];
        bool begins = i == 0 || strcmp(binding[-1].action, binding->action) != 0;
        fuzz_require(binding->line > 0);
        if (begins)
            buffer_add_format(text, "%s\n%s = [", i > 0 ? "];" : "", binding->action);
        buffer_add_string(text, begins ? "" : ", ");
        if (binding->key[0])
            add_string(text, binding->key);
    }
    buffer_add_string(text, settings->key_count > 0 ? "];\n};\n" : "\n};\n");
}

/* A setting "group.name" is written as a group of its own: one after another they may not be, so
 * each group is opened where the one before ends. */
static void write_settings(const Settings *settings, Buffer *text) {
    char group[32] = "";
    const Setting *setting;
    add_variants(text, settings);
    add_keys(text, settings);
    for (size_t i = 0; (setting = setting_at(i)); i++) {
        const char *name = setting->info.path;
        if (!name)
            continue;
        size_t length = strcspn(name, ".");
        bool grouped = name[length] == '.';
        bool same = grouped && strlen(group) == length && memcmp(group, name, length) == 0;
        if (group[0] && !same)
            buffer_add_string(text, "};\n");
        if (!same)
            snprintf(group, sizeof group, "%.*s", grouped ? (int)length : 0, name);
        if (grouped && !same)
            buffer_add_format(text, "%s = {\n", group);
        buffer_add_format(text, "%s = ", grouped ? name + length + 1 : name);
        add_value(text, setting, settings);
        buffer_add_string(text, ";\n");
    }
    buffer_add_string(text, group[0] ? "};\n" : "");
}

/* A variant of another file cannot be named in this one. */
static bool variant_has_name(const Settings *settings) {
    for (int i = 0; i < settings->custom_count; i++)
        if (strcmp(settings->custom[i].name, settings->variant.name) == 0)
            return true;
    return variant_find(settings->variant.name) != NULL;
}

static void check_settings(const Settings *settings) {
    static Settings again;
    Buffer text = {0}, copy = {0};
    Error error = {0};
    fuzz_require(variant_check(&settings->variant, NULL));
    fuzz_require(settings_check(settings, &error) == (error.code == ERROR_NONE));
    if (!variant_has_name(settings))
        return;
    write_settings(settings, &text);
    put_text(&text);
    settings_default(&again);
    fuzz_require(settings_read_file(&again, path, NULL));
    write_settings(&again, &copy);
    fuzz_require(text.length == copy.length && memcmp(text.bytes, copy.bytes, text.length) == 0);
    buffer_free(&text);
    buffer_free(&copy);
}

static void read_settings(const uint8_t *bytes, size_t length) {
    static Settings settings, before;
    Error error = {0};
    settings_default(&settings);
    memcpy(&before, &settings, sizeof before);
    if (settings_read_file(&settings, path, &error)) {
        check_settings(&settings);
        return;
    }
    check_sentence(&error, bytes, length);
    fuzz_require(memcmp(&before, &settings, sizeof before) == 0);
}

/* ---- the server's settings ---- */

static void add_server_number(Buffer *text, const ServerSettingInfo *info, int value) {
    int least, most;
    fuzz_require(sscanf(info->form, "a whole number from %d to %d", &least, &most) == 2);
    fuzz_require(value >= least && value <= most);
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
        add_string(text, settings->listen[i]);
    }
    buffer_add_string(text, "];\n");
    add_named(text, "database", settings->database);
    add_named(text, "admin", settings->admin);
    add_named(text, "log", settings->log == SERVER_LOG_SYSLOG ? "syslog" : "stderr");
    buffer_add_format(text, "log_connections = %s;\n",
                      settings->log_connections ? "true" : "false");
    add_limits(text, &settings->limits);
}

static void check_server(const ServerSettings *settings) {
    ServerSettings again;
    Buffer text = {0}, copy = {0};
    write_server(settings, &text);
    put_text(&text);
    server_settings_default(&again);
    fuzz_require(server_settings_read(&again, path, NULL));
    write_server(&again, &copy);
    fuzz_require(text.length == copy.length && memcmp(text.bytes, copy.bytes, text.length) == 0);
    buffer_free(&text);
    buffer_free(&copy);
}

static void read_server(const uint8_t *bytes, size_t length) {
    ServerSettings settings, before;
    Error error = {0};
    server_settings_default(&settings);
    memcpy(&before, &settings, sizeof before);
    if (server_settings_read(&settings, path, &error)) {
        check_server(&settings);
        return;
    }
    check_sentence(&error, bytes, length);
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
    fuzz_require(variant_check(variant, NULL));
    check_saved(variant);
    buffer_add_string(&text, "variant = ");
    add_variant(&text, variant);
    buffer_add_string(&text, ";\n");
    put_text(&text);
    fuzz_require(settings_read_variant(path, &again, NULL));
    require_same_variant(variant, &again);
    buffer_free(&text);
}

static void read_variant(const uint8_t *bytes, size_t length) {
    Variant variant = *variant_default(), before;
    Error error = {0};
    memcpy(&before, &variant, sizeof before);
    if (settings_read_variant(path, &variant, &error)) {
        check_variant(&variant);
        return;
    }
    check_sentence(&error, bytes, length);
    fuzz_require(memcmp(&before, &variant, sizeof before) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    put_file(data + 1, size - 1);
    if (data[0] == 's')
        read_server(data + 1, size - 1);
    else if (data[0] == 'v')
        read_variant(data + 1, size - 1);
    else
        read_settings(data + 1, size - 1);
    return 0;
}
