/*
 * Saved keys of seats in network games, so that a game can be resumed later: one file in the state
 * folder for each server, game and key (mode 0600). A program locks the file of the game that it
 * plays, so that no other program of the user offers it.
 */
#ifndef PLAY_SAVED_SEATS_H
#define PLAY_SAVED_SEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "base/error.h"
#include "net/field.h"
#include "net/server_address.h"

typedef struct SavedSeat {
    ServerAddress address;
    GameId id;
    SeatKey key;
    Seat seat;                     /* SEAT_ANY: unknown, the server knows it by the key */
    char name[NAME_MAX_BYTES + 1]; /* of the player */
    time_t played;                 /* when its file was written; of listed seats */
} SavedSeat;

typedef struct SavedSeatFile SavedSeatFile; /* one file, locked by this process */

/* Saves a seat, replacing an older file for the same key. Returns NULL with an error, ERROR_STATE
 * if another program plays this seat. */
SavedSeatFile *saved_seat_create(const SavedSeat *seat, Error *error);
/* Replaces the content; server, game and key must not change. */
bool saved_seat_write(SavedSeatFile *file, const SavedSeat *seat, Error *error);
/* Unlocks the file, and removes it if `remove_file` is set. NULL is allowed. */
void saved_seat_close(SavedSeatFile *file, bool remove_file);

typedef struct SavedSeatList {
    SavedSeat *seats;
    size_t count;
} SavedSeatList;

/* Lists the seats that no running program plays, the most recent first. Unreadable files are
 * skipped. */
void saved_seats_list(SavedSeatList *list);
void saved_seats_free(SavedSeatList *list);

/* Finds the most recent of these seats in a game, on `side` or, for SEAT_ANY, on either. */
bool saved_seats_find(const ServerAddress *address, const GameId *id, Seat side, SavedSeat *seat);

void saved_seat_delete(const SavedSeat *seat);

/* Reads a key from the first line of a file. */
bool saved_seat_read_key(const char *path, SeatKey *key, Error *error);

#endif
