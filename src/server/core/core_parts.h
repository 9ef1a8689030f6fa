/* The parts of the core, for the files of the core only. */
#ifndef SERVER_CORE_CORE_PARTS_H
#define SERVER_CORE_CORE_PARTS_H

#include "net/line.h"
#include "net/message.h"
#include "net/request.h"
#include "server/core/address.h"
#include "server/core/core.h"
#include "server/core/game_state.h"
#include "server/core/output_buffer.h"
#include "server/core/timers.h"

typedef struct CachedGame CachedGame;
typedef struct Subscriber Subscriber;
typedef struct PendingCall PendingCall;
typedef struct Stream Stream;

enum {
    OUTPUT_HIGH_WATER = 16 * 1024, /* waiting output past which a client's next command waits */
    STREAM_HIGH_WATER = 8 * 1024,  /* ... and a long reply */
    LINES_PER_TURN = 16,           /* of one client, before others have their turn */
    CLOSE_TIMEOUT_MS = 10 * 1000,  /* how long a goodbye may take */
    PROBE_INTERVAL_MS = 5 * 1000   /* how often a full disk is tried */
};

/* ---- clients: client.c, and their leaving: goodbye.c ---- */

struct Client {
    Client *next, *previous; /* of all */
    void *link;
    LineReader reader; /* bytes: the core's scratch, or the client's own while a line lies in it */
    char *backlog;     /* owned: bytes received whose time has not come; NULL: none */
    uint32_t backlog_start, backlog_end;
    OutputBuffer output;
    OutputBuffer held_events; /* events that wait for the end of a long reply */
    AddressEntry *address_entry;
    TokenBucket commands;
    Timer timer;
    int64_t received_ms;     /* when what is being read came */
    int64_t line_started_ms; /* when the line that has not ended began; 0: there is none */
    int64_t connected_ms;
    int64_t deadline_ms; /* the end of its pause, or of its goodbye */
    Subscriber *subscribers;
    Client *next_changed;
    Client *next_deferred, *previous_deferred;
    Client *next_waiting;
    CachedGame *waiting_for; /* its change or loading */
    PendingCall *pending;    /* what it waits for the store with */
    Stream *stream;
    uint64_t created_id;      /* the game that a NEW was found to have made before; 0: none */
    uint32_t uncharged_bytes; /* bytes of long replies */
    uint16_t subscriber_count;
    uint8_t backoff;        /* one after the other, without having been calm between */
    uint8_t defer_priority; /* Turn: in a round to come */
    bool has_sent_line;     /* has sent a line */
    bool line_pending;
    bool token_taken; /* the held line was counted */
    bool paused;      /* until deadline_ms */
    bool input_ended;
    bool changed;
    bool slow;      /* to be sent away */
    bool closing;   /* was told goodbye */
    bool close_now; /* to be closed now */
};

/* Sends a line. The message is an event, or belongs to a reply. */
void client_send(Core *core, Client *client, const Message *message);
void client_send_line(Core *core, Client *client, const char *line, size_t length, bool event);
/* Says goodbye; nothing more is read. */
void client_disconnect(Core *core, Client *client, const char *why, uint32_t retry_s);
/* Nothing more is read, and when the last bytes have left, the connection is closed. */
void client_close_after_output(Core *core, Client *client);
/* Whatever it waited for, it waits no longer, and is in no game; what is on its way to the store
 * goes on without it. */
void client_detach(Core *core, Client *client);
void client_drop_backlog(Client *client);
/* Sets the timer to what is due next. */
void client_set_timer(Core *core, Client *client);
/* Goes on with what was held back. */
void client_resume(Core *core, Client *client);
void client_mark_changed(Core *core, Client *client);
/* What is to be done with a client when a line has arrived or its time has come. */
void client_on_timer(Core *core, Client *client);
/* Carries out what could not be done in the middle of something else. */
void clients_disconnect_slow(Core *core);
void clients_notify_all(Core *core, const char *remark);
void clients_disconnect_all(Core *core, const char *why, uint32_t retry_s);

/* ---- how many commands: pace.c ---- */

/* A command more, or the reading pauses until there may be one. */
bool scheduler_take_token(Core *core, Client *client);
/* Who is past the limit with commands that are none has fewer of them. */
void scheduler_charge_error(Core *core, Client *client);
/* A long reply is as much work as several commands. */
void scheduler_charge_reply(Core *core, Client *client, size_t length);

/* ---- what can wait: rounds.c ----
 *
 * What one client wants beyond its share, many lines at once or the rest of a long reply, is done
 * in the rounds of core.h.
 */

typedef enum DeferPriority {
    DEFER_NORMAL,
    DEFER_LOW, /* of who is past the limit of commands, or soon will be: when no other waits */
    DEFER_NONE
} DeferPriority;

/* Who waits for a turn, in the order of their coming. */
typedef struct ClientQueue {
    Client *first, *last;
} ClientQueue;

/* Goes on with the client in a round to come. */
void scheduler_defer(Core *core, Client *client);
/* No longer; nothing happens to one that has no turn. */
void scheduler_cancel(Core *core, Client *client);

/* ---- commands: command.c ---- */

/* What became of a command. */
typedef enum HandlerStatus {
    HANDLER_DONE,         /* its reply is complete, or goes on as a stream */
    HANDLER_RETRY,        /* it is to be carried out again when the game it waits for is free */
    HANDLER_PENDING,      /* its reply comes with the store's completion */
    HANDLER_PENDING_RETRY /* the same, and it may have to be carried out again */
} HandlerStatus;

typedef HandlerStatus CommandHandler(Core *core, Client *client, const Request *request);
CommandHandler command_new, command_list, command_stats, command_help;
/* The game is the request's, and ready. */
typedef HandlerStatus GameCommandHandler(Core *core, Client *client, const Request *request,
                                         CachedGame *game);
GameCommandHandler command_join, command_watch, command_unwatch, command_get, command_moves,
    command_legal, command_board, command_export, command_move, command_resign, command_draw,
    command_abort, command_say;

/* Reads and carries out the line in the client's reader. */
HandlerStatus command_run(Core *core, Client *client);
/* Ends a reply with "-WORD"; the message can be given fields before it is sent with client_send. */
Message *reply_begin_error(Core *core, const char *tag, ProtocolError word, const char *format, ...)
    PRINTF_LIKE(4, 5);
void reply_error(Core *core, Client *client, const char *tag, ProtocolError word,
                 const char *format, ...) PRINTF_LIKE(5, 6);
void reply_game_over(Core *core, Client *client, const char *tag, const CachedGame *game);
/* The core's message, begun. */
Message *reply_begin(Core *core, MessageType type, const char *tag);
/* The same with the game's id. */
Message *reply_begin_game(Core *core, MessageType type, const char *tag, const CachedGame *game);

/* ---- games in memory: games.c ---- */

typedef enum GameStatus { GAME_LOADING, GAME_READY, GAME_MISSING, GAME_DAMAGED } GameStatus;

/* A client that watches a game, or was the one that made it. */
struct Subscriber {
    Client *client;
    CachedGame *game;
    Subscriber *next_of_client;
    Subscriber *next_of_game, **link_of_game;
    uint8_t seat;    /* Seat: SEAT_WHITE, SEAT_BLACK or SEAT_NONE */
    bool notified;   /* is told what happens */
    bool is_creator; /* created the game with this connection */
};

struct CachedGame {
    GameState state;   /* only `id` and `name` while it is not READY */
    CachedGame *chain; /* the next with the same hash */
    CachedGame *idle_next, *idle_previous;
    Subscriber *subscribers;
    Subscriber *seated[COLOR_COUNT];
    Subscriber *creator;
    Client *waiting, **waiting_end; /* in the order they came */
    Timer timer;                    /* a flag, or when an idle game is forgotten */
    uint32_t stream_count;          /* streams that read it */
    uint32_t slot;
    GameStatus status;
    bool change_pending; /* a change is on its way to the store */
    bool idle;           /* in the list of those nobody uses */
};

/* Which games are listed: those with a free seat whose creator is there; those that go on, with
 * both seats taken and one of the players there. */
typedef enum Listing { LISTING_OPEN, LISTING_LIVE, LISTING_COUNT } Listing;

typedef struct GameCache {
    CachedGame **chains; /* owned */
    size_t chain_count;
    CachedGame **slots; /* owned; NULL: free */
    uint32_t slot_count, slot_capacity;
    uint32_t *free_slots; /* owned */
    uint32_t free_count;
    uint32_t count;
    uint64_t *listed[LISTING_COUNT]; /* owned: sets of slots */
    uint32_t listed_count[LISTING_COUNT];
    CachedGame *idle_first, *idle_last; /* the longest idle first */
    uint32_t idle_count;
} GameCache;

CachedGame *game_cache_find(const Core *core, uint64_t id); /* NULL: not in memory */
/* A new place for a game that is not in memory. */
CachedGame *game_cache_add(Core *core, uint64_t id, GameStatus status);
/* A stored game becomes one in memory; damaged ones are marked so. */
void game_cache_fill(Core *core, CachedGame *game, const StoreGame *stored);
/* Asks the store for a game that is LOADING. */
void game_cache_load(Core *core, CachedGame *game);
void game_cache_remove(Core *core, CachedGame *game);
void game_cache_free(Core *core);
/* Who is there, or how the game stands, has changed: it is listed accordingly. */
void game_cache_update_lists(Core *core, const CachedGame *game);
/* The first slot from `at` on of a listed game; slot_count: none. */
uint32_t game_cache_next_listed(const Core *core, bool open, bool live, uint32_t at);
/* Has it listed, and the time of its flag set, or, when nobody uses it, of its being forgotten. */
void game_cache_update(Core *core, CachedGame *game);
void game_cache_on_timer(Core *core, CachedGame *game);

/*
 * The game of a command, ready and not changing unless `reading` only; it is loaded if need be.
 * NULL when the command has to wait (*step HANDLER_RETRY) or was refused (HANDLER_DONE).
 */
CachedGame *game_cache_get(Core *core, Client *client, const char *tag, uint64_t id, bool read_only,
                           HandlerStatus *status);
/* The clients that wait for the game go on. */
void game_cache_wake_waiting(Core *core, CachedGame *game);
void game_cache_cancel_wait(Client *client);

/* ---- who is in a game: watches.c ---- */

Subscriber *subscriber_find(const Client *client, const CachedGame *game); /* NULL: none */
/* Whether the client may watch the game (NULL: a new one), too; else it is refused. */
bool subscriber_check_limit(Core *core, Client *client, const char *tag, const CachedGame *game);
/* The client's watch of the game, made if need be, also past the limit: that is looked at when a
 * command begins, and what the store has made of it holds. */
Subscriber *subscriber_add(Core *core, Client *client, CachedGame *game);
/* Gives the seat to the watch's client; who had it before is told. Others hear of it if nobody had
 * it, or if there is news, such as another name. */
void subscriber_take_seat(Core *core, Subscriber *subscriber, Color color, bool is_announced);
/* The client has nothing more to do with the game. */
void subscriber_remove(Core *core, Subscriber *subscriber);
void subscriber_remove_all(Core *core, Client *client);
/* Tells everybody who listens, but one (NULL: nobody left out). */
void subscriber_notify_all(Core *core, const CachedGame *game, const Message *event,
                           const Client *except);
/* The client's seat; SEAT_NONE: none. */
Seat subscriber_seat(const CachedGame *game, const Client *client);

/* ---- seats and their keys: seats.c ---- */

void core_make_seat_key(Core *core, SeatKey *key);
/* The final line of NEW or JOIN: the seat, its key, and how the game stands. */
void reply_seat(Core *core, Client *client, MessageType type, const char *tag,
                const CachedGame *game, Seat seat, const SeatKey *key, bool dup);

/* ---- changes on their way to the store: changes.c ---- */

struct PendingCall {
    Client *client;      /* whose command it is; NULL: gone, or the server's own */
    CachedGame *game;    /* NULL: none yet */
    PendingCall *next;   /* free ones */
    StoreHeader *header; /* of a CREATE; owned */
    uint32_t generation;
    uint32_t slot;
    StoreKind kind;
    Verb verb;
    char tag[TAG_MAX + 1];
    Seat seat;
    SeatKey key;
    KeyHash hash;
    char name[NAME_MAX_BYTES + 1];
    Move move;
    uint32_t ply, ms;
    DrawAction action;
    StoreDraw draw;
    StoreEnd end;
    CoreJobDone *done;
    void *done_context;
};

typedef struct PendingCalls {
    PendingCall **blocks; /* owned */
    uint32_t block_count;
    uint32_t used; /* places */
    PendingCall *free;
    uint64_t waiting;
} PendingCalls;

/* A change of kind for a client's request (both may be NULL) and a game (may be NULL), to be filled
 * and submitted. */
PendingCall *pending_begin(Core *core, StoreKind kind, Client *client, const Request *request,
                           CachedGame *game);
void pending_submit(Core *core, PendingCall *pending, StoreRequest *request);
void pending_free(Core *core);
/* Whether the store takes changes; else the client is refused. */
bool pending_check_writable(Core *core, Client *client, const char *tag);

typedef void CompletionHandler(Core *core, PendingCall *pending, StoreCompletion *completion);
CompletionHandler command_new_done, command_join_done, command_move_done, command_draw_done,
    command_end_done, game_cache_loaded, core_on_timed_games, core_on_unstarted_games;

/* The flag of the side to move falls, if it is time; true when that is now on its way. */
bool command_flag_fall(Core *core, CachedGame *game, int64_t at_ms);

/* ---- long replies: stream.c ---- */

typedef enum StreamKind {
    STREAM_WATCH,
    STREAM_MOVES,
    STREAM_LEGAL,
    STREAM_LIST,
    STREAM_TEXT
} StreamKind;

struct Stream {
    StreamKind kind;
    Verb verb;
    char tag[TAG_MAX + 1];
    CachedGame *game; /* in use; NULL for a LIST */
    uint32_t at, end; /* plies; slots of games */
    uint32_t limit;   /* lines, or moves, that may still come */
    uint32_t sent;    /* moves of a LEGAL */
    bool open, live;  /* of a LIST: which games */
    bool more;        /* of a LEGAL or a LIST: there are others */
    MoveList *moves;  /* of a LEGAL; owned */
    char *text;       /* of an EXPORT; owned */
    size_t text_at, text_length;
};

/* A long reply to a request begins; game may be NULL. */
Stream *stream_begin(Core *core, Client *client, StreamKind kind, const Request *request,
                     CachedGame *game);
/* Produces as much as there is room for. */
void stream_run(Core *core, Client *client);
void stream_stop(Core *core, Client *client);

/* ---- lines about a game: describe.c ---- */

void reply_game(Core *core, Client *client, const char *tag, const CachedGame *game);
void reply_move(Core *core, Client *client, const char *tag, const CachedGame *game, uint32_t ply);
void reply_listed_game(Core *core, Client *client, const char *tag, const CachedGame *game);
/* wms= bms=, in a game with clocks. */
void reply_set_clocks(Message *message, const GameState *state, int64_t now_ms);
void reply_set_position(Message *message, const Position *position); /* fen= hash= */
void reply_set_result(Message *message, const GameState *state);     /* result= reason= */

/* ---- all together ---- */

struct Core {
    ServerLimits limits;
    Store *store;
    const char *version;
    void (*random)(void *context, void *bytes, size_t size);
    void *random_context;
    int64_t now_ms, unix_ms, started_ms;
    Timers timers;
    Timer periodic_timer; /* the next time to look for games to delete, and to probe a full disk */
    int64_t probe_ms, sweep_ms;
    GameCache games;
    AddressTable addresses;
    Client *clients;
    uint32_t client_count, subscriber_count;
    Client *changed;
    ClientQueue deferred[DEFER_NONE];
    uint64_t rounds; /* since the start */
    PendingCalls pending_calls;
    CoreStats counters;  /* what only grows */
    uint64_t written;    /* bytes for clients, since the start */
    size_t export_bytes; /* held by exports */
    bool slow_clients;   /* there are some to be sent away */
    bool readonly, probing, sweeping, draining, drained;
    char *failure; /* owned */
    char scratch[LINE_CLIENT_MAX + LINE_END_SIZE];
    Request request;
    Message message;
    Error error;
};

void core_disconnect_all(Core *core);
void core_fail(Core *core, const char *why);
void core_set_readonly(Core *core, bool readonly);
void core_schedule_periodic(Core *core);
TokenBucketRate core_command_rate(const Core *core);
TokenBucketRate core_game_rate(const Core *core);

#endif
