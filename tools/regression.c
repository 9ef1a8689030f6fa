#include <config.h>

#include "tools/regression.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"
#include "tools/team.h"

enum {
    PARTS = 16, /* in which sums are made: the same on any number of threads */
    PRODUCTS_MAX = 200,
    HALVINGS_MAX = 12,
    K_STEPS = 30
};

static const double gradient_left = 1e-5; /* of the first one: the end */
static const double products_left = 0.05; /* of the residual: good enough for a step */
static const double gain_asked = 1e-4;    /* of what the slope promises, for a step */

/* One way through the rows, in parts. */
typedef struct Pass {
    const Dataset *data;
    const double *x; /* parameters, or a direction; NULL: the scores in place of the values */
    double k;
    size_t parameters;
    float *curvature; /* by row: p * (1 - p); NULL: not wanted */
    double *sums;     /* PARTS vectors; NULL: not wanted */
    Fault faults[PARTS];
} Pass;

static size_t part_begin(const Pass *pass, size_t part) {
    return pass->data->rows * part / PARTS;
}

/* ---- passes ------------------------------------------------------------- */

/* Adds factor times the derivatives of the row's value. */
static void add_features(const Dataset *data, size_t row, double factor, double *sum) {
    double middle = factor * (double)data->middle[row];
    double end = factor * (double)data->end[row];
    for (size_t i = data->first[row]; i < data->first[row + 1]; i++) {
        double *pair = &sum[2 * data->feature[i]];
        pair[0] += middle * data->count[i];
        pair[1] += end * data->count[i];
    }
}

static double value_of(const Pass *pass, size_t row) {
    return pass->x ? dataset_value(pass->data, row, pass->x) : (double)pass->data->score[row];
}

/* Faults, and where wanted the gradient and the curvature. */
static void pass_faults(void *context, int member, size_t part) {
    (void)member;
    Pass *pass = context;
    const Dataset *data = pass->data;
    Fault fault = {0};
    for (size_t row = part_begin(pass, part); row < part_begin(pass, part + 1); row++) {
        double z = pass->k * value_of(pass, row);
        double p = sigmoid(z);
        double target = (double)data->target[row];
        double off = p - (double)data->result[row];
        fault.entropy += (z > 0 ? z : 0) + log1p(exp(-fabs(z))) - target * z;
        fault.squares += off * off;
        if (pass->sums)
            add_features(data, row, pass->k * (p - target), &pass->sums[part * pass->parameters]);
        if (pass->curvature)
            pass->curvature[row] = (float)(p * (1 - p));
    }
    pass->faults[part] = fault;
}

/* The second derivative times a direction. */
static void pass_product(void *context, int member, size_t part) {
    (void)member;
    Pass *pass = context;
    for (size_t row = part_begin(pass, part); row < part_begin(pass, part + 1); row++) {
        double along = dataset_value(pass->data, row, pass->x);
        add_features(pass->data, row, pass->k * pass->k * (double)pass->curvature[row] * along,
                     &pass->sums[part * pass->parameters]);
    }
}

/* The means of the parts' sums. */
static void pass_gather(const Pass *pass, double *mean) {
    for (size_t i = 0; i < pass->parameters; i++) {
        double sum = 0;
        for (size_t part = 0; part < PARTS; part++)
            sum += pass->sums[part * pass->parameters + i];
        mean[i] = sum / (double)pass->data->rows;
    }
}

static Fault pass_fault(const Pass *pass) {
    Fault fault = {0};
    for (int part = 0; part < PARTS; part++) {
        fault.entropy += pass->faults[part].entropy;
        fault.squares += pass->faults[part].squares;
    }
    double rows = pass->data->rows ? (double)pass->data->rows : 1;
    return (Fault){fault.entropy / rows, fault.squares / rows};
}

Fault regression_fault(const Regression *regression, const Dataset *data, const double *x) {
    Pass pass = {.data = data, .x = x, .k = regression->k, .parameters = regression->parameters};
    team_run(regression->threads, PARTS, pass_faults, &pass);
    return pass_fault(&pass);
}

/* ---- steepness ---------------------------------------------------------- */

static double fault_at(const Regression *regression, const double *x, double log_k) {
    Regression trial = *regression;
    trial.k = exp(log_k);
    return regression_fault(&trial, trial.data, x).squares;
}

/* By golden sections. */
double regression_find_k(const Regression *regression, const double *x) {
    const double golden = (sqrt(5) - 1) / 2;
    double low = log(1e-4);
    double high = log(1e-1);
    double left = high - golden * (high - low);
    double right = low + golden * (high - low);
    double left_fault = fault_at(regression, x, left);
    double right_fault = fault_at(regression, x, right);
    for (int i = 0; i < K_STEPS; i++) {
        if (left_fault < right_fault) {
            high = right;
            right = left;
            right_fault = left_fault;
            left = high - golden * (high - low);
            left_fault = fault_at(regression, x, left);
        } else {
            low = left;
            left = right;
            left_fault = right_fault;
            right = low + golden * (high - low);
            right_fault = fault_at(regression, x, right);
        }
    }
    return exp((low + high) / 2);
}

/* ---- Newton's method ---------------------------------------------------- */

/* What a step needs; the vectors are owned. */
typedef struct Newton {
    const Regression *regression;
    Pass pass;
    const double *x; /* where it stands */
    double *start;   /* where it began */
    double *gradient;
    double *step;
    double *residual; /* of conjugate gradients */
    double *direction;
    double *product;
    double *trial;
    double hold; /* factor of the squares of what moved */
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
        .hold = regression->hold * regression->k * regression->k / 4 / (double)(rows ? rows : 1),
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

static void newton_run(Newton *newton, TeamJob *job, const double *x, double *mean) {
    Pass *pass = &newton->pass;
    pass->x = x;
    memset(pass->sums, 0, PARTS * pass->parameters * sizeof *pass->sums);
    team_run(newton->regression->threads, PARTS, job, pass);
    pass_gather(pass, mean);
}

static double held(const Newton *newton, const double *x) {
    double sum = 0;
    for (size_t i = 0; i < newton->regression->parameters; i++)
        sum += (x[i] - newton->start[i]) * (x[i] - newton->start[i]);
    return newton->hold * sum / 2;
}

/* The function to be made small, with its gradient. */
static double newton_slope(Newton *newton) {
    newton_run(newton, pass_faults, newton->x, newton->gradient);
    for (size_t i = 0; i < newton->regression->parameters; i++)
        newton->gradient[i] += newton->hold * (newton->x[i] - newton->start[i]);
    return pass_fault(&newton->pass).entropy + held(newton, newton->x);
}

/* One step of conjugate gradients. */
static void newton_follow(Newton *newton, double *size) {
    size_t count = newton->regression->parameters;
    newton_run(newton, pass_product, newton->direction, newton->product);
    for (size_t i = 0; i < count; i++)
        newton->product[i] += newton->hold * newton->direction[i];
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

/* The step to where the function, taken for a parabola, is smallest. */
static void newton_aim(Newton *newton) {
    size_t count = newton->regression->parameters;
    for (size_t i = 0; i < count; i++) {
        newton->step[i] = 0;
        newton->residual[i] = newton->direction[i] = -newton->gradient[i];
    }
    double size = dot(newton->residual, newton->residual, count);
    double enough = size * products_left * products_left;
    for (int i = 0; i < PRODUCTS_MAX && size > enough && size > 0; i++)
        newton_follow(newton, &size);
}

/* Goes as far along the step as the function gets smaller; false: nowhere. */
static bool newton_move(Newton *newton, double value, double *x) {
    size_t count = newton->regression->parameters;
    double slope = dot(newton->gradient, newton->step, count);
    double length = 1;
    for (int i = 0; i < HALVINGS_MAX; i++, length /= 2) {
        for (size_t j = 0; j < count; j++)
            newton->trial[j] = x[j] + length * newton->step[j];
        Fault fault = regression_fault(newton->regression, newton->regression->data, newton->trial);
        if (fault.entropy + held(newton, newton->trial) < value + gain_asked * length * slope) {
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
        double value = newton_slope(&newton);
        double size = sqrt(dot(newton.gradient, newton.gradient, regression->parameters));
        if (step == 1)
            first = size;
        if (size <= gradient_left * first)
            break;
        newton_aim(&newton);
        if (!newton_move(&newton, value, x))
            break;
        report(context, step, x);
    }
    newton_end(&newton);
}
