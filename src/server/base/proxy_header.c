#include <config.h>

#include "server/base/proxy_header.h"

#include <stdio.h>
#include <string.h>

enum {
    SIGNATURE_SIZE = 12, /* no header of version 1 is shorter */
    FIXED_SIZE = 16,     /* of version 2 */
    LINE_MAX_SIZE = 107, /* of version 1 */
    TCP4 = 0x11,
    TCP6 = 0x21,
    LOCAL = 0x20,
    PROXY = 0x21
};

static const uint8_t signature[SIGNATURE_SIZE] = "\r\n\r\n\0\r\nQUIT\n";

int proxy_header_missing(const uint8_t *bytes, size_t length) {
    if (length < SIGNATURE_SIZE)
        return (int)(SIGNATURE_SIZE - length);
    if (memcmp(bytes, signature, SIGNATURE_SIZE) != 0) {
        bool is_line = length <= LINE_MAX_SIZE && memcmp(bytes, "PROXY ", 6) == 0;
        return is_line ? bytes[length - 1] != '\n' : -1;
    }
    if (length < FIXED_SIZE)
        return (int)(FIXED_SIZE - length);
    size_t size = FIXED_SIZE + ((size_t)bytes[14] << 8 | bytes[15]);
    return size > PROXY_HEADER_MAX ? -1 : (int)(size - length);
}

static bool read_line(const uint8_t *bytes, size_t length, Address *address) {
    char line[LINE_MAX_SIZE + 1], family[8], from[SUBNET_TEXT_SIZE] = "";
    Subnet subnet;
    snprintf(line, sizeof line, "%.*s", (int)length, (const char *)bytes);
    if (sscanf(line, "PROXY %7s %63s", family, from) < 1)
        return false;
    if (strcmp(family, "UNKNOWN") == 0)
        return true;
    bool is_v4 = strcmp(family, "TCP4") == 0;
    if ((!is_v4 && strcmp(family, "TCP6") != 0) || strchr(from, '/') ||
        !subnet_parse(from, &subnet) || (is_v4 && !address_is_mapped(&subnet.address)))
        return false;
    *address = subnet.address;
    return true;
}

bool proxy_header_read(const uint8_t *bytes, size_t length, Address *address) {
    if (memcmp(bytes, signature, SIGNATURE_SIZE) != 0)
        return read_line(bytes, length, address);
    size_t size = length - FIXED_SIZE;
    if (bytes[12] == LOCAL)
        return true;
    if (bytes[12] != PROXY)
        return false;
    if (bytes[13] == TCP4 && size >= 12)
        address_set_ipv4(address, bytes + FIXED_SIZE);
    else if (bytes[13] == TCP6 && size >= 36)
        memcpy(address->bytes, bytes + FIXED_SIZE, sizeof address->bytes);
    else
        return bytes[13] != TCP4 && bytes[13] != TCP6;
    return true;
}
