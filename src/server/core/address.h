/* How much of something one client or one address may have. */
#ifndef SERVER_CORE_ADDRESS_H
#define SERVER_CORE_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { US_PER_MS = 1000 };

/* So many in a time, with bursts. Starts as {0}: nothing was taken yet. */
typedef struct TokenBucket {
    int64_t full_at_us; /* when all will be there again */
} TokenBucket;

typedef struct TokenBucketRate {
    int64_t interval_us; /* one comes back in this time; 0: no limit */
    int64_t burst;       /* so many at once */
} TokenBucketRate;

/* So many in a period; 0: no limit. */
TokenBucketRate token_bucket_rate(int count, int64_t period_ms, int64_t burst);

/* Takes one. Else returns how many milliseconds to wait for it, and takes nothing; 0: taken. */
int64_t token_bucket_take(TokenBucket *bucket, TokenBucketRate rate, int64_t now_ms);

/* Takes so many more, there or not: they have to come back first. */
void token_bucket_charge(TokenBucket *bucket, TokenBucketRate rate, uint32_t count, int64_t now_ms);

/* Whether nothing is gone. */
bool token_bucket_is_full(const TokenBucket *bucket, int64_t now_ms);

/* Whether more than half is gone. */
bool token_bucket_is_low(const TokenBucket *bucket, TokenBucketRate rate, int64_t now_ms);

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
typedef struct AddressEntry {
    struct AddressEntry *next; /* of the same chain */
    Address address;
    int clients;
    TokenBucket games;
} AddressEntry;

/* Starts as {0}. */
typedef struct AddressTable {
    AddressEntry **chains; /* owned, ADDRESS_CHAINS */
    uint64_t seed;         /* so that nobody can fill one chain */
} AddressTable;

/* The origin of an address, made if need be, with one client more. */
AddressEntry *address_table_add_client(AddressTable *table, const Address *address, int64_t now_ms);
/* One client less. */
void address_table_remove_client(AddressEntry *entry);
void address_table_free(AddressTable *table);

#endif
