/*
 * Who is who on a server: ids of games, keys of seats and what is stored of them, and the hash by
 * which two sides compare positions. Ids and keys are Crockford base32: digits and capitals without
 * I, L, O and U; read in any case, with I and L for 1, O for 0, and hyphens anywhere.
 */
#ifndef NET_IDENTITY_H
#define NET_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/position.h"

enum {
    GAME_ID_LENGTH = 10,  /* 50 bits */
    SEAT_KEY_LENGTH = 26, /* 128 bits and two that are 0 in keys made here */
    KEY_HASH_SIZE = 32,   /* SHA-256 */
    FEN_HASH_LENGTH = 16  /* hexadecimal digits */
};

/* The one written form, with a NUL; comparable with strcmp. */
typedef struct GameId {
    char text[GAME_ID_LENGTH + 1];
} GameId;

/* Secret: written to nobody but the holder of the seat. */
typedef struct SeatKey {
    char text[SEAT_KEY_LENGTH + 1];
} SeatKey;

/* What a server keeps of a key: SHA-256 of its written form. */
typedef struct KeyHash {
    uint8_t bytes[KEY_HASH_SIZE];
} KeyHash;

/* Reads `length` bytes, nothing before or after; false, with nothing set, if they are none. */
bool game_id_parse(const char *text, size_t length, GameId *id);
bool seat_key_parse(const char *text, size_t length, SeatKey *key);

/* An id as the number of its 50 bits, which sorts as its text does; and back
 * (higher bits do not count). */
uint64_t game_id_number(const GameId *id);
GameId game_id_from_number(uint64_t number);

/* A new one from the system's random bytes. */
void seat_key_make(SeatKey *key);

/* Erases a key. Compilers may drop a memset() of memory that is not read again. */
void seat_key_clear(SeatKey *key);

/* The written form of given bytes: for tests and simulations, whose chance must repeat. */
void seat_key_from_bytes(const uint8_t bytes[16], SeatKey *key);

void key_hash_from_key(const SeatKey *key, KeyHash *hash);
/* In a time that does not depend on the bytes. */
bool key_hash_equal(const KeyHash *a, const KeyHash *b);

/* Bytes nobody can foretell, from the system. */
void random_bytes(void *bytes, size_t size);

/* 64-bit FNV-1a of a written FEN, without line end: 050bd97a59c258fb for Congo's start. */
uint64_t fen_hash(const char *fen);
uint64_t fen_hash_position(const Position *position);

#endif
