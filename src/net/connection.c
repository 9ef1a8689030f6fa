#include <config.h>

#include "net/connection.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/resolver.h"
#include "rules/memory.h"

typedef struct Attempt Attempt;

struct Connection {
    uv_loop_t *loop;
    ServerPlace place;
    Link *link;
    Attempt *attempt; /* NULL: there is none */
    uv_timer_t timer;
    unsigned turn; /* attempts that failed: each begins with another address */
    bool busy;     /* in a call of the link: what follows from it is done after it */
};

/* One connection, from the resolution of the name to the closing of the socket. It outlives its
 * interest for the Connection (then `owner` is NULL) until libuv lets go of its last part. */
struct Attempt {
    Connection *owner;
    Resolver *resolver;         /* NULL: nothing is being looked up */
    struct addrinfo *addresses; /* owned */
    struct addrinfo *address;   /* that is tried */
    unsigned others;            /* addresses that have not been tried yet */
    int failure;                /* of the first that was tried; 0: none */
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
    char *written; /* the bytes under way; NULL: none are */
    char input[16384];
};

static void settle(Connection *connection);

static int64_t now_of(const Connection *connection) {
    return (int64_t)uv_now(connection->loop);
}

/* ---- the end of an attempt ---- */

static void free_attempt(Attempt *attempt) {
    if (attempt->addresses)
        freeaddrinfo(attempt->addresses);
    free(attempt->written);
    free(attempt);
}

static void on_socket_closed(uv_handle_t *handle) {
    free_attempt(handle->data);
}

/* The connection forgets the attempt, which goes when its parts have ended. */
static void abandon(Connection *connection) {
    Attempt *attempt = connection->attempt;
    connection->attempt = NULL;
    attempt->owner = NULL;
    if (attempt->resolver)
        resolver_cancel(attempt->resolver);
    if (!attempt->has_socket)
        free_attempt(attempt);
    else if (!uv_is_closing(&attempt->socket.handle))
        uv_close(&attempt->socket.handle, on_socket_closed);
}

/* The attempt failed. */
static void fail(Attempt *attempt, const char *what, const char *reason) {
    Connection *connection = attempt->owner;
    char place[SERVER_PLACE_SIZE], why[sizeof place + 128];
    server_place_write(&connection->place, place);
    snprintf(why, sizeof why, "%s %s: %s", what, place, reason);
    connection->turn += !attempt->connected;
    abandon(connection);
    connection->busy = true;
    link_lost(connection->link, why, now_of(connection));
    connection->busy = false;
    settle(connection);
}

/* ---- bytes ---- */

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    Attempt *attempt = handle->data;
    *buffer = uv_buf_init(attempt->input, sizeof attempt->input);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    Attempt *attempt = stream->data;
    Connection *connection = attempt->owner;
    if (!connection || length == 0)
        return;
    if (length < 0) {
        fail(attempt, "lost the connection to", uv_strerror((int)length));
        return;
    }
    connection->busy = true;
    link_receive(connection->link, buffer->base, (size_t)length, now_of(connection));
    connection->busy = false;
    settle(connection);
}

static void on_written(uv_write_t *write, int status) {
    Attempt *attempt = write->data;
    free(attempt->written);
    attempt->written = NULL;
    if (!attempt->owner)
        return;
    if (status < 0)
        fail(attempt, "lost the connection to", uv_strerror(status));
    else
        settle(attempt->owner);
}

static void write_output(Connection *connection) {
    Attempt *attempt = connection->attempt;
    size_t length;
    const char *output = link_output(connection->link, &length);
    if (!attempt || !attempt->connected || attempt->written || length == 0)
        return;
    attempt->written = memory_resize(NULL, length, 1);
    memcpy(attempt->written, output, length);
    link_take_output(connection->link, length);
    uv_buf_t buffer = uv_buf_init(attempt->written, (unsigned)length);
    attempt->write.data = attempt;
    int status = uv_write(&attempt->write, &attempt->socket.stream, &buffer, 1, on_written);
    if (status < 0)
        fail(attempt, "cannot write to", uv_strerror(status));
}

/* ---- connecting ---- */

static void try_address(Attempt *attempt);

/* The address cannot be connected to: the next one is tried, after the last the first. */
static void go_on(Attempt *attempt, int status) {
    if (attempt->failure == 0)
        attempt->failure = status;
    if (attempt->others == 0) {
        fail(attempt, "cannot connect to", uv_strerror(attempt->failure));
        return;
    }
    attempt->others--;
    attempt->address = attempt->address->ai_next ? attempt->address->ai_next : attempt->addresses;
    try_address(attempt);
}

static void on_connect(uv_connect_t *connect, int status) {
    Attempt *attempt = connect->data;
    Connection *connection = attempt->owner;
    if (!connection)
        return;
    if (status == 0)
        status = uv_read_start(&attempt->socket.stream, on_alloc, on_read);
    if (status < 0) {
        go_on(attempt, status);
        return;
    }
    attempt->connected = true;
    if (connection->place.port != 0) {
        uv_tcp_nodelay(&attempt->socket.tcp, 1);
        uv_tcp_keepalive(&attempt->socket.tcp, 1, 60);
    }
    connection->busy = true;
    link_connected(connection->link, now_of(connection));
    connection->busy = false;
    settle(connection);
}

static void on_address_closed(uv_handle_t *handle) {
    Attempt *attempt = handle->data;
    attempt->has_socket = false;
    if (attempt->owner)
        try_address(attempt);
    else
        free_attempt(attempt);
}

/* Connects to the next address; the socket of the one before is closed first. */
static void try_address(Attempt *attempt) {
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
        go_on(attempt, status);
}

/* An address that swallows everything must not keep the others from being tried, so each attempt
 * begins with the next one. */
static void choose_address(Attempt *attempt) {
    const struct addrinfo *address = attempt->addresses;
    for (attempt->others = 0; address->ai_next; address = address->ai_next)
        attempt->others++;
    attempt->address = attempt->addresses;
    for (unsigned skip = attempt->owner->turn % (attempt->others + 1); skip > 0; skip--)
        attempt->address = attempt->address->ai_next;
}

static void on_resolved(void *context, struct addrinfo *addresses, const char *why) {
    Attempt *attempt = context;
    attempt->resolver = NULL;
    attempt->addresses = addresses;
    if (!addresses) {
        fail(attempt, "cannot find", why);
    } else {
        choose_address(attempt);
        try_address(attempt);
    }
}

static void connect_path(Attempt *attempt) {
    Connection *connection = attempt->owner;
    int status = uv_pipe_init(connection->loop, &attempt->socket.pipe, 0);
    if (status < 0) {
        fail(attempt, "cannot connect to", uv_strerror(status));
        return;
    }
    attempt->has_socket = true;
    attempt->socket.handle.data = attempt;
    attempt->connect.data = attempt;
    uv_pipe_connect(&attempt->connect, &attempt->socket.pipe, connection->place.host, on_connect);
}

static void begin_attempt(Connection *connection) {
    Attempt *attempt = memory_allocate(sizeof *attempt);
    attempt->owner = connection;
    connection->attempt = attempt;
    if (connection->place.port == 0) {
        connect_path(attempt);
        return;
    }
    attempt->resolver = resolver_start(connection->loop, connection->place.host,
                                       connection->place.port, on_resolved, attempt);
    if (!attempt->resolver)
        fail(attempt, "cannot find", strerror(errno));
}

/* ---- after every call of the link ---- */

static void on_timer(uv_timer_t *timer) {
    Connection *connection = timer->data;
    connection->busy = true;
    link_tick(connection->link, now_of(connection));
    connection->busy = false;
    settle(connection);
}

static void set_timer(Connection *connection) {
    int64_t deadline = link_deadline(connection->link), now = now_of(connection);
    if (deadline == INT64_MAX)
        uv_timer_stop(&connection->timer);
    else
        uv_timer_start(&connection->timer, on_timer,
                       deadline > now ? (uint64_t)(deadline - now) : 0, 0);
}

/* Brings socket and timer to where the link wants them. */
static void settle(Connection *connection) {
    if (connection->busy)
        return;
    if (connection->attempt && !link_wants_connection(connection->link))
        abandon(connection);
    else if (!connection->attempt && link_wants_connection(connection->link))
        begin_attempt(connection);
    write_output(connection);
    set_timer(connection);
}

/* ---- for the user ---- */

Connection *connection_create(uv_loop_t *loop, const ServerPlace *place, const char *program,
                              NewsListener *listener, void *context) {
    Connection *connection = memory_allocate(sizeof *connection);
    LinkOptions options = {0};
    snprintf(options.program, sizeof options.program, "%s", program);
    random_bytes(&options.chance, sizeof options.chance);
    connection->loop = loop;
    connection->place = *place;
    uv_timer_init(loop, &connection->timer);
    connection->timer.data = connection;
    connection->link = link_create(&options, listener, context, now_of(connection));
    /* Begun by the loop, so that nothing is told before the caller has the connection. */
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
        abandon(connection);
    link_free(connection->link);
    uv_close((uv_handle_t *)&connection->timer, on_timer_closed);
}

bool connection_is_online(const Connection *connection) {
    return link_is_online(connection->link);
}

unsigned connection_request(Connection *connection, const Request *request) {
    unsigned ticket = link_request(connection->link, request);
    settle(connection);
    return ticket;
}

void connection_follow(Connection *connection, const Following *following) {
    link_follow(connection->link, following);
    settle(connection);
}

void connection_hurry(Connection *connection) {
    link_hurry(connection->link, now_of(connection));
    settle(connection);
}
