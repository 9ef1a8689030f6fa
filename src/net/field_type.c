#include <config.h>

#include "net/field_type.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

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

_Static_assert(sizeof(Seat) == sizeof(unsigned) && sizeof(DrawAction) == sizeof(unsigned) &&
                   sizeof(ListChoice) == sizeof(unsigned) && sizeof(Retry) == sizeof(unsigned),
               "the members of choices are read and written as unsigned");

/* The place of the text in the list, or that of its end. */
static unsigned find_word(const char *const *words, const char *text, size_t length) {
    unsigned i = 0;
    while (words[i] && !text_matches(text, length, words[i]))
        i++;
    return i;
}

static bool read_choice(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    unsigned value = find_word(row->words, text, length);
    if (length == 0 || !row->words[value])
        return false;
    memcpy(field_member(row, fields), &value, sizeof value);
    return true;
}

static size_t write_choice(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    unsigned value;
    memcpy(&value, field_member_const(row, fields), sizeof value);
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", row->words[value]);
}

const FieldType field_type_choice = {read_choice, write_choice, NULL, TAKES_WORD};

/* A field that is only there or not. */
static bool read_standard(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)fields;
    return text_matches(text, length, row->expected);
}

static size_t write_standard(const FieldRow *row, const Fields *fields,
                             char text[FIELD_VALUE_SIZE]) {
    (void)fields;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", row->expected);
}

const FieldType field_type_standard = {read_standard, write_standard, NULL, TAKES_WORD};

static bool read_flag(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row, (void)fields;
    return length == 1 && (text[0] == '0' || text[0] == '1');
}

static size_t write_flag(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row, (void)fields;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "1");
}

const FieldType field_type_flag = {read_flag, write_flag, "0 or 1", TAKES_WORD};

static bool read_topic(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    Verb verb = verb_find(text, length);
    if (verb != VERB_NONE)
        fields->topic = verb;
    return verb != VERB_NONE;
}

static size_t write_topic(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", verb_word(fields->topic));
}

const FieldType field_type_topic = {read_topic, write_topic, "a command", TAKES_WORD};

static bool read_result(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    Result result = RESULT_OPEN;
    while (result <= RESULT_DRAW && !text_matches(text, length, result_text(result)))
        result++;
    if (result <= RESULT_DRAW)
        fields->result = result;
    return result <= RESULT_DRAW;
}

static size_t write_result(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", result_text(fields->result));
}

const FieldType field_type_result = {read_result, write_result, "*, 1-0, 0-1 or 1/2-1/2",
                                     TAKES_WORD};

/* The word of no reason is empty, and never written. */
static bool read_reason(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    Reason reason = REASON_NONE + 1;
    while (reason <= REASON_ABORTED && !text_matches(text, length, reason_word(reason)))
        reason++;
    if (reason <= REASON_ABORTED)
        fields->reason = reason;
    return reason <= REASON_ABORTED;
}

static size_t write_reason(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", reason_word(fields->reason));
}

const FieldType field_type_reason = {read_reason, write_reason, "a reason such as lion",
                                     TAKES_WORD};

static bool read_id(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    return game_id_parse(text, length, &fields->id);
}

static size_t write_id(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", fields->id.text);
}

const FieldType field_type_id = {read_id, write_id, "10 letters and digits, the id of a game",
                                 TAKES_WORD};

static bool read_key(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    return seat_key_parse(text, length, &fields->key);
}

static size_t write_key(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row;
    return (size_t)snprintf(text, FIELD_VALUE_SIZE, "%s", fields->key.text);
}

const FieldType field_type_key = {read_key, write_key,
                                  "26 letters and digits (not U), the key of a seat", TAKES_WORD};

static bool read_square(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row;
    Square square = length == 2 ? square_parse(text) : SQUARE_NONE;
    if (square != SQUARE_NONE)
        fields->square = square;
    return square != SQUARE_NONE;
}

static size_t write_square(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    (void)row;
    square_write(fields->square, text);
    return 2;
}

const FieldType field_type_square = {read_square, write_square, "a square from a1 to g7",
                                     TAKES_WORD};

/* Printable ASCII; without blanks for values that take none, which end at the first one. */
static bool read_ascii(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    if (length >= row->size)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    memcpy(field_member(row, fields), text, length);
    field_member(row, fields)[length] = '\0';
    return true;
}

/* What a caller put there by mistake does not become a line of its own. */
static size_t write_ascii(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    const char *from = field_member_const(row, fields);
    char least = row->type->takes == TAKES_WORD ? '!' : ' ';
    size_t length = 0;
    for (; length < row->size - 1 && from[length]; length++)
        text[length] = from[length];
    for (size_t i = 0; i < length; i++)
        if (text[i] < least || text[i] > '~')
            text[i] = '?';
    text[length] = '\0';
    return length;
}

/* People may part the squares with blanks or hyphens. */
static bool read_move(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    (void)row;
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
    memcpy(fields->move, move, sizeof move);
    return written >= 4;
}

const FieldType field_type_move = {read_move, write_ascii, "squares, such as b2b3", TAKES_BLANKS};
const FieldType field_type_word = {read_ascii, write_ascii, "a short word", TAKES_WORD};
const FieldType field_type_fen = {read_ascii, write_ascii, "a FEN", TAKES_BLANKS};
const FieldType field_type_phrase = {read_ascii, write_ascii, "a few words", TAKES_BLANKS};
const FieldType field_type_echo = {read_ascii, write_ascii, "printable ASCII", TAKES_REST};

/* Blanks at the end mean nothing. */
static bool read_text(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    size_t end = text_sanitize_into(text, length, field_member(row, fields), row->size);
    while (end > 0 && field_member(row, fields)[end - 1] == ' ')
        end--;
    field_member(row, fields)[end] = '\0';
    return true;
}

static size_t write_text(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    const char *from = field_member_const(row, fields);
    return text_sanitize_into(from, strlen(from), text, FIELD_VALUE_SIZE);
}

const FieldType field_type_text = {read_text, write_text, "text", TAKES_REST};

/* In a name a '_' stands for a blank; blanks around it do not belong to it. */
static bool read_name(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    char name[LINE_SERVER_MAX + 1];
    size_t end = text_sanitize_into(text, length, name, sizeof name), begin = 0;
    for (size_t i = 0; i < end; i++)
        if (name[i] == '_')
            name[i] = ' ';
    while (begin < end && name[begin] == ' ')
        begin++;
    while (end > begin && name[end - 1] == ' ')
        end--;
    if (end - begin >= row->size)
        return false;
    memcpy(field_member(row, fields), name + begin, end - begin);
    field_member(row, fields)[end - begin] = '\0';
    return true;
}

static size_t write_name(const FieldRow *row, const Fields *fields, char text[FIELD_VALUE_SIZE]) {
    size_t length = write_text(row, fields, text);
    for (size_t i = 0; i < length; i++)
        if (text[i] == ' ')
            text[i] = '_';
    return length;
}

const FieldType field_type_name = {read_name, write_name, "a name of at most 48 bytes",
                                   TAKES_BLANKS};

/* A name with a colon after it. */
static bool read_speaker(const FieldRow *row, const char *text, size_t length, Fields *fields) {
    return length > 0 && text[length - 1] == ':' && read_name(row, text, length - 1, fields);
}

static size_t write_speaker(const FieldRow *row, const Fields *fields,
                            char text[FIELD_VALUE_SIZE]) {
    size_t length = write_name(row, fields, text);
    text[length] = ':';
    text[length + 1] = '\0';
    return length + 1;
}

const FieldType field_type_speaker = {read_speaker, write_speaker, "a name and a colon",
                                      TAKES_ANY_WORD};
