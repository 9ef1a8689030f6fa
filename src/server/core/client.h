/*
 * Clients of the server's core: their input, output and disconnection, the games that they
 * subscribe to, long replies, and the delivery of events. The section "for the owner of the
 * connections" is for src/server/loop; the rest is for the core.
 */
#ifndef SERVER_CORE_CLIENT_H
#define SERVER_CORE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>

#include "net/protocol.h"
#include "rules/movegen.h"
#include "rules/position.h"
#include "server/base/address.h"
#include "server/base/event_log.h"

typedef struct Core Core;

typedef struct Client Client;

typedef struct CachedGame CachedGame;

/* ---- the buffer of the output ---- */

/* Zero-initialized. An empty buffer keeps a small allocation and frees a larger one. */
typedef struct OutputBuffer {
    char *bytes; /* owned */
    uint32_t start, end, capacity;
    uint32_t held; /* bytes that are on their way, though not sent yet */
    bool mid_line; /* the last byte sent was not the end of a line */
} OutputBuffer;

static inline size_t output_buffer_length(const OutputBuffer *buffer) {
    return buffer->end - buffer->start;
}

/* ---- fair scheduling ----
 * A token bucket limits the commands of a client. A turn of a client is at most LINES_PER_TURN
 * lines or STREAM_HIGH_WATER bytes of a long reply; the rest is deferred to rounds of a few clients
 * each, so that short requests do not wait for long ones. */

/* Runs one round. */
void scheduler_run(Core *core);

/* ---- long replies, produced at the rate at which the client reads them ---- */

typedef enum StreamKind {
    STREAM_WATCH,
    STREAM_MOVES,
    STREAM_LEGAL,
    STREAM_LIST,
    STREAM_HELP,
    STREAM_TEXT
} StreamKind;

typedef struct Stream {
    StreamKind kind;
    Verb verb;
    char tag[TAG_MAX + 1];
    CachedGame *game; /* stays in memory; NULL for a LIST */
    uint32_t at, end; /* plies, or verbs of a HELP; `at` is the next slot of a LIST */
    uint32_t limit;   /* further games of a LIST */
    uint32_t sent;    /* moves of a LEGAL */
    bool open, live;  /* listings that a LIST includes */
    bool more;        /* a LEGAL or a LIST is not complete */
    Move *moves;      /* of a LEGAL; owned */
    uint32_t move_count;
    char *text; /* of a BOARD or an EXPORT; owned */
    size_t text_at, text_length;
} Stream;

/* Begins the reply to a request; `game` may be NULL. The client owns the stream; the caller fills
 * in its other members. */
Stream *stream_begin(Core *core, Client *client, StreamKind kind, const Request *request,
                     CachedGame *game);

/* Sets the text or a copy of the moves, whose memory counts for stream_check_memory(). Takes over
 * the text. */
void stream_set_text(Core *core, Stream *stream, char *text, size_t length);

void stream_set_moves(Core *core, Stream *stream, const MoveList *moves);

/* Returns whether the memory of all streams allows another long text or list of moves. */
bool stream_check_memory(const Core *core);

/* ---- the delivery of events from their logs to the outputs of clients ---- */

/* Removes a log without readers from the queue of turns. */
void delivery_cancel(Core *core, EventLog *log);

/* ---- subscribers: clients that play, watch or have created a game ---- */

/* The relation of a client to a game. */
typedef struct Subscriber {
    Client *client;
    CachedGame *game;
    LIST_ENTRY(Subscriber) of_client;
    LIST_ENTRY(Subscriber) of_game;
    EventReader events; /* reads nothing until the client receives the game's events */
    char *name;         /* of a spectator who talks; owned; NULL if not given */
    uint8_t seat;       /* Seat: SEAT_WHITE, SEAT_BLACK or SEAT_NONE */
} Subscriber;

LIST_HEAD(SubscriberList, Subscriber);

/* Returns NULL if the client has not subscribed to the game. */
Subscriber *subscriber_find(const Client *client, const CachedGame *game);

/* Returns whether the client may subscribe to the game (NULL: a new one). If not, rejects the
 * command. Games that are over do not count. */
bool subscriber_check_limit(Core *core, Client *client, const char *tag, const CachedGame *game);

/* Returns the subscriber, which is added if needed. Of the games that are over, the one subscribed
 * to for the longest gives way. Otherwise the limit is not checked here: a change that the store
 * has accepted is never undone. */
Subscriber *subscriber_add(Core *core, Client *client, CachedGame *game);

void subscriber_remove(Core *core, Subscriber *subscriber);

/* Makes the subscriber receive the game's events from now on. May be repeated. */
void subscriber_start_events(Subscriber *subscriber);

static inline bool subscriber_receives_events(const Subscriber *subscriber) {
    return subscriber->events.log != NULL;
}

/* Gives the seat to the subscriber and sends REPLACED to its previous holder. Sends JOIN to the
 * others if the player was not present, or if `is_announced`, for example with a new name. */
void subscriber_take_seat(Core *core, Subscriber *subscriber, Color color, bool is_announced);

/* Takes the seat from its holder, which becomes a spectator, and sends it REPLACED. */
void subscriber_lose_seat(Core *core, CachedGame *game, Color color);

/* Returns the client's seat, or SEAT_NONE. */
Seat subscriber_seat(const CachedGame *game, const Client *client);

/* Sets the name under which a spectator talks; "" for none. */
void subscriber_set_name(Subscriber *subscriber, const char *name);

/* Sends an event to the game's subscribers: first to the players, then to few at once, or to many
 * in turns of the scheduler. A client sends its replies first, so that they do not wait. */
void subscriber_notify(Core *core, CachedGame *game, const Message *event, EventAudience audience);

/* Sends an event to all subscribers except one client (NULL: to all). */
void subscriber_notify_all(Core *core, CachedGame *game, const Message *event,
                           const Client *except);

/* Returns the bit of a speaker (SEAT_NONE: a spectator) in EventAudience and EventReader. */
static inline uint8_t subscriber_speaker(Seat seat) {
    return (uint8_t)(1U << seat);
}

/* The bits of both players and the spectators. */
enum { SUBSCRIBER_ALL_SPEAKERS = 1 << SEAT_WHITE | 1 << SEAT_BLACK | 1 << SEAT_NONE };

/* ---- the rate of talk ---- */

/* A line is charged to its speaker, and to the game and the server by the number of its hearers,
 * since each of them is sent a copy. Charges a line that `hearers` clients hear, and returns 0; or
 * charges nothing and returns the milliseconds until the client may repeat it. */
int64_t talk_rate_take(Core *core, Client *client, CachedGame *game, uint32_t hearers);

/* Computes the rates from the limits. */
void talk_rate_configure(Core *core);

/* ---- for the owner of the connections ---- */

/* The next step of the connection's owner. */
typedef enum ClientAction {
    CLIENT_READ,  /* reads when there is input */
    CLIENT_PAUSE, /* does not read for now */
    CLIENT_CLOSE  /* closes it, even with output left, and calls client_close */
} ClientAction;

/* Opens a connection. Returns NULL if there are too many, and sets *rejection, a static line to be
 * sent before the connection is closed. */
Client *client_open(Core *core, const Address *address, void *user_data, const char **rejection);

/* Frees a client whose connection is gone. */
void client_close(Core *core, Client *client);

/* Processes bytes received from the client. Bytes that cannot be processed yet are copied. */
void client_receive(Core *core, Client *client, const char *bytes, size_t length);

/* Called at the end of the client's input. Its commands are answered before it is closed. */
void client_end_input(Core *core, Client *client);

/* Returns the bytes to send, valid until the next call, or NULL if there are none. */
const char *client_output(const Client *client, size_t *length);

/* Called when `length` bytes of the output were handed over for sending, but not all are sent: they
 * stay the first of the output until client_sent(). */
void client_hold_output(Client *client, size_t length);

/* Called when `length` bytes of the output were sent. */
void client_sent(Core *core, Client *client, size_t length);

ClientAction client_action(const Client *client);

/* Puts the client on the list of core_next_changed(). */
void client_mark_changed(Core *core, Client *client);

void *client_user_data(const Client *client);

/* ---- for the core ---- */

/* Sends a line of a reply, or HELLO or BYE. All other events come from logs. */
void client_send(Core *core, Client *client, const Message *message);

/* Sends a line that message_write() wrote. */
void client_send_line(Core *core, Client *client, const char *line, size_t length);

/* Reads nothing more, and closes the connection once the output is sent. */
void client_close_after_output(Core *core, Client *client);

/* Continues the client's stream and input as far as its limits allow. */
void client_resume(Core *core, Client *client);

/* Returns whether there is an outage, after which the client's line runs again. */
bool client_waits_for_database(Core *core, Client *client);

/* Called at the end of an outage. */
void client_resume_waiting(Core *core);

/* Called when the client's timer expires. */
void client_on_timer(Core *core, Client *client);

/* Disconnects the clients that are slow. This is deferred, because clients are found to be slow in
 * the middle of commands. */
void client_disconnect_slow(Core *core);

/* Sends BYE with a reason and the seconds after which to retry (0: unspecified), reads nothing
 * more, and closes the connection once the output is sent. */
void client_disconnect(Core *core, Client *client, const char *why, uint32_t retry_s);

void client_disconnect_all(Core *core, const char *why, uint32_t retry_s);

/* Sends every client an event with a text for people: NOTICE itself, any other as a comment. */
void client_notify_all(Core *core, MessageType event, const char *text);

#endif
