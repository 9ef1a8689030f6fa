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
    if (!colon || strchr(colon + 1, ':')) /* a name or an IPv6 address */
        return set_host(text, strlen(text), address);
    *port = colon + 1;
    return set_host(text, (size_t)(colon - text), address);
}

bool server_address_parse(const char *text, ServerAddress *address, Error *error) {
    ServerAddress read = {.port = SERVER_PORT};
    const char *port;
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
    *address = read;
    return true;
}

void server_address_write(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]) {
    if (address->port == 0)
        snprintf(text, SERVER_ADDRESS_SIZE, "%s", address->host);
    else
        snprintf(text, SERVER_ADDRESS_SIZE, strchr(address->host, ':') ? "[%s]:%d" : "%s:%d",
                 address->host, address->port);
}
