#include <config.h>

#include "load.h"

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
#include "base/memory.h"
#include "net/message.h"
#include "rules/coordinate.h"
#include "rules/movegen.h"

enum {
    EVENTS = 512,
    MOVES_MAX = 200,   /* generated in a position */
    SOURCES = 8,       /* source addresses */
    FIRST_WATCHER = 2, /* role; the first are White and Black */
    ID_SIZE = GAME_ID_LENGTH + 1
};

typedef struct Game Game;

typedef struct Client {
    Game *game;
    unsigned role;
    int socket; /* -1: none */
    bool seated;
    size_t watch;  /* index in the history */
    uint32_t seen; /* the next ply to be seen */
    LineReader reader;
    char bytes[LINE_SERVER_MAX + LINE_END_SIZE];
} Client;

struct Game {
    Client *clients; /* borrowed: two players, then watchers */
    bool known;      /* `id` is set */
    char id[ID_SIZE];
    SeatKey keys[COLOR_COUNT];
    Position position;
    uint32_t ply;
    bool in_flight, creating;
    Move move; /* in flight */
    char path[COORDINATE_SIZE];
    int64_t due_us[2];    /* when the last even or odd ply was due */
    unsigned moves_due;   /* moves due and not sent */
    int64_t due_since_us; /* when the first of these was due */
};

typedef struct Samples {
    uint32_t *us; /* owned */
    size_t count, capacity;
} Samples;

struct Load {
    LoadSetup setup;
    Game *games;     /* owned */
    Client *clients; /* owned */
    size_t client_count, connected, seated;
    int epoll;
    uint64_t chance;
    double rate;
    int64_t start_us;
    uint64_t ticks; /* moves due since then */
    uint64_t moves, new_games, unexpected;
    Samples acknowledged, seen;
    char first_unexpected[200];
    char (*ids)[ID_SIZE]; /* owned: of all games in the history */
    size_t id_count;
};

static uint64_t chance(Load *load) {
    load->chance ^= load->chance << 13;
    load->chance ^= load->chance >> 7;
    load->chance ^= load->chance << 17;
    return load->chance;
}

static void add_sample(Samples *samples, int64_t since_us) {
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? samples->capacity * 2 : 1024;
        samples->us = memory_resize(samples->us, samples->capacity, sizeof *samples->us);
    }
    samples->us[samples->count++] = (uint32_t)(monotonic_us() - since_us);
}

static unsigned clients_a_game(const Load *load) {
    return FIRST_WATCHER + load->setup.watchers;
}

/* ---- connections ---- */

static void close_client(Load *load, Client *client) {
    if (client->socket < 0)
        return;
    close(client->socket);
    client->socket = -1;
    load->connected--;
    load->seated -= client->seated;
    client->seated = false;
}

/* A short line fits into the buffer of a working socket. */
static void send_line(Load *load, Client *client, const char *line) {
    if (client->socket < 0)
        return;
    size_t length = strlen(line);
    if (send(client->socket, line, length, MSG_NOSIGNAL) != (ssize_t)length && errno != EPIPE &&
        errno != ECONNRESET)
        close_client(load, client);
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

static int connect_server(const Load *load, size_t number) {
    return load->setup.socket ? connect_unix(load->setup.socket)
                              : connect_port(load->setup.port, number);
}

/* ---- games ---- */

static void begin_game(Load *load, Game *game) {
    game->known = game->creating = game->in_flight = false;
    game->ply = 0;
    game->moves_due = 0;
    for (int color = WHITE; color <= BLACK; color++) {
        uint8_t bytes[16];
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(chance(load) >> 32);
        seat_key_from_bytes(bytes, &game->keys[color]);
    }
    position_start(&game->position, variant_find("congo"));
}

/* Sends a client's first line, or the first on a new connection. */
static void send_first_line(Load *load, Client *client) {
    Game *game = client->game;
    char line[200];
    if (client->role == WHITE && !game->known) {
        snprintf(line, sizeof line, "NEW standard seat=w key=%s\n", game->keys[WHITE].text);
        game->creating = true;
    } else if (!game->known) {
        return;
    } else if (client->role < FIRST_WATCHER) {
        snprintf(line, sizeof line, "JOIN %s %s key=%s\n", game->id,
                 client->role == WHITE ? "w" : "b", game->keys[client->role].text);
    } else {
        snprintf(line, sizeof line, "WATCH %s from=%u\n", game->id, client->seen);
    }
    send_line(load, client, line);
}

static void send_move(Load *load, Game *game) {
    char line[120];
    snprintf(line, sizeof line, "MOVE %s %u %s\n", game->id, game->ply, game->path);
    send_line(load, &game->clients[position_side(&game->position)], line);
}

static void choose_move(Load *load, Game *game) {
    MoveList moves;
    movelist_init(&moves);
    movegen_some(&game->position, MOVES_MAX, &moves);
    game->move = moves.moves[chance(load) % moves.count];
    movelist_free(&moves);
    coordinate_write(game->move, game->path);
    game->in_flight = true;
    if (load->setup.history)
        history_sent(load->setup.history, game->id, game->ply, game->path);
}

static bool is_seated(const Load *load, const Game *game) {
    for (unsigned role = 0; role < clients_a_game(load); role++)
        if (!game->clients[role].seated)
            return false;
    return true;
}

/* Sends the next move if it is due and both players are connected. */
static void play_if_due(Load *load, Game *game) {
    if (load->rate < 0 || game->in_flight || !is_seated(load, game) ||
        (load->rate > 0 && game->moves_due == 0))
        return;
    game->due_us[game->ply % 2] = load->rate > 0 ? game->due_since_us : monotonic_us();
    if (game->moves_due > 0)
        game->moves_due--;
    game->due_since_us = monotonic_us();
    choose_move(load, game);
    send_move(load, game);
}

/* Begins the next game of the same players. */
static void begin_next_game(Load *load, Game *game) {
    char line[40];
    snprintf(line, sizeof line, "UNWATCH %s\n", game->id);
    for (unsigned role = 0; role < clients_a_game(load); role++) {
        Client *client = &game->clients[role];
        send_line(load, client, line);
        load->seated -= client->seated;
        client->seated = false;
    }
    begin_game(load, game);
    send_first_line(load, &game->clients[WHITE]);
}

/* ---- replies and events ---- */

static void on_seated(Load *load, Client *client) {
    if (client->seated)
        return;
    client->seated = true;
    load->seated++;
    Game *game = client->game;
    if (game->in_flight && is_seated(load, game))
        send_move(load, game); /* again */
    else
        play_if_due(load, game);
}

static void on_new(Load *load, Client *client, const Message *message) {
    Game *game = client->game;
    History *history = load->setup.history;
    snprintf(game->id, sizeof game->id, "%s", message->fields.id.text);
    game->known = true;
    game->creating = false;
    load->new_games++;
    if (history) {
        history_acknowledged_game(history, game->id);
        load->ids = memory_resize(load->ids, load->id_count + 1, sizeof *load->ids);
        memcpy(load->ids[load->id_count++], game->id, sizeof game->id);
    }
    for (unsigned role = BLACK; role < clients_a_game(load); role++) {
        Client *other = &game->clients[role];
        other->seen = 0;
        if (history && role >= FIRST_WATCHER)
            other->watch = history_watch(history, game->id, 0);
        send_first_line(load, other);
    }
    on_seated(load, client);
}

static void on_acknowledged(Load *load, Game *game, const Message *message) {
    History *history = load->setup.history;
    if (!game->in_flight || message->fields.ply != game->ply)
        return; /* a second reply to a repeated move */
    add_sample(&load->acknowledged, game->due_us[game->ply % 2]);
    load->moves++;
    if (history)
        history_acknowledged(history, game->id, game->ply, game->path);
    position_make(&game->position, game->move);
    game->ply++;
    game->in_flight = false;
    if (!fields_has(&message->fields, FIELD_RESULT)) {
        play_if_due(load, game);
        return;
    }
    if (history)
        history_acknowledged_end(history, game->id, result_text(message->fields.result),
                                 reason_word(message->fields.reason));
    begin_next_game(load, game);
}

static void on_seen(Load *load, Client *client, const Message *message) {
    if (client->role < FIRST_WATCHER) {
        add_sample(&load->seen, client->game->due_us[message->fields.ply % 2]);
        return;
    }
    client->seen = message->fields.ply + 1;
    if (load->setup.history)
        history_saw(load->setup.history, client->watch, message->fields.ply, message->fields.move);
}

static void on_unexpected(Load *load, const char *line) {
    if (load->unexpected++ == 0)
        snprintf(load->first_unexpected, sizeof load->first_unexpected, "%s", line);
}

static void on_line(Load *load, Client *client) {
    static Message message;
    Game *game = client->game;
    if (!message_parse(client->reader.bytes, client->reader.length, &message, NULL)) {
        on_unexpected(load, client->reader.bytes);
        return;
    }
    bool ours = game->known && strcmp(message.fields.id.text, game->id) == 0;
    if (message.type == message_success(VERB_NEW) && game->creating)
        on_new(load, client, &message);
    else if ((message.type == message_success(VERB_JOIN) ||
              message.type == message_success(VERB_WATCH)) &&
             ours)
        on_seated(load, client);
    else if (message.type == message_success(VERB_MOVE) && ours)
        on_acknowledged(load, game, &message);
    else if ((message.type == EVENT_MOVE || message.type == DATA_MOVE) && ours)
        on_seen(load, client, &message);
    else if (message.type == MESSAGE_REJECTED || message.type == EVENT_BYE ||
             message.type == EVENT_REPLACED)
        on_unexpected(load, client->reader.bytes);
}

/* Returns false at the end of the stream. */
static bool receive(Load *load, Client *client) {
    char bytes[4096];
    ssize_t got = recv(client->socket, bytes, sizeof bytes, MSG_DONTWAIT);
    if (got < 0)
        return errno == EAGAIN || errno == EINTR;
    const char *rest = bytes;
    size_t length = (size_t)got;
    while (client->socket >= 0 && length > 0) {
        LineStatus status = line_reader_next(&client->reader, &rest, &length);
        if (status == LINE_READY)
            on_line(load, client);
        else if (status == LINE_TOO_LONG)
            on_unexpected(load, "a line that is too long");
    }
    return got > 0;
}

/* ---- the loop ---- */

Load *load_create(const LoadSetup *setup) {
    Load *load = memory_allocate(sizeof *load);
    load->setup = *setup;
    load->chance = setup->seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
    load->epoll = epoll_create1(EPOLL_CLOEXEC);
    load->client_count = (size_t)setup->games * clients_a_game(load);
    load->games = memory_allocate(setup->games * sizeof *load->games);
    load->clients = memory_allocate(load->client_count * sizeof *load->clients);
    for (size_t i = 0; i < load->client_count; i++) {
        Client *client = &load->clients[i];
        client->game = &load->games[i / clients_a_game(load)];
        client->role = (unsigned)(i % clients_a_game(load));
        client->socket = -1;
        if (client->role == 0) {
            client->game->clients = client;
            begin_game(load, client->game);
        }
    }
    return load;
}

void load_free(Load *load) {
    for (size_t i = 0; i < load->client_count; i++)
        close_client(load, &load->clients[i]);
    close(load->epoll);
    free(load->games);
    free(load->clients);
    free(load->acknowledged.us);
    free(load->seen.us);
    free(load->ids);
    free(load);
}

bool load_connect(Load *load) {
    for (size_t i = 0; i < load->client_count; i++) {
        Client *client = &load->clients[i];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
        if (client->socket >= 0)
            continue;
        client->socket = connect_server(load, i);
        if (client->socket < 0)
            return false;
        load->connected++;
        line_reader_init(&client->reader, client->bytes, LINE_SERVER_MAX);
        epoll_ctl(load->epoll, EPOLL_CTL_ADD, client->socket, &event);
        send_first_line(load, client);
    }
    return true;
}

bool load_is_seated(const Load *load) {
    return load->seated == load->client_count;
}

bool load_is_waiting(const Load *load) {
    for (size_t i = 0; i < load->setup.games; i++)
        if (load->games[i].in_flight || load->games[i].creating)
            return true;
    return false;
}

void load_set_rate(Load *load, double rate) {
    load->rate = rate;
    load->start_us = monotonic_us();
    load->ticks = load->moves = load->new_games = 0;
    load->acknowledged.count = load->seen.count = 0;
    for (size_t i = 0; i < load->setup.games; i++) {
        load->games[i].moves_due = 0;
        if (rate == 0)
            play_if_due(load, &load->games[i]);
    }
}

/* Counts the moves that are due by now, one for each game in turn. */
static void tick(Load *load) {
    if (load->rate <= 0)
        return;
    uint64_t until = (uint64_t)((double)(monotonic_us() - load->start_us) * load->rate / 1e6);
    for (; load->ticks < until; load->ticks++) {
        Game *game = &load->games[load->ticks % load->setup.games];
        if (game->moves_due++ == 0)
            game->due_since_us = load->start_us + (int64_t)((double)load->ticks * 1e6 / load->rate);
        play_if_due(load, game);
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
            Client *client = events[i].data.ptr;
            if (client->socket >= 0 && !receive(load, client))
                close_client(load, client);
        }
    }
    return load->connected > 0;
}

/* Each stream has an end, because the server was killed. */
void load_drop(Load *load) {
    load->rate = -1;
    for (size_t i = 0; i < load->client_count; i++) {
        Client *client = &load->clients[i];
        while (client->socket >= 0 && receive(load, client))
            continue;
        close_client(load, client);
    }
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
    *stats = (LoadStats){
        .moves = load->moves,
        .due = load->ticks,
        .games = load->new_games,
        .unexpected = load->unexpected,
        .seconds = (double)(monotonic_us() - load->start_us) / 1e6,
        .p50_ms = percentile_ms(&load->acknowledged, 0.5),
        .p99_ms = percentile_ms(&load->acknowledged, 0.99),
        .max_ms = percentile_ms(&load->acknowledged, 1),
        .seen_p50_ms = percentile_ms(&load->seen, 0.5),
        .seen_p99_ms = percentile_ms(&load->seen, 0.99),
    };
}

const char *load_first_unexpected(const Load *load) {
    return load->first_unexpected;
}

/* ---- stored games ---- */

static void record_message(History *history, const char *id, const Message *message) {
    if (message->type == DATA_MOVE)
        history_stored(history, id, message->fields.ply, message->fields.move);
    if (message->type == DATA_GAME && fields_has(&message->fields, FIELD_REASON))
        history_stored_end(history, id, result_text(message->fields.result),
                           reason_word(message->fields.reason));
    if (message->type == message_success(VERB_GET))
        history_stored_game(history, id);
}

/* Reads and records the replies to GET and MOVES. Returns false if one is missing. */
static bool record_game(Load *load, FILE *stream, const char *id) {
    static Message message;
    char line[LINE_SERVER_MAX + LINE_END_SIZE + 1];
    int replies = 0;
    while (replies < 2 && fgets(line, sizeof line, stream)) {
        if (!message_parse(line, strcspn(line, "\r\n"), &message, NULL))
            return false;
        record_message(load->setup.history, id, &message);
        replies += message.kind == MESSAGE_OK || message.kind == MESSAGE_ERROR;
    }
    return replies == 2;
}

bool load_record_stored(Load *load) {
    int file = connect_server(load, 0);
    if (file < 0)
        return false;
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
