#include <config.h>

#include "net/server_address.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static bool set_host(const char *text, size_t length, ServerAddress *address) {
    if (length == 0 || length >= sizeof address->host)
        return false;
    memcpy(address->host, text, length);
    address->host[length] = '\0';
    return true;
}

/* A zone may follow the address: "fe80::1%eth0". */
static bool looks_like_ipv6(const char *text) {
    size_t length = strspn(text, "0123456789ABCDEFabcdef:.");
    return text[length] == '\0' || text[length] == '%';
}

/* Sets *port to NULL if the text has no port. */
static bool split_host_port(const char *text, ServerAddress *address, const char **port) {
    const char *colon = strchr(text, ':'), *bracket = strchr(text, ']');
    *port = NULL;
    if (text[0] == '[') {
        if (!bracket || (bracket[1] != ':' && bracket[1]))
            return false;
        *port = bracket[1] ? bracket + 2 : NULL;
        return set_host(text + 1, (size_t)(bracket - text - 1), address);
    }
    if (!colon || (strchr(colon + 1, ':') && looks_like_ipv6(text)))
        return set_host(text, strlen(text), address);
    *port = colon + 1;
    return set_host(text, (size_t)(colon - text), address);
}

bool server_address_parse(const char *text, ServerAddress *address, Error *error) {
    ServerAddress read = {.port = SERVER_PORT};
    const char *port = NULL;
    if (strchr(text, '/')) {
        if (strlen(text) > SERVER_SOCKET_PATH_MAX)
            return error_set(error, ERROR_RANGE,
                             "expected a socket's path of at most %d bytes, found \"%s\"",
                             SERVER_SOCKET_PATH_MAX, text);
        read.port = 0;
        set_host(text, strlen(text), &read);
    } else if (strchr(text, ' ') || !split_host_port(text, &read, &port)) {
        return error_set(error, ERROR_SYNTAX,
                         "expected host, host:port or the path of a socket, found \"%s\"", text);
    } else if (port && !text_parse_number(port, 1, 65535, &read.port)) {
        return error_set(error, ERROR_RANGE, "expected a port from 1 to 65535, found \"%s\"", port);
    }
    read.is_plain_port = read.port == SERVER_PORT && !port;
    *address = read;
    return true;
}

static size_t host_length(const char *host) {
    size_t length = strlen(host);
    return length > 1 && host[length - 1] == '.' ? length - 1 : length;
}

bool server_host_is_same(const char *a, const char *b) {
    size_t length = host_length(a);
    return length == host_length(b) && text_equal_ignore_case_n(a, b, length);
}

bool server_address_is_same(const ServerAddress *a, const ServerAddress *b) {
    return server_host_is_same(a->host, b->host) &&
           (a->port == b->port || (a->tls == SERVER_TLS_ON) != (b->tls == SERVER_TLS_ON));
}

void server_address_write(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]) {
    if (address->port == 0)
        snprintf(text, SERVER_ADDRESS_SIZE, "%s", address->host);
    else
        snprintf(text, SERVER_ADDRESS_SIZE, strchr(address->host, ':') ? "[%s]:%d" : "%s:%d",
                 address->host, address->port);
}
