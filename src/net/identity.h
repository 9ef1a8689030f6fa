/*
 * Ids of games and keys of seats. Both are Crockford base32: digits and capitals without I, L, O
 * and U. They are read in any case, with I and L for 1, O for 0, and hyphens anywhere.
 */
#ifndef NET_IDENTITY_H
#define NET_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    GAME_ID_LENGTH = 10,  /* 50 bits */
    SEAT_KEY_LENGTH = 26, /* 128 bits, and 2 more that are 0 in generated keys */
    INVITATION_LENGTH = GAME_ID_LENGTH + SEAT_KEY_LENGTH,
    KEY_HASH_SIZE = 32 /* SHA-256 */
};

/* In the canonical written form with a NUL; comparable with strcmp. */
typedef struct GameId {
    char text[GAME_ID_LENGTH + 1];
} GameId;

/* Secret: a server sends it to the holder of the seat only. */
typedef struct SeatKey {
    char text[SEAT_KEY_LENGTH + 1];
} SeatKey;

/* The SHA-256 of a key's written form, which a server stores instead of the key. */
typedef struct KeyHash {
    uint8_t bytes[KEY_HASH_SIZE];
} KeyHash;

/* Parses exactly `count` digits, up to INVITATION_LENGTH, and writes them in canonical form with a
 * NUL. On failure `written` is unchanged. */
bool base32_parse(const char *text, size_t length, char *written, size_t count);
bool game_id_parse(const char *text, size_t length, GameId *id);
bool seat_key_parse(const char *text, size_t length, SeatKey *key);
/* Parses an invitation to a game: its id and, behind it, the key that keeps its seat. */
bool invitation_parse(const char *text, size_t length, GameId *id, SeatKey *key);

/* Converts an id to the number of its 50 bits, which sorts like its text, and back. Higher bits are
 * ignored. */
uint64_t game_id_number(const GameId *id);
GameId game_id_from_number(uint64_t number);

/* Generates a key from the system's random bytes. */
void seat_key_make(SeatKey *key);

/* Erases a key from memory; the compiler cannot remove this. */
void seat_key_clear(SeatKey *key);

/* Returns the key of the given bytes, for reproducible tests. */
void seat_key_from_bytes(const uint8_t bytes[16], SeatKey *key);

void key_hash_from_key(const SeatKey *key, KeyHash *hash);
/* Compares in constant time. */
bool key_hash_equal(const KeyHash *a, const KeyHash *b);

/* Fills a buffer with the system's cryptographic random bytes. */
void identity_random_bytes(void *bytes, size_t size);

#endif
