#include <config.h>

#include "net/servers.h"

#include <stdio.h>
#include <string.h>

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

static bool add(ServerList *list, const ServerAddress *address) {
    if (server_list_find(list, address) >= 0)
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

int server_list_find(const ServerList *list, const ServerAddress *address) {
    for (int i = 0; i < list->count; i++)
        if (server_address_is_same(&list->servers[i], address))
            return i;
    return -1;
}

bool server_list_is_same(const ServerList *a, const ServerList *b) {
    for (int i = 0; i < b->count; i++)
        if (server_list_find(a, &b->servers[i]) >= 0)
            return true;
    return false;
}

void server_list_add(ServerList *list, const ServerList *more) {
    for (int i = 0; i < more->count; i++)
        add(list, &more->servers[i]);
}

void server_list_start_with(ServerList *list, const ServerAddress *address) {
    int index = server_list_find(list, address);
    if (index < 0)
        return;
    ServerAddress first = list->servers[index];
    memmove(&list->servers[1], &list->servers[0], (size_t)index * sizeof list->servers[0]);
    list->servers[0] = first;
    list->first = 0;
}
