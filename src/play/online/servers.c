#include <config.h>

#include "play/online/servers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "net/tls_client.h"
#include "play/storage.h"

/* ---- servers reached encrypted ---- */

#define FILE_NAME "tls-servers"

#define HEADLINE                                                                                   \
    "# Congo: servers to which connections are always encrypted: host, port, and the "             \
    "certificate's\n"                                                                              \
    "# fingerprint if it is pinned, else \"-\". Without its line, a server is forgotten.\n"

enum { FILE_MODE = 0600 };

/* A line of the file. */
typedef struct KnownServer {
    char host[SERVER_HOST_SIZE];
    int port;
    Fingerprint pin;
} KnownServer;

/* The servers of the file, the newest last. */
typedef struct KnownServers {
    KnownServer *servers; /* owned */
    size_t count;
} KnownServers;

/* ---- reading ---- */

static bool parse_line(char *line, KnownServer *server) {
    const char *host = text_next_word(&line), *port = text_next_word(&line);
    const char *pin = text_next_word(&line);
    server->pin = (Fingerprint){0};
    return pin && text_is_blank(line) && text_copy(server->host, sizeof server->host, host) &&
           text_parse_number(port, 1, 65535, &server->port) &&
           (strcmp(pin, "-") == 0 || fingerprint_parse(pin, &server->pin));
}

/* Every line ends with a line break, so that a file that was cut short is noticed. */
static bool parse_servers(const char *path, char *text, KnownServers *known, Error *error) {
    char shown[SHORT_PATH_SIZE];
    int number = 0;
    for (char *line = text, *end; *line || line == text; line = end + 1) {
        KnownServer server;
        number++;
        end = strchr(line, '\n');
        if (end)
            *end = '\0';
        bool remark = line[0] == '#';
        if (!end || (!remark && !parse_line(line, &server)))
            return error_set(error, ERROR_SYNTAX,
                             "%s:%d: cannot be read, so it is not known which connections must be "
                             "encrypted: correct the line, or delete the file if you do not mind",
                             text_shorten_path(path, shown), number);
        if (remark)
            continue;
        known->servers = memory_resize(known->servers, known->count + 1, sizeof server);
        known->servers[known->count++] = server;
    }
    return true;
}

/* A file that does not exist has no servers. */
static bool read_servers(const char *path, KnownServers *known, Error *error) {
    struct stat status;
    size_t length;
    *known = (KnownServers){0};
    if (lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return true;
    char *text = file_read(path, &length, error);
    if (!text)
        return error_prefix(error, "which connections must be encrypted is not known: ");
    bool good = parse_servers(path, text, known, error);
    free(text);
    if (!good)
        free(known->servers);
    return good;
}

bool tls_servers_find(const char *host, int port, TlsServer *server, Error *error) {
    char path[FILE_PATH_SIZE];
    KnownServers known;
    *server = (TlsServer){0};
    if (!storage_state_location(FILE_NAME, path, NULL))
        return true;
    if (!read_servers(path, &known, error))
        return false;
    for (size_t i = 0; i < known.count; i++) {
        const KnownServer *each = &known.servers[i];
        if (!server_host_is_same(each->host, host))
            continue;
        *server = (TlsServer){.port = each->port, .pin = each->pin};
        if (each->port == port)
            break;
    }
    free(known.servers);
    return true;
}

/* ---- writing ---- */

static void add_server(Buffer *text, const char *host, int port, const Fingerprint *pin) {
    char fingerprint[FINGERPRINT_SIZE] = "-";
    if (pin->known)
        fingerprint_write(pin, fingerprint);
    buffer_add_format(text, "%s %d %s\n", host, port, fingerprint);
}

static bool is_listed(const KnownServers *known, const ServerAddress *address) {
    for (size_t i = 0; i < known->count; i++) {
        const KnownServer *each = &known->servers[i];
        if (server_host_is_same(each->host, address->host) && each->port == address->port)
            return each->pin.known == address->pin.known &&
                   (!each->pin.known || fingerprint_equal(&each->pin, &address->pin));
    }
    return false;
}

/* Writes the file with the server at its end. */
static bool write_servers(const char *path, const KnownServers *known, const ServerAddress *address,
                          Error *error) {
    Buffer text = {0};
    buffer_add_string(&text, HEADLINE);
    for (size_t i = 0; i < known->count; i++) {
        const KnownServer *each = &known->servers[i];
        if (!server_host_is_same(each->host, address->host) || each->port != address->port)
            add_server(&text, each->host, each->port, &each->pin);
    }
    add_server(&text, address->host, address->port, &address->pin);
    bool written = file_write_atomic(path, text.bytes, text.length, FILE_MODE, true, error);
    buffer_free(&text);
    return written;
}

static bool add_to_file(const char *path, const ServerAddress *address, Error *error) {
    KnownServers known;
    int lock = file_open_lock(path, error);
    if (lock < 0)
        return false;
    bool good = read_servers(path, &known, error);
    if (good) {
        good = is_listed(&known, address) || write_servers(path, &known, address, error);
        free(known.servers);
    }
    close(lock);
    return good;
}

bool tls_servers_remember(const ServerAddress *address, Error *error) {
    char path[FILE_PATH_SIZE];
    return (storage_state_path(FILE_NAME, path, error) && add_to_file(path, address, error)) ||
           error_prefix(error, "%.100s cannot be added to the servers with encrypted connections: ",
                        address->host);
}

/* The server that was reached last, or no host. */
static ServerAddress last_reached;

static bool can_be_encrypted(const ServerAddress *address) {
    return address->port != 0 && address->tls != SERVER_TLS_OFF;
}

/* An attacker who makes the encrypted servers of a list unreachable must not get the traffic in
 * plain text from the others: all are encrypted, or none. */
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
