/* Addresses of the Internet, and subnets, as numbers and as text. */
#ifndef NET_SUBNET_H
#define NET_SUBNET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Address {
    uint8_t bytes[16]; /* IPv6, or IPv4 mapped into it; all 0 for a Unix socket */
} Address;

typedef struct Subnet {
    Address address; /* its bits behind the first `bits` are 0 */
    int bits;        /* 0..128; 96 more than is written for IPv4 */
} Subnet;

enum { SUBNET_TEXT_SIZE = 64 };

/* Returns whether the address is a mapped IPv4 address. */
bool address_is_mapped(const Address *address);

/* Sets the address to a mapped IPv4 address of four bytes. */
void address_set_ipv4(Address *address, const uint8_t bytes[4]);

/* Writes "192.0.2.7", "2001:db8::7" or "a Unix socket". Returns `text`. */
const char *address_write(const Address *address, char text[SUBNET_TEXT_SIZE]);

/* Parses "192.0.2.7", "2001:db8::7", "192.0.2.0/24" or "2001:db8::/32". An address alone is a
 * network of one. Bits behind the network's are ignored. Returns false for any other text. */
bool subnet_parse(const char *text, Subnet *subnet);

/* Writes the network as it is parsed. Returns `text`. */
const char *subnet_write(const Subnet *subnet, char text[SUBNET_TEXT_SIZE]);

bool subnet_contains(const Subnet *subnet, const Address *address);

#endif
