/* A link to a server that sends anything at any time. The plies of a subscribed game are reported
 * in order, and only the user ends a subscription. The input is a list of actions: a byte chooses
 * one, and its arguments follow; a line of the server ends with LF. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#include "net/link.h"

#define ID "7Q2KM4XDT1"

typedef struct World {
    Link *link;
    int64_t now;
    uint32_t next_ply;
    bool ended;
    bool subscribed;
    bool follows_lists;
    bool connected;
} World;

static void subscribe(World *world, Seat seat) {
    Subscription subscription = {.seat = seat};
    strcpy(subscription.id.text, ID);
    strcpy(subscription.key.text, "00000000000000000000000000");
    world->next_ply = 0;
    world->ended = false;
    world->subscribed = true;
    link_subscribe(world->link, &subscription);
}

static void on_link_event(void *context, const LinkEvent *event) {
    World *world = context;
    if (event->kind == LINK_EVENT_MOVE) {
        fuzz_require(world->subscribed && !strcmp(event->id.text, ID));
        fuzz_require(event->message->fields.ply == world->next_ply);
        world->next_ply++;
    }
    if (event->kind == LINK_EVENT_END) {
        fuzz_require(!world->ended);
        world->ended = true;
    }
    if (event->kind == LINK_EVENT_UNSUBSCRIBED)
        world->subscribed = false;
    if (event->kind == LINK_EVENT_LISTED)
        fuzz_require(world->follows_lists && link_has_feature(world->link, FEATURE_SUBSCRIBE));
    if (event->kind == LINK_EVENT_OFFLINE)
        fuzz_require(event->wait_ms >= LINK_RETRY_MIN_MS * 3 / 4 && event->sentence);
    if (event->kind == LINK_EVENT_REPLY || event->kind == LINK_EVENT_DATA)
        fuzz_require(event->request_id > 0 && event->message);
}

static void request(World *world, Verb verb) {
    Request request = {.verb = verb};
    strcpy(request.fields.id.text, ID);
    strcpy(request.fields.move, "b2b3");
    strcpy(request.fields.text, "x");
    request.fields.ply = world->next_ply;
    request.fields.action = (DrawAction)(world->next_ply % 3);
    request.fields.seat = (Seat)(world->next_ply % 3);
    fields_set(&request.fields, FIELD_ID);
    fields_set(&request.fields, FIELD_PLY_ARG);
    fields_set(&request.fields, FIELD_MOVE);
    fields_set(&request.fields, FIELD_TEXT);
    fields_set(&request.fields, FIELD_ACTION);
    fields_set(&request.fields, FIELD_SIDE_ARG);
    link_request(world->link, &request);
}

/* Checks that the server can read the lines of the link. */
static void check_output(World *world) {
    char line[LINE_CLIENT_MAX + LINE_END_SIZE];
    LineReader reader;
    size_t length;
    const char *output = link_output(world->link, &length);
    line_reader_init(&reader, line, LINE_CLIENT_MAX);
    for (size_t left = length; left > 0;) {
        Request request;
        fuzz_require(line_reader_next(&reader, &output, &left) == LINE_READY);
        fuzz_require(request_parse(reader.bytes, reader.length, &request, NULL) == PROTO_ERR_NONE);
    }
    link_take_output(world->link, length);
}

/* Connects or disconnects as the link requests. */
static void settle(World *world) {
    bool wanted = link_wants_connection(world->link);
    if (wanted && !world->connected)
        link_connected(world->link, world->now);
    world->connected = wanted;
    check_output(world);
}

static const uint8_t *receive(World *world, const uint8_t *at, const uint8_t *end) {
    const uint8_t *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop + 1 : end;
    size_t length = (size_t)(stop - at);
    char *bytes = malloc(length + 1);
    memcpy(bytes, at, length);
    if (world->connected)
        link_receive(world->link, bytes, length, world->now);
    free(bytes);
    return stop;
}

static const uint8_t *act(World *world, const uint8_t *at, const uint8_t *end) {
    switch (*at++) {
    case 'F':
        subscribe(world, (Seat)(at < end ? *at % 4 : 0));
        break;
    case 'M':
        request(world, VERB_MOVE);
        break;
    case 'S':
        request(world, VERB_SAY);
        break;
    case 'G':
        request(world, VERB_MOVES);
        break;
    case 'C':
        request(world, VERB_CLAIM);
        break;
    case 'R':
        request(world, VERB_REMATCH);
        break;
    case 'Q':
        request(world, VERB_MUTE);
        break;
    case 'V':
        request(world, VERB_UNMUTE);
        break;
    case 'A':
        world->follows_lists = true;
        link_follow_lists(world->link);
        break;
    case 'T':
        world->now =
            link_deadline(world->link) < INT64_MAX ? link_deadline(world->link) : world->now;
        link_tick(world->link, world->now);
        break;
    case 'L':
        if (world->connected)
            link_lost(world->link, "cut", world->now);
        world->connected = false;
        break;
    case 'H':
        link_retry_now(world->link, world->now);
        break;
    default:
        return receive(world, at, end);
    }
    return at;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    World world = {.now = 1000};
    world.link = link_create(&(LinkOptions){.program = "fuzz/1"}, on_link_event, &world, world.now);
    const uint8_t *end = data + size;
    while (data < end) {
        settle(&world);
        data = act(&world, data, end);
    }
    link_free(world.link);
    return 0;
}
