/* FNV-1a over what record_equal compares. */
#include <config.h>

#include "rules/record.h"

#include <string.h>

static const uint64_t hash_start = UINT64_C(0xcbf29ce484222325);

static uint64_t add_number(uint64_t hash, uint64_t number) {
    for (int i = 0; i < 8; i++, number >>= 8)
        hash = (hash ^ (number & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t add_text(uint64_t hash, const char *text) {
    size_t length = text ? strlen(text) : 0;
    hash = add_number(hash, text ? length + 1 : 0);
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* A sum, for the order of the tags does not matter. */
static uint64_t sum_of_tags(const Record *record) {
    uint64_t sum = 0;
    for (size_t i = 0; i < record->tag_count; i++)
        sum += add_text(add_text(hash_start, record->tags[i].name), record->tags[i].value);
    return sum;
}

uint64_t record_hash(const Record *record) {
    uint64_t hash = add_text(hash_start, record->variant.name);
    hash = add_number(hash, record->positions[0].key);
    hash = add_number(hash, (uint64_t)record->declared.result << 8 | record->declared.reason);
    hash = add_text(hash, record->comment);
    for (size_t i = 0; i < record->count; i++) {
        const RecordPly *ply = &record->plies[i];
        hash = add_number(hash, ply->move.bits);
        hash = add_number(hash, (uint64_t)ply->time_ms);
        hash = add_number(hash, (uint64_t)ply->clock_ms);
        hash = add_text(hash, ply->comment);
    }
    return add_number(hash, sum_of_tags(record));
}
