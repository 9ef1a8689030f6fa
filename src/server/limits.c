#include <config.h>

#include "server/limits.h"

#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

enum { ORIGIN_CHAINS = 4096 };

BucketRate bucket_rate(int count, int64_t period_ms, int64_t burst) {
    return (BucketRate){count > 0 ? period_ms * US_PER_MS / count : 0, burst};
}

/* What is missing has come back then. */
static int64_t full_at(const Bucket *bucket, int64_t now_us) {
    return bucket->full_at_us > now_us ? bucket->full_at_us : now_us;
}

int64_t bucket_take(Bucket *bucket, BucketRate rate, int64_t now_ms) {
    if (rate.interval_us == 0)
        return 0;
    int64_t now_us = now_ms * US_PER_MS, full = full_at(bucket, now_us);
    int64_t wait_us = full - now_us - (rate.burst - 1) * rate.interval_us;
    if (wait_us > 0)
        return (wait_us + US_PER_MS - 1) / US_PER_MS;
    bucket->full_at_us = full + rate.interval_us;
    return 0;
}

void bucket_charge(Bucket *bucket, BucketRate rate, uint32_t count, int64_t now_ms) {
    bucket->full_at_us = full_at(bucket, now_ms * US_PER_MS) + rate.interval_us * count;
}

bool bucket_is_full(const Bucket *bucket, int64_t now_ms) {
    return bucket->full_at_us <= now_ms * US_PER_MS;
}

bool bucket_is_low(const Bucket *bucket, BucketRate rate, int64_t now_ms) {
    return bucket->full_at_us - now_ms * US_PER_MS > rate.burst * rate.interval_us / 2;
}

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

bool address_is_mapped(const Address *address) {
    return memcmp(address->bytes, mapped, sizeof mapped) == 0;
}

bool address_is_local(const Address *address) {
    static const uint8_t zero[15] = {0};
    if (address_is_mapped(address))
        return address->bytes[12] == 127;
    return memcmp(address->bytes, zero, sizeof zero) == 0 && address->bytes[15] <= 1;
}

static Address origin_of(const Address *address) {
    Address origin = *address;
    if (!address_is_mapped(address) && !address_is_local(address))
        memset(origin.bytes + 8, 0, 8);
    return origin;
}

static Origin **chain_of(const Origins *origins, const Address *address) {
    uint64_t words[2];
    memcpy(words, address->bytes, sizeof words);
    uint64_t mix = (words[0] ^ origins->seed) * UINT64_C(0x9e3779b97f4a7c15);
    mix = (mix ^ mix >> 29 ^ words[1]) * UINT64_C(0xbf58476d1ce4e5b9);
    return &origins->chains[(mix >> 40) % ORIGIN_CHAINS];
}

/* Looks for the origin, and frees those that nothing is to be remembered of. */
static Origin *walk(Origin **link, const Address *address, int64_t now_ms) {
    Origin *found = NULL;
    while (*link) {
        Origin *origin = *link;
        if (memcmp(&origin->address, address, sizeof *address) == 0)
            found = origin;
        else if (origin->clients == 0 && bucket_is_full(&origin->games, now_ms)) {
            *link = origin->next;
            free(origin);
            continue;
        }
        link = &origin->next;
    }
    return found;
}

Origin *origins_enter(Origins *origins, const Address *address, int64_t now_ms) {
    if (!origins->chains)
        origins->chains = memory_allocate(ORIGIN_CHAINS * sizeof(Origin *));
    Address key = origin_of(address);
    Origin **chain = chain_of(origins, &key);
    Origin *origin = walk(chain, &key, now_ms);
    if (!origin) {
        origin = memory_allocate(sizeof *origin);
        origin->address = key;
        origin->next = *chain;
        *chain = origin;
    }
    origin->clients++;
    return origin;
}

void origins_leave(Origin *origin) {
    origin->clients--;
}

void origins_free(Origins *origins) {
    for (size_t i = 0; origins->chains && i < ORIGIN_CHAINS; i++)
        while (origins->chains[i]) {
            Origin *origin = origins->chains[i];
            origins->chains[i] = origin->next;
            free(origin);
        }
    free(origins->chains);
    *origins = (Origins){0};
}
