#include <config.h>

#include "server/parts.h"

#include <stdlib.h>
#include <string.h>

#include "rules/memory.h"

enum { BLOCK_CHANGES = 64 };

/* A ticket is the place of the change and how often it was used. */
static uint64_t ticket_of(const Change *change) {
    return (uint64_t)change->generation << 32 | change->place;
}

static Change *change_at(const Changes *changes, uint32_t place) {
    return &changes->blocks[place / BLOCK_CHANGES][place % BLOCK_CHANGES];
}

static Change *take(Changes *changes) {
    Change *change = changes->free;
    if (change) {
        changes->free = change->next;
        return change;
    }
    if (changes->used == changes->block_count * BLOCK_CHANGES) {
        changes->blocks =
            memory_resize(changes->blocks, changes->block_count + 1, sizeof(Change *));
        changes->blocks[changes->block_count++] = memory_allocate(BLOCK_CHANGES * sizeof(Change));
    }
    change = change_at(changes, changes->used);
    change->place = changes->used++;
    return change;
}

Change *change_begin(Core *core, StoreKind kind, Client *client, const Request *request,
                     Game *game) {
    Change *change = take(&core->changes);
    uint32_t place = change->place, generation = change->generation;
    *change = (Change){.client = client,
                       .game = game,
                       .place = place,
                       .generation = generation,
                       .kind = kind,
                       .verb = VERB_NONE,
                       .seat = SEAT_NONE};
    if (request) {
        change->verb = request->verb;
        memcpy(change->tag, request->tag, sizeof change->tag);
    }
    return change;
}

void change_submit(Core *core, Change *change, StoreRequest *request) {
    request->kind = change->kind;
    request->ticket = ticket_of(change);
    if (change->game)
        request->id = change->game->state.id;
    if (change->client)
        change->client->change = change;
    if (change->game && change->kind != STORE_LOAD)
        change->game->changing = true;
    if (!change->done)
        core->changes.waiting++;
    store_submit(core->store, request);
}

bool change_is_possible(Core *core, Client *client, const char *tag) {
    if (!core->readonly)
        return true;
    command_refuse(core, client, tag, PROTO_ERR_READONLY,
                   "the server's disk is full, so nothing can be changed until there is room");
    return false;
}

static void release(Core *core, Change *change) {
    free(change->head);
    change->head = NULL;
    change->done = NULL;
    change->generation++;
    change->next = core->changes.free;
    core->changes.free = change;
}

void changes_free(Core *core) {
    Changes *changes = &core->changes;
    for (uint32_t place = 0; place < changes->used; place++) {
        Change *change = change_at(changes, place);
        StoreCompletion broken_off = {.kind = change->kind, .result = STORE_REFUSED};
        if (change->done)
            change->done(change->done_context, &broken_off);
        free(change->head);
    }
    for (uint32_t block = 0; block < changes->block_count; block++)
        free(changes->blocks[block]);
    free(changes->blocks);
    *changes = (Changes){0};
}

/* ---- completions ---- */

static void finish_probe(Core *core, Change *change, StoreCompletion *completion) {
    (void)change;
    core->probing = false;
    if (completion->result == STORE_OK)
        core_set_readonly(core, false);
    core_set_chores(core);
}

static void finish_delete(Core *core, Change *change, StoreCompletion *completion) {
    (void)change;
    if (completion->result == STORE_OK && core->figures.games_stored > 0)
        core->figures.games_stored--;
}

static void finish_totals(Core *core, Change *change, StoreCompletion *completion) {
    (void)change;
    if (completion->result == STORE_OK)
        core->figures.games_stored += completion->totals.games;
}

static void finish_work(Core *core, Change *change, StoreCompletion *completion) {
    (void)core;
    change->done(change->done_context, completion);
}

static Finisher *const finishers[] = {
    [STORE_CREATE] = finish_create,   [STORE_SEAT] = finish_seat,
    [STORE_MOVE] = finish_move,       [STORE_DRAW] = finish_draw,
    [STORE_END] = finish_end,         [STORE_DELETE] = finish_delete,
    [STORE_PROBE] = finish_probe,     [STORE_LOAD] = finish_load,
    [STORE_CLOCKED] = finish_clocked, [STORE_UNMOVED] = finish_unmoved,
    [STORE_TOTALS] = finish_totals,   [STORE_BACKUP] = finish_work,
    [STORE_CHECK] = finish_work,
};

/* Refuses the request for which the store had no room, or an answer that nobody expected. */
static void refuse_failed(Core *core, Change *change, StoreResult result) {
    if (change->kind > STORE_DELETE)
        return;
    if (result != STORE_FULL)
        core->figures.conflicts++;
    if (!change->client)
        return;
    if (result == STORE_FULL)
        change_is_possible(core, change->client, change->tag);
    else
        command_refuse(core, change->client, change->tag, PROTO_ERR_INTERNAL,
                       "what is stored of the game does not fit what the server knows of it");
}

static bool has_finisher_for(const Change *change, StoreResult result) {
    return result == STORE_OK || change->kind >= STORE_PROBE ||
           (change->kind == STORE_CREATE && result != STORE_FULL) || change->kind == STORE_DELETE;
}

static void carry_out(Core *core, Change *change, StoreCompletion *completion) {
    if (completion->result == STORE_FULL && change->kind < STORE_PROBE)
        core_set_readonly(core, true);
    if (has_finisher_for(change, completion->result))
        finishers[change->kind](core, change, completion);
    else
        refuse_failed(core, change, completion->result);
}

/* The client's command is done: unless it is to be carried out again, the line is forgotten. */
static void let_client_go_on(Core *core, Client *client) {
    if (client->made == 0)
        client->line_held = client->charged = false;
    client_resume(core, client);
}

void core_complete(Core *core, StoreCompletion *completion) {
    Change *change = change_at(&core->changes, (uint32_t)completion->ticket);
    if (!change->done)
        core->changes.waiting--;
    if (completion->result == STORE_FAILED) {
        core_fail(core, completion->text ? completion->text : "the store has failed");
    } else if (!core->failure) {
        Client *client = change->client;
        Game *game = change->game;
        if (client)
            client->change = NULL;
        if (game)
            game->changing = false;
        carry_out(core, change, completion);
        if (client && change->client)
            let_client_go_on(core, client);
        if (game && change->game) {
            game_wake(core, game);
            if (game->status == GAME_MISSING || game->status == GAME_DAMAGED)
                games_remove(core, game);
            else
                game_update(core, game);
        }
    }
    storecompletion_free(completion);
    release(core, change);
    if (core->draining && core->changes.waiting == 0 && !core->drained)
        core_say_goodbye(core);
    clients_settle(core);
}
