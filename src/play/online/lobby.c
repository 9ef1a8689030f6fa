#include <config.h>

#include "play/online/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "net/connection.h"
#include "play/online/network_open.h"
#include "play/online/servers.h"

enum { LIST_CHOICES = 2, REPORT_DELAY_MS = 100 };

typedef struct LobbyGames {
    LobbyGame *games;
    size_t count;
} LobbyGames;

typedef struct ListQuery {
    ListChoice choice;
    LobbyGames listed;   /* by the server */
    LobbyGames loading;  /* being read */
    size_t page_start;   /* index in `loading` of the first game of this page */
    unsigned request_id; /* of this page, or 0 */
    bool loaded;
} ListQuery;

struct Lobby {
    ServerList servers;
    Connection *connection;
    LobbyListener *listener;
    void *context;
    ListQuery list[LIST_CHOICES];
    LobbyGames joinable; /* the open games without the user's own */
    OwnGames *own;
    bool subscribed;    /* see lobby_is_subscribed */
    uv_timer_t *report; /* batches changes that the server pushes */
    char error_text[ERROR_SENTENCE_SIZE];
};

static void add_game(LobbyGames *games, const LobbyGame *game) {
    if (games->count == LOBBY_GAMES_MAX)
        return;
    games->games = memory_resize(games->games, games->count + 1, sizeof *games->games);
    games->games[games->count++] = *game;
}

static void notify(Lobby *lobby) {
    const LobbyGames *open = &lobby->list[LIST_OPEN].listed;
    uv_timer_stop(lobby->report);
    lobby->joinable.count = 0;
    for (size_t i = 0; i < open->count; i++)
        if (!own_games_has(lobby->own, &open->games[i].id))
            add_game(&lobby->joinable, &open->games[i]);
    lobby->listener(lobby->context, lobby);
}

static void set_error_text(Lobby *lobby, const char *prefix, const char *why) {
    Error error = {0};
    error_set(&error, ERROR_IO, "%s%s", prefix, why);
    error_sentence(&error, lobby->error_text);
}

/* ---- lists that are asked for ---- */

static void request_page(Lobby *lobby, ListQuery *list, uint32_t from) {
    Request request = {.verb = VERB_LIST};
    request.fields.choice = list->choice;
    request.fields.from = from;
    fields_set(&request.fields, FIELD_CHOICE);
    fields_set(&request.fields, FIELD_FROM);
    list->page_start = list->loading.count;
    list->request_id = connection_request(lobby->connection, &request);
}

static void request_lists(Lobby *lobby) {
    for (int choice = 0; choice < LIST_CHOICES; choice++) {
        ListQuery *list = &lobby->list[choice];
        if (list->request_id != 0)
            continue;
        list->loading.count = 0;
        request_page(lobby, list, 0);
    }
}

static void on_reply(Lobby *lobby, ListQuery *list, const Message *message) {
    if (message->type == MESSAGE_REJECTED) {
        list->request_id = 0;
        set_error_text(lobby, SERVER_ERROR_PREFIX, message->fields.text);
    } else if (fields_has(&message->fields, FIELD_NEXT) && list->loading.count > list->page_start &&
               list->loading.count < LOBBY_GAMES_MAX) {
        request_page(lobby, list, message->fields.next);
        return;
    } else {
        lobby->error_text[0] = '\0';
        free(list->listed.games);
        list->listed = list->loading;
        list->loading = (LobbyGames){0};
        list->loaded = true;
        list->request_id = 0;
    }
    notify(lobby);
}

static void on_list_event(Lobby *lobby, ListQuery *list, const LinkEvent *event) {
    if (event->kind == LINK_EVENT_DATA && event->message->type == DATA_LIST) {
        LobbyGame game = lobby_game_from_fields(&event->message->fields);
        add_game(&list->loading, &game);
    } else if (event->kind == LINK_EVENT_RESTARTED) {
        list->loading.count = list->page_start;
    } else if (event->kind == LINK_EVENT_REPLY) {
        on_reply(lobby, list, event->message);
    }
}

/* ---- lists that the server pushes ---- */

static LobbyGame *find_game(const LobbyGames *games, const GameId *id) {
    for (size_t i = 0; i < games->count; i++)
        if (strcmp(games->games[i].id.text, id->text) == 0)
            return &games->games[i];
    return NULL;
}

static void remove_game(LobbyGames *games, const GameId *id) {
    LobbyGame *game = find_game(games, id);
    if (!game)
        return;
    size_t after = (size_t)(games->games + games->count - (game + 1));
    memmove(game, game + 1, after * sizeof *game);
    games->count--;
}

static void put_game(Lobby *lobby, const LobbyGame *game) {
    bool live = game->taken[WHITE] && game->taken[BLACK];
    LobbyGames *games = &lobby->list[live ? LIST_LIVE : LIST_OPEN].listed;
    LobbyGame *known = find_game(games, &game->id);
    remove_game(&lobby->list[live ? LIST_OPEN : LIST_LIVE].listed, &game->id);
    if (known)
        *known = *game;
    else
        add_game(games, game);
}

static void on_server_event(Lobby *lobby, const Message *message) {
    if (message->type == EVENT_NOTICE)
        set_error_text(lobby, "the server says: ", message->fields.text);
    if (message->type == EVENT_LIST) {
        LobbyGame game = lobby_game_from_fields(&message->fields);
        put_game(lobby, &game);
    }
    for (int choice = 0; choice < LIST_CHOICES; choice++) {
        if (message->type == EVENT_UNLIST)
            remove_game(&lobby->list[choice].listed, &message->fields.id);
        else if (message->type == EVENT_RELIST)
            lobby->list[choice].listed.count = 0;
    }
}

static void on_listed(Lobby *lobby, const Message *rejected) {
    if (rejected)
        set_error_text(lobby, SERVER_ERROR_PREFIX, rejected->fields.text);
    for (int choice = 0; choice < LIST_CHOICES && !rejected; choice++)
        lobby->list[choice].loaded = true;
    notify(lobby);
}

static void on_report(uv_timer_t *timer) {
    notify(timer->data);
}

static void report_soon(Lobby *lobby) {
    if (!uv_is_active((uv_handle_t *)lobby->report))
        uv_timer_start(lobby->report, on_report, REPORT_DELAY_MS, 0);
}

/* ---- events ---- */

static void on_online(Lobby *lobby) {
    Error error;
    lobby->error_text[0] = '\0';
    if (!server_connect_remember(connection_server(lobby->connection), &error))
        error_sentence(&error, lobby->error_text);
    lobby->subscribed = connection_has_feature(lobby->connection, FEATURE_SUBSCRIBE);
    if (lobby->subscribed)
        connection_follow_lists(lobby->connection);
    else
        request_lists(lobby);
}

static void on_link_event(void *context, const LinkEvent *event) {
    Lobby *lobby = context;
    bool own_changed = own_games_on_event(lobby->own, event);
    for (int choice = 0; choice < LIST_CHOICES; choice++)
        if (event->request_id != 0 && event->request_id == lobby->list[choice].request_id) {
            on_list_event(lobby, &lobby->list[choice], event);
            return;
        }
    switch (event->kind) {
    case LINK_EVENT_ONLINE:
        on_online(lobby);
        break;
    case LINK_EVENT_OFFLINE:
    case LINK_EVENT_FAILED:
        set_error_text(lobby, "", event->sentence);
        break;
    case LINK_EVENT_LISTED:
        on_listed(lobby, event->message);
        return;
    case LINK_EVENT_OTHER:
        on_server_event(lobby, event->message);
        report_soon(lobby);
        return;
    default:
        if (own_changed)
            report_soon(lobby);
        return;
    }
    notify(lobby);
}

/* ---- lifecycle ---- */

Lobby *lobby_create(uv_loop_t *loop, const ServerList *servers, LobbyListener *listener,
                    void *context) {
    Lobby *lobby = memory_allocate(sizeof *lobby);
    lobby->listener = listener;
    lobby->context = context;
    lobby->list[LIST_LIVE].choice = LIST_LIVE;
    lobby->report = memory_allocate(sizeof *lobby->report);
    uv_timer_init(loop, lobby->report);
    lobby->report->data = lobby;
    lobby->servers = *servers;
    lobby->connection = server_connect(loop, &lobby->servers, on_link_event, lobby);
    lobby->own = own_games_create(lobby->connection, &lobby->servers, true);
    return lobby;
}

static void on_timer_closed(uv_handle_t *handle) {
    free(handle);
}

void lobby_free(Lobby *lobby) {
    if (!lobby)
        return;
    own_games_free(lobby->own);
    connection_free(lobby->connection);
    uv_close((uv_handle_t *)lobby->report, on_timer_closed);
    for (int choice = 0; choice < LIST_CHOICES; choice++) {
        free(lobby->list[choice].listed.games);
        free(lobby->list[choice].loading.games);
    }
    free(lobby->joinable.games);
    free(lobby);
}

void lobby_refresh(Lobby *lobby) {
    if (connection_is_online(lobby->connection)) {
        own_games_ask(lobby->own);
        if (!lobby->subscribed)
            request_lists(lobby);
    }
    connection_retry_now(lobby->connection);
}

bool lobby_is_subscribed(const Lobby *lobby) {
    return lobby->subscribed;
}

bool lobby_is_online(const Lobby *lobby) {
    return connection_is_online(lobby->connection);
}

int lobby_retry_s(const Lobby *lobby) {
    return connection_retry_s(lobby->connection);
}

const ServerAddress *lobby_server(const Lobby *lobby) {
    return connection_server(lobby->connection);
}

const UntrustedServer *lobby_untrusted_server(const Lobby *lobby) {
    return connection_untrusted_server(lobby->connection);
}

bool lobby_is_busy(const Lobby *lobby) {
    const ListQuery *open = &lobby->list[LIST_OPEN], *live = &lobby->list[LIST_LIVE];
    bool never_read = !open->loaded && !live->loaded && lobby->error_text[0] == '\0';
    return never_read || open->request_id != 0 || live->request_id != 0 ||
           own_games_is_busy(lobby->own);
}

const char *lobby_error_text(const Lobby *lobby) {
    return lobby->error_text;
}

LobbyList lobby_list(const Lobby *lobby, ListChoice choice) {
    const ListQuery *list = &lobby->list[choice];
    const LobbyGames *games = choice == LIST_OPEN ? &lobby->joinable : &list->listed;
    return (LobbyList){list->loaded, games->games, games->count};
}

OwnGameList lobby_own_games(const Lobby *lobby) {
    return own_games_list(lobby->own);
}
