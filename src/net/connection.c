#include <config.h>

#include "net/connection.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/parallel.h"
#include "base/text.h"
#include "net/tls_client.h"

/* ---- name lookup ----
 * getaddrinfo can take half a minute and cannot be interrupted, and libuv joins its thread pool at
 * exit. Each lookup therefore runs in a detached thread, and neither the loop nor the exit of the
 * program waits for it. */

typedef struct Resolver Resolver;

/* Called once from the loop, unless the lookup was cancelled. The listener frees the addresses with
 * freeaddrinfo; on failure they are NULL and `why` is the reason. */
typedef void ResolverListener(void *context, struct addrinfo *addresses, const char *why);

struct Resolver {
    uv_async_t async; /* wakes the loop */
    ResolverListener *listener;
    void *context;
    char *name;
    char port[8];
    pthread_mutex_t lock;       /* protects the members below */
    int failure;                /* from getaddrinfo */
    int reason;                 /* errno if that is EAI_SYSTEM */
    struct addrinfo *addresses; /* owned */
    bool cancelled;
    int references; /* of the loop and the thread */
};

static void unref(Resolver *resolver) {
    pthread_mutex_lock(&resolver->lock);
    bool last = --resolver->references == 0;
    pthread_mutex_unlock(&resolver->lock);
    if (!last)
        return;
    if (resolver->addresses)
        freeaddrinfo(resolver->addresses);
    pthread_mutex_destroy(&resolver->lock);
    free(resolver->name);
    free(resolver);
}

static void *resolve_thread(void *argument) {
    Resolver *resolver = argument;
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *addresses = NULL;
    /* No name is the loopback address. A minimal system has no file that says so of "localhost",
     * which no name server may be asked about (RFC 6761). */
    const char *name = text_equal_ignore_case(resolver->name, "localhost") ? NULL : resolver->name;
    int failure = getaddrinfo(name, resolver->port, &hints, &addresses);
    int reason = errno;
    pthread_mutex_lock(&resolver->lock);
    resolver->failure = failure;
    resolver->reason = reason;
    resolver->addresses = addresses;
    if (!resolver->cancelled)
        uv_async_send(&resolver->async);
    pthread_mutex_unlock(&resolver->lock);
    unref(resolver);
    return NULL;
}

static void on_closed(uv_handle_t *handle) {
    unref(handle->data);
}

static void on_async(uv_async_t *async) {
    Resolver *resolver = async->data;
    pthread_mutex_lock(&resolver->lock);
    struct addrinfo *addresses = resolver->addresses;
    int failure = resolver->failure, reason = resolver->reason;
    resolver->addresses = NULL;
    pthread_mutex_unlock(&resolver->lock);
    uv_close((uv_handle_t *)async, on_closed);
    resolver->listener(resolver->context, addresses,
                       failure == EAI_SYSTEM ? strerror(reason) : gai_strerror(failure));
}

static int start_thread(Resolver *resolver) {
    pthread_attr_t attributes;
    pthread_t thread;
    int status = pthread_attr_init(&attributes);
    if (status != 0)
        return status;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    status = parallel_create_thread(&thread, &attributes, resolve_thread, resolver);
    pthread_attr_destroy(&attributes);
    return status;
}

/* Looks up a name and a port for stream sockets. Returns NULL with errno if no thread can be
 * created. */
static Resolver *resolver_start(uv_loop_t *loop, const char *name, int port,
                                ResolverListener *listener, void *context) {
    Resolver *resolver = memory_allocate(sizeof *resolver);
    size_t size = strlen(name) + 1;
    resolver->listener = listener;
    resolver->context = context;
    resolver->name = memcpy(memory_resize(NULL, size, 1), name, size);
    snprintf(resolver->port, sizeof resolver->port, "%d", port);
    pthread_mutex_init(&resolver->lock, NULL);
    resolver->references = 1;
    int status = -uv_async_init(loop, &resolver->async, on_async);
    if (status != 0) {
        unref(resolver);
        errno = status;
        return NULL;
    }
    resolver->async.data = resolver;
    resolver->references = 2;
    status = start_thread(resolver);
    if (status == 0)
        return resolver;
    resolver->references = 1;
    uv_close((uv_handle_t *)&resolver->async, on_closed);
    errno = status;
    return NULL;
}

/* Cancels a lookup that has not been reported. The loop must run once more to close its handle. */
static void resolver_cancel(Resolver *resolver) {
    pthread_mutex_lock(&resolver->lock);
    resolver->cancelled = true;
    pthread_mutex_unlock(&resolver->lock);
    uv_close((uv_handle_t *)&resolver->async, on_closed);
}

/* ---- connections ---- */

typedef struct ConnectAttempt ConnectAttempt;

struct Connection {
    uv_loop_t *loop;
    ServerList servers;
    int server;                             /* index of the one that is connected or to be tried */
    unsigned next_address[SERVER_LIST_MAX]; /* of a name's addresses: the one to try first */
    int ended_attempts;                     /* since the last greeting */
    Link *link;
    ConnectAttempt *attempt; /* or NULL */
    uv_timer_t timer;
    bool in_link_call; /* socket and timer are synchronized after the call */
    char *refusal;     /* the reason not to connect at all, or NULL */
    UntrustedServer untrusted;
};

/* How far an attempt has come. */
typedef enum AttemptPhase {
    ATTEMPT_CONNECTING,
    ATTEMPT_HANDSHAKE, /* of TLS */
    ATTEMPT_LINKED     /* the link sends and receives */
} AttemptPhase;

/* One attempt, from the name lookup to the closed socket. An abandoned attempt (`owner` is NULL)
 * lives until libuv has released its last part. */
struct ConnectAttempt {
    Connection *owner;
    Resolver *resolver;         /* or NULL */
    struct addrinfo *addresses; /* owned */
    struct addrinfo *address;   /* the one that is being tried */
    unsigned address_count;
    unsigned addresses_left;  /* not tried yet */
    int64_t address_until_ms; /* when the next address is tried; INT64_MAX: not yet */
    int first_error;          /* of the first address, or 0 */
    union {
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
        uv_handle_t handle;
    } socket;
    bool has_socket;
    AttemptPhase phase;
    bool has_received;
    TlsClient *tls; /* NULL: plain */
    uv_connect_t connect;
    uv_write_t write;
    char *sending; /* bytes of the pending write, or NULL */
    char input[16384];
};

static void sync_with_link(Connection *connection);

static void set_timer(Connection *connection);

static int64_t loop_now(const Connection *connection) {
    return (int64_t)uv_now(connection->loop);
}

static const ServerAddress *current_server(const Connection *connection) {
    return &connection->servers.servers[connection->server];
}

/* ---- the end of an attempt ---- */

static void free_attempt(ConnectAttempt *attempt) {
    if (attempt->addresses)
        freeaddrinfo(attempt->addresses);
    tls_client_free(attempt->tls);
    free(attempt->sending);
    free(attempt);
}

static void on_socket_closed(uv_handle_t *handle) {
    free_attempt(handle->data);
}

/* Announces the end of an encrypted stream to the server, if the socket accepts it at once. */
static void send_end(ConnectAttempt *attempt) {
    size_t length;
    if (!attempt->tls || attempt->sending || !attempt->has_socket ||
        uv_is_closing(&attempt->socket.handle))
        return;
    tls_client_close(attempt->tls);
    char *output = tls_client_take_output(attempt->tls, &length);
    uv_buf_t buffer = uv_buf_init(output, (unsigned)length);
    if (output)
        uv_try_write(&attempt->socket.stream, &buffer, 1);
    free(output);
}

/* Abandons the attempt, so that the next one is with the next server. It is freed when its parts
 * are closed. */
static void cancel_attempt(Connection *connection) {
    ConnectAttempt *attempt = connection->attempt;
    send_end(attempt);
    connection->attempt = NULL;
    connection->server = (connection->server + 1) % connection->servers.count;
    connection->ended_attempts++;
    attempt->owner = NULL;
    if (attempt->resolver)
        resolver_cancel(attempt->resolver);
    if (!attempt->has_socket)
        free_attempt(attempt);
    else if (!uv_is_closing(&attempt->socket.handle))
        uv_close(&attempt->socket.handle, on_socket_closed);
}

static void attempt_failed(ConnectAttempt *attempt, const char *what, const char *reason) {
    Connection *connection = attempt->owner;
    char address[SERVER_ADDRESS_SIZE], why[sizeof address + 200];
    server_address_write(current_server(connection), address);
    snprintf(why, sizeof why, "%s %s: %s", what, address, reason);
    cancel_attempt(connection);
    connection->in_link_call = true;
    link_lost(connection->link, why, loop_now(connection));
    connection->in_link_call = false;
    sync_with_link(connection);
}

static void connection_failed(Connection *connection, const char *why) {
    if (connection->attempt)
        cancel_attempt(connection);
    connection->in_link_call = true;
    link_failed(connection->link, why, loop_now(connection));
    connection->in_link_call = false;
    sync_with_link(connection);
}

static void tls_failed(ConnectAttempt *attempt) {
    Connection *connection = attempt->owner;
    const CertificateProblem *problem = tls_client_problem(attempt->tls);
    bool linked = attempt->phase == ATTEMPT_LINKED;
    char why[CERTIFICATE_TEXT_SIZE];
    if (!problem) {
        attempt_failed(attempt, linked ? "lost the connection to" : "cannot connect to",
                       tls_client_error(attempt->tls));
        return;
    }
    if (connection->untrusted.problem.fault == CERTIFICATE_GOOD)
        connection->untrusted = (UntrustedServer){*current_server(connection), *problem};
    certificate_describe(problem, current_server(connection)->host, why);
    connection_failed(connection, why);
}

/* ---- bytes ---- */

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    ConnectAttempt *attempt = handle->data;
    *buffer = uv_buf_init(attempt->input, sizeof attempt->input);
}

static void attempt_linked(ConnectAttempt *attempt) {
    Connection *connection = attempt->owner;
    attempt->phase = ATTEMPT_LINKED;
    connection->in_link_call = true;
    link_connected(connection->link, loop_now(connection));
    connection->in_link_call = false;
}

static void give_link(Connection *connection, const char *bytes, size_t length) {
    connection->in_link_call = true;
    link_receive(connection->link, bytes, length, loop_now(connection));
    connection->in_link_call = false;
    if (link_is_online(connection->link)) {
        connection->ended_attempts = 0;
        connection->untrusted.problem.fault = CERTIFICATE_GOOD;
    }
}

static void receive_encrypted(ConnectAttempt *attempt, const char *bytes, size_t length) {
    Connection *connection = attempt->owner;
    char plain[4096];
    tls_client_receive(attempt->tls, bytes, length);
    if (attempt->phase == ATTEMPT_HANDSHAKE && tls_client_state(attempt->tls) == TLS_CLIENT_OPEN)
        attempt_linked(attempt);
    while (link_wants_connection(connection->link) &&
           (length = tls_client_read(attempt->tls, plain, sizeof plain)) > 0)
        give_link(connection, plain, length);
    if (!link_wants_connection(connection->link))
        sync_with_link(connection);
    else if (tls_client_state(attempt->tls) == TLS_CLIENT_FAILED)
        tls_failed(attempt);
    else if (tls_client_state(attempt->tls) == TLS_CLIENT_CLOSED)
        attempt_failed(attempt, "lost the connection to", uv_strerror(UV_EOF));
    else
        sync_with_link(connection);
}

/* A server that expects TLS answers plain text with an alert, or with nothing at all. */
static bool is_tls_alert(const char *bytes, size_t length) {
    return length >= 2 && bytes[0] == 21 && bytes[1] == 3;
}

static void receive_plain(ConnectAttempt *attempt, const char *bytes, size_t length) {
    if (!attempt->has_received && is_tls_alert(bytes, length)) {
        attempt_failed(attempt, "cannot connect to", "this port is for encrypted connections only");
        return;
    }
    attempt->has_received = true;
    give_link(attempt->owner, bytes, length);
    sync_with_link(attempt->owner);
}

static void on_end(ConnectAttempt *attempt, int status) {
    if (attempt->phase == ATTEMPT_HANDSHAKE)
        attempt_failed(attempt, "cannot connect to",
                       "the server closed the connection before encryption was set up");
    else if (!attempt->tls && !attempt->has_received)
        attempt_failed(attempt, "cannot connect to",
                       "no reply; this port may be for encrypted connections only");
    else
        attempt_failed(attempt, "lost the connection to", uv_strerror(status));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    ConnectAttempt *attempt = stream->data;
    if (!attempt->owner || length == 0)
        return;
    if (length < 0)
        on_end(attempt, (int)length);
    else if (attempt->tls)
        receive_encrypted(attempt, buffer->base, (size_t)length);
    else
        receive_plain(attempt, buffer->base, (size_t)length);
}

static void on_written(uv_write_t *write, int status) {
    ConnectAttempt *attempt = write->data;
    free(attempt->sending);
    attempt->sending = NULL;
    if (!attempt->owner)
        return;
    if (status < 0)
        on_end(attempt, status);
    else
        sync_with_link(attempt->owner);
}

/* Returns the bytes to send, owned by the caller, or NULL. */
static char *take_output(ConnectAttempt *attempt, size_t *length) {
    Link *link = attempt->owner->link;
    const char *output = link_output(link, length);
    char *bytes = NULL;
    if (attempt->phase == ATTEMPT_LINKED && *length > 0) {
        if (attempt->tls) {
            tls_client_write(attempt->tls, output, *length);
        } else {
            bytes = memory_resize(NULL, *length, 1);
            memcpy(bytes, output, *length);
        }
        link_take_output(link, *length);
    }
    return attempt->tls ? tls_client_take_output(attempt->tls, length) : bytes;
}

static void write_output(Connection *connection) {
    ConnectAttempt *attempt = connection->attempt;
    size_t length;
    if (!attempt || attempt->phase == ATTEMPT_CONNECTING || attempt->sending)
        return;
    attempt->sending = take_output(attempt, &length);
    if (!attempt->sending)
        return;
    uv_buf_t buffer = uv_buf_init(attempt->sending, (unsigned)length);
    attempt->write.data = attempt;
    int status = uv_write(&attempt->write, &attempt->socket.stream, &buffer, 1, on_written);
    if (status < 0)
        attempt_failed(attempt, "cannot write to", uv_strerror(status));
}

/* ---- connecting ---- */

static void try_address(ConnectAttempt *attempt);

/* The first address follows the last. */
static struct addrinfo *address_after(const ConnectAttempt *attempt) {
    return attempt->address->ai_next ? attempt->address->ai_next : attempt->addresses;
}

/* Tries the next address after a failure. */
static void try_next_address(ConnectAttempt *attempt, int status) {
    Connection *connection = attempt->owner;
    if (attempt->first_error == 0)
        attempt->first_error = status;
    if (attempt->addresses_left == 0) {
        attempt_failed(attempt, "cannot connect to", uv_strerror(attempt->first_error));
        return;
    }
    attempt->addresses_left--;
    connection->next_address[connection->server]++;
    attempt->address = address_after(attempt);
    try_address(attempt);
}

static void start_handshake(ConnectAttempt *attempt) {
    Connection *connection = attempt->owner;
    const ServerAddress *server = current_server(connection);
    Error error;
    attempt->tls = tls_client_create(server->host, &server->pin, &error);
    attempt->phase = ATTEMPT_HANDSHAKE;
    if (!attempt->tls)
        connection_failed(connection, error.text);
}

static void on_connect(uv_connect_t *connect, int status) {
    ConnectAttempt *attempt = connect->data;
    Connection *connection = attempt->owner;
    if (!connection || status == UV_ECANCELED) /* the next address is tried */
        return;
    attempt->address_until_ms = INT64_MAX;
    if (status == 0)
        status = uv_read_start(&attempt->socket.stream, on_alloc, on_read);
    if (status < 0) {
        try_next_address(attempt, status);
        return;
    }
    if (current_server(connection)->port != 0) {
        uv_tcp_nodelay(&attempt->socket.tcp, 1);
        uv_tcp_keepalive(&attempt->socket.tcp, 1, 60);
    }
    if (current_server(connection)->tls == SERVER_TLS_ON)
        start_handshake(attempt);
    else
        attempt_linked(attempt);
    sync_with_link(connection);
}

static void on_address_closed(uv_handle_t *handle) {
    ConnectAttempt *attempt = handle->data;
    attempt->has_socket = false;
    if (attempt->owner)
        try_address(attempt);
    else
        free_attempt(attempt);
}

/* Connects to the next address; the socket of the one before is closed first. While there are
 * others, an address has its share of the time only, so that one that does not answer leaves some
 * to them. */
static void try_address(ConnectAttempt *attempt) {
    Connection *connection = attempt->owner;
    attempt->address_until_ms = INT64_MAX;
    if (attempt->has_socket) {
        uv_close(&attempt->socket.handle, on_address_closed);
        return;
    }
    int status = uv_tcp_init(connection->loop, &attempt->socket.tcp);
    if (status == 0) {
        attempt->has_socket = true;
        attempt->socket.handle.data = attempt;
        attempt->connect.data = attempt;
        status = uv_tcp_connect(&attempt->connect, &attempt->socket.tcp, attempt->address->ai_addr,
                                on_connect);
    }
    if (status < 0) {
        try_next_address(attempt, status);
        return;
    }
    if (attempt->addresses_left > 0)
        attempt->address_until_ms =
            loop_now(connection) +
            link_connect_timeout_ms(connection->link) / (int64_t)attempt->address_count;
    set_timer(connection);
}

/* Each attempt begins with the next address, so that an unresponsive one does not block the
 * others. */
static void choose_address(ConnectAttempt *attempt) {
    Connection *connection = attempt->owner;
    unsigned *next = &connection->next_address[connection->server];
    attempt->address_count = 0;
    for (const struct addrinfo *each = attempt->addresses; each; each = each->ai_next)
        attempt->address_count++;
    attempt->addresses_left = attempt->address_count - 1;
    attempt->address = attempt->addresses;
    for (unsigned skip = *next % attempt->address_count; skip > 0; skip--)
        attempt->address = address_after(attempt);
    ++*next;
}

static void on_resolved(void *context, struct addrinfo *addresses, const char *why) {
    ConnectAttempt *attempt = context;
    attempt->resolver = NULL;
    attempt->addresses = addresses;
    if (!addresses) {
        attempt_failed(attempt, "cannot find", why);
    } else {
        choose_address(attempt);
        try_address(attempt);
    }
}

static void connect_unix(ConnectAttempt *attempt) {
    Connection *connection = attempt->owner;
    int status = uv_pipe_init(connection->loop, &attempt->socket.pipe, 0);
    if (status < 0) {
        attempt_failed(attempt, "cannot connect to", uv_strerror(status));
        return;
    }
    attempt->has_socket = true;
    attempt->socket.handle.data = attempt;
    attempt->connect.data = attempt;
    uv_pipe_connect(&attempt->connect, &attempt->socket.pipe, current_server(connection)->host,
                    on_connect);
}

static void start_attempt(Connection *connection) {
    ConnectAttempt *attempt = memory_allocate(sizeof *attempt);
    const ServerAddress *server = current_server(connection);
    attempt->owner = connection;
    attempt->address_until_ms = INT64_MAX;
    connection->attempt = attempt;
    if (server->port == 0) {
        connect_unix(attempt);
        return;
    }
    attempt->resolver =
        resolver_start(connection->loop, server->host, server->port, on_resolved, attempt);
    if (!attempt->resolver)
        attempt_failed(attempt, "cannot find", strerror(errno));
}

/* ---- following the link ---- */

static void on_timer(uv_timer_t *timer) {
    Connection *connection = timer->data;
    ConnectAttempt *attempt = connection->attempt;
    if (connection->refusal) {
        connection->in_link_call = true;
        link_refused(connection->link, connection->refusal, loop_now(connection));
        connection->in_link_call = false;
        return;
    }
    if (attempt && attempt->phase == ATTEMPT_HANDSHAKE &&
        loop_now(connection) >= link_deadline(connection->link)) {
        attempt_failed(attempt, "cannot connect to",
                       "the server takes too long to set up encryption");
        return;
    }
    if (attempt && loop_now(connection) >= attempt->address_until_ms) {
        try_next_address(attempt, UV_ETIMEDOUT);
        return;
    }
    connection->in_link_call = true;
    link_tick(connection->link, loop_now(connection));
    connection->in_link_call = false;
    sync_with_link(connection);
}

static void set_timer(Connection *connection) {
    int64_t deadline = link_deadline(connection->link), now = loop_now(connection);
    if (connection->attempt)
        deadline = min_i64(deadline, connection->attempt->address_until_ms);
    if (deadline == INT64_MAX)
        uv_timer_stop(&connection->timer);
    else
        uv_timer_start(&connection->timer, on_timer,
                       deadline > now ? (uint64_t)(deadline - now) : 0, 0);
}

/* Called after every call of the link: opens or closes the socket, sends, sets the timer. */
static void sync_with_link(Connection *connection) {
    if (connection->in_link_call)
        return;
    if (connection->attempt && !link_wants_connection(connection->link))
        cancel_attempt(connection);
    else if (!connection->attempt && link_wants_connection(connection->link))
        start_attempt(connection);
    write_output(connection);
    set_timer(connection);
}

/* ---- for the user ---- */

Connection *connection_create(uv_loop_t *loop, const ServerList *servers, const char *program,
                              LinkListener *listener, void *context) {
    assert(servers->count > 0);
    Connection *connection = memory_allocate(sizeof *connection);
    LinkOptions options = {.servers = (unsigned)servers->count};
    snprintf(options.program, sizeof options.program, "%s", program);
    identity_random_bytes(&options.seed, sizeof options.seed);
    connection->loop = loop;
    connection->servers = *servers;
    connection->server = servers->first == SERVER_LIST_ANY
                             ? (int)(options.seed % (unsigned)servers->count)
                             : servers->first;
    uv_timer_init(loop, &connection->timer);
    connection->timer.data = connection;
    connection->link = link_create(&options, listener, context, loop_now(connection));
    /* The loop starts the attempt, so that no event comes before the caller has the connection. */
    uv_timer_start(&connection->timer, on_timer, 0, 0);
    return connection;
}

void connection_refuse(Connection *connection, const char *why) {
    free(connection->refusal);
    connection->refusal = memory_strdup(why);
}

const ServerAddress *connection_server(const Connection *connection) {
    return current_server(connection);
}

const UntrustedServer *connection_untrusted_server(const Connection *connection) {
    bool none_is_left = connection->ended_attempts >= connection->servers.count;
    return none_is_left && connection->untrusted.problem.fault != CERTIFICATE_GOOD
               ? &connection->untrusted
               : NULL;
}

static void on_timer_closed(uv_handle_t *handle) {
    free(handle->data);
}

void connection_free(Connection *connection) {
    if (!connection)
        return;
    if (connection->attempt)
        cancel_attempt(connection);
    link_free(connection->link);
    free(connection->refusal);
    connection->refusal = NULL;
    uv_close((uv_handle_t *)&connection->timer, on_timer_closed);
}

bool connection_is_online(const Connection *connection) {
    return link_is_online(connection->link);
}

bool connection_has_feature(const Connection *connection, const char *feature) {
    return link_has_feature(connection->link, feature);
}

int connection_retry_s(const Connection *connection) {
    int64_t deadline = link_deadline(connection->link);
    if (link_wants_connection(connection->link))
        return 0;
    if (deadline == INT64_MAX)
        return -1;
    int64_t left_ms = deadline - loop_now(connection);
    return left_ms > 0 ? (int)((left_ms + 999) / 1000) : 0;
}

unsigned connection_request(Connection *connection, const Request *request) {
    unsigned request_id = link_request(connection->link, request);
    sync_with_link(connection);
    return request_id;
}

void connection_subscribe(Connection *connection, const Subscription *subscription) {
    link_subscribe(connection->link, subscription);
    sync_with_link(connection);
}

void connection_follow_lists(Connection *connection) {
    link_follow_lists(connection->link);
    sync_with_link(connection);
}

bool connection_leave_server(Connection *connection, const char *why) {
    bool left = link_leave_server(connection->link, why);
    sync_with_link(connection);
    return left;
}

void connection_retry_now(Connection *connection) {
    link_retry_now(connection->link, loop_now(connection));
    sync_with_link(connection);
}
