/* Connections over real sockets to a server on the same loop, which sends prepared lines and hangs
 * up on request. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <netdb.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <uv.h>

#include "../support/fake_server.h"

#include "base/memory.h"
#include "net/connection.h"

enum { TIMEOUT_MS = 300000 };

/* A socket of the server, connected to a wire of the fake server. */
typedef struct Socket {
    struct World *world;
    FakeWire *wire;
    union {
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
    } handle;
    struct Socket *next;
    char input[4096];
} Socket;

typedef struct World {
    uv_loop_t loop;
    union {
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe;
    } listener;
    bool is_path;
    FakeServer *server;
    Socket *sockets;
    Connection *connection;
    uv_timer_t timeout;
    unsigned online;
    unsigned offline;
    uint32_t reported;
    unsigned cuts_left; /* number of moves after which the server hangs up */
    char why[200];
} World;

/* ---- addresses of names ---- */

enum { ADDRESSES_MAX = 3, IMPOSSIBLE = 0 };

/* Results of name lookups; the system answers if `count` is 0. */
static struct {
    struct addrinfo list[ADDRESSES_MAX];
    struct sockaddr_in places[ADDRESSES_MAX];
    atomic_int count;    /* atomic: a cancelled lookup may still read it */
    atomic_bool is_slow; /* each result waits for `answered` */
    sem_t asked, answered;
} names;

/* Ports of this machine; IMPOSSIBLE is an address without a family, which connect() rejects. */
static void set_lookup_result(int first, int second, int third) {
    const int ports[ADDRESSES_MAX] = {first, second, third};
    for (int i = 0; i < ADDRESSES_MAX; i++) {
        struct addrinfo *entry = &names.list[i];
        struct sockaddr_in *place = &names.places[i];
        uv_ip4_addr("127.0.0.1", ports[i], place);
        place->sin_family = ports[i] == IMPOSSIBLE ? AF_UNSPEC : AF_INET;
        *entry = (struct addrinfo){.ai_family = place->sin_family,
                                   .ai_socktype = SOCK_STREAM,
                                   .ai_addr = (struct sockaddr *)place,
                                   .ai_addrlen = sizeof *place,
                                   .ai_next = i + 1 < ADDRESSES_MAX ? entry + 1 : NULL};
    }
    names.count = ADDRESSES_MAX;
}

int __real_getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                       struct addrinfo **found);
int __wrap_getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                       struct addrinfo **found);
void __real_freeaddrinfo(struct addrinfo *list);
void __wrap_freeaddrinfo(struct addrinfo *list);

int __wrap_getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                       struct addrinfo **found) {
    if (names.is_slow) {
        sem_post(&names.asked);
        sem_wait(&names.answered);
        return EAI_AGAIN;
    }
    if (atomic_load(&names.count) == 0)
        return __real_getaddrinfo(name, service, hints, found);
    *found = names.list;
    return 0;
}

void __wrap_freeaddrinfo(struct addrinfo *list) {
    if (list != names.list)
        __real_freeaddrinfo(list);
}

/* ---- the server's side ---- */

static void on_closed(uv_handle_t *handle) {
    free(handle->data);
}

static void hang_up(Socket *socket) {
    World *world = socket->world;
    Socket **link = &world->sockets;
    while (*link != socket)
        link = &(*link)->next;
    *link = socket->next;
    fake_disconnect(world->server, socket->wire);
    uv_close((uv_handle_t *)&socket->handle, on_closed);
}

static void on_written(uv_write_t *write, int status) {
    (void)status;
    free(write->data);
    free(write);
}

static void flush(Socket *socket) {
    Buffer *output = &socket->wire->output;
    if (output->length == 0)
        return;
    size_t length = output->length;
    uv_write_t *write = memory_allocate(sizeof *write);
    write->data = buffer_take(output);
    uv_buf_t buffer = uv_buf_init(write->data, (unsigned)length);
    uv_write(write, &socket->handle.stream, &buffer, 1, on_written);
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
    (void)size;
    Socket *socket = handle->data;
    *buffer = uv_buf_init(socket->input, sizeof socket->input);
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    Socket *socket = stream->data;
    World *world = socket->world;
    if (length < 0) {
        hang_up(socket);
        return;
    }
    uint32_t before = world->server->count;
    fake_receive(world->server, socket->wire, buffer->base, (size_t)length);
    if (world->server->count > before && world->cuts_left > 0) {
        world->cuts_left--;
        hang_up(socket); /* the move has arrived, its reply is lost */
        return;
    }
    for (Socket *each = world->sockets; each; each = each->next)
        flush(each);
}

static void on_client(uv_stream_t *listener, int status) {
    World *world = listener->data;
    assert_int_equal(status, 0);
    Socket *socket = memory_allocate(sizeof *socket);
    socket->world = world;
    socket->wire = fake_connect(world->server);
    socket->next = world->sockets;
    world->sockets = socket;
    if (world->is_path)
        uv_pipe_init(&world->loop, &socket->handle.pipe, 0);
    else
        uv_tcp_init(&world->loop, &socket->handle.tcp);
    socket->handle.stream.data = socket;
    assert_int_equal(uv_accept(listener, &socket->handle.stream), 0);
    uv_read_start(&socket->handle.stream, on_alloc, on_read);
    flush(socket);
}

static void on_timeout(uv_timer_t *timer) {
    (void)timer;
    fail_msg("what was waited for did not come");
}

static void play(World *world) {
    Request request = {.verb = VERB_MOVE};
    strcpy(request.fields.id.text, FAKE_ID);
    request.fields.ply = world->reported;
    fake_move(world->reported, request.fields.move);
    fields_set(&request.fields, FIELD_ID);
    fields_set(&request.fields, FIELD_PLY_ARG);
    fields_set(&request.fields, FIELD_MOVE);
    connection_request(world->connection, &request);
}

/* Plays both sides: the server makes every second move itself. */
static void on_link_event(void *context, const LinkEvent *event) {
    World *world = context;
    world->online += event->kind == LINK_EVENT_ONLINE;
    if (event->kind == LINK_EVENT_OFFLINE) {
        world->offline++;
        snprintf(world->why, sizeof world->why, "%s", event->sentence);
    }
    if (event->kind == LINK_EVENT_MOVE) {
        assert_int_equal(event->message->fields.ply, world->reported);
        world->reported++;
    }
    if ((event->kind == LINK_EVENT_MOVE ||
         (event->kind == LINK_EVENT_GAME && event->message->fields.ply == 0)) &&
        world->reported % 2 == 0 && world->reported < FAKE_PLIES)
        play(world);
}

static void world_open(World *world) {
    *world = (World){.server = fake_create()};
    uv_loop_init(&world->loop);
    uv_timer_init(&world->loop, &world->timeout);
    uv_timer_start(&world->timeout, on_timeout, TIMEOUT_MS, 0);
}

static void count_handle(uv_handle_t *handle, void *count) {
    (void)handle;
    ++*(int *)count;
}

static void world_close(World *world) {
    connection_free(world->connection);
    while (world->sockets)
        hang_up(world->sockets);
    if (world->listener.stream.data)
        uv_close((uv_handle_t *)&world->listener, NULL);
    uv_close((uv_handle_t *)&world->timeout, NULL);
    uv_run(&world->loop, UV_RUN_DEFAULT);
    int left = 0;
    uv_walk(&world->loop, count_handle, &left);
    assert_int_equal(left, 0);
    assert_int_equal(uv_loop_close(&world->loop), 0);
    fake_free(world->server);
}

static int listen_at(World *world, const char *host) {
    struct sockaddr_storage address;
    int size = sizeof address;
    if (strchr(host, ':'))
        uv_ip6_addr(host, 0, (struct sockaddr_in6 *)&address);
    else
        uv_ip4_addr(host, 0, (struct sockaddr_in *)&address);
    uv_tcp_init(&world->loop, &world->listener.tcp);
    world->listener.stream.data = world;
    if (uv_tcp_bind(&world->listener.tcp, (struct sockaddr *)&address, 0) < 0 ||
        uv_listen(&world->listener.stream, 8, on_client) < 0)
        return 0;
    uv_tcp_getsockname(&world->listener.tcp, (struct sockaddr *)&address, &size);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

static void subscribe(World *world) {
    Subscription subscription = {.seat = SEAT_WHITE};
    strcpy(subscription.id.text, FAKE_ID);
    seat_key_make(&subscription.key);
    connection_subscribe(world->connection, &subscription);
}

static void connect_to_list(World *world, const ServerList *servers) {
    world->connection = connection_create(&world->loop, servers, "test/1", on_link_event, world);
    subscribe(world);
}

static void connect_to(World *world, const char *host, int port) {
    ServerAddress place = {.port = port};
    snprintf(place.host, sizeof place.host, "%s", host);
    ServerList servers = server_list_of(&place);
    connect_to_list(world, &servers);
}

/* Returns two hosts with these ports, the first one to be tried first. */
static ServerList two_servers(const char *first, int first_port, const char *second,
                              int second_port) {
    ServerList servers = {.servers = {{.port = first_port}, {.port = second_port}}, .count = 2};
    snprintf(servers.servers[0].host, SERVER_HOST_SIZE, "%s", first);
    snprintf(servers.servers[1].host, SERVER_HOST_SIZE, "%s", second);
    return servers;
}

/* Runs until the ply was reported. Prepared lines of a second client play the other side. */
static void play_game(World *world) {
    char line[200], move[COORDINATE_SIZE];
    FakeWire *black = fake_connect(world->server);
    snprintf(line, sizeof line, "JOIN %s b key=00000000000000000000000001\n", FAKE_ID);
    fake_receive(world->server, black, line, strlen(line));
    while (world->reported < FAKE_PLIES) {
        uv_run(&world->loop, UV_RUN_ONCE);
        if (world->server->count % 2 == 1) {
            fake_move(world->server->count, move);
            snprintf(line, sizeof line, "MOVE %s %u %s\n", FAKE_ID, world->server->count, move);
            fake_receive(world->server, black, line, strlen(line));
            for (Socket *each = world->sockets; each; each = each->next)
                flush(each);
        }
    }
    assert_int_equal(world->server->count, FAKE_PLIES);
}

static void play_game_at(const char *host, const char *called) {
    World world;
    world_open(&world);
    int port = listen_at(&world, host);
    if (port == 0) { /* no IPv6 here */
        world_close(&world);
        skip();
    }
    connect_to(&world, called, port);
    play_game(&world);
    assert_int_equal(world.online, 1);
    assert_int_equal(world.offline, 0);
    world_close(&world);
}

static void test_a_game_over_ipv4(void **state) {
    (void)state;
    play_game_at("127.0.0.1", "127.0.0.1");
}

static void test_a_game_over_ipv6(void **state) {
    (void)state;
    play_game_at("::1", "::1");
}

static void test_a_name_is_resolved(void **state) {
    (void)state;
    play_game_at("127.0.0.1", "localhost");
}

static void test_a_game_over_a_path(void **state) {
    (void)state;
    char path[SERVER_SOCKET_PATH_MAX];
    World world;
    world_open(&world);
    snprintf(path, sizeof path, "/tmp/congo-test-%ld", (long)getpid());
    unlink(path); /* left by an older process */
    uv_pipe_init(&world.loop, &world.listener.pipe, 0);
    world.is_path = true;
    world.listener.stream.data = &world;
    assert_int_equal(uv_pipe_bind(&world.listener.pipe, path), 0);
    assert_int_equal(uv_listen(&world.listener.stream, 8, on_client), 0);
    connect_to(&world, path, 0);
    play_game(&world);
    world_close(&world);
    unlink(path);
}

static void test_the_server_hangs_up(void **state) {
    (void)state;
    World world;
    world_open(&world);
    int port = listen_at(&world, "127.0.0.1");
    world.cuts_left = 2;
    connect_to(&world, "127.0.0.1", port);
    play_game(&world);
    assert_int_equal(world.offline, 2);
    assert_int_equal(world.online, 3);
    assert_int_equal(world.server->dups, 2);
    world_close(&world);
}

/* Returns a socket with a port of its own, on which nobody listens. It is closed at the end of the
 * program: until then no other program gets the port. */
static int bound_socket(int *port) {
    struct sockaddr_in address;
    socklen_t size = sizeof address;
    int bound = socket(AF_INET, SOCK_STREAM, 0);
    uv_ip4_addr("127.0.0.1", 0, &address);
    assert_int_equal(bind(bound, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(getsockname(bound, (struct sockaddr *)&address, &size), 0);
    *port = ntohs(address.sin_port);
    return bound;
}

static int closed_port(void) {
    int port;
    bound_socket(&port);
    return port;
}

static void test_no_server(void **state) {
    (void)state;
    World world;
    world_open(&world);
    int port = closed_port();
    connect_to(&world, "127.0.0.1", port);
    while (world.offline < 2)
        uv_run(&world.loop, UV_RUN_ONCE);
    char wanted[100];
    snprintf(wanted, sizeof wanted, "cannot connect to 127.0.0.1:%d: connection refused", port);
    assert_string_equal(world.why, wanted);
    connection_retry_now(world.connection);
    while (world.offline < 3)
        uv_run(&world.loop, UV_RUN_ONCE);
    world_close(&world);
}

static void test_unknown_name(void **state) {
    (void)state;
    World world;
    world_open(&world);
    connect_to(&world, "no-such-host.invalid", 7153);
    while (world.offline < 1)
        uv_run(&world.loop, UV_RUN_ONCE);
    if (strcmp(world.why, "the server cannot be reached") != 0) /* a slow name server */
        assert_memory_equal(world.why, "cannot find no-such-host.invalid:7153: ", 38);
    world_close(&world);
}

/* Each attempt tries all addresses, starting with a different one. */
static void test_all_addresses_are_tried(void **state) {
    (void)state;
    World world;
    world_open(&world);
    int closed = closed_port(), port = listen_at(&world, "127.0.0.1");
    set_lookup_result(closed, closed, closed);
    connect_to(&world, "three.example", port);
    while (world.offline < 1)
        uv_run(&world.loop, UV_RUN_ONCE);
    set_lookup_result(port, closed, closed);
    play_game(&world);
    assert_int_equal(world.offline, 1);
    world_close(&world);
}

/* Addresses after one that connect() rejects are tried too; the first failure is reported. */
static void test_impossible_address(void **state) {
    (void)state;
    World world;
    world_open(&world);
    int closed = closed_port(), port = listen_at(&world, "127.0.0.1");
    set_lookup_result(IMPOSSIBLE, closed, IMPOSSIBLE);
    connect_to(&world, "odd.example", 99);
    while (world.offline < 1)
        uv_run(&world.loop, UV_RUN_ONCE);
    assert_string_equal(world.why, "cannot connect to odd.example:99: invalid argument");
    set_lookup_result(port, IMPOSSIBLE, IMPOSSIBLE);
    play_game(&world);
    assert_int_equal(world.offline, 1);
    world_close(&world);
}

/* Makes a port that accepts no connection and does not refuse it either: nobody takes those that
 * fill its queue. Returns the port; the sockets are closed at the end of the program. */
static int hanging_port(void) {
    int port;
    int listening = bound_socket(&port);
    struct sockaddr_in address;
    uv_ip4_addr("127.0.0.1", port, &address);
    assert_int_equal(listen(listening, 0), 0);
    for (int i = 0; i < 3; i++) {
        int client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (connect(client, (struct sockaddr *)&address, sizeof address) != 0)
            assert_int_equal(errno, EINPROGRESS);
    }
    return port;
}

/* An address that does not answer leaves time to the others of its name. */
static void test_an_address_hangs(void **state) {
    (void)state;
    World world;
    world_open(&world);
    int port = listen_at(&world, "127.0.0.1");
    set_lookup_result(hanging_port(), hanging_port(), port);
    connect_to(&world, "a.example", 1);
    play_game(&world);
    assert_int_equal(world.offline, 0);
    world_close(&world);
}

static void test_the_next_server_is_tried(void **state) {
    (void)state;
    World world;
    world_open(&world);
    int closed = closed_port(), port = listen_at(&world, "127.0.0.1");
    ServerList servers = two_servers("127.0.0.1", closed, "127.0.0.1", port);
    connect_to_list(&world, &servers);
    play_game(&world);
    assert_int_equal(world.offline, 1);
    assert_int_equal(connection_server(world.connection)->port, port);
    world_close(&world);
}

/* After each lost connection the other server has its turn. */
static void test_servers_hang_up_in_turn(void **state) {
    (void)state;
    World world;
    world_open(&world);
    int port = listen_at(&world, "127.0.0.1");
    world.cuts_left = 3;
    ServerList servers = two_servers("127.0.0.1", port, "localhost", port);
    connect_to_list(&world, &servers);
    play_game(&world);
    assert_int_equal(world.offline, 3);
    assert_int_equal(world.online, 4);
    assert_string_equal(connection_server(world.connection)->host, "localhost");
    world_close(&world);
}

/* Clients that may begin anywhere are spread over the servers. */
static void test_any_server_can_be_the_first(void **state) {
    (void)state;
    enum { CLIENTS = 64 };
    int found[2] = {0};
    for (int i = 0; i < CLIENTS; i++) {
        World world;
        world_open(&world);
        ServerList servers = two_servers("127.0.0.1", 1, "127.0.0.1", 2);
        servers.first = SERVER_LIST_ANY;
        connect_to_list(&world, &servers);
        found[connection_server(world.connection)->port - 1]++;
        world_close(&world);
    }
    assert_true(found[0] > 0 && found[1] > 0); /* neither in one of 2^63 runs */
}

/* Neither the loop nor the exit waits for a pending lookup. */
static void test_slow_name_lookup(void **state) {
    (void)state;
    World world;
    world_open(&world);
    names.is_slow = true;
    sem_init(&names.asked, 0, 0);
    sem_init(&names.answered, 0, 0);
    connect_to(&world, "localhost", 99);
    while (sem_trywait(&names.asked) != 0)
        uv_run(&world.loop, UV_RUN_NOWAIT);
    alarm(300);
    world_close(&world);
    alarm(0);
    sem_post(&names.answered);
    names.is_slow = false;
}

static int forget_names(void **state) {
    (void)state;
    names.count = 0;
    return 0;
}

/* A connection can be freed at any time. */
static void test_freed_at_any_time(void **state) {
    (void)state;
    for (int turns = 0; turns < 6; turns++)
        for (int kind = 0; kind < 3; kind++) {
            World world;
            world_open(&world);
            int port = listen_at(&world, "127.0.0.1");
            names.count = 0;
            if (kind == 2)
                set_lookup_result(IMPOSSIBLE, IMPOSSIBLE, port);
            connect_to(&world, kind == 0 ? "127.0.0.1" : "localhost", port);
            for (int i = 0; i < turns; i++)
                uv_run(&world.loop, UV_RUN_ONCE);
            world_close(&world);
        }
}

static void reads(const char *text, const char *host, int port, const char *written) {
    ServerAddress place;
    Error error;
    char again[SERVER_ADDRESS_SIZE];
    if (!server_address_parse(text, &place, &error))
        fail_msg("%s: %s", text, error.text);
    assert_string_equal(place.host, host);
    assert_int_equal(place.port, port);
    server_address_write(&place, again);
    assert_string_equal(again, written);
}

static void test_server_addresses(void **state) {
    (void)state;
    reads("congo.example", "congo.example", 7153, "congo.example:7153");
    reads("congo.example:99", "congo.example", 99, "congo.example:99");
    reads("::1", "::1", 7153, "[::1]:7153");
    reads("fe80::1%eth0", "fe80::1%eth0", 7153, "[fe80::1%eth0]:7153");
    reads("[::1]", "::1", 7153, "[::1]:7153");
    reads("[::1]:65535", "::1", 65535, "[::1]:65535");
    reads("/run/congod.sock", "/run/congod.sock", 0, "/run/congod.sock");
    reads("./sock", "./sock", 0, "./sock");
    static const char *const wrong[] = {"",     ":99",     "host:",    "host:0",       "host:65536",
                                        "a b",  "host:x",  "host:1 ",  "[::1]x",       "[::1",
                                        "[]:1", "host:+1", "host:1:x", "a.example:1:2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ServerAddress place = {.port = 5};
        Error error = {0};
        if (server_address_parse(wrong[i], &place, &error))
            fail_msg("%s: read", wrong[i]);
        assert_true(error.text[0] != '\0');
        assert_int_equal(place.port, 5);
    }
}

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_server_addresses),
        cmocka_unit_test(test_a_game_over_ipv4),
        cmocka_unit_test(test_a_game_over_ipv6),
        cmocka_unit_test(test_a_name_is_resolved),
        cmocka_unit_test(test_a_game_over_a_path),
        cmocka_unit_test(test_the_server_hangs_up),
        cmocka_unit_test(test_no_server),
        cmocka_unit_test(test_unknown_name),
        cmocka_unit_test_teardown(test_all_addresses_are_tried, forget_names),
        cmocka_unit_test_teardown(test_impossible_address, forget_names),
        cmocka_unit_test_teardown(test_an_address_hangs, forget_names),
        cmocka_unit_test(test_the_next_server_is_tried),
        cmocka_unit_test(test_servers_hang_up_in_turn),
        cmocka_unit_test(test_any_server_can_be_the_first),
        cmocka_unit_test(test_slow_name_lookup),
        cmocka_unit_test_teardown(test_freed_at_any_time, forget_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
