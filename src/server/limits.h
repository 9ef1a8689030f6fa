/* How much of something one client or one address may have. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { US_PER_MS = 1000 };

/* So many in a time, with bursts. Starts as {0}: nothing was taken yet. */
typedef struct Bucket {
    int64_t full_at_us; /* when all will be there again */
} Bucket;

typedef struct BucketRate {
    int64_t interval_us; /* one comes back in this time; 0: no limit */
    int64_t burst;       /* so many at once */
} BucketRate;

/* So many in a period; 0: no limit. */
BucketRate bucket_rate(int count, int64_t period_ms, int64_t burst);

/* Takes one. Else returns how many milliseconds to wait for it, and takes nothing; 0: taken. */
int64_t bucket_take(Bucket *bucket, BucketRate rate, int64_t now_ms);

/* Takes so many more, there or not: they have to come back first. */
void bucket_charge(Bucket *bucket, BucketRate rate, uint32_t count, int64_t now_ms);

/* Whether nothing is gone. */
bool bucket_is_full(const Bucket *bucket, int64_t now_ms);

/* Whether more than half is gone. */
bool bucket_is_low(const Bucket *bucket, BucketRate rate, int64_t now_ms);

/* Where a client comes from. */
typedef struct Address {
    uint8_t bytes[16]; /* IPv6, or IPv4 mapped into it; all 0 for a Unix socket */
} Address;

/* An IPv4 address in the form of an IPv6 one. */
bool address_is_mapped(const Address *address);
/* A Unix socket or loopback. */
bool address_is_local(const Address *address);

/* An address with clients, or with games created a moment ago. IPv6 addresses of one /64 are one.
 */
typedef struct Origin {
    struct Origin *next; /* of the same chain */
    Address address;
    int clients;
    Bucket games;
} Origin;

/* Starts as {0}. */
typedef struct Origins {
    Origin **chains; /* owned, ORIGIN_CHAINS */
    uint64_t seed;   /* so that nobody can fill one chain */
} Origins;

/* The origin of an address, made if need be, with one client more. */
Origin *origins_enter(Origins *origins, const Address *address, int64_t now_ms);
/* One client less. */
void origins_leave(Origin *origin);
void origins_free(Origins *origins);

#endif
