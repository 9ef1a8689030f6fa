#include <config.h>

#include "net/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>

#include "base/memory.h"
#include "base/number.h"
#include "base/random.h"

/* ---- state ---- */

/* A subscription that is restored after a lost connection. */
typedef struct ActiveSubscription {
    LIST_ENTRY(ActiveSubscription) entry;
    Subscription wanted;       /* kept up to date with every ply */
    unsigned watch_request_id; /* of the pending WATCH for the missing moves, or 0 */
    unsigned join_request_id;  /* of the pending JOIN, or 0 */
    bool end_notified;
    bool muted[MUTED_COUNT]; /* at the server: each side, and spectators */
    Message game;            /* the last =GAME */
} ActiveSubscription;

typedef LIST_HEAD(SubscriptionList, ActiveSubscription) SubscriptionList;

/* A request without a reply. */
typedef struct PendingRequest {
    TAILQ_ENTRY(PendingRequest) entry;
    Request request;
    unsigned request_id;
    bool internal;      /* made by the link, not by its user */
    bool reply_started; /* a line of the reply has come */
    int64_t send_after_ms;
    unsigned deferrals; /* errors with retry=later in a row */
} PendingRequest;

typedef TAILQ_HEAD(RequestQueue, PendingRequest) RequestQueue;

typedef enum LinkPhase {
    LINK_WAITING, /* for the next attempt */
    LINK_CONNECTING,
    LINK_GREETING,
    LINK_ONLINE,
    LINK_FAILED
} LinkPhase;

struct Link {
    LinkOptions options;
    LinkListener *listener;
    void *context;
    LinkPhase phase;
    int64_t now;
    int64_t phase_since_ms;
    int64_t retry_at_ms; /* in LINK_WAITING */
    int64_t last_answer_ms;
    bool ping_sent;           /* since the last answer */
    unsigned failed_attempts; /* in a row, or connections that did not last */
    unsigned useless_servers; /* servers in a row that lack a game or must not be used */
    uint32_t retry_seconds;   /* requested by the server's BYE ... */
    char bye_reason[128];     /* ... and why it ends this connection, or "" */
    uint64_t seed;
    unsigned last_request_id;
    RequestQueue waiting; /* not sent */
    RequestQueue sent;    /* in the order of the replies */
    SubscriptionList subscriptions;
    bool follows_lists;
    unsigned lists_request_id;       /* of the pending SUBSCRIBE, or 0 */
    bool lists_begun;                /* its reply has begun */
    char features[FEATURES_MAX + 1]; /* of the last +HELLO */
    Buffer output;
    LineReader reader;
    char line[LINE_SERVER_MAX + LINE_END_SIZE];
};

static void link_notify(Link *link, LinkEvent event);
static unsigned link_enqueue(Link *link, const Request *request, bool internal);
static void link_flush(Link *link);

/* ---- subscriptions: games and seats that are restored after lost connections ---- */

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

/* ---- subscriptions: requests ---- */

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

/* Mutes again the players who were muted on an earlier connection. */
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

/* ---- subscriptions: events ---- */

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
    LIST_REMOVE(active, entry);
    free_active(active);
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
    if (message->kind != MESSAGE_ERROR && message->type != message_success(VERB_JOIN))
        return;
    active->join_request_id = 0;
    if (message->kind == MESSAGE_ERROR) {
        if (leave_server(link, message))
            return;
        active->wanted.seat = SEAT_NONE;
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

/* Handles a line of the reply to the link's own JOIN or WATCH. */
static void subscriptions_on_reply(Link *link, unsigned request_id, const Request *request,
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

/* Remembers the muted players for the next connection. */
static void on_mute_reply(ActiveSubscription *active, const Request *request,
                          const Message *message) {
    bool muted = request->verb == VERB_MUTE;
    if (message->kind != MESSAGE_OK)
        return;
    for (int seat = 0; seat < MUTED_COUNT; seat++)
        if (!fields_has(&request->fields, FIELD_SIDE_ARG) || request->fields.seat == (Seat)seat)
            active->muted[seat] = muted;
}

/* Handles the reply to a user's MOVE, MUTE or UNMUTE before it is reported. */
static void subscriptions_on_user_reply(Link *link, const Request *request,
                                        const Message *message) {
    ActiveSubscription *active = find_active(link, &request->fields.id);
    if (!active)
        return;
    if (request->verb == VERB_MOVE)
        on_move_reply(link, active, request, message);
    else if (request->verb == VERB_MUTE || request->verb == VERB_UNMUTE)
        on_mute_reply(active, request, message);
}

static void subscriptions_on_event(Link *link, const Message *message) {
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

/* ---- the link ---- */

/* A connection that lasted at least this long resets the backoff. */
enum { STABLE_CONNECTION_MS = 5000 };

static void set_phase(Link *link, LinkPhase phase) {
    link->phase = phase;
    link->phase_since_ms = link->now;
}

Link *link_create(const LinkOptions *options, LinkListener *listener, void *context,
                  int64_t now_ms) {
    Link *link = memory_allocate(sizeof *link);
    link->options = *options;
    if (link->options.servers == 0)
        link->options.servers = 1;
    link->listener = listener;
    link->context = context;
    link->seed = options->seed;
    link->now = now_ms;
    TAILQ_INIT(&link->waiting);
    TAILQ_INIT(&link->sent);
    set_phase(link, LINK_CONNECTING);
    return link;
}

static void free_request(PendingRequest *pending) {
    seat_key_clear(&pending->request.fields.key);
    free(pending);
}

static void free_requests(RequestQueue *queue) {
    for (PendingRequest *pending; (pending = TAILQ_FIRST(queue));) {
        TAILQ_REMOVE(queue, pending, entry);
        free_request(pending);
    }
}

void link_free(Link *link) {
    if (!link)
        return;
    free_requests(&link->waiting);
    free_requests(&link->sent);
    for (ActiveSubscription *active = LIST_FIRST(&link->subscriptions), *next; active;
         active = next) {
        next = LIST_NEXT(active, entry);
        free_active(active);
    }
    buffer_free(&link->output);
    free(link);
}

static void link_notify(Link *link, LinkEvent event) {
    if (event.message && fields_has(&event.message->fields, FIELD_ID))
        event.id = event.message->fields.id;
    link->listener(link->context, &event);
}

bool link_is_online(const Link *link) {
    return link->phase == LINK_ONLINE;
}

bool link_has_feature(const Link *link, const char *feature) {
    size_t length = strlen(feature);
    for (const char *word = link->features; *word; word += strspn(word, ",")) {
        size_t found = strcspn(word, ",");
        if (found == length && memcmp(word, feature, length) == 0)
            return true;
        word += found;
    }
    return false;
}

/* ---- the queue of requests ---- */

/* Adds a request of the link or its user; returns its id. */
static unsigned link_enqueue(Link *link, const Request *request, bool internal) {
    PendingRequest *pending = memory_allocate(sizeof *pending);
    pending->request = *request;
    link->last_request_id = link->last_request_id % INT32_MAX + 1;
    pending->request_id = link->last_request_id;
    pending->internal = internal;
    snprintf(pending->request.tag, sizeof pending->request.tag, "%u", pending->request_id);
    TAILQ_INSERT_TAIL(&link->waiting, pending, entry);
    return pending->request_id;
}

static void move_request(PendingRequest *pending, RequestQueue *from, RequestQueue *to) {
    TAILQ_REMOVE(from, pending, entry);
    TAILQ_INSERT_TAIL(to, pending, entry);
}

static void send_pending(Link *link, bool internal) {
    char line[REQUEST_LINE_SIZE];
    for (PendingRequest *pending = TAILQ_FIRST(&link->waiting), *next; pending; pending = next) {
        next = TAILQ_NEXT(pending, entry);
        if (pending->internal != internal || pending->send_after_ms > link->now)
            continue;
        buffer_add(&link->output, line, request_write(&pending->request, line));
        move_request(pending, &link->waiting, &link->sent);
    }
}

/* Writes the waiting requests that may be sent, the link's own first. */
static void link_flush(Link *link) {
    if (link->phase != LINK_ONLINE)
        return;
    send_pending(link, true);
    send_pending(link, false);
}

unsigned link_request(Link *link, const Request *request) {
    unsigned request_id = link_enqueue(link, request, false);
    link_flush(link);
    return request_id;
}

static bool is_idempotent(const PendingRequest *pending) {
    Verb verb = pending->request.verb;
    return verb != VERB_SAY && verb != VERB_PING && verb != VERB_QUIT;
}

/* Reports the replies that begin again. The listener may make new requests. */
static void report_restarted(Link *link) {
    PendingRequest *pending;
    TAILQ_FOREACH(pending, &link->waiting, entry) {
        if (pending->reply_started)
            link_notify(
                link, (LinkEvent){.kind = LINK_EVENT_RESTARTED, .request_id = pending->request_id});
        pending->reply_started = false;
    }
}

/* Reports the user's requests that get no reply, and frees all. The listener may make new ones. */
static void drop_requests(Link *link, RequestQueue *dropped) {
    PendingRequest *pending;
    TAILQ_FOREACH(pending, dropped, entry)
        if (!pending->internal)
            link_notify(link, (LinkEvent){.kind = LINK_EVENT_REQUEST_LOST,
                                          .request_id = pending->request_id});
    free_requests(dropped);
}

/* Queues the sent idempotent requests again, before the waiting ones, after a lost connection.
 * Drops the link's own requests, which are created again after the next greeting. */
static void requeue(Link *link) {
    RequestQueue waiting = TAILQ_HEAD_INITIALIZER(waiting);
    RequestQueue dropped = TAILQ_HEAD_INITIALIZER(dropped);
    TAILQ_CONCAT(&waiting, &link->waiting, entry);
    link->lists_request_id = 0;
    for (PendingRequest *pending; (pending = TAILQ_FIRST(&link->sent));)
        move_request(pending, &link->sent,
                     pending->internal || !is_idempotent(pending) ? &dropped : &link->waiting);
    for (PendingRequest *pending; (pending = TAILQ_FIRST(&waiting));)
        move_request(pending, &waiting, pending->internal ? &dropped : &link->waiting);
    report_restarted(link);
    drop_requests(link, &dropped);
}

/* ---- connecting ---- */

bool link_wants_connection(const Link *link) {
    return link->phase == LINK_CONNECTING || link->phase == LINK_GREETING ||
           link->phase == LINK_ONLINE;
}

/* Returns the delay after a number of failures: doubled each time up to LINK_RETRY_MAX_MS, but at
 * least the delay that the server requested. */
static int64_t backoff_ms(unsigned failures, int64_t requested_ms) {
    int64_t delay = LINK_RETRY_MIN_MS;
    for (unsigned i = 0; i < failures && delay < LINK_RETRY_MAX_MS; i++)
        delay *= 2;
    delay = min_i64(delay, LINK_RETRY_MAX_MS);
    return requested_ms > delay ? requested_ms : delay;
}

/* Returns the wait before the next attempt. After a lost connection, another server is tried at
 * once, or after a short time that keeps the clients of a server that died from arriving together;
 * the backoff grows when each server has had its turn, and varies by up to a quarter, so that the
 * clients of a restarted server do not all connect at once. */
static int64_t choose_delay(Link *link, bool tries_another) {
    if (!tries_another) {
        int64_t delay = backoff_ms(link->failed_attempts / link->options.servers,
                                   (int64_t)link->retry_seconds * 1000);
        int64_t quarter = delay / 4;
        return delay - quarter + (int64_t)random_below(&link->seed, (size_t)(2 * quarter + 1));
    }
    return link->phase == LINK_ONLINE ? (int64_t)random_below(&link->seed, LINK_SPREAD_MS + 1) : 0;
}

/* Ends the connection and schedules the next attempt. */
static void disconnect(Link *link, const char *why) {
    if (!link_wants_connection(link))
        return;
    if (link->phase == LINK_ONLINE && link->now - link->phase_since_ms >= STABLE_CONNECTION_MS)
        link->failed_attempts = 0;
    bool tries_another = (link->failed_attempts + 1) % link->options.servers != 0;
    int64_t delay = choose_delay(link, tries_another);
    link->failed_attempts++;
    link->useless_servers = 0;
    link->retry_seconds = 0;
    link->retry_at_ms = link->now + delay;
    set_phase(link, LINK_WAITING);
    buffer_clear(&link->output);
    requeue(link);
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_OFFLINE,
                                  .sentence = why,
                                  .wait_ms = delay,
                                  .tries_another = tries_another});
}

bool link_leave_server(Link *link, const char *why) {
    unsigned useless = link->useless_servers + 1;
    if (!link_wants_connection(link) || useless >= link->options.servers)
        return false;
    disconnect(link, why);
    link->useless_servers = useless;
    return true;
}

/* Ends the link: there will be no further attempt, and no reply. */
static void fail_permanently(Link *link, const char *why) {
    RequestQueue dropped = TAILQ_HEAD_INITIALIZER(dropped);
    set_phase(link, LINK_FAILED);
    buffer_clear(&link->output);
    TAILQ_CONCAT(&dropped, &link->sent, entry);
    TAILQ_CONCAT(&dropped, &link->waiting, entry);
    drop_requests(link, &dropped);
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_FAILED, .sentence = why});
}

/* Leaves a server that must not be used, and fails if that is so of all. */
static void reject_server(Link *link, const char *why) {
    if (!link_leave_server(link, why))
        fail_permanently(link, why);
}

void link_lost(Link *link, const char *why, int64_t now_ms) {
    char said[sizeof link->bye_reason + 64];
    bool has_said = link->bye_reason[0] != '\0';
    link->now = now_ms;
    snprintf(said, sizeof said, "the server has ended the connection: %s", link->bye_reason);
    link->bye_reason[0] = '\0';
    disconnect(link, has_said ? said : why);
}

void link_failed(Link *link, const char *why, int64_t now_ms) {
    link->now = now_ms;
    if (link_wants_connection(link))
        reject_server(link, why);
}

void link_refused(Link *link, const char *why, int64_t now_ms) {
    link->now = now_ms;
    if (link_wants_connection(link))
        fail_permanently(link, why);
}

static void send_hello(Link *link) {
    Request hello = {.verb = VERB_HELLO};
    hello.fields.protocol = PROTOCOL_VERSION;
    fields_set(&hello.fields, FIELD_PROTOCOL);
    if (link->options.program[0]) {
        strcpy(hello.fields.program, link->options.program);
        fields_set(&hello.fields, FIELD_CLIENT);
    }
    char line[REQUEST_LINE_SIZE];
    buffer_add(&link->output, line, request_write(&hello, line));
}

void link_connected(Link *link, int64_t now_ms) {
    link->now = link->last_answer_ms = now_ms;
    link->ping_sent = false;
    link->bye_reason[0] = '\0';
    line_reader_init(&link->reader, link->line, LINE_SERVER_MAX);
    set_phase(link, LINK_GREETING);
    send_hello(link);
}

void link_retry_now(Link *link, int64_t now_ms) {
    link->now = now_ms;
    if (link->phase == LINK_WAITING)
        set_phase(link, LINK_CONNECTING);
}

/* ---- replies ---- */

/* Returns whether a rejected request is to be repeated later. It can be if it names a ply, is the
 * same when it is repeated, or is the link's own. Claiming too early is for the user to know. A
 * request that came before its JOIN, which is repeated itself, is repeated after it. */
static bool is_deferrable(const Link *link, const PendingRequest *pending, const Message *message) {
    Verb verb = pending->request.verb;
    if (message->error == PROTO_ERR_NOTSEATED) {
        const ActiveSubscription *active = find_active(link, &pending->request.fields.id);
        return active && active->join_request_id != 0;
    }
    if (message->fields.retry != RETRY_LATER)
        return false;
    return pending->internal || verb == VERB_MOVE || verb == VERB_RESIGN || verb == VERB_DRAW ||
           verb == VERB_ABORT || verb == VERB_REMATCH ||
           ((verb == VERB_NEW || verb == VERB_JOIN) && message->error == PROTO_ERR_BUSY) ||
           (verb == VERB_CLAIM && message->error != PROTO_ERR_RATE);
}

/* Sends the request again later. Who waits no longer than for the first attempt need not know. */
static void defer(Link *link, PendingRequest *pending, const Message *message) {
    int64_t delay = backoff_ms(pending->deferrals++, message->fields.wait_ms);
    pending->send_after_ms = link->now + delay;
    TAILQ_INSERT_TAIL(&link->waiting, pending, entry);
    if (delay > LINK_RETRY_MIN_MS)
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_DEFERRED,
                                      .request_id = pending->internal ? 0 : pending->request_id,
                                      .id = pending->request.fields.id,
                                      .message = message,
                                      .wait_ms = delay});
}

static void on_final_line(Link *link, PendingRequest *pending, const Message *message) {
    if (message->type == MESSAGE_REJECTED && is_deferrable(link, pending, message)) {
        defer(link, pending, message);
        return;
    }
    if (pending->internal) {
        subscriptions_on_reply(link, pending->request_id, &pending->request, message);
    } else {
        subscriptions_on_user_reply(link, &pending->request, message);
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_REPLY,
                                      .request_id = pending->request_id,
                                      .id = pending->request.fields.id,
                                      .message = message});
    }
    free_request(pending);
}

static void on_data(Link *link, PendingRequest *pending, const Message *message) {
    if (pending->internal) {
        subscriptions_on_reply(link, pending->request_id, &pending->request, message);
        return;
    }
    pending->reply_started = true;
    link_notify(link, (LinkEvent){.kind = LINK_EVENT_DATA,
                                  .request_id = pending->request_id,
                                  .message = message});
}

/* Returns whether a line can answer the request: it has its tag and is not about another game. */
static bool answers_request(const PendingRequest *pending, const Message *message) {
    const Fields *request = &pending->request.fields, *reply = &message->fields;
    return strcmp(pending->request.tag, message->tag) == 0 &&
           (!fields_has(request, FIELD_ID) || !fields_has(reply, FIELD_ID) ||
            strcmp(request->id.text, reply->id.text) == 0);
}

static void on_reply(Link *link, const Message *message) {
    bool final = message->kind == MESSAGE_OK || message->kind == MESSAGE_ERROR;
    PendingRequest *first = TAILQ_FIRST(&link->sent);
    if (!message->tag[0] && message->kind == MESSAGE_COMMENT)
        return;
    if (!first || !answers_request(first, message)) {
        disconnect(link, "the server sent an unexpected reply");
        return;
    }
    if (final) {
        TAILQ_REMOVE(&link->sent, first, entry);
        on_final_line(link, first, message);
    } else {
        on_data(link, first, message);
    }
}

/* ---- input and output ---- */

static void on_hello_reply(Link *link, const Message *message) {
    if (message->type == message_success(VERB_HELLO)) {
        set_phase(link, LINK_ONLINE);
        strcpy(link->features, message->fields.features);
        link_notify(link, (LinkEvent){.kind = LINK_EVENT_ONLINE, .message = message});
        start_lists(link);
        ActiveSubscription *active;
        LIST_FOREACH(active, &link->subscriptions, entry)
            start(link, active);
        link_flush(link);
    } else if (message->kind == MESSAGE_ERROR && message->fields.retry == RETRY_NO) {
        reject_server(link, message->fields.text);
    } else if (message->kind == MESSAGE_ERROR) {
        disconnect(link, message->fields.text);
    }
}

static void on_event(Link *link, const Message *message) {
    if (message->type == EVENT_BYE) {
        link->retry_seconds = message->fields.retry_seconds;
        snprintf(link->bye_reason, sizeof link->bye_reason, "%.100s", message->fields.text);
    }
    if (message->type == EVENT_OUTAGE && link->options.servers > 1)
        disconnect(link, "the server cannot reach its database");
    else if (message->type == EVENT_HELLO && message->fields.protocol != PROTOCOL_VERSION)
        reject_server(link, "the server uses another version of the protocol");
    else if (message->type != EVENT_HELLO && message->type != EVENT_PING &&
             message->type != MESSAGE_UNKNOWN)
        subscriptions_on_event(link, message);
}

static void on_line(Link *link, const char *line, size_t length) {
    Message message;
    Error error;
    if (!message_parse(line, length, &message, &error)) {
        disconnect(link, error.text);
        return;
    }
    if (message.kind == MESSAGE_EVENT) {
        on_event(link, &message);
        return;
    }
    if (message.kind != MESSAGE_COMMENT) {
        link->last_answer_ms = link->now;
        link->ping_sent = false;
    }
    if (link->phase == LINK_GREETING)
        on_hello_reply(link, &message);
    else
        on_reply(link, &message);
}

void link_receive(Link *link, const char *bytes, size_t length, int64_t now_ms) {
    link->now = now_ms;
    while (link->phase == LINK_GREETING || link->phase == LINK_ONLINE) {
        LineStatus status = line_reader_next(&link->reader, &bytes, &length);
        if (status == LINE_NONE)
            break;
        if (status == LINE_READY)
            on_line(link, link->reader.bytes, link->reader.length);
        else
            disconnect(link, "the server sent a line that is too long");
    }
}

const char *link_output(const Link *link, size_t *length) {
    *length = link->output.length;
    return link->output.bytes;
}

void link_take_output(Link *link, size_t length) {
    Buffer *output = &link->output;
    memmove(output->bytes, output->bytes + length, output->length - length);
    output->length -= length;
}

/* ---- time ---- */

int64_t link_connect_timeout_ms(const Link *link) {
    return link->options.servers > 1 ? LINK_CONNECT_EACH_MS : LINK_CONNECT_TIMEOUT_MS;
}

int64_t link_deadline(const Link *link) {
    const PendingRequest *pending;
    int64_t deadline;
    switch (link->phase) {
    case LINK_WAITING:
        return link->retry_at_ms;
    case LINK_CONNECTING:
    case LINK_GREETING:
        return link->phase_since_ms + link_connect_timeout_ms(link);
    case LINK_ONLINE:
        deadline =
            link->last_answer_ms + (link->ping_sent ? LINK_DEAD_AFTER_MS : LINK_PING_AFTER_MS);
        TAILQ_FOREACH(pending, &link->waiting, entry)
            deadline = min_i64(deadline, pending->send_after_ms);
        return deadline;
    default:
        return INT64_MAX;
    }
}

static void tick_online(Link *link) {
    int64_t silence = link->now - link->last_answer_ms;
    if (silence >= LINK_DEAD_AFTER_MS) {
        disconnect(link, "the server is not responding");
        return;
    }
    if (silence >= LINK_PING_AFTER_MS && !link->ping_sent) {
        link->ping_sent = true;
        link_enqueue(link, &(Request){.verb = VERB_PING}, true);
    }
    link_flush(link);
}

void link_tick(Link *link, int64_t now_ms) {
    link->now = now_ms;
    bool late = now_ms - link->phase_since_ms >= link_connect_timeout_ms(link);
    if (link->phase == LINK_ONLINE)
        tick_online(link);
    else if (link->phase == LINK_WAITING && now_ms >= link->retry_at_ms)
        set_phase(link, LINK_CONNECTING);
    else if (link->phase == LINK_CONNECTING && late)
        disconnect(link, "the server cannot be reached");
    else if (link->phase == LINK_GREETING && late)
        disconnect(link, "the server is not responding");
}
