/*
 * The keys of seats in network games, kept in the state folder by server and game, one file each
 * (mode 0600), so that a game can be resumed at another time. Whoever plays a game holds its
 * file with a lock: another program of the same user does not offer it meanwhile.
 */
#ifndef PLAY_SAVED_SEATS_H
#define PLAY_SAVED_SEATS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "net/field.h"
#include "net/server_address.h"

/* A seat that is kept. */
typedef struct SavedSeat {
    ServerAddress address;
    GameId id;
    SeatKey key;
    Seat seat;                     /* SEAT_ANY: whichever the key is of */
    char name[NAME_MAX_BYTES + 1]; /* the player's */
} SavedSeat;

typedef struct SavedSeatFile SavedSeatFile; /* one file, locked by this process */

/* Keeps a seat, in the address of what was kept of the same one. NULL with an error, ERROR_STATE if
 * another program plays it. */
SavedSeatFile *saved_seat_create(const SavedSeat *seat, Error *error);
/* Replaces what is kept; the server, the game and the key are the same. */
bool saved_seat_write(SavedSeatFile *file, const SavedSeat *seat, Error *error);
/* Unlocks and, if told so, removes the file. NULL is allowed. */
void saved_seat_close(SavedSeatFile *file, bool remove_file);

typedef struct SavedSeatList {
    SavedSeat *seats;
    size_t count;
} SavedSeatList;
/* The seats that no running program plays, the newest first. What cannot be read is left out. */
void saved_seats_list(SavedSeatList *list);
void saved_seats_free(SavedSeatList *list);

/* The newest of these in a game, of that side (SEAT_ANY: of either); false when there is none. */
bool saved_seats_find(const ServerAddress *address, const GameId *id, Seat side, SavedSeat *seat);

/* Forgets a seat. */
void saved_seat_delete(const SavedSeat *seat);

/* Reads a key from a file: its first line. */
bool saved_seat_read_key(const char *path, SeatKey *key, Error *error);

#endif
