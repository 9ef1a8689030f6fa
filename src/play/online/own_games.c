#include <config.h>

#include "play/online/own_games.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"

/* A server lets a connection watch 64 games. */
enum { WATCHED_MAX = 60 };

typedef struct OwnEntry {
    unsigned request_id; /* of the pending GET, or 0 */
    bool ask_again;      /* something happened after it was sent */
    bool watched;
} OwnEntry;

struct OwnGames {
    Connection *connection;
    ServerList servers;
    bool watch;
    SavedSeatList seats; /* of all servers */
    OwnGame games[OWN_GAMES_MAX];
    OwnEntry entries[OWN_GAMES_MAX]; /* of the games */
    size_t count;
    size_t watched;
};

/* ---- the list ----------------------------------------------------------------------------- */

static bool is_here(const OwnGames *own, const SavedSeat *seat) {
    return server_list_is_same(&seat->servers, &own->servers);
}

static bool is_same_seat(const SavedSeat *a, const SavedSeat *b) {
    return strcmp(a->id.text, b->id.text) == 0 && strcmp(a->key.text, b->key.text) == 0;
}

/* Finds the seat in a former list. */
static size_t find_seat(const OwnGame *games, size_t count, const SavedSeat *seat) {
    size_t i = 0;
    while (i < count && !is_same_seat(games[i].saved, seat))
        i++;
    return i;
}

/* Reads the saved seats; what is known about them stays. */
static void read_seats(OwnGames *own) {
    SavedSeatList old_seats = own->seats;
    size_t old_count = own->count;
    OwnGame *old_games = memory_allocate(sizeof own->games);
    OwnEntry *old_entries = memory_allocate(sizeof own->entries);
    memcpy(old_games, own->games, sizeof own->games);
    memcpy(old_entries, own->entries, sizeof own->entries);
    saved_seats_list_all(&own->seats);
    own->count = 0;
    for (size_t i = 0; i < own->seats.count && own->count < OWN_GAMES_MAX; i++) {
        const SavedSeat *seat = &own->seats.seats[i];
        if (!is_here(own, seat))
            continue;
        OwnGame *game = &own->games[own->count];
        OwnEntry *entry = &own->entries[own->count++];
        size_t old = find_seat(old_games, old_count, seat);
        *game = old < old_count ? old_games[old] : (OwnGame){.game.id = seat->id};
        *entry = old < old_count ? old_entries[old] : (OwnEntry){0};
        game->saved = seat;
    }
    free(old_games);
    free(old_entries);
    saved_seats_free(&old_seats);
}

OwnGames *own_games_create(Connection *connection, const ServerList *servers, bool watch) {
    OwnGames *own = memory_allocate(sizeof *own);
    own->connection = connection;
    own->servers = *servers;
    own->watch = watch;
    read_seats(own);
    return own;
}

void own_games_free(OwnGames *own) {
    if (!own)
        return;
    saved_seats_free(&own->seats);
    free(own);
}

OwnGameList own_games_list(const OwnGames *own) {
    return (OwnGameList){own->games, own->count};
}

bool own_games_has(const OwnGames *own, const GameId *id) {
    for (size_t i = 0; i < own->count; i++)
        if (strcmp(own->games[i].game.id.text, id->text) == 0)
            return true;
    return false;
}

bool own_games_is_busy(const OwnGames *own) {
    for (size_t i = 0; i < own->count; i++)
        if (own->entries[i].request_id != 0)
            return true;
    return false;
}

/* ---- requests ----------------------------------------------------------------------------- */

static void ask(OwnGames *own, size_t index) {
    OwnEntry *entry = &own->entries[index];
    Request request = request_for_game(VERB_GET, &own->games[index].game.id);
    entry->ask_again = entry->request_id != 0;
    if (!entry->ask_again)
        entry->request_id = connection_request(own->connection, &request);
}

void own_games_ask(OwnGames *own) {
    read_seats(own);
    for (size_t i = 0; i < own->count; i++)
        ask(own, i);
}

/* Follows a game that goes on. What is known of its moves need not be sent. */
static void watch(OwnGames *own, size_t index) {
    const OwnGame *game = &own->games[index];
    OwnEntry *entry = &own->entries[index];
    if (!own->watch || entry->watched || game->state == OWN_GAME_OVER ||
        own->watched == WATCHED_MAX)
        return;
    Request request = request_for_game(VERB_WATCH, &game->game.id);
    request.fields.from = game->game.ply;
    fields_set(&request.fields, FIELD_FROM);
    connection_request(own->connection, &request);
    entry->watched = true;
    own->watched++;
}

/* ---- replies ------------------------------------------------------------------------------ */

static OwnGameState state_of(const OwnGame *game, const Fields *fields) {
    Seat seat = game->saved->seat;
    if (fields_has(fields, FIELD_REASON))
        return OWN_GAME_OVER;
    if (!game->game.taken[WHITE] || !game->game.taken[BLACK])
        return OWN_GAME_NO_OPPONENT;
    return fields->turn == seat ? OWN_GAME_MY_MOVE : OWN_GAME_THEIR_MOVE;
}

static void update_game(OwnGame *game, const Fields *fields) {
    game->game = lobby_game_from_fields(fields);
    game->state = state_of(game, fields);
    game->outcome = (Outcome){fields->result, fields->reason};
    game->asks_rematch = fields_has(fields, FIELD_REMATCH) && fields->rematch <= SEAT_BLACK &&
                         fields->rematch != game->saved->seat;
    game->has_time =
        fields_has(fields, FIELD_WMS) && fields->turn <= SEAT_BLACK && game->state != OWN_GAME_OVER;
    game->time_ms = game->has_time ? fields->left_ms[fields->turn] : 0;
    game->asked_ms = monotonic_ms();
}

static void on_get_event(OwnGames *own, size_t index, const LinkEvent *event) {
    OwnGame *game = &own->games[index];
    OwnEntry *entry = &own->entries[index];
    if (event->kind == LINK_EVENT_DATA && event->message->type == DATA_GAME) {
        update_game(game, &event->message->fields);
        if (fields_has(&event->message->fields, FIELD_GAME))
            saved_seat_move_to_rematch(game->saved, &event->message->fields.game);
        return;
    }
    if (event->kind != LINK_EVENT_REPLY)
        return;
    entry->request_id = 0;
    if (event->message->type != MESSAGE_REJECTED)
        watch(own, index);
    else if (event->message->error == PROTO_ERR_NOGAME)
        game->state = OWN_GAME_GONE;
    if (entry->ask_again)
        ask(own, index);
}

/* Something happened in a watched game: asks how it stands. */
static bool on_game_event(OwnGames *own, const Message *message) {
    bool is_own = false;
    if (!fields_has(&message->fields, FIELD_ID) || message->type == EVENT_LIST ||
        message->type == EVENT_UNLIST || message->type == EVENT_SAY)
        return false;
    for (size_t i = 0; i < own->count; i++)
        if (strcmp(own->games[i].game.id.text, message->fields.id.text) == 0) {
            ask(own, i);
            is_own = true;
        }
    return is_own;
}

bool own_games_on_event(OwnGames *own, const LinkEvent *event) {
    if (event->kind == LINK_EVENT_ONLINE) {
        own->watched = 0;
        for (size_t i = 0; i < own->count; i++)
            own->entries[i].watched = false;
        own_games_ask(own);
        return true;
    }
    if (event->kind == LINK_EVENT_OTHER)
        return on_game_event(own, event->message);
    for (size_t i = 0; i < own->count && event->request_id != 0; i++)
        if (own->entries[i].request_id == event->request_id) {
            on_get_event(own, i, event);
            return true;
        }
    return false;
}
