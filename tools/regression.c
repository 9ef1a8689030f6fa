#include <config.h>

#include "tools/regression.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"

enum {
    PARTS = 16, /* of the rows; fixed, so that threads do not change the sums */
    PRODUCTS_MAX = 200,
    HALVINGS_MAX = 12,
    K_STEPS = 30
};

static const double gradient_tolerance = 1e-5; /* of the first gradient: converged */
static const double residual_tolerance = 0.05; /* of the first residual: exact enough for a step */
static const double armijo_factor = 1e-4;      /* of the predicted decrease */

/* A pass over all rows, in parts. */
typedef struct Pass {
    const Dataset *data;
    const double *x; /* parameters or a direction; NULL: use the scores */
    double k;
    size_t parameters;
    float *curvature; /* by row: p * (1 - p); NULL: not wanted */
    double *sums;     /* PARTS vectors; NULL: not wanted */
    RegressionLoss losses[PARTS];
} Pass;

static size_t part_begin(const Pass *pass, size_t part) {
    return pass->data->rows * part / PARTS;
}

/* ---- passes ------------------------------------------------------------- */

/* Adds `factor` times the gradient of the row's value. */
static void add_features(const Dataset *data, size_t row, double factor, double *sum) {
    double middle = factor * (double)data->middle[row];
    double end = factor * (double)data->end[row];
    for (size_t i = data->first[row]; i < data->first[row + 1]; i++) {
        double *pair = &sum[2 * data->feature[i]];
        pair[0] += middle * data->count[i];
        pair[1] += end * data->count[i];
    }
}

static double row_value(const Pass *pass, size_t row) {
    return pass->x ? dataset_value(pass->data, row, pass->x) : (double)pass->data->score[row];
}

/* Computes the losses and, if wanted, the gradient and the curvature. */
static void pass_losses(void *context, int worker, size_t part) {
    (void)worker;
    Pass *pass = context;
    const Dataset *data = pass->data;
    RegressionLoss loss = {0};
    for (size_t row = part_begin(pass, part); row < part_begin(pass, part + 1); row++) {
        double z = pass->k * row_value(pass, row);
        double p = sigmoid(z);
        double target = (double)data->target[row];
        double difference = p - (double)data->result[row];
        loss.entropy += (z > 0 ? z : 0) + log1p(exp(-fabs(z))) - target * z;
        loss.squares += difference * difference;
        if (pass->sums)
            add_features(data, row, pass->k * (p - target), &pass->sums[part * pass->parameters]);
        if (pass->curvature)
            pass->curvature[row] = (float)(p * (1 - p));
    }
    pass->losses[part] = loss;
}

/* Computes the Hessian times a direction. */
static void pass_product(void *context, int worker, size_t part) {
    (void)worker;
    Pass *pass = context;
    for (size_t row = part_begin(pass, part); row < part_begin(pass, part + 1); row++) {
        double along = dataset_value(pass->data, row, pass->x);
        add_features(pass->data, row, pass->k * pass->k * (double)pass->curvature[row] * along,
                     &pass->sums[part * pass->parameters]);
    }
}

static void pass_mean(const Pass *pass, double *mean) {
    for (size_t i = 0; i < pass->parameters; i++) {
        double sum = 0;
        for (size_t part = 0; part < PARTS; part++)
            sum += pass->sums[part * pass->parameters + i];
        mean[i] = sum / (double)pass->data->rows;
    }
}

static RegressionLoss pass_loss(const Pass *pass) {
    RegressionLoss loss = {0};
    for (int part = 0; part < PARTS; part++) {
        loss.entropy += pass->losses[part].entropy;
        loss.squares += pass->losses[part].squares;
    }
    double rows = pass->data->rows ? (double)pass->data->rows : 1;
    return (RegressionLoss){loss.entropy / rows, loss.squares / rows};
}

RegressionLoss regression_loss(const Regression *regression, const Dataset *data, const double *x) {
    Pass pass = {.data = data, .x = x, .k = regression->k, .parameters = regression->parameters};
    parallel_for(regression->threads, PARTS, pass_losses, &pass);
    return pass_loss(&pass);
}

/* ---- steepness ---------------------------------------------------------- */

static double loss_at(const Regression *regression, const double *x, double log_k) {
    Regression trial = *regression;
    trial.k = exp(log_k);
    return regression_loss(&trial, trial.data, x).squares;
}

/* Golden-section search. */
double regression_find_k(const Regression *regression, const double *x) {
    const double golden = (sqrt(5) - 1) / 2;
    double low = log(1e-4);
    double high = log(1e-1);
    double left = high - golden * (high - low);
    double right = low + golden * (high - low);
    double left_loss = loss_at(regression, x, left);
    double right_loss = loss_at(regression, x, right);
    for (int i = 0; i < K_STEPS; i++) {
        if (left_loss < right_loss) {
            high = right;
            right = left;
            right_loss = left_loss;
            left = high - golden * (high - low);
            left_loss = loss_at(regression, x, left);
        } else {
            low = left;
            left = right;
            left_loss = right_loss;
            right = low + golden * (high - low);
            right_loss = loss_at(regression, x, right);
        }
    }
    return exp((low + high) / 2);
}

/* ---- Newton's method ---------------------------------------------------- */

/* State of the minimization; the vectors are owned. */
typedef struct Newton {
    const Regression *regression;
    Pass pass;
    const double *x; /* current parameters */
    double *start;   /* initial parameters */
    double *gradient;
    double *step;
    double *residual; /* of conjugate gradients */
    double *direction;
    double *product;
    double *trial;
    double l2_strength; /* factor of the penalty */
} Newton;

static double dot(const double *a, const double *b, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

static double *vector(size_t count) {
    return memory_allocate(count * sizeof(double));
}

static void newton_begin(Newton *newton, const Regression *regression, const double *x) {
    size_t count = regression->parameters;
    size_t rows = regression->data->rows;
    *newton = (Newton){
        .regression = regression,
        .x = x,
        .start = vector(count),
        .gradient = vector(count),
        .step = vector(count),
        .residual = vector(count),
        .direction = vector(count),
        .product = vector(count),
        .trial = vector(count),
        .l2_strength =
            regression->l2_strength * regression->k * regression->k / 4 / (double)(rows ? rows : 1),
        .pass = {.data = regression->data,
                 .k = regression->k,
                 .parameters = count,
                 .curvature = memory_resize(NULL, rows + 1, sizeof(float)),
                 .sums = vector(PARTS * count)},
    };
    memcpy(newton->start, x, count * sizeof *x);
}

static void newton_end(Newton *newton) {
    free(newton->start);
    free(newton->gradient);
    free(newton->step);
    free(newton->residual);
    free(newton->direction);
    free(newton->product);
    free(newton->trial);
    free(newton->pass.curvature);
    free(newton->pass.sums);
}

static void newton_pass(Newton *newton, ParallelTask *task, const double *x, double *mean) {
    Pass *pass = &newton->pass;
    pass->x = x;
    memset(pass->sums, 0, PARTS * pass->parameters * sizeof *pass->sums);
    parallel_for(newton->regression->threads, PARTS, task, pass);
    pass_mean(pass, mean);
}

static double l2_penalty(const Newton *newton, const double *x) {
    double sum = 0;
    for (size_t i = 0; i < newton->regression->parameters; i++)
        sum += (x[i] - newton->start[i]) * (x[i] - newton->start[i]);
    return newton->l2_strength * sum / 2;
}

/* Returns the objective and computes its gradient. */
static double newton_gradient(Newton *newton) {
    newton_pass(newton, pass_losses, newton->x, newton->gradient);
    for (size_t i = 0; i < newton->regression->parameters; i++)
        newton->gradient[i] += newton->l2_strength * (newton->x[i] - newton->start[i]);
    return pass_loss(&newton->pass).entropy + l2_penalty(newton, newton->x);
}

static void newton_conjugate_step(Newton *newton, double *size) {
    size_t count = newton->regression->parameters;
    newton_pass(newton, pass_product, newton->direction, newton->product);
    for (size_t i = 0; i < count; i++)
        newton->product[i] += newton->l2_strength * newton->direction[i];
    double rate = *size / dot(newton->direction, newton->product, count);
    for (size_t i = 0; i < count; i++) {
        newton->step[i] += rate * newton->direction[i];
        newton->residual[i] -= rate * newton->product[i];
    }
    double left = dot(newton->residual, newton->residual, count);
    for (size_t i = 0; i < count; i++)
        newton->direction[i] = newton->residual[i] + left / *size * newton->direction[i];
    *size = left;
}

/* Solves for the Newton step with conjugate gradients. */
static void newton_solve(Newton *newton) {
    size_t count = newton->regression->parameters;
    for (size_t i = 0; i < count; i++) {
        newton->step[i] = 0;
        newton->residual[i] = newton->direction[i] = -newton->gradient[i];
    }
    double size = dot(newton->residual, newton->residual, count);
    double enough = size * residual_tolerance * residual_tolerance;
    for (int i = 0; i < PRODUCTS_MAX && size > enough && size > 0; i++)
        newton_conjugate_step(newton, &size);
}

/* Backtracks along the step until the objective decreases enough. Returns false if it does not. */
static bool newton_line_search(Newton *newton, double value, double *x) {
    size_t count = newton->regression->parameters;
    double slope = dot(newton->gradient, newton->step, count);
    double length = 1;
    for (int i = 0; i < HALVINGS_MAX; i++, length /= 2) {
        for (size_t j = 0; j < count; j++)
            newton->trial[j] = x[j] + length * newton->step[j];
        RegressionLoss loss =
            regression_loss(newton->regression, newton->regression->data, newton->trial);
        if (loss.entropy + l2_penalty(newton, newton->trial) <
            value + armijo_factor * length * slope) {
            memcpy(x, newton->trial, count * sizeof *x);
            return true;
        }
    }
    return false;
}

void regression_improve(const Regression *regression, double *x, int steps,
                        RegressionReport *report, void *context) {
    Newton newton;
    double first = 0;
    newton_begin(&newton, regression, x);
    for (int step = 1; step <= steps; step++) {
        double value = newton_gradient(&newton);
        double size = sqrt(dot(newton.gradient, newton.gradient, regression->parameters));
        if (step == 1)
            first = size;
        if (size <= gradient_tolerance * first)
            break;
        newton_solve(&newton);
        if (!newton_line_search(&newton, value, x))
            break;
        report(context, step, x);
    }
    newton_end(&newton);
}
