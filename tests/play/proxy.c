#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "proxy.h"

enum { PIECE = 4096 };

/* One side of a connection, with the bytes read from it. */
typedef struct End {
    uv_pipe_t pipe;
    struct Wire *wire;
    struct End *other;
    char bytes[PIECE];
} End;

typedef struct Wire {
    struct Wire *next;
    Proxy *proxy;
    End client, server;
    uv_connect_t connect;
    size_t left; /* bytes until the cut; SIZE_MAX: no cut */
    int open;    /* handles not closed yet */
    bool closing;
} Wire;

typedef struct Write {
    uv_write_t request;
    char bytes[];
} Write;

static size_t bytes_to_cut(Proxy *proxy) {
    if (proxy->most == 0)
        return SIZE_MAX;
    proxy->seed = proxy->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return 1 + (size_t)(proxy->seed >> 33) % proxy->most;
}

/* ---- the end ---- */

static void on_closed(uv_handle_t *handle) {
    Wire *wire = handle->data;
    if (--wire->open > 0)
        return;
    Wire **place = &wire->proxy->wires;
    while (*place != wire)
        place = &(*place)->next;
    *place = wire->next;
    free(wire);
}

static void cut(Wire *wire) {
    if (wire->closing)
        return;
    wire->closing = true;
    wire->client.pipe.data = wire->server.pipe.data = wire;
    uv_close((uv_handle_t *)&wire->client.pipe, on_closed);
    uv_close((uv_handle_t *)&wire->server.pipe, on_closed);
}

/* ---- bytes ---- */

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    End *end = handle->data;
    (void)size;
    *buffer = uv_buf_init(end->bytes, PIECE);
}

static void on_written(uv_write_t *request, int status) {
    (void)status;
    free(request->data);
}

static void forward(End *from, size_t length) {
    Write *write = memory_allocate(sizeof *write + length);
    memcpy(write->bytes, from->bytes, length);
    write->request.data = write;
    uv_buf_t buffer = uv_buf_init(write->bytes, (unsigned)length);
    if (uv_write(&write->request, (uv_stream_t *)&from->other->pipe, &buffer, 1, on_written) < 0)
        free(write);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    End *end = stream->data;
    Wire *wire = end->wire;
    (void)buffer;
    if (length < 0) {
        cut(wire);
        return;
    }
    size_t forwarded = (size_t)length < wire->left ? (size_t)length : wire->left;
    if (forwarded > 0)
        forward(end, forwarded);
    if (wire->left == SIZE_MAX)
        return;
    wire->left -= forwarded;
    if (wire->left == 0) {
        wire->proxy->cuts++;
        cut(wire);
    }
}

/* ---- connections ---- */

static void on_connect(uv_connect_t *connect, int status) {
    Wire *wire = connect->data;
    if (wire->closing)
        return;
    if (status < 0) {
        cut(wire);
        return;
    }
    uv_read_start((uv_stream_t *)&wire->client.pipe, on_alloc, on_read);
    uv_read_start((uv_stream_t *)&wire->server.pipe, on_alloc, on_read);
}

static void init_end(Wire *wire, End *end, End *other) {
    uv_pipe_init(wire->proxy->loop, &end->pipe, 0);
    end->pipe.data = end;
    end->wire = wire;
    end->other = other;
    wire->open++;
}

static void on_connection(uv_stream_t *listening, int status) {
    Proxy *proxy = listening->data;
    if (status < 0)
        return;
    Wire *wire = memory_allocate(sizeof *wire);
    wire->proxy = proxy;
    wire->left = bytes_to_cut(proxy);
    wire->next = proxy->wires;
    proxy->wires = wire;
    init_end(wire, &wire->client, &wire->server);
    init_end(wire, &wire->server, &wire->client);
    assert_int_equal(uv_accept(listening, (uv_stream_t *)&wire->client.pipe), 0);
    wire->connect.data = wire;
    uv_pipe_connect(&wire->connect, &wire->server.pipe, proxy->server, on_connect);
}

void proxy_start(Proxy *proxy, uv_loop_t *loop, const char *path, const char *server) {
    *proxy = (Proxy){.loop = loop, .server = server, .seed = 7153};
    uv_pipe_init(loop, &proxy->listening, 0);
    proxy->listening.data = proxy;
    assert_int_equal(uv_pipe_bind(&proxy->listening, path), 0);
    assert_int_equal(uv_listen((uv_stream_t *)&proxy->listening, 16, on_connection), 0);
}

void proxy_cut(Proxy *proxy, size_t most) {
    proxy->most = most;
    for (Wire *wire = proxy->wires; wire; wire = wire->next)
        wire->left = bytes_to_cut(proxy);
}

void proxy_stop(Proxy *proxy) {
    uv_close((uv_handle_t *)&proxy->listening, NULL);
    for (Wire *wire = proxy->wires; wire; wire = wire->next)
        cut(wire);
}
