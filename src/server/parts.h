/* The parts of the core, for the files of the core only. */
#ifndef SERVER_PARTS_H
#define SERVER_PARTS_H

#include "net/line.h"
#include "net/message.h"
#include "net/request.h"
#include "server/core.h"
#include "server/game.h"
#include "server/limits.h"
#include "server/outbox.h"
#include "server/timers.h"

typedef struct Game Game;
typedef struct Watch Watch;
typedef struct Change Change;
typedef struct Stream Stream;

enum {
    REPLY_ROOM = 16 * 1024, /* waiting output past which a client's next command waits */
    STREAM_ROOM = 8 * 1024, /* ... and a long reply */
    LINES_A_TURN = 16,      /* of one client, before others have their turn */
    LINGER_MS = 10 * 1000,  /* how long a goodbye may take */
    PROBE_MS = 5 * 1000     /* how often a full disk is tried */
};

/* ---- clients: client.c, and their leaving: goodbye.c ---- */

struct Client {
    Client *next, *previous; /* of all */
    void *link;
    LineReader reader; /* bytes: the core's scratch, or the client's own while a line lies in it */
    char *backlog;     /* owned: bytes received whose time has not come; NULL: none */
    uint32_t backlog_at, backlog_end;
    Outbox out;
    Outbox held; /* events that wait for the end of a long reply */
    Origin *origin;
    Bucket commands;
    Timer timer;
    int64_t arrived_ms; /* when what is being read came */
    int64_t begun_ms;   /* when the line that has not ended began; 0: there is none */
    int64_t opened_ms;
    int64_t until_ms; /* the end of its pause, or of its goodbye */
    Watch *watches;
    Client *next_changed;
    Client *next_put_off, *previous_put_off;
    Client *next_waiting;
    Game *waits_for; /* its change or loading */
    Change *change;  /* what it waits for the store with */
    Stream *stream;
    uint64_t made;      /* the game that a NEW was found to have made before; 0: none */
    uint32_t uncharged; /* bytes of long replies */
    uint16_t watch_count;
    uint8_t pauses; /* one after the other, without having been calm between */
    uint8_t turn;   /* Turn: in a round to come */
    bool greeted;   /* has sent a line */
    bool line_held;
    bool charged; /* the held line was counted */
    bool paused;  /* until until_ms */
    bool input_ended;
    bool changed;
    bool slow;    /* to be sent away */
    bool leaving; /* was told goodbye */
    bool gone;    /* to be closed now */
};

/* Sends a line. The message is an event, or belongs to a reply. */
void client_send(Core *core, Client *client, const Message *message);
void client_send_line(Core *core, Client *client, const char *line, size_t length, bool event);
/* Says goodbye; nothing more is read. */
void client_dismiss(Core *core, Client *client, const char *why, uint32_t retry_s);
/* Nothing more is read, and when the last bytes have left, the connection is closed. */
void client_leave(Core *core, Client *client);
/* Whatever it waited for, it waits no longer, and is in no game; what is on its way to the store
 * goes on without it. */
void client_let_go(Core *core, Client *client);
void client_drop_backlog(Client *client);
/* Sets the timer to what is due next. */
void client_set_timer(Core *core, Client *client);
/* Goes on with what was held back. */
void client_resume(Core *core, Client *client);
void client_note_change(Core *core, Client *client);
/* What is to be done with a client when a line has arrived or its time has come. */
void client_mind_time(Core *core, Client *client);
/* Carries out what could not be done in the middle of something else. */
void clients_settle(Core *core);
void clients_tell_all(Core *core, const char *remark);
void clients_dismiss_all(Core *core, const char *why, uint32_t retry_s);

/* ---- how many commands: pace.c ---- */

/* A command more, or the reading pauses until there may be one. */
bool client_may_command(Core *core, Client *client);
/* Who is past the limit with commands that are none has fewer of them. */
void client_charge_refusal(Core *core, Client *client);
/* A long reply is as much work as several commands. */
void client_charge_reply(Core *core, Client *client, size_t length);

/* ---- what can wait: rounds.c ----
 *
 * What one client wants beyond its share, many lines at once or the rest of a long reply, is done
 * in the rounds of core.h.
 */

typedef enum Turn {
    TURN_SOON,
    TURN_LATE, /* of who is past the limit of commands, or soon will be: when no other waits */
    TURN_NONE
} Turn;

/* Who waits for a turn, in the order of their coming. */
typedef struct Queue {
    Client *first, *last;
} Queue;

/* Goes on with the client in a round to come. */
void client_put_off(Core *core, Client *client);
/* No longer; nothing happens to one that has no turn. */
void client_lose_turn(Core *core, Client *client);

/* ---- commands: command.c ---- */

/* What became of a command. */
typedef enum Step {
    STEP_DONE,    /* its reply is complete, or goes on as a stream */
    STEP_AGAIN,   /* it is to be carried out again when the game it waits for is free */
    STEP_PENDING, /* its reply comes with the store's completion */
    STEP_KEEP     /* the same, and it may have to be carried out again */
} Step;

typedef Step Handler(Core *core, Client *client, const Request *request);
Handler command_new, command_list, command_stats, command_help;
/* The game is the request's, and ready. */
typedef Step GameHandler(Core *core, Client *client, const Request *request, Game *game);
GameHandler command_join, command_watch, command_unwatch, command_get, command_moves, command_legal,
    command_board, command_export, command_move, command_resign, command_draw, command_abort,
    command_say;

/* Reads and carries out the line in the client's reader. */
Step command_run(Core *core, Client *client);
/* Ends a reply with "-WORD"; the message can be given fields before it is sent with client_send. */
Message *command_refusal(Core *core, const char *tag, ProtocolError word, const char *format, ...)
    PRINTF_LIKE(4, 5);
void command_refuse(Core *core, Client *client, const char *tag, ProtocolError word,
                    const char *format, ...) PRINTF_LIKE(5, 6);
void command_refuse_over(Core *core, Client *client, const char *tag, const Game *game);
/* The core's message, begun. */
Message *message_begin(Core *core, MessageType type, const char *tag);
/* The same with the game's id. */
Message *message_about(Core *core, MessageType type, const char *tag, const Game *game);

/* ---- games in memory: games.c ---- */

typedef enum GameStatus { GAME_LOADING, GAME_READY, GAME_MISSING, GAME_DAMAGED } GameStatus;

/* A client that watches a game, or was the one that made it. */
struct Watch {
    Client *client;
    Game *game;
    Watch *next_of_client;
    Watch *next_of_game, **link_of_game;
    uint8_t seat;  /* Seat: SEAT_WHITE, SEAT_BLACK or SEAT_NONE */
    bool listens;  /* is told what happens */
    bool is_maker; /* created the game with this connection */
};

struct Game {
    GameState state; /* only `id` and `name` while it is not READY */
    Game *chain;     /* the next with the same hash */
    Game *idle_next, *idle_previous;
    Watch *watches;
    Watch *holder[COLOR_COUNT];
    Watch *maker;
    Client *waiting, **waiting_end; /* in the order they came */
    Timer timer;                    /* a flag, or when an idle game is forgotten */
    uint32_t uses;                  /* streams that read it */
    uint32_t slot;
    GameStatus status;
    bool changing; /* a change is on its way to the store */
    bool idle;     /* in the list of those nobody uses */
};

/* Which games are listed: those with a free seat whose creator is there; those that go on, with
 * both seats taken and one of the players there. */
typedef enum Listing { LISTING_OPEN, LISTING_LIVE, LISTING_COUNT } Listing;

typedef struct Games {
    Game **chains; /* owned */
    size_t chain_count;
    Game **slots; /* owned; NULL: free */
    uint32_t slot_count, slot_capacity;
    uint32_t *free_slots; /* owned */
    uint32_t free_count;
    uint32_t count;
    uint64_t *listed[LISTING_COUNT]; /* owned: sets of slots */
    uint32_t listed_count[LISTING_COUNT];
    Game *idle_first, *idle_last; /* the longest idle first */
    uint32_t idle_count;
} Games;

Game *games_find(const Core *core, uint64_t id); /* NULL: not in memory */
/* A new place for a game that is not in memory. */
Game *games_add(Core *core, uint64_t id, GameStatus status);
/* A stored game becomes one in memory; damaged ones are marked so. */
void games_fill(Core *core, Game *game, const StoreGame *stored);
/* Asks the store for a game that is LOADING. */
void games_load(Core *core, Game *game);
void games_remove(Core *core, Game *game);
void games_free(Core *core);
/* Who is there, or how the game stands, has changed: it is listed accordingly. */
void game_relist(Core *core, const Game *game);
/* The first slot from `at` on of a listed game; slot_count: none. */
uint32_t games_next_listed(const Core *core, bool open, bool live, uint32_t at);
/* Has it listed, and the time of its flag set, or, when nobody uses it, of its being forgotten. */
void game_update(Core *core, Game *game);
void game_tick(Core *core, Game *game);

/*
 * The game of a command, ready and not changing unless `reading` only; it is loaded if need be.
 * NULL when the command has to wait (*step STEP_AGAIN) or was refused (STEP_DONE).
 */
Game *game_wanted(Core *core, Client *client, const char *tag, uint64_t id, bool reading,
                  Step *step);
/* The clients that wait for the game go on. */
void game_wake(Core *core, Game *game);
void game_forget_waiting(Client *client);

/* ---- who is in a game: watches.c ---- */

Watch *watch_find(const Client *client, const Game *game); /* NULL: none */
/* Whether the client may watch the game (NULL: a new one), too; else it is refused. */
bool watch_is_possible(Core *core, Client *client, const char *tag, const Game *game);
/* The client's watch of the game, made if need be, also past the limit: that is looked at when a
 * command begins, and what the store has made of it holds. */
Watch *watch_add(Core *core, Client *client, Game *game);
/* Gives the seat to the watch's client; who had it before is told. Others hear of it if nobody had
 * it, or if there is news, such as another name. */
void watch_sit(Core *core, Watch *watch, Color color, bool news);
/* The client has nothing more to do with the game. */
void watch_remove(Core *core, Watch *watch);
void watch_remove_all(Core *core, Client *client);
/* Tells everybody who listens, but one (NULL: nobody left out). */
void game_tell(Core *core, const Game *game, const Message *event, const Client *except);
/* The client's seat; SEAT_NONE: none. */
Seat game_seat_of(const Game *game, const Client *client);

/* ---- seats and their keys: seats.c ---- */

void seat_make_key(Core *core, SeatKey *key);
/* The final line of NEW or JOIN: the seat, its key, and how the game stands. */
void seat_answer(Core *core, Client *client, MessageType type, const char *tag, const Game *game,
                 Seat seat, const SeatKey *key, bool dup);

/* ---- changes on their way to the store: changes.c ---- */

struct Change {
    Client *client;  /* whose command it is; NULL: gone, or the server's own */
    Game *game;      /* NULL: none yet */
    Change *next;    /* free ones */
    StoreHead *head; /* of a CREATE; owned */
    uint32_t generation;
    uint32_t place;
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
    CoreDone *done;
    void *done_context;
};

typedef struct Changes {
    Change **blocks; /* owned */
    uint32_t block_count;
    uint32_t used; /* places */
    Change *free;
    uint64_t waiting;
} Changes;

/* A change of kind for a client's request (both may be NULL) and a game (may be NULL), to be filled
 * and submitted. */
Change *change_begin(Core *core, StoreKind kind, Client *client, const Request *request,
                     Game *game);
void change_submit(Core *core, Change *change, StoreRequest *request);
void changes_free(Core *core);
/* Whether the store takes changes; else the client is refused. */
bool change_is_possible(Core *core, Client *client, const char *tag);

typedef void Finisher(Core *core, Change *change, StoreCompletion *completion);
Finisher finish_create, finish_seat, finish_move, finish_draw, finish_end, finish_load,
    finish_clocked, finish_unmoved;

/* The flag of the side to move falls, if it is time; true when that is now on its way. */
bool game_flag(Core *core, Game *game, int64_t at_ms);

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
    Game *game;       /* in use; NULL for a LIST */
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
                     Game *game);
/* Produces as much as there is room for. */
void stream_run(Core *core, Client *client);
void stream_stop(Core *core, Client *client);

/* ---- lines about a game: describe.c ---- */

void describe_game(Core *core, Client *client, const char *tag, const Game *game);
void describe_move(Core *core, Client *client, const char *tag, const Game *game, uint32_t ply);
void describe_listed(Core *core, Client *client, const char *tag, const Game *game);
/* wms= bms=, in a game with clocks. */
void describe_clocks(Message *message, const GameState *state, int64_t now_ms);
void describe_position(Message *message, const Position *position); /* fen= hash= */
void describe_end(Message *message, const GameState *state);        /* result= reason= */

/* ---- all together ---- */

struct Core {
    ServerLimits limits;
    Store *store;
    const char *version;
    void (*random)(void *context, void *bytes, size_t size);
    void *random_context;
    int64_t now_ms, unix_ms, started_ms;
    Timers timers;
    Timer chores; /* the next time to look for games to delete, and to probe a full disk */
    int64_t probe_ms, sweep_ms;
    Games games;
    Origins origins;
    Client *clients;
    uint32_t client_count, watch_count;
    Client *changed;
    Queue put_off[TURN_NONE];
    uint64_t rounds; /* since the start */
    Changes changes;
    CoreStats figures;   /* what only grows */
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

void core_say_goodbye(Core *core);
void core_fail(Core *core, const char *why);
void core_set_readonly(Core *core, bool readonly);
void core_set_chores(Core *core);
BucketRate core_command_rate(const Core *core);
BucketRate core_game_rate(const Core *core);

#endif
