/* Editing a line of text. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "term/text_field.h"

enum { CTRL_A = 1, CTRL_E = 5, CTRL_K = 11, CTRL_U = 21, CTRL_W = 23 };

static TextField field;

static void type(const char *keys) {
    for (; *keys != '\0'; keys++)
        assert_true(text_field_key(&field, *keys));
}

static void characters_are_inserted_at_the_cursor(void **state) {
    (void)state;
    text_field_set(&field, "");
    type("ac");
    assert_true(text_field_key(&field, K_LEFT));
    type("b");
    assert_string_equal(field.text, "abc");
    assert_int_equal(field.cursor, 2);
}

static void a_multibyte_character_is_one_step(void **state) {
    (void)state;
    text_field_set(&field, "x");
    text_field_key(&field, 0x1f981);
    text_field_key(&field, 'y');
    text_field_key(&field, K_LEFT);
    text_field_key(&field, K_LEFT);
    assert_int_equal(field.cursor, 1);
    text_field_key(&field, K_DELETE);
    assert_string_equal(field.text, "xy");
    text_field_key(&field, 0xe9);
    text_field_key(&field, K_BACKSPACE);
    assert_string_equal(field.text, "xy");
}

static void typing_replaces_a_suggestion(void **state) {
    (void)state;
    text_field_suggest(&field, "none");
    type("300+5");
    assert_string_equal(field.text, "300+5");
    text_field_suggest(&field, "none");
    text_field_insert(&field, "60");
    assert_string_equal(field.text, "60");
    text_field_suggest(&field, "");
    type("a");
    assert_string_equal(field.text, "a");
}

static void a_suggestion_can_be_edited(void **state) {
    (void)state;
    text_field_suggest(&field, "1000");
    text_field_key(&field, K_BACKSPACE);
    type("5");
    assert_string_equal(field.text, "1005");
    text_field_suggest(&field, "1000");
    text_field_key(&field, K_LEFT);
    type("5");
    assert_string_equal(field.text, "10050");
    text_field_suggest(&field, "1000");
    assert_false(text_field_key(&field, K_UP));
    type("5");
    assert_string_equal(field.text, "5");
    text_field_suggest(&field, "1000");
    text_field_click(&field, 0);
    type("5");
    assert_string_equal(field.text, "51000");
}

static void the_cursor_stops_at_the_ends(void **state) {
    (void)state;
    text_field_set(&field, "ab");
    text_field_key(&field, K_RIGHT);
    text_field_key(&field, K_DELETE);
    assert_string_equal(field.text, "ab");
    text_field_key(&field, CTRL_A);
    text_field_key(&field, K_BACKSPACE);
    text_field_key(&field, K_LEFT);
    assert_string_equal(field.text, "ab");
    assert_int_equal(field.cursor, 0);
    text_field_key(&field, CTRL_E);
    assert_int_equal(field.cursor, 2);
}

static void words_and_line_parts_are_erased(void **state) {
    (void)state;
    text_field_set(&field, "one two  ");
    text_field_key(&field, CTRL_W);
    assert_string_equal(field.text, "one ");
    text_field_set(&field, "one two");
    for (int i = 0; i < 3; i++)
        text_field_key(&field, K_LEFT);
    text_field_key(&field, CTRL_K);
    assert_string_equal(field.text, "one ");
    text_field_set(&field, "one two");
    text_field_key(&field, K_LEFT);
    text_field_key(&field, CTRL_U);
    assert_string_equal(field.text, "o");
    assert_int_equal(field.cursor, 0);
}

static void other_keys_are_not_used(void **state) {
    (void)state;
    text_field_set(&field, "ab");
    assert_false(text_field_key(&field, K_UP));
    assert_false(text_field_key(&field, K_TAB));
    assert_false(text_field_key(&field, K_ENTER));
    assert_string_equal(field.text, "ab");
}

static void pasted_characters_are_not_cut(void **state) {
    (void)state;
    char text[2 * TEXT_FIELD_SIZE + 1];
    for (size_t i = 0; i + 2 < sizeof text; i += 2)
        memcpy(text + i, "\xc3\xa9", 3);
    text_field_set(&field, "");
    text_field_insert(&field, text);
    size_t length = strlen(field.text);
    assert_int_equal(length, TEXT_FIELD_SIZE - 2); /* an odd byte is left for half a character */
    assert_memory_equal(field.text + length - 2, "\xc3\xa9", 3);
}

static void pasted_text_becomes_one_line(void **state) {
    (void)state;
    text_field_set(&field, "<>");
    text_field_key(&field, K_LEFT);
    text_field_insert(&field, "\nsome\ttext\r\nmore\n\n");
    assert_string_equal(field.text, "<some text  more>");
    text_field_set(&field, "x");
    text_field_insert(&field, "\n");
    text_field_insert(&field, "");
    assert_string_equal(field.text, "x");
}

static void a_full_field_takes_no_more(void **state) {
    char *text = malloc(TEXT_FIELD_SIZE + 1);
    (void)state;
    memset(text, 'x', TEXT_FIELD_SIZE);
    text[TEXT_FIELD_SIZE] = '\0';
    text_field_set(&field, "");
    text_field_insert(&field, text);
    text_field_key(&field, 'y');
    text_field_key(&field, 0x1f981);
    assert_int_equal(strlen(field.text), TEXT_FIELD_SIZE - 1);
    assert_int_equal(field.cursor, TEXT_FIELD_SIZE - 1);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_inserted_at_the_cursor),
        cmocka_unit_test(a_multibyte_character_is_one_step),
        cmocka_unit_test(typing_replaces_a_suggestion),
        cmocka_unit_test(a_suggestion_can_be_edited),
        cmocka_unit_test(the_cursor_stops_at_the_ends),
        cmocka_unit_test(words_and_line_parts_are_erased),
        cmocka_unit_test(other_keys_are_not_used),
        cmocka_unit_test(pasted_characters_are_not_cut),
        cmocka_unit_test(pasted_text_becomes_one_line),
        cmocka_unit_test(a_full_field_takes_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
