#include <config.h>

#include "play/online/waiting_games.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "play/online/servers.h"

/* A server that is being asked. Its connection is closed when it has answered. */
typedef struct AskedServer {
    WaitingGames *waiting;
    WaitingServer server;
    Connection *connection; /* or NULL */
    OwnGames *own;
} AskedServer;

struct WaitingGames {
    WaitingGamesListener *listener;
    void *context;
    AskedServer asked[WAITING_SERVERS_MAX];
    size_t count;
    uv_timer_t *limit;
    uv_timer_t *closing; /* of connections, whose listeners must not close them */
};

/* The last known state of its games is kept. */
static void close_server(AskedServer *asked) {
    connection_free(asked->connection);
    asked->connection = NULL;
}

/* ---- answers ---- */

static void count_games(AskedServer *asked) {
    OwnGameList list = own_games_list(asked->own);
    WaitingServer *server = &asked->server;
    for (size_t i = 0; i < list.count; i++) {
        OwnGameState state = list.games[i].state;
        server->games += state == OWN_GAME_MY_MOVE || state == OWN_GAME_THEIR_MOVE ||
                         state == OWN_GAME_NO_OPPONENT || state == OWN_GAME_NOT_JOINED;
        if (state == OWN_GAME_MY_MOVE && !list.games[i].saved->in_use && server->my_move++ == 0)
            server->id = list.games[i].game.id;
    }
}

/* Closes the connections that are not needed any longer, and reports their servers. */
static void on_closing(uv_timer_t *timer) {
    WaitingGames *waiting = timer->data;
    for (size_t i = 0; i < waiting->count; i++) {
        AskedServer *asked = &waiting->asked[i];
        if (!asked->connection || !asked->server.answered)
            continue;
        count_games(asked);
        server_address_write(connection_server(asked->connection), asked->server.name);
        close_server(asked);
        waiting->listener(waiting->context, &asked->server);
    }
    if (waiting_games_is_done(waiting))
        uv_timer_stop(waiting->limit);
}

static void on_link_event(void *context, const LinkEvent *event) {
    AskedServer *asked = context;
    own_games_on_event(asked->own, event);
    if (event->kind != LINK_EVENT_REPLY || own_games_is_busy(asked->own))
        return;
    asked->server.answered = true;
    uv_timer_start(asked->waiting->closing, on_closing, 0, 0);
}

static void on_limit(uv_timer_t *timer) {
    WaitingGames *waiting = timer->data;
    for (size_t i = 0; i < waiting->count; i++)
        if (waiting->asked[i].connection)
            close_server(&waiting->asked[i]);
}

/* ---- asking ---- */

/* Adds the servers to those to ask. Seats on some of the same servers are asked about together. */
static void add_servers(WaitingGames *waiting, const ServerList *servers) {
    size_t i = 0;
    while (i < waiting->count && !server_list_is_same(&waiting->asked[i].server.servers, servers))
        i++;
    if (i < waiting->count)
        server_list_add(&waiting->asked[i].server.servers, servers);
    else if (waiting->count < WAITING_SERVERS_MAX)
        waiting->asked[waiting->count++].server.servers = *servers;
}

static uv_timer_t *create_timer(uv_loop_t *loop, WaitingGames *waiting) {
    uv_timer_t *timer = memory_allocate(sizeof *timer);
    uv_timer_init(loop, timer);
    timer->data = waiting;
    return timer;
}

WaitingGames *waiting_games_ask(uv_loop_t *loop, WaitingGamesListener *listener, void *context) {
    SavedSeatList seats;
    saved_seats_list(&seats);
    if (seats.count == 0) {
        saved_seats_free(&seats);
        return NULL;
    }
    WaitingGames *waiting = memory_allocate(sizeof *waiting);
    waiting->listener = listener;
    waiting->context = context;
    waiting->limit = create_timer(loop, waiting);
    waiting->closing = create_timer(loop, waiting);
    for (size_t i = 0; i < seats.count; i++)
        add_servers(waiting, &seats.seats[i].servers);
    saved_seats_free(&seats);
    for (size_t i = 0; i < waiting->count; i++) {
        AskedServer *asked = &waiting->asked[i];
        ServerList *servers = &asked->server.servers;
        asked->waiting = waiting;
        server_address_write(&servers->servers[0], asked->server.name);
        asked->connection = server_connect(loop, servers, on_link_event, asked);
        asked->own = own_games_create(asked->connection, servers, false);
    }
    uv_timer_start(waiting->limit, on_limit, WAITING_LIMIT_MS, 0);
    return waiting;
}

static void on_timer_closed(uv_handle_t *handle) {
    free(handle);
}

void waiting_games_free(WaitingGames *waiting) {
    if (!waiting)
        return;
    for (size_t i = 0; i < waiting->count; i++) {
        own_games_free(waiting->asked[i].own);
        close_server(&waiting->asked[i]);
    }
    uv_close((uv_handle_t *)waiting->limit, on_timer_closed);
    uv_close((uv_handle_t *)waiting->closing, on_timer_closed);
    free(waiting);
}

const WaitingServer *waiting_games_server(const WaitingGames *waiting, size_t number) {
    return number < waiting->count ? &waiting->asked[number].server : NULL;
}

OwnGameList waiting_games_list(const WaitingGames *waiting, size_t number) {
    return own_games_list(waiting->asked[number].own);
}

bool waiting_games_is_done(const WaitingGames *waiting) {
    for (size_t i = 0; i < waiting->count; i++)
        if (waiting->asked[i].connection)
            return false;
    return true;
}

void waiting_games_sentence(const WaitingServer *server, char text[WAITING_SENTENCE_SIZE]) {
    text[0] = '\0';
    if (server->my_move > 0)
        snprintf(text, WAITING_SENTENCE_SIZE, "It is your move in %zu game%s on %s.",
                 server->my_move, text_plural(server->my_move), server->name);
}
