#include <config.h>

#include "server/core/command_talk.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "server/core/announce.h"
#include "server/core/core_parts.h"
#include "server/core/reply.h"
#include "server/core/talk_rate.h"

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

static const char *name_of(const Subscriber *speaker) {
    if (speaker->seat == SEAT_NONE)
        return speaker->name ? speaker->name : "spectator";
    const char *name = speaker->game->state.seat[speaker->seat].name;
    return name ? name : color_name((Color)speaker->seat);
}

static HandlerStatus submit_talk(const Command *command, const StoreTalk *talk) {
    PendingCall *pending =
        pending_begin(command->core, STORE_TELL, command->client, command->request, NULL);
    pending->talk = memory_allocate(sizeof *pending->talk);
    *pending->talk = *talk;
    StoreRequest request = {.id = command->game->state.id, .tell = *talk};
    pending_submit(command->core, pending, &request);
    return HANDLER_PENDING;
}

/* Everybody on this server hears it when the others can. */
void command_say_done(Core *core, PendingCall *pending, StoreCompletion *completion) {
    CachedGame *game = game_cache_find(core, completion->id);
    if (game && game->status == GAME_READY)
        announce_talk(core, game, pending->talk, pending->client ? pending->client->serial : 0);
    if (!pending->client)
        return;
    Message *message = reply_begin(core, message_success(VERB_SAY), pending->tag);
    message->fields.id = game_id_from_number(completion->id);
    fields_set(&message->fields, FIELD_ID);
    client_send(core, pending->client, message);
}

HandlerStatus command_say(const Command *command) {
    const Subscriber *speaker = find_listener(command, "talk in it");
    bool is_shared = command->core->store->is_shared;
    if (!speaker || (is_shared && !pending_check_writable(command->core, command->client,
                                                          command->request->tag)))
        return HANDLER_DONE;
    int64_t wait_ms = talk_rate_take(command->core, command->client, command->game,
                                     command->game->events.reader_count - 1);
    if (wait_ms > 0)
        return command_reject_rate(command, wait_ms, "there is too much talk; wait a little");
    StoreTalk talk = {.seat = (Seat)speaker->seat};
    text_copy(talk.name, sizeof talk.name, name_of(speaker));
    text_copy(talk.text, sizeof talk.text, command->request->fields.text);
    if (is_shared)
        return submit_talk(command, &talk);
    announce_talk(command->core, command->game, &talk, command->client->serial);
    return command_succeed(command);
}

/* Returns a bit for each side that a command names: a player, the spectators, or by default all. */
static uint8_t named_sides(const Fields *fields) {
    return fields_has(fields, FIELD_SIDE_ARG) ? subscriber_speaker(fields->seat)
                                              : SUBSCRIBER_ALL_SPEAKERS;
}

static HandlerStatus set_muted(const Command *command, bool muted) {
    const Fields *fields = &command->request->fields;
    Subscriber *subscriber = find_listener(command, muted ? "mute it" : "unmute it");
    if (!subscriber)
        return HANDLER_DONE;
    uint8_t sides = named_sides(fields);
    uint8_t *set = &subscriber->events.muted;
    *set = (uint8_t)(muted ? *set | sides : *set & ~(unsigned)sides);
    Message *message = reply_begin_game(command->core, message_success(command->request->verb),
                                        command->request->tag, command->game);
    if (fields_has(fields, FIELD_SIDE_ARG)) {
        message->fields.seat = fields->seat;
        fields_set(&message->fields, FIELD_SIDE_ARG);
    }
    client_send(command->core, command->client, message);
    return HANDLER_DONE;
}

HandlerStatus command_mute(const Command *command) {
    return set_muted(command, true);
}

HandlerStatus command_unmute(const Command *command) {
    return set_muted(command, false);
}
