/* Every command, option and error of the engine protocol, through the program. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/client.h"
#include "rules/variant.h"

#define START "gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/w/-1"
#define WIN_3 "4l2/7/5P1/7/2ZL1C1/g6/7/w/-1" /* the mover wins with its second move */
#define LOST  "3l3/7/7/7/7/7/7/w/-1"         /* no lion */

/* ---- helpers ---- */

static Client client;

static int begin(void **state) {
    (void)state;
    client_start(&client);
    return 0;
}

/* Sends a line and expects an answer of one line that contains the words. */
static void expect_error(const char *line, const char *words) {
    client_say(&client, "%s", line);
    const char *answer = client_line(&client);
    if (!answer || strncmp(answer, "info string ", 12) != 0 || !strstr(answer, words))
        fail_msg("\"%s\": expected a sentence with \"%s\", found \"%s\"", line, words,
                 answer ? answer : "nothing");
}

/* Returns the number after a word in a line. */
static long number_after(const char *line, const char *word) {
    const char *place = strstr(line, word);
    if (!place)
        fail_msg("\"%s\" lacks \"%s\"", line, word);
    return strtol(place + strlen(word), NULL, 10);
}

static void expect_fen(const char *fen) {
    char line[200];
    snprintf(line, sizeof line, "FEN: %s", fen);
    client_say(&client, "d");
    assert_string_equal(client_expect(&client, "FEN: "), line);
    client_expect(&client, "Legal moves:");
}

/* ---- the greeting and the options ---- */

static void greets_with_its_name_and_options(void **state) {
    (void)state;
    client_say(&client, "uci");
    client_expect_next(&client, "id name Congo ");
    client_expect_next(&client, "id author ");
    client_expect_next(&client, "option name Hash type spin default 16 min 1 max 16384");
    client_expect_next(&client, "option name Clear Hash type button");
    client_expect_next(&client, "option name Threads type spin default 1 min 1 max 256");
    client_expect_next(&client, "option name MultiPV type spin default 1 min 1 max 8");
    client_expect_next(&client, "option name Ponder type check default false");
    client_expect_next(&client, "option name Move Overhead type spin default 30 min 0 max 5000");
    const char *variants = client_line(&client);
    assert_non_null(variants);
    assert_memory_equal(variants, "option name UCI_Variant type combo default congo var congo ",
                        59);
    for (size_t i = 0; variant_builtin(i); i++) {
        char word[VARIANT_NAME_SIZE + 5];
        snprintf(word, sizeof word, " var %s", variant_builtin(i)->name);
        assert_non_null(strstr(variants, word));
    }
    client_expect_next(&client, "option name VariantPath type string default <empty>");
    client_expect_next(&client, "option name Level type spin default 10 min 1 max 10");
    client_expect_next(&client, "option name Advisor type combo default negamax var random "
                                "var negamax var greedy");
    client_expect_next(&client, "option name Seed type spin default 0 min 0 max 2147483647");
    client_expect_next(&client, "option name EndingsPath type string default auto");
    client_expect_next(&client, "info string solved endings: ");
    client_expect_next(&client, "uciok");
    client_end(&client, NULL);
}

static void ignores_a_byte_order_mark(void **state) {
    (void)state;
    client_say(&client, "\xEF\xBB\xBFisready");
    client_expect_next(&client, "readyok");
    client_say(&client, "\xEF\xBB\xBFisready");
    client_expect_next(&client, "info string unknown command");
    client_end(&client, NULL);
}

static void accepts_valid_options_silently(void **state) {
    (void)state;
    static const char *const lines[] = {
        "setoption name Hash value 2",
        "setoption name hash value 1",
        "setoption name Threads value 2",
        "setoption name Threads value 1",
        "setoption name MultiPV value 8",
        "setoption name Ponder value true",
        "setoption name PONDER value False",
        "setoption name UCI_Variant value wits",
        "setoption name Clear Hash",
        "setoption name clear  hash value now",
        "debug on",
        "debug  off",
        "  setoption\tname  Level value  4  \r",
        "",
        "   ",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        client_say(&client, "%s", lines[i]);
    client_expect_silence(&client);
    client_end(&client, NULL);
}

static void rejects_invalid_options(void **state) {
    (void)state;
    expect_error("setoption", "expected \"name NAME value VALUE\"");
    expect_error("setoption name value 3", "expected \"name NAME value VALUE\"");
    expect_error("setoption name Hash", "expected \"name Hash value VALUE\"");
    expect_error("setoption Hash value 3", "expected \"name NAME value VALUE\"");
    expect_error("setoption name Hash value", "expected a whole number");
    expect_error("setoption name Hash value x", "found \"x\"");
    expect_error("setoption name Hash value 0", "expected a whole number from 1 to 16384");
    expect_error("setoption name Hash value 99999999999999999999", "from 1 to 16384");
    expect_error("setoption name Threads value 257", "from 1 to 256");
    expect_error("setoption name Threads value -1", "from 1 to 256");
    expect_error("setoption name Ponder value yes", "expected true or false");
    expect_error("setoption name UCI_Variant value chess", "or a file (");
    expect_error("setoption name VariantPath value nowhere.conf",
                 "VariantPath: nowhere.conf: cannot be read: No such file");
    expect_error("setoption name Level value 11", "from 1 to 10");
    expect_error("setoption name Advisor value oracle", "Advisor: ");
    expect_error("setoption name Seed value -1", "from 0 to ");
    expect_error("setoption name Contempt value 3", "no option \"Contempt\"");
    expect_error("setoption name Skill Level value 3", "no option \"Skill Level\"");
    expect_error("setoption name Clear", "no option \"Clear\"");
    client_end(&client, NULL);
}

static void prints_multipv_lines(void **state) {
    (void)state;
    client_say(&client, "setoption name MultiPV value 3");
    client_say(&client, "go depth 2");
    client_expect_next(&client, "info depth 1 seldepth 1 multipv 1 score cp ");
    for (int number = 2; number <= 3; number++) {
        const char *line = client_line(&client);
        assert_int_equal(number_after(line, " multipv "), number);
        assert_non_null(strstr(line, " pv "));
    }
    client_expect(&client, "bestmove ");
    client_end(&client, NULL);
}

static void plays_the_variant_that_is_set(void **state) {
    (void)state;
    client_say(&client, "setoption name UCI_Variant value megapawn");
    expect_fen("ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE/w/-1");
    client_say(&client, "position fen ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLQZE w 0");
    expect_fen("ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLQZE/w/-1");
    client_say(&client, "ucinewgame");
    expect_fen("ezclcze/3p3/p1p1p1p/7/P1P1P1P/3P3/EZCLCZE/w/-1");
    client_end(&client, NULL);
}

/* A weak level plays the line that it reports. */
static void reports_the_move_of_a_weak_level(void **state) {
    (void)state;
    client_say(&client, "setoption name Level value 1");
    for (int game = 0; game < 30; game++) {
        char shown[400] = "";
        const char *line;
        client_say(&client, "ucinewgame");
        client_say(&client, "go movetime 1000");
        while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0)
            snprintf(shown, sizeof shown, "%s", line);
        assert_non_null(line);
        size_t length = strcspn(line + 9, " ");
        const char *variation = strstr(shown, " pv ");
        assert_non_null(variation);
        assert_memory_equal(variation + 4, line + 9, length);
    }
    client_end(&client, NULL);
}

/* ---- positions ---- */

static void sets_up_positions(void **state) {
    (void)state;
    expect_fen(START);
    client_say(&client, "position startpos moves d2d3 d6d5");
    expect_fen("gmelecz/ppp1ppp/3p3/7/3P3/PPP1PPP/GMELECZ/w/-1");
    client_say(&client, "position fen " WIN_3);
    expect_fen(WIN_3);
    client_say(&client, "position fen 4l2/7/5P1/7/2ZL1C1/g6/7 w -1 moves d3d2");
    expect_fen("4l2/7/5P1/7/2Z2C1/g2L3/7/b/-1");
    client_say(&client, "position fen 2l4/7/4z2/4c2/PP2EP1/3L2p/7 b 23");
    expect_fen("2l4/7/4z2/4c2/PP2EP1/3L2p/7/b/-1");
    client_say(&client, "position startpos");
    expect_fen(START);
    client_end(&client, NULL);
}

static void plays_a_monkeys_jumps(void **state) {
    (void)state;
    client_say(&client, "position fen 3l3/7/1p5/7/1p1p3/M6/3L3/w/-1 moves a2c4e2");
    expect_fen("3l3/7/1p5/7/7/4M2/3L3/b/-1");
    client_say(&client, "position fen 3l3/7/1p5/2M4/3p3/7/3L3/w/35");
    expect_fen("3l3/7/1p5/2M4/3p3/7/3L3/w/35");
    client_say(&client, "go depth 3 searchmoves c4c4");
    client_expect(&client, "bestmove c4c4");
    client_say(&client, "position fen 3l3/7/1p5/2M4/3p3/7/3L3/w/35 moves c4a6");
    expect_fen("3l3/M6/7/7/3p3/7/3L3/b/-1");
    expect_error("position fen 3l3/7/1p5/2M4/3p3/7/3L3/w/35 moves d1d2", "move 1");
    client_end(&client, NULL);
}

static void keeps_the_position_if_the_new_one_is_invalid(void **state) {
    (void)state;
    client_say(&client, "position startpos moves d2d3");
    expect_error("position", "expected \"startpos\" or \"fen\"");
    expect_error("position here", "expected \"startpos\" or \"fen\"");
    expect_error("position startpos d2d4", "expected \"moves\"");
    expect_error("position fen", "expected a position");
    expect_error("position fen moves d2d3", "expected a position");
    expect_error("position fen 7/7/7/7/7/7/7/w/-1", "position: ");
    expect_error("position fen gmelecz/ppppppp/7/7/7/PPPPPPP/GMELECZ/x/-1", "side");
    expect_error("position startpos moves d2d5", "move 1, \"d2d5\"");
    expect_error("position startpos moves d2d3 d6d5 d2d3", "move 3, \"d2d3\"");
    expect_error("position startpos moves D-D3", "move 1, \"D-D3\"");
    expect_fen("gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1");
    client_end(&client, NULL);
}

#define ROUND "g1f3 g7f5 f3g1 f5g7 "

static void knows_the_moves_before_the_position(void **state) {
    (void)state;
    client_say(&client, "position startpos moves " ROUND ROUND);
    client_say(&client, "go depth 3");
    client_expect_next(&client, "info string ");
    client_expect_next(&client, "bestmove (none)");
    expect_error("position startpos moves " ROUND ROUND "d2d3", "move 9");
    client_say(&client, "setoption name UCI_Variant value megapawn");
    expect_error("position startpos moves a1a2 a7a6 a2a1 a6a7", "move 4");
    client_say(&client, "position startpos moves a1a2 a7a6 a2a1");
    client_say(&client, "go depth 1 searchmoves a6a7 d6d5");
    client_expect_next(&client, "info string searchmoves: \"a6a7\" is ignored: ");
    client_expect(&client, "bestmove d6d5");
    client_end(&client, NULL);
}

/* ---- searches ---- */

static void obeys_every_limit(void **state) {
    (void)state;
    static const char *const lines[] = {
        "go depth 1",
        "go nodes 1",
        "go nodes 5000",
        "go movetime 5",
        "go movetime 0",
        "go wtime 50 btime 50",
        "go wtime -20 btime 1",
        "go wtime 100 btime 100 winc 10 binc 10 movestogo 1",
        "go wtime 9223372036854775807 btime 9 movetime 3",
        "go depth 99999999999999999999 nodes 2000",
        "go depth 3 searchmoves d2d3 e2e3",
        "go searchmoves d2d3 d2d3 depth 2",
        "go mate 1",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        client_say(&client, "%s", lines[i]);
        client_expect(&client, "bestmove ");
        client_expect_silence(&client);
    }
    client_end(&client, NULL);
}

static void searches_to_the_depth(void **state) {
    (void)state;
    char last[1000] = "";
    const char *line;
    client_say(&client, "go depth 4");
    while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0)
        snprintf(last, sizeof last, "%s", line);
    assert_int_equal(number_after(last, "depth "), 4);
    assert_true(number_after(last, " nodes ") > 0);
    assert_true(number_after(last, " nps ") > 0);
    assert_true(number_after(last, " time ") >= 0);
    assert_true(number_after(last, " hashfull ") >= 0);
    assert_true(number_after(last, " seldepth ") >= 1);
    client_end(&client, NULL);
}

/* Returns the mate score of the last variation, and the first four letters of the best move. */
static long search_mate(const char *go, char best[5]) {
    const char *line;
    long mate = 0;
    client_say(&client, "%s", go);
    while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0)
        mate = strstr(line, " score mate ") ? number_after(line, " score mate ") : 0;
    assert_non_null(line);
    snprintf(best, 5, "%s", line + 9);
    return mate;
}

static void reports_mates_in_moves(void **state) {
    (void)state;
    char best[5];
    client_say(&client, "position fen " WIN_3);
    assert_int_equal(search_mate("go mate 2", best), 2);
    client_say(&client, "position fen " WIN_3 " moves %s", best);
    assert_int_equal(search_mate("go depth 6", best), -1);
    client_end(&client, NULL);
}

static void searches_only_the_moves_given(void **state) {
    (void)state;
    client_say(&client, "setoption name MultiPV value 8");
    client_say(&client, "go depth 3 searchmoves a2a3 g2g3");
    const char *line;
    while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0) {
        const char *move = strstr(line, " pv ");
        assert_non_null(move);
        assert_true(!strncmp(move + 4, "a2a3", 4) || !strncmp(move + 4, "g2g3", 4));
        assert_true(number_after(line, " multipv ") <= 2);
    }
    assert_non_null(line);
    assert_true(!strncmp(line + 9, "a2a3", 4) || !strncmp(line + 9, "g2g3", 4));
    client_end(&client, NULL);
}

/* The client waits for an answer: each error is named, and the other limits hold. */
static void answers_an_invalid_go(void **state) {
    (void)state;
    static const struct {
        const char *line, *error;
    } cases[] = {
        {"go depth", "info string ignored: depth: expected a whole number after it"},
        {"go depth x", "info string ignored: depth: expected a whole number, found \"x\""},
        {"go movetime abc",
         "info string ignored: movetime: expected a whole number, found \"abc\""},
        {"go nodes x depth 2", "info string ignored: nodes: expected a whole number, found \"x\""},
        {"go depth 2 wtime", "info string ignored: wtime: expected a whole number after it"},
        {"go perft x", "info string ignored: perft: expected a whole number, found \"x\""},
        {"go btime 100", "info string expected wtime, the clock of the side to move"},
        {"go btime 1000", "info string expected wtime, the clock of the side to move"},
        {"go btime 1000 depth 2", "info string expected wtime, the clock of the side to move"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        expect_error(cases[i].line, cases[i].error);
        client_expect(&client, "bestmove ");
        client_expect_silence(&client);
    }
    client_say(&client, "position startpos moves d2d3");
    expect_error("go wtime 100", "info string expected btime, the clock of the side to move");
    client_expect(&client, "bestmove ");
    client_end(&client, NULL);
}

static void answers_in_spite_of_wrong_words(void **state) {
    (void)state;
    client_say(&client, "go fast depth 1 d2d3");
    client_expect_next(&client, "info string unknown word \"fast\" after go");
    client_expect_next(&client, "info string unknown word \"d2d3\" after go");
    client_expect(&client, "bestmove ");
    client_say(&client, "go searchmoves d2d5 here g2g3 depth 2");
    client_expect_next(&client, "info string searchmoves: \"d2d5\" is ignored: ");
    client_expect_next(&client, "info string searchmoves: \"here\" is ignored: ");
    client_expect(&client, "bestmove g2g3");
    client_say(&client, "go depth 1 searchmoves d2d5");
    client_expect_next(&client, "info string searchmoves: \"d2d5\" is ignored: ");
    client_expect_next(&client,
                       "info string searchmoves: no legal move is left, so all moves are searched");
    client_expect(&client, "bestmove ");
    client_say(&client, "go depth 1 searchmoves");
    client_expect_next(&client,
                       "info string searchmoves: no legal move is left, so all moves are searched");
    client_expect(&client, "bestmove ");
    client_end(&client, NULL);
}

/* Returns how many lines up to the best move contain the words. */
static int count_lines(const char *words) {
    const char *line;
    int count = 0;
    while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0)
        count += strstr(line, words) != NULL;
    assert_non_null(line);
    return count;
}

/* Without debug this begins after a second. */
static void reports_details_when_debugging(void **state) {
    (void)state;
    client_say(&client, "go depth 3");
    assert_int_equal(count_lines(" currmove "), 0);
    client_say(&client, "debug on");
    client_say(&client, "position startpos moves d2d3");
    client_say(&client, "go depth 3 wtime 1000 btime 100000");
    const char *plan = client_line(&client);
    assert_memory_equal(plan, "info string searching congo gmelecz/", 36);
    assert_non_null(strstr(plan, ", at most "));
    client_expect(&client, "info depth 2 currmove ");
    int number = (int)number_after(client_line(&client), " currmovenumber ");
    assert_int_equal(number, 2);
    client_expect(&client, "bestmove ");
    client_say(&client, "position fen 1m1le1z/p1pp2p/g1p2E1/1P5/2PP1Z1/P3PPP/1MGLEC1/w/-1");
    client_say(&client, "go depth 12");
    assert_true(count_lines(" lowerbound nodes ") > 0);
    client_say(&client,
               "position fen 1m1le1z/p1pp2p/g1p2E1/1P5/2PP1Z1/P3PPP/1MGLEC1/w/-1 moves b4a5");
    client_say(&client, "go depth 12");
    assert_true(count_lines(" upperbound nodes ") > 0);
    client_say(&client, "debug off");
    client_say(&client, "go depth 3");
    client_expect_next(&client, "info depth 1 seldepth ");
    assert_int_equal(count_lines(" currmove "), 0);
    client_end(&client, NULL);
}

static void takes_commands_right_after_the_stop(void **state) {
    (void)state;
    for (int i = 0; i < 20; i++) {
        client_say(&client, "go infinite\nstop\nsetoption name Clear Hash\nucinewgame\ngo depth 1");
        client_expect(&client, "bestmove ");
        client_expect_next(&client, "info depth 1 ");
        client_expect(&client, "bestmove ");
    }
    client_say(&client, "go perft 50\nstop\ngo depth 1");
    client_expect_next(&client, "info string perft: stopped");
    client_expect(&client, "bestmove ");
    client_end(&client, NULL);
}

/* A second search finds its results in the table, unless it was cleared. */
static void clears_the_hash_table(void **state) {
    (void)state;
    long nodes[3];
    for (int i = 0; i < 3; i++) {
        char last[1000] = "";
        const char *line;
        if (i == 2)
            client_say(&client, "setoption name Clear Hash");
        client_say(&client, "go depth 8");
        while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0)
            snprintf(last, sizeof last, "%s", line);
        nodes[i] = number_after(last, " nodes ");
    }
    assert_true(nodes[1] < nodes[0]);
    assert_int_equal(nodes[2], nodes[0]);
    client_end(&client, NULL);
}

static void searches_with_more_threads_than_processors(void **state) {
    (void)state;
    client_say(&client, "setoption name Threads value 256");
    client_expect_next(&client, "info string Threads: ");
    for (int i = 0; i < 3; i++) {
        char last[1000] = "";
        const char *line;
        client_say(&client, "go movetime 200");
        while ((line = client_line(&client)) && strncmp(line, "bestmove ", 9) != 0)
            snprintf(last, sizeof last, "%s", line);
        assert_non_null(line);
        assert_true(number_after(last, "info depth ") >= 1);
    }
    client_end(&client, NULL);
}

static void does_not_answer_before_the_stop(void **state) {
    (void)state;
    static const char *const lines[] = {
        "go infinite",      "go", "go infinite depth 1", "go ponder", "go ponder wtime 1 btime 1",
        "go ponder depth 1"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        client_say(&client, "%s", lines[i]);
        client_expect(&client, "info depth 1 ");
        for (int times = 0; times < 200; times++) {
            client_say(&client, "isready");
            const char *line;
            while ((line = client_line(&client)) && strcmp(line, "readyok") != 0)
                assert_true(strncmp(line, "bestmove", 8) != 0);
            assert_non_null(line);
        }
        client_say(&client, "stop");
        client_expect(&client, "bestmove ");
        client_say(&client, "stop");
        client_expect_silence(&client);
    }
    client_end(&client, NULL);
}

static void answers_after_the_ponderhit(void **state) {
    (void)state;
    static const char *const lines[] = {"go ponder wtime 20 btime 20", "go ponder depth 1",
                                        "go movetime 10 ponder"};
    client_say(&client, "ponderhit");
    client_expect_silence(&client);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        client_say(&client, "%s", lines[i]);
        client_say(&client, "ponderhit");
        client_expect(&client, "bestmove ");
        client_say(&client, "ponderhit");
        client_expect_silence(&client);
    }
    client_say(&client, "go ponder");
    client_say(&client, "ponderhit");
    client_say(&client, "isready");
    client_expect(&client, "readyok");
    client_end(&client, "bestmove ");
}

/* A short clock does not end the search before it runs. */
static void uses_no_time_before_the_ponderhit(void **state) {
    (void)state;
    client_say(&client, "go ponder wtime 50 btime 50");
    client_expect(&client, "info depth 4 ");
    client_say(&client, "ponderhit");
    client_expect(&client, "bestmove ");
    client_end(&client, NULL);
}

/* Returns the planned limit of a search by a clock of a second. */
static long planned_limit(void) {
    client_say(&client, "go wtime 1000 btime 1000 movestogo 1 depth 1");
    long limit = number_after(client_expect(&client, "info string searching "), ", at most ");
    client_expect(&client, "bestmove ");
    return limit;
}

static void subtracts_the_move_overhead(void **state) {
    (void)state;
    client_say(&client, "debug on");
    assert_int_equal(planned_limit(), 970);
    client_say(&client, "setoption name Move Overhead value 200");
    assert_int_equal(planned_limit(), 800);
    client_say(&client, "setoption name move overhead value 0");
    assert_int_equal(planned_limit(), 1000);
    expect_error("setoption name Move Overhead value 5001", "from 0 to 5000");
    client_end(&client, NULL);
}

/* Only one search runs at a time. Allowed commands take effect with the next one. */
static void rejects_commands_during_a_search(void **state) {
    (void)state;
    client_say(&client, "position startpos");
    client_say(&client, "go infinite searchmoves a2a3");
    client_expect(&client, "info depth 1 ");
    client_say(&client, "go depth 1");
    client_expect(&client, "info string go: a search is running: stop it first");
    client_say(&client, "setoption name Hash value 1");
    client_expect(&client, "info string setoption: a search is running: stop it first");
    client_say(&client, "ucinewgame");
    client_expect(&client, "info string ucinewgame: a search is running: stop it first");
    client_say(&client, "position fen 2m4/7/3l3/7/M6/7/2G1L2/b/-1");
    client_say(&client, "d");
    client_expect(&client, "FEN: 2m4/7/3l3/7/M6/7/2G1L2/b/-1");
    client_say(&client, "stop");
    client_expect(&client, "bestmove a2a3");
    client_say(&client, "go depth 1 searchmoves d5d6");
    client_expect(&client, "bestmove d5d6");
    client_end(&client, NULL);
}

static void has_no_move_after_the_end(void **state) {
    (void)state;
    static const char *const fens[] = {LOST, "3l3/7/7/7/7/7/4L2/b/-1"};
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++) {
        client_say(&client, "position fen %s", fens[i]);
        client_say(&client, "go depth 5");
        client_expect_next(&client, "info string ");
        client_expect_next(&client, "bestmove (none)");
        client_say(&client, "go");
        client_expect_next(&client, "info string ");
        client_expect_next(&client, "bestmove (none)");
        client_say(&client, "go infinite");
        client_expect_next(&client, "info string ");
        client_expect_silence(&client);
        client_say(&client, "stop");
        client_expect_next(&client, "bestmove (none)");
    }
    client_end(&client, NULL);
}

/* ---- other commands ---- */

static void counts_perft(void **state) {
    (void)state;
    client_say(&client, "position startpos");
    client_say(&client, "go perft 3");
    int moves = 0;
    const char *line;
    while ((line = client_line(&client)) && strchr(line, ':') == line + 4)
        moves++;
    assert_int_equal(moves, 24);
    assert_string_equal(line, "Nodes searched: 14332");
    client_say(&client, "setoption name Threads value 2");
    client_say(&client, "go perft 5");
    assert_string_equal(client_expect(&client, "Nodes"), "Nodes searched: 9404326");
    client_say(&client, "go perft 50");
    client_say(&client, "go depth 1");
    client_expect_next(&client, "info string go: perft is running");
    client_say(&client, "stop");
    client_expect_next(&client, "info string perft: stopped");
    client_say(&client, "go depth 1");
    client_expect(&client, "bestmove ");
    client_say(&client, "go perft 4");
    client_end(&client, "Nodes searched: 356456");
}

static void runs_the_benchmark(void **state) {
    (void)state;
    char first[100];
    client_say(&client, "bench 3");
    snprintf(first, sizeof first, "%s", client_expect(&client, "signature "));
    client_expect_next(&client, "nodes/s ");
    client_say(&client, "bench 3 2 4");
    assert_string_equal(client_expect(&client, "signature "), first);
    client_expect(&client, "nodes/s on 2 threads ");
    client_say(&client, "bench 100");
    client_expect(&client, "search, depth 100");
    client_say(&client, "bench 3");
    client_expect(&client, "info string bench: bench is running");
    client_say(&client, "stop");
    client_expect(&client, "info string bench: stopped");
    expect_error("bench x", "expected a whole number");
    client_end(&client, NULL);
}

static void explains_the_evaluation(void **state) {
    (void)state;
    client_say(&client, "position startpos");
    client_say(&client, "eval");
    client_expect(&client, " g+"); /* what the giraffe is worth to Black */
    client_expect(&client, "Network: congo network ");
    client_expect(&client, "Evaluation: ");
    client_say(&client, "position fen " LOST);
    client_say(&client, "eval");
    client_expect_next(&client, "Evaluation: none: Black captured the lion");
    client_end(&client, NULL);
}

static void shows_the_board(void **state) {
    (void)state;
    client_say(&client, "setoption name UCI_Variant value islands");
    client_say(&client, "position startpos moves a2a3");
    client_say(&client, "d");
    client_expect_next(&client, " 7   g m e l e c z");
    client_expect_next(&client, " 6   p p p p p p p");
    client_expect_next(&client, " 5   - - - - - - -");
    client_expect_next(&client, " 4   ^ ^ + + + ^ ^");
    client_expect_next(&client, " 3   P - - - - - -");
    client_expect(&client, "Variant: islands");
    client_expect_next(&client, "FEN: gmelecz/ppppppp/7/7/P6/1PPPPPP/GMELECZ/b/-1");
    client_expect_next(&client, "Key: ");
    client_expect_next(&client, "Legal moves: ");
    client_say(&client, "position fen 3l3/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/1p1p1p1/M2L3/w/-1");
    client_say(&client, "d");
    client_expect(&client, "Some of the legal moves: ");
    client_say(&client, "position fen " LOST);
    client_say(&client, "d");
    client_expect(&client, "Result: Black captured the lion");
    client_end(&client, NULL);
}

static void reports_unknown_commands(void **state) {
    (void)state;
    expect_error("joho", "unknown command \"joho\"");
    expect_error("joho what", "unknown command \"joho\"");
    expect_error("debug", "expected \"on\" or \"off\"");
    expect_error("debug maybe", "expected \"on\" or \"off\"");
    expect_error("GO", "unknown command \"GO\"");
    expect_error("\x1b[2J\xff", "unknown command \"?[2J?\"");
    client_send(&client, "is\0ready\n", 9);
    client_expect_next(&client, "info string a line with a zero byte");
    client_expect_silence(&client);
    client_end(&client, NULL);
}

static void skips_unknown_words_before_a_command(void **state) {
    (void)state;
    client_say(&client, "joho oh isready");
    client_expect_next(&client, "info string unknown command \"joho\"");
    client_expect_next(&client, "readyok");
    client_say(&client, "please position startpos moves d2d3");
    client_expect_next(&client, "info string unknown command \"please\"");
    expect_fen("gmelecz/ppppppp/7/7/3P3/PPP1PPP/GMELECZ/b/-1");
    client_say(&client, "now quit");
    client_expect_next(&client, "info string unknown command \"now\"");
    assert_null(client_line(&client));
    client_end(&client, NULL);
}

/* ---- the end ---- */

static void quits_at_once(void **state) {
    (void)state;
    static const char *const lines[] = {"isready", "go infinite", "go perft 50", "bench 100"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (i > 0)
            client_start(&client);
        client_say(&client, "%s", lines[i]);
        client_say(&client, "quit");
        while (client_line(&client))
            continue;
        client_end(&client, NULL);
    }
}

static void ends_at_the_end_of_input(void **state) {
    (void)state;
    client_end(&client, NULL);
    client_start(&client);
    client_say(&client, "go infinite");
    client_end(&client, "bestmove ");
    client_start(&client);
    client_say(&client, "go ponder wtime 10 btime 10");
    client_end(&client, "bestmove ");
    client_start(&client);
    client_send(&client, "go depth 1", 10); /* without a line end */
    client_end(&client, "bestmove ");
}

#define UCI_TEST(function) cmocka_unit_test_setup(function, begin)

int main(void) {
    const struct CMUnitTest tests[] = {
        UCI_TEST(greets_with_its_name_and_options),
        UCI_TEST(ignores_a_byte_order_mark),
        UCI_TEST(accepts_valid_options_silently),
        UCI_TEST(rejects_invalid_options),
        UCI_TEST(prints_multipv_lines),
        UCI_TEST(plays_the_variant_that_is_set),
        UCI_TEST(reports_the_move_of_a_weak_level),
        UCI_TEST(sets_up_positions),
        UCI_TEST(plays_a_monkeys_jumps),
        UCI_TEST(keeps_the_position_if_the_new_one_is_invalid),
        UCI_TEST(knows_the_moves_before_the_position),
        UCI_TEST(obeys_every_limit),
        UCI_TEST(searches_to_the_depth),
        UCI_TEST(reports_mates_in_moves),
        UCI_TEST(searches_only_the_moves_given),
        UCI_TEST(answers_an_invalid_go),
        UCI_TEST(answers_in_spite_of_wrong_words),
        UCI_TEST(reports_details_when_debugging),
        UCI_TEST(takes_commands_right_after_the_stop),
        UCI_TEST(clears_the_hash_table),
        UCI_TEST(searches_with_more_threads_than_processors),
        UCI_TEST(does_not_answer_before_the_stop),
        UCI_TEST(answers_after_the_ponderhit),
        UCI_TEST(uses_no_time_before_the_ponderhit),
        UCI_TEST(subtracts_the_move_overhead),
        UCI_TEST(rejects_commands_during_a_search),
        UCI_TEST(has_no_move_after_the_end),
        UCI_TEST(counts_perft),
        UCI_TEST(runs_the_benchmark),
        UCI_TEST(explains_the_evaluation),
        UCI_TEST(shows_the_board),
        UCI_TEST(reports_unknown_commands),
        UCI_TEST(skips_unknown_words_before_a_command),
        UCI_TEST(quits_at_once),
        UCI_TEST(ends_at_the_end_of_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
