/* Lines of talk as they are shown: nobody passes for somebody else. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tui/online/online_game.h"

static void check_line(Seat seat, bool mine, const char *name, const char *said,
                       const char *expected) {
    char text[VIEW_TALK_SIZE];
    TalkLine line = {.seat = seat, .mine = mine};
    strcpy(line.name, name);
    strcpy(line.text, said);
    assert_string_equal(talk_format(&line, text), expected);
}

static void test_speakers(void **state) {
    (void)state;
    check_line(SEAT_WHITE, false, "Ada", "hello", "Ada: hello");
    check_line(SEAT_BLACK, false, "", "hello", "Black: hello");
    check_line(SEAT_WHITE, true, "Ada", "hello", "You: hello");
    check_line(SEAT_BLACK, false, "spectator", "hello", "spectator: hello");
}

/* A spectator may have the name of a player. */
static void test_spectators(void **state) {
    (void)state;
    check_line(SEAT_NONE, false, "Ada", "I resign", "Ada (spectator): I resign");
    check_line(SEAT_NONE, false, "spectator", "hello", "Spectator: hello");
    check_line(SEAT_NONE, false, "", "hello", "Spectator: hello");
    check_line(SEAT_NONE, true, "Eve", "hello", "You: hello");
}

/* The longest name and line fit. */
static void test_longest_line(void **state) {
    (void)state;
    char name[NAME_MAX_BYTES + 1], said[LINE_CLIENT_MAX + 1], text[VIEW_TALK_SIZE];
    memset(name, 'n', NAME_MAX_BYTES);
    memset(said, 's', LINE_CLIENT_MAX);
    name[NAME_MAX_BYTES] = said[LINE_CLIENT_MAX] = '\0';
    TalkLine line = {.seat = SEAT_NONE};
    strcpy(line.name, name);
    strcpy(line.text, said);
    assert_int_equal(strlen(talk_format(&line, text)),
                     NAME_MAX_BYTES + strlen(" (spectator): ") + LINE_CLIENT_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speakers),
        cmocka_unit_test(test_spectators),
        cmocka_unit_test(test_longest_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
