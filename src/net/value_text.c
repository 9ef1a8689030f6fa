#include <config.h>

#include "net/value_type.h"

#include <string.h>

#include "net/text.h"

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
