#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../support/random.h"

#include "net/protocol.h"

#define ID    "7Q2KM4XDT1"
#define KEY   "4F9Z0000000000000000000000"
#define START "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ"

/* Expects that a line is read and written as `wanted`. */
static Request reads(const char *line, const char *wanted) {
    Request request;
    Error error = {0};
    char written[REQUEST_LINE_SIZE];
    ProtocolError word = request_parse(line, strlen(line), &request, &error);
    if (word != PROTO_ERR_NONE)
        fail_msg("%s: %s %s", line, protocol_error_text(word), error.text);
    size_t length = request_write(&request, written);
    assert_int_equal(length, strlen(written));
    assert_int_equal(written[length - 1], '\n');
    written[length - 1] = '\0';
    assert_string_equal(written, wanted);
    return request;
}

static void reads_itself(const char *line) {
    reads(line, line);
}

static void rejects_bytes(const char *line, size_t length, ProtocolError wanted,
                          const char *sentence) {
    Request request;
    Error error = {0};
    char *bytes =
        malloc(length ? length : 1); /* its exact size lets a sanitizer find every overrun */
    memcpy(bytes, line, length);
    ProtocolError word = request_parse(bytes, length, &request, &error);
    if (word != wanted)
        fail_msg("%s: %s %s", line, protocol_error_text(word), error.text);
    if (sentence)
        assert_string_equal(error.text, sentence);
    assert_true(error.text[0] != '\0');
    free(bytes);
}

static void rejects(const char *line, ProtocolError word, const char *sentence) {
    rejects_bytes(line, strlen(line), word, sentence);
}

static void test_every_verb(void **state) {
    (void)state;
    static const char *const lines[] = {
        "HELLO congo/1",
        "HELLO congo/1 client=nc by hand",
        "NEW standard",
        "NEW fen=" START "/b/-1 variant=islands seat=none key=" KEY " private=1 invite=" KEY
        " clock=300+5 claim=10 name=Ada",
        "NEW standard clock=2592000+0 permove=1",
        "JOIN " ID " w",
        "JOIN " ID " any key=" KEY " invite=" KEY " name=Bo",
        "WATCH " ID,
        "WATCH " ID " from=12 name=Cy",
        "UNWATCH " ID,
        "GET " ID,
        "MOVES " ID " from=3 limit=4294967295",
        "LEGAL " ID,
        "LEGAL " ID " g7 limit=20",
        "BOARD " ID,
        "EXPORT " ID,
        "MOVE " ID " 0 b2b3",
        "MOVE " ID " 17 b1d3f5f7 hash=050bd97a59c258fb",
        "RESIGN " ID " 3",
        "DRAW " ID " 3 offer",
        "DRAW " ID " 3 accept",
        "DRAW " ID " 3 decline",
        "ABORT " ID " 1",
        "CLAIM " ID " 12",
        "REMATCH " ID " offer",
        "REMATCH " ID " accept",
        "REMATCH " ID " decline",
        "MUTE " ID,
        "MUTE " ID " -",
        "UNMUTE " ID " b",
        "SUBSCRIBE",
        "SUBSCRIBE live",
        "UNSUBSCRIBE",
        "SAY " ID " well played, h\xc3\xa9ro = yes",
        "LIST",
        "LIST open from=3 limit=5",
        "LIST live",
        "STATS",
        "HELP",
        "HELP MOVE",
        "PING",
        "PING a b=c  d",
        "QUIT",
    };
    bool seen[VERB_COUNT] = {false};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char tagged[LINE_CLIENT_MAX + 1] = "@tag_-0123456789Z ";
        reads_itself(lines[i]);
        strcat(tagged, lines[i]);
        Request request = reads(tagged, tagged);
        assert_string_equal(request.tag, "tag_-0123456789Z");
        seen[request.verb] = true;
    }
    for (int verb = 0; verb < VERB_COUNT; verb++) {
        assert_true(seen[verb]);
        assert_true(verb_summary((Verb)verb)[0] != '\0');
        assert_non_null(verb_synopsis((Verb)verb));
    }
}

static void test_lenient_spelling(void **state) {
    (void)state;
    reads("  hello   Congo/1  ", "HELLO congo/1");
    reads("@1 move 7q2k-m4xdt1 0 B2-B3", "@1 MOVE " ID " 0 b2b3");
    reads("move " ID " 0 b1 d3 f5 hash=050BD97A59C258FB",
          "MOVE " ID " 0 b1d3f5 hash=050bd97a59c258fb");
    reads("MOVE " ID " 007 f5f5", "MOVE " ID " 7 f5f5");
    reads("NEW STANDARD SEAT=B", "NEW standard seat=b");
    reads("NEW standard seat=w name=Ada Lovelace", "NEW standard seat=w name=Ada_Lovelace");
    reads("NEW standard name=Ada Lovelace seat=w", "NEW standard seat=w name=Ada_Lovelace");
    reads("NEW standard name= Ada_Lovelace", "NEW standard name=Ada_Lovelace");
    reads("NEW standard name=A\x1b[2J\xff", "NEW standard name=A_[2J?");
    reads("NEW standard clock=300", "NEW standard clock=300+0");
    reads("NEW standard private=0", "NEW standard");
    reads("NEW fen=" START " w -1 seat=w", "NEW fen=" START " w -1 seat=w");
    reads("JOIN " ID " ANY key=4f9z-ooOO-0000-0000-0000-0000-00", "JOIN " ID " any key=" KEY);
    reads("SAY " ID "   two  blanks  ", "SAY " ID "   two  blanks");
    reads("SAY " ID " bell\a and \xc2\x9b", "SAY " ID " bell  and");
}

static void test_additions_of_a_newer_client(void **state) {
    (void)state;
    reads("GET " ID " since=yesterday", "GET " ID);
    reads("NEW standard colour=dark green seat=w", "NEW standard seat=w");
    reads("HELLO congo/1 client=x y z=1", "HELLO congo/1 client=x y");
}

static void test_values_reach_their_members(void **state) {
    (void)state;
    Request request = reads(
        "@a NEW fen=" START "/w/-1 variant=wits seat=b key=" KEY " private=1 clock=300+5 name=Ada",
        "@a NEW fen=" START "/w/-1 variant=wits seat=b key=" KEY " private=1 clock=300+5 name=Ada");
    assert_string_equal(request.fields.fen, START "/w/-1");
    assert_string_equal(request.fields.variant, "wits");
    assert_int_equal(request.fields.seat, SEAT_BLACK);
    assert_string_equal(request.fields.key.text, KEY);
    assert_true(fields_has(&request.fields, FIELD_PRIVATE));
    assert_int_equal(request.fields.clock.seconds, 300);
    assert_int_equal(request.fields.clock.increment, 5);
    assert_string_equal(request.fields.name, "Ada");
    assert_false(fields_has(&request.fields, FIELD_STANDARD));
    request = reads("MOVE " ID " 9 b2b3 hash=d9b47619696a4b26",
                    "MOVE " ID " 9 b2b3 hash=d9b47619696a4b26");
    assert_int_equal(request.fields.ply, 9);
    assert_string_equal(request.fields.move, "b2b3");
    assert_true(request.fields.hash == UINT64_C(0xd9b47619696a4b26));
    request = reads("LEGAL " ID " c1", "LEGAL " ID " c1");
    assert_int_equal(request.fields.square, square_parse("c1"));
    request = reads("HELP draw", "HELP DRAW");
    assert_int_equal(request.fields.topic, VERB_DRAW);
}

static void test_an_empty_line_needs_no_answer(void **state) {
    (void)state;
    Request request;
    assert_int_equal(request_parse("", 0, &request, NULL), PROTO_ERR_NONE);
    assert_int_equal(request.verb, VERB_NONE);
    assert_int_equal(request_parse("   ", 3, &request, NULL), PROTO_ERR_NONE);
    assert_int_equal(request.verb, VERB_NONE);
}

static void test_rejections(void **state) {
    (void)state;
    rejects("FOO", PROTO_ERR_SYNTAX, "\"FOO\" is not a command; HELP lists them");
    rejects("@1", PROTO_ERR_SYNTAX, NULL);
    rejects("@ GET " ID, PROTO_ERR_SYNTAX,
            "expected a tag of 1 to 16 letters, digits, '_' and '-' after the '@'");
    rejects("@12345678901234567 GET " ID, PROTO_ERR_SYNTAX, NULL);
    rejects("@a! GET " ID, PROTO_ERR_SYNTAX, NULL);
    rejects("GET", PROTO_ERR_SYNTAX,
            "id: expected 10 letters and digits, the id of a game, found nothing");
    rejects("GET " ID " more", PROTO_ERR_SYNTAX,
            "unexpected text at the end of the line: \"more\"");
    rejects("GET foo", PROTO_ERR_BADARG,
            "id: expected 10 letters and digits, the id of a game, found \"foo\"");
    rejects("HELLO", PROTO_ERR_SYNTAX, NULL);
    rejects("HELLO congo/2", PROTO_ERR_VERSION, "this server supports congo/1 only");
    rejects("HELLO chess/1", PROTO_ERR_VERSION, NULL);
    rejects("HELLO congo/1x", PROTO_ERR_VERSION, NULL);
    rejects("NEW", PROTO_ERR_SYNTAX, "expected either \"standard\" or fen=, found neither");
    rejects("NEW standard fen=" START "/w/-1", PROTO_ERR_SYNTAX, NULL);
    rejects("NEW chess", PROTO_ERR_BADARG, "start position: expected standard, found \"chess\"");
    rejects("NEW standard seat=w seat=b", PROTO_ERR_SYNTAX, "seat= is given twice");
    rejects("NEW standard seat=any", PROTO_ERR_BADARG,
            "seat: expected w, b or none, found \"any\"");
    rejects("NEW standard seat=", PROTO_ERR_BADARG, NULL);
    rejects("NEW standard key=short", PROTO_ERR_BADKEY, NULL);
    rejects("NEW standard variant=longer-than-the-name-of-a-variant-can-ever-be-today",
            PROTO_ERR_BADVARIANT, NULL);
    rejects("NEW standard variant=\xc3\xa9", PROTO_ERR_BADVARIANT, NULL);
    rejects("NEW fen=\xc3\xa9", PROTO_ERR_BADFEN, NULL);
    rejects("NEW standard private=yes", PROTO_ERR_BADARG,
            "private: expected 0 or 1, found \"yes\"");
    rejects("NEW standard clock=0+5", PROTO_ERR_BADARG, NULL);
    rejects("NEW standard clock=300+", PROTO_ERR_BADARG, NULL);
    rejects("NEW standard clock=2592001", PROTO_ERR_BADARG, NULL);
    rejects("NEW standard name=1234567890123456789012345678901234567890123456789", PROTO_ERR_BADARG,
            NULL);
    rejects("JOIN " ID " none", PROTO_ERR_BADARG, "seat: expected w, b or any, found \"none\"");
    rejects("JOIN " ID " w key=U", PROTO_ERR_BADKEY, NULL);
    rejects("MOVE " ID " 0", PROTO_ERR_SYNTAX,
            "move: expected squares, such as b2b3, found nothing");
    rejects("MOVE " ID " -1 b2b3", PROTO_ERR_BADARG, "ply: expected a number, found \"-1\"");
    rejects("MOVE " ID " 4294967296 b2b3", PROTO_ERR_BADARG, NULL);
    rejects("MOVE " ID " 0 b2", PROTO_ERR_BADARG, NULL);
    rejects("MOVE " ID " 0 b2b", PROTO_ERR_BADARG, NULL);
    rejects("MOVE " ID " 0 h2h3", PROTO_ERR_BADARG, NULL);
    rejects("MOVE " ID " 0 a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1", PROTO_ERR_BADARG, NULL);
    rejects("MOVE " ID " 0 b2b3 hash=123", PROTO_ERR_BADARG, NULL);
    rejects("MOVE " ID " 0 b2b3 hash=050bd97a59c258fg", PROTO_ERR_BADARG, NULL);
    rejects("DRAW " ID " 0 maybe", PROTO_ERR_BADARG,
            "action: expected offer, accept or decline, found \"maybe\"");
    rejects("LEGAL " ID " h8", PROTO_ERR_BADARG, NULL);
    rejects("LIST all", PROTO_ERR_BADARG, "choice: expected open or live, found \"all\"");
    rejects("SAY " ID, PROTO_ERR_SYNTAX, NULL);
    rejects("SAY " ID " \x01", PROTO_ERR_SYNTAX, NULL);
    rejects("HELP me", PROTO_ERR_BADARG, NULL);
    rejects("QUIT now", PROTO_ERR_SYNTAX, NULL);
    rejects("PING \xc3\xa9", PROTO_ERR_BADARG, NULL);
    rejects("STATS caf\xc3\xa9=1", PROTO_ERR_SYNTAX, NULL);
    rejects("STATS cafe=\xc3\xa9", PROTO_ERR_SYNTAX, NULL);
    rejects("GET\t" ID, PROTO_ERR_SYNTAX, NULL);
    rejects_bytes("GET 7Q2KM\0XDT1", 14, PROTO_ERR_BADARG, NULL);
    rejects_bytes("G\0T", 3, PROTO_ERR_SYNTAX, NULL);
}

static void test_tag_of_an_invalid_line(void **state) {
    (void)state;
    Request request;
    assert_int_equal(request_parse("@x FOO", 6, &request, NULL), PROTO_ERR_SYNTAX);
    assert_string_equal(request.tag, "x");
}

static void test_tag_of_the_beginning_of_a_line(void **state) {
    (void)state;
    static const struct {
        const char *line, *tag;
    } rows[] = {{"@7 SAY xxx", "7"},
                {"  @a-b_c MOVE", "a-b_c"},
                {"@0123456789abcdef", "0123456789abcdef"},
                {"@0123456789abcdefg x", ""},
                {"@ x", ""},
                {"SAY @7", ""},
                {"", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char tag[TAG_MAX + 1];
        request_read_tag(rows[i].line, strlen(rows[i].line), tag);
        assert_string_equal(tag, rows[i].tag);
    }
}

static void test_first_lines_of_http(void **state) {
    (void)state;
    static const struct {
        const char *line;
        bool http;
    } rows[] = {{"GET / HTTP/1.1", true},
                {"get /x", true},
                {"POST /login HTTP/1.0", true},
                {"OPTIONS * HTTP/1.1", true},
                {"OPTIONS *", true},
                {"CONNECT host:1 HTTP/1.1", true},
                {"PRI * HTTP/2.0", true},
                {"GET http://host/ HTTP/1.1", true},
                {"GET HTTPS://host", true},
                {"GET " ID, false},
                {"get " ID, false},
                {"GET HTTP7Q2KM4", false}, /* letters of an id, too */
                {"GET HTTPS12345", false},
                {"NEW standard name=Ada", false},
                {"@1 GET /", false},
                {"PING", false},
                {"/ HTTP/1.1", false},
                {"", false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (request_is_http(rows[i].line, strlen(rows[i].line)) != rows[i].http)
            fail_msg("%s", rows[i].line);
}

static void test_text_is_cut_to_fit_the_line(void **state) {
    (void)state;
    Request request = {.tag = "1234567890123456", .verb = VERB_SAY};
    char line[REQUEST_LINE_SIZE];
    strcpy(request.fields.id.text, ID);
    fields_set(&request.fields, FIELD_ID);
    fields_set(&request.fields, FIELD_TEXT);
    while (strlen(request.fields.text) + 2 < sizeof request.fields.text)
        strcat(request.fields.text, "\xc3\xa9");
    size_t length = request_write(&request, line);
    assert_true(length == LINE_CLIENT_MAX + 1 || length == LINE_CLIENT_MAX);
    assert_int_equal(line[length - 1], '\n');
    assert_int_equal((unsigned char)line[length - 2], 0xa9);
    assert_int_equal(request_parse(line, length - 1, &request, NULL), PROTO_ERR_NONE);
}

static void test_text_cannot_break_a_line(void **state) {
    (void)state;
    Request request = {.verb = VERB_NEW};
    char line[REQUEST_LINE_SIZE];
    strcpy(request.fields.fen, "7\nQUIT");
    strcpy(request.fields.variant, "a b\n=");
    strcpy(request.fields.name, "A\nQUIT");
    fields_set(&request.fields, FIELD_FEN);
    fields_set(&request.fields, FIELD_VARIANT);
    fields_set(&request.fields, FIELD_NAME);
    request_write(&request, line);
    assert_string_equal(line, "NEW fen=7?QUIT variant=a?b?= name=A_QUIT\n");
}

static void test_random_requests_round_trip(void **state) {
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 5000; round++) {
        Request request = {.tag = ""}, read;
        Error error;
        char line[REQUEST_LINE_SIZE], again[REQUEST_LINE_SIZE];
        random_fields(&seed, &request.fields);
        request.verb = (Verb)random_below(&seed, VERB_COUNT);
        if (request.verb == VERB_NEW && random_below(&seed, 2))
            request.fields.has &= ~(UINT64_C(1) << FIELD_STANDARD);
        else if (request.verb == VERB_NEW)
            request.fields.has &= ~(UINT64_C(1) << FIELD_FEN);
        if (request.verb == VERB_NEW && !fields_has(&request.fields, FIELD_STANDARD))
            fields_set(&request.fields, FIELD_FEN);
        if (random_below(&seed, 2))
            strcpy(request.tag, "t-1");
        size_t length = request_write(&request, line);
        assert_true(length <= LINE_CLIENT_MAX + 1);
        if (request_parse(line, length - 1, &read, &error) != PROTO_ERR_NONE)
            fail_msg("%s%s", line, error.text);
        assert_int_equal(read.fields.has & ~request.fields.has, 0);
        assert_int_equal(read.verb, request.verb);
        assert_string_equal(read.tag, request.tag);
        request_write(&read, again);
        assert_string_equal(again, line);
    }
}

/* Any bytes give a request or an error, and a request that was read is written as a line that reads
 * the same. */
static void test_hostile_bytes(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "MOVE ",    "NEW ",  "standard ", "SAY ", "JOIN ",  "@a ",     "@",         ID,  " ",
        "=",        "name=", "fen=",      "key=", "seat=w", "0",       "b2b3",      "-", "\xff",
        "\xc3\xa9", "\x1b",  "any",       KEY,    "HELLO ", "congo/1", "clock=3+4",
    };
    uint64_t seed = 99;
    for (int round = 0; round < 20000; round++) {
        char line[LINE_CLIENT_MAX] = "", written[REQUEST_LINE_SIZE], again[REQUEST_LINE_SIZE];
        for (size_t i = random_below(&seed, 9); i > 0; i--)
            strcat(line, pieces[random_below(&seed, sizeof pieces / sizeof *pieces)]);
        size_t length = strlen(line);
        if (length > 0 && random_below(&seed, 4) == 0)
            line[random_below(&seed, length)] = (char)random_next(&seed);
        Request request;
        Error error = {0};
        if (request_parse(line, length, &request, &error) != PROTO_ERR_NONE) {
            assert_true(error.text[0] != '\0');
        } else if (request.verb != VERB_NONE) {
            size_t size = request_write(&request, written);
            assert_int_equal(request_parse(written, size - 1, &request, &error), PROTO_ERR_NONE);
            request_write(&request, again);
            assert_string_equal(again, written);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_verb),
        cmocka_unit_test(test_lenient_spelling),
        cmocka_unit_test(test_additions_of_a_newer_client),
        cmocka_unit_test(test_values_reach_their_members),
        cmocka_unit_test(test_an_empty_line_needs_no_answer),
        cmocka_unit_test(test_rejections),
        cmocka_unit_test(test_tag_of_an_invalid_line),
        cmocka_unit_test(test_tag_of_the_beginning_of_a_line),
        cmocka_unit_test(test_first_lines_of_http),
        cmocka_unit_test(test_text_is_cut_to_fit_the_line),
        cmocka_unit_test(test_text_cannot_break_a_line),
        cmocka_unit_test(test_random_requests_round_trip),
        cmocka_unit_test(test_hostile_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
