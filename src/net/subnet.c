#include <config.h>

#include "net/subnet.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MAPPED_BITS = 96, ADDRESS_BITS = 128 };

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

bool address_is_mapped(const Address *address) {
    return memcmp(address->bytes, mapped, sizeof mapped) == 0;
}

void address_set_ipv4(Address *address, const uint8_t bytes[4]) {
    memcpy(address->bytes, mapped, sizeof mapped);
    memcpy(address->bytes + sizeof mapped, bytes, 4);
}

const char *address_write(const Address *address, char text[SUBNET_TEXT_SIZE]) {
    static const Address none;
    bool v4 = address_is_mapped(address);
    if (memcmp(address, &none, sizeof none) == 0)
        return strcpy(text, "a Unix socket");
    return inet_ntop(v4 ? AF_INET : AF_INET6, address->bytes + (v4 ? sizeof mapped : 0), text,
                     SUBNET_TEXT_SIZE);
}

/* Sets the bits behind the network's to 0. */
static void clear_rest(Subnet *subnet) {
    for (int bit = subnet->bits; bit < ADDRESS_BITS; bit++)
        subnet->address.bytes[bit / 8] &= (uint8_t) ~(0x80 >> bit % 8);
}

bool subnet_parse(const char *text, Subnet *subnet) {
    char host[SUBNET_TEXT_SIZE];
    uint8_t v4[4];
    size_t length = strcspn(text, "/");
    snprintf(host, sizeof host, "%.*s", (int)length, text);
    bool is_v4 = inet_pton(AF_INET, host, v4) == 1;
    int bits = is_v4 ? ADDRESS_BITS - MAPPED_BITS : ADDRESS_BITS;
    if (length >= sizeof host || (!is_v4 && inet_pton(AF_INET6, host, subnet->address.bytes) != 1))
        return false;
    if (text[length] && !text_parse_number(text + length + 1, 0, bits, &bits))
        return false;
    if (is_v4)
        address_set_ipv4(&subnet->address, v4);
    subnet->bits = is_v4 ? bits + MAPPED_BITS : bits;
    clear_rest(subnet);
    return true;
}

const char *subnet_write(const Subnet *subnet, char text[SUBNET_TEXT_SIZE]) {
    bool v4 = address_is_mapped(&subnet->address) && subnet->bits >= MAPPED_BITS;
    inet_ntop(v4 ? AF_INET : AF_INET6, subnet->address.bytes + (v4 ? sizeof mapped : 0), text,
              SUBNET_TEXT_SIZE);
    if (subnet->bits < ADDRESS_BITS)
        text_append(text, SUBNET_TEXT_SIZE, "/%d", v4 ? subnet->bits - MAPPED_BITS : subnet->bits);
    return text;
}

bool subnet_contains(const Subnet *subnet, const Address *address) {
    Subnet other = {*address, subnet->bits};
    clear_rest(&other);
    return memcmp(&other.address, &subnet->address, sizeof other.address) == 0;
}
