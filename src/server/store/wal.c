#include <config.h>

#include "server/store/wal.h"

#include <stdbool.h>
#include <string.h>

enum {
    HEADER_SIZE = 32,
    HEADER_SUMMED = 24, /* the bytes before the header's checksum */
    FRAME_HEADER_SIZE = 24,
    FRAME_SUMMED = 8, /* the bytes of a frame's header that its checksum covers, with the page */
    SALT_SIZE = 8,
    PAGE_SIZE_MIN = 512,
    PAGE_SIZE_MAX = 65536
};

static const uint32_t magic = 0x377f0682; /* its lowest bit: the checksums' byte order */

/* A checksum is of all bytes since the header, each frame's begins with the one before. */
typedef struct WalSum {
    uint32_t first, second;
} WalSum;

typedef struct Wal {
    const uint8_t *bytes, *salts;
    size_t page_size, count; /* of frames */
    bool is_big_endian;      /* the words of the checksums */
} Wal;

static uint32_t read_word(const uint8_t *bytes, bool is_big_endian) {
    uint32_t word = 0;
    for (int i = 0; i < 4; i++)
        word |= (uint32_t)bytes[i] << 8 * (is_big_endian ? 3 - i : i);
    return word;
}

static WalSum read_sum(const uint8_t *bytes) {
    return (WalSum){read_word(bytes, true), read_word(bytes + 4, true)};
}

static WalSum add_to_sum(WalSum sum, const uint8_t *bytes, size_t length, bool is_big_endian) {
    for (size_t i = 0; i < length; i += 8) {
        sum.first += read_word(bytes + i, is_big_endian) + sum.second;
        sum.second += read_word(bytes + i + 4, is_big_endian) + sum.first;
    }
    return sum;
}

static bool is_same(WalSum one, WalSum other) {
    return one.first == other.first && one.second == other.second;
}

/* ---- frames, from 0 ---- */

static const uint8_t *frame_at(const Wal *wal, size_t i) {
    return wal->bytes + HEADER_SIZE + i * (FRAME_HEADER_SIZE + wal->page_size);
}

/* The checksum as it is in the frame. */
static WalSum stored_sum(const Wal *wal, size_t i) {
    return read_sum(frame_at(wal, i) + FRAME_SUMMED + SALT_SIZE);
}

/* The checksum as it should be after the one before. */
static WalSum computed_sum(const Wal *wal, size_t i, WalSum before) {
    const uint8_t *frame = frame_at(wal, i);
    WalSum sum = add_to_sum(before, frame, FRAME_SUMMED, wal->is_big_endian);
    return add_to_sum(sum, frame + FRAME_HEADER_SIZE, wal->page_size, wal->is_big_endian);
}

static bool is_valid(const Wal *wal, size_t i, WalSum before) {
    const uint8_t *frame = frame_at(wal, i);
    return memcmp(frame + FRAME_SUMMED, wal->salts, SALT_SIZE) == 0 &&
           read_word(frame, true) != 0 && is_same(computed_sum(wal, i, before), stored_sum(wal, i));
}

static bool is_commit(const Wal *wal, size_t i) {
    return read_word(frame_at(wal, i) + 4, true) != 0;
}

/* Counts the last frames of transactions, from the damaged frame `first` on, that are whole and
 * that a valid frame follows. The damaged one is whole if only its checksum is wrong: parts of any
 * other may be those of an older frame, if the power failed. */
static size_t count_followed(const Wal *wal, size_t first, WalSum before) {
    size_t hidden = 0;
    if (first + 1 >= wal->count)
        return 0;
    WalSum sum = computed_sum(wal, first, before);
    bool whole = is_valid(wal, first + 1, sum);
    if (!whole)
        sum = stored_sum(wal, first);
    for (size_t i = first + 1; i < wal->count; i++) {
        bool valid = is_valid(wal, i, sum);
        hidden += whole && valid && is_commit(wal, i - 1);
        whole = valid;
        sum = stored_sum(wal, i);
    }
    return hidden;
}

/* ---- the log ---- */

/* With a damaged header, the salts are the first frame's, and the byte order is unknown. */
static size_t count_without_header(Wal *wal) {
    WalSum none = {0};
    if (wal->count == 0)
        return 0;
    wal->salts = frame_at(wal, 0) + FRAME_SUMMED;
    wal->is_big_endian = false;
    size_t hidden = count_followed(wal, 0, none);
    wal->is_big_endian = true;
    return hidden > 0 ? hidden : count_followed(wal, 0, none);
}

size_t wal_count_hidden(const uint8_t *log, size_t size, size_t page_size) {
    if (size < HEADER_SIZE)
        return 0;
    Wal wal = {.bytes = log, .salts = log + 16, .is_big_endian = log[3] & 1};
    WalSum sum = add_to_sum((WalSum){0}, log, HEADER_SUMMED, wal.is_big_endian);
    size_t own_size = read_word(log + 8, true);
    bool has_header = (read_word(log, true) & ~UINT32_C(1)) == magic &&
                      is_same(sum, read_sum(log + HEADER_SUMMED)) && own_size >= PAGE_SIZE_MIN &&
                      own_size <= PAGE_SIZE_MAX && own_size % 8 == 0;
    wal.page_size = has_header ? own_size : page_size;
    wal.count = (size - HEADER_SIZE) / (FRAME_HEADER_SIZE + wal.page_size);
    if (!has_header)
        return count_without_header(&wal);
    size_t first = 0;
    for (; first < wal.count && is_valid(&wal, first, sum); first++)
        sum = stored_sum(&wal, first);
    return count_followed(&wal, first, sum);
}
