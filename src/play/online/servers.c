#include <config.h>

#include "play/online/servers.h"

#include "net/tls_client.h"
#include "play/online/tls_servers.h"

/* The server that was reached last, or no host. */
static ServerAddress last_reached;

static bool can_be_encrypted(const ServerAddress *address) {
    return address->port != 0 && address->tls != SERVER_TLS_OFF;
}

/* Whoever can keep the encrypted servers of a list from being reached must not learn from the
 * others what is sent to them: all are encrypted, or none. */
static bool encrypt_all_or_none(ServerList *servers, Error *error) {
    bool encrypted = false;
    TlsServer known;
    for (int i = 0; i < servers->count; i++) {
        const ServerAddress *each = &servers->servers[i];
        if (!can_be_encrypted(each))
            continue;
        if (!tls_servers_find(each->host, each->port, &known, error))
            return false;
        encrypted |= each->tls == SERVER_TLS_ON || known.port != 0;
    }
    for (int i = 0; encrypted && i < servers->count; i++)
        if (can_be_encrypted(&servers->servers[i]))
            servers->servers[i].tls = SERVER_TLS_ON;
    return true;
}

static bool use_known_server(ServerAddress *address, Error *error) {
    TlsServer known;
    if (!tls_servers_find(address->host, address->port, &known, error))
        return false;
    if (address->tls == SERVER_TLS_AUTO && known.port == 0)
        return true;
    address->tls = SERVER_TLS_ON;
    if (address->is_plain_port)
        address->port = known.port > 0 ? known.port : SERVER_TLS_PORT;
    address->is_plain_port = false;
    if (!address->pin.known && known.port == address->port)
        address->pin = known.pin;
    return true;
}

static bool decide(ServerAddress *address, Error *error) {
    if (!can_be_encrypted(address))
        return true;
    if (!use_known_server(address, error))
        return false;
    return address->tls != SERVER_TLS_ON || tls_client_is_available() ||
           error_set(error, ERROR_UNSUPPORTED,
                     "this program cannot encrypt the connection to %.100s: it was built without "
                     "OpenSSL",
                     address->host);
}

bool server_connect_decide(ServerList *servers, Error *error) {
    if (!encrypt_all_or_none(servers, error))
        return false;
    for (int i = 0; i < servers->count; i++)
        if (!decide(&servers->servers[i], error))
            return false;
    return true;
}

Connection *server_connect(uv_loop_t *loop, ServerList *servers, LinkListener *listener,
                           void *context) {
    Error error;
    bool allowed = server_connect_decide(servers, &error);
    server_list_start_with(servers, &last_reached);
    Connection *connection =
        connection_create(loop, servers, PACKAGE_TARNAME "/" PACKAGE_VERSION, listener, context);
    if (!allowed)
        connection_refuse(connection, error.text);
    return connection;
}

bool server_connect_remember(const ServerAddress *address, Error *error) {
    last_reached = *address;
    return address->tls != SERVER_TLS_ON || tls_servers_remember(address, error);
}
