#include <config.h>

#include "server/core/commands.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "rules/coordinate.h"
#include "rules/fen.h"
#include "rules/games/gamefile.h"
#include "rules/player_names.h"
#include "rules/record.h"
#include "server/core/messages.h"
#include "server/core/core_parts.h"
#include "server/core/game.h"
#include "server/core/client.h"
#include "server/store/game_replay.h"

static CompletionHandler command_rematch_created;

enum {
    LIST_DEFAULT = 100,
    LIST_LIMIT_MAX = 1000,
    EXPORT_PLIES_PER_TOKEN = 20, /* plies of an EXPORT that cost one token */
    LEGAL_MOVES_MAX = 1000,      /* a monkey can have tens of thousands */
    LEGAL_MOVES_FEW = 100        /* are sent whatever memory other replies take */
};

/* ---- replies ---- */

/* Begins the last line of a reply. */
static Message *begin_success(const Command *command) {
    const Request *request = command->request;
    MessageType type = message_success(request->verb);
    return command->game ? reply_begin_game(command->core, type, request->tag, command->game)
                         : reply_begin(command->core, type, request->tag);
}

/* End a command with "+VERB" and the game's id, or with an error. Both return HANDLER_DONE. */
static HandlerStatus command_succeed(const Command *command) {
    client_send(command->core, command->client, begin_success(command));
    return HANDLER_DONE;
}

static HandlerStatus PRINTF_LIKE(3, 4)
    command_reject(const Command *command, ProtocolError word, const char *format, ...) {
    char text[sizeof command->core->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    reply_error(command->core, command->client, command->request->tag, word, "%s", text);
    return HANDLER_DONE;
}

/* Ends a command that the client may repeat after a time, with RATE. Returns HANDLER_DONE. */
static HandlerStatus PRINTF_LIKE(3, 4)
    command_reject_rate(const Command *command, int64_t wait_ms, const char *format, ...) {
    char text[sizeof command->core->error.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Message *message =
        reply_begin_error(command->core, command->request->tag, PROTO_ERR_RATE, "%s", text);
    message->fields.wait_ms = (uint32_t)wait_ms;
    fields_set(&message->fields, FIELD_WAIT);
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

/* Called before a command is answered by what is in memory, or refused because of it, which another
 * server may have changed: asks a shared database first. Returns true, once for each line, if the
 * command runs again after the answer: then the handler returns HANDLER_PENDING_RETRY. */
static bool command_asks(const Command *command) {
    Client *client = command->client;
    if (!command->core->store->is_shared || client->has_asked)
        return false;
    client->has_asked = true;
    PendingCall *question =
        pending_begin(command->core, STORE_LOAD, client, command->request, NULL);
    question->run_again = true;
    question->request.id = command->game->state.id;
    question->request.load.first = command->game->state.count;
    pending_submit(command->core, question);
    return true;
}

/* ---- the connection ---- */

/* What this server offers beyond the first servers of congo/1. */
static const char features[] = "rematch,claim,invite,permove,mute,names,subscribe,readonly";

static HandlerStatus command_hello(const Command *command) {
    Message *message = begin_success(command);
    Fields *fields = &message->fields;
    fields->protocol = PROTOCOL_VERSION;
    fields->maxline = LINE_CLIENT_MAX;
    size_t length = 0;
    const Variant *variant;
    for (size_t i = 0; (variant = variant_builtin(i)); i++)
        length += (size_t)snprintf(fields->text + length, sizeof fields->text - length, "%s%s",
                                   i > 0 ? "," : "", variant->name);
    fields_set(fields, FIELD_PROTOCOL);
    fields_set(fields, FIELD_MAXLINE);
    strcpy(fields->features, features);
    fields_set(fields, FIELD_VARIANTS);
    fields_set(fields, FIELD_FEATURES);
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_ping(const Command *command) {
    Message *message = begin_success(command);
    if (fields_has(&command->request->fields, FIELD_ECHO)) {
        strcpy(message->fields.text, command->request->fields.text);
        fields_set(&message->fields, FIELD_ECHO);
    }
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_quit(const Command *command) {
    command_succeed(command);
    client_close_after_output(command->core, command->client);
    return HANDLER_DONE;
}

/* ---- games ---- */

static HandlerStatus command_get(const Command *command) {
    reply_game(command->core, command->client, command->request->tag, command->game);
    return command_succeed(command);
}

static Stream *begin_stream(const Command *command, StreamKind kind) {
    return stream_begin(command->core, command->client, kind, command->request, command->game);
}

/* Limits the stream to `limit=` plies, beginning with `from=`. */
static void set_ply_range(Stream *stream, const Command *command) {
    const Fields *fields = &command->request->fields;
    uint32_t from = fields_has(fields, FIELD_FROM) ? fields->from : 0;
    stream->end = command->game->state.count;
    stream->at = from < stream->end ? from : stream->end;
    if (fields_has(fields, FIELD_LIMIT) && fields->limit < stream->end - stream->at)
        stream->end = stream->at + fields->limit;
}

static HandlerStatus command_moves(const Command *command) {
    set_ply_range(begin_stream(command, STREAM_MOVES), command);
    return HANDLER_DONE;
}

/* Returns why a client cannot have the name that it gives in a game, or NULL. */
static const char *name_refusal(const Command *command, const char *other) {
    const Fields *fields = &command->request->fields;
    return fields_has(fields, FIELD_NAME) ? player_names_refusal(fields->name, other ? other : "")
                                          : NULL;
}

static bool check_name(const Command *command, const char *other) {
    const char *refusal = name_refusal(command, other);
    if (refusal)
        command_reject(command, PROTO_ERR_BADARG, "name: %s", refusal);
    return refusal == NULL;
}

/* Events wait for the end of the reply, so the first event follows its last ply without a gap. */
static HandlerStatus command_watch(const Command *command) {
    Core *core = command->core;
    const char *tag = command->request->tag;
    if (!subscriber_check_limit(core, command->client, tag, command->game))
        return HANDLER_DONE;
    Subscriber *subscriber = subscriber_add(core, command->client, command->game);
    subscriber_start_events(subscriber);
    if (fields_has(&command->request->fields, FIELD_NAME))
        subscriber_set_name(subscriber, command->request->fields.name);
    reply_game(core, command->client, tag, command->game);
    set_ply_range(begin_stream(command, STREAM_WATCH), command);
    return HANDLER_DONE;
}

static HandlerStatus command_unwatch(const Command *command) {
    Subscriber *subscriber = subscriber_find(command->client, command->game);
    command_succeed(command);
    if (subscriber)
        subscriber_remove(command->core, subscriber);
    return HANDLER_DONE;
}

static HandlerStatus command_legal(const Command *command) {
    const Fields *fields = &command->request->fields;
    size_t limit = LEGAL_MOVES_MAX;
    if (fields_has(fields, FIELD_LIMIT) && fields->limit < limit)
        limit = fields->limit;
    Square from = fields_has(fields, FIELD_SQUARE) ? fields->square : SQUARE_NONE;
    MoveList moves;
    movelist_init(&moves);
    bool complete = game_state_legal_moves(&command->game->state, from, limit, &moves);
    if (moves.count > LEGAL_MOVES_FEW && !stream_check_memory(command->core)) {
        command_reject(command, PROTO_ERR_BUSY,
                       "too many long replies are being sent; try again later");
    } else {
        Stream *stream = begin_stream(command, STREAM_LEGAL);
        stream_set_moves(command->core, stream, &moves);
        stream->more = !complete;
    }
    movelist_free(&moves);
    return HANDLER_DONE;
}

static HandlerStatus begin_text_stream(const Command *command, char *text, size_t length) {
    stream_set_text(command->core, begin_stream(command, STREAM_TEXT), text, length);
    return HANDLER_DONE;
}

static HandlerStatus command_board(const Command *command) {
    Buffer picture = {0};
    const Position *position = &command->game->state.position;
    diagram_board(position, &picture);
    buffer_add_string(&picture, "\n");
    for (Color color = WHITE; color <= BLACK; color++) {
        diagram_player(position, color, &picture);
        buffer_add_string(&picture, "\n");
    }
    size_t length = picture.length;
    return begin_text_stream(command, buffer_take(&picture), length);
}

static HandlerStatus command_export(const Command *command) {
    Core *core = command->core;
    const GameState *state = &command->game->state;
    if (!stream_check_memory(core))
        return command_reject(command, PROTO_ERR_BUSY,
                              "too many games are being exported; try again later");
    token_bucket_charge(&command->client->commands, core->command_rate,
                        state->count / EXPORT_PLIES_PER_TOKEN, core->now_ms);
    StoreGame *stored = game_state_save(state);
    Record *record = game_replay_record(stored, &core->error);
    store_game_free(stored);
    if (!record)
        return command_reject(command, PROTO_ERR_INTERNAL, "%s", core->error.text);
    size_t length;
    char *text = gamefile_write(record, GAME_CONGO, &length);
    record_free(record);
    return begin_text_stream(command, text, length);
}

/* ---- the server ---- */

/* Begins a list of the open or the live games, or of both. */
static Stream *begin_list_stream(const Command *command) {
    const Fields *fields = &command->request->fields;
    Stream *stream = begin_stream(command, STREAM_LIST);
    bool chosen = fields_has(fields, FIELD_CHOICE);
    stream->open = !chosen || fields->choice == LIST_OPEN;
    stream->live = !chosen || fields->choice == LIST_LIVE;
    return stream;
}

static HandlerStatus command_list(const Command *command) {
    const Fields *fields = &command->request->fields;
    Stream *stream = begin_list_stream(command);
    stream->at = fields_has(fields, FIELD_FROM) ? fields->from : 0;
    stream->limit = fields_has(fields, FIELD_LIMIT) ? fields->limit : LIST_DEFAULT;
    if (stream->limit > LIST_LIMIT_MAX)
        stream->limit = LIST_LIMIT_MAX;
    return HANDLER_DONE;
}

/* Changes while the games are listed are sent after the reply. */
static HandlerStatus command_subscribe(const Command *command) {
    Stream *stream = begin_list_stream(command);
    stream->limit = UINT32_MAX;
    list_feed_subscribe(command->core, command->client, stream->open, stream->live);
    return HANDLER_DONE;
}

static HandlerStatus command_unsubscribe(const Command *command) {
    list_feed_unsubscribe(command->core, command->client);
    return command_succeed(command);
}

static HandlerStatus command_stats(const Command *command) {
    Core *core = command->core;
    CoreStats stats;
    core_stats(core, &stats);
    const struct {
        const char *key;
        uint64_t value;
    } rows[] = {{"clients", stats.clients},
                {"open", core->games.listed_count[LISTING_OPEN]},
                {"live", core->games.listed_count[LISTING_LIVE]},
                {"moves", stats.public_moves},
                {"created", stats.public_created},
                {"uptime", (uint64_t)(stats.uptime_ms / 1000)},
                {"readonly", stats.readonly}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Message *message = reply_begin(core, DATA_STAT, command->request->tag);
        snprintf(message->fields.text, sizeof message->fields.text, "%s=%" PRIu64, rows[i].key,
                 rows[i].value);
        fields_set(&message->fields, FIELD_ECHO);
        client_send(core, command->client, message);
    }
    return command_succeed(command);
}

static HandlerStatus command_help(const Command *command) {
    const Fields *fields = &command->request->fields;
    bool chosen = fields_has(fields, FIELD_TOPIC);
    Stream *stream = begin_stream(command, STREAM_HELP);
    stream->at = chosen ? fields->topic : 0;
    stream->end = chosen ? fields->topic + 1 : VERB_COUNT;
    return HANDLER_DONE;
}

/* ---- JOIN: takes a seat, or returns to it ---- */

typedef struct JoinCommand {
    const Command *command;
    SeatKey key; /* "" if not given */
    KeyHash hash;
    bool invited; /* has the invitation of a game whose free seats are kept */
    Seat seat;    /* to be taken; SEAT_NONE if both are taken */
} JoinCommand;

static bool owns_seat(const JoinCommand *join, int color) {
    const GameSeat *seat = &join->command->game->state.seat[color];
    return seat->taken && join->key.text[0] && key_hash_equal(&seat->hash, &join->hash);
}

static Seat find_seat(const JoinCommand *join) {
    if (join->command->request->fields.seat != SEAT_ANY)
        return join->command->request->fields.seat;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (owns_seat(join, color))
            return (Seat)color;
    for (int color = 0; color < COLOR_COUNT; color++)
        if (!join->command->game->state.seat[color].taken)
            return (Seat)color;
    return SEAT_NONE;
}

/* Returns whether the client may take the seat. If not, rejects the command. */
static bool check_seat(const JoinCommand *join) {
    const Command *command = join->command;
    const GameState *state = &command->game->state;
    Seat held = subscriber_seat(command->game, command->client);
    if (join->seat == SEAT_NONE)
        command_reject(command, PROTO_ERR_TAKEN, "both seats are taken");
    else if (state->seat[join->seat].taken && !owns_seat(join, (int)join->seat))
        command_reject(command, PROTO_ERR_TAKEN, "the seat is taken, and this is not its key");
    else if (state->kept && !state->seat[join->seat].taken && !join->invited)
        command_reject(command, PROTO_ERR_TAKEN,
                       "the seat is kept for somebody with an invitation");
    else if (held != SEAT_NONE && held != join->seat)
        command_reject(command, PROTO_ERR_TAKEN,
                       "this connection already has the other seat of the game");
    else if (!state->seat[join->seat].taken && game_state_is_over(state))
        reply_game_over(command->core, command->client, command->request->tag, command->game);
    else
        return (state->seat[join->seat].taken ||
                check_name(command, state->seat[!join->seat].name)) &&
               subscriber_check_limit(command->core, command->client, command->request->tag,
                                      command->game);
    return false;
}

/* Returns whether the stored seat changes, but for where its player is. While the disk is full, a
 * returning player keeps the old name, and also if the new one is refused. */
static bool seat_needs_store(const JoinCommand *join) {
    const GameSeat *seats = join->command->game->state.seat, *seat = &seats[join->seat];
    if (!seat->taken)
        return true;
    const Fields *fields = &join->command->request->fields;
    return !join->command->core->readonly && fields_has(fields, FIELD_NAME) &&
           strcmp(seat->name ? seat->name : "", fields->name) != 0 &&
           !name_refusal(join->command, seats[!join->seat].name);
}

static void take_seat(Core *core, Client *client, const char *tag, CachedGame *game, Seat seat,
                      const SeatKey *key, bool is_announced) {
    Subscriber *subscriber = subscriber_add(core, client, game);
    subscriber_take_seat(core, subscriber, (Color)seat, is_announced);
    reply_game(core, client, tag, game);
    reply_seat(core, client, message_success(VERB_JOIN), tag, game, seat, key, false);
}

/* Returns whether other servers have to know that the player comes. While the disk is full, they
 * get to know it later. */
static bool arrival_needs_store(const JoinCommand *join) {
    const Core *core = join->command->core;
    return core->store->is_shared && !core->readonly &&
           subscriber_seat(join->command->game, join->command->client) != join->seat;
}

/* Stores in a shared store that a player has come, or with SEAT_NONE the game's creator. Returns
 * HANDLER_PENDING. */
static HandlerStatus command_arrive_submit(const Command *command, CachedGame *game, Seat seat,
                                           const SeatKey *key) {
    PendingCall *pending =
        pending_begin(command->core, STORE_ARRIVE, command->client, command->request, game);
    pending->seat = seat;
    pending->key = *key;
    pending->request.role = presence_role(seat);
    pending_submit(command->core, pending);
    return HANDLER_PENDING;
}

static HandlerStatus submit_seat(JoinCommand *join) {
    const Command *command = join->command;
    Core *core = command->core;
    if (!pending_check_writable(core, command->client, command->request->tag))
        return HANDLER_DONE;
    if (!join->key.text[0]) {
        core_make_seat_key(core, &join->key);
        key_hash_from_key(&join->key, &join->hash);
    }
    PendingCall *pending =
        pending_begin(core, STORE_SEAT, command->client, command->request, command->game);
    pending->seat = join->seat;
    pending->key = join->key;
    pending->request.role = presence_role(join->seat);
    pending->request.seat.color = (Color)join->seat;
    pending->request.seat.hash = join->hash;
    strcpy(pending->request.seat.name, command->request->fields.name);
    pending_submit(core, pending);
    return HANDLER_PENDING;
}

/* The invitation is given as such, or as the key of the seat. */
static bool is_invited(const JoinCommand *join) {
    const Fields *fields = &join->command->request->fields;
    const KeyHash *invite = &join->command->game->state.invite;
    if (!fields_has(fields, FIELD_INVITE))
        return join->key.text[0] && key_hash_equal(&join->hash, invite);
    KeyHash hash;
    key_hash_from_key(&fields->invite, &hash);
    return key_hash_equal(&hash, invite);
}

/* Refuses a line that may have waited, in a server that stood still or could not reach the
 * database, until its client was gone: the seat is perhaps taken by the same player elsewhere. A
 * client that is still there sends it again. */
static bool reject_late(const Command *command) {
    if (!outage_is_late(command->core, command->client->watched_ms))
        return false;
    command_reject(command, PROTO_ERR_BUSY, "the server stood still; send the command again");
    return true;
}

static HandlerStatus command_join(const Command *command) {
    JoinCommand join = {.command = command};
    if (reject_late(command))
        return HANDLER_DONE;
    if (fields_has(&command->request->fields, FIELD_KEY)) {
        join.key = command->request->fields.key;
        key_hash_from_key(&join.key, &join.hash);
    }
    join.invited = command->game->state.kept && is_invited(&join);
    join.seat = find_seat(&join);
    HandlerStatus status = HANDLER_DONE;
    if (check_seat(&join)) {
        if (seat_needs_store(&join))
            status = submit_seat(&join);
        else if (arrival_needs_store(&join))
            status = command_arrive_submit(command, command->game, join.seat, &join.key);
        else if (command_asks(command))
            status = HANDLER_PENDING_RETRY;
        else
            take_seat(command->core, command->client, command->request->tag, command->game,
                      join.seat, &join.key, false);
    }
    seat_key_clear(&join.key);
    return status;
}

void command_join_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    GameSeat *seat = &game->state.seat[pending->seat];
    if (!seat->taken) /* the players have not waited for each other before */
        game_state_restart_turn(&game->state, core->now_ms);
    seat->taken = true;
    seat->hash = pending->request.seat.hash;
    free(seat->name);
    const char *name = pending->request.seat.name;
    seat->name = name[0] ? memory_strdup(name) : NULL;
    if (pending->client)
        take_seat(core, pending->client, pending->tag, game, pending->seat, &pending->key, true);
}

/* ---- NEW: creates a game, or enters the game that was created with the same key ---- */

static bool parse_start(const Command *command, const Variant *variant, Position *start) {
    const Fields *fields = &command->request->fields;
    Error *error = &command->core->error;
    if (!fields_has(fields, FIELD_FEN)) {
        position_start(start, variant);
        return true;
    }
    if (!fen_parse(fields->fen, variant, start, error))
        return false;
    Outcome outcome = position_outcome(start);
    return outcome.reason == REASON_NONE ||
           error_set(error, ERROR_STATE, "the game would be over at the start: %s",
                     outcome_sentence(outcome));
}

static bool parse_clock(const Command *command, StoreHeader *header) {
    const Fields *fields = &command->request->fields;
    header->base_ms = (int64_t)fields->clock.seconds * 1000;
    header->increment_ms = (int64_t)fields->clock.increment * 1000;
    header->per_move = fields_has(fields, FIELD_PER_MOVE);
    if (!header->per_move || (header->base_ms > 0 && header->increment_ms == 0))
        return true;
    command_reject(command, PROTO_ERR_BADARG,
                   "permove: expected clock= with an increment of 0, the seconds for each move");
    return false;
}

/* With one key for both, whoever is invited could take the seat of the creator. */
static bool parse_invitation(const Command *command, StoreHeader *header) {
    const Fields *fields = &command->request->fields;
    header->kept = fields_has(fields, FIELD_INVITE);
    if (!header->kept)
        return true;
    key_hash_from_key(&fields->invite, &header->invite);
    if (strcmp(fields->invite.text, fields->key.text) != 0)
        return true;
    command_reject(command, PROTO_ERR_BADARG, "invite: expected another key than that of the seat");
    return false;
}

/* Fills in the header except for its keys and id. Returns false if the command was rejected. */
static bool parse_header(const Command *command, StoreHeader *header) {
    const Fields *fields = &command->request->fields;
    const Variant *variant =
        fields_has(fields, FIELD_VARIANT) ? variant_find(fields->variant) : variant_default();
    Position start;
    if (!variant) {
        command_reject(command, PROTO_ERR_BADVARIANT,
                       "there is no variant \"%s\"; HELLO congo/1 lists the variants",
                       fields->variant);
        return false;
    }
    if (!parse_start(command, variant, &start)) {
        command_reject(command, PROTO_ERR_BADFEN, "%s", command->core->error.text);
        return false;
    }
    *header = (StoreHeader){.created_ms = command->core->unix_ms,
                            .hidden = fields_has(fields, FIELD_PRIVATE),
                            .claim_minutes = fields->claim_minutes};
    strcpy(header->variant, variant->name);
    fen_write(&start, header->start);
    return check_name(command, NULL) && parse_clock(command, header) &&
           parse_invitation(command, header);
}

/* Takes a token of the new games of the client's address. Returns false after rejecting the command
 * if there is none, or if there are no new games. */
static bool command_new_take_token(const Command *command) {
    Core *core = command->core;
    if (core->no_games) {
        command_reject(command, PROTO_ERR_BUSY, "%s", core->no_games);
        return false;
    }
    int64_t wait_ms =
        token_bucket_take(&command->client->address_entry->games, core->game_rate, core->now_ms);
    if (wait_ms == 0)
        return true;
    core_report_abuse(core, &command->client->address, "too many new games");
    command_reject_rate(command, wait_ms, "an address can create %d games a minute",
                        core->limits.games_per_minute);
    return false;
}

static void set_keys(Core *core, const Request *request, PendingCall *pending) {
    StoreHeader *header = &pending->request.create;
    bool given = fields_has(&request->fields, FIELD_KEY);
    if (given)
        pending->key = request->fields.key;
    else if (pending->seat != SEAT_NONE)
        core_make_seat_key(core, &pending->key);
    else
        return;
    key_hash_from_key(&pending->key, &header->creator);
    header->has_creator = true;
    if (pending->seat == SEAT_NONE)
        return;
    StoreSeat *seat = &header->seat[pending->seat];
    seat->taken = true;
    seat->hash = header->creator;
    text_copy(seat->name, sizeof seat->name, request->fields.name);
}

/* Submits the creation of a game under a new id. */
static void command_new_submit(Core *core, PendingCall *pending) {
    uint64_t number;
    core->random(core->random_context, &number, sizeof number);
    pending->request.create.id = number >> 14; /* 50 bits */
    pending->request.role = pending->game ? ROLE_NONE : presence_role(pending->seat);
    pending_submit(core, pending);
}

/* Subscribes a client to its game, and sends the last line of NEW. */
static void enter_game(Core *core, Client *client, const char *tag, CachedGame *game, Seat seat,
                       const SeatKey *key, bool is_duplicate) {
    Subscriber *subscriber = subscriber_add(core, client, game);
    if (seat == SEAT_NONE)
        game->creator = subscriber;
    reply_seat(core, client, message_success(VERB_NEW), tag, game, seat, key, is_duplicate);
    if (seat != SEAT_NONE)
        subscriber_take_seat(core, subscriber, (Color)seat, false);
    game_cache_update(core, game);
}

/* Returns the client's seat, or else the seat of the key, or SEAT_NONE. */
static Seat find_created_seat(const CachedGame *game, const Client *client, const SeatKey *key) {
    KeyHash hash;
    Seat seat = subscriber_seat(game, client);
    key_hash_from_key(key, &hash);
    for (int color = 0; color < COLOR_COUNT && seat == SEAT_NONE; color++)
        if (game->state.seat[color].taken && key_hash_equal(&game->state.seat[color].hash, &hash))
            seat = (Seat)color;
    return seat;
}

static bool is_entered(const CachedGame *game, const Client *client, Seat seat) {
    return seat == SEAT_NONE ? game->creator && game->creator->client == client
                             : subscriber_seat(game, client) == seat;
}

/* Enters the existing game that was created with the same key. */
static HandlerStatus reenter_game(const Command *command) {
    Core *core = command->core;
    Client *client = command->client;
    const Request *request = command->request;
    HandlerStatus status = HANDLER_DONE;
    CachedGame *game = NULL;
    if (!reject_late(command))
        game = game_cache_get(core, client, request->tag, client->created_id, false, &status);
    if (game && subscriber_check_limit(core, client, request->tag, game)) {
        Seat seat = find_created_seat(game, client, &request->fields.key);
        if (core->store->is_shared && !is_entered(game, client, seat))
            status = command_arrive_submit(command, game, seat, &request->fields.key);
        else
            enter_game(core, client, request->tag, game, seat, &request->fields.key, true);
    }
    if (status == HANDLER_DONE)
        client->created_id = 0;
    return status;
}

void command_arrive_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    if (!pending->client)
        return;
    if (pending->verb == VERB_NEW)
        enter_game(core, pending->client, pending->tag, pending->game, pending->seat, &pending->key,
                   true);
    else
        take_seat(core, pending->client, pending->tag, pending->game, pending->seat, &pending->key,
                  false);
}

static HandlerStatus command_new(const Command *command) {
    Core *core = command->core;
    Client *client = command->client;
    const Request *request = command->request;
    StoreHeader header;
    if (client->created_id != 0)
        return reenter_game(command);
    if (!parse_header(command, &header) ||
        !subscriber_check_limit(core, client, request->tag, NULL) ||
        !pending_check_writable(core, client, request->tag) || !command_new_take_token(command))
        return HANDLER_DONE;
    PendingCall *pending = pending_begin(core, STORE_CREATE, client, request, NULL);
    pending->seat = fields_has(&request->fields, FIELD_SEAT) ? request->fields.seat : SEAT_WHITE;
    pending->request.create = header;
    set_keys(core, request, pending);
    command_new_submit(core, pending);
    return HANDLER_PENDING_RETRY;
}

static CachedGame *add_created_game(Core *core, const PendingCall *pending,
                                    const StoreCompletion *completion) {
    const StoreHeader *header = &pending->request.create;
    core->counters.games_created++;
    core->counters.public_created += !header->hidden;
    core->counters.games_stored++;
    CachedGame *game = game_cache_find(core, header->id);
    if (game && game->status == GAME_READY) /* news of what others did in it came first */
        return game;
    if (!game)
        game = game_cache_add(core, header->id, GAME_READY);
    else if (game->status == GAME_LOADING)
        game_sync_adopt_load(core, game);
    StoreGame stored = {.header = *header, .version = completion->version};
    game_cache_fill(core, game, &stored, core->now_ms);
    if (core->store->is_shared && !pending->game)
        presence_set_here(core, game, presence_role(pending->seat), completion->generation);
    return game;
}

/* The random id is in use; another of the 2^50 ids is probably free. */
static void submit_again(Core *core, PendingCall *pending) {
    PendingCall *again = pending_begin(core, STORE_CREATE, pending->client, NULL, pending->game);
    again->verb = pending->verb;
    memcpy(again->tag, pending->tag, sizeof again->tag);
    again->seat = pending->seat;
    again->action = pending->action;
    again->key = pending->key;
    again->request.create = pending->request.create;
    pending->client = NULL;
    command_new_submit(core, again);
}

void command_new_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    CachedGame *created = NULL;
    if (completion->result == STORE_OK)
        created = add_created_game(core, pending, completion);
    if (completion->result == STORE_CONFLICT)
        submit_again(core, pending);
    else if (pending->verb == VERB_REMATCH)
        command_rematch_created(core, pending, completion);
    else if (pending->client && created)
        enter_game(core, pending->client, pending->tag, created, pending->seat, &pending->key,
                   false);
    else if (pending->client) {
        pending->client->created_id = completion->id;
        pending->run_again = true;
    }
    if (created)
        presence_settle(core, created);
}

/* ---- the commands of players (MOVE, RESIGN, DRAW, ABORT, CLAIM) and flag falls ---- */

/* The command of a player. */
typedef struct PlayerCommand {
    Command command;
    const GameState *state;
    Color color;
    uint32_t ply;
} PlayerCommand;

/* Rejects a ply that is not the next. */
static void report_ply(const PlayerCommand *player) {
    bool is_stale = player->ply < player->state->count;
    Message *message =
        reply_begin_error(player->command.core, player->command.request->tag,
                          is_stale ? PROTO_ERR_STALE : PROTO_ERR_AHEAD, "the next ply is %lu",
                          (unsigned long)player->state->count);
    message->fields.next = player->state->count;
    fields_set(&message->fields, FIELD_NEXT);
    if (is_stale) {
        message->fields.hash = fen_hash_position(&player->state->position);
        fields_set(&message->fields, FIELD_HASH);
    }
    client_send(player->command.core, player->command.client, message);
}

static void report_over(const PlayerCommand *player) {
    reply_game_over(player->command.core, player->command.client, player->command.request->tag,
                    player->command.game);
}

/* Sets the color of the client's seat. Returns false after rejecting the command if it has none. */
static bool command_play_seat(const Command *command, Color *color) {
    Seat seat = subscriber_seat(command->game, command->client);
    *color = (Color)seat;
    if (seat == SEAT_NONE)
        command_reject(command, PROTO_ERR_NOTSEATED, "this connection has no seat in game %s",
                       command->game->state.name.text);
    return seat != SEAT_NONE;
}

/* Begins the command of a client that has a seat. Returns false if it was rejected. */
static bool player_begin(PlayerCommand *player, const Command *command) {
    Color color;
    if (!command_play_seat(command, &color))
        return false;
    *player = (PlayerCommand){*command, &command->game->state, color, command->request->fields.ply};
    return true;
}

/* Returns whether the game is not over and the ply is the next. If not, rejects the command. */
static bool check_ply(const PlayerCommand *player) {
    if (game_state_is_over(player->state))
        report_over(player);
    else if (player->ply != player->state->count)
        report_ply(player);
    else
        return true;
    return false;
}

static bool check_writable(const PlayerCommand *player) {
    const Command *command = &player->command;
    return pending_check_writable(command->core, command->client, command->request->tag);
}

static PendingCall *begin_call(const PlayerCommand *player, StoreKind kind) {
    const Command *command = &player->command;
    PendingCall *pending =
        pending_begin(command->core, kind, command->client, command->request, command->game);
    pending->ply = player->ply;
    pending->seat = (Seat)player->color;
    pending->action = command->request->fields.action;
    return pending;
}

/* ---- moves ---- */

/* Sends "+MOVE ... dup=1" with the state after the ply. */
static void reply_duplicate_move(const PlayerCommand *player) {
    const GameState *state = player->state;
    Message *message =
        reply_begin_move(player->command.core, message_success(VERB_MOVE),
                         player->command.request->tag, player->command.game, player->ply);
    Position after;
    game_state_position_at(state, player->ply + 1, &after);
    reply_set_position(message, &after);
    if (player->ply + 1 == state->count) {
        reply_set_clocks(message, state, player->command.core->now_ms);
        if (game_state_is_over(state))
            reply_set_result(message, state);
    } else if (state->clock.base_ms > 0) {
        game_state_time_left_at(state, player->ply + 1, message->fields.left_ms);
        fields_set(&message->fields, FIELD_WMS);
        fields_set(&message->fields, FIELD_BMS);
    }
    fields_set(&message->fields, FIELD_DUP);
    client_send(player->command.core, player->command.client, message);
}

static void answer_past_move(const PlayerCommand *player) {
    char path[COORDINATE_SIZE];
    coordinate_write(player->state->plies[player->ply].move, path);
    if (game_state_mover(player->state, player->ply) == player->color &&
        strcmp(path, player->command.request->fields.move) == 0)
        reply_duplicate_move(player);
    else
        report_ply(player);
}

static bool parse_legal_move(const PlayerCommand *player, Move *move) {
    const Command *command = &player->command;
    const GameState *state = player->state;
    Error *error = &command->core->error;
    if (game_state_side_to_move(state) != player->color)
        command_reject(command, PROTO_ERR_TURN, "it is %s's turn",
                       color_name(game_state_side_to_move(state)));
    else if (!coordinate_parse(&state->position, command->request->fields.move, move, error))
        command_reject(command, PROTO_ERR_ILLEGAL, "%s", error->text);
    else if (game_state_forbids(state, *move))
        command_reject(command, PROTO_ERR_ILLEGAL,
                       "the move repeats an earlier position, which this variant forbids");
    else if (state->count >= RECORD_PLIES_MAX)
        command_reject(command, PROTO_ERR_FULL, "a game can have at most %d plies",
                       RECORD_PLIES_MAX);
    else
        return true;
    return false;
}

static bool check_hash(const PlayerCommand *player, const char *fen) {
    const Fields *fields = &player->command.request->fields;
    if (!fields_has(fields, FIELD_HASH))
        return true;
    uint64_t hash = fen_hash(fen);
    if (fields->hash == hash)
        return true;
    Message *message =
        reply_begin_error(player->command.core, player->command.request->tag, PROTO_ERR_DESYNC,
                          "the position after the move has another hash; the move was not played");
    message->fields.hash = hash;
    fields_set(&message->fields, FIELD_HASH);
    client_send(player->command.core, player->command.client, message);
    return false;
}

static HandlerStatus submit_move(const PlayerCommand *player, Move move) {
    Position after;
    char fen[FEN_SIZE];
    Outcome outcome = game_state_outcome_after(player->state, move, &after);
    fen_write(&after, fen);
    if (!check_hash(player, fen) || !check_writable(player))
        return HANDLER_DONE;
    Core *core = player->command.core;
    int64_t arrived_ms = player->command.client->received_ms;
    if (core->store->is_shared && arrived_ms < player->state->turn_started_ms)
        arrived_ms = player->state->turn_started_ms; /* by the clock of another server */
    uint32_t used = game_state_time_used(player->state, arrived_ms);
    if (player->state->clock.base_ms > 0 || player->state->claim_minutes > 0)
        core_store_clock(core);
    PendingCall *pending = begin_call(player, STORE_MOVE);
    StoreRequest *request = &pending->request;
    pending->move = move;
    pending->after = after;
    memcpy(pending->fen, fen, sizeof fen);
    pending->arrived_ms = arrived_ms;
    request->move.ply = player->ply;
    request->move.move.ms = used;
    request->move.move.at_ms = core_service_ms(core, arrived_ms);
    coordinate_write(move, request->move.move.path);
    if (outcome.reason != REASON_NONE)
        request->move.end = (StoreEnd){outcome, player->color, player->ply + 1, 0};
    if (!core->store->is_shared) {
        request->move.hash_before = player->state->moves_hash;
        request->move.hash =
            move_hash_next(request->move.hash_before, player->ply, &request->move.move);
    }
    pending_submit(core, pending);
    return HANDLER_PENDING;
}

static HandlerStatus command_move(const Command *command) {
    PlayerCommand player;
    if (!player_begin(&player, command))
        return HANDLER_DONE;
    Move move;
    if (player.ply < player.state->count)
        answer_past_move(&player);
    else if (game_state_is_over(player.state))
        report_over(&player);
    else if (player.ply > player.state->count)
        report_ply(&player);
    else if (parse_legal_move(&player, &move))
        return submit_move(&player, move);
    return HANDLER_DONE;
}

void command_move_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    game_state_make_move(&game->state, pending->move, &pending->after,
                         pending->request.move.move.ms, pending->request.move.end,
                         core->store->is_shared ? pending->arrived_ms : core->now_ms);
    game->state.moves_hash = pending->request.move.hash;
    core->counters.moves++;
    core->counters.public_moves += !game->state.hidden;
    announce_move(core, game, pending->fen, pending->client, pending->tag);
    if (game_state_is_over(&game->state))
        announce_end(core, game);
}

static void submit_end(Core *core, PendingCall *pending, Outcome outcome, Color by,
                       uint32_t used_ms) {
    pending->request.end = (StoreEnd){outcome, by, pending->game->state.count, used_ms};
    pending_submit(core, pending);
}

bool command_flag_fall(Core *core, CachedGame *game) {
    const GameState *state = &game->state;
    if (core->readonly || core->draining || core->failure || game->change_pending ||
        game->is_refused || game_sync_is_stale(game) ||
        core->now_ms < game_cache_flag_due(core, game))
        return false;
    int64_t flag_ms = game_state_flag_time(state);
    Color loser = game_state_side_to_move(state);
    PendingCall *pending = pending_begin(core, STORE_END, NULL, NULL, game);
    Outcome outcome = {loser == WHITE ? RESULT_BLACK : RESULT_WHITE, REASON_TIME};
    submit_end(core, pending, outcome, loser, game_state_time_used(state, flag_ms));
    return true;
}

static HandlerStatus submit_end_by_player(const PlayerCommand *player, Outcome outcome) {
    if (!check_writable(player))
        return HANDLER_DONE;
    submit_end(player->command.core, begin_call(player, STORE_END), outcome, player->color,
               game_state_time_used(player->state, player->command.client->received_ms));
    return HANDLER_PENDING;
}

/* Sends the last line of RESIGN, DRAW, ABORT or CLAIM. */
static void reply_ended(Core *core, Client *client, Verb verb, const char *tag,
                        const CachedGame *game, uint32_t ply, DrawAction action, bool dup) {
    Message *message = reply_begin_game(core, message_success(verb), tag, game);
    message->fields.ply = ply;
    message->fields.action = action;
    fields_set(&message->fields, FIELD_PLY_ARG);
    if (verb == VERB_DRAW)
        fields_set(&message->fields, FIELD_ACTION);
    if (game_state_is_over(&game->state))
        reply_set_result(message, &game->state);
    if (dup)
        fields_set(&message->fields, FIELD_DUP);
    client_send(core, client, message);
}

void command_end_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    pending->game->state.end = pending->request.end;
    if (pending->client)
        reply_ended(core, pending->client, pending->verb, pending->tag, pending->game, pending->ply,
                    pending->action, false);
    announce_end(core, pending->game);
}

static HandlerStatus reply_duplicate_end(const PlayerCommand *player) {
    reply_ended(player->command.core, player->command.client, player->command.request->verb,
                player->command.request->tag, player->command.game, player->ply,
                player->command.request->fields.action, true);
    return HANDLER_DONE;
}

/* Returns whether the game ended at this ply, by a side's own doing or its time. */
static bool has_ended_by(const PlayerCommand *player, Reason reason, Color by) {
    const StoreEnd *end = &player->state->end;
    return end->outcome.reason == reason && end->by == by && end->ply == player->ply;
}

/* Returns whether an earlier copy of this command has ended the game. */
static bool is_repeated_end(const PlayerCommand *player, Reason reason) {
    return has_ended_by(player, reason, player->color);
}

static HandlerStatus command_resign(const Command *command) {
    PlayerCommand player;
    if (!player_begin(&player, command))
        return HANDLER_DONE;
    if (is_repeated_end(&player, REASON_RESIGNED))
        return reply_duplicate_end(&player);
    if (!check_ply(&player))
        return HANDLER_DONE;
    Result result = player.color == WHITE ? RESULT_BLACK : RESULT_WHITE;
    return submit_end_by_player(&player, (Outcome){result, REASON_RESIGNED});
}

static HandlerStatus command_abort(const Command *command) {
    PlayerCommand player;
    if (!player_begin(&player, command))
        return HANDLER_DONE;
    if (is_repeated_end(&player, REASON_ABORTED))
        return reply_duplicate_end(&player);
    if (!check_ply(&player))
        return HANDLER_DONE;
    if (player.state->count >= COLOR_COUNT)
        return command_reject(command, PROTO_ERR_LATE,
                              "both sides have moved: the game can only be resigned or drawn");
    return submit_end_by_player(&player, (Outcome){RESULT_OPEN, REASON_ABORTED});
}

/* ---- claims ---- */

static HandlerStatus command_claim(const Command *command) {
    PlayerCommand player;
    if (!player_begin(&player, command))
        return HANDLER_DONE;
    Color opponent = color_other(player.color);
    if (player.state->claim_minutes > 0 && has_ended_by(&player, REASON_TIME, opponent))
        return reply_duplicate_end(&player);
    if (!check_ply(&player))
        return HANDLER_DONE;
    if (player.state->claim_minutes == 0 || !game_state_has_both_players(player.state))
        return command_reject(command, PROTO_ERR_NOOFFER, "%s",
                              player.state->claim_minutes == 0
                                  ? "the game was created without claim="
                                  : "nobody has taken the other seat");
    if (game_state_side_to_move(player.state) == player.color)
        return command_reject(command, PROTO_ERR_TURN, "it is your own turn");
    int64_t away_ms = game_cache_absence(command->core, command->game);
    int64_t wait_ms = (int64_t)player.state->claim_minutes * 60 * 1000 - max_i64(away_ms, 0);
    if (wait_ms > 0)
        return command_reject_rate(
            command, wait_ms,
            "the game can be claimed when the opponent has been away for %lu minute%s of this turn",
            (unsigned long)player.state->claim_minutes, text_plural(player.state->claim_minutes));
    if (!check_writable(&player))
        return HANDLER_DONE;
    Outcome outcome = {player.color == WHITE ? RESULT_WHITE : RESULT_BLACK, REASON_TIME};
    submit_end(command->core, begin_call(&player, STORE_END), outcome, opponent,
               game_state_time_used(player.state, command->client->received_ms));
    return HANDLER_PENDING;
}

/* ---- draws ---- */

static HandlerStatus submit_draw(const PlayerCommand *player, StoreDraw draw) {
    if (!check_writable(player))
        return HANDLER_DONE;
    PendingCall *pending = begin_call(player, STORE_DRAW);
    pending->request.draw = draw;
    pending_submit(player->command.core, pending);
    return HANDLER_PENDING;
}

void command_draw_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    CachedGame *game = pending->game;
    game->state.draw = pending->request.draw;
    if (pending->client)
        reply_ended(core, pending->client, VERB_DRAW, pending->tag, game, pending->ply,
                    pending->action, false);
    announce_draw(core, game, pending->client);
}

/* Returns whether the last change of the draw offer was an earlier copy of this command. */
static bool is_repeated_draw(const PlayerCommand *player) {
    const StoreDraw *draw = &player->state->draw;
    switch (player->command.request->fields.action) {
    case DRAW_OFFER: /* an offer accepts an open one */
        return is_repeated_end(player, REASON_AGREED) ||
               (draw->state != STORE_OFFER_NONE && draw->by == player->color &&
                draw->ply == player->ply);
    case DRAW_ACCEPT:
        return is_repeated_end(player, REASON_AGREED);
    default:
        return draw->state == STORE_OFFER_DECLINED && draw->by != player->color &&
               draw->decline_ply == player->ply;
    }
}

static HandlerStatus command_draw(const Command *command) {
    PlayerCommand player;
    if (!player_begin(&player, command))
        return HANDLER_DONE;
    if (is_repeated_draw(&player))
        return reply_duplicate_end(&player);
    if (!check_ply(&player))
        return HANDLER_DONE;
    Color by;
    DrawAction action = command->request->fields.action;
    bool offered = game_state_draw_offer(player.state, &by) && by != player.color;
    if (offered && action == DRAW_DECLINE) {
        StoreDraw draw = player.state->draw;
        draw.state = STORE_OFFER_DECLINED;
        draw.decline_ply = player.ply;
        return submit_draw(&player, draw);
    }
    if (offered) /* offering a draw, too, accepts it */
        return submit_end_by_player(&player, (Outcome){RESULT_DRAW, REASON_AGREED});
    if (action == DRAW_OFFER)
        return submit_draw(&player, (StoreDraw){STORE_OFFER_OPEN, player.color, player.ply, 0});
    if (command_asks(command))
        return HANDLER_PENDING_RETRY;
    return command_reject(command, PROTO_ERR_NOOFFER, "no draw is offered");
}

/* ---- REMATCH: another game of the same players, with colors swapped ---- */

static void reply_rematch(Core *core, Client *client, const char *tag, const CachedGame *game,
                          Seat seat, DrawAction action, bool dup) {
    Message *message = reply_begin_game(core, message_success(VERB_REMATCH), tag, game);
    Fields *fields = &message->fields;
    fields->action = action;
    fields_set(fields, FIELD_ACTION);
    reply_set_rematch_game(message, &game->state);
    if (fields_has(fields, FIELD_GAME)) {
        fields->seat = (Seat)color_other((Color)seat);
        fields_set(fields, FIELD_SEAT);
    }
    if (dup)
        fields_set(fields, FIELD_DUP);
    client_send(core, client, message);
}

/* Tells the player, and everybody else in the game. */
static void rematch_tell(Core *core, const PendingCall *pending, DrawAction event, bool dup) {
    CachedGame *game = pending->game;
    if (pending->client)
        reply_rematch(core, pending->client, pending->tag, game, pending->seat, pending->action,
                      dup);
    announce_rematch(core, game, (Color)pending->seat, event, pending->client);
}

static HandlerStatus submit_offer(const Command *command, Color color, StoreRematch rematch) {
    Core *core = command->core;
    if (!pending_check_writable(core, command->client, command->request->tag))
        return HANDLER_DONE;
    PendingCall *pending =
        pending_begin(core, STORE_REMATCH, command->client, command->request, command->game);
    pending->seat = (Seat)color;
    pending->action = command->request->fields.action;
    pending->request.rematch = rematch;
    pending_submit(core, pending);
    return HANDLER_PENDING;
}

void command_rematch_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    (void)completion;
    pending->game->state.rematch = pending->request.rematch;
    rematch_tell(core, pending, pending->action, false);
}

static HandlerStatus submit_game(const Command *command, Color color) {
    Core *core = command->core;
    if (!pending_check_writable(core, command->client, command->request->tag) ||
        !command_new_take_token(command))
        return HANDLER_DONE;
    PendingCall *pending =
        pending_begin(core, STORE_CREATE, command->client, command->request, command->game);
    pending->seat = (Seat)color;
    pending->action = command->request->fields.action;
    game_state_begin_rematch(&command->game->state, core->unix_ms, &pending->request.create);
    command_new_submit(core, pending);
    return HANDLER_PENDING;
}

/* Called when the game of an accepted offer was created, or existed already. */
static void command_rematch_created(Core *core, PendingCall *pending, StoreCompletion *completion) {
    pending->game->state.rematch_game = completion->id;
    rematch_tell(core, pending, DRAW_ACCEPT, completion->result == STORE_DUPLICATE);
}

/* Returns whether this is a copy of the command that led to the state of the offer, or an offer
 * that the other side has declined already. */
static bool rematch_is_repeated(const StoreRematch *rematch, Color color, DrawAction action) {
    bool mine = rematch->by == color;
    if (action == DRAW_OFFER)
        return mine &&
               (rematch->state == STORE_OFFER_OPEN || rematch->state == STORE_OFFER_DECLINED);
    return action == DRAW_DECLINE &&
           rematch->state == (mine ? STORE_OFFER_WITHDRAWN : STORE_OFFER_DECLINED);
}

static HandlerStatus rematch_run(const Command *command, Color color) {
    const StoreRematch *rematch = &command->game->state.rematch;
    DrawAction action = command->request->fields.action;
    bool is_open = rematch->state == STORE_OFFER_OPEN, mine = rematch->by == color;
    if (is_open && !mine && action != DRAW_DECLINE)
        return submit_game(command, color);
    if (action == DRAW_OFFER)
        return submit_offer(command, color, (StoreRematch){STORE_OFFER_OPEN, color});
    if (is_open && action == DRAW_DECLINE)
        return submit_offer(
            command, color,
            (StoreRematch){mine ? STORE_OFFER_WITHDRAWN : STORE_OFFER_DECLINED, rematch->by});
    if (command_asks(command))
        return HANDLER_PENDING_RETRY;
    return command_reject(command, PROTO_ERR_NOOFFER, "no rematch is offered");
}

static HandlerStatus reject_early(const Command *command) {
    const GameState *state = &command->game->state;
    Message *message =
        reply_begin_error(command->core, command->request->tag, PROTO_ERR_AHEAD,
                          "the game is not over: the next ply is %lu", (unsigned long)state->count);
    message->fields.next = state->count;
    fields_set(&message->fields, FIELD_NEXT);
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_rematch(const Command *command) {
    const GameState *state = &command->game->state;
    DrawAction action = command->request->fields.action;
    Color color;
    if (!command_play_seat(command, &color))
        return HANDLER_DONE;
    if (!game_state_is_over(state))
        return command_asks(command) ? HANDLER_PENDING_RETRY : reject_early(command);
    if (!game_state_has_both_players(state))
        return command_reject(command, PROTO_ERR_NOOFFER, "the game had only one player");
    bool created = state->rematch_game != 0;
    if (created && action == DRAW_DECLINE)
        return command_reject(command, PROTO_ERR_NOOFFER, "the rematch has been created");
    if (!created && !rematch_is_repeated(&state->rematch, color, action))
        return rematch_run(command, color);
    reply_rematch(command->core, command->client, command->request->tag, command->game, (Seat)color,
                  action, true);
    return HANDLER_DONE;
}

/* ---- talk: SAY, MUTE and UNMUTE ---- */

/* Returns the client's subscription to the game. Returns NULL after rejecting the command if the
 * client neither plays nor watches. */
static Subscriber *find_listener(const Command *command, const char *what) {
    const CachedGame *game = command->game;
    Subscriber *subscriber = subscriber_find(command->client, game);
    if (subscriber && subscriber_receives_events(subscriber))
        return subscriber;
    command_reject(command, PROTO_ERR_NOTSEATED, "only players and spectators of game %s can %s",
                   game->state.name.text, what);
    return NULL;
}

/* A spectator whose name could be taken for a player's has none. */
static const char *talk_name(const Subscriber *speaker) {
    const GameSeat *seats = speaker->game->state.seat;
    if (speaker->seat != SEAT_NONE)
        return seats[speaker->seat].name ? seats[speaker->seat].name
                                         : color_name((Color)speaker->seat);
    for (int color = 0; color < COLOR_COUNT && speaker->name; color++)
        if (player_names_refusal(speaker->name, seats[color].name ? seats[color].name : ""))
            return SPECTATOR_NAME;
    return speaker->name ? speaker->name : SPECTATOR_NAME;
}

/* Everybody on this server hears it when the others can. */
void command_say_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    CachedGame *game = game_cache_find(core, completion->id);
    if (game && game->status == GAME_READY)
        announce_talk(core, game, &pending->request.tell,
                      pending->client ? pending->client->serial : 0);
    if (!pending->client)
        return;
    Message *message = reply_begin(core, message_success(VERB_SAY), pending->tag);
    message->fields.id = game_id_from_number(completion->id);
    fields_set(&message->fields, FIELD_ID);
    client_send(core, pending->client, message);
}

static HandlerStatus command_say(const Command *command) {
    const Subscriber *speaker = find_listener(command, "talk in it");
    bool is_shared = command->core->store->is_shared;
    if (!speaker || (is_shared && !pending_check_writable(command->core, command->client,
                                                          command->request->tag)))
        return HANDLER_DONE;
    if (restrictions_mute(command->core, talk_name(speaker)))
        return command_reject(command, PROTO_ERR_NOTSEATED,
                              "the administrator has muted this name");
    int64_t wait_ms = talk_rate_take(command->core, command->client, command->game,
                                     command->game->events.reader_count - 1);
    if (wait_ms > 0)
        return command_reject_rate(command, wait_ms, "there is too much talk; wait a little");
    StoreTalk talk = {.seat = (Seat)speaker->seat};
    text_copy(talk.name, sizeof talk.name, talk_name(speaker));
    text_copy(talk.text, sizeof talk.text, command->request->fields.text);
    if (!is_shared) {
        announce_talk(command->core, command->game, &talk, command->client->serial);
        return command_succeed(command);
    }
    PendingCall *pending =
        pending_begin(command->core, STORE_TELL, command->client, command->request, NULL);
    pending->request.id = command->game->state.id;
    pending->request.tell = talk;
    pending_submit(command->core, pending);
    return HANDLER_PENDING;
}

static HandlerStatus set_muted(const Command *command, bool muted) {
    const Fields *fields = &command->request->fields;
    Subscriber *subscriber = find_listener(command, muted ? "mute it" : "unmute it");
    if (!subscriber)
        return HANDLER_DONE;
    /* A side is a player or the spectators; without one, the command means all. */
    bool is_named = fields_has(fields, FIELD_SIDE_ARG);
    uint8_t sides = is_named ? subscriber_speaker(fields->seat) : SUBSCRIBER_ALL_SPEAKERS;
    uint8_t *set = &subscriber->events.muted;
    *set = (uint8_t)(muted ? *set | sides : *set & ~(unsigned)sides);
    Message *message = reply_begin_game(command->core, message_success(command->request->verb),
                                        command->request->tag, command->game);
    if (is_named) {
        message->fields.seat = fields->seat;
        fields_set(&message->fields, FIELD_SIDE_ARG);
    }
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

static HandlerStatus command_mute(const Command *command) {
    return set_muted(command, true);
}

static HandlerStatus command_unmute(const Command *command) {
    return set_muted(command, false);
}

/* ---- all commands ---- */

static const struct {
    CommandHandler *handler;
    bool has_game;
    bool read_only; /* runs even while a change of the game is pending */
    bool asks;      /* the database, so that nothing is shown that is older than the line; without
                       a game, it waits for the end of an outage */
} commands[VERB_COUNT] = {
    [VERB_HELLO] = {.handler = command_hello},
    [VERB_NEW] = {.handler = command_new},
    [VERB_JOIN] = {.handler = command_join, .has_game = true},
    [VERB_WATCH] = {.handler = command_watch, .has_game = true, .read_only = true, .asks = true},
    [VERB_UNWATCH] = {.handler = command_unwatch, .has_game = true, .read_only = true},
    [VERB_GET] = {.handler = command_get, .has_game = true, .read_only = true, .asks = true},
    [VERB_MOVES] = {.handler = command_moves, .has_game = true, .read_only = true, .asks = true},
    [VERB_LEGAL] = {.handler = command_legal, .has_game = true, .read_only = true, .asks = true},
    [VERB_BOARD] = {.handler = command_board, .has_game = true, .read_only = true, .asks = true},
    [VERB_EXPORT] = {.handler = command_export, .has_game = true, .read_only = true, .asks = true},
    [VERB_MOVE] = {.handler = command_move, .has_game = true},
    [VERB_RESIGN] = {.handler = command_resign, .has_game = true},
    [VERB_DRAW] = {.handler = command_draw, .has_game = true},
    [VERB_ABORT] = {.handler = command_abort, .has_game = true},
    [VERB_CLAIM] = {.handler = command_claim, .has_game = true},
    [VERB_REMATCH] = {.handler = command_rematch, .has_game = true},
    [VERB_SAY] = {.handler = command_say, .has_game = true, .read_only = true},
    [VERB_MUTE] = {.handler = command_mute, .has_game = true, .read_only = true},
    [VERB_UNMUTE] = {.handler = command_unmute, .has_game = true, .read_only = true},
    [VERB_LIST] = {.handler = command_list, .asks = true},
    [VERB_SUBSCRIBE] = {.handler = command_subscribe, .asks = true},
    [VERB_UNSUBSCRIBE] = {.handler = command_unsubscribe},
    [VERB_STATS] = {.handler = command_stats},
    [VERB_HELP] = {.handler = command_help},
    [VERB_PING] = {.handler = command_ping, .asks = true},
    [VERB_QUIT] = {.handler = command_quit},
};

/* A client that has been on another server may know of moves that this one has not heard of yet. */
static bool knows_more(const Command *command) {
    const Fields *fields = &command->request->fields;
    return fields->from > command->game->state.count || fields->ply > command->game->state.count;
}

static HandlerStatus run_request(Core *core, Client *client, const Request *request) {
    Verb verb = request->verb;
    Command command = {.core = core, .client = client, .request = request};
    if (verb == VERB_NONE)
        return HANDLER_DONE;
    if (commands[verb].has_game) {
        HandlerStatus status;
        command.game =
            game_cache_get(core, client, request->tag, game_id_number(&request->fields.id),
                           commands[verb].read_only, &status);
        if (!command.game)
            return status;
    }
    if (command.game && (commands[verb].asks || knows_more(&command)) && command_asks(&command))
        return HANDLER_PENDING_RETRY;
    if (!command.game && commands[verb].asks && client_waits_for_database(core, client))
        return HANDLER_RETRY;
    if (!commands[verb].handler)
        return command_reject(&command, PROTO_ERR_SYNTAX, "this server has no %s", verb_word(verb));
    return commands[verb].handler(&command);
}

HandlerStatus command_run(Core *core, Client *client) {
    Request *request = &core->request;
    error_clear(&core->error);
    ProtocolError word =
        request_parse(client->reader.bytes, client->reader.length, request, &core->error);
    if (word != PROTO_ERR_NONE) {
        reply_error(core, client, request->tag, word, "%s", core->error.text);
        return HANDLER_DONE;
    }
    HandlerStatus status = run_request(core, client, request);
    seat_key_clear(&request->fields.key);
    seat_key_clear(&request->fields.invite);
    return status;
}
