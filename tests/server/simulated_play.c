#include <config.h>

#include "simulated_play.h"

#include <string.h>

enum {
    PATIENCE_MS = 5000, /* until a client gives a silent server up */
    THINKING_MS = 900,  /* at most, between what a client does */
    REST_MS = 6000,     /* after a game, until the next one begins without a rematch */
    GAME_PLIES_MAX = 40 /* after which the players want to end it */
};

/* ---- games of a table ---- */

static void choose_key(uint64_t *random, SeatKey *key) {
    uint8_t bytes[16];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)random_next(random);
    seat_key_from_bytes(bytes, key);
}

static void choose_length(Table *table, uint64_t *random) {
    table->length = (uint32_t)random_between(random, 1, GAME_PLIES_MAX);
}

/* Prepares the next game. `random` is that of the client who creates it. */
static void begin_game(Table *table, uint64_t *random) {
    static const char *const terms[] = {"",
                                        "",
                                        " private=1",
                                        " clock=20+1",
                                        " clock=6+0",
                                        " clock=60+1",
                                        " clock=12+0 permove=1",
                                        " claim=1",
                                        " claim=1 private=1",
                                        " clock=300+5 claim=1"};
    char invite[40] = "";
    table->games++;
    table->id[0] = '\0';
    table->is_rematch = false;
    table->over_ms = 0;
    table->kept = random_once_in(random, 4);
    table->creator_sits = !random_once_in(random, 4);
    table->colors[0] = WHITE;
    table->colors[1] = BLACK;
    choose_length(table, random);
    choose_key(random, &table->invite);
    choose_key(random, &table->creator_key);
    for (unsigned player = 0; player < PLAYERS; player++) {
        choose_key(random, &table->keys[player]);
        snprintf(table->names[player], sizeof table->names[player], "p%u-%u-%u", table->number,
                 table->games, player);
    }
    table->kept = table->kept && table->creator_sits;
    if (table->kept)
        snprintf(invite, sizeof invite, " invite=%s", table->invite.text);
    snprintf(table->new_line, sizeof table->new_line, "NEW standard seat=%s key=%s%s%s%s%s",
             table->creator_sits ? "w" : "none",
             table->creator_sits ? table->keys[0].text : table->creator_key.text,
             terms[random_below(random, sizeof terms / sizeof *terms)], invite,
             table->creator_sits ? " name=" : "", table->creator_sits ? table->names[0] : "");
}

static void enter_all(const Table *table, Simulation *simulation) {
    for (unsigned i = 0; i < SIMULATION_CLIENTS; i++) {
        Actor *client = &simulation->clients[i];
        if (client->table == table && client->role != CLIENT_LOBBY && client->connection)
            actor_enter(client);
    }
}

void play_set_game(Table *table, Simulation *simulation, const char *id) {
    snprintf(table->id, sizeof table->id, "%s", id);
    table->acknowledged = 0;
    simulation->result->games++;
    for (unsigned player = 0; player < PLAYERS; player++)
        history_sent_seat(simulation->history, id, table->names[player]);
    enter_all(table, simulation);
}

void play_begin_rematch(Table *table, Simulation *simulation, const char *id) {
    table->is_rematch = true;
    table->over_ms = 0;
    table->kept = false;
    for (unsigned player = 0; player < PLAYERS; player++)
        table->colors[player] = color_other(table->colors[player]);
    choose_length(table, &simulation->clients[table->number * SIMULATION_SEATS].random);
    simulation->result->rematches++;
    play_set_game(table, simulation, id);
}

/* ---- the lobby ---- */

void play_list(Actor *client, const char *id, bool is_listed) {
    size_t i = 0;
    while (i < client->listed_count && strcmp(client->listed[i], id) != 0)
        i++;
    if (is_listed && i == client->listed_count && i < LISTED_MAX)
        memcpy(client->listed[client->listed_count++], id, ID_SIZE);
    else if (!is_listed && i < client->listed_count)
        memmove(client->listed + i, client->listed + i + 1,
                (--client->listed_count - i) * sizeof *client->listed);
}

/* ---- what a client does next ---- */

static void say(Actor *client) {
    actor_send(client, VERB_SAY, "SAY %s %u.%u.%u", client->id, client->number, client->connections,
               ++client->said);
}

static void ask(Actor *client) {
    switch (random_below(&client->random, 5)) {
    case 0:
        actor_send(client, VERB_GET, "GET %s", client->id);
        break;
    case 1:
        actor_send(client, VERB_MOVES, "MOVES %s", client->id);
        break;
    case 2:
        actor_send(client, VERB_LIST, "LIST");
        break;
    case 3:
        actor_send(client, VERB_EXPORT, "EXPORT %s", client->id);
        break;
    default:
        actor_send(client, VERB_PING, "PING");
    }
}

/* Sends a command about the game at the ply that the client knows. */
static void request(Actor *client, Verb verb, const char *word) {
    SentRequest sent = {.verb = verb, .ply = client->seen};
    char text[120], ply[16] = "";
    snprintf(sent.id, sizeof sent.id, "%s", client->id);
    if (verb != VERB_REMATCH)
        snprintf(ply, sizeof ply, " %u", client->seen);
    snprintf(text, sizeof text, "%s %s%s%s%s", verb_word(verb), client->id, ply, word[0] ? " " : "",
             word);
    actor_request(client, &sent, text);
}

static void move(Actor *client) {
    SentRequest sent = {.verb = VERB_MOVE, .ply = client->seen};
    char text[120];
    snprintf(sent.id, sizeof sent.id, "%s", client->id);
    actor_choose_move(client, sent.path);
    if (!sent.path[0])
        return; /* the game is over; the client will be told */
    history_sent(client->simulation->history, client->id, client->seen, sent.path);
    snprintf(text, sizeof text, "MOVE %s %u %s", client->id, client->seen, sent.path);
    actor_request(client, &sent, text);
}

/* A player wants to end the game. */
static void end_game(Actor *client) {
    if (client->seen < PLAYERS && random_once_in(&client->random, 2))
        request(client, VERB_ABORT, "");
    else if (random_once_in(&client->random, 2))
        request(client, VERB_RESIGN, "");
    else
        request(client, VERB_DRAW, "offer");
}

static void send_new_game(Actor *client) {
    actor_request(client, &(SentRequest){.verb = VERB_NEW}, client->table->new_line);
}

static void play_after_end(Actor *client) {
    Table *table = client->table;
    int64_t rest_ms = client->simulation->schedule.now_ms - table->over_ms;
    if (client->rematch_offered) {
        request(client, VERB_REMATCH, random_once_in(&client->random, 3) ? "decline" : "accept");
        client->rematch_offered = false;
    } else if (client->player == 0 && !client->is_double && rest_ms > REST_MS) {
        begin_game(table, &client->random);
        send_new_game(client);
    } else if (random_once_in(&client->random, 6)) {
        request(client, VERB_REMATCH, "offer");
    }
}

static void play_turn(Actor *client) {
    size_t choice = random_below(&client->random, 100);
    bool is_own_turn = position_side(&client->position) == client->color;
    if (client->draw_offered && choice < 50) {
        request(client, VERB_DRAW, choice < 20 ? "accept" : "decline");
        client->draw_offered = false;
    } else if (client->seen >= client->table->length && choice < 40 && !client->is_alone) {
        end_game(client);
    } else if (choice < 4) {
        say(client);
    } else if (choice < 7) {
        ask(client);
    } else if (!is_own_turn) {
        if (choice < (client->is_alone ? 60 : 14))
            request(client, VERB_CLAIM, "");
    } else if (choice < 10) {
        request(client, VERB_DRAW, "offer");
    } else {
        move(client);
    }
}

/* Somebody else uses a player's key for a short time. */
static bool leaves_as_double(Actor *client) {
    Simulation *simulation = client->simulation;
    if (!client->is_double ||
        (client->visit_end_ms > simulation->schedule.now_ms && !simulation->is_ending))
        return false;
    actor_leave(client, random_between(&client->random, 10000, 60000));
    return true;
}

/* A client whose server does not answer goes to another one. */
static bool gives_up(Actor *client) {
    int64_t now_ms = client->simulation->schedule.now_ms;
    if (!actor_is_waiting(client))
        client->answered_ms = now_ms;
    if (now_ms - client->answered_ms < PATIENCE_MS)
        return false;
    actor_leave(client, random_between(&client->random, 1, 1500));
    return true;
}

static void play(Actor *client) {
    if (!client->is_seated) {
        bool comes_back = !client->is_double && random_once_in(&client->random, 6);
        bool is_current = client->id[0] && strcmp(client->id, client->table->id) == 0;
        if (!client->is_joining && is_current && comes_back)
            actor_join(client);
        return;
    }
    if (client->simulation->is_ending)
        return;
    if (client->is_over)
        play_after_end(client);
    else
        play_turn(client);
}

static void watch(Actor *client) {
    size_t choice = random_below(&client->random, 100);
    if (client->simulation->is_ending || !client->is_watching)
        return;
    if (choice < 3)
        say(client);
    else if (choice < 8)
        ask(client);
    else if (choice < 9)
        actor_leave(client, random_between(&client->random, 1, 3000)); /* to another server */
}

static void visit_lobby(Actor *client) {
    if (!client->is_subscribed && client->requests[0].tag == 0)
        actor_send(client, VERB_SUBSCRIBE, "SUBSCRIBE");
}

static void on_act(void *owner) {
    Actor *client = owner;
    schedule_after(&client->simulation->schedule, &client->act,
                   random_between(&client->random, 20, THINKING_MS));
    if (!client->connection || leaves_as_double(client) || gives_up(client))
        return;
    bool is_ready = client->is_seated || client->line_request.verb == VERB_NEW;
    if (client->line[0] && is_ready) {
        if (!client->line_is_sent)
            actor_send_again(client);
        return;
    }
    if (client->role == CLIENT_LOBBY)
        visit_lobby(client);
    else if (client->role == CLIENT_WATCHER)
        watch(client);
    else
        play(client);
}

void play_on_connected(Actor *client) {
    Simulation *simulation = client->simulation;
    client->answered_ms = simulation->schedule.now_ms;
    client->visit_end_ms = simulation->schedule.now_ms + random_between(&client->random, 500, 9000);
    if (client->role == CLIENT_LOBBY)
        return;
    if (client->table->id[0])
        actor_enter(client);
    else if (client->line[0] && client->line_request.verb == VERB_NEW)
        actor_send_again(client);
    else if (client->role == CLIENT_PLAYER && client->player == 0 && !client->is_double)
        send_new_game(client);
}

void play_create(Actor *client) {
    unsigned seat = client->number % SIMULATION_SEATS;
    Table *table = &client->simulation->tables[client->number / SIMULATION_SEATS];
    client->act = task_for(on_act, client);
    if (client->number == SIMULATION_CLIENTS - 1) {
        client->role = CLIENT_LOBBY;
        client->table = &client->simulation->tables[0];
    } else {
        client->role = seat <= PLAYERS ? CLIENT_PLAYER : CLIENT_WATCHER;
        client->table = table;
        client->is_double = seat == PLAYERS;
        client->player = seat < PLAYERS ? seat : client->number / SIMULATION_SEATS % PLAYERS;
    }
    if (client->is_double)
        client->away_until = random_between(&client->random, 10000, 40000);
    if (seat == 0 && client->role == CLIENT_PLAYER) {
        table->number = client->number / SIMULATION_SEATS;
        begin_game(table, &client->random);
    }
    if (client->takes_part)
        schedule_after(&client->simulation->schedule, &client->act,
                       random_between(&client->random, 20, THINKING_MS));
}
