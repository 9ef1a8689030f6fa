#include <config.h>

#include "net/field_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

static char *member(const FieldRow *row, Fields *fields) {
    return (char *)fields + row->offset;
}

static const char *const_member(const FieldRow *row, const Fields *fields) {
    return (const char *)fields + row->offset;
}

/* ---- numbers ------------------------------------------------------------------------------ */

static bool parse_digits(const char *text, size_t length, uint64_t most, uint64_t *value) {
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
    size_t skipped = row->prefix ? strlen(row->prefix) : 0;
    bool is_wide = row->size == sizeof(uint64_t);
    uint64_t value, most = row->most ? row->most : is_wide ? INT64_MAX : UINT32_MAX;
    if (length < skipped || (skipped && !text_equal_ignore_case_n(text, row->prefix, skipped)) ||
        !parse_digits(text + skipped, length - skipped, most, &value) || value < row->least)
        return false;
    uint32_t narrow = (uint32_t)value;
    memcpy(member(row, fields), is_wide ? (const void *)&value : &narrow, row->size);
    return true;
}

static size_t write_number(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    int64_t value;
    uint32_t narrow;
    if (row->size == sizeof value) {
        memcpy(&value, const_member(row, fields), sizeof value);
    } else {
        memcpy(&narrow, const_member(row, fields), sizeof narrow);
        value = narrow;
    }
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s%" PRId64, row->prefix ? row->prefix : "",
                            value < 0 ? 0 : value);
}

const FieldType field_type_number = {read_number, write_number};

/* "300+5" or "300". */
static bool read_clock(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    uint64_t seconds, increment = 0;
    const char *plus = memchr(text, '+', length);
    size_t first = plus ? (size_t)(plus - text) : length;
    if (!parse_digits(text, first, CLOCK_SECONDS_MAX, &seconds) || seconds == 0)
        return false;
    if (plus && !parse_digits(plus + 1, length - first - 1, CLOCK_INCREMENT_MAX, &increment))
        return false;
    GameClock clock = {(uint32_t)seconds, (uint32_t)increment};
    memcpy(member(row, fields), &clock, sizeof clock);
    return true;
}

static size_t write_clock(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    GameClock clock;
    memcpy(&clock, const_member(row, fields), sizeof clock);
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%" PRIu32 "+%" PRIu32, clock.seconds,
                            clock.increment);
}

const FieldType field_type_clock = {read_clock, write_clock};

static bool read_hash(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    static const char digits[] = "0123456789abcdef";
    uint64_t hash = 0;
    for (size_t i = 0; i < length; i++) {
        const char *digit = text[i] ? strchr(digits, text_lower((unsigned char)text[i])) : NULL;
        if (!digit)
            return false;
        hash = hash << 4 | (uint64_t)(digit - digits);
    }
    memcpy(member(row, fields), &hash, sizeof hash);
    return length == FEN_HASH_LENGTH;
}

static size_t write_hash(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    uint64_t hash;
    memcpy(&hash, const_member(row, fields), sizeof hash);
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%016" PRIx64, hash);
}

const FieldType field_type_hash = {read_hash, write_hash};

/* ---- words -------------------------------------------------------------------------------- */

_Static_assert(sizeof(Seat) == sizeof(unsigned) && sizeof(DrawAction) == sizeof(unsigned) &&
                   sizeof(ListChoice) == sizeof(unsigned) && sizeof(Retry) == sizeof(unsigned) &&
                   sizeof(Verb) == sizeof(unsigned) && sizeof(Result) == sizeof(unsigned) &&
                   sizeof(Reason) == sizeof(unsigned),
               "the members of choices are read and written as unsigned");

static const char *choice_word(const FieldRow *row, unsigned value) {
    return row->words ? row->words[value] : row->word_of(value);
}

static bool read_choice(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    unsigned value = 0;
    while (choice_word(row, value) && !text_matches(text, length, choice_word(row, value)))
        value++;
    if (length == 0 || !choice_word(row, value))
        return false;
    memcpy(member(row, fields), &value, row->size);
    return true;
}

/* A choice without a member is written as its last word. */
static size_t write_choice(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    unsigned value = 0;
    memcpy(&value, const_member(row, fields), row->size);
    while (row->size == 0 && choice_word(row, value + 1))
        value++;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", choice_word(row, value));
}

const FieldType field_type_choice = {read_choice, write_choice};

static bool read_base32(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    return base32_parse(text, length, member(row, fields), row->size - 1);
}

static size_t write_base32(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", const_member(row, fields));
}

const FieldType field_type_base32 = {read_base32, write_base32};

static bool read_square(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    Square square = length == 2 ? square_parse(text) : SQUARE_NONE;
    if (square == SQUARE_NONE)
        return false;
    memcpy(member(row, fields), &square, sizeof square);
    return true;
}

static size_t write_square(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    Square square;
    memcpy(&square, const_member(row, fields), sizeof square);
    square_write(square, text);
    return 2;
}

const FieldType field_type_square = {read_square, write_square};

/* ---- text --------------------------------------------------------------------------------- */

static bool read_ascii(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    if (length >= row->size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    memcpy(member(row, fields), text, length);
    member(row, fields)[length] = '\0';
    return true;
}

/* Replaces bytes that would break the line by '?'. */
static size_t write_ascii(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    const char *from = const_member(row, fields);
    char least = row->extent == EXTENT_WORD ? '!' : ' ';
    size_t length = 0;
    for (; length < row->size - 1 && from[length]; length++)
        text[length] = from[length] < least || from[length] > '~' ? '?' : from[length];
    text[length] = '\0';
    return length;
}

const FieldType field_type_ascii = {read_ascii, write_ascii};

/* The squares may be separated by blanks or hyphens. */
static bool read_move(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    char move[COORDINATE_SIZE] = "";
    size_t written = 0;
    for (size_t i = 0; i < length;) {
        if (written > 0 && (text[i] == ' ' || text[i] == '-')) {
            i++;
            continue;
        }
        Square square = length - i >= 2 ? square_parse(text + i) : SQUARE_NONE;
        if (square == SQUARE_NONE || written >= 2 * (1 + MOVE_JUMPS_MAX))
            return false;
        square_write(square, move + written);
        written += 2;
        i += 2;
    }
    memcpy(member(row, fields), move, sizeof move);
    return written >= 4;
}

const FieldType field_type_move = {read_move, write_ascii};

static void replace(char *text, size_t length, char from, char to) {
    for (size_t i = 0; i < length; i++)
        if (text[i] == from)
            text[i] = to;
}

/* Trims a name at both ends, and rejects one that does not fit. Trims other text at its end, and
 * cuts it to fit. */
static bool read_utf8(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    char clean[LINE_SERVER_MAX + 1];
    size_t begin = 0;
    if (row->has_colon && (length == 0 || text[--length] != ':'))
        return false;
    size_t end = text_sanitize_into(text, length, clean, row->is_name ? sizeof clean : row->size);
    if (row->is_name)
        replace(clean, end, '_', ' ');
    while (row->is_name && begin < end && clean[begin] == ' ')
        begin++;
    while (end > begin && clean[end - 1] == ' ')
        end--;
    if (end - begin >= row->size)
        return false;
    memcpy(member(row, fields), clean + begin, end - begin);
    member(row, fields)[end - begin] = '\0';
    return true;
}

static size_t write_utf8(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    const char *from = const_member(row, fields);
    size_t length = text_sanitize_into(from, strlen(from), text, FIELD_VALUE_SIZE - 1);
    if (row->is_name)
        replace(text, length, ' ', '_');
    if (row->has_colon)
        memcpy(text + length++, ":", 2);
    return length;
}

const FieldType field_type_utf8 = {read_utf8, write_utf8};
