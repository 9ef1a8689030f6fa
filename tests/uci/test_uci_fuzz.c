/*
 * Random, malformed and hostile lines for the engine protocol. Every `go` gets exactly one answer:
 * a best move, an error, or the sum of perft. The seed is fixed.
 */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include <cmocka.h>

#include "base/memory.h"
#include "base/random.h"
#include "../support/client.h"
#include "uci/uci.h"

/* Sanitizers are slow: fewer lines are enough. */
enum {
#ifdef SANITIZED
    LINES = 10000,
#else
    LINES = 100000,
#endif
    BATCH_MAX = 60, /* lines until all answers must have come */
    HUGE_EVERY = LINES / 5,
    PAUSE_EVERY = 60, /* lines, so that some searches end by themselves */
    TEXT_SIZE = 512
};

/* Valid lines. Each %d becomes a small number. */
static const char *const forms[] = {
    "uci",
    "isready",
    "ucinewgame",
    "stop",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "ponderhit",
    "d",
    "eval",
    "endings",
    "position startpos",
    "position startpos moves d2d3 d6d5",
    "position startpos moves g1f3 g7f5 f3g1 f5g7 g1f3 g7f5 f3g1 f5g7",
    "position fen 2ezc2/2p2p1/M1pl1p1/7/1P1P1P1/3L3/3E3/w/-1",
    "position fen 2m4/7/3l3/7/M6/7/2G1L2/b/-1 moves d5d6",
    "position fen 2l4/7/4z2/4c2/PP2EP1/3L2p/7 b 23",
    "position fen 3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1",
    "position fen 3l3/7/7/7/7/7/3L3/w/-1",
    "position fen 3l3/7/7/7/7/7/7/w/-1",
    "setoption name MultiPV value %d",
    "setoption name Level value %d",
    "setoption name Ponder value true",
    "setoption name Ponder value false",
    "setoption name UCI_Variant value congo",
    "setoption name UCI_Variant value wits",
    "setoption name UCI_Variant value megapawn",
    "setoption name Hash value 1",
    "setoption name Hash value 2",
    "setoption name Threads value 1",
    "setoption name Threads value 4",
    "setoption name Clear Hash",
    "debug on",
    "debug off",
    "go",
    "go depth %d",
    "go nodes %d",
    "go movetime %d",
    "go wtime %d btime %d winc %d binc %d",
    "go wtime %d btime %d movestogo %d",
    "go infinite",
    "go ponder wtime %d btime %d",
    "go ponder depth %d",
    "go mate %d",
    "go searchmoves d2d3 e2e3 depth %d",
    "go perft %d",
    "go depth %d infinite",
};
enum { FORM_COUNT = sizeof forms / sizeof forms[0] };

typedef struct Fuzz {
    Client client;
    uint64_t random;
    int pending; /* answers to `go` that are missing */
    int ready;   /* answers to `isready` that are missing */
    int lines;
} Fuzz;

static int draw(Fuzz *fuzz, int below) {
    return (int)random_below(&fuzz->random, (size_t)below);
}

/* ---- generating lines ---- */

static size_t make_form(Fuzz *fuzz, char text[TEXT_SIZE]) {
    const char *form = forms[draw(fuzz, FORM_COUNT)];
    size_t length = 0;
    for (; *form != '\0'; form++) {
        if (form[0] == '%') {
            length += (size_t)snprintf(text + length, TEXT_SIZE - length, "%d", draw(fuzz, 5));
            form++;
        } else {
            text[length++] = *form;
        }
    }
    text[length] = '\0';
    return length;
}

static char draw_byte(Fuzz *fuzz) {
    static const char likely[] = " \t\r/-@0123456789abcdefgwLMPpzZ";
    if (draw(fuzz, 4) > 0)
        return likely[draw(fuzz, (int)sizeof likely - 1)];
    return (char)draw(fuzz, 256);
}

static size_t insert(char text[TEXT_SIZE], size_t length, size_t place, const char *what) {
    size_t more = strlen(what);
    if (length + more >= TEXT_SIZE)
        return length;
    memmove(text + place + more, text + place, length - place);
    memcpy(text + place, what, more);
    return length + more;
}

/* Damages the line in one place. */
static size_t mutate(Fuzz *fuzz, char text[TEXT_SIZE], size_t length) {
    static const char *const words[] = {
        " 99999999999999999999999",
        " -1",
        " 0",
        " moves",
        " value",
        " name",
        " fen",
        " depth",
        " -9223372036854775808",
        " 2147483648",
        " searchmoves",
        " go",
        " stop",
    };
    size_t place = (size_t)draw(fuzz, (int)length + 1);
    char byte[2] = {draw_byte(fuzz), '\0'};
    switch (draw(fuzz, 5)) {
    case 0:
        if (place < length)
            text[place] = byte[0];
        return length;
    case 1:
        return insert(text, length, place, byte);
    case 2:
        return place;
    case 3:
        return insert(text, length, place, words[draw(fuzz, sizeof words / sizeof words[0])]);
    default:
        if (place < length)
            memmove(text + place, text + place + 1, length - place - 1);
        return place < length ? length - 1 : length;
    }
}

static size_t make_noise(Fuzz *fuzz, char text[TEXT_SIZE]) {
    size_t length = (size_t)draw(fuzz, TEXT_SIZE);
    for (size_t i = 0; i < length; i++)
        text[i] = draw_byte(fuzz);
    return length;
}

static size_t make_line(Fuzz *fuzz, char text[TEXT_SIZE]) {
    if (draw(fuzz, 20) == 0)
        return make_noise(fuzz, text);
    size_t length = make_form(fuzz, text);
    if (draw(fuzz, 2) == 0) {
        for (int damages = 1 + draw(fuzz, 4); damages > 0; damages--)
            length = mutate(fuzz, text, length);
    }
    return length;
}

/* ---- classifying lines ---- */

static bool is_blank(char byte) {
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\v' || byte == '\f';
}

/* Returns the command of a line, which is its first word that is one, or "". */
static const char *command_of(const char *text, size_t length) {
    static const char *const commands[] = {
        "uci",  "debug",     "isready", "ucinewgame", "setoption", "position", "go",
        "stop", "ponderhit", "d",       "eval",       "endings",   "bench",    "quit"};
    for (size_t end, place = 0; place < length; place = end + 1) {
        for (end = place; end < length && !is_blank(text[end]); end++)
            continue;
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
            if (strlen(commands[i]) == end - place &&
                memcmp(text + place, commands[i], end - place) == 0)
                return commands[i];
        }
    }
    return "";
}

static bool has_command(const char *text, size_t length, const char *command) {
    return strcmp(command_of(text, length), command) == 0;
}

/* Returns whether a line would end the program or take too much time, memory or threads. */
static bool is_too_expensive(const char *text, size_t length) {
    if (has_command(text, length, "quit") || has_command(text, length, "bench"))
        return true;
    if (!has_command(text, length, "setoption"))
        return false;
    for (size_t i = 0; i + 6 <= length; i++) {
        if (strncasecmp(text + i, " hash", 5) == 0 || strncasecmp(text + i, " threa", 6) == 0)
            return strstr(text, "value 1") == NULL && strstr(text, "value 2") == NULL &&
                   strstr(text, "value 4") == NULL;
    }
    return false;
}

static bool has_large_number(const char *text, size_t length) {
    int digits = 0;
    for (size_t i = 0; i < length && digits < 2; i++)
        digits = text[i] >= '0' && text[i] <= '9' ? digits + 1 : 0;
    return digits >= 2;
}

/* ---- sending ---- */

static void send_line(Fuzz *fuzz, const char *text, size_t length) {
    if (!memchr(text, '\0', length) && length <= UCI_LINE_MAX) {
        fuzz->pending += has_command(text, length, "go");
        fuzz->ready += has_command(text, length, "isready");
    }
    fuzz->lines++;
    client_send(&fuzz->client, text, length);
    client_send(&fuzz->client, "\n", 1);
}

static void send_random(Fuzz *fuzz) {
    char text[TEXT_SIZE + 1];
    size_t length = make_line(fuzz, text);
    for (size_t i = 0; i < length; i++)
        text[i] = text[i] == '\n' ? ' ' : text[i];
    text[length] = '\0';
    if (is_too_expensive(text, length) ||
        (has_command(text, length, "setoption") && has_large_number(text, length)))
        length = (size_t)snprintf(text, sizeof text, "isready");
    send_line(fuzz, text, length);
    if (draw(fuzz, PAUSE_EVERY) == 0)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

/* Sends a line of some MiB: too long, full of moves, or of NUL bytes. */
static void send_huge(Fuzz *fuzz) {
    static const char begin[] = "position startpos moves ";
    static const char rounds[] = "g1f3 g7f5 f3g1 f5g7 ";
    int kind = draw(fuzz, 3);
    size_t length = kind == 0 ? UCI_LINE_MAX + 1000 : 1 << 20;
    char *text = memory_allocate(length);
    memset(text, kind == 1 ? '\0' : 'g', length);
    memcpy(text, begin, sizeof begin - 1);
    for (size_t i = sizeof begin - 1; kind == 2 && i < length; i++)
        text[i] = rounds[(i - sizeof begin + 1) % (sizeof rounds - 1)];
    send_line(fuzz, text, length);
    free(text);
}

/* ---- answers ---- */

static bool begins_with(const char *line, const char *beginning) {
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

static void count_answer(Fuzz *fuzz, const char *line) {
    static const char *const answers[] = {
        "bestmove ", "info string go: ", "info string perft: ", "Nodes searched: "};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++)
        fuzz->pending -= begins_with(line, answers[i]);
    fuzz->ready -= strcmp(line, "readyok") == 0;
    if (fuzz->pending < 0 || fuzz->ready < 0)
        fail_msg("unexpected answer \"%s\" (after line %d)", line, fuzz->lines);
}

static void wait_for_answers(Fuzz *fuzz) {
    send_line(fuzz, "stop", 4);
    send_line(fuzz, "isready", 7);
    while (fuzz->pending > 0 || fuzz->ready > 0) {
        const char *line = client_line(&fuzz->client);
        if (line == NULL)
            fail_msg("after line %d, %d answers to go and %d to isready are pending", fuzz->lines,
                     fuzz->pending, fuzz->ready);
        count_answer(fuzz, line);
    }
}

static void fuzz_batch(Fuzz *fuzz) {
    int begin = fuzz->lines;
    for (int count = 1 + draw(fuzz, BATCH_MAX); count > 0; count--)
        send_random(fuzz);
    if (fuzz->lines / HUGE_EVERY > begin / HUGE_EVERY)
        send_huge(fuzz);
    wait_for_answers(fuzz);
}

static void survives_hostile_lines(void **state) {
    (void)state;
    Fuzz fuzz = {.random = 20240607};
    client_start(&fuzz.client);
    client_say(&fuzz.client, "setoption name Threads value 4");
    while (fuzz.lines < LINES)
        fuzz_batch(&fuzz);
    client_say(&fuzz.client, "position startpos");
    client_say(&fuzz.client, "go infinite");
    client_end(&fuzz.client, "bestmove ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survives_hostile_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
