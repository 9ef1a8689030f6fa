/*
 * Verifies tables of endings without their solver: the value of every position follows from those
 * of the positions that its moves lead to. Together with the ends of the game that proves a table,
 * because a won or lost position leads to shorter ones.
 */
#ifndef ENDINGS_ENDING_VERIFY_H
#define ENDINGS_ENDING_VERIFY_H

#include <stdatomic.h>
#include <stdint.h>

#include "endings/endings.h"

typedef struct EndingVerifyRequest {
    const Endings *endings;
    const Variant *variant; /* that fits the endings */
    int men;
    uint64_t sample; /* positions to draw at random; 0: all; mirror images count as one */
    uint64_t seed;   /* for the sample */
    int threads;     /* 1 to PARALLEL_THREADS_MAX */
    const atomic_bool *cancelled; /* may be NULL */
    /* Called by one thread at a time; may be NULL. */
    void (*on_progress)(void *context, uint64_t verified, uint64_t total);
    void *context;
} EndingVerifyRequest;

typedef struct EndingVerifyResult {
    uint64_t verified; /* positions */
    bool wrong;        /* one of them has a wrong value, and the search ended there */
    Position position; /* if wrong */
    EndingValue stored, expected;
} EndingVerifyResult;

/* Returns false with an error if a value is wrong (ERROR_ILLEGAL), of which *result holds the
 * details, a table is missing or damaged, or the search was cancelled (ERROR_STATE). `result` may
 * be NULL. */
bool ending_verify(const EndingVerifyRequest *request, EndingVerifyResult *result, Error *error);

#endif
