#include <config.h>

#include "server/base/token_bucket.h"

TokenBucketRate token_bucket_rate(int count, int64_t period_ms, int64_t burst) {
    return (TokenBucketRate){count > 0 ? period_ms * US_PER_MS / count : 0, burst};
}

static int64_t full_at(const TokenBucket *bucket, int64_t now_us) {
    return bucket->full_at_us > now_us ? bucket->full_at_us : now_us;
}

int64_t token_bucket_wait(const TokenBucket *bucket, TokenBucketRate rate, int64_t now_ms) {
    int64_t now_us = now_ms * US_PER_MS;
    int64_t wait_us = full_at(bucket, now_us) - now_us - (rate.burst - 1) * rate.interval_us;
    return rate.interval_us > 0 && wait_us > 0 ? (wait_us + US_PER_MS - 1) / US_PER_MS : 0;
}

int64_t token_bucket_take(TokenBucket *bucket, TokenBucketRate rate, int64_t now_ms) {
    int64_t wait_ms = token_bucket_wait(bucket, rate, now_ms);
    if (wait_ms == 0)
        token_bucket_charge(bucket, rate, 1, now_ms);
    return wait_ms;
}

void token_bucket_charge(TokenBucket *bucket, TokenBucketRate rate, uint32_t count,
                         int64_t now_ms) {
    bucket->full_at_us = full_at(bucket, now_ms * US_PER_MS) + rate.interval_us * count;
}

bool token_bucket_is_full(const TokenBucket *bucket, int64_t now_ms) {
    return bucket->full_at_us <= now_ms * US_PER_MS;
}
