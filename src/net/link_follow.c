#include <config.h>

#include "net/link_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

static Follow *find(Link *link, const GameId *id) {
    Follow *follow = link->follows;
    while (follow && strcmp(follow->state.id.text, id->text) != 0)
        follow = follow->next_follow;
    return follow;
}

static void forget(Link *link, const GameId *id) {
    Follow **place = &link->follows;
    while (*place && strcmp((*place)->state.id.text, id->text) != 0)
        place = &(*place)->next_follow;
    Follow *follow = *place;
    if (!follow)
        return;
    *place = follow->next_follow;
    free(follow);
}

void follows_free(Link *link) {
    while (link->follows)
        forget(link, &link->follows->state.id);
}

/* ---- what is asked ---- */

static void about(Request *request, Verb verb, const Follow *follow) {
    *request = (Request){.verb = verb};
    request->field.id = follow->state.id;
    fields_set(&request->field, FIELD_ID);
}

static void ask_seat(Link *link, Follow *follow) {
    Request request;
    about(&request, VERB_JOIN, follow);
    request.field.seat = follow->state.seat;
    fields_set(&request.field, FIELD_SEAT_AT);
    request.field.key = follow->state.key;
    fields_set(&request.field, FIELD_KEY);
    if (follow->state.name[0]) {
        strcpy(request.field.name, follow->state.name);
        fields_set(&request.field, FIELD_NAME);
    }
    follow->join_ticket = link_add(link, &request, true);
}

/* Asks for all that is missing. */
static void sync(Link *link, Follow *follow) {
    if (follow->watch_ticket != 0 || link->phase != PHASE_ONLINE)
        return;
    Request request;
    about(&request, VERB_WATCH, follow);
    request.field.from = follow->state.next;
    fields_set(&request.field, FIELD_FROM);
    follow->watch_ticket = link_add(link, &request, true);
    link_send_waiting(link);
}

static void begin(Link *link, Follow *follow) {
    follow->join_ticket = follow->watch_ticket = 0;
    if (link->phase != PHASE_ONLINE)
        return;
    if (follow->state.seat != SEAT_NONE)
        ask_seat(link, follow);
    sync(link, follow);
}

void follows_begin(Link *link) {
    for (Follow *follow = link->follows; follow; follow = follow->next_follow)
        begin(link, follow);
}

void link_follow(Link *link, const Following *following) {
    Follow *follow = find(link, &following->id);
    if (!follow) {
        follow = memory_allocate(sizeof *follow);
        follow->next_follow = link->follows;
        link->follows = follow;
    }
    follow->state = *following;
    follow->told_end = false;
    begin(link, follow);
}

/* ---- what is told ---- */

/* The server's game is not the one that is known here. */
static void part(Link *link, const GameId *id, const char *sentence) {
    GameId gone = *id;
    forget(link, &gone);
    link_tell(link, (News){.kind = NEWS_UNFOLLOWED, .id = gone, .sentence = sentence});
}

/* The position of a game as the server tells it: true if it can be the one that is known here. */
static bool agrees(const Follow *follow, const Fields *field) {
    if (!fields_has(field, FIELD_PLY))
        return true;
    if (field->ply < follow->state.next)
        return false;
    return field->ply > follow->state.next || !follow->state.has_hash ||
           !fields_has(field, FIELD_HASH) || field->hash == follow->state.hash;
}

/* Tells a move if it is the next one; one that is further on shows that some are missing. */
static void take_move(Link *link, const GameId *id, const Message *move) {
    Follow *follow = find(link, id);
    if (!follow || move->field.ply < follow->state.next)
        return;
    if (move->field.ply > follow->state.next) {
        sync(link, follow);
        return;
    }
    Message told = *move;
    told.kind = MESSAGE_EVENT;
    told.type = EVENT_MOVE;
    told.tag[0] = '\0';
    told.field.next = ++follow->state.next;
    fields_set(&told.field, FIELD_NEXT);
    follow->state.has_hash = fields_has(&told.field, FIELD_HASH);
    follow->state.hash = told.field.hash;
    link_tell(link, (News){.kind = NEWS_MOVE, .message = &told});
}

static void take_end(Link *link, Follow *follow, const Message *message) {
    if (follow->told_end)
        return;
    follow->told_end = true;
    Message told = *message;
    told.kind = MESSAGE_EVENT;
    told.type = EVENT_END;
    told.tag[0] = '\0';
    link_tell(link, (News){.kind = NEWS_END, .message = &told});
}

/* The reply to WATCH is complete. */
static void finish_sync(Link *link, Follow *follow) {
    GameId id = follow->state.id;
    const Fields *field = &follow->game.field;
    follow->watch_ticket = 0;
    if (!agrees(follow, field) || field->ply > follow->state.next) {
        part(link, &id, "the server's game is not the one known here");
        return;
    }
    if (fields_has(field, FIELD_HASH)) {
        follow->state.has_hash = true;
        follow->state.hash = field->hash;
    }
    if (fields_has(field, FIELD_REASON))
        take_end(link, follow, &follow->game);
}

static void answer_watch(Link *link, const GameId *id, const Message *message) {
    Follow *follow = find(link, id);
    if (message->type == DATA_GAME) {
        follow->game = *message;
        link_tell(link, (News){.kind = NEWS_GAME, .message = message});
    } else if (message->type == DATA_MOVE) {
        take_move(link, id, message);
    } else if (message->type == message_done(VERB_WATCH)) {
        finish_sync(link, follow);
    } else if (message->kind == MESSAGE_REFUSAL) {
        forget(link, id);
        link_tell(link, (News){.kind = NEWS_UNFOLLOWED, .id = *id, .message = message});
    }
}

static void answer_join(Link *link, const GameId *id, const Message *message) {
    Follow *follow = find(link, id);
    if (message->kind == MESSAGE_REFUSAL) {
        follow->state.seat = SEAT_NONE;
    } else if (message->type != message_done(VERB_JOIN)) {
        return;
    } else if (!agrees(follow, &message->field)) {
        part(link, id, "the server's game is not the one known here");
        return;
    } else {
        follow->state.seat = message->field.seat;
    }
    link_tell(link, (News){.kind = NEWS_SEAT, .id = *id, .message = message});
}

void follows_answer(Link *link, const Pending *pending, const Message *message) {
    GameId id = pending->request.field.id;
    const Follow *follow = find(link, &id);
    if (follow && pending->ticket == follow->watch_ticket)
        answer_watch(link, &id, message);
    else if (follow && pending->ticket == follow->join_ticket)
        answer_join(link, &id, message);
}

void follows_moved(Link *link, const Request *request, const Message *message) {
    Follow *follow = find(link, &request->field.id);
    if (!follow)
        return;
    if (message->type == message_done(VERB_MOVE)) {
        Message move = *message;
        strcpy(move.field.move, request->field.move);
        move.field.by = follow->state.seat;
        fields_set(&move.field, FIELD_MOVE);
        fields_set(&move.field, FIELD_BY);
        take_move(link, &request->field.id, &move);
    } else if (message->field.retry == RETRY_SYNC) {
        sync(link, follow);
    }
}

void follows_event(Link *link, const Message *message) {
    Follow *follow = NULL;
    if (fields_has(&message->field, FIELD_ID))
        follow = find(link, &message->field.id);
    if (follow && message->type == EVENT_MOVE) {
        take_move(link, &message->field.id, message);
    } else if (follow && message->type == EVENT_END) {
        /* While moves are missing, the game's state, which comes before them, says it too. */
        if (follow->watch_ticket == 0)
            take_end(link, follow, message);
    } else if (follow && message->type == EVENT_REPLACED) {
        follow->state.seat = SEAT_NONE;
        link_tell(link, (News){.kind = NEWS_REPLACED, .message = message});
    } else {
        link_tell(link, (News){.kind = NEWS_EVENT, .message = message});
    }
}
