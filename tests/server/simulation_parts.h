/* The parts of a simulation: simulation.c runs servers and faults, simulated_network.c carries
 * bytes, simulated_actor.c plays, and simulation_check.c judges. */
#ifndef TESTS_SERVER_SIMULATION_PARTS_H
#define TESTS_SERVER_SIMULATION_PARTS_H

#include "../support/history.h"
#include "net/protocol.h"
#include "rules/coordinate.h"
#include "server/base/service_clock.h"
#include "server/core/core.h"
#include "simulation.h"

typedef struct Simulation Simulation;
typedef struct SimulatedServer SimulatedServer;
typedef struct Actor Actor;
typedef struct Connection Connection;

/* ---- servers ---- */

struct SimulatedServer {
    Simulation *simulation;
    unsigned number; /* 0.. */
    bool is_running;
    MachineClock clock;
    ServiceClock service;
    bool has_time;
    Store *store;
    Core *core;             /* NULL: it is starting */
    StoreCompletion *early; /* owned: completions for a core that is not there yet */
    size_t early_count;
    int64_t frozen_until;
    int64_t cut_from, cut_until; /* without the database; 0: it was not cut off */
    int64_t drain_end_ms;        /* it is stopping, until then at the latest; 0: it is not */
    int64_t down_ms;             /* how long it stays away after that */
    Task step, start;
    Connection *connections;
    uint32_t dead_number; /* of its last process that was killed */
    int64_t dead_since;   /* service time */
};

/* ---- the network ---- */

/* The bytes in one direction. */
typedef struct Pipe {
    Buffer bytes;
    Task arrival;
} Pipe;

struct Connection {
    Connection *next;        /* of the server */
    SimulatedServer *server; /* NULL: its process is gone */
    Actor *client;           /* NULL: it has left */
    Client *peer;            /* the server's end; NULL: it has closed */
    Pipe up, down;
    Buffer inbox; /* has arrived at the server, but is not read */
    bool is_lost; /* nothing arrives any more */
    Task client_notices, server_notices;
};

/* Connects a client, or returns NULL if the server does not answer. */
Connection *network_connect(Actor *client, SimulatedServer *server);
void network_send(Connection *connection, const char *bytes, size_t length);
/* The client closes its end. */
void network_close(Connection *connection);
/* The connection is lost; both ends find out later. */
void network_lose(Connection *connection);
/* Carries what the server's end has written or can read. Returns whether there was anything. */
bool network_pump(Connection *connection);
/* The server's process is gone. */
void network_server_died(SimulatedServer *server);

/* ---- clients ---- */

typedef enum ClientRole { CLIENT_PLAYER, CLIENT_WATCHER, CLIENT_LOBBY } ClientRole;

enum {
    ID_SIZE = GAME_ID_LENGTH + 1,
    REQUESTS_MAX = 24,
    HEARD_MAX = 64,
    LISTED_MAX = 64,
    PLAYERS = 2
};

/* Games that the same clients play one after the other. */
typedef struct Table {
    unsigned number;
    unsigned games;   /* begun so far */
    char id[ID_SIZE]; /* of the current game; "" until it is known */
    bool is_rematch;
    SeatKey keys[PLAYERS], creator_key, invite;
    char names[PLAYERS][24];
    Color colors[PLAYERS];
    bool kept;
    bool creator_sits; /* NEW takes White's seat */
    bool has_clock, has_claim;
    uint32_t acknowledged; /* plies of the current game */
    uint32_t length;       /* plies after which the players want to end it */
    int64_t over_ms;       /* when a player knew that it is over; 0: it is not */
    char new_line[260];
} Table;

typedef struct SentRequest {
    unsigned tag; /* 0: free */
    Verb verb;
    char id[ID_SIZE];
    uint32_t ply;
    char path[COORDINATE_SIZE];
    uint32_t acknowledged; /* plies that any server had acknowledged when it was sent */
    uint32_t from;         /* of a WATCH */
    size_t watcher;        /* likewise: of the moves in its reply */
} SentRequest;

/* Talk that was heard on a connection. */
typedef struct Heard {
    unsigned speaker, connection, number;
} Heard;

struct Actor {
    Simulation *simulation;
    unsigned number;
    ClientRole role;
    bool is_double;  /* uses a player's key on another server now and then */
    unsigned player; /* of a player: 0 begins the games */
    Table *table;
    uint64_t random;
    bool takes_part;
    unsigned host; /* the server that it tries next */
    Connection *connection;
    unsigned connections;             /* so far */
    int64_t ghost_ms;                 /* when one that is lost last asked for a seat */
    int64_t away_until, visit_end_ms; /* the latter of a double */
    Task connect, act;
    LineReader reader;
    char reader_bytes[LINE_SERVER_MAX + LINE_END_SIZE];
    SentRequest requests[REQUESTS_MAX];
    unsigned last_tag;
    bool in_reply;
    char line[300]; /* a line that changes something and is not answered, or "" */
    Verb line_verb;
    SentRequest line_request;
    bool line_is_sent; /* on this connection */
    /* The game as it knows it. */
    char id[ID_SIZE];
    char (*moves)[COORDINATE_SIZE]; /* owned; "": unknown */
    size_t moves_capacity;
    uint32_t seen; /* plies known without a gap */
    Position position;
    Color color; /* of a player */
    bool is_over;
    bool came_too_late;                 /* to take its seat */
    bool draw_offered, rematch_offered; /* by the other side */
    /* On this connection. */
    bool is_joining, is_seated;
    int64_t answered_ms; /* when its server last sent something, or nothing was asked */
    int64_t asked_ms;    /* when it last asked for a seat; -1: it has not */
    bool has_created;    /* NEW has given this connection a seat of the current game, whatever JOIN
                            says */
    bool is_watching;
    bool was_told_end;
    uint32_t next;  /* the ply of the next event, if it is watching */
    size_t watcher; /* of the events */
    unsigned said;
    Heard heard[HEARD_MAX];
    size_t heard_count;
    char listed[LISTED_MAX][ID_SIZE]; /* of the lobby */
    size_t listed_count;
    bool is_subscribed;
    bool is_alone;    /* the other player has left */
    bool is_readonly; /* the server's disk is full */
};

void actor_create(Simulation *simulation, unsigned number);
void actor_destroy(Actor *client);
void actor_on_bytes(Actor *client, const char *bytes, size_t length);
void actor_on_disconnected(Actor *client);
/* Loses its connection and stays away for a time. */
void actor_leave(Actor *client, int64_t ms);
/* Returns whether it waits for an answer. */
bool actor_is_waiting(const Actor *client);
/* Sends a command whose reply is only looked at for its form. */
void actor_send(Actor *client, Verb verb, const char *format, ...) PRINTF_LIKE(3, 4);

/* ---- the whole ---- */

typedef enum FaultKind {
    FAULT_KILL,
    FAULT_RESTART,
    FAULT_FREEZE,
    FAULT_WRITER_BEFORE,
    FAULT_WRITER_AFTER,
    FAULT_LISTENER,
    FAULT_PARTITION,
    FAULT_STOP,
    FAULT_FAILOVER,
    FAULT_FULL,
    FAULT_LOSE,
    FAULT_AWAY,
    FAULT_KINDS
} FaultKind;

typedef struct PlannedFault {
    Simulation *simulation;
    FaultKind kind;
    int64_t at_ms, ms, jump_ms;
    unsigned server, client;
    Task task;
} PlannedFault;

struct Simulation {
    const SimulationPlan *plan;
    Schedule schedule;
    uint64_t random;
    FILE *trace;
    SimulationResult *result;
    History *history;
    SharedDatabase *database;
    SimulatedServer servers[SIMULATION_SERVERS];
    Table tables[SIMULATION_TABLES];
    Actor clients[SIMULATION_CLIENTS];
    PlannedFault faults[SIMULATION_FAULTS];
    Task inspection;
    bool is_ending;  /* clients begin nothing new */
    bool is_leaving; /* clients do not come back */
};

/* Records a broken promise. */
void simulation_fault(Simulation *simulation, const char *format, ...) PRINTF_LIKE(2, 3);
void simulation_trace(const Simulation *simulation, const char *format, ...) PRINTF_LIKE(2, 3);
/* Lets a server run as soon as it can. */
void simulation_wake(SimulatedServer *server);
void simulation_advance(Simulation *simulation, int64_t ms);

/* ---- simulation_check.c ---- */

/* Looks at what must be true at any time. */
void check_now(Simulation *simulation);
/* Checks that all agree when nothing has happened for a while. */
void check_quiet(Simulation *simulation);
/* Checks the end, when all clients have left and all flags have fallen. */
void check_end(Simulation *simulation);

#endif
