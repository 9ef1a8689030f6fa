#include <config.h>

#include "net/subscriptions.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "net/link_state.h"

#define DIFFERENT_GAME "the server has a different game with this id"

static ActiveSubscription *find_active(const Link *link, const GameId *id) {
    ActiveSubscription *active;
    LIST_FOREACH(active, &link->subscriptions, entry)
        if (strcmp(active->wanted.id.text, id->text) == 0)
            break;
    return active;
}

static void free_active(ActiveSubscription *active) {
    seat_key_clear(&active->wanted.key);
    free(active);
}

static void remove_active(ActiveSubscription *active) {
    LIST_REMOVE(active, entry);
    free_active(active);
}

void subscriptions_free(Link *link) {
    ActiveSubscription *active = LIST_FIRST(&link->subscriptions), *next;
    for (; active != NULL; active = next) {
        next = LIST_NEXT(active, entry);
        free_active(active);
    }
    LIST_INIT(&link->subscriptions);
}

/* ---- requests ---- */

static void write_name(const ActiveSubscription *active, Fields *fields) {
    if (!active->wanted.name[0])
        return;
    strcpy(fields->name, active->wanted.name);
    fields_set(fields, FIELD_NAME);
}

static void request_seat(Link *link, ActiveSubscription *active) {
    Request request = request_for_game(VERB_JOIN, &active->wanted.id);
    request.fields.seat = active->wanted.seat;
    fields_set(&request.fields, FIELD_SEAT_ARG);
    request.fields.key = active->wanted.key;
    fields_set(&request.fields, FIELD_KEY);
    write_name(active, &request.fields);
    active->join_request_id = link_enqueue(link, &request, true);
}

static void request_missing_moves(Link *link, ActiveSubscription *active) {
    if (active->watch_request_id != 0 || link->phase != LINK_ONLINE)
        return;
    Request request = request_for_game(VERB_WATCH, &active->wanted.id);
    request.fields.from = active->wanted.known_plies;
    fields_set(&request.fields, FIELD_FROM);
    write_name(active, &request.fields);
    active->watch_request_id = link_enqueue(link, &request, true);
    link_flush(link);
}

/* Mutes again who was muted on an earlier connection. */
static void request_mutes(Link *link, const ActiveSubscription *active) {
    for (int seat = 0; seat < MUTED_COUNT; seat++)
        if (active->muted[seat]) {
            Request request = request_for_game(VERB_MUTE, &active->wanted.id);
            request.fields.seat = (Seat)seat;
            fields_set(&request.fields, FIELD_SIDE_ARG);
            link_enqueue(link, &request, true);
        }
}

static void start(Link *link, ActiveSubscription *active) {
    active->join_request_id = active->watch_request_id = 0;
    if (link->phase != LINK_ONLINE)
        return;
    if (active->wanted.seat != SEAT_NONE)
        request_seat(link, active);
    request_missing_moves(link, active);
    request_mutes(link, active);
}

static void start_lists(Link *link) {
    if (!link->follows_lists || link->phase != LINK_ONLINE || link->lists_request_id != 0 ||
        !link_has_feature(link, FEATURE_SUBSCRIBE))
        return;
    link->lists_request_id = link_enqueue(link, &(Request){.verb = VERB_SUBSCRIBE}, true);
    link->lists_begun = false;
    link_flush(link);
}

void link_follow_lists(Link *link) {
    if (link->follows_lists)
        return;
    link->follows_lists = true;
    start_lists(link);
}

void subscriptions_start(Link *link) {
    ActiveSubscription *active;
    start_lists(link);
    LIST_FOREACH(active, &link->subscriptions, entry)
        start(link, active);
}

void link_subscribe(Link *link, const Subscription *subscription) {
    ActiveSubscription *active = find_active(link, &subscription->id);
    if (!active) {
        active = memory_allocate(sizeof *active);
        LIST_INSERT_HEAD(&link->subscriptions, active, entry);
    }
    active->wanted = *subscription;
    active->end_notified = false;
    start(link, active);
}

/* ---- events ---- */

/* Leaves a server that lacks the game, or has a different one, for another that may have it. */
static bool leave_server(Link *link, const Message *message) {
    if (message && message->error != PROTO_ERR_NOGAME)
        return false;
    return link_leave_server(link, message ? message->fields.text : DIFFERENT_GAME);
}

/* Ends a subscription because of the server's error, or because the games differ. */
static void unsubscribe(Link *link, ActiveSubscription *active, const Message *message) {
    GameId id = active->wanted.id;
    if (leave_server(link, message))
        return;
    remove_active(active);
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_UNSUBSCRIBED,
                                  .id = id,
                                  .message = message,
                                  .sentence = message ? NULL : DIFFERENT_GAME});
}

/* Returns whether the server's ply and hash are consistent with the known plies. */
static bool is_same_game(const ActiveSubscription *active, const Fields *fields) {
    if (!fields_has(fields, FIELD_PLY))
        return true;
    if (fields->ply < active->wanted.known_plies)
        return false;
    return fields->ply > active->wanted.known_plies || !active->wanted.has_hash ||
           !fields_has(fields, FIELD_HASH) || fields->hash == active->wanted.hash;
}

/* Reports a move if it is the next one; a later one shows that some are missing. */
static void on_move(Link *link, ActiveSubscription *active, const Message *move) {
    if (move->fields.ply < active->wanted.known_plies)
        return;
    if (move->fields.ply > active->wanted.known_plies) {
        request_missing_moves(link, active);
        return;
    }
    Message event = *move;
    event.kind = MESSAGE_EVENT;
    event.type = EVENT_MOVE;
    event.tag[0] = '\0';
    event.fields.next = ++active->wanted.known_plies;
    fields_set(&event.fields, FIELD_NEXT);
    active->wanted.has_hash = fields_has(&event.fields, FIELD_HASH);
    active->wanted.hash = event.fields.hash;
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_MOVE, .message = &event});
}

static void on_end(Link *link, ActiveSubscription *active, const Message *message) {
    if (active->end_notified)
        return;
    active->end_notified = true;
    Message event = *message;
    event.kind = MESSAGE_EVENT;
    event.type = EVENT_END;
    event.tag[0] = '\0';
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_END, .message = &event});
}

static void on_watch_end(Link *link, ActiveSubscription *active) {
    const Fields *fields = &active->game.fields;
    active->watch_request_id = 0;
    if (!is_same_game(active, fields) || fields->ply > active->wanted.known_plies) {
        unsubscribe(link, active, NULL);
        return;
    }
    if (fields_has(fields, FIELD_HASH)) {
        active->wanted.has_hash = true;
        active->wanted.hash = fields->hash;
    }
    if (fields_has(fields, FIELD_REASON))
        on_end(link, active, &active->game);
}

static void on_watch_reply(Link *link, ActiveSubscription *active, const Message *message) {
    if (message->type == DATA_GAME) {
        if (!is_same_game(active, &message->fields) && leave_server(link, NULL))
            return;
        active->game = *message;
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_GAME, .message = message});
    } else if (message->type == DATA_MOVE) {
        on_move(link, active, message);
    } else if (message->type == message_success(VERB_WATCH)) {
        on_watch_end(link, active);
    } else if (message->kind == MESSAGE_ERROR) {
        unsubscribe(link, active, message);
    }
}

static void on_join_reply(Link *link, ActiveSubscription *active, const Message *message) {
    GameId id = active->wanted.id;
    if (message->kind == MESSAGE_ERROR) {
        if (leave_server(link, message))
            return;
        active->wanted.seat = SEAT_NONE;
    } else if (message->type != message_success(VERB_JOIN)) {
        return;
    } else if (!is_same_game(active, &message->fields)) {
        unsubscribe(link, active, NULL);
        return;
    } else {
        active->wanted.seat = message->fields.seat;
    }
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_SEAT, .id = id, .message = message});
}

/* Reports the games of the reply to SUBSCRIBE like the events that follow. */
static void on_lists_reply(Link *link, const Message *message) {
    if (!link->lists_begun && message->kind != MESSAGE_ERROR) {
        Message relist;
        message_start(&relist, EVENT_RELIST, NULL);
        link->lists_begun = true;
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_OTHER, .message = &relist});
    }
    if (message->type == DATA_LIST) {
        Message event = *message;
        event.kind = MESSAGE_EVENT;
        event.type = EVENT_LIST;
        event.tag[0] = '\0';
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_OTHER, .message = &event});
    } else if (message->kind == MESSAGE_OK || message->kind == MESSAGE_ERROR) {
        link->lists_request_id = 0;
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_LISTED,
                                      .message = message->kind == MESSAGE_ERROR ? message : NULL});
    }
}

void subscriptions_on_reply(Link *link, unsigned request_id, const Request *request,
                            const Message *message) {
    ActiveSubscription *active = find_active(link, &request->fields.id);
    if (request->verb == VERB_SUBSCRIBE)
        on_lists_reply(link, message);
    else if (active && request_id == active->watch_request_id)
        on_watch_reply(link, active, message);
    else if (active && request_id == active->join_request_id)
        on_join_reply(link, active, message);
}

static void on_move_reply(Link *link, ActiveSubscription *active, const Request *request,
                          const Message *message) {
    if (message->type == message_success(VERB_MOVE)) {
        Message move = *message;
        strcpy(move.fields.move, request->fields.move);
        move.fields.by = active->wanted.seat;
        fields_set(&move.fields, FIELD_MOVE);
        fields_set(&move.fields, FIELD_BY);
        on_move(link, active, &move);
    } else if (message->fields.retry == RETRY_SYNC) {
        request_missing_moves(link, active);
    }
}

/* Remembers who is muted, for the next connection. */
static void on_mute_reply(ActiveSubscription *active, const Request *request,
                          const Message *message) {
    bool muted = request->verb == VERB_MUTE;
    if (message->kind != MESSAGE_OK)
        return;
    for (int seat = 0; seat < MUTED_COUNT; seat++)
        if (!fields_has(&request->fields, FIELD_SIDE_ARG) || request->fields.seat == (Seat)seat)
            active->muted[seat] = muted;
}

void subscriptions_on_user_reply(Link *link, const Request *request, const Message *message) {
    ActiveSubscription *active = find_active(link, &request->fields.id);
    if (!active)
        return;
    if (request->verb == VERB_MOVE)
        on_move_reply(link, active, request, message);
    else if (request->verb == VERB_MUTE || request->verb == VERB_UNMUTE)
        on_mute_reply(active, request, message);
}

void subscriptions_on_event(Link *link, const Message *message) {
    ActiveSubscription *active = NULL;
    if (fields_has(&message->fields, FIELD_ID))
        active = find_active(link, &message->fields.id);
    if (active && message->type == EVENT_MOVE) {
        on_move(link, active, message);
    } else if (active && message->type == EVENT_END) {
        /* While moves are missing, the reply to WATCH will report the end. */
        if (active->watch_request_id == 0)
            on_end(link, active, message);
    } else if (active && message->type == EVENT_REPLACED) {
        active->wanted.seat = SEAT_NONE;
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_REPLACED, .message = message});
    } else {
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_OTHER, .message = message});
    }
}
