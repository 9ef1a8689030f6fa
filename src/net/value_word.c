#include <config.h>

#include "net/value_type.h"

#include <stdio.h>
#include <string.h>

#include "net/text.h"

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
