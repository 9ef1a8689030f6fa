#include <config.h>

#include "server/core/lists.h"

#include <stdlib.h>

#include "base/memory.h"
#include "server/core/core_parts.h"
#include "server/core/messages.h"

enum {
    RING_SIZE = 8192,       /* changes of a list */
    COLLECT_MS = 500,       /* for which changes are collected */
    TURN_BYTES = 1024,      /* after which a turn ends, or after: */
    TURN_SUBSCRIPTIONS = 16 /* subscriptions that have nothing to send */
};

static const uint32_t no_slot = UINT32_MAX;

void list_feed_init(ListFeed *feed, Core *core) {
    for (int listing = 0; listing < LISTING_COUNT; listing++)
        feed->changed[listing] = memory_allocate(RING_SIZE * sizeof(uint64_t));
    TAILQ_INIT(&feed->idle);
    TAILQ_INIT(&feed->ready);
    feed->timer = (Timer){.owner = core, .kind = TIMER_LISTS};
}

void list_feed_free(ListFeed *feed) {
    for (int listing = 0; listing < LISTING_COUNT; listing++)
        free(feed->changed[listing]);
}

/* ---- turns ---- */

static void set_turn(ListFeed *feed, ListSubscription *subscription, ListTurn turn) {
    struct ListSubscriptions *const queues[] = {
        [LIST_UP_TO_DATE] = &feed->idle, [LIST_READY] = &feed->ready, [LIST_STUCK] = NULL};
    if (queues[subscription->turn])
        TAILQ_REMOVE(queues[subscription->turn], subscription, turn_entry);
    subscription->turn = turn;
    if (queues[turn])
        TAILQ_INSERT_TAIL(queues[turn], subscription, turn_entry);
}

void list_feed_on_timer(Core *core) {
    ListFeed *feed = &core->list_feed;
    ListSubscription *subscription;
    TAILQ_FOREACH(subscription, &feed->idle, turn_entry)
        subscription->turn = LIST_READY;
    TAILQ_CONCAT(&feed->ready, &feed->idle, turn_entry);
}

void list_feed_resume(Core *core, Client *client) {
    if (list_feed_is_stuck(client->list) && !client->in_reply)
        set_turn(&core->list_feed, client->list, LIST_READY);
}

/* ---- changes ---- */

void list_feed_add(Core *core, Listing listing, CachedGame *game) {
    ListFeed *feed = &core->list_feed;
    feed->changed[listing][feed->change_count[listing]++ % RING_SIZE] = game->state.id;
    game->list_change[listing] = feed->change_count[listing];
    if (!TAILQ_EMPTY(&feed->idle) && feed->timer.heap_index == 0)
        timers_set(&core->timers, &feed->timer, core->now_ms + COLLECT_MS);
}

/* ---- subscriptions ---- */

void list_feed_subscribe(Core *core, Client *client, bool open, bool live) {
    ListFeed *feed = &core->list_feed;
    list_feed_unsubscribe(core, client);
    ListSubscription *subscription = client->list = memory_allocate(sizeof *subscription);
    *subscription = (ListSubscription){.client = client,
                                       .relist_slot = no_slot,
                                       .chosen = {[LISTING_OPEN] = open, [LISTING_LIVE] = live},
                                       .turn = LIST_STUCK};
    for (int listing = 0; listing < LISTING_COUNT; listing++)
        subscription->next[listing] = feed->change_count[listing];
}

void list_feed_unsubscribe(Core *core, Client *client) {
    if (!client->list)
        return;
    set_turn(&core->list_feed, client->list, LIST_STUCK);
    free(client->list);
    client->list = NULL;
}

/* ---- sending ---- */

static bool is_listed(const Core *core, const CachedGame *game, int listing) {
    return core->games.listed[listing][game->slot / 64] >> game->slot % 64 & 1;
}

static void send_event(Core *core, Client *client, const Message *event) {
    char line[MESSAGE_LINE_SIZE];
    client_send_line(core, client, line, message_write(event, line));
    core->counters.events++;
}

static void send_listed(Core *core, Client *client, const CachedGame *game) {
    send_event(core, client, reply_begin_listed_game(core, EVENT_LIST, NULL, game));
}

/* A game may have changed again, or moved to the other list: then the last change tells. */
static bool is_told_later(const ListSubscription *subscription, const CachedGame *game, int listing,
                          uint64_t change) {
    for (int other = 0; other < LISTING_COUNT; other++)
        if (subscription->chosen[other] &&
            game->list_change[other] > (other == listing ? change : subscription->next[other]))
            return true;
    return false;
}

static void send_change(Core *core, const ListSubscription *subscription, int listing,
                        uint64_t change) {
    uint64_t id = core->list_feed.changed[listing][(change - 1) % RING_SIZE];
    const CachedGame *game = game_cache_find(core, id);
    if (game && is_told_later(subscription, game, listing, change))
        return;
    bool listed = false;
    for (int other = 0; game && other < LISTING_COUNT; other++)
        listed = listed || (subscription->chosen[other] && is_listed(core, game, other));
    if (listed) {
        send_listed(core, subscription->client, game);
        return;
    }
    Message *event = reply_begin(core, EVENT_UNLIST, NULL);
    event->fields.id = game_id_from_number(id);
    fields_set(&event->fields, FIELD_ID);
    send_event(core, subscription->client, event);
}

/* Begins again if changes are lost. */
static void check_place(Core *core, ListSubscription *subscription) {
    const ListFeed *feed = &core->list_feed;
    bool lost = false;
    for (int listing = 0; listing < LISTING_COUNT; listing++)
        lost = lost || (subscription->chosen[listing] &&
                        feed->change_count[listing] - subscription->next[listing] > RING_SIZE);
    if (!lost)
        return;
    for (int listing = 0; listing < LISTING_COUNT; listing++)
        subscription->next[listing] = feed->change_count[listing];
    subscription->relist_slot = 0;
    send_event(core, subscription->client, reply_begin(core, EVENT_RELIST, NULL));
}

static bool send_relisted(Core *core, ListSubscription *subscription) {
    if (subscription->relist_slot == no_slot)
        return false;
    uint32_t slot =
        game_cache_next_listed(core, subscription->chosen[LISTING_OPEN],
                               subscription->chosen[LISTING_LIVE], subscription->relist_slot);
    bool more = slot < core->games.slot_count;
    subscription->relist_slot = more ? slot + 1 : no_slot;
    if (more)
        send_listed(core, subscription->client, core->games.slots[slot]);
    return true;
}

/* Advances by a game or a change. Returns false if there is nothing left. */
static bool advance(Core *core, ListSubscription *subscription) {
    check_place(core, subscription);
    if (send_relisted(core, subscription))
        return true;
    for (int listing = 0; listing < LISTING_COUNT; listing++)
        if (subscription->chosen[listing] &&
            subscription->next[listing] < core->list_feed.change_count[listing]) {
            send_change(core, subscription, listing, ++subscription->next[listing]);
            return true;
        }
    return false;
}

static bool has_room(const Client *client) {
    size_t waiting = output_buffer_length(&client->output);
    return !client->in_reply && !client->slow && !client->closing &&
           (waiting == 0 || waiting + LINE_SERVER_MAX <= OUTPUT_HIGH_WATER);
}

static ListTurn take_turn(Core *core, ListSubscription *subscription) {
    uint64_t byte_limit = core->written + TURN_BYTES;
    while (has_room(subscription->client)) {
        if (!advance(core, subscription))
            return LIST_UP_TO_DATE;
        if (core->written >= byte_limit)
            return LIST_READY;
    }
    return LIST_STUCK;
}

bool list_feed_run_turn(Core *core) {
    ListFeed *feed = &core->list_feed;
    uint64_t written = core->written;
    ListSubscription *subscription = NULL;
    for (int i = 0; i < TURN_SUBSCRIPTIONS && core->written == written; i++) {
        if (!(subscription = TAILQ_FIRST(&feed->ready)))
            return i > 0;
        set_turn(feed, subscription, take_turn(core, subscription));
    }
    return true;
}
