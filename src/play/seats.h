/*
 * The keys of seats in network games, kept in the state folder by server and game, one file each
 * (mode 0600), so that a game can be resumed at another time. Whoever plays a game holds its
 * file with a lock: another program of the same user does not offer it meanwhile.
 */
#ifndef PLAY_SEATS_H
#define PLAY_SEATS_H

#include <stdbool.h>
#include <stddef.h>

#include "net/fields.h"
#include "net/place.h"
#include "rules/error.h"

/* A seat that is kept. */
typedef struct KeptSeat {
    ServerPlace place;
    GameId id;
    SeatKey key;
    Seat seat;                     /* SEAT_ANY: whichever the key is of */
    char name[NAME_MAX_BYTES + 1]; /* the player's */
} KeptSeat;

typedef struct SeatFile SeatFile; /* one file, locked by this process */

/* Keeps a seat, in the place of what was kept of the same one. NULL with an error, ERROR_STATE if
 * another program plays it. */
SeatFile *seatfile_keep(const KeptSeat *seat, Error *error);
/* Replaces what is kept; the server, the game and the key are the same. */
bool seatfile_write(SeatFile *file, const KeptSeat *seat, Error *error);
/* Unlocks and, if told so, removes the file. NULL is allowed. */
void seatfile_close(SeatFile *file, bool remove_file);

typedef struct SeatList {
    KeptSeat *seats;
    size_t count;
} SeatList;
/* The seats that no running program plays, the newest first. What cannot be read is left out. */
void seats_list(SeatList *list);
void seatlist_free(SeatList *list);

/* The newest of these in a game, of that side (SEAT_ANY: of either); false when there is none. */
bool seats_find(const ServerPlace *place, const GameId *id, Seat side, KeptSeat *seat);

/* Forgets a seat. */
void seats_forget(const KeptSeat *seat);

/* Reads a key from a file: its first line. */
bool seats_read_key(const char *path, SeatKey *key, Error *error);

#endif
