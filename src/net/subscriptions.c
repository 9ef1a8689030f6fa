#include <config.h>

#include "net/link_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static ActiveSubscription *find_active(Link *link, const GameId *id) {
    ActiveSubscription *active = link->subscriptions;
    while (active && strcmp(active->wanted.id.text, id->text) != 0)
        active = active->next;
    return active;
}

static void remove_active(Link *link, const GameId *id) {
    ActiveSubscription **place = &link->subscriptions;
    while (*place && strcmp((*place)->wanted.id.text, id->text) != 0)
        place = &(*place)->next;
    ActiveSubscription *active = *place;
    if (!active)
        return;
    *place = active->next;
    free(active);
}

void subscriptions_free(Link *link) {
    while (link->subscriptions)
        remove_active(link, &link->subscriptions->wanted.id);
}

/* ---- what is asked ---- */

static void init_game_request(Request *request, Verb verb, const ActiveSubscription *active) {
    *request = (Request){.verb = verb};
    request->fields.id = active->wanted.id;
    fields_set(&request->fields, FIELD_ID);
}

static void request_seat(Link *link, ActiveSubscription *active) {
    Request request;
    init_game_request(&request, VERB_JOIN, active);
    request.fields.seat = active->wanted.seat;
    fields_set(&request.fields, FIELD_SEAT_ARG);
    request.fields.key = active->wanted.key;
    fields_set(&request.fields, FIELD_KEY);
    if (active->wanted.name[0]) {
        strcpy(request.fields.name, active->wanted.name);
        fields_set(&request.fields, FIELD_NAME);
    }
    active->join_request_id = link_enqueue(link, &request, true);
}

/* Asks for all that is missing. */
static void request_missing_moves(Link *link, ActiveSubscription *active) {
    if (active->watch_request_id != 0 || link->phase != LINK_ONLINE)
        return;
    Request request;
    init_game_request(&request, VERB_WATCH, active);
    request.fields.from = active->wanted.known_plies;
    fields_set(&request.fields, FIELD_FROM);
    active->watch_request_id = link_enqueue(link, &request, true);
    link_flush(link);
}

static void start(Link *link, ActiveSubscription *active) {
    active->join_request_id = active->watch_request_id = 0;
    if (link->phase != LINK_ONLINE)
        return;
    if (active->wanted.seat != SEAT_NONE)
        request_seat(link, active);
    request_missing_moves(link, active);
}

void subscriptions_start(Link *link) {
    for (ActiveSubscription *active = link->subscriptions; active; active = active->next)
        start(link, active);
}

void link_subscribe(Link *link, const Subscription *subscription) {
    ActiveSubscription *active = find_active(link, &subscription->id);
    if (!active) {
        active = memory_allocate(sizeof *active);
        active->next = link->subscriptions;
        link->subscriptions = active;
    }
    active->wanted = *subscription;
    active->end_notified = false;
    start(link, active);
}

/* ---- what is told ---- */

/* The server's game is not the one that is known here. */
static void unsubscribe(Link *link, const GameId *id, const char *sentence) {
    GameId gone = *id;
    remove_active(link, &gone);
    link_notify(link,
                (LinkEvent){.kind = LINK_EVENT_UNSUBSCRIBED, .id = gone, .sentence = sentence});
}

/* The position of a game as the server tells it: true if it can be the one that is known here. */
static bool is_same_game(const ActiveSubscription *active, const Fields *field) {
    if (!fields_has(field, FIELD_PLY))
        return true;
    if (field->ply < active->wanted.known_plies)
        return false;
    return field->ply > active->wanted.known_plies || !active->wanted.has_hash ||
           !fields_has(field, FIELD_HASH) || field->hash == active->wanted.hash;
}

/* Tells a move if it is the next one; one that is further on shows that some are missing. */
static void on_move(Link *link, const GameId *id, const Message *move) {
    ActiveSubscription *active = find_active(link, id);
    if (!active || move->fields.ply < active->wanted.known_plies)
        return;
    if (move->fields.ply > active->wanted.known_plies) {
        request_missing_moves(link, active);
        return;
    }
    Message told = *move;
    told.kind = MESSAGE_EVENT;
    told.type = EVENT_MOVE;
    told.tag[0] = '\0';
    told.fields.next = ++active->wanted.known_plies;
    fields_set(&told.fields, FIELD_NEXT);
    active->wanted.has_hash = fields_has(&told.fields, FIELD_HASH);
    active->wanted.hash = told.fields.hash;
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_MOVE, .message = &told});
}

static void on_end(Link *link, ActiveSubscription *active, const Message *message) {
    if (active->end_notified)
        return;
    active->end_notified = true;
    Message told = *message;
    told.kind = MESSAGE_EVENT;
    told.type = EVENT_END;
    told.tag[0] = '\0';
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_END, .message = &told});
}

/* The reply to WATCH is complete. */
static void on_watch_end(Link *link, ActiveSubscription *active) {
    GameId id = active->wanted.id;
    const Fields *field = &active->game.fields;
    active->watch_request_id = 0;
    if (!is_same_game(active, field) || field->ply > active->wanted.known_plies) {
        unsubscribe(link, &id, "the server's game is not the one known here");
        return;
    }
    if (fields_has(field, FIELD_HASH)) {
        active->wanted.has_hash = true;
        active->wanted.hash = field->hash;
    }
    if (fields_has(field, FIELD_REASON))
        on_end(link, active, &active->game);
}

static void on_watch_reply(Link *link, const GameId *id, const Message *message) {
    ActiveSubscription *active = find_active(link, id);
    if (message->type == DATA_GAME) {
        active->game = *message;
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_GAME, .message = message});
    } else if (message->type == DATA_MOVE) {
        on_move(link, id, message);
    } else if (message->type == message_success(VERB_WATCH)) {
        on_watch_end(link, active);
    } else if (message->kind == MESSAGE_ERROR) {
        remove_active(link, id);
        link_notify(link,
                    (LinkEvent){.kind = LINK_EVENT_UNSUBSCRIBED, .id = *id, .message = message});
    }
}

static void on_join_reply(Link *link, const GameId *id, const Message *message) {
    ActiveSubscription *active = find_active(link, id);
    if (message->kind == MESSAGE_ERROR) {
        active->wanted.seat = SEAT_NONE;
    } else if (message->type != message_success(VERB_JOIN)) {
        return;
    } else if (!is_same_game(active, &message->fields)) {
        unsubscribe(link, id, "the server's game is not the one known here");
        return;
    } else {
        active->wanted.seat = message->fields.seat;
    }
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_SEAT, .id = *id, .message = message});
}

void subscriptions_on_reply(Link *link, const PendingRequest *pending, const Message *message) {
    GameId id = pending->request.fields.id;
    const ActiveSubscription *active = find_active(link, &id);
    if (active && pending->request_id == active->watch_request_id)
        on_watch_reply(link, &id, message);
    else if (active && pending->request_id == active->join_request_id)
        on_join_reply(link, &id, message);
}

void subscriptions_on_move_reply(Link *link, const Request *request, const Message *message) {
    ActiveSubscription *active = find_active(link, &request->fields.id);
    if (!active)
        return;
    if (message->type == message_success(VERB_MOVE)) {
        Message move = *message;
        strcpy(move.fields.move, request->fields.move);
        move.fields.by = active->wanted.seat;
        fields_set(&move.fields, FIELD_MOVE);
        fields_set(&move.fields, FIELD_BY);
        on_move(link, &request->fields.id, &move);
    } else if (message->fields.retry == RETRY_SYNC) {
        request_missing_moves(link, active);
    }
}

void subscriptions_on_event(Link *link, const Message *message) {
    ActiveSubscription *active = NULL;
    if (fields_has(&message->fields, FIELD_ID))
        active = find_active(link, &message->fields.id);
    if (active && message->type == EVENT_MOVE) {
        on_move(link, &message->fields.id, message);
    } else if (active && message->type == EVENT_END) {
        /* While moves are missing, the game's state, which comes before them, says it too. */
        if (active->watch_request_id == 0)
            on_end(link, active, message);
    } else if (active && message->type == EVENT_REPLACED) {
        active->wanted.seat = SEAT_NONE;
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_REPLACED, .message = message});
    } else {
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_OTHER, .message = message});
    }
}
