/* The header of the PROXY protocol, versions 1 and 2, by which a proxy says whose connection it
 * passes on. */
#ifndef SERVER_BASE_PROXY_HEADER_H
#define SERVER_BASE_PROXY_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "net/subnet.h"

enum { PROXY_HEADER_MAX = 1024 };

/* Returns how many bytes at least follow the first `length` of a header, so that nothing behind it
 * is read; 0 if it is complete, and -1 if it is malformed or longer than PROXY_HEADER_MAX. */
int proxy_header_missing(const uint8_t *bytes, size_t length);

/* Reads the client's address from a complete header. Leaves it alone, and returns true, if the
 * proxy speaks for itself. Returns false if the header is malformed. */
bool proxy_header_read(const uint8_t *bytes, size_t length, Address *address);

#endif
