#include <config.h>

#include "net/identity.h"

#include <string.h>

#include <sodium.h>

#include "base/text.h"

static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* Returns the digit that a letter stands for, or NUL. */
static char normalize(char letter) {
    char capital = (char)text_upper((unsigned char)letter);
    if (capital == 'I' || capital == 'L')
        capital = '1';
    if (capital == 'O')
        capital = '0';
    return capital && strchr(digits, capital) ? capital : '\0';
}

bool base32_parse(const char *text, size_t length, char *written, size_t count) {
    char read[INVITATION_LENGTH + 1] = {0};
    size_t found = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '-')
            continue;
        char digit = normalize(text[i]);
        if (!digit || found == count)
            return false;
        read[found++] = digit;
    }
    if (found < count)
        return false;
    memcpy(written, read, count + 1);
    return true;
}

bool game_id_parse(const char *text, size_t length, GameId *id) {
    return base32_parse(text, length, id->text, GAME_ID_LENGTH);
}

bool seat_key_parse(const char *text, size_t length, SeatKey *key) {
    return base32_parse(text, length, key->text, SEAT_KEY_LENGTH);
}

bool invitation_parse(const char *text, size_t length, GameId *id, SeatKey *key) {
    char both[INVITATION_LENGTH + 1];
    if (!base32_parse(text, length, both, INVITATION_LENGTH))
        return false;
    return game_id_parse(both, GAME_ID_LENGTH, id) &&
           seat_key_parse(both + GAME_ID_LENGTH, SEAT_KEY_LENGTH, key);
}

uint64_t game_id_number(const GameId *id) {
    uint64_t number = 0;
    for (const char *digit = id->text; *digit; digit++)
        number = number << 5 | (uint64_t)(strchr(digits, *digit) - digits);
    return number;
}

GameId game_id_from_number(uint64_t number) {
    GameId id = {{0}};
    for (int i = GAME_ID_LENGTH; i-- > 0; number >>= 5)
        id.text[i] = digits[number & 31];
    return id;
}

void seat_key_from_bytes(const uint8_t bytes[16], SeatKey *key) {
    unsigned bits = 0, held = 0;
    size_t left = 16;
    key->text[SEAT_KEY_LENGTH] = '\0';
    for (int i = SEAT_KEY_LENGTH; i > 0; held -= 5, bits >>= 5) {
        if (held < 5) {
            bits |= (left > 0 ? (unsigned)bytes[--left] : 0) << held;
            held += 8;
        }
        key->text[--i] = digits[bits & 31];
    }
}

void identity_random_bytes(void *bytes, size_t size) {
    randombytes_buf(bytes, size);
}

void seat_key_make(SeatKey *key) {
    uint8_t bytes[16];
    identity_random_bytes(bytes, sizeof bytes);
    seat_key_from_bytes(bytes, key);
    sodium_memzero(bytes, sizeof bytes);
}

void seat_key_clear(SeatKey *key) {
    sodium_memzero(key, sizeof *key);
}

void key_hash_from_key(const SeatKey *key, KeyHash *hash) {
    _Static_assert(KEY_HASH_SIZE == crypto_hash_sha256_BYTES, "SHA-256 has 32 bytes");
    crypto_hash_sha256(hash->bytes, (const unsigned char *)key->text, SEAT_KEY_LENGTH);
}

bool key_hash_equal(const KeyHash *a, const KeyHash *b) {
    return sodium_memcmp(a->bytes, b->bytes, KEY_HASH_SIZE) == 0;
}
