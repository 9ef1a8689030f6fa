#include <config.h>

#include "net/value_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "rules/ascii.h"

static bool read_digits(const char *text, size_t length, uint64_t most, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (digit > 9 || *value > (most - digit) / 10)
            return false;
        *value = *value * 10 + digit;
    }
    return length > 0;
}

static bool read_number(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    uint64_t value;
    if (!read_digits(text, length, UINT32_MAX, &value))
        return false;
    uint32_t number = (uint32_t)value;
    memcpy(field_member(row, fields), &number, sizeof number);
    return true;
}

static size_t write_number(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    uint32_t number;
    memcpy(&number, field_member_const(row, fields), sizeof number);
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%" PRIu32, number);
}

const FieldType field_type_number = {read_number, write_number, "a number", TAKES_WORD};

static bool read_ms(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    uint64_t value;
    if (!read_digits(text, length, INT64_MAX, &value))
        return false;
    int64_t time = (int64_t)value;
    memcpy(field_member(row, fields), &time, sizeof time);
    return true;
}

static size_t write_ms(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    int64_t time;
    memcpy(&time, field_member_const(row, fields), sizeof time);
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%" PRId64, time < 0 ? 0 : time);
}

const FieldType field_type_ms = {read_ms, write_ms, "milliseconds", TAKES_WORD};

static bool read_clock(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    uint64_t seconds, increment = 0;
    const char *plus = memchr(text, '+', length);
    size_t first = plus ? (size_t)(plus - text) : length;
    if (!read_digits(text, first, CLOCK_SECONDS_MAX, &seconds) || seconds == 0)
        return false;
    if (plus && !read_digits(plus + 1, length - first - 1, CLOCK_INCREMENT_MAX, &increment))
        return false;
    fields->clock = (GameClock){(uint32_t)seconds, (uint32_t)increment};
    return true;
}

static size_t write_clock(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%" PRIu32 "+%" PRIu32, fields->clock.seconds,
                            fields->clock.increment);
}

const FieldType field_type_clock = {read_clock, write_clock, "seconds and increment, such as 300+5",
                                    TAKES_WORD};

static bool read_hash(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    static const char digits[] = "0123456789abcdef";
    (void)row;
    uint64_t hash = 0;
    for (size_t i = 0; i < length; i++) {
        char letter = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] | 0x20 : text[i]);
        const char *digit = letter ? strchr(digits, letter) : NULL;
        if (!digit)
            return false;
        hash = hash << 4 | (uint64_t)(digit - digits);
    }
    fields->hash = hash;
    return length == FEN_HASH_LENGTH;
}

static size_t write_hash(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%016" PRIx64, fields->hash);
}

const FieldType field_type_hash = {read_hash, write_hash, "16 hexadecimal digits", TAKES_WORD};

static const char protocol_name[] = "congo/";

static bool read_protocol(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    size_t name = strlen(protocol_name);
    return length > name && text_equal_ignore_case_n(text, protocol_name, name) &&
           read_number(row, text + name, length - name, fields);
}

static size_t write_protocol(const FieldRow *row, const Fields *fields,
                             char text[FIELD_VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s%" PRIu32, protocol_name, fields->protocol);
}

const FieldType field_type_protocol = {read_protocol, write_protocol, "congo/1", TAKES_WORD};
