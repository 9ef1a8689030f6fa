/*
 * Saved keys of seats in network games, so that a game can be resumed later: one file in the state
 * folder for each game and key (mode 0600). A program locks the file of the game that it plays, so
 * that no other program of the user offers it.
 *
 * A game is on all servers of a list: its seat is found by any list that has one of them. The file
 * keeps the servers that it was saved with, those that were given last first.
 */
#ifndef PLAY_ONLINE_SEATS_H
#define PLAY_ONLINE_SEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/error.h"
#include "net/connection.h"
#include "net/protocol.h"
#include "net/servers.h"
#include "play/online/lobby_game.h"
#include "rules/coordinate.h"

/* A move of the player that the server has not confirmed. */
typedef struct UnconfirmedMove {
    char text[COORDINATE_SIZE]; /* "": none */
    uint32_t ply;
    uint64_t hash; /* of the position in which it was made */
} UnconfirmedMove;

typedef struct SavedSeat {
    ServerList servers;
    GameId id;
    SeatKey key;
    Seat seat;                     /* SEAT_ANY: unknown, the server knows it by the key */
    SeatKey invitation;            /* to the other seat, which it keeps; "": none */
    char name[NAME_MAX_BYTES + 1]; /* of the player */
    UnconfirmedMove unconfirmed;   /* to be sent when the game is resumed */
    time_t played;                 /* when its file was written; of listed seats */
    bool in_use;                   /* by a running program, this one included; of listed seats */
} SavedSeat;

typedef struct SavedSeatFile SavedSeatFile; /* one file, locked by this process */

/* Saves a seat, replacing an older file of the same seat. Returns NULL with an error, ERROR_STATE
 * if another program plays this seat. */
SavedSeatFile *saved_seat_create(const SavedSeat *seat, Error *error);

/* Replaces the content; arena, game and key must not change. */
bool saved_seat_write(SavedSeatFile *file, const SavedSeat *seat, Error *error);

/* Unlocks the file, and removes it if `remove_file` is set. NULL is allowed. */
void saved_seat_close(SavedSeatFile *file, bool remove_file);

typedef struct SavedSeatList {
    SavedSeat *seats;
    size_t count;
} SavedSeatList;

/* Lists the seats, the most recent first. Unreadable files are skipped. */
void saved_seats_list_all(SavedSeatList *list);

/* Lists those that no running program plays. */
void saved_seats_list(SavedSeatList *list);

void saved_seats_free(SavedSeatList *list);

/* Finds the most recent of these seats in a game, on `side` or, for SEAT_ANY, on either; with that
 * key unless it is NULL. */
bool saved_seats_find(const ServerList *servers, const GameId *id, Seat side, const SeatKey *key,
                      SavedSeat *seat);

void saved_seat_delete(const SavedSeat *seat);

/* Deletes the seats of a game whose side is unknown: no server has answered, because the address
 * was wrong. Called when the game has been joined. */
void saved_seats_forget_unanswered(const GameId *id);

/* After a rematch was made: saves its seat, and deletes this one unless it is in use. Failing to
 * save keeps this one. */
void saved_seat_move_to_rematch(const SavedSeat *seat, const GameId *rematch);

/* Reads a key from the first line of a file. */
bool saved_seat_read_key(const char *path, SeatKey *key, Error *error);

/* ---- the user's own games ---- */

/*
 * The user's own games on a server: those that the keys in the state folder are for, and how they
 * stand. The server is asked over a connection of the caller's.
 */

typedef enum OwnGameState {
    OWN_GAME_UNKNOWN,     /* the server has not answered */
    OWN_GAME_MY_MOVE,     /* it waits for the user ... */
    OWN_GAME_THEIR_MOVE,  /* ... or for the opponent */
    OWN_GAME_NO_OPPONENT, /* the other seat is free */
    OWN_GAME_NOT_JOINED,  /* the user's seat is free: it could not be taken before */
    OWN_GAME_OVER,
    OWN_GAME_GONE /* the server does not have it any longer */
} OwnGameState;

/* Another game with colors swapped, after one that is over. */
typedef enum RematchState {
    REMATCH_NONE,
    REMATCH_OFFERED,  /* by the player here: the opponent has to answer */
    REMATCH_ASKED,    /* offered by the opponent: the player here has to answer */
    REMATCH_DECLINED, /* by the opponent */
    REMATCH_MADE      /* it has begun */
} RematchState;

typedef struct OwnGame {
    const SavedSeat *saved;
    OwnGameState state;
    LobbyGame game;       /* only its id is valid if the state is unknown or the game is gone */
    Outcome outcome;      /* OWN_GAME_OVER */
    RematchState rematch; /* OWN_GAME_OVER; never REMATCH_DECLINED */
    bool has_time;        /* in a game with a running clock: ... */
    int64_t time_ms;      /* ... the time left to the player who is to move, ... */
    int64_t asked_ms;     /* ... at this time of the monotonic clock */
} OwnGame;

/* Writes a clause about the rematch, such as "You offer Bo a rematch", or "" if there is none.
 * Returns `text`. */
const char *own_game_rematch_clause(const OwnGame *game, const char *opponent, char *text,
                                    size_t size);

typedef struct OwnGameList {
    const OwnGame *games; /* the most recently played first */
    size_t count;
} OwnGameList;

typedef struct OwnGames OwnGames;

/* Reads the saved seats on servers. With `watch`, unfinished games are subscribed to. */
OwnGames *own_games_create(Connection *connection, const ServerList *servers, bool watch);

/* NULL is allowed. Without the connection, only the list may be used. */
void own_games_free(OwnGames *own);

/* Reads the saved seats again, and asks the server about all games. Also after each
 * LINK_EVENT_ONLINE. */
void own_games_ask(OwnGames *own);

/* Handles an event of the connection. Returns whether a game may have changed. */
bool own_games_on_event(OwnGames *own, const LinkEvent *event);

/* Returns whether an answer is awaited. */
bool own_games_is_busy(const OwnGames *own);

/* Returns a list that is valid until the next call of another function. */
OwnGameList own_games_list(const OwnGames *own);

/* Returns whether the user has a seat in a game. */
bool own_games_has(const OwnGames *own, const GameId *id);

#endif
