/*
 * Configuration files: the game's, the server's (first byte 's') or a variant's ('v'). A rejected
 * file gives an error with its line and changes nothing; an accepted one gives settings that,
 * written as a file, are read back unchanged.
 */
#include <config.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "temp_file.h"
#include "config_writer.h"

#include "config/server_settings.h"
#include "config/configfile.h"
#include "config/variantfile.h"
#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"

typedef struct InputFile {
    const char *path;
    const uint8_t *bytes;
    size_t length;
} InputFile;

/* ---- sentences ---- */

static unsigned long count_lines(const InputFile *input) {
    unsigned long lines = 1;
    for (size_t i = 0; i < input->length; i++)
        lines += input->bytes[i] == '\n';
    return lines;
}

/* Checks for the form "FILE:LINE: sentence" or "FILE: sentence". */
static void check_sentence(const Error *error, const InputFile *input) {
    size_t name = strlen(input->path);
    fuzz_require(error->code != ERROR_NONE && strncmp(error->text, input->path, name) == 0);
    const char *rest = error->text + name;
    fuzz_require(rest[0] == ':' && rest[1] != '\0');
    if (isdigit((unsigned char)rest[1])) {
        unsigned long line = strtoul(rest + 1, NULL, 10);
        fuzz_require(line >= 1 && line <= count_lines(input));
    }
    for (; *rest; rest++)
        fuzz_require(!iscntrl((unsigned char)*rest));
}

/* ---- the game's settings ---- */

static void read_settings(const InputFile *input) {
    static Settings settings, before;
    Error error = {0};
    settings_default(&settings);
    memcpy(&before, &settings, sizeof before);
    if (settings_file_read(&settings, input->path, &error)) {
        config_writer_check_settings(&settings);
        return;
    }
    check_sentence(&error, input);
    fuzz_require(memcmp(&before, &settings, sizeof before) == 0);
}

/* ---- the server's settings ---- */

static void check_server(const ServerSettings *settings) {
    ServerSettings again;
    Buffer text = {0}, copy = {0};
    config_writer_table(&text, &table_congod_conf, settings);
    server_settings_default(&again);
    fuzz_require(server_settings_read(&again, config_writer_file(&text), NULL));
    config_writer_table(&copy, &table_congod_conf, &again);
    fuzz_require(text.length == copy.length && memcmp(text.bytes, copy.bytes, text.length) == 0);
    buffer_free(&text);
    buffer_free(&copy);
}

static void read_server(const InputFile *input) {
    ServerSettings settings, before;
    Error error = {0};
    server_settings_default(&settings);
    memcpy(&before, &settings, sizeof before);
    if (server_settings_read(&settings, input->path, &error)) {
        check_server(&settings);
        return;
    }
    check_sentence(&error, input);
    fuzz_require(memcmp(&before, &settings, sizeof before) == 0);
}

/* ---- a variant ---- */

static void require_same_variant(const Variant *a, const Variant *b) {
    fuzz_require(strcmp(a->name, b->name) == 0 && variant_same_rules(a, b));
}

/* A game of the variant is saved with its definition. */
static void check_saved(const Variant *variant) {
    Position start;
    size_t length;
    GameReader reader;
    position_start(&start, variant);
    Record *record = record_create(&start);
    char *text = gamefile_write(record, GAME_CONGO, &length);
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
    config_writer_variant(&text, variant);
    buffer_add_string(&text, ";\n");
    fuzz_require(variantfile_load(config_writer_file(&text), &again, NULL));
    require_same_variant(variant, &again);
    buffer_free(&text);
}

static void read_variant(const InputFile *input) {
    Variant variant = *variant_default(), before;
    Error error = {0};
    memcpy(&before, &variant, sizeof before);
    if (variantfile_load(input->path, &variant, &error)) {
        check_variant(&variant);
        return;
    }
    check_sentence(&error, input);
    fuzz_require(memcmp(&before, &variant, sizeof before) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0)
        return 0;
    InputFile input = {temp_file_write(data + 1, size - 1), data + 1, size - 1};
    if (data[0] == 's')
        read_server(&input);
    else if (data[0] == 'v')
        read_variant(&input);
    else
        read_settings(&input);
    return 0;
}
