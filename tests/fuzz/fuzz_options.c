/*
 * The game's command line, one argument on each line, or (first byte 's') a script of keys with its
 * options. A rejected input gives an error and changes nothing; accepted options give settings
 * that, written as a file, are read back unchanged; a script consists of the bytes that were read.
 */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "temp_file.h"
#include "config_writer.h"

#include "config/options.h"
#include "script/script.h"

enum { TEXT_MAX = 4000, LINE_ARGUMENTS_MAX = 100 };

static void check_sentence(const Error *error, bool good) {
    fuzz_require(good == (error->code == ERROR_NONE) && good == (error->text[0] == '\0'));
    for (const char *at = error->text; *at; at++)
        fuzz_require(!iscntrl((unsigned char)*at));
}

static void parse(int count, char *const arguments[], const OptionLine *lines, size_t line_count) {
    static Settings settings, before;
    OptionsRequest request;
    Error error = {0};
    memset(&settings, 1, sizeof settings);
    memcpy(&before, &settings, sizeof before);
    bool good = options_parse(count, arguments, lines, line_count, &settings, &request, &error);
    check_sentence(&error, good);
    if (good && request == OPTIONS_PLAY)
        config_writer_check_settings(&settings);
    else
        fuzz_require(memcmp(&before, &settings, sizeof before) == 0);
}

/* Ignores the user's own file. */
static void read_arguments(const uint8_t *bytes, size_t length) {
    static const char begin[] = "congo\n--config=none\n";
    char text[sizeof begin + TEXT_MAX], *arguments[LINE_ARGUMENTS_MAX];
    int count = 0;
    if (length > TEXT_MAX)
        return;
    strcpy(text, begin);
    memcpy(text + sizeof begin - 1, bytes, length);
    text[sizeof begin - 1 + length] = '\0';
    for (char *line = strtok(text, "\n"); line && count < LINE_ARGUMENTS_MAX;
         line = strtok(NULL, "\n"))
        arguments[count++] = line;
    parse(count, arguments, NULL, 0);
}

/* The rest of the bytes of a script. */
typedef struct Rest {
    const uint8_t *at;
    size_t length;
} Rest;

static void take(Rest *rest, const char *piece, size_t length) {
    fuzz_require(length <= rest->length && memcmp(piece, rest->at, length) == 0);
    rest->at += length;
    rest->length -= length;
}

/* The line ends of a block are normalized, and the last one may be missing. */
static void take_block(Rest *rest, const char *block) {
    while (block && *block) {
        size_t length = strcspn(block, "\n");
        take(rest, "|", 1);
        take(rest, block, length);
        if (rest->length > 0 && *rest->at == '\r')
            take(rest, "\r", 1);
        if (rest->length > 0)
            take(rest, "\n", 1);
        block += length + 1;
    }
}

static void read_script(const uint8_t *bytes, size_t length) {
    char program[] = "congo", option[] = "--script=x", *const arguments[] = {program, option};
    Error error = {0};
    Script *script = script_read(temp_file_write(bytes, length), &error);
    check_sentence(&error, script != NULL);
    if (!script)
        return;
    Rest rest = {bytes, length};
    for (size_t i = 0; i < script->count; i++) {
        take(&rest, script->lines[i].source, strlen(script->lines[i].source));
        take_block(&rest, script->lines[i].block);
    }
    take(&rest, script->rest, strlen(script->rest));
    fuzz_require(rest.length == 0);
    size_t count;
    OptionLine *lines = script_options(script, &count);
    parse(2, arguments, lines, count);
    free(lines);
    script_free(script);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 0 && data[0] == 's')
        read_script(data + 1, size - 1);
    else if (size > 0)
        read_arguments(data + 1, size - 1);
    return 0;
}
