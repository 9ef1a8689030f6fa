#include <config.h>

#include "net/connection.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "net/resolver.h"

typedef struct ConnectAttempt ConnectAttempt;

struct Connection {
    uv_loop_t *loop;
    ServerAddress address;
    Link *link;
    ConnectAttempt *attempt; /* or NULL */
    uv_timer_t timer;
    unsigned failed_attempts; /* each attempt begins with another address */
    bool in_link_call;        /* socket and timer are synchronized after the call */
};

/* One attempt, from the name lookup to the closed socket. An abandoned attempt (`owner` is NULL)
 * lives until libuv has released its last part. */
struct ConnectAttempt {
    Connection *owner;
    Resolver *resolver;         /* or NULL */
    struct addrinfo *addresses; /* owned */
    struct addrinfo *address;   /* the one that is being tried */
    unsigned addresses_left;    /* not tried yet */
    int first_error;            /* of the first address, or 0 */
    union {
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
        uv_handle_t handle;
    } socket;
    bool has_socket;
    bool connected;
    uv_connect_t connect;
    uv_write_t write;
    char *sending; /* bytes of the pending write, or NULL */
    char input[16384];
};

static void sync_with_link(Connection *connection);

static int64_t loop_now(const Connection *connection) {
    return (int64_t)uv_now(connection->loop);
}

/* ---- the end of an attempt ---- */

static void free_attempt(ConnectAttempt *attempt) {
    if (attempt->addresses)
        freeaddrinfo(attempt->addresses);
    free(attempt->sending);
    free(attempt);
}

static void on_socket_closed(uv_handle_t *handle) {
    free_attempt(handle->data);
}

/* Abandons the attempt. It is freed when its parts are closed. */
static void cancel_attempt(Connection *connection) {
    ConnectAttempt *attempt = connection->attempt;
    connection->attempt = NULL;
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
    char address[SERVER_ADDRESS_SIZE], why[sizeof address + 128];
    server_address_write(&connection->address, address);
    snprintf(why, sizeof why, "%s %s: %s", what, address, reason);
    connection->failed_attempts += !attempt->connected;
    cancel_attempt(connection);
    connection->in_link_call = true;
    link_lost(connection->link, why, loop_now(connection));
    connection->in_link_call = false;
    sync_with_link(connection);
}

/* ---- bytes ---- */

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    ConnectAttempt *attempt = handle->data;
    *buffer = uv_buf_init(attempt->input, sizeof attempt->input);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    ConnectAttempt *attempt = stream->data;
    Connection *connection = attempt->owner;
    if (!connection || length == 0)
        return;
    if (length < 0) {
        attempt_failed(attempt, "lost the connection to", uv_strerror((int)length));
        return;
    }
    connection->in_link_call = true;
    link_receive(connection->link, buffer->base, (size_t)length, loop_now(connection));
    connection->in_link_call = false;
    sync_with_link(connection);
}

static void on_written(uv_write_t *write, int status) {
    ConnectAttempt *attempt = write->data;
    free(attempt->sending);
    attempt->sending = NULL;
    if (!attempt->owner)
        return;
    if (status < 0)
        attempt_failed(attempt, "lost the connection to", uv_strerror(status));
    else
        sync_with_link(attempt->owner);
}

static void write_output(Connection *connection) {
    ConnectAttempt *attempt = connection->attempt;
    size_t length;
    const char *output = link_output(connection->link, &length);
    if (!attempt || !attempt->connected || attempt->sending || length == 0)
        return;
    attempt->sending = memory_resize(NULL, length, 1);
    memcpy(attempt->sending, output, length);
    link_take_output(connection->link, length);
    uv_buf_t buffer = uv_buf_init(attempt->sending, (unsigned)length);
    attempt->write.data = attempt;
    int status = uv_write(&attempt->write, &attempt->socket.stream, &buffer, 1, on_written);
    if (status < 0)
        attempt_failed(attempt, "cannot write to", uv_strerror(status));
}

/* ---- connecting ---- */

static void try_address(ConnectAttempt *attempt);

/* Tries the next address after a failure; the first one follows the last. */
static void try_next_address(ConnectAttempt *attempt, int status) {
    if (attempt->first_error == 0)
        attempt->first_error = status;
    if (attempt->addresses_left == 0) {
        attempt_failed(attempt, "cannot connect to", uv_strerror(attempt->first_error));
        return;
    }
    attempt->addresses_left--;
    attempt->address = attempt->address->ai_next ? attempt->address->ai_next : attempt->addresses;
    try_address(attempt);
}

static void on_connect(uv_connect_t *connect, int status) {
    ConnectAttempt *attempt = connect->data;
    Connection *connection = attempt->owner;
    if (!connection)
        return;
    if (status == 0)
        status = uv_read_start(&attempt->socket.stream, on_alloc, on_read);
    if (status < 0) {
        try_next_address(attempt, status);
        return;
    }
    attempt->connected = true;
    if (connection->address.port != 0) {
        uv_tcp_nodelay(&attempt->socket.tcp, 1);
        uv_tcp_keepalive(&attempt->socket.tcp, 1, 60);
    }
    connection->in_link_call = true;
    link_connected(connection->link, loop_now(connection));
    connection->in_link_call = false;
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

/* Connects to the next address; the socket of the one before is closed first. */
static void try_address(ConnectAttempt *attempt) {
    if (attempt->has_socket) {
        uv_close(&attempt->socket.handle, on_address_closed);
        return;
    }
    int status = uv_tcp_init(attempt->owner->loop, &attempt->socket.tcp);
    if (status == 0) {
        attempt->has_socket = true;
        attempt->socket.handle.data = attempt;
        attempt->connect.data = attempt;
        status = uv_tcp_connect(&attempt->connect, &attempt->socket.tcp, attempt->address->ai_addr,
                                on_connect);
    }
    if (status < 0)
        try_next_address(attempt, status);
}

/* Each attempt begins with the next address, so that an unresponsive one does not block the
 * others. */
static void choose_address(ConnectAttempt *attempt) {
    const struct addrinfo *address = attempt->addresses;
    for (attempt->addresses_left = 0; address->ai_next; address = address->ai_next)
        attempt->addresses_left++;
    attempt->address = attempt->addresses;
    for (unsigned skip = attempt->owner->failed_attempts % (attempt->addresses_left + 1); skip > 0;
         skip--)
        attempt->address = attempt->address->ai_next;
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
    uv_pipe_connect(&attempt->connect, &attempt->socket.pipe, connection->address.host, on_connect);
}

static void start_attempt(Connection *connection) {
    ConnectAttempt *attempt = memory_allocate(sizeof *attempt);
    attempt->owner = connection;
    connection->attempt = attempt;
    if (connection->address.port == 0) {
        connect_unix(attempt);
        return;
    }
    attempt->resolver = resolver_start(connection->loop, connection->address.host,
                                       connection->address.port, on_resolved, attempt);
    if (!attempt->resolver)
        attempt_failed(attempt, "cannot find", strerror(errno));
}

/* ---- following the link ---- */

static void on_timer(uv_timer_t *timer) {
    Connection *connection = timer->data;
    connection->in_link_call = true;
    link_tick(connection->link, loop_now(connection));
    connection->in_link_call = false;
    sync_with_link(connection);
}

static void set_timer(Connection *connection) {
    int64_t deadline = link_deadline(connection->link), now = loop_now(connection);
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

Connection *connection_create(uv_loop_t *loop, const ServerAddress *address, const char *program,
                              LinkListener *listener, void *context) {
    Connection *connection = memory_allocate(sizeof *connection);
    LinkOptions options = {0};
    snprintf(options.program, sizeof options.program, "%s", program);
    identity_random_bytes(&options.seed, sizeof options.seed);
    connection->loop = loop;
    connection->address = *address;
    uv_timer_init(loop, &connection->timer);
    connection->timer.data = connection;
    connection->link = link_create(&options, listener, context, loop_now(connection));
    /* The loop starts the attempt, so that no event comes before the caller has the connection. */
    uv_timer_start(&connection->timer, on_timer, 0, 0);
    return connection;
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
    uv_close((uv_handle_t *)&connection->timer, on_timer_closed);
}

bool connection_is_online(const Connection *connection) {
    return link_is_online(connection->link);
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

void connection_retry_now(Connection *connection) {
    link_retry_now(connection->link, loop_now(connection));
    sync_with_link(connection);
}
