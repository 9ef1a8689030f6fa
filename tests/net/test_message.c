#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../support/random.h"

#include "net/protocol.h"

#define ID    "7Q2KM4XDT1"
#define KEY   "4F9Z0000000000000000000000"
#define START "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"
#define NEXT  "gmelecz/ppppppp/7/7/1P5/P1PPPPP/GMELECZ/b/-1"

static Message reads(const char *line, const char *wanted) {
    Message message;
    Error error = {0};
    char written[MESSAGE_LINE_SIZE];
    size_t size = strlen(line);
    char *bytes = malloc(size ? size : 1);
    memcpy(bytes, line, size);
    if (!message_parse(bytes, size, &message, &error))
        fail_msg("%s: %s", line, error.text);
    free(bytes);
    size_t length = message_write(&message, written);
    assert_int_equal(length, strlen(written));
    assert_int_equal(written[length - 1], '\n');
    written[length - 1] = '\0';
    assert_string_equal(written, wanted);
    return message;
}

static Message reads_itself(const char *line) {
    return reads(line, line);
}

static const char *const lines[] = {
    "+HELLO congo/1 maxline=512 variants=congo,wits,islands",
    "+HELLO congo/1 maxline=512 variants=congo features=rematch,claim,invite",
    "+NEW " ID " seat=w key=" KEY " ply=0 fen=" START,
    "+NEW " ID " seat=none ply=4 fen=" START " dup=1",
    "+JOIN " ID " seat=b key=" KEY " ply=0 fen=" START " hash=050bd97a59c258fb",
    "+WATCH " ID " ply=17",
    "+UNWATCH " ID,
    "+GET " ID,
    "+MOVES " ID " next=12",
    "+LEGAL " ID " count=24 more=1",
    "+BOARD " ID,
    "+EXPORT " ID,
    "+MOVE " ID " 0 next=1 fen=" NEXT " hash=d9b47619696a4b26",
    "+MOVE " ID " 40 next=41 fen=" NEXT
    " hash=d9b47619696a4b26 wms=12 bms=0 result=1-0 reason=lion dup=1",
    "+RESIGN " ID " 7 result=0-1 reason=resigned",
    "+DRAW " ID " 7 offer dup=1",
    "+DRAW " ID " 7 accept result=1/2-1/2 reason=agreed",
    "+ABORT " ID " 1 result=* reason=aborted",
    "+CLAIM " ID " 12 result=1-0 reason=time dup=1",
    "+REMATCH " ID " offer",
    "+REMATCH " ID " accept game=" ID " seat=b dup=1",
    "+SAY " ID,
    "+MUTE " ID " -",
    "+UNMUTE " ID,
    "+SUBSCRIBE live",
    "+UNSUBSCRIBE",
    "+LIST next=100",
    "+STATS",
    "+HELP",
    "+PONG x y=z",
    "+BYE",
    "=GAME " ID " variant=congo first=" START " fen=" NEXT
    " hash=d9b47619696a4b26 ply=1 turn=b w=Ada_Lovelace b=Bo won=1 bon=1 clock=300+5 wms=300000 "
    "bms=300000 offer=- result=*",
    "=GAME " ID " offer=w result=1/2-1/2 reason=quiet",
    "=GAME " ID " kept=1 clock=259200+0 permove=1 claim=10 wms=1 bms=2 away=1234 offer=-",
    "=GAME " ID " result=1-0 reason=lion rematch=b game=" ID,
    "=MOVE " ID " 0 b2b3 by=w ms=1234",
    "=LEGAL b2b3 b2a3 b1d3f5",
    "=LIST " ID " variant=congo w=Ada b=Bo ply=12 clock=60+0 permove=1 claim=5",
    "=STAT games=12",
    "=  7 | g m e l e c z",
    "!HELLO congo/1 congod/0.1.0 maxline=512",
    "!MOVE " ID " 0 b2b3 by=w next=1 fen=" NEXT " hash=d9b47619696a4b26 wms=1 bms=2",
    "!JOIN " ID " w name=Ada",
    "!LEAVE " ID " b",
    "!OFFER " ID " w",
    "!DECLINE " ID " b",
    "!SAY " ID " w Ada_Lovelace: well = played",
    "!SAY " ID " - : hello",
    "!END " ID " result=1/2-1/2 reason=bare-lions",
    "!REMATCH " ID " w offer",
    "!REMATCH " ID " b accept game=" ID,
    "!LIST " ID " variant=congo w=Ada ply=0 clock=60+0 permove=1",
    "!UNLIST " ID,
    "!RELIST",
    "!READONLY",
    "!WRITABLE",
    "!OUTAGE",
    "!RECOVERED",
    "!REPLACED " ID,
    "!NOTICE the server restarts in 10 minutes = soon",
    "!PING x",
    "!BYE slow retry=5",
    "!BYE going down for a while retry=30",
    "# text for a person",
    "-STALE next=3 hash=d9b47619696a4b26 retry=sync msg=another move was played: b2b3 = yours?",
    "-OVER result=1-0 retry=sync msg=the game is over",
    "-RATE wait=300 retry=later msg=slowly",
};

static void test_every_kind_of_line(void **state) {
    (void)state;
    bool seen[MESSAGE_UNKNOWN] = {false};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char tagged[LINE_SERVER_MAX];
        Message message = reads_itself(lines[i]);
        assert_int_equal(message.kind, lines[i][0]);
        seen[message.type] = true;
        const char *rest = lines[i] + 1;
        snprintf(tagged, sizeof tagged, "%c@7%s%s", lines[i][0], lines[i][0] == '#' ? "" : " ",
                 rest);
        message = reads(tagged, tagged);
        assert_string_equal(message.tag, "7");
    }
    for (int type = 0; type < MESSAGE_UNKNOWN; type++)
        if (!seen[type])
            fail_msg("no line of type %d", type);
}

/* The lines of the server in the example session of the manual page. */
static void test_the_example(void **state) {
    (void)state;
    Message message = reads_itself("+@1 MOVE " ID " 0 next=1 fen=" NEXT " hash=d9b47619696a4b26");
    assert_int_equal(message.type, message_success(VERB_MOVE));
    assert_string_equal(message.tag, "1");
    assert_string_equal(message.fields.id.text, ID);
    assert_int_equal(message.fields.ply, 0);
    assert_int_equal(message.fields.next, 1);
    assert_string_equal(message.fields.fen, NEXT);
    assert_true(message.fields.hash == UINT64_C(0xd9b47619696a4b26));
    message = reads_itself("!MOVE " ID " 0 b2b3 by=w next=1 fen=" NEXT " hash=d9b47619696a4b26");
    assert_int_equal(message.type, EVENT_MOVE);
    assert_int_equal(message.fields.by, SEAT_WHITE);
    assert_string_equal(message.fields.move, "b2b3");
    message = reads_itself("!SAY " ID " b Bo_Peep: hi");
    assert_string_equal(message.fields.name, "Bo Peep");
    assert_string_equal(message.fields.text, "hi");
    assert_int_equal(message.fields.seat, SEAT_BLACK);
    message = reads_itself("=GAME " ID " turn=b w=Ada_L offer=- result=0-1 reason=no-moves");
    assert_string_equal(message.fields.player[WHITE], "Ada L");
    assert_int_equal(message.fields.turn, SEAT_BLACK);
    assert_int_equal(message.fields.offer, SEAT_NONE);
    assert_int_equal(message.fields.result, RESULT_BLACK);
    assert_int_equal(message.fields.reason, REASON_NO_MOVES);
    assert_false(fields_has(&message.fields, FIELD_WHITE_ONLINE));
}

static void test_every_error_word(void **state) {
    (void)state;
    static const char *const retries[] = {"no", "sync", "later"};
    for (int word = PROTO_ERR_NONE + 1; word < PROTO_ERR_COUNT; word++) {
        Message message;
        char line[MESSAGE_LINE_SIZE], wanted[MESSAGE_LINE_SIZE];
        const char *text = protocol_error_text((ProtocolError)word);
        message_set_error(&message, "t", (ProtocolError)word, "it is %s", "so");
        message_write(&message, line);
        snprintf(wanted, sizeof wanted, "-@t %s retry=%s msg=it is so\n", text,
                 retries[message.fields.retry]);
        assert_string_equal(line, wanted);
        assert_true(message_parse(line, strlen(line) - 1, &message, NULL));
        assert_int_equal(message.type, MESSAGE_REJECTED);
        assert_int_equal(message.error, word);
        assert_string_equal(message.fields.text, "it is so");
    }
}

static void test_additions_of_a_newer_server(void **state) {
    (void)state;
    reads("+MOVE " ID " 0 extra next=1 colour=green fen=" NEXT, "+MOVE " ID " 0 next=1 fen=" NEXT);
    Message message = reads("!FIREWORKS " ID, "!");
    assert_int_equal(message.type, MESSAGE_UNKNOWN);
    message = reads("-@1 WEIRD retry=later msg=what", "-@1  retry=later msg=what");
    assert_int_equal(message.error, PROTO_ERR_NONE);
    assert_int_equal(message.fields.retry, RETRY_LATER);
    assert_true(message_parse("+DANCE", 6, &message, NULL));
    assert_int_equal(message.kind, MESSAGE_OK);
    assert_int_equal(message.type, MESSAGE_UNKNOWN);
}

static void rejects(const char *line) {
    Message message;
    Error error = {0};
    if (message_parse(line, strlen(line), &message, &error))
        fail_msg("%s: read", line);
    assert_true(error.text[0] != '\0');
}

static void test_invalid_lines(void **state) {
    (void)state;
    rejects("");
    rejects("HTTP/1.1 400 Bad Request");
    rejects("+@ GET " ID);
    rejects("+@to/me GET " ID);
    rejects("+GET");
    rejects("+GET nothing");
    rejects("!MOVE " ID " 0 h9h8 by=w");
    rejects("!MOVE " ID " 0 b2b3 by=x");
    rejects("=GAME " ID " hash=12");
    rejects("!END " ID " result=2-0");
    rejects("!SAY " ID " w Ada hello");
}

static void test_text_cannot_break_a_line(void **state) {
    (void)state;
    Message message;
    char line[MESSAGE_LINE_SIZE];
    message_start(&message, EVENT_SAY, NULL);
    strcpy(message.fields.id.text, ID);
    message.fields.seat = SEAT_NONE;
    strcpy(message.fields.name, "A\n!END");
    strcpy(message.fields.text, "x\n+OK\x1b]0;\xc2\x9b");
    message.fields.has = ~UINT64_C(0);
    message_write(&message, line);
    assert_string_equal(line, "!SAY " ID " - A_!END: x +OK ]0; \n");
    Message read;
    assert_true(message_parse(line, strlen(line) - 1, &read, NULL));
    message_set_error(&message, NULL, PROTO_ERR_BADARG, "found \"%s\"", "a\nb\xff");
    message_write(&message, line);
    assert_string_equal(line, "-BADARG retry=no msg=found \"a b?\"\n");
}

static void test_random_messages_round_trip(void **state) {
    (void)state;
    uint64_t seed = 11;
    size_t longest = 0;
    for (int round = 0; round < 10000; round++) {
        Message message, read;
        Error error;
        char line[MESSAGE_LINE_SIZE], again[MESSAGE_LINE_SIZE];
        MessageType type = (MessageType)random_below(&seed, MESSAGE_UNKNOWN);
        message_start(&message, type, random_below(&seed, 2) ? "0123456789abcdef" : NULL);
        random_fields(&seed, &message.fields);
        if (type == MESSAGE_REJECTED)
            message.error = (ProtocolError)(1 + random_below(&seed, PROTO_ERR_COUNT - 1));
        if (type == MESSAGE_REJECTED || type == EVENT_BYE)
            message.fields.text[strcspn(message.fields.text, "=")] = '\0';
        if (type == EVENT_BYE && !message.fields.text[0])
            strcpy(message.fields.text, "slow");
        size_t length = message_write(&message, line);
        longest = length > longest ? length : longest;
        if (!message_parse(line, length - 1, &read, &error))
            fail_msg("%s%s", line, error.text);
        assert_int_equal(read.type, type);
        assert_int_equal(read.error, message.error);
        assert_int_equal(read.fields.has & ~message.fields.has, 0);
        assert_string_equal(read.tag, message.tag);
        message_write(&read, again);
        assert_string_equal(again, line);
    }
    assert_true(longest < LINE_SERVER_MAX); /* nothing was cut */
}

static void test_hostile_bytes(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int round = 0; round < 30000; round++) {
        char line[LINE_SERVER_MAX], written[MESSAGE_LINE_SIZE], again[MESSAGE_LINE_SIZE];
        strcpy(line, lines[random_below(&seed, sizeof lines / sizeof *lines)]);
        size_t length = strlen(line);
        for (size_t i = random_below(&seed, 4); i > 0; i--)
            line[random_below(&seed, length)] = (char)random_next(&seed);
        length -= random_below(&seed, 3) == 0 ? random_below(&seed, length) : 0;
        Message message;
        Error error = {0};
        if (!message_parse(line, length, &message, &error)) {
            assert_true(error.text[0] != '\0');
        } else if (message.type < MESSAGE_REJECTED) {
            size_t size = message_write(&message, written);
            assert_true(message_parse(written, size - 1, &message, &error));
            message_write(&message, again);
            assert_string_equal(again, written);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_of_line),
        cmocka_unit_test(test_the_example),
        cmocka_unit_test(test_every_error_word),
        cmocka_unit_test(test_additions_of_a_newer_server),
        cmocka_unit_test(test_invalid_lines),
        cmocka_unit_test(test_text_cannot_break_a_line),
        cmocka_unit_test(test_random_messages_round_trip),
        cmocka_unit_test(test_hostile_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
