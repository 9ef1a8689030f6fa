/* State shared by the files of the core: the core itself and a client. */
#ifndef SERVER_CORE_CORE_PARTS_H
#define SERVER_CORE_CORE_PARTS_H

#include <sys/queue.h>

#include "net/line.h"
#include "net/protocol.h"
#include "server/base/address.h"
#include "server/core/client.h"
#include "server/core/core.h"
#include "server/base/event_log.h"
#include "server/core/game.h"
#include "server/core/lists.h"
#include "server/core/outage.h"
#include "server/core/pending.h"
#include "server/core/restrictions.h"
#include "server/base/timers.h"
#include "server/base/token_bucket.h"

enum {
    PROBE_INTERVAL_MS = 5 * 1000, /* between attempts to write to a full disk */
    OUTPUT_HIGH_WATER = 3 * 1024  /* bytes of output at which no further command is run and no
                                   * further event is taken */
};

struct Client {
    LIST_ENTRY(Client) entry;           /* of all clients */
    TAILQ_ENTRY(Client) changed_entry;  /* if `changed` */
    TAILQ_ENTRY(Client) deferred_entry; /* if `deferred` */
    TAILQ_ENTRY(Client) waiting_entry;  /* if `waiting_for` */
    TAILQ_ENTRY(Client) slow_entry;     /* if `slow` */
    void *user_data;
    uint64_t serial;   /* from 1; never used again */
    LineReader reader; /* bytes: the core's scratch, or the client's own while a line is in it */
    char *backlog;     /* owned: received bytes that wait for a turn, or NULL */
    uint32_t backlog_start, backlog_end;
    OutputBuffer output;
    Address address;
    AddressEntry *address_entry;
    TokenBucket commands, talk;
    Timer timer;
    int64_t received_ms;     /* when the current input arrived */
    int64_t watched_ms;      /* likewise, by core_watch() */
    int64_t line_started_ms; /* when an unfinished line began, or 0 */
    int64_t connected_ms;
    int64_t deadline_ms; /* end of a pause, or of closing */
    struct SubscriberList subscribers;
    struct EventReaderList readers; /* that read a log */
    EventReader announcements;
    ListSubscription *list;  /* owned; NULL: none */
    uint64_t events_seen;    /* the events when it last took some */
    CachedGame *waiting_for; /* a game that is being changed or loaded */
    PendingCall *pending;
    Stream *stream;
    uint64_t created_id; /* the existing game that a NEW, which is run again, has found; or 0 */
    uint32_t uncharged_bytes; /* of long replies */
    uint16_t subscriber_count;
    bool has_sent_line;
    bool line_pending; /* the reader holds a line that is run later */
    bool token_taken;  /* for the pending line */
    bool waits_for_database;
    bool has_asked;   /* the database for the line: see command_asks() */
    bool throttled;   /* has exceeded its rate limit since its bucket was last full */
    bool is_reported; /* for invalid lines beyond its rate limit */
    bool paused;      /* until deadline_ms */
    bool input_ended;
    bool in_reply;  /* further lines of a reply follow */
    bool is_behind; /* there are events that it could not take */
    bool changed, deferred;
    bool slow;    /* its output exceeds the limit */
    bool closing; /* once its output is sent, or at deadline_ms */
    bool close_now;
};

/* The rate of talk; see talk_rate_take(). */
typedef struct TalkRate {
    TokenBucketRate line_rate;  /* of a client, in lines */
    TokenBucketRate heard_rate; /* of the server, in lines heard ... */
    TokenBucketRate game_rate;  /* ... and of a game */
    TokenBucket heard;
} TalkRate;

struct Core {
    ServerLimits limits;
    TokenBucketRate command_rate, game_rate; /* of the limits */
    TalkRate talk;
    Store *store;
    const char *version;
    const char *greeting, *contact; /* the texts of HELLO, or NULL */
    void (*random)(void *context, void *bytes, size_t size);
    void *random_context;
    void (*on_abuse)(void *context, const Address *address, const char *what);
    void *abuse_context;
    int64_t now_ms, unix_ms, started_ms;
    Timers timers;
    Timer periodic_timer;          /* for probes, sweeps and the service time */
    int64_t probe_ms, sweep_ms;    /* the next probe of a full disk, and attempt to sweep */
    int64_t look_ms, look_unix_ms; /* the two times at the start or the last sweep */
    int64_t swept_ms;              /* since 1970: now, for the age of the games that are swept */
    int64_t clock_ms;              /* when the service time was last submitted to the store */
    int64_t earlier_service_ms;    /* the service time when this server started; -1: unknown */
    GameCache games;
    Cluster cluster;
    AddressTable addresses;
    LIST_HEAD(ClientList, Client) clients;
    TAILQ_HEAD(ChangedClients, Client) changed; /* the first is the first to send its output */
    TAILQ_HEAD(SlowClients, Client) slow;       /* that are not disconnected yet */
    EventLogs events;
    EventLog announcements;                             /* events for every client */
    TAILQ_HEAD(ScheduledLogs, EventLog) scheduled_logs; /* with readers that wait for a turn */
    ListFeed list_feed;
    TAILQ_HEAD(DeferredClients, Client) deferred;
    uint32_t client_count, subscriber_count;
    uint64_t last_serial; /* of a client */
    PendingCalls pending_calls;
    Outage outage;
    uint32_t clocks_pending; /* STORE_CLOCKs */
    CoreStats counters;      /* without current values, except for games_stored */
    uint64_t written;        /* bytes for clients since the start */
    size_t stream_bytes;     /* texts and moves of streams */
    bool readonly, probing, sweeping, draining, drained;
    char *failure; /* owned */
    Restrictions restrictions;
    char *no_games; /* owned: why new games are refused, or NULL */
    char scratch[LINE_CLIENT_MAX + LINE_END_SIZE];
    Request request;
    Message message;
    Error error;
};

/* Reports an address for the administrator's log. */
void core_report_abuse(const Core *core, const Address *address, const char *what);
/* Stops the core after a failure of the store. */
void core_fail(Core *core, const char *why);
void core_set_readonly(Core *core, bool readonly);
/* Sets the timer for the next probe or sweep, and for storing the service time. */
void core_schedule_periodic(Core *core);

/* Returns the service time (STORE_CLOCK) at a time of the monotonic clock, or -1 if it is unknown.
 */
int64_t core_service_ms(const Core *core, int64_t at_ms);
/* Stores the service time. Called before a move is stored, too: no stored move is of a later time.
 */
void core_store_clock(Core *core);
void core_make_seat_key(Core *core, SeatKey *key);

CompletionHandler core_on_timed_games, core_on_present_games, core_on_old_games;

#endif
