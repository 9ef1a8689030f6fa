/* The parts of a load: load.c has the connections and the figures, load_play.c what is sent,
 * load_former.c the connections that were replaced. */
#ifndef TESTS_SUPPORT_LOAD_PARTS_H
#define TESTS_SUPPORT_LOAD_PARTS_H

#include "load.h"
#include "net/protocol.h"

enum {
    PLAYERS = 2, /* the first clients of a game; the others watch */
    ID_SIZE = GAME_ID_LENGTH + 1,
    PLAYER_NAME_SIZE = 24
};

typedef struct Game Game;
typedef struct Plan Plan;

typedef struct Client Client;

typedef struct Connection {
    Client *client;
    int socket; /* -1: none */
    unsigned server;
    LineReader reader;
    char bytes[LINE_SERVER_MAX + LINE_END_SIZE];
} Connection;

struct Client {
    Game *game;
    unsigned role;
    Connection *connection; /* owned */
    Connection *former;     /* owned; NULL or closed: none */
    bool former_is_replaced, former_has_moved, former_is_answered;
    char id[ID_SIZE];    /* of the game as far as it knows, or "" */
    Color color;         /* of a player, in that game */
    bool seated;         /* it has its seat, or watches, in the newest game */
    char line[200];      /* in flight, to be repeated on the next connection, or "" */
    size_t watch;        /* index in the history */
    uint32_t seen;       /* the next ply to be seen */
    int64_t entering_us; /* since when it waits for its seat */
};

struct Game {
    Client *clients; /* borrowed */
    bool known;      /* `id` is set */
    char id[ID_SIZE];
    unsigned number; /* counts the games with keys of their own */
    SeatKey keys[PLAYERS];
    char names[PLAYERS][PLAYER_NAME_SIZE];
    bool kept; /* the seat of the second player, for whoever has ... */
    SeatKey invite;
    bool kept_is_taken;
    Position position;
    uint32_t ply;
    Move move; /* in flight */
    char path[COORDINATE_SIZE];
    const Plan *plan;     /* how it ends, or goes on after its end; NULL: with moves */
    size_t step;          /* the next one of the plan */
    unsigned first;       /* the player who begins it */
    int64_t due_us[2];    /* when the last even or odd ply was due */
    unsigned away;        /* players that have left */
    unsigned moves_due;   /* moves due and not sent */
    int64_t due_since_us; /* when the first of these was due */
};

typedef struct Samples {
    uint32_t *us; /* owned */
    size_t count, capacity;
} Samples;

struct Load {
    LoadSetup setup;
    Game *games;     /* owned */
    Client *clients; /* owned */
    size_t client_count, connected, seated;
    unsigned left_server; /* plus 1: nobody connects to it; 0: none */
    int epoll;
    uint64_t chance;
    double rate;
    int64_t start_us;
    uint64_t ticks;   /* moves due since then */
    uint64_t leavers; /* players that have left since then */
    Client **away;    /* owned: places for those who have left, who come back in turn */
    size_t away_max;
    uint64_t all_moves, moves, new_games, rematches, kept_seats, refused, replaced, unexpected;
    Samples acknowledged, seen, entered;
    char first_unexpected[200];
    char (*ids)[ID_SIZE]; /* owned: of all games in the history */
    size_t id_count;
};

static inline unsigned clients_a_game(const Load *load) {
    return PLAYERS + load->setup.watchers;
}

/* ---- load.c ---- */

/* Sends a line to a client that is connected. */
void load_send(Load *load, Client *client, const char *line);
void load_send_line(Load *load, Connection *connection, const char *line);
/* Connects a client to its connection's server, or else the next that accepts it, and sends its
 * first line. Returns false if no server does. */
bool load_open_connection(Load *load, Client *client);
Connection *load_create_connection(Client *client, unsigned server);
uint64_t load_chance(Load *load, uint64_t below);
void load_close_connection(Load *load, Connection *connection);
void load_add_sample(Samples *samples, int64_t since_us);
void load_on_unexpected(Load *load, const char *line);

/* ---- load_play.c ---- */

void load_begin_game(Load *load, Game *game);
/* Sends a client's first line on a new connection, if it has one. */
void load_send_first_line(Load *load, Client *client);
void load_on_line(Load *load, Client *client, const char *line, size_t length);
/* Sends what is due. */
void load_play(Load *load, Game *game);

/* ---- load_former.c ---- */

/* Returns whether a client has a former connection. */
static inline bool load_has_former(const Client *client) {
    return client->former && client->former->socket >= 0;
}

/* Takes a player's seat again on another connection, to any server. */
void load_take_over(Load *load, Client *client);
/* Called when a player has its seat: its former connection, if there is one, tries to move. */
void load_former_move(Load *load, Client *client);
void load_former_on_line(Load *load, Client *client, const char *line, size_t length);

#endif
