#include <config.h>

#include "server/core/address.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { ADDRESS_CHAINS = 4096 };

TokenBucketRate token_bucket_rate(int count, int64_t period_ms, int64_t burst) {
    return (TokenBucketRate){count > 0 ? period_ms * US_PER_MS / count : 0, burst};
}

/* What is missing has come back then. */
static int64_t full_at(const TokenBucket *bucket, int64_t now_us) {
    return bucket->full_at_us > now_us ? bucket->full_at_us : now_us;
}

int64_t token_bucket_take(TokenBucket *bucket, TokenBucketRate rate, int64_t now_ms) {
    if (rate.interval_us == 0)
        return 0;
    int64_t now_us = now_ms * US_PER_MS, full = full_at(bucket, now_us);
    int64_t wait_us = full - now_us - (rate.burst - 1) * rate.interval_us;
    if (wait_us > 0)
        return (wait_us + US_PER_MS - 1) / US_PER_MS;
    bucket->full_at_us = full + rate.interval_us;
    return 0;
}

void token_bucket_charge(TokenBucket *bucket, TokenBucketRate rate, uint32_t count,
                         int64_t now_ms) {
    bucket->full_at_us = full_at(bucket, now_ms * US_PER_MS) + rate.interval_us * count;
}

bool token_bucket_is_full(const TokenBucket *bucket, int64_t now_ms) {
    return bucket->full_at_us <= now_ms * US_PER_MS;
}

bool token_bucket_is_low(const TokenBucket *bucket, TokenBucketRate rate, int64_t now_ms) {
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

static Address limited_address(const Address *address) {
    Address entry = *address;
    if (!address_is_mapped(address) && !address_is_local(address))
        memset(entry.bytes + 8, 0, 8);
    return entry;
}

static AddressEntry **chain_of(const AddressTable *table, const Address *address) {
    uint64_t words[2];
    memcpy(words, address->bytes, sizeof words);
    uint64_t mix = (words[0] ^ table->seed) * UINT64_C(0x9e3779b97f4a7c15);
    mix = (mix ^ mix >> 29 ^ words[1]) * UINT64_C(0xbf58476d1ce4e5b9);
    return &table->chains[(mix >> 40) % ADDRESS_CHAINS];
}

/* Looks for the origin, and frees those that nothing is to be remembered of. */
static AddressEntry *find_and_prune(AddressEntry **link, const Address *address, int64_t now_ms) {
    AddressEntry *found = NULL;
    while (*link) {
        AddressEntry *entry = *link;
        if (memcmp(&entry->address, address, sizeof *address) == 0)
            found = entry;
        else if (entry->clients == 0 && token_bucket_is_full(&entry->games, now_ms)) {
            *link = entry->next;
            free(entry);
            continue;
        }
        link = &entry->next;
    }
    return found;
}

AddressEntry *address_table_add_client(AddressTable *table, const Address *address,
                                       int64_t now_ms) {
    if (!table->chains)
        table->chains = memory_allocate(ADDRESS_CHAINS * sizeof(AddressEntry *));
    Address key = limited_address(address);
    AddressEntry **chain = chain_of(table, &key);
    AddressEntry *entry = find_and_prune(chain, &key, now_ms);
    if (!entry) {
        entry = memory_allocate(sizeof *entry);
        entry->address = key;
        entry->next = *chain;
        *chain = entry;
    }
    entry->clients++;
    return entry;
}

void address_table_remove_client(AddressEntry *entry) {
    entry->clients--;
}

void address_table_free(AddressTable *table) {
    for (size_t i = 0; table->chains && i < ADDRESS_CHAINS; i++)
        while (table->chains[i]) {
            AddressEntry *entry = table->chains[i];
            table->chains[i] = entry->next;
            free(entry);
        }
    free(table->chains);
    *table = (AddressTable){0};
}
