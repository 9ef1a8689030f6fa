#include <config.h>

#include "load_parts.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "history_message.h"
#include "base/memory.h"

enum {
    EVENTS = 512,
    AWAY_PART = 50, /* one of so many players has left */
    SOURCES = 8     /* source addresses */
};

void load_add_sample(Samples *samples, int64_t since_us) {
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? samples->capacity * 2 : 1024;
        samples->us = memory_resize(samples->us, samples->capacity, sizeof *samples->us);
    }
    samples->us[samples->count++] = (uint32_t)(monotonic_us() - since_us);
}

/* ---- connections ---- */

void load_close_connection(Load *load, Connection *connection) {
    Client *client = connection->client;
    if (connection->socket < 0)
        return;
    close(connection->socket);
    connection->socket = -1;
    if (connection == client->former)
        return;
    load->connected--;
    load->seated -= client->seated;
    client->seated = false;
}

/* A short line fits into the buffer of a working socket. */
void load_send_line(Load *load, Connection *connection, const char *line) {
    size_t length = strlen(line);
    if (connection->socket >= 0 &&
        send(connection->socket, line, length, MSG_NOSIGNAL) != (ssize_t)length && errno != EPIPE &&
        errno != ECONNRESET)
        load_close_connection(load, connection);
}

void load_send(Load *load, Client *client, const char *line) {
    load_send_line(load, client->connection, line);
}

static int connect_unix(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (connect(file, (const struct sockaddr *)&address, sizeof address) == 0)
        return file;
    close(file);
    return -1;
}

/* Connects, blocking, from one of several addresses, because one address has too few ports. */
static int connect_port(int port, size_t number) {
    int one = 1;
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + (uint32_t)(number % SOURCES));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)port);
    setsockopt(file, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (bind(file, (const struct sockaddr *)&from, sizeof from) == 0 &&
        connect(file, (const struct sockaddr *)&to, sizeof to) == 0)
        return file;
    close(file);
    return -1;
}

static int connect_server(const Load *load, unsigned number, size_t client) {
    const LoadServer *server = &load->setup.servers[number];
    return server->socket ? connect_unix(server->socket) : connect_port(server->port, client);
}

Connection *load_create_connection(Client *client, unsigned server) {
    Connection *connection = memory_allocate(sizeof *connection);
    *connection = (Connection){.client = client, .socket = -1, .server = server};
    return connection;
}

bool load_open_connection(Load *load, Client *client) {
    Connection *connection = client->connection;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    for (unsigned tried = 0; tried < load->setup.server_count && connection->socket < 0; tried++) {
        unsigned server = (connection->server + tried) % load->setup.server_count;
        if (server + 1 == load->left_server)
            continue;
        connection->socket = connect_server(load, server, (size_t)(client - load->clients));
        if (connection->socket >= 0)
            connection->server = server;
    }
    if (connection->socket < 0)
        return false;
    load->connected++;
    client->entering_us = monotonic_us();
    line_reader_init(&connection->reader, connection->bytes, LINE_SERVER_MAX);
    epoll_ctl(load->epoll, EPOLL_CTL_ADD, connection->socket, &event);
    load_send_first_line(load, client);
    return true;
}

void load_on_unexpected(Load *load, const char *line) {
    if (load->unexpected++ == 0)
        snprintf(load->first_unexpected, sizeof load->first_unexpected, "%s", line);
}

/* Returns false at the end of the stream. */
static bool receive(Load *load, Connection *connection) {
    char bytes[4096];
    Client *client = connection->client;
    ssize_t got = recv(connection->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    const char *rest = bytes;
    size_t length = (size_t)got;
    while (connection->socket >= 0 && length > 0) {
        LineReader *reader = &connection->reader;
        LineStatus status = line_reader_next(reader, &rest, &length);
        if (status == LINE_TOO_LONG)
            load_on_unexpected(load, "a line that is too long");
        else if (status == LINE_READY && connection == client->former)
            load_former_on_line(load, client, reader->bytes, reader->length);
        else if (status == LINE_READY)
            load_on_line(load, client, reader->bytes, reader->length);
    }
    return got > 0;
}

/* ---- the loop ---- */

Load *load_create(const LoadSetup *setup) {
    Load *load = memory_allocate(sizeof *load);
    load->setup = *setup;
    load->setup.server_count = setup->server_count > 0 ? setup->server_count : 1;
    load->chance = setup->seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    load->client_count = (size_t)setup->games * clients_a_game(load);
    load->games = memory_allocate(setup->games * sizeof *load->games);
    load->clients = memory_allocate(load->client_count * sizeof *load->clients);
    load->away_max = load->client_count / AWAY_PART + 1;
    load->away = memory_allocate(load->away_max * sizeof(Client *));
    for (size_t i = 0; i < load->client_count; i++) {
        Client *client = &load->clients[i];
        client->game = &load->games[i / clients_a_game(load)];
        client->role = (unsigned)(i % clients_a_game(load));
        client->connection = load_create_connection(
            client, (unsigned)(i / clients_a_game(load) + i) % load->setup.server_count);
        if (client->role == 0)
            client->game->clients = client;
        if (client->role + 1 == clients_a_game(load))
            load_begin_game(load, client->game);
    }
    return load;
}

static void free_connection(Load *load, Connection *connection) {
    if (connection)
        load_close_connection(load, connection);
    free(connection);
}

void load_free(Load *load) {
    for (size_t i = 0; i < load->client_count; i++) {
        free_connection(load, load->clients[i].connection);
        free_connection(load, load->clients[i].former);
    }
    close(load->epoll);
    free(load->games);
    free(load->clients);
    free(load->away);
    free(load->acknowledged.us);
    free(load->seen.us);
    free(load->entered.us);
    free(load->ids);
    free(load);
}

bool load_connect(Load *load) {
    for (size_t i = 0; i < load->client_count; i++)
        if (load->clients[i].connection->socket < 0 &&
            !load_open_connection(load, &load->clients[i]))
            return false;
    return true;
}

bool load_is_seated(const Load *load) {
    return load->seated == load->client_count;
}

bool load_is_waiting(const Load *load) {
    for (size_t i = 0; i < load->client_count; i++)
        if (load->clients[i].line[0])
            return true;
    return load_has_formers(load);
}

void load_set_rate(Load *load, double rate) {
    load->rate = rate;
    load->start_us = monotonic_us();
    load->ticks = load->leavers = load->moves = load->new_games = 0;
    load->rematches = load->kept_seats = load->refused = load->replaced = 0;
    load->acknowledged.count = load->seen.count = load->entered.count = 0;
    for (size_t i = 0; i < load->setup.games; i++) {
        load->games[i].moves_due = 0;
        if (rate == 0)
            load_play(load, &load->games[i]);
    }
}

static void leave(Load *load, Client *client) {
    load_close_connection(load, client->connection);
    client->game->away++;
    client->game->moves_due = 0;
}

/* Its absence is no wait: not for its move in flight, nor for those who join its new game. */
static void come_back(Load *load, Client *client) {
    Game *game = client->game;
    game->away--;
    if (client->line[0])
        game->due_us[game->ply % 2] = monotonic_us();
    for (unsigned role = 0; role < clients_a_game(load) && !game->known; role++)
        game->clients[role].entering_us = monotonic_us();
    client->connection->server = (unsigned)load_chance(load, load->setup.server_count);
    if (client->connection->socket < 0)
        load_open_connection(load, client);
}

/* Players leave that are due to, and for each one the first of those who are away comes back. */
static void leave_and_come(Load *load, double seconds) {
    uint64_t until = (uint64_t)(seconds * load->setup.leaving);
    for (; load->leavers < until; load->leavers++) {
        Client **place = &load->away[load->leavers % load->away_max];
        if (*place)
            come_back(load, *place);
        do
            *place = &load->clients[load_chance(load, load->client_count)];
        while ((*place)->connection->socket < 0);
        leave(load, *place);
    }
}

/* Counts the moves that are due by now, one for each game in turn. */
static void tick(Load *load) {
    if (load->rate <= 0)
        return;
    double seconds = (double)(monotonic_us() - load->start_us) / 1e6;
    leave_and_come(load, seconds);
    uint64_t until = (uint64_t)(seconds * load->rate);
    for (; load->ticks < until; load->ticks++) {
        Game *game = &load->games[load->ticks % load->setup.games];
        if (game->away > 0)
            continue;
        if (game->moves_due++ == 0)
            game->due_since_us = load->start_us + (int64_t)((double)load->ticks * 1e6 / load->rate);
        load_play(load, game);
    }
}

bool load_run(Load *load, int64_t ms, uint64_t moves) {
    struct epoll_event events[EVENTS];
    int64_t until = monotonic_us() + ms * 1000;
    uint64_t moves_wanted = load->moves + moves;
    while (load->connected > 0 && monotonic_us() < until && load->moves < moves_wanted) {
        tick(load);
        int count = epoll_wait(load->epoll, events, EVENTS, 1);
        for (int i = 0; i < count; i++) {
            Connection *connection = events[i].data.ptr;
            if (connection->socket >= 0 && !receive(load, connection))
                load_close_connection(load, connection);
        }
    }
    return load->connected > 0;
}

/* The stream has an end, because the server was killed. */
static void drain(Load *load, Connection *connection) {
    while (connection->socket >= 0 && receive(load, connection))
        continue;
    load_close_connection(load, connection);
}

void load_drop(Load *load, unsigned server) {
    for (size_t i = 0; i < load->client_count; i++) {
        Client *client = &load->clients[i];
        Connection *connections[] = {client->former, client->connection};
        for (size_t j = 0; j < 2; j++)
            if (connections[j] && connections[j]->server == server)
                drain(load, connections[j]);
        if (client->connection->socket < 0)
            client->connection->server = (unsigned)load_chance(load, load->setup.server_count);
    }
}

void load_leave(Load *load, unsigned server) {
    load->left_server = server + 1;
    for (size_t i = 0; i < load->client_count; i++) {
        Client *client = &load->clients[i];
        if (client->connection->socket < 0 || client->connection->server != server)
            continue;
        if (client->role < PLAYERS && client->seated && !load_has_former(client))
            load_take_over(load, client);
        else
            load_close_connection(load, client->connection);
    }
}

void load_return(Load *load) {
    load->left_server = 0;
}

bool load_has_formers(const Load *load) {
    for (size_t i = 0; i < load->client_count; i++)
        if (load_has_former(&load->clients[i]))
            return true;
    return false;
}

/* ---- statistics ---- */

static int compare(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static double percentile_ms(const Samples *samples, double part) {
    if (samples->count == 0)
        return 0;
    size_t place = (size_t)((double)samples->count * part);
    return samples->us[place < samples->count ? place : samples->count - 1] / 1000.0;
}

static void sort(Samples *samples) {
    if (samples->count > 0)
        qsort(samples->us, samples->count, sizeof *samples->us, compare);
}

void load_stats(Load *load, LoadStats *stats) {
    sort(&load->acknowledged);
    sort(&load->seen);
    sort(&load->entered);
    *stats = (LoadStats){
        .moves = load->moves,
        .all_moves = load->all_moves,
        .games = load->new_games,
        .rematches = load->rematches,
        .kept_seats = load->kept_seats,
        .refused = load->refused,
        .replaced = load->replaced,
        .unexpected = load->unexpected,
        .seconds = (double)(monotonic_us() - load->start_us) / 1e6,
        .p50_ms = percentile_ms(&load->acknowledged, 0.5),
        .p99_ms = percentile_ms(&load->acknowledged, 0.99),
        .p999_ms = percentile_ms(&load->acknowledged, 0.999),
        .max_ms = percentile_ms(&load->acknowledged, 1),
        .seen_p50_ms = percentile_ms(&load->seen, 0.5),
        .seen_p99_ms = percentile_ms(&load->seen, 0.99),
        .seen_max_ms = percentile_ms(&load->seen, 1),
        .entered = load->entered.count,
        .enter_p999_ms = percentile_ms(&load->entered, 0.999),
        .enter_max_ms = percentile_ms(&load->entered, 1),
    };
}

const char *load_first_unexpected(const Load *load) {
    return load->first_unexpected;
}

/* ---- stored games ---- */

/* Reads and records the replies to GET and MOVES. Returns false if one is missing. */
static bool record_game(Load *load, FILE *stream, const char *id) {
    static Message message;
    char line[LINE_SERVER_MAX + LINE_END_SIZE + 1];
    int replies = 0;
    while (replies < 2 && fgets(line, sizeof line, stream)) {
        if (!message_parse(line, strcspn(line, "\r\n"), &message, NULL))
            return false;
        history_stored_message(load->setup.history, id, &message);
        replies += message.kind == MESSAGE_OK || message.kind == MESSAGE_ERROR;
    }
    return replies == 2;
}

static void record_present(const Load *load) {
    for (size_t i = 0; i < load->client_count; i++) {
        const Client *client = &load->clients[i];
        if (client->role < PLAYERS && client->seated)
            history_present(load->setup.history, client->id, client->color);
    }
}

bool load_record_stored(Load *load, unsigned server) {
    int file = connect_server(load, server, 0);
    if (file < 0)
        return false;
    history_forget_stored(load->setup.history);
    record_present(load);
    struct timeval timeout = {30, 0};
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    FILE *stream = fdopen(file, "r");
    bool complete = stream != NULL;
    for (size_t i = 0; i < load->id_count && complete; i++) {
        char line[80];
        int length = snprintf(line, sizeof line, "GET %s\nMOVES %s\n", load->ids[i], load->ids[i]);
        complete = send(file, line, (size_t)length, MSG_NOSIGNAL) == length &&
                   record_game(load, stream, load->ids[i]);
    }
    fclose(stream);
    return complete;
}
