/* Addresses of clients, with the number of connections and the rate of new games of each. */
#ifndef SERVER_BASE_ADDRESS_H
#define SERVER_BASE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "net/subnet.h"
#include "server/base/token_bucket.h"

/* Returns whether the address is a Unix socket or loopback. */
bool address_is_local(const Address *address);
/* Returns the address that limits count: that of the whole /64 for IPv6. */
Address address_limited(const Address *address);

/* An address that has clients or has created games recently. The addresses of an IPv6 /64 share one
 * entry. */
typedef struct AddressEntry {
    LIST_ENTRY(AddressEntry) chain;
    Address address;
    int clients;       /* connected */
    TokenBucket games; /* a token for each new game */
} AddressEntry;

LIST_HEAD(AddressChain, AddressEntry);

/* A hash table, zero-initialized. */
typedef struct AddressTable {
    struct AddressChain *chains; /* owned */
    uint64_t seed;               /* unpredictable, so that no client can fill one chain */
} AddressTable;

/* Counts a client. Returns the entry of its address, which is added if needed and stays valid until
 * the client is removed. */
AddressEntry *address_table_add_client(AddressTable *table, const Address *address, int64_t now_ms);
void address_table_remove_client(AddressEntry *entry);
void address_table_free(AddressTable *table);

#endif
