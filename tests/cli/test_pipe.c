/*
 * The line interface on a pipe answers 10,000 commands, each before it reads the next line. It
 * answers each of 100,000 random lines (valid and invalid commands and moves, broken text, binary
 * bytes) and exits with success.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../support/scratch.h"
#include "../support/games.h"
#include "../support/dialogue.h"
#include "../support/pipe.h"
#include "rules/fen.h"

/* Sanitizers are slow: fewer lines are enough. */
#ifdef SANITIZED
enum { DIVISOR = 20 };
#else
enum { DIVISOR = 1 };
#endif

enum { COMMANDS = 10000, LINES_OF_PEOPLE = 95000 / DIVISOR, LINES_WITH_COMPUTER = 5000 / DIVISOR };

#define PEOPLE   "--white=hi/random --black=hi/random --movetime=1"
#define COMPUTER "--white=hi/random --black=ai/random --movetime=1"

/* Runs the program in the scratch folder, where it may save files. */
static void run(const char *options, const Buffer *input, Buffer *output) {
    const char *build = getenv("CONGO_BUILD");
    char command[4096];
    Error error = {0};
    snprintf(command, sizeof command,
             "cd '%s' && exec '%s/src/congo' --ui=cli --config=none --no-keep %s",
             scratch_path("."), build ? build : "../..", options);
    if (!pipe_run(command, input, output, &error))
        fail_msg("%s", error.text);
}

static void ten_thousand_commands_are_answered(void **state) {
    (void)state;
    Dialogue dialogue;
    Buffer output = {0};
    Error error = {0};
    dialogue_make(&dialogue, COMMANDS, 1982);
    run(PEOPLE, &dialogue.commands, &output);
    if (!dialogue_check(&dialogue, &output, &error))
        fail_msg("%s", error.text);
    buffer_free(&output);
    dialogue_free(&dialogue);
}

/* ---- random lines ---- */

static const char *const words[] = {"advise",
                                    "help",
                                    "move",
                                    "show",
                                    "undo",
                                    "redo",
                                    "moves",
                                    "level",
                                    "pause",
                                    "resume",
                                    "draw",
                                    "resign",
                                    "new",
                                    "fen",
                                    "variant",
                                    "analyse",
                                    "board",
                                    "game",
                                    "over",
                                    "players",
                                    "standard",
                                    "0",
                                    "99999999999",
                                    "03x",
                                    "x",
                                    "x#1",
                                    "x#2",
                                    "/no/x",
                                    ".",
                                    "~",
                                    "#",
                                    "islands",
                                    "wits",
                                    "save",
                                    "load",
                                    "crowded",
                                    "megapawn-draw",
                                    "-1",
                                    "7/7/7/7",
                                    "exit!",
                                    "w",
                                    "--help",
                                    "none",
                                    "simpler",
                                    "megapawn",
                                    "",
                                    "hi/random",
                                    "b"};
enum { WORDS = sizeof words / sizeof words[0], COMMAND_WORDS = 17 };

static const char *const positions[] = {"gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1",
                                        "3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1",
                                        "7/4l2/7/4c2/7/2p4/1M1L3/w/-1",
                                        "7/7/4l2/7/2L4/3P3/7/w/-1",
                                        "2l4/2P4/7/z2E3/7/4p2/3L3/b/-1",
                                        "7/3l3/3m3/3P3/7/3L3/7/b/16@31"};

static void add_word(Buffer *line, uint64_t *state) {
    buffer_add_format(line, "%s%s", random_below(state, 9) == 0 ? "  " : " ",
                      words[random_below(state, WORDS)]);
}

static void add_square(Buffer *line, uint64_t *state) {
    buffer_add_format(line, "%c%c", "abcdefghABCG"[random_below(state, 12)],
                      "12345678"[random_below(state, 8)]);
}

static void add_words(Buffer *line, uint64_t *state) {
    static const char *const slow[] = {"save x", "save over x", "save", "load x", "load"};
    bool disk = random_below(state, 100) == 0; /* seldom: the disk is slow */
    buffer_add_string(line, disk ? slow[random_below(state, 5)]
                                 : words[random_below(state, COMMAND_WORDS)]);
    for (size_t i = random_below(state, 3); i > 0; i--)
        add_word(line, state);
}

static void add_move(Buffer *line, uint64_t *state) {
    buffer_add_string(line, "move");
    for (size_t i = 1 + random_below(state, 4); i > 0; i--) {
        buffer_add_string(line, " ");
        add_square(line, state);
    }
}

/* Adds pieces, marks and squares in any order, which is sometimes a move. */
static void add_notation(Buffer *line, uint64_t *state) {
    for (size_t i = random_below(state, 3); i > 0; i--)
        buffer_add_format(line, "%c", "LZEGCMPSQT-:=,#!?()"[random_below(state, 19)]);
    for (size_t i = 1 + random_below(state, 3); i > 0; i--)
        add_square(line, state);
    if (random_below(state, 6) == 0)
        buffer_add_string(line, "#");
}

static void add_position(Buffer *line, uint64_t *state) {
    char fen[FEN_SIZE];
    snprintf(fen, sizeof fen, "%s",
             positions[random_below(state, sizeof positions / sizeof positions[0])]);
    for (size_t i = random_below(state, 3); i > 0; i--)
        fen[random_below(state, strlen(fen))] =
            "12345lzegcmpsLZEGCMPS/wb-@"[random_below(state, 26)];
    buffer_add_format(line, "new %s", fen);
}

/* Adds any bytes except a line end. */
static void add_garbage(Buffer *line, uint64_t *state) {
    bool is_long = random_below(state, 500) == 0;
    for (size_t i = random_below(state, is_long ? 20000 : 30); i > 0; i--) {
        char byte = (char)random_below(state, 256);
        if (byte != '\n')
            buffer_add(line, &byte, 1);
    }
}

/* Adds a step that is often legal, so that games make progress. */
static void add_step(Buffer *line, uint64_t *state) {
    int file = (int)random_below(state, 7), rank = 1 + (int)random_below(state, 7);
    buffer_add_format(line, "move %c%d %c%d", 'a' + file, rank,
                      'a' + (file + (int)random_below(state, 3) + 6) % 7,
                      1 + (rank + (int)random_below(state, 5) + 4) % 7);
}

static void (*const kinds[])(Buffer *line, uint64_t *state) = {
    add_words, add_move, add_step, add_step, add_notation, add_position, add_garbage};

static void add_line(Buffer *input, uint64_t *state) {
    size_t kind = random_below(state, sizeof kinds / sizeof kinds[0]);
    if (kinds[kind] == add_position && random_below(state, 8) != 0)
        kind = 2; /* a new position is rare, so that games last */
    kinds[kind](input, state);
    if (random_below(state, 50) == 0)
        add_garbage(input, state);
    buffer_add_string(input, random_below(state, 20) == 0 ? "\r\n" : "\n");
}

static void check_random_lines(const char *options, size_t count, uint64_t seed) {
    Buffer input = {0}, output = {0};
    size_t answers = 0;
    for (size_t i = 0; i < count; i++)
        add_line(&input, &seed);
    run(options, &input, &output);
    Exchange exchange = {.rest = output.bytes};
    while (exchange_next(&exchange)) {
        assert_true(exchange.answer_length > 0);
        answers++;
    }
    assert_int_equal(answers, count);
    assert_non_null(strstr(exchange.answer, "The program is terminated..."));
    buffer_free(&input);
    buffer_free(&output);
}

static void random_lines_are_answered(void **state) {
    (void)state;
    check_random_lines(PEOPLE, LINES_OF_PEOPLE, 4);
}

static void random_lines_are_answered_by_a_computer(void **state) {
    (void)state;
    check_random_lines(COMPUTER, LINES_WITH_COMPUTER, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(ten_thousand_commands_are_answered, scratch_make,
                                        scratch_remove),
        cmocka_unit_test_setup_teardown(random_lines_are_answered, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(random_lines_are_answered_by_a_computer, scratch_make,
                                        scratch_remove),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
