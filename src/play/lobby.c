#include <config.h>

#include "play/lobby.h"

#include <stdlib.h>
#include <string.h>

#include "net/connection.h"
#include "play/network.h"
#include "play/sentence.h"
#include "rules/memory.h"

enum { LIST_CHOICES = 2 };

typedef struct Games {
    LobbyGame *games;
    size_t count;
} Games;

/* One of the two lists. */
typedef struct List {
    ListChoice choice;
    Games shown;
    Games coming;    /* what is being read */
    size_t page;     /* where in it the page begins that is being read */
    unsigned ticket; /* of that page; 0: none is */
    bool known;
} List;

struct Lobby {
    uv_loop_t *loop;
    Connection *connection;
    bool gone;            /* the connection is given up */
    uint64_t retry_at_ms; /* of the loop's time: the next attempt */
    LobbyListener *listener;
    void *context;
    List list[LIST_CHOICES];
    char trouble[SENTENCE_SIZE];
};

/* ---- asking ------------------------------------------------------------------------------- */

static void ask_page(Lobby *lobby, List *list, uint32_t from) {
    Request request = {.verb = VERB_LIST};
    request.field.choice = list->choice;
    request.field.from = from;
    fields_set(&request.field, FIELD_CHOICE);
    fields_set(&request.field, FIELD_FROM);
    list->page = list->coming.count;
    list->ticket = connection_request(lobby->connection, &request);
}

void lobby_refresh(Lobby *lobby) {
    for (int choice = 0; choice < LIST_CHOICES; choice++) {
        List *list = &lobby->list[choice];
        if (list->ticket != 0)
            continue; /* it is just being read */
        list->coming.count = 0;
        ask_page(lobby, list, 0);
    }
    connection_hurry(lobby->connection);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void add_game(List *list, const Fields *field) {
    static const Field names[] = {FIELD_WHITE, FIELD_BLACK};
    Games *games = &list->coming;
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

static void finish_list(List *list) {
    Games old = list->shown;
    list->shown = list->coming;
    list->coming = (Games){0};
    list->known = true;
    list->ticket = 0;
    free(old.games);
}

static void set_trouble(Lobby *lobby, const char *prefix, const char *why) {
    Error error = {0};
    error_set(&error, ERROR_IO, "%s%s", prefix, why);
    sentence_write(&error, lobby->trouble);
}

static void hear_reply(Lobby *lobby, List *list, const Message *message) {
    if (message->type == REFUSAL) {
        list->ticket = 0;
        set_trouble(lobby, SERVER_ERROR_PREFIX, message->field.text);
    } else if (fields_has(&message->field, FIELD_NEXT) && list->coming.count > list->page &&
               list->coming.count < LOBBY_GAMES_MAX) {
        ask_page(lobby, list, message->field.next);
        return;
    } else {
        lobby->trouble[0] = '\0';
        finish_list(list);
    }
    lobby->listener(lobby->context, lobby);
}

static void hear_list(Lobby *lobby, List *list, const News *news) {
    if (news->kind == NEWS_DATA && news->message->type == DATA_LIST)
        add_game(list, &news->message->field);
    else if (news->kind == NEWS_AGAIN)
        list->coming.count = list->page;
    else if (news->kind == NEWS_REPLY)
        hear_reply(lobby, list, news->message);
}

static void on_news(void *context, const News *news) {
    Lobby *lobby = context;
    for (int choice = 0; choice < LIST_CHOICES; choice++)
        if (news->ticket != 0 && news->ticket == lobby->list[choice].ticket) {
            hear_list(lobby, &lobby->list[choice], news);
            return;
        }
    if (news->kind == NEWS_ONLINE)
        lobby->trouble[0] = '\0';
    else if (news->kind == NEWS_OFFLINE || news->kind == NEWS_GAVE_UP)
        set_trouble(lobby, "", news->sentence);
    else
        return;
    lobby->gone = news->kind == NEWS_GAVE_UP;
    lobby->retry_at_ms = uv_now(lobby->loop) + (uint64_t)news->wait_ms;
    lobby->listener(lobby->context, lobby);
}

/* ---- from beginning to end ---------------------------------------------------------------- */

Lobby *lobby_create(uv_loop_t *loop, const ServerPlace *place, LobbyListener *listener,
                    void *context) {
    Lobby *lobby = memory_allocate(sizeof *lobby);
    lobby->loop = loop;
    lobby->listener = listener;
    lobby->context = context;
    lobby->list[LIST_LIVE].choice = LIST_LIVE;
    lobby->connection =
        connection_create(loop, place, PACKAGE_TARNAME "/" PACKAGE_VERSION, on_news, lobby);
    for (int choice = 0; choice < LIST_CHOICES; choice++)
        ask_page(lobby, &lobby->list[choice], 0);
    return lobby;
}

void lobby_free(Lobby *lobby) {
    if (!lobby)
        return;
    connection_free(lobby->connection);
    for (int choice = 0; choice < LIST_CHOICES; choice++) {
        free(lobby->list[choice].shown.games);
        free(lobby->list[choice].coming.games);
    }
    free(lobby);
}

bool lobby_is_online(const Lobby *lobby) {
    return connection_is_online(lobby->connection);
}

int lobby_retry_s(const Lobby *lobby) {
    uint64_t now_ms = uv_now(lobby->loop);
    if (lobby->gone)
        return -1;
    return lobby->retry_at_ms > now_ms ? (int)((lobby->retry_at_ms - now_ms + 999) / 1000) : 0;
}

bool lobby_is_busy(const Lobby *lobby) {
    return lobby->list[LIST_OPEN].ticket != 0 || lobby->list[LIST_LIVE].ticket != 0;
}

const char *lobby_trouble(const Lobby *lobby) {
    return lobby->trouble;
}

LobbyList lobby_list(const Lobby *lobby, ListChoice choice) {
    const List *list = &lobby->list[choice];
    return (LobbyList){list->known, list->shown.games, list->shown.count};
}
