#include <config.h>

#include "play/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "net/connection.h"
#include "play/network_open.h"

enum { LIST_CHOICES = 2 };

typedef struct LobbyGames {
    LobbyGame *games;
    size_t count;
} LobbyGames;

typedef struct ListQuery {
    ListChoice choice;
    LobbyGames shown;
    LobbyGames loading;  /* being read */
    size_t page_start;   /* index in `loading` of the first game of this page */
    unsigned request_id; /* of this page, or 0 */
    bool loaded;
} ListQuery;

struct Lobby {
    Connection *connection;
    LobbyListener *listener;
    void *context;
    ListQuery list[LIST_CHOICES];
    char error_text[ERROR_SENTENCE_SIZE];
};

/* ---- requests ----------------------------------------------------------------------------- */

static void request_page(Lobby *lobby, ListQuery *list, uint32_t from) {
    Request request = {.verb = VERB_LIST};
    request.fields.choice = list->choice;
    request.fields.from = from;
    fields_set(&request.fields, FIELD_CHOICE);
    fields_set(&request.fields, FIELD_FROM);
    list->page_start = list->loading.count;
    list->request_id = connection_request(lobby->connection, &request);
}

void lobby_refresh(Lobby *lobby) {
    for (int choice = 0; choice < LIST_CHOICES; choice++) {
        ListQuery *list = &lobby->list[choice];
        if (list->request_id != 0)
            continue;
        list->loading.count = 0;
        request_page(lobby, list, 0);
    }
    connection_retry_now(lobby->connection);
}

/* ---- replies ------------------------------------------------------------------------------ */

static void add_game(ListQuery *list, const Fields *field) {
    static const Field names[] = {FIELD_WHITE, FIELD_BLACK};
    LobbyGames *games = &list->loading;
    if (games->count == LOBBY_GAMES_MAX)
        return;
    games->games = memory_resize(games->games, games->count + 1, sizeof *games->games);
    LobbyGame *game = &games->games[games->count++];
    *game = (LobbyGame){.id = field->id, .ply = field->ply, .clock = field->clock};
    strcpy(game->variant, field->variant);
    for (int color = 0; color < COLOR_COUNT; color++) {
        game->taken[color] = fields_has(field, names[color]);
        strcpy(game->player[color], field->player[color]);
    }
}

static void finish_list(ListQuery *list) {
    LobbyGames old = list->shown;
    list->shown = list->loading;
    list->loading = (LobbyGames){0};
    list->loaded = true;
    list->request_id = 0;
    free(old.games);
}

static void set_error_text(Lobby *lobby, const char *prefix, const char *why) {
    Error error = {0};
    error_set(&error, ERROR_IO, "%s%s", prefix, why);
    error_sentence(&error, lobby->error_text);
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
        finish_list(list);
    }
    lobby->listener(lobby->context, lobby);
}

static void on_list_event(Lobby *lobby, ListQuery *list, const LinkEvent *event) {
    if (event->kind == LINK_EVENT_DATA && event->message->type == DATA_LIST)
        add_game(list, &event->message->fields);
    else if (event->kind == LINK_EVENT_RESTARTED)
        list->loading.count = list->page_start;
    else if (event->kind == LINK_EVENT_REPLY)
        on_reply(lobby, list, event->message);
}

static void on_link_event(void *context, const LinkEvent *event) {
    Lobby *lobby = context;
    for (int choice = 0; choice < LIST_CHOICES; choice++)
        if (event->request_id != 0 && event->request_id == lobby->list[choice].request_id) {
            on_list_event(lobby, &lobby->list[choice], event);
            return;
        }
    if (event->kind == LINK_EVENT_ONLINE)
        lobby->error_text[0] = '\0';
    else if (event->kind == LINK_EVENT_OFFLINE || event->kind == LINK_EVENT_FAILED)
        set_error_text(lobby, "", event->sentence);
    else
        return;
    lobby->listener(lobby->context, lobby);
}

/* ---- lifecycle ---------------------------------------------------------------------------- */

Lobby *lobby_create(uv_loop_t *loop, const ServerAddress *address, LobbyListener *listener,
                    void *context) {
    Lobby *lobby = memory_allocate(sizeof *lobby);
    lobby->listener = listener;
    lobby->context = context;
    lobby->list[LIST_LIVE].choice = LIST_LIVE;
    lobby->connection =
        connection_create(loop, address, PACKAGE_TARNAME "/" PACKAGE_VERSION, on_link_event, lobby);
    for (int choice = 0; choice < LIST_CHOICES; choice++)
        request_page(lobby, &lobby->list[choice], 0);
    return lobby;
}

void lobby_free(Lobby *lobby) {
    if (!lobby)
        return;
    connection_free(lobby->connection);
    for (int choice = 0; choice < LIST_CHOICES; choice++) {
        free(lobby->list[choice].shown.games);
        free(lobby->list[choice].loading.games);
    }
    free(lobby);
}

bool lobby_is_online(const Lobby *lobby) {
    return connection_is_online(lobby->connection);
}

int lobby_retry_s(const Lobby *lobby) {
    return connection_retry_s(lobby->connection);
}

bool lobby_is_busy(const Lobby *lobby) {
    return lobby->list[LIST_OPEN].request_id != 0 || lobby->list[LIST_LIVE].request_id != 0;
}

const char *lobby_error_text(const Lobby *lobby) {
    return lobby->error_text;
}

LobbyList lobby_list(const Lobby *lobby, ListChoice choice) {
    const ListQuery *list = &lobby->list[choice];
    return (LobbyList){list->loaded, list->shown.games, list->shown.count};
}
