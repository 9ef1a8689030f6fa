/*
 * The servers of one arena: each of them has all of its games, so that any will do. Users write
 * them as one text, "a.example,b.example:7000".
 */
#ifndef NET_SERVERS_H
#define NET_SERVERS_H

#include <stdbool.h>

#include "base/error.h"
#include "net/server_address.h"

enum {
    SERVER_LIST_MAX = 16,
    SERVER_LIST_ANY = -1 /* `first`: a random server, which spreads the clients over all of them */
};

typedef struct ServerList {
    ServerAddress servers[SERVER_LIST_MAX]; /* no server twice */
    int count;                              /* at least 1, but for a list that names none yet */
    int first; /* the index of the one to try first, or SERVER_LIST_ANY */
} ServerList;

/* Parses addresses (server_address_parse) between commas, with or without blanks; a server that is
 * named again is left out. The error names the wrong one. `first` becomes SERVER_LIST_ANY. */
bool server_list_parse(const char *text, ServerList *list, Error *error);

/* Returns a list of one server. */
ServerList server_list_of(const ServerAddress *address);

/* Returns the index of a server, or -1. */
int server_list_find(const ServerList *list, const ServerAddress *address);

/* Returns whether two lists are of the same arena: they have a server in common. */
bool server_list_is_same(const ServerList *a, const ServerList *b);

/* Adds the servers of `more` that the list lacks, as far as there is room. */
void server_list_add(ServerList *list, const ServerList *more);

/* Puts a server of the list first, to be tried first. */
void server_list_start_with(ServerList *list, const ServerAddress *address);

#endif
