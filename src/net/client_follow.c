#include <config.h>

#include "net/client_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

static Follow *find(Client *client, const GameId *id) {
    Follow *follow = client->follows;
    while (follow && strcmp(follow->state.id.text, id->text) != 0)
        follow = follow->next_follow;
    return follow;
}

static void forget(Client *client, const GameId *id) {
    Follow **link = &client->follows;
    while (*link && strcmp((*link)->state.id.text, id->text) != 0)
        link = &(*link)->next_follow;
    Follow *follow = *link;
    if (!follow)
        return;
    *link = follow->next_follow;
    free(follow);
}

void follows_free(Client *client) {
    while (client->follows)
        forget(client, &client->follows->state.id);
}

/* ---- what is asked ---- */

static void about(Request *request, Verb verb, const Follow *follow) {
    *request = (Request){.verb = verb};
    request->field.id = follow->state.id;
    fields_set(&request->field, FIELD_ID);
}

static void ask_seat(Client *client, Follow *follow) {
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
    follow->join_ticket = client_add(client, &request, true);
}

/* Asks for all that is missing. */
static void sync(Client *client, Follow *follow) {
    if (follow->watch_ticket != 0 || client->phase != PHASE_ONLINE)
        return;
    Request request;
    about(&request, VERB_WATCH, follow);
    request.field.from = follow->state.next;
    fields_set(&request.field, FIELD_FROM);
    follow->watch_ticket = client_add(client, &request, true);
    client_send_waiting(client);
}

static void begin(Client *client, Follow *follow) {
    follow->join_ticket = follow->watch_ticket = 0;
    if (client->phase != PHASE_ONLINE)
        return;
    if (follow->state.seat != SEAT_NONE)
        ask_seat(client, follow);
    sync(client, follow);
}

void follows_begin(Client *client) {
    for (Follow *follow = client->follows; follow; follow = follow->next_follow)
        begin(client, follow);
}

void client_follow(Client *client, const Following *following) {
    Follow *follow = find(client, &following->id);
    if (!follow) {
        follow = memory_allocate(sizeof *follow);
        follow->next_follow = client->follows;
        client->follows = follow;
    }
    follow->state = *following;
    follow->told_end = false;
    begin(client, follow);
}

void client_unfollow(Client *client, const GameId *id) {
    Follow *follow = find(client, id);
    if (!follow)
        return;
    Request request;
    about(&request, VERB_UNWATCH, follow);
    forget(client, id);
    if (client->phase == PHASE_ONLINE) {
        client_add(client, &request, true);
        client_send_waiting(client);
    }
}

/* ---- what is told ---- */

/* The server's game is not the one that is known here. */
static void part(Client *client, const GameId *id, const char *sentence) {
    GameId gone = *id;
    forget(client, &gone);
    client_tell(client, (News){.kind = NEWS_UNFOLLOWED, .id = gone, .sentence = sentence});
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
static void take_move(Client *client, const GameId *id, const Message *move) {
    Follow *follow = find(client, id);
    if (!follow || move->field.ply < follow->state.next)
        return;
    if (move->field.ply > follow->state.next) {
        sync(client, follow);
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
    client_tell(client, (News){.kind = NEWS_MOVE, .message = &told});
}

static void take_end(Client *client, Follow *follow, const Message *message) {
    if (follow->told_end)
        return;
    follow->told_end = true;
    Message told = *message;
    told.kind = MESSAGE_EVENT;
    told.type = EVENT_END;
    told.tag[0] = '\0';
    client_tell(client, (News){.kind = NEWS_END, .message = &told});
}

/* The reply to WATCH is complete. */
static void finish_sync(Client *client, Follow *follow) {
    GameId id = follow->state.id;
    const Fields *field = &follow->game.field;
    follow->watch_ticket = 0;
    if (!agrees(follow, field) || field->ply > follow->state.next) {
        part(client, &id, "the server's game is another than the one known here");
        return;
    }
    if (fields_has(field, FIELD_HASH)) {
        follow->state.has_hash = true;
        follow->state.hash = field->hash;
    }
    if (fields_has(field, FIELD_REASON))
        take_end(client, follow, &follow->game);
}

static void answer_watch(Client *client, const GameId *id, const Message *message) {
    Follow *follow = find(client, id);
    if (message->type == DATA_GAME) {
        follow->game = *message;
        client_tell(client, (News){.kind = NEWS_GAME, .message = message});
    } else if (message->type == DATA_MOVE) {
        take_move(client, id, message);
    } else if (message->type == DONE_WATCH) {
        finish_sync(client, follow);
    } else if (message->kind == MESSAGE_REFUSAL) {
        forget(client, id);
        client_tell(client, (News){.kind = NEWS_UNFOLLOWED, .id = *id, .message = message});
    }
}

static void answer_join(Client *client, const GameId *id, const Message *message) {
    Follow *follow = find(client, id);
    if (message->kind == MESSAGE_REFUSAL) {
        follow->state.seat = SEAT_NONE;
    } else if (message->type != DONE_JOIN) {
        return;
    } else if (!agrees(follow, &message->field)) {
        part(client, id, "the server's game is another than the one known here");
        return;
    } else {
        follow->state.seat = message->field.seat;
    }
    client_tell(client, (News){.kind = NEWS_SEAT, .id = *id, .message = message});
}

void follows_answer(Client *client, const Pending *pending, const Message *message) {
    GameId id = pending->request.field.id;
    const Follow *follow = find(client, &id);
    if (follow && pending->ticket == follow->watch_ticket)
        answer_watch(client, &id, message);
    else if (follow && pending->ticket == follow->join_ticket)
        answer_join(client, &id, message);
}

void follows_moved(Client *client, const Request *request, const Message *message) {
    Follow *follow = find(client, &request->field.id);
    if (!follow)
        return;
    if (message->type == DONE_MOVE) {
        Message move = *message;
        strcpy(move.field.move, request->field.move);
        move.field.by = follow->state.seat;
        fields_set(&move.field, FIELD_MOVE);
        fields_set(&move.field, FIELD_BY);
        take_move(client, &request->field.id, &move);
    } else if (message->field.retry == RETRY_SYNC) {
        sync(client, follow);
    }
}

void follows_event(Client *client, const Message *message) {
    Follow *follow = NULL;
    if (fields_has(&message->field, FIELD_ID))
        follow = find(client, &message->field.id);
    if (follow && message->type == EVENT_MOVE) {
        take_move(client, &message->field.id, message);
    } else if (follow && message->type == EVENT_END) {
        /* While moves are missing, the game's state, which comes before them, says it too. */
        if (follow->watch_ticket == 0)
            take_end(client, follow, message);
    } else if (follow && message->type == EVENT_REPLACED) {
        follow->state.seat = SEAT_NONE;
        client_tell(client, (News){.kind = NEWS_REPLACED, .message = message});
    } else {
        client_tell(client, (News){.kind = NEWS_EVENT, .message = message});
    }
}
