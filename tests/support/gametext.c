#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "gametext.h"

#include <stdlib.h>
#include <string.h>

#include "rules/games/gamereader.h"
#include "random_game.h"

Record *gametext_read(const char *text, size_t length, bool strict, size_t *deviations,
                      Error *error) {
    GameReader reader;
    gamereader_init(&reader, "a.congo", text, length);
    Record *record = gamereader_next(&reader, strict, error);
    if (deviations)
        *deviations = reader.deviations;
    return record;
}

Record *gametext_read_good(const char *text) {
    Error error = {0};
    Record *record = gametext_read(text, strlen(text), false, NULL, &error);
    if (!record)
        fail_msg("%s\n%s", error.text, text);
    return record;
}

void gametext_expect_plies(const char *text, size_t plies) {
    Record *record = gametext_read_good(text);
    assert_int_equal(record->count, plies);
    assert_int_equal(record->current, plies);
    record_free(record);
}

void gametext_expect_error(const char *text, ErrorCode code, const char *message) {
    Error error = {0};
    Record *record = gametext_read(text, strlen(text), false, NULL, &error);
    assert_null(record);
    assert_string_equal(error.text, message);
    assert_int_equal(error.code, code);
}

/* Keeps the last sentence. */
static void on_remark(void *context, GameRemark remark, GamePlace place, const char *sentence) {
    (void)place;
    assert_int_equal(remark, REMARK_SLIP);
    error_set(context, ERROR_SYNTAX, "%s", sentence);
}

Record *gametext_expect_read(const char *text, const char *slip) {
    GameReader reader;
    Error error = {0}, said = {0};
    gamereader_init(&reader, "a.congo", text, strlen(text));
    reader.on_remark = on_remark;
    reader.remark_context = &said;
    Record *record = gamereader_next(&reader, false, &error);
    if (!record)
        fail_msg("%s\n%s", error.text, text);
    assert_string_equal(said.text, slip);
    assert_int_equal(reader.deviations, 1);
    assert_null(gametext_read(text, strlen(text), true, NULL, &error));
    return record;
}

void gametext_expect_slip(const char *text, const char *slip) {
    record_free(gametext_expect_read(text, slip));
}

void gametext_expect_written(const Record *record, const char *expected) {
    char *text = random_game_write(record);
    assert_string_equal(text, expected);
    free(text);
}
