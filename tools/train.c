/*
 * Trains the network of the evaluation (src/engine/nnue.h) on samples of tools/selfplay, and
 * writes it as integers. The same samples, seed and options give the same network, whatever the
 * number of threads.
 *
 * The loss is the squared difference between the predicted result of a position and a mixture of
 * the game's result and the result that the search's score predicts. It is minimised by Adam (D.
 * Kingma, J. Ba, "Adam: A Method for Stochastic Optimization", 2015) with a step that falls to 0.
 */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/monotonic.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/random.h"
#include "engine/evaluate.h"
#include "tools/flags.h"
#include "tools/sample.h"

enum {
    SLICES = 16, /* of a batch; their gradients are added in order, whichever thread made them */
    PARTS = 16,  /* of the weights, which threads share in a step */
    LANES = 8,   /* partial sums, which compilers turn into vectors */
    ACTIVE_MAX = COLOR_COUNT * PIECES_MAX + BOARD_FILES, /* inputs of a view that are on */
    HELD_OUT = 50 /* the last 1/50 of the samples tests what the others have taught */
};

/* Options. */
static int64_t epochs = 12;
static int64_t batch_size = 16384;
static int64_t seed = 1;
static int64_t threads = 2;
static double step_size = 0.002;
static double result_share = 0.3;
static double score_unit = 150;
static const char *output;

static const Flag flags[] = {
    {"--output", FLAG_TEXT, &output, 0, 0, "the network to write"},
    {"--epochs", FLAG_INTEGER, &epochs, 1, 10000, "passes over the samples"},
    {"--batch", FLAG_INTEGER, &batch_size, SLICES, 1 << 20, "samples of a step"},
    {"--step", FLAG_REAL, &step_size, 1e-6, 1, "size of the first steps"},
    {"--result", FLAG_REAL, &result_share, 0, 1, "share of the game's result in what is learned"},
    {"--unit", FLAG_REAL, &score_unit, 1, 10000, "score that wins with odds of e to 1"},
    {"--seed", FLAG_INTEGER, &seed, 0, INT32_MAX, "seed of the first weights and the order"},
    {"--threads", FLAG_INTEGER, &threads, 1, PARALLEL_THREADS_MAX, "threads"},
    {NULL, FLAG_SWITCH, NULL, 0, 0, NULL},
};

/* The network in real numbers, and also its gradient and Adam's averages. All members are float. */
typedef struct Weights {
    float hidden[NNUE_INPUTS][NNUE_HIDDEN];
    float hidden_bias[NNUE_HIDDEN];
    float output[NNUE_BUCKETS][COLOR_COUNT][NNUE_HIDDEN];
    float output_bias[NNUE_BUCKETS];
} Weights;

enum { WEIGHT_COUNT = sizeof(Weights) / sizeof(float) };

/* A sample as the network sees it: by view, the side to move first. */
typedef struct Example {
    int count;
    int inputs[COLOR_COUNT][ACTIVE_MAX];
    int bucket;
    float scale;  /* by which the draw's nearness shrinks the output */
    float target; /* for the side to move, 0..1 */
} Example;

typedef struct Training {
    uint8_t (*samples)[SAMPLE_SIZE]; /* owned */
    size_t count;
    size_t capacity;
    size_t held_out;                  /* of them, the last */
    uint32_t *order;                  /* owned; of the others, in this epoch */
    Weights *weights, *mean, *square; /* owned */
    Weights *slices[SLICES];          /* owned; gradients */
    double losses[SLICES];
    size_t first, batch; /* of this step */
    size_t step, steps;
    int64_t epochs;       /* that ran */
    uint64_t mirror_seed; /* of the epoch: half of the positions are mirrored */
    bool testing;
} Training;

/* ---- examples ---- */

static double sigmoid(double z) {
    return 1 / (1 + exp(-z));
}

static void add_inputs(Example *example, const Position *position, Square square, bool mirrored) {
    const Color color = position_color_at(position, square);
    const int piece = nnue_piece(position->variant->pawns, position_piece_at(position, square));
    const Color side = position_side(position);
    const Square seen = mirrored ? square_mirror(square) : square;
    example->inputs[0][example->count] = nnue_input(side, color, piece, seen);
    example->inputs[1][example->count++] = nnue_input(color_other(side), color, piece, seen);
}

static void example_init(Example *example, const uint8_t *bytes, bool mirrored) {
    Sample sample;
    sample_unpack(bytes, &sample);
    const Position *position = &sample.position;
    const Color side = position_side(position);
    const int limit = position->variant->quiet_plies;
    *example = (Example){.bucket = nnue_bucket(position), .scale = 1};
    for (Bitboard set = position_occupied(position); set;)
        add_inputs(example, position, bitboard_pop(&set), mirrored);
    for (Bitboard set = position->variant->islands; set; example->count++) {
        const Square square = bitboard_pop(&set);
        example->inputs[0][example->count] = example->inputs[1][example->count] =
            nnue_island_input(mirrored ? square_mirror(square) : square);
    }
    if (limit > 0)
        example->scale -= 0.5F * (float)min_int(position->quiet, limit) / (float)limit;
    const double result = sample.result == RESULT_DRAW                         ? 0.5
                          : (sample.result == RESULT_WHITE) == (side == WHITE) ? 1
                                                                               : 0;
    const double score = side == WHITE ? sample.score : -sample.score;
    example->target =
        (float)(result_share * result + (1 - result_share) * sigmoid(score / score_unit));
}

/* ---- one example ---- */

typedef struct Forward {
    float clipped[COLOR_COUNT][NNUE_HIDDEN];
    float output;
} Forward;

static float dot(const float *a, const float *b) {
    float lanes[LANES] = {0};
    float sum = 0;
    for (int i = 0; i < NNUE_HIDDEN; i += LANES) {
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] += a[i + lane] * b[i + lane];
    }
    for (int lane = 0; lane < LANES; lane++)
        sum += lanes[lane];
    return sum;
}

static void forward(const Weights *weights, const Example *example, Forward *result) {
    result->output = weights->output_bias[example->bucket];
    for (int view = 0; view < COLOR_COUNT; view++) {
        float *values = result->clipped[view];
        float squares[NNUE_HIDDEN];
        memcpy(values, weights->hidden_bias, sizeof weights->hidden_bias);
        for (int input = 0; input < example->count; input++) {
            const float *row = weights->hidden[example->inputs[view][input]];
            for (int i = 0; i < NNUE_HIDDEN; i++)
                values[i] += row[i];
        }
        for (int i = 0; i < NNUE_HIDDEN; i++) {
            values[i] = values[i] < 0 ? 0 : values[i] > 1 ? 1 : values[i];
            squares[i] = values[i] * values[i];
        }
        result->output += dot(squares, weights->output[example->bucket][view]);
    }
}

/* Adds the gradient of an example, whose loss changes with the output by `slope`. */
static void backward(const Weights *weights, const Example *example, const Forward *result,
                     float slope, Weights *gradient) {
    gradient->output_bias[example->bucket] += slope;
    for (int view = 0; view < COLOR_COUNT; view++) {
        const float *values = result->clipped[view];
        const float *outputs = weights->output[example->bucket][view];
        float *output_gradient = gradient->output[example->bucket][view];
        float slopes[NNUE_HIDDEN];
        for (int i = 0; i < NNUE_HIDDEN; i++) {
            output_gradient[i] += slope * values[i] * values[i];
            slopes[i] = values[i] < 1 ? 2 * slope * outputs[i] * values[i] : 0;
            gradient->hidden_bias[i] += slopes[i];
        }
        for (int input = 0; input < example->count; input++) {
            float *row = gradient->hidden[example->inputs[view][input]];
            for (int i = 0; i < NNUE_HIDDEN; i++)
                row[i] += slopes[i];
        }
    }
}

/* Returns the loss and sets its slope. */
static double example_loss(const Example *example, float value, float *slope) {
    const double factor = NNUE_SCALE / score_unit * example->scale;
    const double predicted = sigmoid(value * factor);
    const double error = predicted - example->target;
    *slope = (float)(2 * error * predicted * (1 - predicted) * factor);
    return error * error;
}

/* ---- batches ---- */

static void slice_run(void *context, int worker, size_t slice) {
    Training *training = context;
    Weights *gradient = training->slices[slice];
    const size_t from = training->batch * slice / SLICES;
    const size_t to = training->batch * (slice + 1) / SLICES;
    (void)worker;
    training->losses[slice] = 0;
    if (!training->testing)
        memset(gradient, 0, sizeof *gradient);
    for (size_t i = training->first + from; i < training->first + to; i++) {
        const size_t index = training->testing ? i : training->order[i];
        uint64_t state = index ^ training->mirror_seed;
        Example example;
        Forward result;
        float slope;
        example_init(&example, training->samples[index],
                     !training->testing && random_next(&state) >> 63);
        forward(training->weights, &example, &result);
        training->losses[slice] += example_loss(&example, result.output, &slope);
        if (!training->testing)
            backward(training->weights, &example, &result, slope, gradient);
    }
}

/* Runs the batch and returns the sum of its losses. */
static double batch_run(Training *training, size_t first, size_t count) {
    double loss = 0;
    training->first = first;
    training->batch = count;
    parallel_for((int)threads, SLICES, slice_run, training);
    for (int slice = 0; slice < SLICES; slice++)
        loss += training->losses[slice];
    return loss;
}

/* A step of Adam for a part of all weights. */
static void adam_run(void *context, int worker, size_t part) {
    Training *training = context;
    const double step = (double)(training->step + 1);
    const double decay1 = 0.9, decay2 = 0.999;
    const double progress = (double)training->step / (double)training->steps;
    const double size = step_size * (1 + cos(3.14159265358979 * progress)) / 2;
    const float rate = (float)(size * sqrt(1 - pow(decay2, step)) / (1 - pow(decay1, step)));
    const float limit = (float)NNUE_WEIGHT_MAX / NNUE_OUTPUT_ONE;
    float *weights = (float *)training->weights, *mean = (float *)training->mean;
    float *square = (float *)training->square;
    (void)worker;
    for (size_t i = WEIGHT_COUNT * part / PARTS; i < WEIGHT_COUNT * (part + 1) / PARTS; i++) {
        float gradient = 0;
        for (int slice = 0; slice < SLICES; slice++)
            gradient += ((const float *)training->slices[slice])[i];
        gradient /= (float)training->batch;
        mean[i] += (float)(1 - decay1) * (gradient - mean[i]);
        square[i] += (float)(1 - decay2) * (gradient * gradient - square[i]);
        weights[i] -= rate * mean[i] / (sqrtf(square[i]) + 1e-8F);
        weights[i] = weights[i] > limit ? limit : weights[i] < -limit ? -limit : weights[i];
    }
}

static void shuffle(Training *training, uint64_t *random) {
    const size_t count = training->count - training->held_out;
    for (size_t i = 0; i < count; i++)
        training->order[i] = (uint32_t)i;
    for (size_t i = count; i > 1; i--) {
        const size_t other = random_below(random, i);
        const uint32_t swapped = training->order[i - 1];
        training->order[i - 1] = training->order[other];
        training->order[other] = swapped;
    }
    training->mirror_seed = random_next(random);
}

/* Returns the loss on the held out samples if the pieces' values were the evaluation. */
static double material_test(const Training *training) {
    double loss = 0;
    for (size_t i = training->count - training->held_out; i < training->count; i++) {
        Sample sample;
        Example example;
        Score balance = 0;
        float slope;
        sample_unpack(training->samples[i], &sample);
        example_init(&example, training->samples[i], false);
        const Position *position = &sample.position;
        for (Bitboard set = position_occupied(position); set;) {
            const Square square = bitboard_pop(&set);
            const Score value = evaluate_piece(position, position_piece_at(position, square));
            const bool own = position_color_at(position, square) == position_side(position);
            balance += own ? value : -value;
        }
        loss += example_loss(&example, (float)balance / NNUE_SCALE, &slope);
    }
    return loss / (double)training->held_out;
}

static double training_test(Training *training) {
    training->testing = true;
    const double loss =
        batch_run(training, training->count - training->held_out, training->held_out);
    training->testing = false;
    return loss / (double)training->held_out;
}

/* ---- integers ---- */

/* Rounds a weight to an integer, by which it is replaced. */
static int16_t round_weight(float *weight, double one) {
    const int16_t rounded = (int16_t)lrint(*weight * one);
    *weight = (float)(rounded / one);
    return rounded;
}

static void round_weights(Weights *weights, NnueWeights *rounded) {
    for (int input = 0; input < NNUE_INPUTS; input++) {
        for (int i = 0; i < NNUE_HIDDEN; i++)
            rounded->hidden[input][i] = round_weight(&weights->hidden[input][i], NNUE_ONE);
    }
    for (int i = 0; i < NNUE_HIDDEN; i++)
        rounded->hidden_bias[i] = round_weight(&weights->hidden_bias[i], NNUE_ONE);
    for (int bucket = 0; bucket < NNUE_BUCKETS; bucket++) {
        for (int side = 0; side < COLOR_COUNT; side++) {
            for (int i = 0; i < NNUE_HIDDEN; i++)
                rounded->output[bucket][side][i] =
                    round_weight(&weights->output[bucket][side][i], NNUE_OUTPUT_ONE);
        }
        rounded->output_bias[bucket] = round_weight(&weights->output_bias[bucket], NNUE_SCALE);
    }
}

/* Writes the network as src/engine/nnue.awk reads it. */
static bool network_write(const Training *training, const NnueWeights *rounded, Error *error) {
    const int16_t *numbers = &rounded->hidden[0][0];
    FILE *file = fopen(output, "wb");
    if (file) {
        fprintf(file, NNUE_HEADING " samples %zu epochs %" PRId64 " seed %" PRId64 "\n",
                NNUE_INPUTS, NNUE_HIDDEN, NNUE_BUCKETS, nnue_hash(rounded), training->count,
                training->epochs, seed);
        for (size_t i = 0; i < sizeof *rounded / sizeof *numbers; i++) {
            fputc(numbers[i] & UINT8_MAX, file);
            fputc(numbers[i] >> 8 & UINT8_MAX, file);
        }
    }
    const bool failed = !file || ferror(file);
    if (file && fclose(file) == 0 && !failed)
        return true;
    return error_set(error, ERROR_IO, "%s cannot be written", output);
}

/* ---- the program ---- */

static bool read_samples(Training *training, const char *name, Error *error) {
    uint8_t bytes[SAMPLE_SIZE];
    Sample sample;
    size_t got = 0;
    bool sound = true;
    FILE *file = fopen(name, "rb");
    if (!file)
        return error_set(error, ERROR_IO, "%s cannot be read", name);
    while (sound && (got = fread(bytes, 1, sizeof bytes, file)) == sizeof bytes) {
        sound = sample_unpack(bytes, &sample);
        if (training->count == training->capacity) {
            training->capacity = 2 * training->capacity + 4096;
            training->samples = memory_resize(training->samples, training->capacity, SAMPLE_SIZE);
        }
        memcpy(training->samples[training->count++], bytes, sizeof bytes);
    }
    fclose(file);
    return (sound && got == 0) ||
           error_set(error, ERROR_SYNTAX, "%s is not a file of samples", name);
}

static void weights_init(Weights *weights, uint64_t *random) {
    for (int input = 0; input < NNUE_INPUTS; input++) {
        for (int i = 0; i < NNUE_HIDDEN; i++)
            weights->hidden[input][i] = ((float)random_below(random, 20001) / 10000 - 1) * 0.15F;
    }
    for (int i = 0; i < NNUE_HIDDEN; i++)
        weights->hidden_bias[i] = 0.1F;
    for (int bucket = 0; bucket < NNUE_BUCKETS; bucket++) {
        for (int i = 0; i < NNUE_HIDDEN; i++) {
            const float value = ((float)random_below(random, 20001) / 10000 - 1) * 0.2F;
            weights->output[bucket][0][i] = bucket == 0 ? value : weights->output[0][0][i];
            weights->output[bucket][1][i] = -weights->output[bucket][0][i];
        }
    }
}

static void train(Training *training) {
    uint64_t random = (uint64_t)seed;
    const size_t count = training->count - training->held_out;
    const size_t batches = (count + (size_t)batch_size - 1) / (size_t)batch_size;
    const int64_t started = monotonic_ms();
    printf("material                 held out %.6f\n", material_test(training));
    weights_init(training->weights, &random);
    training->steps = batches * (size_t)epochs;
    while (training->epochs < epochs && !atomic_load(interrupt_flag())) {
        const int64_t epoch = ++training->epochs;
        double loss = 0;
        shuffle(training, &random);
        for (size_t batch = 0; batch < batches; batch++, training->step++) {
            const size_t first = batch * (size_t)batch_size;
            loss +=
                batch_run(training, first,
                          first + (size_t)batch_size <= count ? (size_t)batch_size : count - first);
            parallel_for((int)threads, PARTS, adam_run, training);
        }
        const double seconds = (double)(monotonic_ms() - started) / 1000;
        printf("epoch %3" PRId64 "  loss %.6f  held out %.6f  %.0f s, %.0f s left\n", epoch,
               loss / (double)count, training_test(training), seconds,
               seconds / (double)epoch * (double)(epochs - epoch));
        fflush(stdout);
    }
}

static bool make_network(const char **files, int file_count, Error *error) {
    Training training = {0};
    for (int i = 0; i < file_count; i++) {
        if (!read_samples(&training, files[i], error))
            return false;
    }
    training.held_out = training.count / HELD_OUT;
    if (training.held_out == 0)
        return error_set(error, ERROR_RANGE, "expected at least %d samples, found %zu", HELD_OUT,
                         training.count);
    training.order = memory_resize(NULL, training.count, sizeof *training.order);
    training.weights = memory_allocate(sizeof *training.weights);
    training.mean = memory_allocate(sizeof *training.mean);
    training.square = memory_allocate(sizeof *training.square);
    for (int i = 0; i < SLICES; i++)
        training.slices[i] = memory_allocate(sizeof *training.slices[i]);
    interrupt_catch();
    train(&training);
    NnueWeights *rounded = memory_allocate(sizeof *rounded);
    round_weights(training.weights, rounded);
    printf("rounded                  held out %.6f\n", training_test(&training));
    const bool written = network_write(&training, rounded, error);
    free(rounded);
    for (int i = 0; i < SLICES; i++)
        free(training.slices[i]);
    free(training.square);
    free(training.mean);
    free(training.weights);
    free(training.order);
    free(training.samples);
    return written;
}

static bool check(int file_count, Error *error) {
    return (file_count > 0 && output) ||
           error_set(error, ERROR_SYNTAX, "expected --output with a file, and files of samples");
}

int main(int count, char *arguments[]) {
    const Tool tool = {"train --output FILE [OPTION...] SAMPLES...", flags, check, make_network};
    return tool_main(&tool, count, arguments);
}
