/* State shared by the files of the core: the core itself and a client. */
#ifndef SERVER_CORE_CORE_PARTS_H
#define SERVER_CORE_CORE_PARTS_H

#include <sys/queue.h>

#include "net/line.h"
#include "net/message.h"
#include "net/request.h"
#include "server/core/address.h"
#include "server/core/client.h"
#include "server/core/core.h"
#include "server/core/game_cache.h"
#include "server/core/output_buffer.h"
#include "server/core/pending.h"
#include "server/core/stream.h"
#include "server/core/subscriber.h"
#include "server/core/timers.h"
#include "server/core/token_bucket.h"

enum { PROBE_INTERVAL_MS = 5 * 1000 }; /* between attempts to write to a full disk */

struct Client {
    LIST_ENTRY(Client) entry;           /* of all clients */
    LIST_ENTRY(Client) changed_entry;   /* if `changed` */
    TAILQ_ENTRY(Client) deferred_entry; /* if `deferred` */
    TAILQ_ENTRY(Client) waiting_entry;  /* if `waiting_for` */
    void *user_data;
    LineReader reader; /* bytes: the core's scratch, or the client's own while a line is in it */
    char *backlog;     /* owned: received bytes that wait for a turn, or NULL */
    uint32_t backlog_start, backlog_end;
    OutputBuffer output;
    OutputBuffer held_events; /* events that wait for the end of a long reply */
    AddressEntry *address_entry;
    TokenBucket commands;
    Timer timer;
    int64_t received_ms;     /* when the current input arrived */
    int64_t line_started_ms; /* when an unfinished line began, or 0 */
    int64_t connected_ms;
    int64_t deadline_ms; /* end of a pause, or of closing */
    struct SubscriberList subscribers;
    CachedGame *waiting_for; /* a game that is being changed or loaded */
    PendingCall *pending;
    Stream *stream;
    uint64_t created_id;      /* the existing game that a NEW has found, or 0 */
    uint32_t uncharged_bytes; /* of long replies */
    uint16_t subscriber_count;
    bool has_sent_line;
    bool line_pending; /* the reader holds a line that is run later */
    bool token_taken;  /* for the pending line */
    bool throttled;    /* has exceeded its rate limit since its bucket was last full */
    bool paused;       /* until deadline_ms */
    bool input_ended;
    bool changed, deferred;
    bool slow;    /* its output exceeds the limit */
    bool closing; /* once its output is sent, or at deadline_ms */
    bool close_now;
};

struct Core {
    ServerLimits limits;
    TokenBucketRate command_rate, game_rate; /* of the limits */
    Store *store;
    const char *version;
    void (*random)(void *context, void *bytes, size_t size);
    void *random_context;
    int64_t now_ms, unix_ms, started_ms;
    Timers timers;
    Timer periodic_timer;       /* the earlier of `probe_ms` and `sweep_ms` */
    int64_t probe_ms, sweep_ms; /* the next probe of a full disk, and sweep of unstarted games */
    GameCache games;
    AddressTable addresses;
    LIST_HEAD(ClientList, Client) clients, changed;
    TAILQ_HEAD(DeferredClients, Client) deferred;
    uint32_t client_count, subscriber_count;
    PendingCalls pending_calls;
    CoreStats counters;  /* without current values, except for games_stored */
    uint64_t written;    /* bytes for clients since the start */
    size_t export_bytes; /* text of streams */
    bool slow_clients;   /* some clients are `slow` and not disconnected yet */
    bool readonly, probing, sweeping, draining, drained;
    char *failure; /* owned */
    char scratch[LINE_CLIENT_MAX + LINE_END_SIZE];
    Request request;
    Message message;
    Error error;
};

/* Stops the core after a failure of the store. */
void core_fail(Core *core, const char *why);
void core_set_readonly(Core *core, bool readonly);
/* Sets the timer for the next probe or sweep. */
void core_schedule_periodic(Core *core);
void core_make_seat_key(Core *core, SeatKey *key);

CompletionHandler core_on_timed_games, core_on_unstarted_games;

#endif
