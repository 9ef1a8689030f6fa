#include <config.h>

#include "uci/uci.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "config/table.h"
#include "config/variantfile.h"
#include "engine/engine.h"
#include "engine/evaluate.h"
#include "engine/weight_fields.h"
#include "rules/coordinate.h"
#include "rules/diagram.h"
#include "rules/fen.h"
#include "uci/bench.h"
#include "uci/uci_client.h"
#include "uci/uci_endings_list.h"
#include "uci/uci_go.h"
#include "uci/uci_options.h"
#include "uci/uci_output.h"
#include "uci/uci_position.h"
#include "uci/wits_protocol.h"

/* ---- commands ---- */

static bool uci_uci(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    uci_output_print("id name Congo " PACKAGE_VERSION "\nid author The Congo developers");
    uci_options_print(client);
    uci_output_print("uciok");
    return true;
}

static bool uci_isready(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    if (uci_client_is_idle(client, NULL))
        uci_client_open_endings(client);
    uci_output_print("readyok");
    return true;
}

static bool uci_debug(UciClient *client, char *arguments, Error *error) {
    const char *word = text_trim(arguments);
    bool on = strcmp(word, "on") == 0;
    if (!on && strcmp(word, "off") != 0)
        return error_set(error, ERROR_SYNTAX, "expected \"on\" or \"off\"");
    client->debug = on;
    return true;
}

static bool uci_ucinewgame(UciClient *client, char *arguments, Error *error) {
    (void)arguments;
    if (!uci_client_is_idle(client, error))
        return false;
    engine_new_game(client->engine);
    uci_client_new_game(client);
    return true;
}

/* Waits for the answer: the next line may be a command that needs an idle engine. */
static bool uci_stop(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    uci_job_cancel(&client->job);
    uci_client_drain(client);
    return true;
}

static bool uci_ponderhit(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    engine_ponder_hit(client->engine);
    return true;
}

/* ---- d: shows the position ---- */

enum { MOVES_SHOWN_MAX = 500 };

static void add_moves(Buffer *text, const Record *game) {
    MoveList list;
    movelist_init(&list);
    bool all = record_is_over(game) || movegen_some(record_position(game), MOVES_SHOWN_MAX, &list);
    buffer_add_string(text, all ? "Legal moves:" : "Some of the legal moves:");
    for (size_t i = 0; i < list.count; i++) {
        if (record_repetition_forbids(game, list.moves[i]))
            continue;
        buffer_add_string(text, " ");
        coordinate_add(text, list.moves[i]);
    }
    buffer_add_string(text, "\n");
    movelist_free(&list);
}

static bool uci_d(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    const Position *position = record_position(client->game);
    Buffer text = {0};
    char fen[FEN_SIZE];
    fen_write(position, fen);
    diagram_board(position, &text);
    buffer_add_format(&text, "\nVariant: %s\nFEN: %s\nKey: %016" PRIx64 "\n",
                      position->variant->name, fen, position->key);
    if (record_is_over(client->game))
        buffer_add_format(&text, "Result: %s\n", outcome_sentence(record_outcome(client->game)));
    add_moves(&text, client->game);
    uci_output_print_buffer(&text);
    return true;
}

/* ---- eval: shows the terms of the static evaluation ---- */

/* The sum of a field of the weights for one side, in hundredths of a pawn. */
typedef struct TermSum {
    int middle, end; /* in the middle game and the end game */
} TermSum;

static TermSum field_sum(const WeightField *field, const int16_t count[WEIGHT_COUNT]) {
    const Weight *weight = (const Weight *)(const void *)&weights;
    size_t end = field->first + (size_t)field->rows * (size_t)field->columns;
    TermSum sum = {0, 0};
    for (size_t i = field->first; i < end; i++) {
        sum.middle += count[i] * weight_middle(weight[i]);
        sum.end += count[i] * weight_end(weight[i]);
    }
    return sum;
}

/* Returns the sum in pawns, interpolated by the game phase. */
static double tapered(TermSum sum, int phase) {
    return (sum.middle * phase + sum.end * (PHASE_MAX - phase)) / (PHASE_MAX * 100.0);
}

static void add_field(Buffer *text, const WeightField *field, const EvaluationTrace *trace) {
    TermSum white = field_sum(field, trace->count[WHITE]);
    TermSum black = field_sum(field, trace->count[BLACK]);
    buffer_add_format(text, "%-12s %8.2f %8.2f %8.2f %8.2f %8.2f\n", field->name,
                      white.middle / 100.0, white.end / 100.0, black.middle / 100.0,
                      black.end / 100.0,
                      tapered(white, trace->phase) - tapered(black, trace->phase));
}

static void add_terms(Buffer *text, const Position *position) {
    EvaluationTrace trace;
    Score score = evaluate_trace(position, &trace);
    buffer_add_format(text, "%-12s %17s %17s\n%-12s %8s %8s %8s %8s %8s\n", "", "White", "Black",
                      "term", "middle", "end", "middle", "end", "total");
    for (const WeightField *field = weight_fields; field->name; field++)
        add_field(text, field, &trace);
    buffer_add_format(text,
                      "Phase: %d of %d, where 0 is the end game\n"
                      "Scale: %d of %d, less when a draw is near\n"
                      "Evaluation: %+.2f pawns for White\n",
                      trace.phase, PHASE_MAX, trace.scale, SCALE_MAX, score / 100.0);
}

static bool uci_eval(UciClient *client, char *arguments, Error *error) {
    (void)arguments, (void)error;
    const Position *position = record_position(client->game);
    Buffer text = {0};
    if (record_is_over(client->game))
        buffer_add_format(&text, "Evaluation: none: %s\n",
                          outcome_sentence(record_outcome(client->game)));
    else if (position_can_capture_lion(position))
        buffer_add_format(&text, "Evaluation: none: %s can capture the lion.\n",
                          color_name(position_side(position)));
    else
        add_terms(&text, position);
    uci_output_print_buffer(&text);
    return true;
}

/* ---- bench [DEPTH [THREADS [HASH]]] ---- */

static bool bench_work(UciJob *job, Buffer *text, Error *error) {
    return bench_run(job->context, &job->cancelled, text, error);
}

/* Reads an optional number. Without a word *number keeps its default. */
static bool read_number(char **arguments, const char *name, int min, int max, int *number,
                        Error *error) {
    const char *word = text_next_word(arguments);
    int64_t value = *number;
    if (word && !text_parse_clamped(name, word, min, max, &value, error))
        return false;
    *number = (int)value;
    return true;
}

static bool uci_bench(UciClient *client, char *arguments, Error *error) {
    BenchOptions options;
    setting_table_store_defaults(&table_commands[COMMAND_BENCH].table, &options);
    if (!uci_client_is_idle(client, error) ||
        !read_number(&arguments, "depth", 1, SEARCH_DEPTH_MAX, &options.depth, error) ||
        !read_number(&arguments, "threads", 1, ENGINE_THREADS_MAX, &options.threads, error) ||
        !read_number(&arguments, "hash", HASH_MB_MIN, HASH_MB_MAX, &options.hash_mb, error))
        return false;
    BenchOptions *context = memory_allocate(sizeof *context);
    *context = options;
    return uci_job_start(&client->job, "bench", bench_work, context, error);
}

static const struct {
    const char *name;
    UciCommand *run;
} commands[] = {
    {"uci", uci_uci},
    {"debug", uci_debug},
    {"isready", uci_isready},
    {"ucinewgame", uci_ucinewgame},
    {"setoption", uci_options_set},
    {"position", uci_position},
    {"go", uci_go},
    {"stop", uci_stop},
    {"ponderhit", uci_ponderhit},
    {"d", uci_d},
    {"eval", uci_eval},
    {"endings", uci_endings_list},
    {"bench", uci_bench},
};
enum { UCI_COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* ---- the loop ---- */

/* Returns false if there is no such command. */
static bool run_command(UciClient *client, const char *name, char *arguments) {
    Error error = {0};
    for (int i = 0; i < UCI_COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) == 0) {
            if (!commands[i].run(client, arguments, &error))
                uci_output_print("info string %s: %s", name, error.text);
            return true;
        }
    }
    return false;
}

/* Skips unknown words before the command, as the protocol asks, and names the first. Returns false
 * if the client quits. */
static bool run_line(UciClient *client, char *line) {
    char excerpt[EXCERPT_SIZE];
    const char *name;
    bool skipped = false;
    while ((name = text_next_word(&line))) {
        if (strcmp(name, "quit") == 0)
            return false;
        if (run_command(client, name, line))
            return true;
        if (!skipped)
            uci_output_print("info string unknown command \"%s\"",
                             text_excerpt(name, strlen(name), excerpt));
        skipped = true;
    }
    return true;
}

/* Returns true if the client quits, false at the end of the input. */
static bool run_lines(UciClient *client, UciInput *input) {
    for (;;) {
        switch (uci_input_read_line(input)) {
        case UCI_INPUT_LINE:
            if (!run_line(client, input->text))
                return true;
            break;
        case UCI_INPUT_TOO_LONG:
            uci_output_print("info string a line of more than %d bytes is ignored", UCI_LINE_MAX);
            break;
        case UCI_INPUT_BINARY:
            uci_output_print("info string a line with a zero byte is ignored");
            break;
        case UCI_INPUT_END:
            return false;
        }
    }
}

int uci_run(UciInput *input, const Variant *variant, const char *endings, Error *error) {
    UciClient client;
    if (!uci_client_open(&client, variant ? variant : variant_default(), endings, error))
        return COMMAND_FAILED;
    if (!run_lines(&client, input))
        uci_client_drain(&client);
    uci_client_close(&client);
    return COMMAND_OK;
}

/* Detects the protocol by the first line that is not blank, and leaves that line unread. */
static bool is_wits_protocol(UciInput *input) {
    UciInputStatus status;
    do {
        status = uci_input_read_line(input);
    } while (status == UCI_INPUT_LINE && text_is_blank(input->text));
    if (status == UCI_INPUT_END)
        return false;
    uci_input_unread_line(input);
    return status == UCI_INPUT_LINE && wits_protocol_detect(input->text);
}

int uci_serve(const EngineOptions *options, Error *error) {
    UciInput input = {.file = STDIN_FILENO, .lines.limit = UCI_LINE_MAX};
    Variant found, *variant = options->variant ? &found : NULL;
    if (variant && !variantfile_load(options->variant, variant, error)) {
        error_prefix(error, "--variant: ");
        return COMMAND_FAILED;
    }
    int status = (is_wits_protocol(&input) ? wits_protocol_run : uci_run)(&input, variant,
                                                                          options->endings, error);
    line_buffer_free(&input.lines);
    return status;
}
