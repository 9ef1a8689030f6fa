/*
 * Logistic regression: parameters for which sigmoid(k * value) foretells the targets of a data set
 * best, by cross-entropy. Newton's method with conjugate gradients; the sum of squares by which the
 * parameters have moved from where they began is held down, so that what the data say nothing
 * about stays as it is. The answer does not depend on the number of threads.
 */
#ifndef TOOLS_REGRESSION_H
#define TOOLS_REGRESSION_H

#include "tools/dataset.h"

/* Means over the rows. */
typedef struct RegressionLoss {
    double entropy; /* cross-entropy with the targets, in nats */
    double squares; /* squared difference from the results */
} RegressionLoss;

typedef struct Regression {
    const Dataset *data;
    size_t parameters; /* twice the number of features */
    double k;
    double l2_strength; /* as if so many rows spoke for leaving a parameter where it was */
    int threads;
} Regression;

RegressionLoss regression_loss(const Regression *regression, const Dataset *data, const double *x);

/* The steepness for which the values under x foretell the results best, or, where x is NULL, the
 * scores. `k` is not looked at. */
double regression_find_k(const Regression *regression, const double *x);

/* Called after every step with its number, from 1 on. */
typedef void RegressionReport(void *context, int step, const double *x);

/* Improves x in up to `steps` steps, fewer when there is nothing left to gain. */
void regression_improve(const Regression *regression, double *x, int steps,
                        RegressionReport *report, void *context);

#endif
