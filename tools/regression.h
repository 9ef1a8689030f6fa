/*
 * Logistic regression: finds parameters that minimize the cross-entropy between sigmoid(k * value)
 * and the targets, by Newton's method with conjugate gradients. An L2 penalty on the change of the
 * parameters keeps those that the data do not determine. The number of threads does not change the
 * result.
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
    double l2_strength; /* weight of the initial parameters, in rows */
    int threads;
} Regression;

RegressionLoss regression_loss(const Regression *regression, const Dataset *data, const double *x);

/* Returns the steepness for which the values under x, or the scores if x is NULL, predict the
 * results best. Ignores regression->k. */
double regression_find_k(const Regression *regression, const double *x);

/* Called after every step with its number, from 1 on. */
typedef void RegressionReport(void *context, int step, const double *x);

/* Improves x in at most `steps` steps; ends early on convergence. */
void regression_improve(const Regression *regression, double *x, int steps,
                        RegressionReport *report, void *context);

#endif
