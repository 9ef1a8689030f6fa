/*
 * What the line interface prints as a move it reads: advice, the steps of "show moves", transitions
 * and the list of moves of random games, with and without --plain, are typed in the same positions
 * and lead to the same positions. Half of the positions have captures of several jumps.
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

#include <cmocka.h>

#include "../support/scratch.h"
#include "../support/games.h"
#include "base/memory.h"
#include "../support/pipe.h"
#include "rules/coordinate.h"
#include "rules/fen.h"

enum { POSITIONS = 60, CASES_MAX = 8000, QUESTIONS_MAX = 8 * POSITIONS };

typedef enum PrintedKind {
    PRINTED_NOTHING, /* not to be typed */
    PRINTED_ADVICE,
    PRINTED_STEPS, /* the list of "show moves" */
    PRINTED_LINE,  /* a transition, or the only move of a game */
    PRINTED_PAIR   /* two moves of a game, in one line without --plain */
} PrintedKind;

/* A line of the first run and what its answer is. */
typedef struct Question {
    PrintedKind kind;
    char before[FEN_SIZE], after[FEN_SIZE]; /* of the moves printed; after: "" if not known */
} Question;

/* A printed move. In the second run it is typed in the position `before`. */
typedef struct PrintedMove {
    char before[FEN_SIZE], after[FEN_SIZE];
    char step[sizeof "move a2 a3"]; /* does the same; "": not a single step */
    char *text;                     /* owned */
} PrintedMove;

typedef struct ReadBack {
    bool plain;
    Buffer input;
    Question questions[QUESTIONS_MAX];
    size_t question_count;
    PrintedMove moves[CASES_MAX];
    size_t move_count;
} ReadBack;

static void run(const ReadBack *test, const Buffer *input, Buffer *output) {
    const char *build = getenv("CONGO_BUILD");
    char command[4096];
    Error error = {0};
    snprintf(
        command, sizeof command,
        "exec '%s/src/congo' --ui=cli --config=none --no-keep --endings=none --white=hi/greedy "
        "--black=hi/greedy --seed=1%s",
        build ? build : "../..", test->plain ? " --plain" : "");
    if (!pipe_run(command, input, output, &error))
        fail_msg("%s", error.text);
}

/* ---- the first run: what is printed ---- */

static void ask(ReadBack *test, PrintedKind kind, const char *before, const char *after,
                const char *format, ...) PRINTF_LIKE(5, 6);

static void ask(ReadBack *test, PrintedKind kind, const char *before, const char *after,
                const char *format, ...) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    assert_true(test->question_count < QUESTIONS_MAX);
    Question *question = &test->questions[test->question_count++];
    question->kind = kind;
    snprintf(question->before, sizeof question->before, "%s", before);
    snprintf(question->after, sizeof question->after, "%s", after);
    buffer_add_format(&test->input, "%s\n", line);
}

/* Asks for what is printed after the first jump of a capture. */
static void ask_open_capture(ReadBack *test, const Position *position, const char *before,
                             Move move) {
    Position open = *position;
    Square landings[MOVE_JUMPS_MAX];
    char from[SQUARE_TEXT_SIZE], to[SQUARE_TEXT_SIZE], after[FEN_SIZE];
    move_landings(move, landings);
    position_make_jump(&open, move_from(move), landings[0]);
    fen_write(&open, after);
    ask(test, PRINTED_LINE, before, after, "move %s %s", square_write(move_from(move), from),
        square_write(landings[0], to));
    ask(test, PRINTED_LINE, before, after, "last");
    ask(test, PRINTED_STEPS, after, "", "show moves");
    ask(test, PRINTED_NOTHING, "", "", "undo");
}

/* Asks for what is printed about a move, and about one more after it. */
static void ask_about(ReadBack *test, const Position *position, Move move, uint64_t *state) {
    char before[FEN_SIZE], after[FEN_SIZE], coordinates[COORDINATE_SIZE];
    Record *record = record_create(position);
    fen_write(position, before);
    ask(test, PRINTED_NOTHING, "", "", "new %s", before);
    ask(test, PRINTED_ADVICE, before, "", "advise");
    ask(test, PRINTED_STEPS, before, "", "show moves");
    if (move_jumps(move) > 1)
        ask_open_capture(test, position, before, move);
    assert_true(record_play(record, move, -1, -1, NULL));
    fen_write(record_position(record), after);
    coordinate_write(move, coordinates);
    ask(test, PRINTED_LINE, before, after, "%s", coordinates);
    ask(test, PRINTED_LINE, before, after, "moves");
    if (position_side(position) == WHITE && !record_is_over(record)) {
        move = games_random_move(record, state);
        record_play(record, move, -1, -1, NULL);
        fen_write(record_position(record), after);
        coordinate_write(move, coordinates);
        ask(test, PRINTED_NOTHING, "", "", "%s", coordinates);
        ask(test, PRINTED_PAIR, before, after, "moves");
    }
    record_free(record);
}

static Move longest_capture(const Record *record) {
    MoveList list;
    Move longest = MOVE_NONE;
    int most = 1;
    movelist_init(&list);
    record_moves(record, &list);
    for (size_t i = 0; i < list.count; i++) {
        if (move_jumps(list.moves[i]) > most) {
            most = move_jumps(list.moves[i]);
            longest = list.moves[i];
        }
    }
    movelist_free(&list);
    return longest;
}

/* Returns a chain, whole or stopped after two jumps, or MOVE_NONE if there is none. */
static Move choose_capture(const Record *record, uint64_t *state) {
    Move longest = longest_capture(record), stopped = move_capture_start(move_from(longest));
    if (move_is_none(longest) || random_below(state, 2) == 0)
        return longest;
    for (int i = 0; i < 2; i++)
        stopped = move_with_jump(stopped, move_jump_direction(longest, i));
    return record_is_legal(record, stopped, NULL) ? stopped : longest;
}

/* Visits positions of random games until enough have been asked about. */
static void ask_in_games(ReadBack *test, uint64_t *state) {
    int chains = 0, others = 0;
    while (chains < POSITIONS / 2 || others < POSITIONS / 2) {
        Record *record = games_start("congo");
        while (!record_is_over(record) && record->current < 100) {
            Move capture = choose_capture(record, state), move = games_random_move(record, state);
            if (!move_is_none(capture) && chains < POSITIONS / 2) {
                ask_about(test, record_position(record), capture, state);
                chains++;
            } else if (others < POSITIONS / 2 && random_below(state, 40) == 0) {
                ask_about(test, record_position(record), move, state);
                others++;
            }
            record_play(record, move, -1, -1, NULL);
        }
        record_free(record);
    }
}

/* ---- the moves in an answer ---- */

static PrintedMove *keep(ReadBack *test, const Question *question, const char *text,
                         size_t length) {
    assert_true(test->move_count < CASES_MAX);
    PrintedMove *move = &test->moves[test->move_count++];
    strcpy(move->before, question->before);
    strcpy(move->after, question->after);
    move->text = memory_allocate(length + 1);
    memcpy(move->text, text, length);
    return move;
}

static void set_step(PrintedMove *move, const char *from, const char *to) {
    snprintf(move->step, sizeof move->step, "move %.2s %.2s", from, to);
}

/* Keeps each step of a list. */
static void keep_steps(ReadBack *test, const Question *question, const char *answer) {
    enum { STEP_LENGTH = sizeof "(a2,a3)" - 1 };
    for (const char *at = strchr(answer, '('); at != NULL; at = strchr(at + 1, '('))
        set_step(keep(test, question, at, STEP_LENGTH), at + 1, at + 4);
}

/* Keeps the steps of "lion d1 to c1 or d2, takes the pawn c2." as "lion d1 to c1", "lion d1 to d2"
 * and "lion d1 takes the pawn c2". */
static void keep_spoken_steps(ReadBack *test, const Question *question, const char *line) {
    int name = (int)strcspn(line, " ") + 3; /* with its square */
    const char *from = line + name - 2, *end = strchr(line, '.');
    const char *at = strncmp(line + name, " to ", 4) == 0 ? line + name + 4 : line + name + 1;
    char text[64];
    while (at < end) {
        size_t length = strcspn(at, ",.");
        const char *last = strstr(at, " or ");
        if (last != NULL && last < at + length)
            length = (size_t)(last - at);
        bool names_square = length == 2;
        const char *to = strncmp(at, "stops", 5) == 0 ? from : at + length - 2;
        snprintf(text, sizeof text, "%.*s %s%.*s", name, line, names_square ? "to " : "",
                 (int)length, at);
        set_step(keep(test, question, text, strlen(text)), from, to);
        at += length + strspn(at + length, ",. ");
        if (strncmp(at, "or ", 3) == 0)
            at += 3;
    }
}

static void keep_spoken_list(ReadBack *test, const Question *question, const char *answer) {
    for (const char *line = answer + strspn(answer, "\n"); *line != '\0';
         line += strspn(line, "\n")) {
        keep_spoken_steps(test, question, line);
        line += strcspn(line, "\n");
    }
}

/* Keeps the text behind a word, up to the end of its line, or of the steps in it. */
static void keep_after(ReadBack *test, const Question *question, const char *answer,
                       const char *word) {
    const char *at = strstr(answer, word);
    if (at == NULL)
        fail_msg("no \"%s\" in: %s", word, answer);
    at += strlen(word);
    size_t length = *at == '(' ? strspn(at, "(),-> abcdefg1234567") : strcspn(at, "\n");
    while (at[length - 1] == ' ')
        length--;
    keep(test, question, at, length);
}

/* Keeps the first line with text. */
static void keep_line(ReadBack *test, const Question *question, const char *line) {
    line += strspn(line, " \n");
    keep(test, question, line, strcspn(line, "\n"));
}

static void keep_answer(ReadBack *test, const Question *question, const char *answer) {
    switch (question->kind) {
    case PRINTED_NOTHING:
        break;
    case PRINTED_ADVICE:
        keep_after(test, question, answer, test->plain ? "The advice is: " : "Advised move is ");
        break;
    case PRINTED_STEPS:
        if (test->plain)
            keep_spoken_list(test, question, answer);
        else
            keep_steps(test, question, answer);
        break;
    case PRINTED_LINE:
        keep_line(test, question, answer);
        break;
    case PRINTED_PAIR:
        if (!test->plain)
            keep_line(test, question, answer);
        break;
    }
}

static void collect(ReadBack *test, const Buffer *output) {
    Exchange exchange = {.rest = output->bytes, .prompt = test->plain ? "\n> " : NULL};
    for (size_t i = 0; i < test->question_count; i++) {
        assert_true(exchange_next(&exchange) || i + 1 == test->question_count);
        char *answer = memory_allocate(exchange.answer_length + 1);
        memcpy(answer, exchange.answer, exchange.answer_length);
        keep_answer(test, &test->questions[i], answer);
        free(answer);
    }
}

/* ---- the second run: it is typed ---- */

static void type_move(Buffer *input, const PrintedMove *move) {
    buffer_add_format(input, "new %s\n%s\nfen\n", move->before, move->text);
    if (move->step[0] != '\0')
        buffer_add_format(input, "new %s\n%s\nfen\n", move->before, move->step);
}

/* Reads the answers to "new", the move and "fen". Copies the answer to "fen". */
static void read_fen(Exchange *exchange, const char *line, char *fen) {
    assert_true(exchange_next(exchange) && exchange_next(exchange));
    assert_int_equal(exchange->line_length, strlen(line));
    assert_memory_equal(exchange->line, line, exchange->line_length);
    exchange_next(exchange);
    const char *at = exchange->answer + strspn(exchange->answer, " ");
    snprintf(fen, FEN_SIZE, "%.*s", (int)strcspn(at, "\n"), at);
}

static void check_moves(const ReadBack *test, const Buffer *output) {
    Exchange exchange = {.rest = output->bytes, .prompt = test->plain ? "\n> " : NULL};
    for (size_t i = 0; i < test->move_count; i++) {
        const PrintedMove *move = &test->moves[i];
        char found[FEN_SIZE], expected[FEN_SIZE];
        read_fen(&exchange, move->text, found);
        strcpy(expected, move->after);
        if (move->step[0] != '\0')
            read_fen(&exchange, move->step, expected);
        if (strcmp(found, move->before) == 0)
            fail_msg("\"%s\" in %s: not understood", move->text, move->before);
        if (expected[0] != '\0' && strcmp(found, expected) != 0)
            fail_msg("\"%s\" in %s: expected %s, found %s", move->text, move->before, expected,
                     found);
    }
}

static void check_read_back(bool plain) {
    ReadBack *test = memory_allocate(sizeof *test);
    Buffer output = {0}, typed = {0};
    uint64_t seed = 1982;
    test->plain = plain;
    ask_in_games(test, &seed);
    buffer_add_string(&test->input, "\n");
    run(test, &test->input, &output);
    collect(test, &output);
    assert_true(test->move_count > 2 * POSITIONS);
    for (size_t i = 0; i < test->move_count; i++)
        type_move(&typed, &test->moves[i]);
    buffer_free(&output);
    buffer_add_string(&typed, "\n");
    run(test, &typed, &output);
    check_moves(test, &output);
    buffer_free(&output);
    buffer_free(&typed);
    buffer_free(&test->input);
    for (size_t i = 0; i < test->move_count; i++)
        free(test->moves[i].text);
    free(test);
}

static void printed_moves_are_read(void **state) {
    (void)state;
    check_read_back(false);
}

static void spoken_moves_are_read(void **state) {
    (void)state;
    check_read_back(true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(printed_moves_are_read, scratch_make, scratch_remove),
        cmocka_unit_test_setup_teardown(spoken_moves_are_read, scratch_make, scratch_remove),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
