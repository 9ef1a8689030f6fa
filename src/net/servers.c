#include <config.h>

#include "net/servers.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

/* ---- the address of a server, parsed from the user's text and written back ---- */

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

static bool is_numeric(const char *host) {
    char address[SERVER_HOST_SIZE];
    struct in6_addr bytes;
    snprintf(address, sizeof address, "%.*s", (int)strcspn(host, "%"), host);
    return inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, address, &bytes) == 1;
}

bool server_address_parse_listen(const char *text, ServerAddress *address) {
    ServerAddress read = {0};
    const char *colon = strrchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : 0;
    bool brackets = length >= 2 && text[0] == '[' && text[length - 1] == ']';
    if (!colon || !set_host(text + brackets, length - 2 * (size_t)brackets, &read) ||
        !is_numeric(read.host) || !text_parse_number(colon + 1, 0, 65535, &read.port))
        return false;
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

static bool is_this_computer(const char *host) {
    return server_host_is_same(host, "localhost") || strcmp(host, "127.0.0.1") == 0 ||
           strcmp(host, "::1") == 0;
}

bool server_address_is_same(const ServerAddress *a, const ServerAddress *b) {
    return (server_host_is_same(a->host, b->host) ||
            (is_this_computer(a->host) && is_this_computer(b->host))) &&
           (a->port == b->port || (a->tls == SERVER_TLS_ON) != (b->tls == SERVER_TLS_ON));
}

void server_address_write(const ServerAddress *address, char text[SERVER_ADDRESS_SIZE]) {
    if (address->port == 0)
        snprintf(text, SERVER_ADDRESS_SIZE, "%s", address->host);
    else
        snprintf(text, SERVER_ADDRESS_SIZE, strchr(address->host, ':') ? "[%s]:%d" : "%s:%d",
                 address->host, address->port);
}

/* ---- lists of servers ---- */

/* Parses the item of `length` bytes at `text`. */
static bool parse_item(const char *text, size_t length, ServerAddress *address, Error *error) {
    char item[SERVER_ADDRESS_SIZE];
    Error why = {0};
    if (length >= sizeof item)
        return error_set(error, ERROR_RANGE, "the name of the server \"%.*s\" is too long",
                         (int)length, text);
    snprintf(item, sizeof item, "%.*s", (int)length, text);
    if (server_address_parse(item, address, &why))
        return true;
    return error_set(error, why.code, "server \"%s\": %s", item, why.text);
}

/* Returns the index of a server, or -1. */
static int find(const ServerList *list, const ServerAddress *address) {
    for (int i = 0; i < list->count; i++)
        if (server_address_is_same(&list->servers[i], address))
            return i;
    return -1;
}

static bool add(ServerList *list, const ServerAddress *address) {
    if (find(list, address) >= 0)
        return true;
    if (list->count == SERVER_LIST_MAX)
        return false;
    list->servers[list->count++] = *address;
    return true;
}

bool server_list_parse(const char *text, ServerList *list, Error *error) {
    ServerList read = {.first = SERVER_LIST_ANY};
    const char *at = text, *end;
    ServerAddress address;
    if (!strchr(text, ',')) {
        if (!server_address_parse(text, &address, error))
            return false;
        *list = server_list_of(&address);
        return true;
    }
    for (;; at = end + 1) {
        at += strspn(at, " ");
        end = at + strcspn(at, ",");
        size_t length = (size_t)(end - at);
        while (length > 0 && at[length - 1] == ' ')
            length--;
        if (length == 0)
            return error_set(error, ERROR_SYNTAX,
                             "expected a server before and after each comma, found \"%s\"", text);
        if (!parse_item(at, length, &address, error))
            return false;
        if (!add(&read, &address))
            return error_set(error, ERROR_RANGE, "expected at most %d servers, found \"%s\"",
                             SERVER_LIST_MAX, text);
        if (!*end)
            break;
    }
    *list = read;
    return true;
}

ServerList server_list_of(const ServerAddress *address) {
    return (ServerList){.servers = {*address}, .count = 1};
}

bool server_list_is_same(const ServerList *a, const ServerList *b) {
    for (int i = 0; i < b->count; i++)
        if (find(a, &b->servers[i]) >= 0)
            return true;
    return false;
}

void server_list_add(ServerList *list, const ServerList *more) {
    for (int i = 0; i < more->count; i++)
        add(list, &more->servers[i]);
}

void server_list_start_with(ServerList *list, const ServerAddress *address) {
    int index = find(list, address);
    if (index < 0)
        return;
    ServerAddress first = list->servers[index];
    memmove(&list->servers[1], &list->servers[0], (size_t)index * sizeof list->servers[0]);
    list->servers[0] = first;
    list->first = 0;
}
