/* The examples of congo-file(5) are games as the program writes them. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rules/games/gamefile.h"
#include "rules/games/gamereader.h"

enum { LINE_SIZE = 512, TEXT_SIZE = 4096 };

/* Adds a line of a display without its backslashes. */
static void add_line(char text[TEXT_SIZE], const char *line) {
    size_t length = strlen(text);
    for (; *line && length + 1 < TEXT_SIZE; line++)
        if (*line != '\\')
            text[length++] = *line;
    text[length] = '\0';
}

static void check_example(const char *text) {
    GameReader reader;
    Error error = {0};
    gamereader_init(&reader, "example", text, strlen(text));
    Record *record = gamereader_next(&reader, true, &error);
    if (!record)
        fail_msg("%s\n%s", text, error.text);
    assert_false(gamereader_more(&reader));
    size_t length;
    char *written = gamefile_write(record, GAME_CONGO, &length);
    assert_true(length > 0);
    written[length - 1] = '\0'; /* the empty line after a game */
    assert_string_equal(written, text);
    free(written);
    record_free(record);
}

static void every_example_is_a_game(void **state) {
    (void)state;
    const char *source = getenv("CONGO_SOURCE");
    char path[4096], line[LINE_SIZE], text[TEXT_SIZE] = "";
    snprintf(path, sizeof path, "%s/man/congo-file.5", source ? source : ".");
    FILE *page = fopen(path, "r");
    assert_non_null(page);
    bool in_display = false;
    int count = 0;
    while (fgets(line, sizeof line, page)) {
        if (strcmp(line, ".Ed\n") == 0) {
            bool is_game = text[0] != '$'; /* what is typed is the matter of examples.sh */
            if (is_game)
                check_example(text);
            in_display = false;
            count += is_game;
        }
        if (in_display)
            add_line(text, line);
        if (strncmp(line, ".Bd -literal", 12) == 0) {
            in_display = true;
            text[0] = '\0';
        }
    }
    fclose(page);
    assert_int_equal(count, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_example_is_a_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
