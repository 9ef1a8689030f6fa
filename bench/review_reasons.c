/*
 * Reviews the games of files and judges the reason of every mark by rules that share nothing with
 * those of the review (tests/review/reason_judge.h). Prints each kind of reason with its count and
 * how many are false, and how many marks have no reason.
 *
 * Usage: review_reasons FILE... [nodes=N] [list=1]
 *
 * list=1 shows every mark with its reason. Fails if a reason is false, or if more than 5 % of the
 * marks have none.
 */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/review/reason_judge.h"
#include "base/file.h"
#include "common.h"
#include "review/review.h"
#include "review/review_words.h"
#include "rules/games/gamereader.h"

enum { NODES = 20000, HASH_MB = 16, WITHOUT_MAX = 5 /* % */ };

static const char name[] = "review-reasons";

typedef struct Reasons {
    Engine *engine;
    ReviewOptions options;
    bool list;
    size_t games;
    size_t counts[CAUSE_KIND_COUNT][REASON_UNPROVED + 1]; /* by kind and verdict */
} Reasons;

static const char *const verdicts[] = {"", "FALSE ", "unproved "};

static void list_move(const Reasons *reasons, const Review *review, const Record *record,
                      size_t ply, ReasonVerdict verdict) {
    char text[REVIEW_SENTENCE_SIZE], number[RECORD_NUMBER_SIZE];
    record_write_number(record, ply - 1, number);
    review_words_move(review, record, ply, notation_congo, text);
    printf("%s%zu: %s %s\n", verdicts[verdict], reasons->games, number, text);
}

static void judge_moves(Reasons *reasons, const Review *review, const Record *record) {
    for (size_t ply = 1; ply <= review->count; ply++) {
        const ReviewMove *move = &review->moves[ply - 1];
        if (move->mark < REVIEW_INACCURACY)
            continue;
        const ReasonVerdict verdict =
            move->cause.kind == CAUSE_UNKNOWN ? REASON_UNPROVED : reason_judge(review, record, ply);
        reasons->counts[move->cause.kind][verdict]++;
        if (reasons->list || verdict == REASON_FALSE)
            list_move(reasons, review, record, ply, verdict);
    }
}

static void judge_game(Reasons *reasons, const Record *record) {
    Error error = {0};
    Review *review =
        review_game(record, reasons->engine, &reasons->options, NULL, NULL, NULL, &error);
    if (review != NULL)
        judge_moves(reasons, review, record);
    else
        bench_fail(name, error.text);
    review_free(review);
}

/* Prints the table. Returns whether the reasons are good enough. */
static bool report(const Reasons *reasons) {
    size_t marks = 0, wrong = 0;
    printf("%-26s %6s %6s %8s\n", "reason", "marks", "false", "unproved");
    for (int kind = 0; kind < CAUSE_KIND_COUNT; kind++) {
        const size_t *counts = reasons->counts[kind];
        const size_t count = counts[REASON_HOLDS] + counts[REASON_FALSE] + counts[REASON_UNPROVED];
        marks += count;
        wrong += counts[REASON_FALSE];
        if (kind != CAUSE_UNKNOWN)
            printf("%-26s %6zu %6zu %8zu\n", reason_name((ReviewCauseKind)kind), count,
                   counts[REASON_FALSE], counts[REASON_UNPROVED]);
    }
    const size_t without = reasons->counts[CAUSE_UNKNOWN][REASON_UNPROVED];
    const bool pass = wrong == 0 && without * 100 <= marks * WITHOUT_MAX;
    printf("%zu games, %zu marks: %zu false reasons, %zu without a reason (at most %d %%): %s\n",
           reasons->games, marks, wrong, without, WITHOUT_MAX, pass ? "pass" : "fail");
    return pass;
}

static void judge_file(Reasons *reasons, const char *path) {
    Error error = {0};
    size_t length = 0;
    char *text = file_read(path, &length, &error);
    if (text == NULL)
        bench_fail(name, error.text);
    GameReader reader;
    gamereader_init(&reader, path, text, length);
    while (gamereader_more(&reader)) {
        Record *record = gamereader_next(&reader, false, &error);
        if (record == NULL)
            bench_fail(name, error.text);
        reasons->games++;
        judge_game(reasons, record);
        record_free(record);
    }
    free(text);
}

int main(int argc, char **argv) {
    Reasons reasons = {.engine = bench_engine(name, HASH_MB, 1)};
    reasons.options.nodes = (uint64_t)bench_option(argc, argv, "nodes", NODES);
    reasons.options.again = true;
    reasons.list = bench_option(argc, argv, "list", 0) != 0;
    for (int i = 1; i < argc; i++)
        if (strchr(argv[i], '=') == NULL)
            judge_file(&reasons, argv[i]);
    const bool pass = report(&reasons);
    engine_free(reasons.engine);
    return pass ? EXIT_SUCCESS : EXIT_FAILURE;
}
