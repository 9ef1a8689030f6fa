#include <config.h>

#include "server/base/address.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"

enum { ADDRESS_CHAINS = 4096 };

bool address_is_local(const Address *address) {
    static const uint8_t zero[15] = {0};
    if (address_is_mapped(address))
        return address->bytes[12] == 127;
    return memcmp(address->bytes, zero, sizeof zero) == 0 && address->bytes[15] <= 1;
}

Address address_limited(const Address *address) {
    Address limited = *address;
    if (!address_is_mapped(address) && !address_is_local(address))
        memset(limited.bytes + 8, 0, 8);
    return limited;
}

static struct AddressChain *chain_of(const AddressTable *table, const Address *address) {
    uint64_t words[2];
    memcpy(words, address->bytes, sizeof words);
    uint64_t state = words[0] ^ table->seed;
    state = random_next(&state) ^ words[1];
    return &table->chains[random_next(&state) % ADDRESS_CHAINS];
}

/* Finds an address, and frees the chain's entries without clients and with a full bucket. */
static AddressEntry *find_and_prune(struct AddressChain *chain, const Address *address,
                                    int64_t now_ms) {
    AddressEntry *found = NULL, *entry = LIST_FIRST(chain), *next;
    for (; entry; entry = next) {
        next = LIST_NEXT(entry, chain);
        if (memcmp(&entry->address, address, sizeof *address) == 0) {
            found = entry;
        } else if (entry->clients == 0 && token_bucket_is_full(&entry->games, now_ms)) {
            LIST_REMOVE(entry, chain);
            free(entry);
        }
    }
    return found;
}

AddressEntry *address_table_add_client(AddressTable *table, const Address *address,
                                       int64_t now_ms) {
    if (!table->chains)
        table->chains = memory_allocate(ADDRESS_CHAINS * sizeof *table->chains);
    Address key = address_limited(address);
    struct AddressChain *chain = chain_of(table, &key);
    AddressEntry *entry = find_and_prune(chain, &key, now_ms);
    if (!entry) {
        entry = memory_allocate(sizeof *entry);
        entry->address = key;
        LIST_INSERT_HEAD(chain, entry, chain);
    }
    entry->clients++;
    return entry;
}

void address_table_remove_client(AddressEntry *entry) {
    entry->clients--;
}

void address_table_free(AddressTable *table) {
    for (size_t i = 0; table->chains && i < ADDRESS_CHAINS; i++)
        while (!LIST_EMPTY(&table->chains[i])) {
            AddressEntry *entry = LIST_FIRST(&table->chains[i]);
            LIST_REMOVE(entry, chain);
            free(entry);
        }
    free(table->chains);
    *table = (AddressTable){0};
}
