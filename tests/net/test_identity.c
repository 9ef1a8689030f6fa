#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "net/identity.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/variant.h"

static void reads_id(const char *text, const char *wanted) {
    GameId id = {"unchanged"};
    bool read = game_id_parse(text, strlen(text), &id);
    assert_int_equal(read, wanted != NULL);
    assert_string_equal(id.text, wanted ? wanted : "unchanged");
}

static void test_ids_in_all_spellings(void **state) {
    (void)state;
    reads_id("7Q2KM4XDT1", "7Q2KM4XDT1");
    reads_id("7q2k-m4xdt1", "7Q2KM4XDT1");
    reads_id("-7-q-2-k-m-4-x-d-t-1-", "7Q2KM4XDT1");
    reads_id("iILlOo0000", "1111000000");
    reads_id("7Q2KM4XDT", NULL);
    reads_id("7Q2KM4XDT11", NULL);
    reads_id("7Q2KM4XDTU", NULL);
    reads_id("7Q2KM 4XDT1", NULL);
    reads_id("", NULL);
    reads_id("----------", NULL);
    GameId id;
    assert_false(game_id_parse("7Q2KM\0XDT1", 10, &id));
    assert_false(game_id_parse("7Q2KM\xc3\xa9XDT", 10, &id));
}

static void test_invitations(void **state) {
    (void)state;
    static const char text[] = "7Q2KM4XDT1-4F9Z0B7N3K8RTW2V5XQ1M6HCDE",
                      *const wrong[] = {"", "7Q2KM4XDT1", "7Q2KM4XDT1-4F9Z0B7N3K8RTW2V5XQ1M6HCD",
                                        "7Q2KM4XDT1-4F9Z0B7N3K8RTW2V5XQ1M6HCDEE",
                                        "7Q2KM4XDT1-4F9Z0B7N3K8RTW2V5XQ1M6HCDU"};
    GameId id;
    SeatKey key;
    assert_true(invitation_parse(text, strlen(text), &id, &key));
    assert_string_equal(id.text, "7Q2KM4XDT1");
    assert_string_equal(key.text, "4F9Z0B7N3K8RTW2V5XQ1M6HCDE");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(invitation_parse(wrong[i], strlen(wrong[i]), &id, &key));
}

static void test_bits_become_digits(void **state) {
    (void)state;
    GameId id;
    SeatKey key;
    id = game_id_from_number(1);
    assert_string_equal(id.text, "0000000001");
    id = game_id_from_number(UINT64_MAX);
    assert_string_equal(id.text, "ZZZZZZZZZZ");
    id = game_id_from_number(UINT64_C(1) << 49 | 32);
    assert_string_equal(id.text, "G000000010");
    assert_true(game_id_number(&id) == (UINT64_C(1) << 49 | 32));
    memset(&key, 0, sizeof key);
    seat_key_from_bytes((const uint8_t[16]){255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
                                            255, 255, 255, 255, 255},
                        &key);
    assert_string_equal(key.text, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
}

static void test_generated_keys_parse_and_differ(void **state) {
    (void)state;
    GameId ids[100], id;
    SeatKey keys[100], key;
    for (int i = 0; i < 100; i++) {
        uint64_t number;
        identity_random_bytes(&number, sizeof number);
        ids[i] = game_id_from_number(number);
        seat_key_make(&keys[i]);
        assert_true(game_id_parse(ids[i].text, GAME_ID_LENGTH, &id));
        assert_true(seat_key_parse(keys[i].text, SEAT_KEY_LENGTH, &key));
        assert_string_equal(id.text, ids[i].text);
        assert_string_equal(key.text, keys[i].text);
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(ids[i].text, ids[j].text);
            assert_string_not_equal(keys[i].text, keys[j].text);
        }
    }
}

static void test_key_hash(void **state) {
    (void)state;
    /* From sha256sum. */
    static const char wanted[] = "910fbd99b07fee2870ac0c69ed03e95a65a86c1d7102d667849fe4cfd5fabcb2";
    SeatKey key;
    KeyHash hash, other;
    char hex[2 * KEY_HASH_SIZE + 1];
    assert_true(seat_key_parse("oabcd-efghj-kmnpq-rstvw-xyz012", 30, &key));
    key_hash_from_key(&key, &hash);
    for (int i = 0; i < KEY_HASH_SIZE; i++)
        snprintf(hex + 2 * i, 3, "%02x", hash.bytes[i]);
    assert_string_equal(hex, wanted);
    other = hash;
    assert_true(key_hash_equal(&hash, &other));
    for (int bit = 0; bit < 8 * KEY_HASH_SIZE; bit++) {
        other = hash;
        other.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_false(key_hash_equal(&hash, &other));
    }
}

static void test_hash_of_positions(void **state) {
    (void)state;
    Position position;
    Move move;
    Error error;
    assert_true(fen_parse("gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1", variant_default(),
                          &position, &error));
    assert_true(fen_hash_position(&position) == UINT64_C(0x050bd97a59c258fb));
    assert_true(coordinate_parse(&position, "b2b3", &move, &error));
    position_make(&position, move);
    assert_true(fen_hash_position(&position) == UINT64_C(0xd9b47619696a4b26));
    assert_true(fen_hash("") == UINT64_C(0xcbf29ce484222325));
}

static void filters(const char *bytes, size_t length, const char *wanted) {
    char text[20];
    size_t written = text_sanitize_into(bytes, length, text, sizeof text);
    assert_string_equal(text, wanted);
    assert_int_equal(written, strlen(wanted));
}

static void test_sanitized_text(void **state) {
    (void)state;
    filters("h\xc3\xa9llo", 6, "h\xc3\xa9llo");
    filters("a\x1b[2Jb\x7f\t\r\n\0c", 12, "a [2Jb     c");
    filters("\xc2\x9b"
            "31m",
            5, " 31m"); /* a control character in UTF-8 */
    filters("\xe2\x80\xae"
            "abc",
            6, " abc");                            /* a direction mark */
    filters("\xff\xc3|\xed\xa0\x80", 6, "??|???"); /* not UTF-8 */
    filters("\xc0\x80", 2, "??");                  /* overlong */
    filters("\xe2\x82", 2, "??");                  /* incomplete */
    filters("0123456789012345678901", 22, "0123456789012345678");
    filters("012345678901234567\xc3\xa9", 20, "012345678901234567"); /* cut between characters */
    filters("", 0, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_in_all_spellings),
        cmocka_unit_test(test_invitations),
        cmocka_unit_test(test_bits_become_digits),
        cmocka_unit_test(test_generated_keys_parse_and_differ),
        cmocka_unit_test(test_key_hash),
        cmocka_unit_test(test_hash_of_positions),
        cmocka_unit_test(test_sanitized_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
