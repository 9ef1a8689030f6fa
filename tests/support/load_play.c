#include <config.h>

#include "load_parts.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/monotonic.h"
#include "rules/coordinate.h"
#include "rules/movegen.h"

enum { MOVES_MAX = 200 /* generated in a position */, PLAN_STEPS = 4 };

/* A line of a player about a game that it ends or is over. */
typedef struct Step {
    unsigned player; /* 0: the one who begins */
    Verb verb;
    const char *word; /* "" or an action */
} Step;

struct Plan {
    const char *name;
    size_t count;
    Step steps[PLAN_STEPS];
    bool at_once; /* nobody waits for the other's acknowledgement */
};

#define OFFER(player)                                                                              \
    { player, VERB_REMATCH, "offer" }
#define ACCEPT(player)                                                                             \
    { player, VERB_REMATCH, "accept" }
#define DECLINE(player)                                                                            \
    { player, VERB_REMATCH, "decline" }

static const Plan endings[] = {
    {"resign", 1, {{0, VERB_RESIGN, ""}}, false},
    {"agree", 2, {{0, VERB_DRAW, "offer"}, {1, VERB_DRAW, "accept"}}, false},
    {"agree at once", 2, {{0, VERB_DRAW, "offer"}, {1, VERB_DRAW, "offer"}}, true},
    {"abort", 1, {{0, VERB_ABORT, ""}}, false}, /* only at the beginning */
};

static const Plan rematches[] = {
    {"none", 0, {{0}}, false},
    {"ignored", 1, {OFFER(0)}, false},
    {"declined", 2, {OFFER(0), DECLINE(1)}, false},
    {"withdrawn", 2, {OFFER(0), DECLINE(0)}, false},
    {"accepted", 2, {OFFER(0), ACCEPT(1)}, false},
    {"accepted by an offer", 2, {OFFER(0), OFFER(1)}, false},
    {"offered at once", 2, {OFFER(0), OFFER(1)}, true},
    {"declined, offered by the other", 4, {OFFER(0), DECLINE(1), OFFER(1), ACCEPT(0)}, false},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const char stranger_name[] = "eve";

uint64_t load_chance(Load *load, uint64_t below) {
    load->chance ^= load->chance << 13;
    load->chance ^= load->chance >> 7;
    load->chance ^= load->chance << 17;
    return (load->chance >> 8) % below;
}

static bool is_in_flight(const Load *load, const Game *game) {
    for (unsigned role = 0; role < clients_a_game(load); role++)
        if (game->clients[role].line[0])
            return true;
    return false;
}

static void leave_seats(Load *load, Game *game) {
    for (unsigned role = 0; role < clients_a_game(load); role++) {
        Client *client = &game->clients[role];
        load->seated -= client->seated;
        client->seated = false;
        client->entering_us = monotonic_us();
    }
}

/* ---- lines ---- */

/* Sends a line and keeps it until it is answered. Now and then it is sent twice. */
static void send_request(Load *load, Client *client, const char *line) {
    snprintf(client->line, sizeof client->line, "%s", line);
    load_send(load, client, line);
    if (load->setup.varied && load_chance(load, 8) == 0)
        load_send(load, client, line);
}

static void choose_key(Load *load, SeatKey *key) {
    uint8_t bytes[16];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)load_chance(load, 256);
    seat_key_from_bytes(bytes, key);
}

static void begin_position(Game *game) {
    position_start(&game->position, variant_find("congo"));
    game->ply = 0;
    game->plan = NULL;
    game->moves_due = 0;
}

static void choose_new_line(Load *load, Game *game, char *line, size_t size) {
    static const char *const terms[] = {"", " clock=300+5", " claim=1", " private=1",
                                        " clock=86400+0 permove=1 claim=2"};
    game->kept = load->setup.varied && load_chance(load, 3) == 0;
    int length = snprintf(line, size, "NEW standard seat=w key=%s", game->keys[0].text);
    if (load->setup.varied)
        length += snprintf(line + length, size - (size_t)length, "%s",
                           terms[load_chance(load, LENGTH(terms))]);
    if (game->kept)
        length += snprintf(line + length, size - (size_t)length, " invite=%s", game->invite.text);
    if (load->setup.varied)
        length += snprintf(line + length, size - (size_t)length, " name=%s", game->names[0]);
    snprintf(line + length, size - (size_t)length, "\n");
}

void load_begin_game(Load *load, Game *game) {
    unsigned table = (unsigned)(game - load->games);
    game->known = game->kept_is_taken = false;
    game->number++;
    begin_position(game);
    choose_key(load, &game->invite);
    for (unsigned role = 0; role < clients_a_game(load); role++) {
        Client *client = &game->clients[role];
        client->id[0] = '\0';
        client->color = role == 0 ? WHITE : BLACK;
        if (role >= PLAYERS)
            continue;
        choose_key(load, &game->keys[role]);
        snprintf(game->names[role], sizeof game->names[role], "p%u-%u-%u", table, game->number,
                 role);
    }
    choose_new_line(load, game, game->clients[0].line, sizeof game->clients[0].line);
    if (game->kept && load_chance(load, 2) == 0)
        game->keys[1] = game->invite; /* the seat is kept for this key */
}

/* A stranger tries to take a seat that is kept, without the invitation and with another. */
static void try_kept_seat(Load *load, Client *client) {
    char line[200];
    SeatKey key, wrong;
    choose_key(load, &key);
    choose_key(load, &wrong);
    snprintf(line, sizeof line, "@s JOIN %s b key=%s name=%s\n@s JOIN %s any invite=%s name=%s\n",
             client->id, key.text, stranger_name, client->id, wrong.text, stranger_name);
    load_send(load, client, line);
}

static void send_join(Load *load, Client *client) {
    const Game *game = client->game;
    char line[200];
    int length = snprintf(line, sizeof line, "JOIN %s %s key=%s", client->id,
                          load->setup.varied && client->id[0] % 2 ? "any"
                          : client->color == WHITE                ? "w"
                                                                  : "b",
                          game->keys[client->role].text);
    if (game->kept && client->role == 1)
        length +=
            snprintf(line + length, sizeof line - (size_t)length, " invite=%s", game->invite.text);
    if (load->setup.varied)
        length += snprintf(line + length, sizeof line - (size_t)length, " name=%s",
                           game->names[client->role]);
    snprintf(line + length, sizeof line - (size_t)length, "\n");
    load_send(load, client, line);
}

void load_send_first_line(Load *load, Client *client) {
    char line[80];
    if (!client->game->known) {
        if (client->role == 0)
            load_send(load, client, client->line);
    } else if (client->role < PLAYERS) {
        send_join(load, client);
    } else {
        if (client->game->kept && client->role == PLAYERS)
            try_kept_seat(load, client);
        snprintf(line, sizeof line, "WATCH %s from=%u\n", client->id, client->seen);
        load_send(load, client, line);
    }
}

/* Begins the next game of the same clients. */
static void begin_next_game(Load *load, Game *game) {
    char line[40];
    leave_seats(load, game);
    for (unsigned role = 0; role < clients_a_game(load); role++) {
        Client *client = &game->clients[role];
        snprintf(line, sizeof line, "UNWATCH %s\n", client->id);
        load_send(load, client, line);
    }
    load_begin_game(load, game);
    load_send_first_line(load, &game->clients[0]);
}

/* ---- moves and plans ---- */

static Client *player_to_move(Game *game) {
    Color side = position_side(&game->position);
    return &game->clients[game->clients[0].color == side ? 0 : 1];
}

static void send_move(Load *load, Game *game) {
    char line[120];
    MoveList moves;
    movelist_init(&moves);
    movegen_some(&game->position, MOVES_MAX, &moves);
    game->move = moves.moves[load_chance(load, moves.count)];
    movelist_free(&moves);
    coordinate_write(game->move, game->path);
    if (load->setup.history)
        history_sent(load->setup.history, game->id, game->ply, game->path);
    snprintf(line, sizeof line, "MOVE %s %u %s\n", game->id, game->ply, game->path);
    send_request(load, player_to_move(game), line);
}

static void set_plan(Load *load, Game *game, const Plan *plan) {
    game->plan = plan;
    game->step = 0;
    game->first = (unsigned)load_chance(load, PLAYERS);
}

static void run_plan(Load *load, Game *game) {
    const Plan *plan = game->plan;
    if (game->step == plan->count) {
        begin_next_game(load, game);
        return;
    }
    do {
        const Step *step = &plan->steps[game->step++];
        Client *client = &game->clients[step->player ^ game->first];
        char line[80], ply[16] = "";
        if (step->verb != VERB_REMATCH)
            snprintf(ply, sizeof ply, " %u", game->ply);
        snprintf(line, sizeof line, "%s %s%s%s%s\n", verb_word(step->verb), game->id, ply,
                 step->word[0] ? " " : "", step->word);
        send_request(load, client, line);
    } while (plan->at_once && game->step < plan->count);
}

/* The opponent is there, so this claim is refused. */
static void claim_too_early(Load *load, Game *game) {
    char line[80];
    snprintf(line, sizeof line, "@c CLAIM %s %u\n", game->id, game->ply);
    load_send(load, &game->clients[player_to_move(game)->role ^ 1], line);
}

static void vary(Load *load, Game *game) {
    size_t usable = LENGTH(endings) - (game->ply >= PLAYERS);
    if (load_chance(load, 30) == 0)
        set_plan(load, game, &endings[load_chance(load, usable)]);
    if (load_chance(load, 20) == 0)
        claim_too_early(load, game);
    if (load_chance(load, 25) == 0)
        load_take_over(load, &game->clients[load_chance(load, PLAYERS)]);
}

static bool is_seated(const Load *load, const Game *game) {
    for (unsigned role = 0; role < clients_a_game(load); role++)
        if (!game->clients[role].seated)
            return false;
    return true;
}

void load_play(Load *load, Game *game) {
    if (load->rate < 0 || !is_seated(load, game) || is_in_flight(load, game) ||
        (load->rate > 0 && game->moves_due == 0))
        return;
    game->due_us[game->ply % 2] = load->rate > 0 ? game->due_since_us : monotonic_us();
    if (game->moves_due > 0)
        game->moves_due--;
    game->due_since_us = monotonic_us();
    if (load->setup.varied && !game->plan)
        vary(load, game);
    if (!is_seated(load, game))
        return; /* until a player has its seat again */
    if (game->plan)
        run_plan(load, game);
    else
        send_move(load, game);
}

/* ---- replies and events ---- */

void load_add_game(Load *load, const char *id) {
    if (!load->setup.history)
        return;
    history_acknowledged_game(load->setup.history, id);
    load->ids = memory_resize(load->ids, load->id_count + 1, sizeof *load->ids);
    snprintf(load->ids[load->id_count++], sizeof *load->ids, "%s", id);
}

/* Records who has a right to the seats. */
static void add_players(Load *load, const Game *game) {
    for (unsigned role = 0; role < PLAYERS && load->setup.history && load->setup.varied; role++)
        history_sent_seat(load->setup.history, game->id, game->names[role]);
}

static void add_seat(Load *load, const char *id, Color color, const char *name) {
    if (load->setup.history && load->setup.varied)
        history_acknowledged_seat(load->setup.history, id, color, name);
}

static void begin_watching(Load *load, Client *client) {
    client->seen = 0;
    if (load->setup.history && client->role >= PLAYERS)
        client->watch = history_watch(load->setup.history, client->id, 0);
}

static void on_seated(Load *load, Client *client, const Message *message, const char *line) {
    Game *game = client->game;
    if (client->role < PLAYERS) {
        if (message->fields.seat != (Seat)client->color)
            load_on_unexpected(load, line);
        add_seat(load, client->id, (Color)message->fields.seat, game->names[client->role]);
        load->kept_seats += game->kept && client->role == 1 && !game->kept_is_taken;
        game->kept_is_taken = game->kept_is_taken || client->role == 1;
    }
    if (client->seated || strcmp(client->id, game->id) != 0)
        return;
    client->seated = true;
    load->seated++;
    load_add_sample(&load->entered, client->entering_us);
    if (load_has_former(client))
        load_former_move(load, client);
    if (client->line[0])
        load_send(load, client, client->line); /* again */
    /* The stranger has tried to take the kept seat. */
    if (game->kept && client->role == PLAYERS && !game->clients[1].seated)
        send_join(load, &game->clients[1]);
    load_play(load, game);
}

static void on_new(Load *load, Client *client, const Message *message, const char *line) {
    Game *game = client->game;
    snprintf(game->id, sizeof game->id, "%s", message->fields.id.text);
    game->known = true;
    client->line[0] = '\0';
    load->new_games++;
    load_add_game(load, game->id);
    add_players(load, game);
    for (unsigned role = 0; role < clients_a_game(load); role++) {
        Client *other = &game->clients[role];
        snprintf(other->id, sizeof other->id, "%s", game->id);
        begin_watching(load, other);
        if (role >= PLAYERS || (role == 1 && !game->kept))
            load_send_first_line(load, other);
    }
    on_seated(load, client, message, line);
}

/* Records the end, after which a rematch may follow. */
static void on_end(Load *load, Game *game, const Message *message) {
    if (load->setup.history)
        history_acknowledged_end(load->setup.history, game->id, result_text(message->fields.result),
                                 reason_word(message->fields.reason));
    if (load->setup.varied)
        set_plan(load, game, &rematches[load_chance(load, LENGTH(rematches))]);
    else
        begin_next_game(load, game);
}

/* Returns whether a reply is the first one to the line in flight. */
static bool take_answer(Client *client, Verb verb) {
    size_t length = strlen(verb_word(verb));
    if (strncmp(client->line, verb_word(verb), length) != 0 || client->line[length] != ' ')
        return false;
    client->line[0] = '\0';
    return true;
}

static void on_moved(Load *load, Client *client, const Message *message) {
    Game *game = client->game;
    History *history = load->setup.history;
    if (message->fields.ply != game->ply || !take_answer(client, VERB_MOVE))
        return;
    load_add_sample(&load->acknowledged, game->due_us[game->ply % 2]);
    load->moves++;
    load->all_moves++;
    if (history)
        history_acknowledged(history, game->id, game->ply, game->path);
    position_make(&game->position, game->move);
    game->ply++;
    if (fields_has(&message->fields, FIELD_RESULT))
        on_end(load, game, message);
    load_play(load, game);
}

static void on_ended(Load *load, Client *client, const Message *message) {
    if (!take_answer(client, (Verb)message->type))
        return;
    if (fields_has(&message->fields, FIELD_REASON))
        on_end(load, client->game, message);
    load_play(load, client->game);
}

/* The client follows its game's rematch. A player repeats the offer once more. */
static void follow_rematch(Load *load, Client *client, const char *rematch) {
    char line[80];
    if (client->role < PLAYERS && load_chance(load, 2) == 0) {
        snprintf(line, sizeof line, "REMATCH %s offer\n", client->id);
        load_send(load, client, line);
    }
    snprintf(line, sizeof line, "UNWATCH %s\n", client->id);
    load_send(load, client, line);
    client->line[0] = '\0';
    client->color = client->color == WHITE ? BLACK : WHITE;
    snprintf(client->id, sizeof client->id, "%s", rematch);
    begin_watching(load, client);
    load_send_first_line(load, client);
}

/* A client has heard of a rematch. The first to hear of it tells the load, but not the others. */
static void on_rematch_known(Load *load, Client *client, const Message *message) {
    Game *game = client->game;
    const char *id = message->fields.id.text, *rematch = message->fields.game.text;
    if (load->setup.history)
        history_acknowledged_rematch(load->setup.history, id, rematch);
    if (strcmp(client->id, id) != 0)
        return;
    if (strcmp(game->id, id) == 0) {
        leave_seats(load, game);
        begin_position(game);
        game->kept = false;
        snprintf(game->id, sizeof game->id, "%s", rematch);
        load->rematches++;
        load_add_game(load, rematch);
        add_players(load, game);
    }
    follow_rematch(load, client, rematch);
}

static void on_rematch_answered(Load *load, Client *client, const Message *message,
                                const char *line) {
    const Fields *fields = &message->fields;
    static const char *const words[] = {"offer", "accept", "decline"};
    char request[80];
    snprintf(request, sizeof request, "REMATCH %s %s\n", fields->id.text, words[fields->action]);
    bool first = strcmp(client->line, request) == 0 && take_answer(client, VERB_REMATCH);
    if (fields_has(fields, FIELD_GAME)) {
        bool followed = strcmp(client->id, fields->id.text) != 0;
        if (fields->seat != (Seat)(followed ? client->color : !client->color))
            load_on_unexpected(load, line);
        add_seat(load, fields->game.text, (Color)fields->seat, client->game->names[client->role]);
        on_rematch_known(load, client, message);
    } else if (load->setup.history && first) { /* the other may have answered since */
        history_acknowledged_offer(load->setup.history, fields->id.text,
                                   fields->action == DRAW_DECLINE ? "-"
                                   : client->color == WHITE       ? "w"
                                                                  : "b");
    }
    load_play(load, client->game);
}

static void on_seen(Load *load, Client *client, const Message *message) {
    if (client->role < PLAYERS) {
        load_add_sample(&load->seen, client->game->due_us[message->fields.ply % 2]);
        return;
    }
    client->seen = message->fields.ply + 1;
    if (load->setup.history)
        history_saw(load->setup.history, client->watch, message->fields.ply, message->fields.move);
}

/* Handles a reply to a line that must be refused. */
static void on_refused(Load *load, const Message *message, const char *line) {
    if (message->type == MESSAGE_REJECTED)
        load->refused += message->tag[0] == 's';
    if (message->kind == MESSAGE_OK ||
        (message->type == MESSAGE_REJECTED && message->tag[0] == 's' &&
         message->error != PROTO_ERR_TAKEN && message->error != PROTO_ERR_BUSY))
        load_on_unexpected(load, line);
}

/* Handles a line about the client's game. */
static void on_own_line(Load *load, Client *client, const Message *message, const char *line) {
    switch ((int)message->type) {
    case VERB_JOIN:
    case VERB_WATCH:
        on_seated(load, client, message, line);
        break;
    case VERB_MOVE:
        on_moved(load, client, message);
        break;
    case VERB_RESIGN:
    case VERB_DRAW:
    case VERB_ABORT:
        on_ended(load, client, message);
        break;
    case EVENT_MOVE:
    case DATA_MOVE:
        on_seen(load, client, message);
        break;
    case EVENT_REMATCH:
    case DATA_GAME:
        if (fields_has(&message->fields, FIELD_GAME))
            on_rematch_known(load, client, message);
        break;
    default:
        break;
    }
}

void load_on_line(Load *load, Client *client, const char *line, size_t length) {
    static Message message;
    if (!message_parse(line, length, &message, NULL))
        load_on_unexpected(load, line);
    else if (message.tag[0])
        on_refused(load, &message, line);
    else if (message.error == PROTO_ERR_BUSY && !client->seated)
        load_send_first_line(load, client); /* the server stood still */
    else if (message.type == MESSAGE_REJECTED || message.type == EVENT_BYE ||
             message.type == EVENT_REPLACED)
        load_on_unexpected(load, line);
    else if (message.type == message_success(VERB_NEW) && take_answer(client, VERB_NEW))
        on_new(load, client, &message, line);
    else if (message.type == message_success(VERB_REMATCH))
        on_rematch_answered(load, client, &message, line);
    else if (client->id[0] && strcmp(message.fields.id.text, client->id) == 0)
        on_own_line(load, client, &message, line);
}
