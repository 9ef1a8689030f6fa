/* Token buckets: rate limits that allow bursts. */
#ifndef SERVER_BASE_TOKEN_BUCKET_H
#define SERVER_BASE_TOKEN_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

enum { US_PER_MS = 1000 };

/* Zero-initialized, it is full. */
typedef struct TokenBucket {
    int64_t full_at_us; /* when all tokens are back, on the monotonic clock */
} TokenBucket;

typedef struct TokenBucketRate {
    int64_t interval_us; /* after which a token comes back; 0: no limit */
    int64_t burst;       /* tokens of a full bucket */
} TokenBucketRate;

/* Returns the rate of `count` tokens a period; 0: no limit. */
TokenBucketRate token_bucket_rate(int count, int64_t period_ms, int64_t burst);

/* Returns the milliseconds until there is a token, or 0. */
int64_t token_bucket_wait(const TokenBucket *bucket, TokenBucketRate rate, int64_t now_ms);

/* Takes a token and returns 0, or returns the milliseconds until one is back. */
int64_t token_bucket_take(TokenBucket *bucket, TokenBucketRate rate, int64_t now_ms);

/* Takes `count` tokens. A bucket without them goes into debt. */
void token_bucket_charge(TokenBucket *bucket, TokenBucketRate rate, uint32_t count, int64_t now_ms);

bool token_bucket_is_full(const TokenBucket *bucket, int64_t now_ms);

#endif
