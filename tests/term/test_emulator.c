/* What draws the terminal, from the environment and from replies. */
#include <config.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "term/emulator.h"

static void known_terminals_draw_sextants(void **state) {
    (void)state;
    static const char *const drawing[] = {
        "kitty(0.32.2)", "foot(1.16.2)",    "WezTerm 20240203", "ghostty",
        "VTE(7402)",     "Konsole 23.08.1", "iTerm2 3.4.19",    "Windows Terminal 1.22"};
    static const char *const others[] = {"XTerm(380)", "tmux 3.3a", "mintty 3.6", "kit", ""};
    for (size_t i = 0; i < sizeof drawing / sizeof drawing[0]; i++)
        assert_int_equal(emulator_cell_height(drawing[i]), EMULATOR_SEXTANTS);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(emulator_cell_height(others[i]), EMULATOR_QUADRANTS);
}

static void recent_releases_draw_octants(void **state) {
    (void)state;
    static const char *const drawing[] = {"kitty(0.40.0)", "kitty(1.0)", "foot(1.20.0)",
                                          "ghostty 1.2.0"};
    static const char *const others[] = {"kitty(0.39.1)", "kitty",
                                         "kitty(0",       "foot(1.19.0)",
                                         "foot(0.40)",    "WezTerm 20240203-110809-5046fc22",
                                         "ghostty 1.1.3"};
    for (size_t i = 0; i < sizeof drawing / sizeof drawing[0]; i++)
        assert_int_equal(emulator_cell_height(drawing[i]), EMULATOR_OCTANTS);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(emulator_cell_height(others[i]), EMULATOR_SEXTANTS);
}

static void forget_environment(void) {
    static const char *const names[] = {"KITTY_WINDOW_ID",
                                        "WEZTERM_PANE",
                                        "KONSOLE_VERSION",
                                        "VTE_VERSION",
                                        "WT_SESSION",
                                        "TERM_PROGRAM",
                                        "STY",
                                        "TMUX"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
    setenv("TERM", "xterm-256color", 1);
}

static void the_environment_may_tell(void **state) {
    (void)state;
    static const char *const hints[][2] = {
        {"KITTY_WINDOW_ID", "1"}, {"WEZTERM_PANE", "0"},      {"KONSOLE_VERSION", "230801"},
        {"VTE_VERSION", "7402"},  {"WT_SESSION", "a-b"},      {"TERM_PROGRAM", "iTerm.app"},
        {"TERM", "xterm-kitty"},  {"TERM", "foot-extra"},     {"TERM", "xterm-ghostty"},
        {"TERM", "wezterm"},      {"TERM_PROGRAM", "WezTerm"}};
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        forget_environment();
        assert_int_equal(emulator_cell_height_here(), 0);
        setenv(hints[i][0], hints[i][1], 1);
        assert_int_equal(emulator_cell_height_here(), EMULATOR_SEXTANTS);
    }
}

/* The variables are those of the terminal in which GNU screen or tmux was started. */
static void a_multiplexer_hides_the_environment(void **state) {
    (void)state;
    forget_environment();
    setenv("KITTY_WINDOW_ID", "1", 1);
    setenv("TERM", "screen-256color", 1);
    assert_int_equal(emulator_cell_height_here(), 0);
    setenv("TERM", "tmux-256color", 1);
    assert_int_equal(emulator_cell_height_here(), 0);
    setenv("TERM", "xterm-256color", 1);
    setenv("STY", "1.pts", 1);
    assert_int_equal(emulator_cell_height_here(), 0);
}

/* Decodes all bytes after the beginning of a reply. */
static ReplyDecoding decode(EmulatorReply *reply, const char *bytes) {
    ReplyDecoding decoding = REPLY_MORE;
    emulator_reply_begin(reply);
    for (size_t i = 0; bytes[i] != '\0' && decoding == REPLY_MORE; i++)
        decoding = emulator_reply_decode(reply, (unsigned char)bytes[i], 1);
    assert_int_equal(reply->begun, decoding == REPLY_MORE);
    return decoding;
}

static void a_reply_ends_with_a_terminator(void **state) {
    (void)state;
    EmulatorReply reply;
    assert_int_equal(decode(&reply, "foot(1.16.2)\033\\"), REPLY_ENDED);
    assert_string_equal(reply.name, "foot(1.16.2)");
    assert_int_equal(decode(&reply, "kitty\a"), REPLY_ENDED);
    assert_string_equal(reply.name, "kitty");
    assert_int_equal(decode(&reply, "ki"), REPLY_MORE);
    assert_int_equal(decode(&reply, "ki\r"), REPLY_BROKEN);
    assert_int_equal(decode(&reply, "ki\033x"), REPLY_BROKEN);
    assert_int_equal(decode(&reply, "ki\xc3"), REPLY_BROKEN);
}

static void a_long_reply_is_cut(void **state) {
    (void)state;
    EmulatorReply reply;
    char bytes[3 * EMULATOR_NAME_SIZE] = "";
    memset(bytes, 'a', sizeof bytes - 2);
    bytes[sizeof bytes - 2] = '\a';
    assert_int_equal(decode(&reply, bytes), REPLY_ENDED);
    assert_int_equal(strlen(reply.name), EMULATOR_NAME_SIZE - 1);
}

static void what_comes_late_is_typed(void **state) {
    (void)state;
    EmulatorReply reply;
    emulator_reply_begin(&reply);
    assert_int_equal(emulator_reply_decode(&reply, 'k', 1000), REPLY_MORE);
    emulator_reply_pause(&reply, 1000);
    assert_int_equal(emulator_reply_decode(&reply, 'i', 1400), REPLY_MORE);
    emulator_reply_pause(&reply, 1400);
    assert_int_equal(emulator_reply_decode(&reply, 't', 1600), REPLY_BROKEN);
    emulator_reply_begin(&reply);
    emulator_reply_pause(&reply, 1000);
    assert_int_equal(emulator_reply_decode(&reply, '\a', 1600), REPLY_BROKEN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_terminals_draw_sextants),
        cmocka_unit_test(recent_releases_draw_octants),
        cmocka_unit_test(the_environment_may_tell),
        cmocka_unit_test(a_multiplexer_hides_the_environment),
        cmocka_unit_test(a_reply_ends_with_a_terminator),
        cmocka_unit_test(a_long_reply_is_cut),
        cmocka_unit_test(what_comes_late_is_typed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
