/* eval: how the static evaluation comes about. */
#include <config.h>

#include "engine/evaluate.h"
#include "rules/buffer.h"
#include "uci/output.h"
#include "uci/uci_client.h"

/* What a field of the table of weights adds for one side, in hundredths of a pawn. */
typedef struct TermSum {
    int middle;
    int end;
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

/* In pawns. */
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

bool uci_eval(UciClient *client, char *arguments, Error *error) {
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
    uci_io_print_buffer(&text);
    return true;
}
